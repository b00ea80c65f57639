"""The fast makers of the table of runs behind one function: which of them counts which column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.kernel.counting import Bins, count, from_parents
from dtcore.kernel.sorting import sorted_tables
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.runs import RunTable, Summands

FULL: Final = 0.5
"""So many bins a row a column may have to be counted; with more of them, rows are sorted."""


@dataclass(frozen=True, eq=False)
class Tallies:
    """The rows of a level, ``columns`` (b,) of which are to be counted.

    ``bins`` holds the counts of those with few codes for so many rows, None if there are none.
    """

    codes: Codes
    level: Summands
    columns: IntArray
    bins: Bins | None

    def tables(self) -> Iterator[RunTable]:
        """The runs of each column at each node, once."""
        sorted_ = self.columns
        if self.bins is not None:
            yield from self.bins.tables(len(self.codes.columns))
            sorted_ = np.setdiff1d(self.columns, self.bins.columns)
        if len(sorted_):
            yield from sorted_tables(self.codes, self.level, sorted_)

    def below(self, level: Summands, parent: IntArray) -> Tallies:
        """The next level, whose nodes come from nodes ``parent`` (S',) of this one."""
        few = self.columns[_few(self.codes, level, self.columns)]
        large = len(level.rows) * len(few) > SMALL
        whole = level.classes and level.weights is None
        if self.bins is None or not (large and whole):
            return tallies(self.codes, level, self.columns)
        if not np.isin(few, self.bins.columns).all():
            return tallies(self.codes, level, self.columns)
        bins = from_parents(self.codes, level, self.bins.only(few), parent)
        return Tallies(self.codes, level, self.columns, bins)


def tallies(codes: Codes, level: Summands, columns: IntArray | None = None) -> Tallies:
    """The rows of ``level``, to be counted by each of ``columns``, or by all."""
    asked = np.arange(len(codes.columns)) if columns is None else columns
    few = asked[_few(codes, level, asked)]
    return Tallies(codes, level, asked, count(codes, level, few) if len(few) else None)


def _few(codes: Codes, level: Summands, columns: IntArray) -> BoolArray:
    """(b,) whether a column has so few codes that it is counted in bins."""
    rows, sizes = len(level.rows), codes.sizes[columns]
    bins = len(level.sizes) * max(level.classes, 2) * sizes
    if rows * len(columns) > SMALL:
        return np.asarray(bins <= 2 * FULL * rows)
    # one call for all of them
    return np.full(len(columns), bins.sum() <= 2 * FULL * rows * len(columns))
