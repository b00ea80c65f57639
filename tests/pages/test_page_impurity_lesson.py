"""The Impurity page beside a lesson: its columns and its node are lent."""

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice
from pages.ui.impurity import two_way
from tests.pages.impurity import page, pick, topic, working
from tests.pages.visit import checked, opened


def keys(at: AppTest) -> set[str]:
    return {group.key for group in at.button_group}


def test_a_lesson_lends_its_columns() -> None:
    at = topic(page(data="contact_lenses", recipe="id3"), "two_way")
    mine = [option for option in at.selectbox(key="impurity_pair").options if "×" in option]
    assert len(mine) == 4 + 4


def test_numeric_and_wide_columns_are_not_offered() -> None:
    dataset = dt.Dataset.from_frame(
        pd.DataFrame({"n": [1.5, 2, 3], "id": ["a", "b", "c"], "y": ["u", "v", "u"]}), target="y"
    )
    assert two_way._count(dataset, 0) is None
    found = two_way._count(dataset, 1)
    assert found is not None
    np.testing.assert_array_equal(found.counts, [[1, 0], [0, 1], [1, 0]])


def test_a_link_brings_its_node_onto_the_curve() -> None:
    at = page(data="playtennis", recipe="id3", step="1")
    pick(at, "impurity_curve_view", "lesson")
    assert "0.2467" in working(at)
    assert "Outlook = Sunny" in working(at)
    checked(at.selectbox(key="impurity_column").set_value(3).run())
    assert "0.0481" in working(at)


def test_what_is_not_weighed_yet_stays_hidden() -> None:
    at = page(data="playtennis", recipe="id3", step="0")
    pick(at, "impurity_curve_view", "lesson")
    assert not at.get("bidi_component")
    assert "Weigh this node on the Grow page" in at.info[0].value


def test_three_classes_have_no_place_on_the_curve() -> None:
    at = page(data="iris", recipe="cart")
    assert "impurity_curve_view" not in keys(at)
    topic(at, "counts")
    checked(at.button(key="impurity_preset_node").click().run())
    assert "1.5850" in working(at)


def test_without_a_lesson_only_the_point_is_offered() -> None:
    assert "impurity_curve_view" not in keys(page())


def test_the_node_of_a_regression_lesson() -> None:
    at = topic(page(data="mtcars", recipe="regression", step="0"), "variance")
    pick(at, "impurity_source", "lesson")
    assert "35.1890" in working(at)
    pick(at, "impurity_parts", "two")
    assert at.selectbox(key="impurity_x").value is not None


def test_a_large_node_is_refused_with_a_reason() -> None:
    rows = pd.DataFrame({"x": np.arange(600.0), "y": np.arange(600.0) ** 2})
    at = page()
    choice = TableChoice("upload:large", "y")
    data = dt.Dataset.from_frame(rows, target="y")
    at.session_state["lesson"] = Lesson.begin(choice, RecipeChoice.of("regression", depth=2), data)
    topic(at, "variance")
    pick(at, "impurity_source", "lesson")
    assert "600 rows, too many" in at.error[0].value


def test_in_a_guided_lesson_what_changes_the_picture_stands_behind_one_place() -> None:
    names = {"impurity_topic", "impurity_curve_view", "impurity_measure", "impurity_unit"}
    for led in ({}, {"lesson": "play_tennis", "at": "4"}):
        at = opened("impurity" if not led else "home", **(led or {"data": "playtennis"}))
        [*folds] = [one for one in at.get("popover") if one.proto.popover.label == "Options"]
        assert len(folds) == bool(led)
        assert keys(at) >= names
        assert not led or {group.key for group in folds[0].button_group} >= names
