"""Every maker of the table of runs gives the plain counts, to the last whole number."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcore.kernel import counting, tallies
from dtcore.model.codes import Codes
from dtcore.model.columns import Column, Field, frozen
from dtcore.model.runs import RunTable, Summands
from tests.engine.levels_to_count import LIMITS, column_of, level_of, limits
from tests.strategies import law, law_of

Counted = dict[tuple[int, int], tuple[int, ...]]
"""Rows, weight and sums by cell and code."""


def plain(coded: Codes, level: Summands, columns: Iterable[int]) -> Counted:
    """One row after the other."""
    counted: dict[tuple[int, int], list[int]] = {}
    labels = [1] if level.classes == 2 else range(level.classes)
    for place, row in enumerate(level.rows.tolist()):
        weight = 1 if level.weights is None else int(level.weights[place])
        target = int(level.target[place])
        sums = [weight * (target == label) for label in labels]
        if level.squares is not None:
            sums = [target, int(level.squares[place])]
        for j in columns:
            cell = int(level.node[place]) * len(coded.columns) + j
            key = cell, int(coded.columns[j].codes[row])
            mine = counted.setdefault(key, [0] * (2 + len(sums)))
            for at, one in enumerate([1, weight, *sums]):
                mine[at] += one
    return {key: tuple(mine) for key, mine in counted.items()}


MOST = 300
"""Classes of which no count is kept by run."""


def listed(tables: Iterable[RunTable]) -> Counted:
    counted: Counted = {}
    for table in tables:
        every = np.arange(len(table.rows))
        sums = table.at(every)
        running = np.concatenate([[table.rows], [table.weight], sums]).astype(np.int64)
        sums = np.diff(running, axis=1, prepend=0)
        code = table.code(np.arange(len(table.rows))).astype(int)
        assert (table.start[0], table.start[-1]) == (0, len(code))
        for i, cell in enumerate(table.cell.tolist()):
            runs = slice(table.start[i], table.start[i + 1])
            assert (np.diff(code[runs]) > 0).all()
            for label, column in zip(code[runs].tolist(), sums[:, runs].T.tolist(), strict=True):
                assert (cell, label) not in counted
                counted[cell, label] = tuple(column)
    return counted


@law
@given(st.integers(0, 2**32 - 1))
def test_codes_rise_with_the_numbers(seed: int) -> None:
    """Also of numbers that differ in their last bits alone, and of both zeros."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 300))
    numbers = rng.choice([0.0, -0.0, 1.0, -1.0, 1e300, 5e-324, *rng.normal(size=3)], n)
    near = np.nextafter(numbers, np.inf)
    x = np.where(rng.random(n) < 0.5, numbers, near)
    with limits(0, 1.0):
        coded = Codes.of([Column(Field("x"), frozen(x))], n).columns[0]
    values, expected = np.unique(x, return_inverse=True)
    assert coded.values is not None
    np.testing.assert_array_equal(coded.codes, expected)
    np.testing.assert_array_equal(coded.values, values)


def child_level(
    rng: np.random.Generator, level: Summands
) -> tuple[Summands, np.ndarray, np.ndarray]:
    """Some of the nodes cut in two; of some of the halves no row goes on."""
    side = rng.integers(0, 2, len(level.rows))
    half = level.node * 2 + side
    stays = rng.random(2 * len(level.sizes)) < 0.8
    kept = np.flatnonzero(stays[half])
    kept = kept[np.argsort(side[kept], kind="stable")]
    open_, node = np.unique(np.stack([side, level.node])[:, kept], axis=1, return_inverse=True)
    weights = None if level.weights is None else level.weights[kept]
    target = level.target[kept]
    squares = None if level.squares is None else level.squares[kept]
    below = Summands(
        level.rows[kept],
        node.ravel(),
        np.bincount(node.ravel()),
        target,
        squares,
        weights,
        level.classes,
    )
    return below, open_[1], kept


@law_of(5)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([0, 1, 2, 3, 10, MOST]),
    st.booleans(),
    st.sampled_from(LIMITS),
)
def test_all_makers_count_the_same(
    seed: int, classes: int, weighted: bool, bounds: tuple[int, float]
) -> None:
    """Some nodes with rows that repeat, then three levels below them, of random columns."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.choice([1, 3, 20, 200])), int(rng.integers(1, 7))
    columns = [column_of(rng, n, f"x{j}") for j in range(d)]
    rows = rng.integers(0, n, int(rng.integers(1, 2 * n + 1)))
    node = np.unique(rng.integers(0, 4, len(rows)), return_inverse=True)[1]
    level = level_of(rng, rows, np.sort(node), classes, weighted)
    with limits(*bounds):
        coded = Codes.of(columns, n)
        found = tallies.tallies(coded, level)
        assert listed(found.tables()) == plain(coded, level, range(d))
        for _ in range(3):
            below, *origin = child_level(rng, level)
            if not len(below.rows):
                break
            found, level = found.below(below, *origin), below
            assert listed(found.tables()) == plain(coded, level, range(d))
        some = np.array([d - 1])
        assert listed(tallies.tallies(coded, level, some).tables()) == plain(coded, level, some)


def test_the_larger_child_is_what_the_smaller_one_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    n, d = 2_000, 40
    coded = Codes.of(
        [Column(Field(str(j)), frozen(rng.integers(0, 3, n) * 1.0)) for j in range(d)], n
    )
    rows = np.arange(n)
    level = Summands(rows, 0 * rows, np.array([n]), rng.integers(0, 2, n), None, None, 2)
    root = tallies.tallies(coded, level)
    node = (rows >= 500).astype(np.int64)
    below = Summands(rows, node, np.bincount(node), level.target, None, None, 2)
    counted, count = [], counting.count

    def noted(codes: Codes, part: Summands, columns: np.ndarray) -> counting.Bins:
        counted.append(len(part.rows))
        return count(codes, part, columns)

    monkeypatch.setattr(counting, "count", noted)
    found = root.below(below, np.array([0, 0]), rows)
    assert counted == [500]
    assert listed(found.tables()) == plain(coded, below, range(d))


@law_of(3)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0, 1 << 16]))
def test_codes_are_ranks(seed: int, small: int) -> None:
    """A code stands for the cell's own value, codes rise as values do, the last one is missing."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([1, 3, 20, 200]))
    columns = [column_of(rng, n, f"x{j}") for j in range(4)]
    columns.append(Column(Field("wide"), frozen(rng.integers(-(10**9), 10**9, n) * 1.0)))
    with limits(small, 1.0):
        coded = Codes.of(columns, n)
    for column, mine in zip(columns, coded.columns, strict=True):
        assert mine.codes.max() < mine.size
        gone = np.isnan(column.values) if column.numeric else column.values < 0
        assert (mine.missing is not None) == gone.any()
        assert ((mine.codes == mine.missing) == gone).all() or mine.missing is None
        if column.numeric:
            assert mine.values is not None
            assert mine.values.tolist() == column.distinct.tolist()
            assert (mine.values[mine.codes[~gone]] == column.values[~gone]).all()
        else:
            assert (mine.codes[~gone] == column.values[~gone]).all()


@pytest.mark.parametrize(
    ("cells", "closest"),
    [([1.0, 1.5, np.nan, 4.0], 0.5), ([2.0], np.inf), ([-1e308, 1e308], np.inf)],
)
def test_the_two_nearest_values(cells: list[float], closest: float) -> None:
    coded = Codes.of([Column(Field("x"), frozen(np.array(cells)))], len(cells))
    assert coded.columns[0].closest == closest


def test_both_zeros_are_one_value() -> None:
    for cells in ([0.0, -0.0, 0.5], [-0.0, 0.0, 70_000.5]):
        (mine,) = Codes.of([Column(Field("x"), frozen(np.array(cells)))], 3).columns
        assert mine.codes.tolist() == [0, 0, 1]
        assert not np.signbit(np.asarray(mine.values)).any()


def test_a_part_keeps_what_codes_stand_for() -> None:
    coded = Codes.of([Column(Field("x"), frozen(np.array([3.0, np.nan, 1.0, 2.0])))], 4)
    part = coded.part(np.array([0, 3]))
    assert part.columns[0].codes.tolist() == [2, 1]
    assert part.n_rows == 2
    assert part.columns[0].values is coded.columns[0].values
    assert (part.columns[0].size, part.columns[0].missing) == (4, 3)
