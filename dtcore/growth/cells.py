"""The cuts of columns of numbers: flat over cells, a cell being a column at a node.

A cut stands behind a run of the table of runs (``dtcore.model.runs``): that run and those before
it in its cell go left. Which cuts there are, how many rows each sends to either side, and what
the statistics of the two branches are. Not done here: scoring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.counts import Counts
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.runs import RunTable

IN_LINE: Final = 7
"""So many classes are added one after the other, in whatever way they lie in memory; more are not,
and rounding would differ."""
Running = Callable[[IntArray], IntArray]
"""Running sums (..., w) at runs (w,)."""


@dataclass(frozen=True, eq=False)
class CutOptions:
    """The o cuts of some cells, by cell, then by value: ``cell`` (o,) and ``place`` (o,) the run
    behind which each stands. ``missing`` (o,) is the branch of missing cells, -1 if it has none;
    None if no cut says so. ``alone``: that run goes left by itself."""

    cell: IntArray
    place: IntArray
    missing: IntArray | None = None
    alone: bool = False

    def part(self, chosen: BoolArray | IntArray) -> CutOptions:
        missing = None if self.missing is None else self.missing[chosen]
        return CutOptions(self.cell[chosen], self.place[chosen], missing, self.alone)


@dataclass(frozen=True, eq=False)
class Cells:
    """The c cells of a table of r runs, and the ``node`` (c,) of each.

    ``missing_as_level``: cuts send missing cells to either side. ``stripped``: missing cells are
    no runs to be cut at, and else are a level like others.

    ``ends`` (c,) is the last run of each cell, and ``last`` (c,) that of known values; where there
    is none, the one before the first. ``gaps`` (c,): whether some rows of a cell are missing; None
    if it is so nowhere.
    """

    counts: Counts
    table: RunTable
    missing_as_level: bool
    stripped: bool
    node: IntArray
    ends: IntArray
    last: IntArray
    gaps: BoolArray | None

    @classmethod
    def of(
        cls, counts: Counts, table: RunTable, missing_as_level: bool, stripped: bool = True
    ) -> Cells:
        """``table`` of runs of ``counts``."""
        dataset, ends = counts.dataset, table.start[1:] - 1
        node = table.cell // len(dataset.columns)
        if not (stripped and dataset.gappy):
            return cls(counts, table, missing_as_level, stripped, node, ends, ends, None)
        missing = dataset.codes.missing.take(table.cell - node * len(dataset.columns))
        some = table.code(ends) == missing
        gaps = some if some.any() else None
        return cls(counts, table, missing_as_level, stripped, node, ends, ends - some, gaps)

    @cached_property
    def column(self) -> IntArray:
        """(c,) the column of each cell."""
        return self.table.cell - self.node * len(self.counts.dataset.columns)

    @cached_property
    def of_run(self) -> IntArray:
        """(r,) the cell of each run."""
        start = self.table.start
        return np.arange(len(start) - 1).repeat(start[1:] - start[:-1])

    def plain(self, min_gap: float) -> bool:
        """Whether a cut may stand behind every run but the last of its cell."""
        return self.gaps is None and self.counts.close(min_gap) is None

    def boundaries(self, min_gap: float) -> BoolArray:
        """(r,) whether a cut may stand behind a run: a known value more than ``min_gap`` above
        comes next in its cell."""
        inside = self.inside()
        close = self.counts.close(min_gap)
        if close is not None:
            runs = np.flatnonzero(inside & close[self.column][self.of_run])
            column, codes = self.column[self.of_run[runs]], self.table.code(runs)
            runs = runs[self.counts.near(column, codes, min_gap)]
            low, high = self.beside(runs)
            with np.errstate(over="ignore"):
                inside[runs] = high - low > min_gap
        return inside

    def inside(self) -> BoolArray:
        """(r,) whether another known run of the same cell comes next."""
        inside = np.ones(len(self.table.rows), bool)
        inside[self.ends] = False
        if self.gaps is not None:
            inside[self.last] = False
        return inside

    def beside(self, runs: IntArray) -> tuple[FloatArray, FloatArray]:
        """(h,) each: the numbers on either side of the cuts behind ``runs`` (h,)."""
        column = self.column[self.of_run[runs]]
        codes = self.table.code(runs), self.table.code(runs + 1)
        return self.counts.beside(column, *codes)

    def options(self, inside: BoolArray) -> CutOptions:
        """The cuts ``inside`` (r,) of the cells. Where missing counts as a value of its own each
        comes twice, missing on the right first, and known against missing is one more."""
        place = inside.nonzero()[0]
        # where few are left, they are looked up
        few = 8 * len(place) < len(inside)
        cell = self.ends.searchsorted(place) if few else self.of_run.take(place)
        if not self.missing_as_level or self.gaps is None:
            return CutOptions(cell, place)
        twice = self.gaps[cell]
        apart = np.flatnonzero(self.gaps & (self.last >= self.table.start[:-1]))
        sides = np.where(twice, 1, -1), np.zeros(twice.sum(), np.intp), np.ones(len(apart), np.intp)
        cells = np.concatenate([cell, cell[twice], apart])
        places = np.concatenate([place, place[twice], self.last[apart]])
        missing = np.concatenate(sides)
        order = np.lexsort((-missing, places, cells))
        return CutOptions(cells[order], places[order], missing[order])

    def sides(self, running: Running, options: CutOptions) -> tuple[IntArray, IntArray]:
        """(..., o) each: what of running sums lies on the left of each cut, and at its cell."""
        before, known, every = self._sums(running)
        left = running(options.place)
        if options.alone:
            left -= np.where(options.place > 0, running(options.place - 1), 0)
        else:
            left -= before.take(options.cell, axis=-1)
        whole = (every if self.missing_as_level else known).take(options.cell, axis=-1)
        if options.missing is not None:
            unknown = (every - known).take(options.cell, axis=-1)
            left += np.where(options.missing == 0, unknown, 0)
        return left, whole

    def _sums(self, running: Running) -> tuple[IntArray, IntArray, IntArray]:
        """(..., c) each: what running sums hold before each cell, of its known rows, of all."""
        ends = running(self.ends)
        before = np.zeros_like(ends)
        before[..., 1:] = ends[..., :-1]
        every = ends - before
        if self.gaps is None:
            return before, every, every
        known = np.where(self.last < self.table.start[:-1], 0, running(self.last) - before)
        return before, known, every

    def known(self, running: NDArray[Any]) -> IntArray:
        """(c,) what a running sum holds of the known rows of each cell."""
        return self._sums(running.take)[1]

    def unknown(self) -> FloatArray:
        """(c,) the weight of the rows whose cell is missing."""
        _, known, every = self._sums(self.table.weight.take)
        return np.asarray((every - known) * self.counts.units[0][self.node])

    def known_share(self) -> FloatArray | float:
        """(c,) the share of the weight whose cell is known, 1 where none is."""
        if self.gaps is None:
            return 1.0
        _, known, every = self._sums(self.table.weight.take)
        return np.where(known > 0, known / every, 1.0)

    def known_stats(self) -> FloatArray:
        """(c, k) the statistics of the known rows."""
        return self._statistics(self._sums(self._moments)[1][None], self.node)[:, 0]

    def branches(self, options: CutOptions) -> FloatArray:
        """(o, 2, k) the statistics of the branches of each cut."""
        left, whole = self.sides(self._moments, options)
        whole -= left
        sums = np.concatenate([left[None], whole[None]])
        return self._statistics(sums, self.node.take(options.cell))

    def _moments(self, runs: IntArray) -> IntArray:
        """(k, w) weight and distances and squares up to and with each of ``runs`` (w,), or the
        weight of each class."""
        table, classes = self.table, self.counts.classes
        sums = table.at(runs)
        if classes not in (0, 2):
            return sums
        weight = table.weight.take(runs)
        first = weight - sums[0] if classes else weight
        return np.concatenate([first[None], sums])

    def _statistics(self, sums: IntArray, node: IntArray) -> FloatArray:
        """(o, b, k) statistics from whole sums (b, k, o) at ``node`` (o,)."""
        # by class and branch in memory: what is summed over so few runs along options
        moments = sums.astype(np.float64).transpose(2, 0, 1)
        if moments.shape[2] > IN_LINE:
            moments = np.ascontiguousarray(moments)
        if self.counts.weighted or not self.counts.classes:
            units = self.counts.units[: 1 if self.counts.classes else 3, node]
            moments *= units.T[:, None, :]
        return self.counts.recentre(moments, node)
