"""The fast makers of the table of runs behind one function: which of them counts which column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.kernel.counting import Bins, count, from_parents
from dtcore.kernel.sorting import sorted_tables
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import IntArray
from dtcore.model.runs import MANY, RunTable, Summands

FULL: Final = 0.5
"""So many bins a row a column may have to be counted; with more of them, rows are sorted."""


@dataclass(frozen=True, eq=False)
class Tallies:
    """The rows of a level, ``columns`` (b,) of which are to be counted.

    ``bins`` holds the counts of those with few codes for so many rows, None if there are none;
    ``others`` are sorted.
    """

    codes: Codes
    level: Summands
    columns: IntArray
    bins: Bins | None
    others: IntArray

    def tables(self) -> Iterator[RunTable]:
        """The runs of each column at each node, once."""
        if self.bins is not None:
            yield from self.bins.tables(len(self.codes.columns))
        if len(self.others):
            yield from sorted_tables(self.codes, self.level, self.others)

    def below(self, level: Summands, parent: IntArray) -> Tallies:
        """The next level, whose nodes come from nodes ``parent`` (S',) of this one."""
        whole = level.classes and level.weights is None
        large = len(level.rows) * len(self.columns) > SMALL
        if self.bins is None or not (large and whole):
            return tallies(self.codes, level, self.columns)
        few, others = _few(self.codes, level, self.columns)
        if len(level.rows) * len(few) <= SMALL or not np.isin(few, self.bins.columns).all():
            return tallies(self.codes, level, self.columns)
        bins = from_parents(self.codes, level, self.bins.only(few), parent)
        return Tallies(self.codes, level, self.columns, bins, others)


def tallies(codes: Codes, level: Summands, columns: IntArray | None = None) -> Tallies:
    """The rows of ``level``, to be counted by each of ``columns``, or by all."""
    asked = np.arange(len(codes.columns)) if columns is None else columns
    few, others = _few(codes, level, asked)
    return Tallies(codes, level, asked, count(codes, level, few) if len(few) else None, others)


def _few(codes: Codes, level: Summands, columns: IntArray) -> tuple[IntArray, IntArray]:
    """Those of ``columns`` (b,) that have so few codes that they are counted in bins, and the
    others."""
    if level.classes > MANY and level.weights is None:
        return columns[:0], columns
    rows, sizes = len(level.rows), codes.sizes.take(columns)
    most = 2 * FULL * rows / (len(level.sizes) * max(level.classes, 2))
    if rows * len(columns) > SMALL:
        few = sizes <= most
        return columns[few], columns[~few]
    # one call for all of them
    some = len(columns) if int(np.add.reduce(sizes)) <= most * len(columns) else 0
    return columns[:some], columns[some:]
