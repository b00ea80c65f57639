"""Made tables on the pages: made, looked at, changed, opened by a link."""

from io import StringIO

import pandas as pd
import pytest

from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, fits
from dtshow.lesson.lesson import Lesson
from dtshow.tables.catalogue import LANGUAGES
from dtshow.words.language import spoken
from dttools.teach import PATTERNS, Practice
from pages.ui.shell import cache
from tests.pages.practice import generator, said
from tests.pages.stage import history, scene
from tests.pages.visit import checked, clicked, lesson, opened, turned

XOR = "made:xor-400-2-0-1"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_can_be_grown_in_both_languages(pattern: str, language: str) -> None:
    key = f"made:{Practice(pattern)}"
    choice, recipe_choice = link.choice_of(key), link.recipe_choice_of(key)
    frame = cache.table(key)
    dataset = cache.dataset(choice, language, frame)
    assert fits(recipe_choice, dataset)
    begun = Lesson.begin(choice, recipe_choice, dataset)
    assert begun.next(both_beats=True).timeline.cursor == 1
    assert list(cache.display(choice, language, lambda _: frame).columns) == [
        column.name for column in (*dataset.columns, dataset.target)
    ]


def test_home_makes_a_table_and_grows_on_it() -> None:
    at = generator(opened())
    at = clicked(at, "practice_home_grow")
    assert lesson(at).choice == link.choice_of(XOR)
    assert scene(at)["step"]["next"] == "Weigh"


def test_the_controls_say_what_is_made() -> None:
    at = generator(opened())
    at = checked(at.button_group(key="practice_home_pattern").set_value("checkerboard").run())
    at = checked(at.number_input(key="practice_home_rows").set_value(777).run())
    at = checked(at.number_input(key="practice_home_extra").set_value(4).run())
    at = checked(at.number_input(key="practice_home_size").set_value(6).run())
    at = checked(at.slider(key="practice_home_noise").set_value(25).run())
    at = clicked(at, "practice_home_again")
    at = clicked(at, "practice_home_look")
    assert lesson(at).choice.key == "made:checkerboard6-777-4-0.25-2"
    assert "777 rows" in said(at)
    assert "6 by 6 squares" in said(at)
    assert "made:checkerboard6-777-4-0.25-2" in said(at)


def test_nothing_but_noise_has_all_the_noise_there_is() -> None:
    at = generator(opened())
    at = checked(at.button_group(key="practice_home_pattern").set_value("coin").run())
    slider = at.slider(key="practice_home_noise")
    assert slider.disabled
    assert slider.value == 50


@pytest.mark.on_push(3)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", ["xor", "parity", "curve"])
def test_every_page_takes_a_made_table(pattern: str, language: str) -> None:
    key = f"made:{Practice(pattern, rows=200)}"
    at = opened(data=key, lang=language)
    for page in ("data", "impurity", "grow", "pruning", "reference"):
        with spoken(language):  # what was chosen is found by its label
            at = turned(at, page)
        assert not at.error
        assert lesson(at).choice.key == key


def test_another_sample_keeps_how_the_table_is_taken() -> None:
    at = generator(opened("data", data=XOR, ignore="x3", recipe="cart", leaf="5"), "data")
    at = clicked(at, "practice_data_again")
    assert lesson(at).choice.key == "made:xor-400-2-0-2"
    assert lesson(at).choice.roles == {"x3": "ignore"}
    assert lesson(at).recipe_choice == RecipeChoice.of("cart", leaf=5)
    at = history(turned(at, "grow"), "undo")
    assert lesson(at).choice.key == XOR


def test_another_pattern_is_taken_as_its_own_recipe_says() -> None:
    at = generator(opened("data", data=XOR, ignore="x3"), "data")
    at = checked(at.button_group(key="practice_data_pattern").set_value("steps").run())
    at = clicked(at, "practice_data_look")
    assert lesson(at).choice.key == "made:steps4-400-2-0.1-1"
    assert lesson(at).choice.roles == {}
    assert lesson(at).recipe_choice == RecipeChoice.of("regression", depth=3)


def test_the_same_table_again_loses_no_step() -> None:
    at = opened("grow", data=XOR, step="3")
    at = generator(turned(at, "data"), "data")
    at = clicked(at, "practice_data_grow")
    assert lesson(at).timeline.cursor == 3


HOSTILE = [
    "made:",
    "made:xor",
    "made:heart-400-2-0.1-7",
    "made:xor-9999999-2-0.1-7",
    "made:xor-400-99-0.1-7",
    "made:made:xor-400-2-0.1-7",
    "made:<script>-400-2-0.1-7",
]


@pytest.mark.on_push(5)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", HOSTILE)
def test_a_hostile_address_gets_a_sentence_and_a_lesson(key: str, language: str) -> None:
    at = opened("grow", data=key, lang=language)
    link = "链接" if language == "zh" else "This link"
    [told] = [*at.error, *(one for one in at.caption if link in one.value)]
    assert told.value.endswith("。" if language == "zh" else ".")
    assert lesson(at).choice.key == "playtennis"


def test_the_download_is_the_table() -> None:
    at = opened("data", data=XOR)
    found = [button for button in at.get("download_button") if button.proto.label]
    assert [button.proto.label for button in found] == ["Download as CSV"]
    text = cache.table(XOR).to_csv(index=False)
    again = pd.read_csv(StringIO(text))
    assert again["x1"].tolist() == cache.table(XOR)["x1"].tolist()
    assert not opened("data", data="golf").get("download_button")
