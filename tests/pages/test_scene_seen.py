"""What of a lesson is sent, and when: nothing that is still to be guessed, nothing of a tree that
one builds, and ahead only what then comes true.

The bytes are read as the browser gets them.
"""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dtcore import explain
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.grow.grow_view import BuildView
from pages.ui.grow.guess import GuessView
from tests.pages import visit
from tests.pages.stage import (
    acted,
    block,
    guessing_at,
    keys,
    page,
    payload,
    pressed,
    said,
    scene,
    statement,
    stepped,
    viewed,
)
from tests.pages.visit import checked, keep, lesson

TABLES: list[dict[str, str]] = [
    {},
    {"data": "iris", "recipe": "cart"},
    {"data": "golf", "recipe": "c45"},
    {"data": "hitters", "recipe": "regression", "depth": "3"},
]
VERDICTS = ("wins", "tied", "best", "lower", "ruled out", "too many values", "no gain", "one value")
OF_CANDIDATES = {"candidates", "verdict", "working", "tied", "view"}


def guessing(at: AppTest) -> AppTest:
    keep(at, TreeLook, asks=True)
    return checked(at.run())


def building(at: AppTest) -> AppTest:
    keep(at, BuildView, on=True)
    return checked(at.run())


def told(at: AppTest) -> str:
    """All that is sent, but for what buttons are called and the class shares of nodes: these are
    seen in any case, and one of them may be a score too."""
    whole = payload(at)
    whole["scene"].pop("words")
    for node in whole["scene"]["nodes"]:
        node.pop("bar")
    return json.dumps(whole, ensure_ascii=False)


def scores(at: AppTest) -> set[str]:
    """Of the candidates of the selected node, each as it is shown with four decimals."""
    here = lesson(at)
    name = explain.headline(here.recipe)
    found = {c.scores.get(name, 0.0) for c in here.evidence.candidates}
    return {f"{score:.4f}" for score in found if score > 1e-4}


def columns(at: AppTest) -> list[str]:
    return [column.name for column in lesson(at).dataset.columns]


def nothing_is_told(at: AppTest) -> None:
    """Neither scores nor verdicts, nor a winner or what it would make, nor what comes next."""
    sent, now = told(at), scene(at)
    assert payload(at)["next"] is None
    assert scores(at)
    impurity = {line for node in now["nodes"] for line in node["lines"]}
    assert not [s for s in scores(at) if s in sent and not any(s in line for line in impurity)]
    assert not set(keys(at)) & OF_CANDIDATES
    assert not [one for one in now["panel"] if one["type"] == "views"]
    assert not [one for one in now["panel"] if one["type"] == "ranking"]
    lists = [one for one in now["panel"] if one["type"] == "list"]
    places = [list(map(columns(at).index, one["columns"])) for one in lists]
    assert all(one == sorted(one) for one in places)
    said = json.dumps([now["say"], now["panel"]], ensure_ascii=False).replace("question wins", "")
    assert not [verdict for verdict in VERDICTS if verdict in said]
    assert {node["kind"] for node in now["nodes"]} <= {"ask", "open", "leaf"}
    assert not [node for node in now["nodes"] if "by" in node.get("tray", {})]
    assert not [node for node in now["nodes"] if node["kind"] == "open" and node["head"] != "?"]
    assert '"branches"' not in sent
    assert not now["opens"]


def all_is_told(at: AppTest) -> None:
    now = scene(at)
    assert all(score in told(at) for score in scores(at))
    assert {"candidates", "view", "working"} <= set(keys(at))
    assert [row for row in block(at, "candidates")["rows"] if row["best"]]
    here = next(node for node in now["nodes"] if node["id"] == now["tree"]["selected"])
    assert here["kind"] != "open" or here["tray"]["by"]
    assert here["kind"] != "open" or [n for n in now["nodes"] if n["up"] == here["id"]]


@pytest.mark.parametrize("opened", TABLES)
def test_what_is_to_be_guessed_is_not_sent_before_the_guess(opened: dict[str, str]) -> None:
    at = guessing(page(**opened))
    assert payload(at)["next"] is None  # the root is not weighed yet
    assert "candidates" not in keys(at)
    at = stepped(at, "next")
    nothing_is_told(at)
    at = guessing_at(at, 0)
    all_is_told(at)
    assert payload(at)["next"] is None  # the children are still to be guessed
    at = stepped(at, "next")
    assert payload(at)["next"] is None
    at = stepped(at, "next")
    open_here = lesson(at).weighed == lesson(at).node
    if open_here and lesson(at).weighed is not None:
        nothing_is_told(at)
        all_is_told(checked(at.button(key="guess_give_up").click().run()))


def test_no_act_tells_what_is_to_be_guessed() -> None:
    at = stepped(guessing(page(data="iris", recipe="cart")), "next")
    column = lesson(at).dataset.columns[2].name
    keep(at, TreeLook, asks=True)
    keep(at, GuessView, kind="score")  # without scores to guess, a question is the guess
    acts: list[tuple[str, object]] = [
        ("look", column), ("view", "working"), ("view", "node"), ("open", None),
        ("opennode", None), ("count", "q0"), ("row", 3), ("do", "take"), ("do", "take:2"),
        ("do", "weigh"), ("do", "anyway"), ("shows", "histogram"), ("pick", "root"),
    ]  # fmt: skip
    for kind, value in acts:
        at = acted(at, kind, value)
        nothing_is_told(at)
        assert lesson(at).weighed == ()
    assert lesson(at).tree[()].split is None
    at = pressed(at, "regions")
    nothing_is_told(at)


def test_what_is_to_be_guessed_is_not_told_beside_another_node() -> None:
    at = stepped(guessing(page()), "next")
    at = stepped(checked(at.button(key="guess_give_up").click().run()), "next", "next")
    assert lesson(at).weighed == (0,)
    at = acted(at, "pick", "root")
    assert "candidates" in keys(at)  # those of the root
    assert "0.9710 bits" not in said(at)
    assert "Humidity" not in statement(at)
    assert not scene(at)["opens"]
    assert payload(at)["next"] is None
    nothing_is_told(acted(at, "pick", "0"))


def test_who_does_not_guess_any_more_is_told() -> None:
    at = stepped(guessing(page()), "next")
    nothing_is_told(at)
    keep(at, TreeLook, asks=False)
    at = checked(at.run())
    all_is_told(at)
    assert set(payload(at)["next"]) >= {"say", "tree", "nodes", "panel", "step"}


@pytest.mark.parametrize("opened", TABLES)
def test_who_builds_a_tree_is_told_nothing_of_another(opened: dict[str, str]) -> None:
    at = building(page(**opened))
    nothing_is_told(at)
    at = checked(at.button(key="build_split").click().run())
    assert lesson(at).tree[()].split is not None
    nothing_is_told(at)
    for kind, value in (("do", "weigh"), ("next", None), ("last", None), ("do", "take")):
        before = lesson(at)
        at = acted(at, kind, value)
        assert lesson(at) is before
        nothing_is_told(at)
    at = acted(at, "pick", "root")
    nothing_is_told(at)


@pytest.mark.parametrize("opened", TABLES)
def test_a_node_that_is_not_weighed_tells_nothing_of_its_candidates(opened: dict[str, Any]) -> None:
    now = scene(page(**opened))
    assert not {one["key"] for one in now["panel"]} & OF_CANDIDATES
    assert {node["kind"] for node in now["nodes"]} == {"open"}


@pytest.mark.on_push(4)
@pytest.mark.slow
@pytest.mark.parametrize("opened", TABLES)
@pytest.mark.parametrize("view", ["working", "node", "curve", "regions"])
def test_what_is_told_ahead_comes_true(opened: dict[str, str], view: str) -> None:
    """Whatever is open on the page; curves and regions are drawn anew, so nothing is told."""
    at = page(**opened)
    keep(at, GrowLook, view=view if view != "node" else "working")
    at = checked(at.run())
    for _ in range(5):
        following = payload(at)["next"]
        assert following is not None or view in ("curve", "regions")
        foretold = scene(at) | following if following is not None else None
        at = stepped(at, "next")
        assert foretold is None or scene(at) == foretold
        if view == "node" and "view" in keys(at):
            at = viewed(at, view)


def test_what_is_told_ahead_comes_true_where_a_nodes_numbers_hide_a_curve() -> None:
    at = viewed(viewed(page(weigh="root"), "curve"), "node")
    assert payload(at)["next"] is None
    at = viewed(at, "working")
    assert payload(at)["next"] is not None


def test_what_was_wanted_of_a_leaf_ends_with_it() -> None:
    """A leaf of one class was not weighed: what could be asked of it is seen if one wants to."""
    at = acted(page(step="8"), "pick", "1")
    assert "candidates" not in keys(at)
    at = pressed(at, "anyway")
    assert "candidates" in keys(at)
    assert "candidates" not in keys(pressed(at, "anyway"))
    at = pressed(at, "anyway")
    assert "candidates" not in keys(acted(at, "pick", "0.0"))


def test_pages_that_prune_tell_nothing_ahead() -> None:
    assert payload(visit.opened("pruning", data="kyphosis"))["next"] is None
