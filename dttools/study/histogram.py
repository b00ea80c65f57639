"""How the rows at a node lie along the column that its split asks: what a histogram draws.

The bins of a column of numbers are the same at every node of a tree, so that a child can be
held beside its parent. Where a split goes by levels, each of its branches is a bin. What is in
a bin is counted as what is at a node (``dtcore.model.nodes``), so the bins of a node and
what is left out of them make up the node. Not done here: nothing is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.growth.frontier import Frontier
from dtcore.model.columns import Column, FloatArray, IntArray
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.splits import Split, Threshold

BINS: Final = 20
FINEST: Final = 1000
"""A column that is written in more steps than this is taken as it comes, not step by step."""
STEPS: Final = (1.0, 0.5, 0.1, 0.05, 0.01, 0.001)


@dataclass(frozen=True, eq=False)
class Axis:
    """Bins of equal width: ``edges`` (b + 1,) rising, in the column's unit.

    A bin holds what is above its lower edge and at most its upper one, as a cut does.
    ``step``: all values are whole multiples of it, and the edges lie half-way between two, so
    that no bin is broader than another; 0 if there is no such step.
    """

    edges: FloatArray
    step: float = 0.0

    @classmethod
    def of(cls, column: Column, bins: int = BINS) -> Axis:
        """At most ``bins`` bins over all values of a column of numbers."""
        known = column.distinct
        low, high = (float(known[0]), float(known[-1])) if len(known) else (0.0, 1.0)
        step = next((step for step in STEPS if _in_steps(known, step)), 0.0)
        if not step:
            parts = (k / bins for k in range(bins + 1))
            # not by high - low, which may be too much for a float
            return cls(np.array([low * (1 - part) + high * part for part in parts]))
        values = round((high - low) / step) + 1
        per_bin = -(-values // bins)
        number = np.arange(-(-values // per_bin) + 1, dtype=np.float64)
        return cls(low + step * (per_bin * number - 0.5), step)

    def __len__(self) -> int:
        return len(self.edges) - 1

    def bins(self, values: FloatArray) -> IntArray:
        """(m,) the bin of each value; those beyond the ends belong to the outermost bins."""
        return np.searchsorted(self.edges[1:-1], values, side="left")

    def place(self, cut: float) -> float:
        """Where a cut stands between the ends, from 0 to 1.

        Half-way between the two steps that it parts: the cuts 2 and 2.5 are the same question
        to whole numbers, and stand where the bar of 2 ends.
        """
        low, high = float(self.edges[0]), float(self.edges[-1])
        if self.step:
            first = low + self.step / 2
            cut = low + self.step * (np.floor((cut - first) / self.step + 1e-6) + 1)
        width = high / 2 - low / 2
        return float(np.clip((cut / 2 - low / 2) / width, 0.0, 1.0)) if width > 0 else 0.5


@dataclass(frozen=True, eq=False)
class Histogram:
    """``stats`` (b, k) of the rows in each bin; ``left_out`` (k,) of those in none, whose cell
    is missing. ``axis``: where the bins lie and ``wedge`` the cut on it, from 0 to 1; None if
    the bins are the split's branches.
    """

    stats: FloatArray
    left_out: FloatArray
    axis: Axis | None = None
    wedge: float | None = None


def histogram(
    dataset: Dataset, at_node: NodeRows, split: Split, axis: Axis | None = None
) -> Histogram:
    """The rows of ``at_node`` along the column of ``split``; ``axis``: that column's, if known."""
    column = dataset.columns[split.column]
    if not isinstance(split, Threshold) or np.isinf(split.cut):
        branch, arity = split.branch(dataset, at_node.rows), split.arity(dataset.schema)
        return Histogram(*_counted(dataset, at_node, branch, arity))
    axis = axis or Axis.of(column)
    values: FloatArray = column.values[at_node.rows]
    cell = np.where(np.isnan(values), -1, axis.bins(values))
    return Histogram(*_counted(dataset, at_node, cell, len(axis)), axis, axis.place(split.cut))


def _counted(
    dataset: Dataset, at_node: NodeRows, cell: IntArray, cells: int
) -> tuple[FloatArray, FloatArray]:
    """The statistics of the rows in each of ``cells``, and of those whose ``cell`` is -1."""
    place = np.where(cell < 0, cells, cell)
    stats = Frontier.of(dataset, [at_node]).move(place, cells + 1).stats()
    return stats[:-1], stats[-1]


def _in_steps(known: FloatArray, step: float) -> bool:
    """Whether all of ``known`` (d,) rising are multiples of ``step``, and not too many."""
    if not len(known) or (float(known[-1]) - float(known[0])) / step > FINEST:
        return False
    number = known / step
    return bool(np.allclose(number, np.round(number), rtol=0, atol=1e-6))
