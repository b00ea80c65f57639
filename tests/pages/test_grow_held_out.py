"""Held-out counts on Grow: the tree grows on training rows, and each node counts the others."""

import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.scene.tree.sketch import held_out_lines
from pages.ui.shell import cache
from tests.pages.pruning import pruned
from tests.pages.stage import acted, node_at, scene
from tests.pages.visit import captions, clicked, lesson, opened, turned, unfolded


@pytest.mark.parametrize("key", ["playtennis", "iris", "carseats"])
def test_the_tree_grows_on_the_rows_that_pruning_trains_on(key: str) -> None:
    address = {"data": key, "hold": "0.3~0"}
    found = link.read(address, lambda choice: cache.dataset(choice, "en")).finish()
    whole = cache.dataset(found.choice.all_rows, "en")
    training, held_out = dt.validation.holdout(whole, 0.3, 0)
    assert found.dataset.digest == training.digest
    assert cache.parts(whole, (0.3, 0, True))[1].digest == held_out.digest
    assert found.tree == dt.grow(training, found.recipe)
    assert link.write(found)["hold"] == "0.3~0"


def test_the_switch_grows_it_anew_and_back() -> None:
    at = opened("grow", data="iris", recipe="cart", step="17")
    whole = lesson(at)
    assert scene(at)["fit"]["holds"] == "Hold out 30%"
    at = acted(at, "hold", True)
    held = lesson(at)
    assert held.finished
    assert (len(held.dataset), len(whole.dataset)) == (105, 150)
    assert scene(at)["fit"]["told"] == "The tree grows on 105 of 150 rows. 45 are held out."
    assert at.query_params["hold"] == "0.3~0"
    assert at.query_params["heldout"] == "1"
    at = acted(at, "hold", False)
    assert lesson(at).tree == whole.tree
    assert "hold" not in at.query_params


@pytest.mark.parametrize("beats", [1, 2])
def test_the_switch_leaves_the_beat_where_it_was(beats: int) -> None:
    """Else the next Page Down weighs what was weighed already, and seems to do nothing."""
    at = opened("grow", data="iris", recipe="cart", step="0")
    for _beat in range(beats):
        at = acted(at, "next")
    before = lesson(at)
    at = acted(at, "hold", True)
    held = lesson(at)
    assert held.timeline.cursor == before.timeline.cursor
    assert (held.weighed is None) == (before.weighed is None)
    assert held.timeline.cursor + 1 == lesson(acted(at, "next")).timeline.cursor


def test_each_node_counts_the_rows_that_reach_it() -> None:
    at = opened("grow", data="iris", recipe="cart", step="17", hold="0.3~0", heldout="1")
    found = lesson(at)
    unseen = cache.parts(cache.dataset(found.choice.all_rows, "en"), (0.3, 0, True))[1]
    lines = held_out_lines(found.tree, unseen)
    assert node_at(at, "root")["lines"][-1] == lines[()][0] == "out 15 · 15 · 15"
    assert len(found.tree) == len(lines)
    for node in found.tree:
        name = ".".join(map(str, node.id)) or "root"
        assert node_at(at, name)["lines"][-1] == lines[node.id][0]
    head = scene(at)["rows"]["head"]
    assert head[-1].endswith(f" · {lines[found.node][0]}")  # where the tree has no room for it
    plain = opened("grow", data="iris", recipe="cart", step="17", hold="0.3~0")
    assert "extra" not in node_at(plain, "root")


def test_pruning_and_use_hold_the_same_rows_out() -> None:
    at = turned(opened("grow", data="iris", recipe="cart", hold="0.2~7", heldout="1"), "pruning")
    now = pruned(at)
    assert now is not None
    assert now.settings.split == (0.2, 7, True)
    assert now.grown.training.digest == lesson(at).dataset.digest
    assert "hold" in at.query_params
    at = opened("use", data="iris", recipe="cart", hold="0.2~7", step="99", tab="evaluate")
    assert "grows on the 120 rows of Grow" in captions(at)


def test_on_pruning_rows_are_held_out_by_a_button() -> None:
    at = unfolded(opened("pruning", data="iris", recipe="cart", heldout="1"), "tree_more")
    at = clicked(at, "nodes_hold_out")
    assert at.query_params["heldout"] == "1"
    assert node_at(at, "root")["lines"][-1] == "out 15 · 15 · 15"


@pytest.mark.parametrize("said", ["", "1", "0.3", "0.95~0", "0~0", "0.3~x", "0.3~0~1", "9~9"])
def test_what_cannot_be_held_out_is_refused(said: str) -> None:
    at = opened("grow", data="iris", hold=said)
    assert "not readable" in at.error[0].value
    assert lesson(at).choice.hold is None
