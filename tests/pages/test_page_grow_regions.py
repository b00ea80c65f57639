"""The picture of the rows and the tree's regions: it follows the lesson and gives nothing away."""

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dtcore.model.predict import heaviest_places
from dtcore.model.splits import Split
from dtshow.figures import regions as figure
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.grow import regions
from pages.ui.grow.grow_view import BuildView
from pages.ui.shell import session
from pages.ui.trees.picture import MOST_ROWS, Axes, ChosenRow, Picture
from tests.pages.stage import block, chosen_view, page, pressed, scene, stepped, viewed
from tests.pages.visit import captions, checked, keep, lesson

INF = float("inf")
SEEN: list[Picture] = []


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is drawn, and draw it anew each time."""
    SEEN.clear()

    make = regions.pictured.__wrapped__  # type: ignore[attr-defined]

    def pictured(lesson: Lesson, axes: Axes, coming: Split | None) -> Picture:
        SEEN.append(make(lesson, axes, coming))
        return SEEN[-1]

    monkeypatch.setattr(regions, "pictured", pictured)


def shown(**params: str) -> AppTest:
    """A page with its picture open."""
    at = page(**params)
    keep(at, GrowLook, view="regions")
    return checked(at.run())


def on(at: AppTest) -> Picture:
    stepped(at, "next")
    return SEEN[-1]


def boxes(seen: Picture) -> list[figure.Box]:
    return [area.box for area in seen.drawn.areas]


def test_it_grows_with_the_tree_through_both_beats_and_back() -> None:
    at = shown(data="iris", recipe="cart")
    assert SEEN[-1].drawn.names == ["Petal.Length", "Petal.Width", "Species"]
    assert boxes(SEEN[-1]) == [((-INF, INF), (-INF, INF))]
    assert "Nothing has been asked" in captions(at)
    weighing = on(at).drawn
    assert [line[:2] for line in weighing.coming] == [(0, 2.45)]
    assert len(weighing.areas) == 1
    split = on(at).drawn
    assert [line[:2] for line in split.fresh] == [(0, 2.45)]
    assert split.coming == ()
    assert [area.box[0] for area in split.areas] == [(-INF, 2.45), (2.45, INF)]
    assert split.outline == [((-INF, INF), (-INF, INF))]
    assert "The tree asks about no other column" in captions(at)
    stepped(at, "back")
    assert SEEN[-1].drawn.coming == weighing.coming
    assert boxes(SEEN[-1]) == [area.box for area in weighing.areas]


def test_the_buttons_open_it_and_the_switch_keeps_it() -> None:
    at = page(data="iris", recipe="cart")
    at = pressed(at, "regions")
    assert len(SEEN) == 1
    on(at)
    assert chosen_view(at) == "regions"
    at = viewed(at, "working")
    count = len(SEEN)
    at = stepped(at, "next")
    assert len(SEEN) == count


def test_tables_without_numbers_have_no_picture() -> None:
    at = shown(data="playtennis", recipe="id3", weigh="root")
    assert not SEEN
    assert chosen_view(at) == "working"
    assert "Regions" not in dict(block(at, "view")["options"]).values()


def test_what_is_still_to_be_guessed_is_not_shown() -> None:
    at = page(data="iris", recipe="cart")
    keep(at, GrowLook, view="regions")
    keep(at, TreeLook, asks=True)
    at = checked(at.run())
    assert SEEN[-1].drawn.names[:2] == ["Sepal.Length", "Sepal.Width"]
    assert on(at).drawn.coming == ()
    assert SEEN[-1].drawn.names[:2] == ["Sepal.Length", "Sepal.Width"]
    at = checked(at.button(key="guess_give_up").click().run())
    assert [line[:2] for line in SEEN[-1].drawn.coming] == [(0, 2.45)]


def test_who_builds_a_tree_sees_the_cuts_made_and_no_better_ones() -> None:
    at = shown(data="iris", recipe="cart", step="1", moves="x:c0<=5.8")
    assert [line[1] for line in SEEN[-1].drawn.coming] == [5.45]
    keep(at, BuildView, on=True)
    at = checked(at.run())
    assert SEEN[-1].drawn.names[:2] == ["Sepal.Length", "Sepal.Width"]
    assert SEEN[-1].drawn.coming == ()
    assert [line[1] for line in SEEN[-1].drawn.fresh] == [5.8]
    at = pressed(at, "regions")
    count = len(SEEN)
    checked(at.run())
    assert len(SEEN) == count


def test_a_leaf_that_was_never_weighed_has_no_border_to_come() -> None:
    at = shown(data="iris", recipe="cart", step="2")
    assert SEEN[-1].drawn.outline == [((-INF, 2.45), (-INF, INF))]
    assert SEEN[-1].drawn.coming == ()
    assert block(at, "regions")["on"]


def test_intervals_have_borders_too() -> None:
    shown(data="iris", recipe="id3", bins="mdl", step="1")
    assert [line[0] for line in SEEN[-1].drawn.fresh] == [0, 0]
    assert len(SEEN[-1].drawn.areas) == 3


def test_axes_are_chosen_and_change_places() -> None:
    at = shown(data="iris", recipe="cart", step="4")
    at = checked(at.selectbox(key="axis_across").set_value(0).run())
    assert SEEN[-1].drawn.names[:2] == ["Sepal.Length", "Petal.Width"]
    at = checked(at.selectbox(key="axis_across").set_value(3).run())
    assert SEEN[-1].drawn.names[:2] == ["Petal.Width", "Sepal.Length"]
    at = checked(at.selectbox(key="axis_up").set_value(-1).run())
    assert SEEN[-1].drawn.names == ["Petal.Width", "Species"]
    assert "The other columns are fixed at typical values: Petal\\.Length = 4\\.3" in captions(at)


def test_a_cut_says_where_the_other_columns_stand_and_which_rows_differ() -> None:
    at = shown(data="titanic", recipe="c45", step="2", complete="1")
    seen, data = SEEN[-1], lesson(at).dataset
    assert (
        "The other columns are fixed at typical values: sex = female, passengerClass = 3rd."
        in captions(at)
    )
    women = (data.columns[0].values == 0) & (data.columns[2].values == 2)
    assert seen.elsewhere == (~women).sum() == 894
    assert "Hollow marks: 894 rows" in captions(at)
    assert set(seen.drawn.marks.row[seen.drawn.marks.true]) == set(np.flatnonzero(women))


def test_a_chosen_row_fixes_the_plane() -> None:
    at = shown(data="titanic", recipe="c45", step="2", complete="1")
    keep(at, ChosenRow, row=(repr(lesson(at).choice), 0))
    at = checked(at.run())
    seen = SEEN[-1]
    assert (
        "The other columns are fixed at the values of row 1: sex = female, passengerClass = 1st."
        in captions(at)
    )
    assert seen.drawn.chosen is not None
    assert seen.drawn.chosen[0] == lesson(at).dataset.columns[1].values[0]
    place = int(heaviest_places(lesson(at).tree, lesson(at).dataset)[0])
    assert seen.drawn.areas[0].node == ".".join(map(str, lesson(at).tree.id_at(place)))
    at.session_state["lesson"] = lesson(at).select((1,))
    assert "The selected node has no region in this picture." in captions(checked(at.run()))


def test_marks_stand_for_all_rows_and_are_told_with_their_number() -> None:
    at = shown(data="biopsy", recipe="cart", step="3", complete="1")
    drawn = SEEN[-1].drawn
    assert len(drawn.marks.x) < len(lesson(at).dataset) == drawn.marks.weight.sum()
    made = figure.regions(drawn, theme="light").to_dict()
    assert any("benign × " in text for text in made["data"][1]["hovertext"])


def test_of_many_rows_some_are_drawn_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.ui.trees.picture.MOST_ROWS", 100)
    at = shown(data="biopsy", recipe="cart", complete="1")
    assert "98 of 683 rows are drawn." in captions(at)
    assert MOST_ROWS >= 1000


def test_of_too_many_regions_none_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.ui.trees.picture.MOST_REGIONS", 1)
    at = shown(data="iris", recipe="cart", step="1")
    assert "There are 2 regions, too many to draw." in captions(at)
    assert figure.regions(SEEN[-1].drawn, theme="dark")


def test_a_touch_selects_the_node_or_the_row_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = shown(data="iris", recipe="cart", step="1")
    kept: dict[str, object] = {}
    now = lesson(at)

    def touch(name: object) -> None:
        points = [] if name is None else [{"customdata": name}]
        kept[regions.FIGURE.key] = {"selection": {"points": points}}
        regions._touch(now)

    monkeypatch.setattr(st, "session_state", kept)
    monkeypatch.setattr(session, "go", lambda move: kept.__setitem__("now", move(now)))
    touch("1")
    assert kept.pop("now").node == (1,)  # type: ignore[attr-defined]
    touch([7])
    assert session.view(ChosenRow).row == (repr(now.choice), 7)
    touch(7)
    assert session.view(ChosenRow).row is None
    for wrong in (None, "x", "9" * 5000, 150, -1, "1.", "1.-2", 5.5, {}):
        touch(wrong)
    assert session.view(ChosenRow).row is None
    assert "now" not in kept


def test_a_leaf_has_a_region_that_is_named() -> None:
    at = shown(data="iris", recipe="cart", step="2")
    said = captions(at)
    assert "**Outlined: the leaf setosa**, where Petal\\.Length ≤ 2\\.45." in said
    assert SEEN[-1].here


def test_the_switch_of_a_node_that_is_not_weighed_stays_in_its_place() -> None:
    """Below the questions to choose from, whether the picture is on show or not."""
    at = page(data="iris", recipe="cart", step="0")
    for _ in range(2):
        above = [one["key"] for one in scene(at)["panel"]][:3]
        assert above == ["unseen", "questions", "regions"]
        at = pressed(at, "regions")


def test_rows_without_a_value_on_an_axis_are_told_first() -> None:
    at = shown(data="titanic", recipe="c45", complete="0")
    said = [caption.value for caption in at.caption]
    text = next(one for one in said if "not drawn" in one)
    assert text.startswith("**263 of 1,309 rows have no value of age and are not drawn.**")
