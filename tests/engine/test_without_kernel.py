"""The engine without its faster makers is whole: it finds the same, bit for bit.

The plain maker of the table of runs takes the place of ``dtcore.kernel.tallies``, and no fast form
of a criterion says which cuts come near the best.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.growth import best_splits, frontier, weighing
from dtcore.growth.best_splits import BestSplits
from dtcore.growth.counts import PlainTallies
from dtcore.kernel import counting, tallies
from dtcore.kernel.tallies import MANY
from dtcore.model import codes
from tests.engine.gappy_tables import Case, gappy
from tests.engine.random_frames import cases, frame_of
from tests.strategies import law

Grown = tuple[dt.Tree, list[BestSplits]]


@contextmanager
def kernel(on: bool) -> Iterator[list[BestSplits]]:
    """With the fast makers even where tables are small, or without; what is found at each level."""
    found: list[BestSplits] = []
    search = best_splits.best_splits

    def noted(*args: Any) -> BestSplits:
        found.append(search(*args))
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighing, "best_splits", noted)
        if on:
            patch.setattr(best_splits, "FEW", 0)
            patch.setattr(best_splits, "WHOLE", 0)
            for module in (codes, counting, tallies):
                patch.setattr(module, "SMALL", 0)
        else:
            patch.setattr(best_splits, "rough_gain", lambda *args: None)
            patch.setattr(frontier, "tallies", PlainTallies)
        yield found


def grown(data: dt.Dataset, recipe: dt.Recipe, on: bool) -> Grown:
    with kernel(on) as found:
        return dt.grow(data, recipe), found


def check(data: dt.Dataset, recipe: dt.Recipe) -> None:
    (tree, levels), (plain, expected) = (grown(data, recipe, on) for on in (True, False))
    assert tree == plain
    np.testing.assert_array_equal(tree.stats, plain.stats)
    assert len(levels) == len(expected)
    for one, other in zip(levels, expected, strict=True):
        for name, values in vars(one).items():
            np.testing.assert_equal(values, vars(other)[name], err_msg=name)


@law
@given(st.integers(0, 10_000), st.sampled_from([None, "w"]))
def test_trees_and_evidence_are_the_same(seed: int, weights: str | None) -> None:
    """Trees, and of every column at every node its best split, gain, tries and ties."""
    for data, recipe in cases(frame_of(seed), weights):
        check(data, recipe)


@law
@given(gappy())
def test_with_missing_cells_too(case: Case) -> None:
    table, recipe = case
    check(table.data(), recipe)


@pytest.mark.on_push(3)
@pytest.mark.parametrize("criterion", [dt.Entropy(), dt.Gini(), dt.ErrorRate(), dt.Twoing()])
@pytest.mark.parametrize("gaps", [0.0, 0.1])
def test_of_many_classes_rows_are_looked_at_and_not_classes(
    criterion: dt.ImpurityCriterion, gaps: float
) -> None:
    draw = np.random.default_rng(2)
    x = draw.normal(size=300).round(1)
    label = (np.abs(x) * 20 + draw.random(300) * 20).astype(int)
    frame = pd.DataFrame({"x": x, "z": draw.random(300), "y": [f"c{code}" for code in label]})
    frame.loc[draw.random(300) < gaps, "x"] = np.nan
    data = dt.Dataset.from_frame(frame, target="y")
    assert len(data.schema.classes) > MANY
    check(data, replace(dt.recipe("cart"), impurity=criterion))
