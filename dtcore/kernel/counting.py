"""Counting rows by node and code, in one bin for each: for columns of few values.

A bin costs as much as a row or two, so this is for columns whose bins do not outnumber the rows;
``dtcore.kernel.sorting`` is for the others. Neighbouring columns of very few values are counted
as one column of all their combinations (``dtcore.model.codes.Pack``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.codes import SMALL, Codes, Pack
from dtcore.model.columns import IntArray
from dtcore.model.runs import RunTable, Summands

PIECE: Final = 1 << 17
"""Bins that are made a table of at a time, so that no array outgrows the cache."""


@dataclass(frozen=True, eq=False)
class Bins:
    """Counts of S nodes by the codes of ``columns`` (b,), W codes in all, end to end.

    ``rows`` (S, W) int32; ``weight`` (S, W) int64, None if every row weighs 1; ``sums``
    (q, S, W) int32 or int64 as those of a ``RunTable``. ``sizes`` (b,) are the columns' codes.
    """

    columns: IntArray
    sizes: IntArray
    rows: NDArray[Any]
    weight: NDArray[Any] | None
    sums: NDArray[Any]

    @cached_property
    def offsets(self) -> IntArray:
        """(b,) the bin of each column's first code."""
        return self.sizes.cumsum() - self.sizes

    def only(self, columns: IntArray) -> Bins:
        """The counts by some of the columns."""
        if len(columns) == len(self.columns):
            return self
        chosen = np.isin(self.columns, columns)
        bins = np.flatnonzero(np.repeat(chosen, self.sizes))
        weight = None if self.weight is None else self.weight[:, bins]
        sizes = self.sizes[chosen]
        return Bins(columns, sizes, self.rows[:, bins], weight, self.sums[..., bins])

    def tables(self, d: int) -> Iterator[RunTable]:
        """The runs of these counts, of a table with ``d`` columns, some nodes at a time."""
        nodes, width = self.rows.shape
        step = max(1, PIECE // width)
        code = np.arange(width) - self.offsets.repeat(self.sizes)
        for first in range(0, nodes, step):
            yield self._table(slice(first, min(first + step, nodes)), d, code)

    def _table(self, nodes: slice, d: int, code: IntArray) -> RunTable:
        rows = self.rows[nodes]
        taken = rows.ravel() != 0
        place = taken.nonzero()[0]
        node = np.arange(len(rows))[:, None]
        running = _running(rows, place)
        return RunTable(
            cell=((node + nodes.start) * d + self.columns).ravel(),
            start=starts_of(taken, (node * len(code) + self.offsets).ravel()),
            rows=running,
            weight=running if self.weight is None else _running(self.weight[nodes], place),
            sums=_running(self.sums[:, nodes], place),
            code=lambda runs: code.take(place.take(runs) % len(code)),
        )


def _running(counts: NDArray[Any], place: IntArray) -> NDArray[Any]:
    """Running sums of the counts (..., s, W) at flat places (r,)."""
    taken = counts.reshape(*counts.shape[:-2], -1).take(place, axis=-1)
    return taken.cumsum(axis=-1, dtype=taken.dtype, out=taken)


def starts_of(new: NDArray[Any], begin: IntArray) -> IntArray:
    """(c + 1,) the first run of each cell, and the end; ``new`` (p,) tells by place whether there
    is a run, and ``begin`` (c,) where cells begin."""
    starts = np.zeros(len(begin) + 1, np.intp)
    np.add.reduceat(new, begin, dtype=np.intp).cumsum(out=starts[1:])
    return starts


def count(codes: Codes, level: Summands, columns: IntArray) -> Bins:
    """The counts of all rows of ``level`` by the codes of ``columns`` (b,)."""
    sizes = codes.sizes[columns]
    nodes, begins = len(level.sizes), sizes.cumsum()
    width, begins = int(begins[-1]), begins - sizes
    if len(level.rows) * len(columns) <= SMALL:
        cells = codes.at(level.rows, columns.tolist()) + begins.astype(np.uint32)[:, None]
        return Bins(columns, sizes, *_counted(level, cells, width))
    q = {0: 2, 2: 1}.get(level.classes, level.classes)
    rows = np.empty((nodes, width), np.int32)
    weight = None if level.weights is None else np.empty((nodes, width), np.int64)
    by_rows = level.classes and level.weights is None
    sums = np.empty((q, nodes, width), np.int32 if by_rows else np.int64)
    begin_of = dict(zip(columns.tolist(), begins.tolist(), strict=True))
    for pack in _passes(codes, level, columns):
        counts = _counted(level, pack.codes.take(level.rows, mode="clip"), pack.size)
        for into, some in zip((rows, weight, sums), counts, strict=True):
            if into is not None and some is not None:
                for j, one in _apart(some, pack.columns, codes.sizes[list(pack.columns)]):
                    into[..., begin_of[j] : begin_of[j] + one.shape[-1]] = one
    return Bins(columns, sizes, rows, weight, sums)


def _passes(codes: Codes, level: Summands, columns: IntArray) -> Iterator[Pack]:
    """Each of ``columns`` once: in a pack, if its combinations do not outnumber the rows, or
    alone."""
    most = 2 * len(level.rows) // (len(level.sizes) * max(level.classes, 2))
    single = dict.fromkeys(columns.tolist())
    for pack in codes.packs:
        if pack.size <= most and single.keys() >= set(pack.columns):
            yield pack
            for j in pack.columns:
                del single[j]
    for j in single:
        yield Pack((j,), codes.columns[j].codes, codes.columns[j].size)


def _apart(
    counts: NDArray[Any], columns: Sequence[int], sizes: IntArray
) -> Iterator[tuple[int, NDArray[Any]]]:
    """The counts (..., size) of each of the columns of which ``counts`` has all combinations."""
    if len(columns) == 1:
        yield columns[0], counts
        return
    half = len(columns) // 2
    first, last = sizes[:half], sizes[half:]
    both = counts.reshape(*counts.shape[:-1], int(first.prod()), int(last.prod()))
    yield from _apart(both.sum(axis=-1), columns[:half], first)
    yield from _apart(both.sum(axis=-2), columns[half:], last)


def _counted(
    level: Summands, cells: NDArray[Any], width: int
) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[Any]]:
    """Rows, weights and sums, (S, width) and (q, S, width), of ``cells`` (m,) or (b, m)."""
    nodes, k = len(level.sizes), max(level.classes, 1)
    by_class = level.node * k + level.target if level.classes else level.node
    key = (by_class * width + cells).ravel().astype(np.intp, copy=False)
    bins = nodes * k * width
    if level.classes and level.weights is None:
        counts = np.bincount(key, minlength=bins).reshape(nodes, k, width)
        return np.add.reduce(counts, axis=1), None, _of_classes(counts)
    rows = np.bincount(key, minlength=bins).reshape(nodes, k, width).sum(axis=1)
    if level.classes:
        weights = _added(key, level.weights, cells.shape, bins).reshape(nodes, k, width)
        return rows, weights.sum(axis=1), _of_classes(weights)
    both = [_added(key, values, cells.shape, bins) for values in (level.target, level.squares)]
    sums = np.stack(both).reshape(2, nodes, width)
    if level.weights is None:
        return rows, None, sums
    weight = _added(key, level.weights, cells.shape, bins)
    return rows, weight.reshape(nodes, width), sums


def _added(
    key: IntArray, values: NDArray[Any] | None, shape: tuple[int, ...], bins: int
) -> IntArray:
    """(bins,) the sums of whole numbers ``values`` (m,), that key (m,) or each of (b, m)."""
    sums = np.zeros(bins, np.int64)
    # bincount would add in floating point, which loses the last of 62 bits
    np.add.at(sums, key, np.broadcast_to(np.asarray(values), shape).ravel())
    return sums


def _of_classes(counts: NDArray[Any]) -> NDArray[Any]:
    """(q, S, W) of counts (S, k, W): class 1 of two, otherwise all."""
    return (counts[:, 1:] if counts.shape[1] == 2 else counts).swapaxes(0, 1)


def from_parents(codes: Codes, level: Summands, parents: Bins, parent: IntArray) -> Bins:
    """The counts of ``level``, unweighted, whose nodes are children of ``parent`` (S,).

    Of two children that hold all rows of their parent, the smaller one is counted, and the larger
    one is what is left.
    """
    large, small = _pairs(level.sizes, parent, parents)
    alone = np.ones(len(parent), bool)
    alone[large] = False
    counted = np.flatnonzero(alone)
    number = np.cumsum(alone) - 1
    kept = np.flatnonzero(alone.take(level.node))
    part = Summands(
        level.rows.take(kept),
        number.take(level.node.take(kept)),
        level.sizes[counted],
        level.target.take(kept),
        None,
        None,
        level.classes,
    )
    found = count(codes, part, parents.columns)
    shape = len(parent), found.rows.shape[1]
    rows, sums = np.empty(shape, np.int32), np.empty((len(found.sums), *shape), np.int32)
    of, less = parent[large], number[small]
    triples = zip(sums, found.sums, parents.sums, strict=True)
    for into, some, whole in (
        (rows, found.rows, parents.rows),
        *triples,
    ):
        into[counted] = some
        into[large] = whole[of] - some[less]
    return Bins(parents.columns, parents.sizes, rows, None, sums)


def _pairs(sizes: IntArray, parent: IntArray, parents: Bins) -> tuple[IntArray, IntArray]:
    """The larger and the smaller node (p,) of each pair that holds all rows of its parent."""
    size = parents.rows[:, : parents.sizes[0]].sum(axis=1)
    order = np.argsort(parent, kind="stable")
    first, second = order[:-1], order[1:]
    pair = parent[first] == parent[second]
    pair &= sizes[first] + sizes[second] == size[parent[first]]
    first, second = first[pair], second[pair]
    more = sizes[first] >= sizes[second]
    return np.where(more, first, second), np.where(more, second, first)
