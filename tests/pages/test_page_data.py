"""The Data page: what is in a table, and every way to take it differently."""

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from dtshow.figures import bars
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.lesson.lesson import Lesson
from dtshow.tables.catalogue import catalogue
from dtshow.tables.column_facts import Gaps, RootGain, gaps_of, root_gain_of
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from pages.ui.bring.draft import DataView
from pages.ui.shell import cache
from pages.ui.textbook.printed import numbers
from pages.ui.textbook.sentences import of_number
from tests.pages import visit
from tests.pages.data import drafted, said, set_target
from tests.pages.visit import checked, keep, lesson


def page(**params: str) -> AppTest:
    return visit.opened("data", **params)


def choose(at: AppTest, column: str) -> AppTest:
    return checked(at.selectbox(key="data_column").set_value(column).run())


def set_role(at: AppTest, column: str, role: str) -> AppTest:
    return checked(choose(at, column).button_group(key="data_role").set_value(role).run())


@pytest.mark.on_push(4)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", ["playtennis", "loan", "titanic", "titanic_counts", "hitters"])
def test_the_page_stands_in_both_languages(key: str, language: str) -> None:
    at = page(data=key, lang=language)
    names = cache.labels(key, language).columns
    assert list(at.dataframe[-1].value.columns) == [names[c] for c in cache.table(key).columns]
    assert at.query_params["data"] == key


def test_a_logarithm_and_its_column_have_a_label_each() -> None:
    at = page(data="hitters", lang="zh")
    assert lesson(at).dataset.target.name == "年薪的对数"
    assert cache.labels("hitters", "zh").columns["Salary"] == "年薪"


def test_day_gains_all_of_the_entropy() -> None:
    """Mitchell, table 3.2: H = 0.940 bits; Gain(Outlook) = 0.246 as printed, 0.2467 exactly."""
    found = cache.root_gain(link.choice_of("playtennis"), cache.table("playtennis"), "Day")
    assert isinstance(found, RootGain)
    assert found.gain == pytest.approx(found.before) == pytest.approx(0.940286, abs=1e-6)
    assert (found.best, found.best_gain) == ("Outlook", pytest.approx(0.246750, abs=1e-6))
    at = page()
    assert "14 different values in 14 rows" in said(at)
    assert "Its information gain is 0.9403 bits, all of the entropy" in said(at)
    assert "Outlook, gains 0.2467 bits" in said(at)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_printed_gain_is_explained_as_the_textbook_tab_does(lang: str) -> None:
    """Mitchell: 0.246 is 0.940 − 0.694; Humidity from its branches, 0.1515, is cut to 0.151."""
    with spoken(lang):
        why = [
            of_number(one)
            for one in numbers()
            if (one.step.table, one.of, one.printed[:4]) == ("playtennis", "gain", "0.24")
            or (one.text, one.printed) == ("mitchell", "0.151")
        ]
    assert "0.940 − 0.694 = 0.246" in why[0] + why[1]
    text = said(page(lang=lang))
    for sentence in why:
        assert sentence in text
    assert "0.246" not in catalogue()["playtennis"].text("about", lang)


def test_the_gain_of_an_identifier_is_that_of_the_rows_that_are_used() -> None:
    """Ten rows, five of each class: 1 bit. Of the eight without a gap, three are of one:
    -3/8 log 3/8 - 5/8 log 5/8 = 0.9544. x, in 8 of 10 rows, tells them apart: 8/10 of that."""
    frame = pd.DataFrame(
        {
            "id": [f"p{i}" for i in range(10)],
            "x": [*"aaabbbbb", None, None],
            "y": [*"nnnyyyyy", "n", "n"],
        }
    )
    used = TableChoice("upload:", "y", {"id": "ignore"})
    found = root_gain_of(frame, used, "id")
    assert (found.before, found.gain) == (pytest.approx(1.0), pytest.approx(1.0))
    assert (found.best, found.best_gain) == ("x", pytest.approx(0.8 * 0.954434, abs=1e-6))
    found = root_gain_of(frame, used.with_complete(True), "id")
    assert (found.before, found.gain) == (pytest.approx(0.954434, abs=1e-6),) * 2


def test_day_is_switched_on_and_ignored_again() -> None:
    at = page()
    at = checked(at.toggle(key="data_switch_0").set_value(True).run())
    assert lesson(at).dataset.columns[0].name == "Day"
    assert len(at.warning) == 1
    at = checked(at.toggle(key="data_switch_0").set_value(False).run())
    assert lesson(at).choice == link.choice_of("playtennis")


def test_a_column_is_ignored_and_taken_as_a_weight() -> None:
    at = set_role(page(), "Wind", "ignore")
    assert lesson(at).choice.roles == {"Day": "ignore", "Wind": "ignore"}
    at = set_role(at, "Wind", "weight")
    assert "The weights in “Wind” must be numbers" in said(at)
    assert lesson(at).choice.roles["Wind"] == "ignore"  # refused: all as before
    at = set_role(at, "Wind", "target")
    assert lesson(at).choice.target == "Wind"


def test_several_columns_change_at_once() -> None:
    at = page(data="hitters")
    keep(at, DataView, columns=("AtBat", "Runs", "CAtBat"))
    at = checked(at.run())
    at = checked(at.button_group(key="data_role").set_value("input").run())
    names = {column.name for column in lesson(at).dataset.columns}
    assert names == {"Hits", "Years", "AtBat", "Runs", "CAtBat"}


def test_a_kind_is_changed_and_words_cannot_be_numbers() -> None:
    at = choose(page(data="golf"), "humidity")
    at = checked(at.button_group(key="data_kind").set_value("nominal").run())
    assert lesson(at).choice.kinds == {"humidity": "nominal"}
    at = choose(at, "outlook")
    assert at.button_group(key="data_kind").disabled
    assert "outlook holds words" in said(at)


def test_another_target_keeps_a_plan_only_if_it_fits() -> None:
    at = set_target(page(data="golf"), "windy")
    assert lesson(at).recipe_choice.name == "c45"
    at = set_target(at, "temperature")
    assert lesson(at).recipe_choice == RecipeChoice.of("regression", depth=3)


def test_the_logarithm_is_offered_for_positive_numbers_only() -> None:
    at = page(data="hitters")
    assert lesson(at).choice.log
    at = checked(at.toggle(key="data_log").set_value(False).run())
    assert lesson(at).dataset.target.name == "Salary"
    assert lesson(at).dataset.target.values.max() == 2460.0
    at = set_target(page(data="carseats"), "Advertising")  # it has zeros
    assert not [toggle for toggle in at.toggle if toggle.key == "data_log"]


def test_rows_left_out_are_said() -> None:
    text = said(page(data="hitters"))
    assert "322 rows, 20 columns. 59 rows without a target value left out. 263 rows remain." in text
    assert "8 rows of weight zero left out." in said(page(data="titanic_counts"))
    at = page(data="titanic")
    assert len(lesson(at).dataset) == 1309
    assert "1,309 rows, 5 columns." in said(at)
    assert "C4.5 (Release 8), at a missing cell: fractions of the row go down every branch" in said(
        at
    )
    at = checked(at.toggle(key="data_complete").set_value(True).run())
    assert len(lesson(at).dataset) == 1046
    assert "263 rows with missing cells left out, as set on the Data page. 1,046 rows remain" in (
        said(at)
    )


def test_rows_with_gaps_are_left_out_only_for_a_recipe_that_refuses_them() -> None:
    at = page(data="vote", recipe="id3")
    assert "435 rows, 17 columns. 203 rows with missing cells left out, because ID3" in said(at)
    assert "does not take missing cells. 232 rows remain." in said(at)
    assert at.toggle(key="data_complete").value
    at = checked(at.toggle(key="data_complete").set_value(False).run())
    assert lesson(at).recipe_choice.name == "c45"  # ID3 cannot, so one that can
    assert len(lesson(at).dataset) == 435


def test_user_text_is_never_markup() -> None:
    at = drafted(b"**a**,$b$,:red[c]\nx,1,p\ny,2,q\nx,3,p\n", "<b>*x*.csv")
    assert r"**\<b\>\*x\*\.csv:** 3 rows" in " ".join(m.value for m in at.markdown)
    assert list(at.dataframe[-1].value.columns) == ["**a**", "$b$", ":red[c]"]


def test_a_bad_address_is_said_and_a_lesson_is_there() -> None:
    at = page(data="nowhere")
    assert "a table “nowhere” that is not here, so “Play tennis” is shown" in said(at)
    assert not at.error
    assert lesson(at).choice.key == "playtennis"


def test_gaps_are_counted_among_the_inputs() -> None:
    frame = cache.table("titanic")
    choice = link.choice_of("titanic")
    assert gaps_of(frame, choice, None) == Gaps(1309, 263, {"age": 263})
    assert gaps_of(frame, choice.with_role(["age"], "ignore"), None) == Gaps(1309, 0, {})
    young = np.flatnonzero(frame["age"] < 10)
    assert gaps_of(frame, choice, young) == Gaps(82, 0, {})


def test_bars_add_up_and_rare_classes_share_one() -> None:
    names, weights = [f"<b>{i}" for i in range(14)], [float(i) for i in range(14)]
    figure = bars.classes(names, weights, "5 others", "light")
    assert sum(figure.data[0].x) == sum(weights)
    assert figure.layout.yaxis.ticktext == (*(f"&lt;b&gt;{i}" for i in range(5, 14)), "5 others")


def test_a_histogram_counts_every_row_and_whole_numbers_one_by_one() -> None:
    grades = bars.histogram(np.array([1.0, 1, 2, 4]), np.ones(4), "grade", "dark").data[0]
    assert (list(grades.x), list(grades.y)) == ([1, 2, 3, 4], [2, 1, 0, 1])
    spread = np.random.default_rng(0).normal(size=500)
    assert sum(bars.histogram(spread, np.full(500, 2.0), "x", "light").data[0].y) == 1000


@pytest.mark.parametrize(
    "choice",
    [
        link.choice_of("playtennis").with_role(["Day"], "input"),
        link.choice_of("golf").with_kind(["humidity"], "nominal"),
        link.choice_of("golf").with_target("windy"),
        link.choice_of("mtcars").with_target("am").with_role(["hp", "wt"], "ignore"),
        link.choice_of("titanic_counts").with_role(["Freq"], "ignore"),
        link.choice_of("mtcars").with_role(["carb"], "weight"),
    ],
    ids=repr,
)
def test_a_changed_table_survives_its_address(choice: TableChoice) -> None:
    dataset = cache.dataset(choice, "en")
    begun = Lesson.begin(choice, recipe_choice_for(dataset), dataset)
    again = link.read(link.write(begun), lambda read: cache.dataset(read, "en"))
    assert again.dataset == begun.dataset
    assert link.write(again) == link.write(begun)


def test_a_column_costs_something_to_ask() -> None:
    at = choose(page(data="playtennis"), "Outlook")
    at = checked(at.number_input(key="data_cost").set_value(10.0).run())
    assert lesson(at).choice.costs == {"Outlook": 10.0}
    assert lesson(at).dataset.costs.tolist() == [10, 1, 1, 1]
    at = checked(choose(at, "Outlook").number_input(key="data_cost").set_value(1.0).run())
    assert lesson(at).choice.costs == {}
