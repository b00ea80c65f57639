"""Which node comes next, and what a limit on the leaves makes of it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from tests.small_tables import dataset, stepped, table

BEST_FIRST = replace(dt.recipe("cart"), ordering=dt.BestFirst())


def order(data: dt.Dataset, recipe: dt.Recipe) -> list[tuple[int, ...]]:
    return [step.move.node for step in dt.start(data, recipe).finish().steps]


def limited(leaves: int, ordering: object) -> dt.Recipe:
    return replace(dt.recipe("cart"), ordering=ordering, stopping=(dt.Pure(), dt.MaxLeaves(leaves)))


def test_the_node_that_gains_most_comes_first() -> None:
    """Five rows of u beside one of v gain less than three of each, and leaves come last."""
    data = table("uuuuuv" + "uuuvvv", x=[0.0] * 6 + [1.0] * 6, z=[0.0] * 5 + [1.0] * 4 + [2.0] * 3)
    by_hand = dt.start(data, BEST_FIRST).do(dt.Expand((), dt.Threshold(0, 0.5)))
    assert [by_hand.step().last.move.node, by_hand.jump(3).last.move.node] == [(1,), (0,)]


def test_the_gain_counts_with_the_share_of_rows() -> None:
    """On the right a gain of 0.5 for two rows of twelve, on the left 0.18 for ten of them."""
    data = table("uuuuuuuuuv" + "uv", x=[0.0] * 10 + [1.0] * 2, z=[0.0] * 9 + [1.0] + [0.0, 1.0])
    by_hand = dt.start(data, BEST_FIRST).do(dt.Expand((), dt.Threshold(0, 0.5)))
    assert by_hand.step().last.move.node == (0,)


def test_of_tied_nodes_the_leftmost_comes_first() -> None:
    data = table("uvuv", x=[0.0, 0.0, 1.0, 1.0], z=[0.0, 1.0, 0.0, 1.0])
    by_hand = dt.start(data, BEST_FIRST).do(dt.Expand((), dt.Threshold(0, 0.5)))
    assert by_hand.step().last.move.node == (0,)


@pytest.mark.parametrize("key", ["iris", "biopsy"])
def test_without_a_limit_every_order_gives_the_same_tree(key: str) -> None:
    data = dataset(key, complete=True)
    trees = [
        stepped(data, replace(BEST_FIRST, ordering=ordering))
        for ordering in (dt.BestFirst(), dt.DepthFirst(), dt.BreadthFirst())
    ]
    assert trees[0] == trees[1] == trees[2] == dt.grow(data, dt.recipe("cart"))


@pytest.mark.parametrize("leaves", [1, 2, 3, 5])
def test_a_limit_is_kept_and_used_up(leaves: int) -> None:
    tree = dt.grow(dataset("iris"), limited(leaves, dt.BestFirst()))
    assert tree.leaves == leaves


def test_the_rest_is_closed_with_the_limit_as_the_reason() -> None:
    lesson = dt.start(dataset("iris"), limited(3, dt.BestFirst())).finish()
    reasons = {step.move.node: step.reason.rule for step in lesson.steps if step.reason}
    assert reasons == {(0,): dt.Pure(), (1, 0): dt.MaxLeaves(3), (1, 1): dt.MaxLeaves(3)}
    assert lesson.length == len(lesson.steps) == 5


def test_the_order_decides_which_nodes_are_split() -> None:
    """Depth first spends the leaves on the left, best first where they gain most."""
    data = dataset("biopsy", complete=True)
    best, deep = (limited(6, ordering) for ordering in (dt.BestFirst(), dt.DepthFirst()))

    def impurity(tree: dt.Tree) -> float:
        return sum(tree.weight(n.id) * tree.impurity(n.id) for n in tree if n.leaf)

    assert impurity(dt.grow(data, best)) < impurity(dt.grow(data, deep))
    assert order(data, best) != order(data, deep)


def test_a_decrease_is_counted_in_the_whole_table() -> None:
    """Three rows of twelve with a gain of 4/9 lower the tree's impurity by 1/9."""
    data = table("uuuuuuuuu" + "uuv", x=[0.0] * 9 + [1.0] * 3, z=[0.0] * 9 + [0.0, 0.0, 1.0])
    for least, node_is_split in ((0.1111, True), (0.1112, False)):
        recipe = replace(dt.recipe("cart"), stopping=(dt.Pure(), dt.MinDecrease(least)))
        lesson = dt.start(data, recipe).do(dt.Expand((), dt.Threshold(0, 0.5))).finish()
        assert bool(lesson.state.tree[(1,)].split) == node_is_split
    assert lesson.step_of((1,)).reason.rule == dt.MinDecrease(0.1112)


@pytest.mark.parametrize("kind", ["nominal", "numeric"])
def test_a_limit_on_rows_counts_them_or_their_weights(kind: str) -> None:
    """One row of weight 9 beside three of weight 1: enough by weight, too few by rows."""
    cells = {"nominal": list("abbb"), "numeric": [0.0, 1.0, 1.0, 1.0]}[kind]
    frame = pd.DataFrame({"x": cells, "y": list("uvvv"), "w": [9.0, 1.0, 1.0, 1.0]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    for rule, leaves in (
        (dt.MinLeaf(2), 2),
        (dt.MinLeaf(2, weighted=False), 1),
        (dt.MinRows(5), 2),
        (dt.MinRows(5, weighted=False), 1),
    ):
        recipe = replace(dt.recipe("cart"), stopping=(dt.Pure(), rule))
        assert dt.grow(data, recipe).leaves == leaves
        assert stepped(data, recipe).leaves == leaves


def test_rows_are_counted_at_every_node_of_a_level() -> None:
    """Random weights: every branch holds at least three rows, and somewhere exactly three."""
    random = np.random.default_rng(5)
    frame = pd.DataFrame(random.normal(size=(80, 2)).round(1), columns=["a", "b"])
    frame = frame.assign(n=random.choice(list("pqrs"), 80), w=random.choice([0.2, 1.0, 7.0], 80))
    frame["y"] = np.where(frame["a"] + random.normal(size=80) > 0, "u", "v")
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    recipe = replace(dt.recipe("cart"), stopping=(dt.Pure(), dt.MinLeaf(3, weighted=False)))
    tree = dt.grow(data, recipe)
    counts = pd.Series(dt.leaf_ids(tree, data)).value_counts()
    assert counts.min() == 3
    assert tree == stepped(data, recipe)


@pytest.mark.parametrize("name", ["c45", "c45_textbook"])
@pytest.mark.parametrize("weight", [None, "w"])
def test_the_best_first_looks_over_a_branch_without_rows(name: str, weight: str | None) -> None:
    """The last level of x does not occur, so an open node has nothing to be weighed."""
    frame = pd.DataFrame(
        {
            "x": pd.Categorical(list("aabbbb"), list("abc"), ordered=True),
            "z": [1.0, 1.0, 2.0, 2.0, 5.0, 6.0],
            "y": list("uuuvvv"),
            "w": [0.5, 1.0, 2.0, 1.0, 1.5, 1.0],
        }
    )
    data = dt.Dataset.from_frame(frame, target="y", weights=weight)
    data = data if weight else dt.Dataset.from_frame(frame.drop(columns="w"), target="y")
    recipe = replace(dt.recipe(name), ordering=dt.BestFirst(), stopping=(dt.Pure(),))
    lesson = dt.start(data, recipe).do(dt.Expand((), dt.Multiway(0))).finish()
    assert lesson.steps[1].move.node == (1,)
    assert stepped(data, recipe) == dt.grow(data, recipe)
