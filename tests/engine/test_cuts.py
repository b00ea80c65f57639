"""The best cut of a column: that of a list of all cuts, of sorted columns, for small spreads."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.growth.cuts import best_cuts, cut_values
from dtcore.growth.frontier import Frontier
from dtcore.growth.scoring import score
from dtcore.kernel.orders import FEW
from dtcore.model.presort import by_value
from tests.engine.random_frames import CART, cases, frame_of, same


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("seed", range(1, 200, 6))
def test_the_kernel_finds_what_a_list_of_all_cuts_shows(seed: int, weights: str | None) -> None:
    """Three nodes at once against the threshold curve of each column, scored by ``of``."""
    frame = frame_of(seed)
    for data, recipe in cases(frame, weights):
        node_rows = [data.all_rows.take(np.arange(i, len(data), 3)) for i in range(3)]
        frontier = Frontier.of(data, node_rows)
        before = recipe.impurity.of(frontier.stats())
        best = best_cuts(recipe, frontier, before)
        for numeric, column in enumerate(data.presorted.columns.tolist()):
            scored = score(recipe, frontier, column, before)
            for node in range(3):
                here = (scored.options.node == node) & scored.admitted
                assert best.tries[node, numeric] == here.sum()
                if not here.any():
                    assert best.at[node, numeric] == -1
                    continue
                rank = np.where(here, scored.rank, -np.inf)
                top = rank.max()
                first = int(np.argmax(rank >= top - 1e-9 * max(top, before[node])))
                assert best.gain[node, numeric] == pytest.approx(
                    scored.gain[first], abs=1e-12 * before[node]
                )
                cuts = recipe.splitter.numeric
                cut = cut_values(cuts, frontier, np.array([numeric]), best.at[[node], numeric])
                mark = scored.options.mark[[first]]
                assert cut == cuts.placed(mark, data.columns[column].distinct)


def test_fractional_weights_do_not_leak_from_node_to_node() -> None:
    """A node of three light rows beside one of many heavy ones finds its cut all the same."""
    random = np.random.default_rng(0)
    n = 3000
    x, y = random.normal(size=n), random.integers(0, 2, n)
    x[:3], y[:3] = [1.0, 2.0, 3.0], [0, 1, 1]
    weight = np.where(np.arange(n) < 3, 1.0, 1e6 + random.random(n))
    frame = pd.DataFrame({"x": x, "y": y.astype(str), "w": weight})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    rows = data.all_rows
    node_rows = [rows.take(np.arange(3, n)), rows.take(np.arange(3))]
    frontier = Frontier.of(data, node_rows)
    before = dt.Gini().of(frontier.stats())
    best = best_cuts(CART, frontier, before)
    assert cut_values(CART.splitter.numeric, frontier, np.array([0]), best.at[[1], 0]) == [1.5]
    assert best.gain[1, 0] == pytest.approx(before[1], rel=1e-9)


def test_small_spreads_far_from_other_nodes_are_seen() -> None:
    """Squares: one node's values differ by billions, the other's by billionths."""
    y = np.array([0.0, 4e9, 1e9, 7e9, 1e-9, 2e-9, 9e-9, 9e-9])
    data = dt.Dataset.from_frame(
        pd.DataFrame({"x": np.arange(8.0), "y": y}), target="y", kinds={"y": "numeric"}
    )
    recipe = dt.recipe("regression")
    node_rows = [data.all_rows.take(np.arange(4)), data.all_rows.take(np.arange(4, 8))]
    frontier = Frontier.of(data, node_rows)
    best = best_cuts(recipe, frontier, recipe.impurity.of(frontier.stats()))
    assert cut_values(recipe.splitter.numeric, frontier, np.array([0]), best.at[[1], 0]) == [5.5]


@pytest.mark.parametrize(
    "cell",
    [
        [0.0, 1.0, -1.0, 1e-300, -1e300, 5.0],
        [1.0, np.nextafter(1, 2), np.nextafter(1, 0), 1.0],
        [-1.0, np.nextafter(-1, -2), np.nextafter(-1, 0), -1.0],
        [np.inf, -np.inf, 0.0, 1.0],
    ],
)
def test_columns_are_sorted_to_the_last_bit_and_ties_by_row(cell: list[float]) -> None:
    random = np.random.default_rng(0)
    for n in (1, 2, 7, 300, 5000):
        cells = np.array([random.choice(cell, n), random.normal(size=n)])
        np.testing.assert_array_equal(by_value(cells), np.argsort(cells, axis=1, kind="stable"))


def test_a_column_with_more_levels_than_passes_goes_down_sorted() -> None:
    """A wide multiway split on the way, then cuts: the rows of each child are still in order."""
    random = np.random.default_rng(3)
    n, levels = 900, [f"v{i:02}" for i in range(FEW + 5)]
    nominal = pd.Categorical(random.choice(levels, n), levels, ordered=True)
    x = random.normal(size=(n, 3)).round(2)
    y = np.where(x[:, 0] * nominal.codes > x[:, 1] * 9, "u", "v")
    frame = pd.DataFrame({"n": nominal, "a": x[:, 0], "b": x[:, 1], "c": x[:, 2], "y": y})
    data = dt.Dataset.from_frame(frame, target="y")
    recipe = replace(CART, splitter=dt.recipe("c45").splitter)
    tree = dt.grow(data, recipe)
    assert dt.Multiway(0) in tree.splits
    same(tree, dt.start(data, recipe).finish().state.tree)
