"""Counts of one column at S nodes, and the splits made of them.

Moments are the additive form of statistics: class weights, or (weight, sum, sum of squares)
about each node's own mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from dtcore.model.columns import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Runs:
    """A numeric column counted by distinct value, sorted by (node, value); r runs in all.

    ``node`` (r,) int64; ``value`` (r,) float64; ``moments`` (r, k) float64. Where values were
    counted in groups, ``value`` is the largest of each and ``low`` (r,) the smallest.
    """

    node: IntArray
    value: FloatArray
    moments: FloatArray
    low: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class SplitOptions:
    """The o splits that a column offers at all nodes of a frontier, sorted by node.

    ``node`` (o,) int64; ``branches`` (o, b, k) float64 moments; ``mark``
    names the split: a cut (o,), or the branch of each level (o, n_levels), -1 if it is absent.
    Among equal scores at a node the first option wins, so their order is the rule of ties.
    ``missing`` (o,) is the branch of missing cells where a cut says so, None if none does.
    """

    node: IntArray
    branches: FloatArray
    mark: NDArray[Any]
    missing: IntArray | None = None
