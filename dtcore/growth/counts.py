"""What is counted of some nodes: all that scoring, choosing and stopping know of the rows.

There are two makers. A ``Frontier`` counts rows in memory; ``dtcore.growth.counted`` has them
counted where a larger table lies. Whatever is written against ``Counts`` does for both. Not done
here: no counting.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from dtcore.kernel.split_options import Runs
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.splits import Split, placed_among


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

    def settle(self, moments: FloatArray, node: IntArray) -> FloatArray:
        """Moments (o, ..., k) taken about the means of ``node`` (o,), as a tree keeps them."""

    def part(self, nodes: IntArray) -> Counts:
        """The counts of ``nodes`` alone, renumbered 0, 1, ... in the given order."""

    def level_counts(self, column: int) -> FloatArray:
        """(S, n_levels, k) moments of a nominal column without missing cells."""

    def value_counts(self, column: int) -> Runs:
        """Moments of a numeric column without missing cells by distinct value."""

    def values_at(self, node: int, column: int) -> FloatArray:
        """Numbers of a column at one node, between which its cuts lie."""


def placed_at(counts: Counts, node: int, split: Split) -> Split:
    """``split`` with the gap that it cuts at one node, if it is a cut."""
    return placed_among(split, lambda: counts.values_at(node, split.column))


def about_centre(moments: FloatArray, distance: FloatArray) -> FloatArray:
    """(o, ..., 3) weight, sum and squares of numbers (o, ..., 3) as a tree keeps them, whose
    origin lies ``distance`` (o,) from the centre of the target."""
    weight, total, squares = moments[..., 0], moments[..., 1], moments[..., 2]
    shift = distance.reshape(-1, *[1] * (weight.ndim - 1))
    about_own_mean = squares - total * total / np.where(weight > 0, weight, 1.0)
    return np.stack([weight, total + weight * shift, np.maximum(about_own_mean, 0.0)], axis=-1)
