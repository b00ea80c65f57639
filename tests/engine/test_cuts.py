"""The best cut of a column: that of its curve, for values a bit apart, beside any other node."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from tests.engine.random_frames import CART, frame_of, same, some_cases
from tests.small_tables import stepped
from tests.strategies import seeds


@pytest.mark.on_push(6)
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("seed", seeds(1, step=3))
def test_a_candidate_is_the_first_best_of_its_curve(seed: int, weights: str | None) -> None:
    """At every node of a tree. What a curve scores is worked out in ``test_candidates``."""
    for data, recipe in some_cases(frame_of(seed + 1), seed, weights, every=8):
        lesson = dt.start(data, recipe).finish()
        for node in lesson.state.tree:
            here = lesson.problem, lesson.state, node.id
            for candidate in dt.weigh(*here).candidates if node.split else ():
                if data.columns[candidate.column].numeric and candidate.split:
                    first_best(candidate, dt.curve(*here, candidate.column))


def first_best(candidate: dt.stepping.Candidate, curve: dt.growth.Scored) -> None:
    allowed, before = curve.admitted, candidate.scores["impurity_before"]
    assert candidate.scores["tries"] == allowed.sum()
    if not allowed.any():
        assert candidate.verdict == dt.Verdict.TOO_FEW_ROWS
        return
    rank = np.where(allowed, curve.rank, -np.inf)
    best = np.flatnonzero(rank >= rank.max() - 1e-9 * max(rank.max(), before))
    low, high = candidate.split.gap
    assert low <= curve.key[best[0]] <= high
    assert candidate.tied == len(best) - 1
    assert candidate.scores["gain"] == pytest.approx(curve.gain[best[0]], abs=1e-12 * before)


def grown_from(data: dt.Dataset, recipe: dt.Recipe, cut: float) -> dt.Tree:
    """Both sides of a cut of the first column at once."""
    return dt.start(data, recipe).do(dt.Expand((), dt.Threshold(0, cut))).finish().state.tree


def test_fractional_weights_do_not_leak_from_node_to_node() -> None:
    """A node of three light rows beside one of many heavy ones finds its cut all the same."""
    random = np.random.default_rng(0)
    n = 3000
    x, y = random.normal(size=n), random.integers(0, 2, n)
    x[-3:], y[-3:] = [1.0, 2.0, 3.0], [0, 1, 1]
    heavy = np.arange(n) < n - 3
    weight = np.where(heavy, 1e6 + random.random(n), 1.0)
    frame = pd.DataFrame({"side": ~heavy * 1.0, "x": x, "y": y.astype(str), "w": weight})
    tree = grown_from(dt.Dataset.from_frame(frame, target="y", weights="w"), CART.limited(2), 0.5)
    assert tree[(1,)].split == dt.Threshold(1, 1.5)
    assert [tree.impurity(child) for child in tree.children((1,))] == [0, 0]


def test_small_spreads_far_from_other_nodes_are_seen() -> None:
    """Squares: one node's values differ by billions, the other's by billionths."""
    y = np.array([0.0, 4e9, 1e9, 7e9, 1e-9, 2e-9, 9e-9, 9e-9])
    data = dt.Dataset.from_frame(
        pd.DataFrame({"x": np.arange(8.0), "y": y}), target="y", kinds={"y": "numeric"}
    )
    tree = grown_from(data, dt.recipe("regression"), 3.5)
    assert tree[(1,)].split == dt.Threshold(0, 5.5)


@pytest.mark.parametrize(
    "cells",
    [
        [0.0, -0.0, 1.0, -1.0, 1e-300, -1e300, 5.0],
        [1.0, np.nextafter(1, 2), np.nextafter(1, 0)],
        [-1.0, np.nextafter(-1, -2), np.nextafter(-1, 0)],
        [*np.linspace(0, 1, 300)],
    ],
)
@pytest.mark.parametrize("n", [2, 7, 300, 5000])
def test_values_are_told_apart_to_the_last_bit(cells: list[float], n: int) -> None:
    """Each cut of the curve has as many rows of each class on the left as there are."""
    random = np.random.default_rng(n)
    x, y = random.choice(cells, n), random.integers(0, 2, n)
    y[:2] = 0, 1
    frame = pd.DataFrame({"x": x, "z": random.normal(size=n), "y": y})
    kinds = {"x": "numeric", "y": "nominal"}
    lesson = dt.start(dt.Dataset.from_frame(frame, target="y", kinds=kinds), CART)
    curve = dt.curve(lesson.problem, lesson.state, (), 0)
    values = np.unique(x)[:-1]
    left = [np.bincount(y[x <= value], minlength=2).tolist() for value in values]
    assert curve.stats[:, 0].tolist() == left


@pytest.mark.parametrize("levels", [15, 16, 17, 21])
def test_columns_go_down_a_wide_split_in_order(levels: int) -> None:
    """A wide multiway split on the way, then cuts: the rows of each child are still in order."""
    random = np.random.default_rng(3)
    n, names = 900, [f"v{i:02}" for i in range(levels)]
    nominal = pd.Categorical(random.choice(names, n), names, ordered=True)
    x = random.normal(size=(n, 3)).round(2)
    y = np.where(x[:, 0] * nominal.codes > x[:, 1] * 9, "u", "v")
    frame = pd.DataFrame({"n": nominal, "a": x[:, 0], "b": x[:, 1], "c": x[:, 2], "y": y})
    data = dt.Dataset.from_frame(frame, target="y")
    recipe = replace(CART, splitter=dt.recipe("c45").splitter).limited(4)
    tree = dt.grow(data, recipe)
    assert dt.Multiway(0) in tree.splits
    same(tree, stepped(data, recipe))
