"""The Grow page as a script: every control does what it says. The browser tests do the rest."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtcore.formula import Query
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.panel import queries
from dtshow.scene.tree.graphviz import PictureError, Worker
from dtshow.scene.tree.tree_look import Folding, TreeLook
from pages.ui.components import graphviz
from tests.pages.home import picked
from tests.pages.stage import (
    acted,
    buttons,
    chosen_view,
    history,
    looking_at,
    page,
    pressed,
    row_chosen,
    said,
    scene,
    statement,
    stepped,
    viewed,
)
from tests.pages.visit import checked, kept, lesson, opened, turned, unfolded


def test_the_empty_state_is_playtennis_before_any_question() -> None:
    at = page()
    counts = "9\u00a0Yes, 5\u00a0No"
    assert f"14 rows, all in one node: {counts}. What would you ask first?" in said(at)
    assert scene(at)["step"]["start"]
    assert scene(at)["step"]["next"] == "Weigh"
    assert "weigh" not in buttons(at)  # one button for one thing


def numbers_shown(at: AppTest) -> list[str]:
    return [line["name"] for block in blocks(at) for line in block.get("lines", [])]


def blocks(at: AppTest) -> list[dict[str, Any]]:
    return list(scene(at)["panel"])


def test_a_node_says_how_mixed_it_is_and_more_if_asked() -> None:
    at = page()
    assert numbers_shown(at) == ["H(D)"]
    at = acted(at, "do", "more")
    assert numbers_shown(at) == ["H(D)", "w", "p_{1}", "p_{2}", "e(D)"]


def test_an_address_shows_counts_alone_until_the_next_act() -> None:
    at = page(data="playtennis", recipe="id3", step="1", scores="0")
    text = json.dumps([scene(at)["nodes"], scene(at)["panel"], scene(at)["rows"]["opens"]])
    assert "H" not in re.findall(r"\bH\b", text)
    assert ["Overcast", "4", "0"] in next(b for b in blocks(at) if b["type"] == "table")["rows"]
    assert at.query_params["scores"] == "0"
    at = stepped(at, "back")
    assert numbers_shown(at)
    assert "scores" not in at.query_params


def test_counts_alone_of_a_leaf_are_those_of_the_question_above_it() -> None:
    at = page(data="loan", recipe="id3", step="5", scores="0")
    text = json.dumps([scene(at)["nodes"], scene(at)["panel"], scene(at)["rows"]["opens"]])
    assert "H" not in re.findall(r"\bH\b", text)
    table = next(b for b in blocks(at) if b["type"] == "table")
    assert table["heads"][0] == "has a job"
    assert table["rows"] == [["yes", "3", "0"], ["no", "0", "6"]]


def test_an_address_lights_the_rows_of_a_class() -> None:
    at = page(data="playtennis", recipe="id3", step="0", light="2", scores="0")
    rows = scene(at)["rows"]
    assert rows["counted"]
    assert [cells[0] for cells in rows["cells"][: rows["lit"]]] == ["1", "2", "6", "8", "14"]


def test_a_link_shows_as_many_levels_as_whoever_made_it_saw() -> None:
    at = page(data="biopsy", recipe="cart", step="31")
    few, whole = len(scene(at)["nodes"]), len(lesson(at).tree)
    at = acted(at, "levels", True)
    assert at.query_params["levels"] == "all"
    for levels, nodes in (("all", whole), ("many", few)):
        at = page(data="biopsy", recipe="cart", step="31", levels=levels)
        assert len(scene(at)["nodes"]) == nodes


def test_an_address_says_which_node_is_looked_at() -> None:
    at = page(data="playtennis", recipe="id3", step="8", node="root")
    assert scene(at)["rows"]["lit"] == 14
    assert at.query_params["node"] == "root"
    at = acted(at, "pick", "0")
    assert scene(at)["rows"]["lit"] == 5  # the sunny days
    assert at.query_params["node"] == "0"
    at = acted(at, "pick", "2.1")  # where the lesson stands
    assert "node" not in at.query_params
    for unknown in ("0.7", "7.7.7"):
        at = page(data="playtennis", recipe="id3", step="8", node=unknown)
        assert "node" not in at.query_params


def test_the_column_that_is_asked_about_is_marked_once_it_may_be_seen() -> None:
    at = page(data="playtennis", recipe="id3", step="1")
    rows = scene(at)["rows"]
    assert [rows["columns"][i] for i in rows["weighed"]] == []
    rows = scene(stepped(at, "next"))["rows"]
    assert [rows["columns"][i] for i in rows["weighed"]] == ["Humidity"]
    assert [rows["columns"][i] for i in rows["tested"]] == ["Outlook"]  # why they are lit
    rows = scene(stepped(at, "next"))["rows"]
    assert [rows["columns"][i] for i in rows["weighed"]] == []


def test_a_followed_row_is_let_go_where_a_step_is_not_about_it() -> None:
    at = page(data="playtennis", recipe="id3", step="8", row="9")
    assert "Row 9 gets the answer **Yes**" in said(at)
    at = stepped(at, "back")  # a leaf of the rainy days
    assert scene(at)["tree"]["lit"] == {}
    assert "A leaf: **Yes**" in said(at)


def test_weigh_then_split_then_back() -> None:
    at = page()
    at = stepped(at, "next")
    assert "**Outlook** is best: 0.2467 bits" in said(at)
    at = stepped(at, "next")
    assert "Split on **Outlook**: 14 rows go to 3 branches." in said(at)
    at = stepped(at, "back")
    assert "**Outlook** is best" in said(at)


def test_the_end_and_the_start() -> None:
    at = page()
    at = stepped(at, "last")
    assert lesson(at).timeline.cursor == 8
    assert scene(at)["step"]["end"]
    at = stepped(at, "first")
    assert lesson(at).at_start


def test_the_slider_jumps() -> None:
    at = page()
    assert (scene(at)["step"]["far"], scene(at)["step"]["label"]) == (8, "step 0 of 8")
    at = acted(at, "jump", 5)
    assert lesson(at).timeline.cursor == 5


def test_the_rows_are_those_of_the_selected_node() -> None:
    at = page(step="8")
    at = acted(at, "pick", "2.0")
    assert lesson(at).node == (2, 0)
    assert scene(at)["tree"]["selected"] == "2.0"
    assert scene(at)["rows"]["head"][-1] == " · Outlook = Rain ∧ Wind = Weak"


def test_another_candidate_by_hand_undo_and_redo() -> None:
    at = page(weigh="root")
    at = looking_at(at, 3)
    at = pressed(at, "take")
    assert "**By hand:** Wind splits 14 rows into 2 branches." in said(at)
    at = history(at, "undo")
    assert lesson(at).timeline.cursor == 0
    at = history(at, "redo")
    assert lesson(at).tree[()].split is not None


def test_a_leaf_by_hand() -> None:
    at = page(weigh="root")
    at = pressed(at, "leaf")
    assert lesson(at).finished
    assert "It was made a leaf by hand." in said(at)


def test_the_big_button_follows_the_selected_leaf() -> None:
    """The order of the leaves makes no difference to the tree of ID3."""
    at = acted(page(step="1"), "pick", "2")
    assert (scene(at)["step"]["next"], scene(at)["tree"]["current"]) == (
        "Weigh this node next",
        "2",
    )
    assert "weigh" not in buttons(at)
    at = stepped(at, "next")
    assert lesson(at).weighed == (2,)
    assert "**Wind** is best: 0.9710 bits" in said(at)
    assert scene(at)["step"]["next"] == "Split"
    assert "take" not in buttons(at)  # the stage's own button splits so
    at = stepped(at, "next")
    assert lesson(at).tree[(2,)].split == dt.Multiway(3)
    assert scene(at)["tree"]["current"] == "0"
    assert lesson(history(at, "undo")).tree[(2,)].split is None
    at = stepped(at, "last")
    assert lesson(at).finished
    assert lesson(at).tree.leaves == 5


def test_where_the_order_is_the_algorithms_it_says_why() -> None:
    at = page(data="iris", recipe="cart", order="best", step="3")
    coming = lesson(at).turn
    assert coming is not None
    leaf = next(n for n in lesson(at).timeline.state.node_rows if n != coming.move.node)
    at = acted(at, "pick", ".".join(map(str, leaf)))
    assert scene(at)["step"]["next"] == "Weigh"
    assert "The node with the largest decrease comes next (▶)" in said(at)
    at = pressed(at, "weigh")
    assert lesson(at).weighed == leaf


@pytest.mark.on_push(2)
@pytest.mark.parametrize(
    "params",
    [
        {"data": "playtennis", "recipe": "id3"},
        {"data": "iris", "recipe": "cart"},
        {"data": "iris", "recipe": "c45"},
        {"data": "mtcars", "recipe": "regression"},
    ],
)
def test_every_view_of_every_column(params: dict[str, str]) -> None:
    at = page(**params, weigh="root")
    for column in range(2):
        at = looking_at(at, column)
        for view in ("working", "curve", "drop", "node"):
            at = viewed(at, view)


def test_the_numbers_of_a_node_close_when_the_lesson_moves_on() -> None:
    at = page(weigh="root")
    at = viewed(at, "node")
    assert "**How mixed are these rows?**" in said(at)
    at = stepped(at, "next")
    at = stepped(at, "next")
    assert chosen_view(at) == "working"


def test_the_number_in_the_sentence_opens() -> None:
    at = page()
    assert not scene(at)["opens"]  # counts alone
    at = stepped(at, "next")
    at = viewed(at, "node")
    at = looking_at(at, 3)
    assert scene(at)["opens"]
    at = acted(at, "open")
    assert lesson(at).candidate is not None
    assert lesson(at).dataset.columns[lesson(at).candidate.column].name == "Outlook"  # type: ignore[union-attr]
    assert kept(at, GrowLook).view == "working"
    at = stepped(at, "next")
    assert not scene(at)["opens"]


def test_the_collapse_in_the_sentence_opens() -> None:
    at = page(data="titanic", recipe="c45")
    at = stepped(at, "last")
    assert "so the branch becomes a leaf" in said(at)
    assert scene(at)["opens"]
    at = acted(at, "open")
    assert "How mixed are these rows?" in said(at)


def test_a_pressed_count_lights_its_rows() -> None:
    at = page(weigh="root")
    found = queries(lesson(at), GrowLook())
    wanted = Query((), dt.Multiway(0), 0, 1)
    at = acted(at, "count", next(key for key, query in found.items() if query == wanted))
    made = scene(at)["rows"]
    assert made["head"] == ["", "3 rows", " · Outlook = Sunny ∧ Play = No"]
    assert (made["lit"], made["opens"]) == (3, "")  # 0.9403 is that of other rows


def test_a_chosen_row_says_its_way_and_lights_it() -> None:
    at = page(step="8")
    at = row_chosen(at, 0)
    way = "Row 1: Outlook = Sunny ∧ Humidity = High → "
    assert scene(at)["rows"]["said"] == [[way, "No", "; it is No."]]
    assert scene(at)["tree"]["lit"] == {"root": 1, "0": 1, "0.0": 1}


def test_xor_ends_with_its_reason() -> None:
    at = page(data="xor", recipe="cart", step="1")
    assert "No allowed split gains anything, so the algorithm stops here." in said(at)


def test_regression_and_chinese() -> None:
    at = page(data="hitters", recipe="regression", depth="3", weigh="root", lang="zh")
    assert "92.0953" in said(at)
    assert "最优" in said(at)


def test_a_bad_link_says_so_and_opens_playtennis() -> None:
    at = page(data="nowhere")
    assert "nowhere" in said(at)
    assert lesson(at).choice.key == "playtennis"


def test_without_graphviz_the_tree_is_drawn_and_only_pictures_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(self: Worker, source: str, form: str = "plain") -> bytes:
        raise PictureError("no Graphviz")

    monkeypatch.setattr(Worker, "render", fails)
    at = page(data="consumer_credit", recipe="id3")
    assert [node["says"] for node in scene(at)["nodes"]]
    at = stepped(at, "next", "next")
    assert lesson(at).timeline.cursor == 1
    assert not at.error
    at = unfolded(at, "more", more_tabs="Files")
    assert any("dot -Tsvg tree_consumer_credit_id3.dot" in said.value for said in at.caption)
    monkeypatch.undo()
    assert not any(
        "dot -Tsvg" in said.value for said in unfolded(at, "more", more_tabs="Files").caption
    )


def test_a_picture_is_drawn_once_in_the_colours_of_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And where Graphviz fails only then, it is said."""
    asked, usual = list[str](), Worker.render

    def slow(self: Worker, source: str, form: str = "plain") -> bytes:
        if form != "plain":
            asked.append(source)
        if len(asked) > 1:
            raise PictureError("too late")
        return usual(self, source, form)

    at = page(data="playtennis", recipe="id3", step="8")
    monkeypatch.setattr(Worker, "render", slow)
    monkeypatch.setattr(graphviz, "theme", lambda: "dark")
    at = acted(at, "graphviz")
    assert len(asked) == 1
    assert not at.exception
    assert not any("dot -Tsvg" in said.value for said in at.caption)
    at = checked(at.run())
    assert any("dot -Tsvg" in said.value for said in at.caption)


def test_the_headline_is_about_the_node_whose_panel_is_open() -> None:
    at = page(step="1")
    assert statement(at).startswith("Split on **Outlook**")
    at = acted(at, "pick", "1")
    assert statement(at) == "**Outlook = Overcast**: 4 rows, not decided yet."
    assert not scene(at)["opens"]
    at = acted(acted(at, "last"), "pick", "1")
    assert statement(at) == "**Outlook = Overcast**: 4 rows. A leaf: **Yes**."
    assert statement(acted(at, "pick", "0")) == (
        "**Outlook = Sunny**: 5 rows, split on **Humidity**."
    )


def test_what_is_selected_does_not_hide_what_is_folded_above_it() -> None:
    address = {"data": "playtennis", "recipe": "id3", "step": "8"}
    for of in (page(**address), opened("pruning", **address)):
        at = acted(acted(of, "pick", "0.0"), "fold", "0")
        assert kept(at, TreeLook).folding.closed == {(0,)}
        assert scene(at)["tree"]["selected"] == "0"
        assert "0.0" not in {node["id"] for node in scene(at)["nodes"]}


def test_what_is_folded_in_one_table_is_not_folded_in_another() -> None:
    at = acted(page(data="playtennis", recipe="id3", step="8"), "fold", "0")
    assert kept(at, TreeLook).folding.closed == {(0,)}
    assert kept(turned(at, "grow"), TreeLook).folding.closed == {(0,)}
    at = turned(picked(turned(at, "home"), "golf"), "grow")
    assert kept(at, TreeLook).folding == Folding()


def test_graphviz_lies_over_the_page_until_the_page_is_left() -> None:
    def script() -> None:
        from pages.ui.components import graphviz
        from pages.ui.shell import session
        from pages.ui.shell.places import Departure, depart

        depart("grow")
        graphviz.look(None)
        depart("grow")
        assert session.view(Departure).over
        depart("pruning")
        depart("grow")
        assert not session.view(Departure).over

    checked(AppTest.from_function(script).run())
