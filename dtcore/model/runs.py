"""Rows counted by node, column and code: what every split of every column is scored from.

A run is the rows of a node whose cells in a column have the same code
(``dtcore.model.codes``)::

    node 0, column 0, codes 0 0 1 3 3 3, classes 1 0 0 1 1 0

    code    0   1   3        only codes that are present
    rows    2   3   6        up to and with the run, counted on from cell to cell
    sums    1   1   3        of class 1, likewise

Not done here: any counting. ``dtcore.kernel.tallies`` makes such tables of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import IntArray


@dataclass(frozen=True, eq=False)
class Summands:
    """The m rows of S nodes end to end, and what is summed of them, in whole numbers.

    ``rows`` (m,) of the table, the same one as often as one likes; ``node`` (m,) rising;
    ``sizes`` (S,) rows of each node, at least one. ``target`` (m,): class codes, or the weighted
    distance of a number to its node's mean on a grid; ``squares`` (m,) int64, of a number: its
    weighted square on a grid. ``weights`` (m,) int64 on a grid, None if every row weighs 1.
    ``classes`` is 0 for a number.
    """

    rows: IntArray
    node: IntArray
    sizes: IntArray
    target: NDArray[Any]
    squares: IntArray | None
    weights: IntArray | None
    classes: int

    @property
    def by_class(self) -> bool:
        """Whether a row adds nothing but itself to the sums of its class."""
        return bool(self.classes) and self.weights is None


@dataclass(frozen=True, eq=False)
class RunTable:
    """r runs of c cells, a cell being a column at a node; all of a cell's runs are in one table.

    ``cell`` (c,) is node · d + column of d columns. The runs of cell i, by rising code, are
    ``start[i]`` to ``start[i + 1]``, of (c + 1,); there is at least one. ``rows`` (r,) int32 or
    int64 counts on over the whole table: the rows of all runs up to and with this one.
    ``weight`` (r,) sums their weights likewise, and is ``rows`` itself where every row weighs 1.
    ``sums`` (q, r): the weight of class 1 of two, or of each of three and more classes; the
    distances and the squares of a number. Long sums wrap around, so that only differences mean
    anything. ``code`` gives the codes of runs.

    Tables of sorted rows keep less: of a number the distances alone, and of three and more
    classes without weights no sums, but the ``labels`` (rows,), the class of each row by run.
    What is left out of ``sums``, ``more`` counts (q', w) up to and with some runs (w,). They share
    a ``memory``, if they are of the same nodes, by column, then by node: what follows from the
    nodes and their totals, row by row of one column; ``rows`` (m,) in it are 1 to m.
    """

    cell: IntArray
    start: IntArray
    rows: NDArray[Any]
    weight: NDArray[Any]
    sums: NDArray[Any]
    code: Callable[[IntArray], NDArray[Any]]
    memory: dict[Any, NDArray[Any]] | None = None
    labels: NDArray[Any] | None = None
    more: Callable[[IntArray], NDArray[Any]] | None = None

    def at(self, runs: IntArray) -> NDArray[Any]:
        """(q, w) all sums up to and with each of ``runs`` (w,)."""
        sums = self.sums.take(runs, axis=1)
        return sums if self.more is None else np.concatenate([sums, self.more(runs)])

    def only(self, runs: IntArray) -> RunTable:
        """Some of the runs, rising, with the last one of each cell among them: those that are
        left out become part of the next one."""
        code, rows = self.code(runs), self.rows.take(runs)
        weight = rows if self.weight is self.rows else self.weight.take(runs)
        start = runs.searchsorted(self.start)
        return RunTable(self.cell, start, rows, weight, self.at(runs), code.take)

    @classmethod
    def joined(cls, tables: Sequence[RunTable]) -> RunTable:
        """The cells of all ``tables``."""
        if len(tables) == 1:
            return tables[0]
        codes = [table.code(np.arange(len(table.rows))) for table in tables]
        starts = np.cumsum([0, *(len(table.rows) for table in tables)])
        pairs = zip(tables, starts.tolist(), strict=False)
        rows = _counted_on([table.rows for table in tables])
        weighted = any(table.weight is not table.rows for table in tables)
        return cls(
            np.concatenate([table.cell for table in tables]),
            np.append(
                np.concatenate([table.start[:-1] + first for table, first in pairs]), starts[-1]
            ),
            rows,
            _counted_on([table.weight for table in tables]) if weighted else rows,
            _counted_on([table.at(np.arange(len(table.rows))) for table in tables]),
            np.concatenate(codes).take,
        )


def _counted_on(running: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Running sums (..., r) end to end, each counted on from the one before."""
    ends = np.stack([sums[..., -1] for sums in running]).astype(np.int64)
    before = np.cumsum(ends, axis=0) - ends
    pairs = zip(running, before, strict=True)
    return np.concatenate([sums + begin[..., None] for sums, begin in pairs], axis=-1)
