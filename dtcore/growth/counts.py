"""What is counted of some nodes: all that scoring, choosing and stopping know of the rows.

There are two makers. A ``Frontier`` counts rows in memory; ``dttools.large.counted`` has them
counted where a larger table lies. Code that is written against ``Counts`` serves both. Not done
here: counting rows in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dtcore.model.codes import Codes
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.runs import RunTable, Summands
from dtcore.model.splits import Split, Threshold


class Counts(Protocol):
    """The counts of ``size`` nodes of a table, S in shapes. Moments are those of a frontier."""

    @property
    def dataset(self) -> Dataset: ...

    @property
    def size(self) -> int: ...

    @property
    def weighted(self) -> bool:
        """Whether some row counts for more or less than one."""

    @property
    def classes(self) -> int:
        """How many there are, 0 for a numeric target."""

    @property
    def sizes(self) -> IntArray:
        """(S,) how many rows each node has."""

    @property
    def weight(self) -> FloatArray:
        """(S,) the weight of each node's rows."""

    def stats(self) -> FloatArray:
        """(S, k) the statistics of the nodes themselves."""

    @property
    def row_counts(self) -> FloatArray | None:
        """(S, k) as those of a tree."""

    def recentre(self, moments: FloatArray, node: IntArray) -> FloatArray:
        """Moments (o, ..., k) taken about the means of ``node`` (o,), as a tree keeps them."""

    def part(self, nodes: IntArray) -> Counts:
        """The counts of ``nodes`` alone, renumbered 0, 1, ... in the given order."""

    def level_counts(self, column: int) -> FloatArray:
        """(S, n_levels, k) moments of a nominal column; missing cells are one level more where
        the table has any."""

    @property
    def units(self) -> FloatArray:
        """(3, S) what 1 in the table of runs stands for: of weights, of a number's distances to
        its node's mean, and of their squares."""

    def tables(self, columns: Sequence[int]) -> Iterator[RunTable]:
        """The runs of ``columns`` at all nodes, each cell in one table."""

    def beside(
        self, columns: IntArray, low: IntArray, high: IntArray
    ) -> tuple[FloatArray, FloatArray]:
        """(w,) each: the largest number of the codes ``low`` (w,) of columns of numbers, and the
        least one of the codes ``high``."""

    def near(self, columns: IntArray, codes: IntArray, min_gap: float) -> BoolArray:
        """(w,) whether the next code of a column may be no more than ``min_gap`` above each of
        ``codes`` (w,)."""

    def close(self, min_gap: float) -> BoolArray | None:
        """(c,) the columns of which numbers of neighbouring codes may be no more than ``min_gap``
        apart; None if there are none."""

    def unweighted(self) -> Counts:
        """The same nodes, each row counted as one."""

    def branches(self, node: int, split: Split) -> FloatArray:
        """(b, k) the statistics of the branches of ``split`` at one node."""

    def values_at(self, node: int, column: int) -> FloatArray:
        """Numbers of a column at one node, between which its cuts lie."""


class Tallies(Protocol):
    """Whoever makes the table of runs of some nodes."""

    def tables(self) -> Iterator[RunTable]:
        """The runs of all columns asked for, each cell in one table."""

    def below(self, level: Summands, parent: IntArray, kept: IntArray) -> Tallies:
        """Those of the next level, whose nodes come from nodes ``parent`` (S',) of this one and
        whose rows from places ``kept`` (m',)."""


@dataclass(frozen=True, eq=False)
class PlainTallies:
    """The plain way: each column is sorted by node and code, and its rows are added up."""

    codes: Codes
    level: Summands
    columns: IntArray

    def tables(self) -> Iterator[RunTable]:
        return map(self._table, self.columns.tolist())

    def below(self, level: Summands, parent: IntArray, kept: IntArray) -> PlainTallies:
        return PlainTallies(self.codes, level, self.columns)

    def _table(self, column: int) -> RunTable:
        level, coded = self.level, self.codes.columns[column]
        codes = coded.codes[level.rows]
        order = np.argsort(level.node * coded.size + codes, kind="stable")
        node, codes = level.node[order], codes[order]
        new_node = node[1:] != node[:-1]
        last = np.append(np.flatnonzero(new_node | (codes[1:] != codes[:-1])), len(order) - 1)
        start = np.searchsorted(last, np.flatnonzero(new_node), side="right")
        weight = rows = last + 1
        if level.weights is not None:
            weight = np.cumsum(level.weights[order])[last]
        sums = np.stack([np.cumsum(cells[order])[last] for cells in self._summed])
        cell = node[last][np.append(0, start)] * len(self.codes.columns) + column
        code = codes[last].take
        return RunTable(cell, np.r_[0, start, len(last)], rows, weight, sums, code)

    @property
    def _summed(self) -> Sequence[NDArray[Any]]:
        """(q, m) what each row adds to the sums of a table of runs."""
        level = self.level
        if level.squares is not None:
            return level.target, level.squares
        labels = (1,) if level.classes == 2 else range(level.classes)
        own = 1 if level.weights is None else level.weights
        return [np.where(level.target == label, own, 0) for label in labels]


def placed_at(counts: Counts, node: int, split: Split) -> Split:
    """``split`` with the gap that it cuts at one node, if it is a cut."""
    if not isinstance(split, Threshold):
        return split
    return split.among(counts.values_at(node, split.column))


def about_centre(moments: FloatArray, distance: FloatArray) -> FloatArray:
    """(o, ..., 3) weight, sum and squares of numbers (o, ..., 3) as a tree keeps them, whose
    origin lies ``distance`` (o,) from the centre of the target."""
    weight, total, squares = moments[..., 0], moments[..., 1], moments[..., 2]
    shift = distance.reshape(-1, *[1] * (weight.ndim - 1))
    about_own_mean = squares - total * total / np.where(weight > 0, weight, 1.0)
    return np.stack([weight, total + weight * shift, np.maximum(about_own_mean, 0.0)], axis=-1)
