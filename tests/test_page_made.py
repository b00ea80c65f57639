"""Made tables on the pages: made, looked at, changed, opened by a link, stopped, and let go."""

import gc
import tomllib
from collections.abc import Iterator
from io import StringIO

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtcore.practice import PATTERNS, Practice
from pages.ui import compute, link, made, shelf, tables
from pages.ui.catalogue import FOLDER, LANGUAGES, TEXTS, catalogue
from pages.ui.lesson import Lesson
from pages.ui.plan import Plan, fits
from pages.ui.practice import making

XOR = "made:xor-400-2-0-1"
LARGE = "made:xor-40000-3-0.1-7"


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    """What other tests left in memory is gone, so that large tables are made in sight."""
    gc.collect()
    yield
    gc.collect()


def opened(page: str = "home", **params: str) -> AppTest:
    at = AppTest.from_file("../pages/ui/navigation.py", default_timeout=120)
    at.query_params.update(params)
    at = checked(at.run())
    return at if page == "home" else turned(at, page)


def turned(at: AppTest, page: str) -> AppTest:
    return checked(at.switch_page(f"../{page}.py").run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception
    return at


def clicked(at: AppTest, key: str) -> AppTest:
    return checked(at.button(key=key).click().run())


def maker(at: AppTest, where: str = "home") -> AppTest:
    at.session_state[f"{where}_practice"] = True
    return checked(at.run())


def lesson(at: AppTest) -> Lesson:
    found = at.session_state["lesson"]
    assert isinstance(found, Lesson)
    return found


def said(at: AppTest) -> str:
    return " ".join(m.value for m in (*at.markdown, *at.caption, *at.title))


def keys(at: AppTest) -> set[str]:
    return {button.key for button in at.button}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_can_be_grown_in_both_languages(pattern: str, language: str) -> None:
    key = f"made:{Practice(pattern)}"
    choice, plan = link.choice_of(key), link.plan_of(key)
    frame = compute.table(key)
    dataset = compute.dataset(choice, language, frame)
    assert fits(plan, dataset)
    begun = Lesson.begin(choice, plan, dataset)
    assert begun.next(both_beats=True).timeline.cursor == 1
    assert list(compute.display(choice, language, lambda _: frame).columns) == [
        column.name for column in (*dataset.columns, dataset.target)
    ]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_made_table_has_the_face_of_a_bundled_one(pattern: str) -> None:
    practice = Practice(pattern, extra=3)
    entry = tables.entry_of(f"made:{practice}")
    assert entry.key == f"made:{practice}"
    assert entry.columns == tuple(entry.read().columns)
    assert entry.rows == len(entry.read())
    assert entry.target in entry.columns
    for text in TEXTS:
        for language in LANGUAGES:
            words = entry.text(text, language)  # type: ignore[arg-type]
            assert words
            assert "{" not in words
            if text in ("title", "teaches", "about"):
                chinese = any("\u4e00" <= letter <= "\u9fff" for letter in words)
                assert chinese == (language == "zh")


def test_every_pattern_has_its_words_and_no_others_do() -> None:
    words = tomllib.loads((FOLDER / "practice.toml").read_text("utf-8"))
    assert set(words) == {*PATTERNS, "words"}
    for name, kind in PATTERNS.items():
        assert ("size" in words[name]) == bool(kind.sizes[2])


def test_what_was_planted_is_said_with_its_numbers() -> None:
    entry = made.made("made:checkerboard5-400-3-0.05-7")
    about = entry.text("about", "en")
    assert "5 by 5 squares" in about
    assert "x3 to x5" in about
    assert "5% of the rows" in about
    assert "deviation of 0.5 " in made.made("made:steps4-400-0-0.05-7").text("about", "en")
    assert "Nothing is said" not in made.made("made:xor-400-0-0-7").text("about", "en")
    assert entry.key in entry.text("source", "zh")


def test_bundled_tables_and_unknown_ones() -> None:
    assert tables.entry_of("golf") is catalogue()["golf"]
    assert tables.find("upload:1234") is None
    assert tables.find("made:heart-400-2-0.1-7") is None
    with pytest.raises(dt.LinkError, match="nowhere"):
        tables.entry_of("nowhere")


@pytest.mark.parametrize("hand", ["", "c0<=0.5"])
def test_a_lesson_on_a_made_table_survives_its_address(hand: str) -> None:
    def dataset(choice: object) -> dt.Dataset:
        return compute.dataset(choice, "en")  # type: ignore[arg-type]

    begun = link.read({"data": "made:rings-0300-1-0.10-3", "step": "3"}, dataset)
    if hand:
        begun = begun.jump(0).do(dt.Expand((), dt.Threshold(0, 0.5))).next().next()
    address = link.write(begun)
    assert address["data"] == "made:rings2-300-1-0.1-3"
    again = link.read(address, dataset)
    assert again.tree == begun.tree
    assert link.write(again) == address


def test_it_can_be_taken_otherwise_and_the_address_says_so() -> None:
    def dataset(choice: object) -> dt.Dataset:
        return compute.dataset(choice, "en")  # type: ignore[arg-type]

    address = {"data": XOR, "target": "x1", "ignore": "x3~x4", "recipe": "regression"}
    begun = link.read(address, dataset)
    assert [column.name for column in begun.dataset.columns] == ["x2", "class"]
    assert {k: v for k, v in link.write(begun).items() if k in address} == address
    with pytest.raises(dt.LinkError, match="column"):
        link.read({"data": XOR, "ignore": "x9"}, dataset)


def test_many_rows_are_begun_with_a_tree_that_can_be_read() -> None:
    assert link.plan_of("made:xor-400-2-0-1") == Plan("cart")
    assert link.plan_of("made:parity3-400-2-0-1") == Plan("id3")
    assert link.plan_of("made:xor-40000-2-0-1") == Plan.of("cart", depth=made.DEPTH)
    assert link.plan_of("made:curve-40000-2-0.1-1") == Plan.of("regression", depth=3)


def test_home_makes_a_table_and_grows_on_it() -> None:
    at = maker(opened())
    at = clicked(at, "practice_home_grow")
    assert lesson(at).choice == link.choice_of(XOR)
    assert "next" in keys(at)


def test_the_controls_say_what_is_made() -> None:
    at = maker(opened())
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
    at = maker(opened())
    at = checked(at.button_group(key="practice_home_pattern").set_value("coin").run())
    slider = at.slider(key="practice_home_noise")
    assert slider.disabled
    assert slider.value == 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["data", "impurity", "grow", "lab", "recipes"])
@pytest.mark.parametrize("pattern", ["xor", "parity", "curve"])
def test_every_page_takes_a_made_table(pattern: str, page: str, language: str) -> None:
    key = f"made:{Practice(pattern, rows=200)}"
    at = opened(page, data=key, lang=language)
    assert not at.error
    if page != "impurity":
        assert lesson(at).choice.key == key


def test_another_sample_keeps_how_the_table_is_taken() -> None:
    at = maker(opened("data", data=XOR, ignore="x3", recipe="cart", leaf="5"), "data")
    at = clicked(at, "practice_data_again")
    assert lesson(at).choice.key == "made:xor-400-2-0-2"
    assert lesson(at).choice.roles == {"x3": "ignore"}
    assert lesson(at).plan == Plan.of("cart", leaf=5)
    at = clicked(turned(at, "grow"), "undo")
    assert lesson(at).choice.key == XOR


def test_another_pattern_is_taken_as_its_own_recipe_says() -> None:
    at = maker(opened("data", data=XOR, ignore="x3"), "data")
    at = checked(at.button_group(key="practice_data_pattern").set_value("steps").run())
    at = clicked(at, "practice_data_look")
    assert lesson(at).choice.key == "made:steps4-400-2-0.1-1"
    assert lesson(at).choice.roles == {}
    assert lesson(at).plan == Plan.of("regression", depth=3)


def test_the_same_table_again_loses_no_step() -> None:
    at = opened("grow", data=XOR, step="3")
    at = maker(turned(at, "data"), "data")
    at = clicked(at, "practice_data_grow")
    assert lesson(at).timeline.cursor == 3


def test_a_large_table_is_made_in_sight() -> None:
    at = maker(opened())
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    assert "MB of memory" in said(at)
    at = clicked(at, "practice_home_look")
    assert lesson(at).choice.key == "made:xor-40000-2-0-1"
    assert "making" not in at.session_state or at.session_state["making"] is None
    assert shelf.at_hand("made:xor-40000-2-0-1")


class StoppedError(BaseException):
    """As Streamlit ends a run when someone clicks."""


def test_a_making_that_is_stopped_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(entry: made.Made, told: object) -> pd.DataFrame:
        raise dt.DataError("Stopped.")

    monkeypatch.setattr(shelf, "table", cut_short)
    at = opened("grow", data="golf", recipe="c45", step="1")
    before = lesson(at)
    at = maker(turned(at, "home"))
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    at = clicked(at, "practice_home_grow")
    assert lesson(at) is before
    assert "Stopped" in at.error[0].value
    assert "practice_home_grow" in keys(at)  # the buttons are back


def test_the_line_goes_on_when_a_making_is_stopped() -> None:
    def stop(share: float) -> None:
        raise StoppedError

    entry = made.made(LARGE)
    with pytest.raises(StoppedError):
        shelf.table(entry, stop)
    assert not shelf.at_hand(LARGE)
    assert len(shelf.table(entry)) == entry.rows


def test_a_table_is_made_once_and_gone_with_the_last_who_has_it() -> None:
    entry = made.made(LARGE)
    one, other = shelf.table(entry), shelf.table(entry)
    assert one is other
    assert shelf.at_hand(LARGE)
    del one, other
    gc.collect()
    assert not shelf.at_hand(LARGE)


def test_a_table_for_which_there_is_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_CELLS", 250_000)
    entry = made.made(LARGE)
    held = shelf.table(entry)  # 240,000 cells
    with pytest.raises(dt.DataError, match="no room"):
        shelf.table(made.made("made:xor-40000-3-0.1-8"))
    del held
    assert len(shelf.table(made.made("made:xor-40000-3-0.1-8"))) == entry.rows
    at = opened("grow", data="made:xor-50000-3-0.1-8")  # one that can never be had
    assert "no room" in at.error[0].value
    assert lesson(at).choice.key == "playtennis"


def test_a_link_to_a_large_table_is_made_in_sight_or_not_at_all() -> None:
    at = opened("grow", data=LARGE, step="2")
    assert lesson(at).choice.key == LARGE
    assert lesson(at).timeline.cursor == 2
    assert not at.error


def test_a_link_whose_table_was_stopped_opens_without_it() -> None:
    at = opened("grow", data=LARGE)  # the run that the click on Stop ends
    del at.session_state["lesson"]
    del at.session_state["made"]
    gc.collect()
    at.session_state[making.STOPPED] = True
    at = checked(at.run())
    assert "was not made" in at.info[0].value
    assert "lesson" not in at.session_state
    assert at.session_state["opened_with"] == {"data": LARGE}  # the address is as it was
    at = checked(at.button(key="making_leave").click().run())
    assert lesson(at).choice.key == "playtennis"


HOSTILE = [
    "made:",
    "made:xor",
    "made:heart-400-2-0.1-7",
    "made:xor-9999999-2-0.1-7",
    "made:xor-400-99-0.1-7",
    "made:made:xor-400-2-0.1-7",
    "made:<script>-400-2-0.1-7",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", HOSTILE)
def test_a_hostile_address_gets_a_sentence_and_a_lesson(key: str, language: str) -> None:
    at = opened("grow", data=key, lang=language)
    assert len(at.error) == 1
    assert at.error[0].value.endswith("。" if language == "zh" else ".")
    assert lesson(at).choice.key == "playtennis"


def test_the_download_is_the_table() -> None:
    at = opened("data", data=XOR)
    found = [button for button in at.get("download_button") if button.proto.label]
    assert [button.proto.label for button in found] == ["Download as CSV"]
    text = compute.table(XOR).to_csv(index=False)
    again = pd.read_csv(StringIO(text))
    assert again["x1"].tolist() == compute.table(XOR)["x1"].tolist()
    assert not opened("data", data="golf").get("download_button")


def test_a_link_that_was_stopped_can_be_made_after_all() -> None:
    at = opened("grow", data=LARGE)
    del at.session_state["lesson"]
    del at.session_state["made"]
    gc.collect()
    at.session_state[making.STOPPED] = True
    at = checked(at.run())
    at = checked(at.button(key="making_again").click().run())
    assert lesson(at).choice.key == LARGE
