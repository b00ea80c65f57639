"""The fast makers of the table of runs behind one function: which of them counts which column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.kernel.counting import Bins, count, from_parents
from dtcore.kernel.orders import Orders
from dtcore.kernel.sorting import sorted_tables
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import IntArray
from dtcore.model.runs import RunTable, Summands

FULL: Final = 0.5
"""So many bins a row a column may have to be counted; with more of them, rows are sorted."""

MANY: Final = 32
"""Of so many classes at most there are bins."""


@dataclass(frozen=True, eq=False)
class Tallies:
    """The rows of a level, ``columns`` (b,) of which are to be counted.

    ``bins`` holds the counts of those with few codes for so many rows, None if there are none;
    ``others`` are sorted, or have been: ``orders``.
    """

    codes: Codes
    level: Summands
    columns: IntArray
    bins: Bins | None
    others: IntArray
    orders: Orders | None

    def tables(self) -> Iterator[RunTable]:
        """The runs of each column at each node, once."""
        if self.bins is not None:
            yield from self.bins.tables(len(self.codes.columns))
        if self.orders is not None:
            yield from self.orders.tables(self.others)
        elif len(self.others):
            yield from sorted_tables(self.codes, self.level, self.others)

    def below(self, level: Summands, parent: IntArray, kept: IntArray) -> Tallies:
        """The next level, whose nodes come from nodes ``parent`` (S',) of this one, and whose
        rows from places ``kept`` (m',). The orders of this one are gone then."""
        few, others = _few(self.codes, level, self.columns)
        orders = None
        if _ordered(level, others):
            known = self.orders or Orders(self.codes, self.level, {}, frozenset())
            orders = known.below(level, parent, kept, others.tolist())
        bins = self._bins_below(level, parent, few)
        return Tallies(self.codes, level, self.columns, bins, others, orders)

    def _bins_below(self, level: Summands, parent: IntArray, few: IntArray) -> Bins | None:
        if not len(few):
            return None
        small = len(level.rows) * len(few) <= SMALL
        if self.bins is None or small or not level.by_class:
            return count(self.codes, level, few)
        if not np.isin(few, self.bins.columns).all():
            return count(self.codes, level, few)
        return from_parents(self.codes, level, self.bins.only(few), parent)


def tallies(codes: Codes, level: Summands, columns: IntArray | None = None) -> Tallies:
    """The rows of ``level``, to be counted by each of ``columns``, or by all."""
    asked = np.arange(len(codes.columns)) if columns is None else columns
    few, others = _few(codes, level, asked)
    bins = count(codes, level, few) if len(few) else None
    orders = Orders.of(codes, level, others.tolist()) if _ordered(level, others) else None
    return Tallies(codes, level, asked, bins, others, orders)


def _ordered(level: Summands, columns: IntArray) -> bool:
    """Whether the keys of ``columns`` (b,) are many, and wide."""
    return len(level.rows) * len(columns) > SMALL


def _few(codes: Codes, level: Summands, columns: IntArray) -> tuple[IntArray, IntArray]:
    """Those of ``columns`` (b,) that have so few codes that they are counted in bins, and the
    others."""
    if level.by_class and level.classes > MANY:
        return columns[:0], columns
    rows, sizes = len(level.rows), codes.sizes.take(columns)
    most = 2 * FULL * rows / (len(level.sizes) * max(level.classes, 2))
    if rows * len(columns) > SMALL:
        few = sizes <= most
        return columns[few], columns[~few]
    # one call for all of them
    some = len(columns) if int(np.add.reduce(sizes)) <= most * len(columns) else 0
    return columns[:some], columns[some:]
