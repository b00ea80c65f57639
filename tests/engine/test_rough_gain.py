"""The fast forms of criteria agree with their formulas, cut by cut."""

from dataclasses import dataclass
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.kernel import scores
from dtcore.kernel.scores import ROUGH, rough_gain
from dtcore.kernel.tallies import tallies
from dtcore.model.codes import Codes
from dtcore.model.columns import Column, Field, frozen
from dtcore.model.runs import RunTable, Summands
from dtcore.policies.impurity import ImpurityCriterion
from tests.engine.levels_to_count import LIMITS, column_of, level_of, limits
from tests.strategies import law_of

UNITS = 2.0**-30, 2.0**-20
"""What 1 stands for in distances and in weights."""


def stats_of(level: Summands, rows: np.ndarray) -> np.ndarray:
    """(k,) the statistics of some rows of a level, as a criterion reads them."""
    weights = np.ones(len(rows)) if level.weights is None else level.weights[rows] * UNITS[1]
    if level.classes:
        return np.bincount(level.target[rows], weights, level.classes).astype(np.float64)
    sums = level.target[rows] * UNITS[0]
    mean = sums.sum() / weights.sum()
    away = ((sums / weights - mean) ** 2 * weights).sum()
    return np.array([weights.sum(), sums.sum(), away])


def last_known(coded: Codes, table: RunTable) -> np.ndarray:
    ends = table.start[1:] - 1
    missing = [-1 if c.missing is None else c.missing for c in coded.columns]
    return ends - (table.code(ends) == np.array(missing)[table.cell % len(coded.columns)])


def check(criterion: ImpurityCriterion, coded: Codes, level: Summands, table: RunTable) -> None:
    last = last_known(coded, table)
    unit = UNITS[0] / (1.0 if level.weights is None else UNITS[1])
    rough = rough_gain(criterion, table, last, np.full(len(table.cell), unit))
    assert rough is not None
    code = table.code(np.arange(len(table.rows)))
    for i, cell in enumerate(table.cell.tolist()):
        node, column = divmod(cell, len(coded.columns))
        known = np.flatnonzero(level.node == node)
        codes = coded.columns[column].codes[level.rows[known]]
        if coded.columns[column].missing is not None:
            present = codes != coded.columns[column].missing
            known, codes = known[present], codes[present]
        for run in range(int(table.start[i]), int(last[i])):
            sides = known[codes <= code[run]], known[codes > code[run]]
            branches = np.stack([stats_of(level, rows) for rows in sides])[None]
            weights = branches[..., 0] if not level.classes else branches.sum(axis=-1)
            before = criterion.of(stats_of(level, known)[None])
            gain = criterion.of_splits(branches, weights, before)[0]
            assert abs(rough[run] - gain) <= ROUGH / 2 * max(before[0], gain, 1e-9)


@dataclass(frozen=True)
class Other(dt.Gini):
    """It may score in its own way."""


@law_of(3)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(
        [dt.Gini(), dt.Entropy(), dt.Entropy(None), dt.ErrorRate(), dt.Twoing(), dt.Variance()]
    ),
    st.booleans(),
    st.sampled_from(LIMITS[:3]),
    st.sampled_from([scores.COUNTED, 2]),
)
def test_fast_forms_agree_with_the_formulas(
    seed: int,
    criterion: ImpurityCriterion,
    weighted: bool,
    bounds: tuple[int, float],
    counted: int,
) -> None:
    """Of nodes of more rows than ``counted`` nothing is looked up."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.choice([1, 3, 20, 60])), int(rng.integers(1, 4))
    columns = [column_of(rng, n, f"x{j}") for j in range(d)]
    classes = 0 if isinstance(criterion, dt.Variance) else int(rng.choice([1, 2, 3, 10]))
    rows = rng.integers(0, n, n)
    node = np.sort(np.unique(rng.integers(0, 3, n), return_inverse=True)[1])
    level = level_of(rng, rows, node, classes, weighted)
    with limits(*bounds), mock.patch.object(scores, "COUNTED", counted):
        coded = Codes.of(columns, n)
        for table in tallies(coded, level).tables():
            check(criterion, coded, level, table)


def test_a_subclass_has_no_fast_form() -> None:
    rows = np.arange(4)
    level = Summands(rows, 0 * rows, np.array([4]), rows % 2, None, None, 2)
    coded = Codes.of([column_of(np.random.default_rng(1), 4, "x")], 4)
    (table,) = tallies(coded, level).tables()
    assert rough_gain(Other(), table, last_known(coded, table), np.ones(1)) is None


@pytest.mark.on_push(1)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("n", [pytest.param(60_000, marks=pytest.mark.nightly), 70_000])
@pytest.mark.parametrize("values", [40, None])
def test_products_beyond_32_bits(n: int, values: int | None, classes: int) -> None:
    """Many rows of few values and of many, two nodes, three columns that count on."""
    rng = np.random.default_rng(n)
    cells = rng.normal(size=(3, n)) if values is None else rng.integers(0, values, (3, n)) * 1.0
    coded = Codes.of([Column(Field(f"x{j}"), frozen(x)) for j, x in enumerate(cells)], n)
    node = (np.arange(n) >= n - 20).astype(np.int64)
    target = (cells[0] + rng.normal(size=n) > 0) + rng.integers(0, classes - 1, n)
    level = Summands(np.arange(n), node, np.bincount(node), target, None, None, classes)
    for table in tallies(coded, level).tables():
        rough = rough_gain(dt.Gini(), table, table.start[1:] - 1, np.ones(len(table.cell)))
        assert rough is not None
        sums = table.at(np.arange(len(table.rows)))
        sums = sums if classes > 2 else np.stack([table.rows - sums[0], *sums])
        counts = np.diff(sums.astype(float), prepend=0.0).T
        for first, end in zip(table.start[:-1].tolist(), table.start[1:].tolist(), strict=True):
            left, whole = counts[first:end].cumsum(axis=0)[:-1], counts[first:end].sum(axis=0)
            branches = np.stack([left, whole - left], axis=1)
            exact = dt.Gini().of_splits(branches, branches.sum(axis=-1), dt.Gini().of(whole))
            most = ROUGH / 2 * dt.Gini().of(whole)
            assert rough[first : end - 1] == pytest.approx(exact, abs=most)
