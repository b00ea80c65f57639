"""Which splits a column offers, as options over a frontier of nodes.

A splitter sees the counts of one column at S nodes, whoever counted them, and returns every
split it would try as flat arrays. Moments are the additive form of statistics: class weights,
or (weight, sum, sum of squares) about each node's own mean. Not done here: scoring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError, RecipeError
from dtcore.model.columns import Column, FloatArray, IntArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.splits import Multiway, Split, Subset, Threshold
from dtcore.model.tree import weight_of

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Runs:
    """A numeric column counted by distinct value, sorted by (node, value); r runs in all.

    ``node`` (r,) int64; ``value`` (r,) float64; ``moments`` (r, k) float64.
    """

    node: IntArray
    value: FloatArray
    moments: FloatArray


@dataclass(frozen=True, eq=False)
class Options:
    """The o splits that a column offers at all nodes of a frontier, sorted by node.

    ``node`` (o,) int64; ``branches`` (o, b, k) float64 moments; ``mark``
    names the split: a cut (o,), or the branch of each level (o, n_levels), -1 if it is absent.
    Among equal scores at a node the first option wins, so their order is the rule of ties.
    """

    node: IntArray
    branches: FloatArray
    mark: NDArray[Any]


class NominalSplitter(Protocol):
    once: ClassVar[bool]
    """Whether a column can be used only once on a path."""

    def options(self, counts: FloatArray, schema: Schema) -> Options:
        """Options from moments (S, n_levels, k)."""

    def split(self, column: int, mark: NDArray[Any]) -> Split: ...

    def check(self, column: Column, dataset: Dataset) -> None:
        """Raise RecipeError if this column is beyond what the splitter can do."""


@dataclass(frozen=True)
class EveryLevel:
    """One branch for each level. Quinlan 1986."""

    once: ClassVar[bool] = True

    def options(self, counts: FloatArray, schema: Schema) -> Options:
        nodes = np.arange(len(counts), dtype=np.int64)
        branch = np.broadcast_to(np.arange(counts.shape[1]), counts.shape[:2])
        return Options(nodes, counts, branch)

    def split(self, column: int, mark: NDArray[Any]) -> Split:
        return Multiway(column)

    def check(self, column: Column, dataset: Dataset) -> None:
        """Any nominal column will do."""


@dataclass(frozen=True)
class Groups:
    """Two groups of levels, the best of all 2^(k-1) - 1. Breiman et al. 1984, §4.2.2, §9.4.

    For two classes and for a numeric target it is enough to order the levels by class share
    or mean and to cut that order; for more classes every grouping is tried, up to
    ``limit`` levels.
    """

    limit: int = 10
    once: ClassVar[bool] = False

    def options(self, counts: FloatArray, schema: Schema) -> Options:
        weight = weight_of(counts, schema)
        if len(schema.classes) > 2:
            left = self._all(weight > 0)
        else:
            left = self._cuts_of_order(counts, weight)
        return _two_sided(counts, weight > 0, left)

    def _cuts_of_order(self, counts: FloatArray, weight: FloatArray) -> BoolArray:
        """(S, g, n_levels) whether a level is left, for each cut of the ordered levels."""
        present = weight > 0
        share = counts[..., 1] / np.where(present, weight, 1.0)
        # levels with equal shares stand in table order, from whichever side the lowest level is:
        # so the order of the classes does not matter
        whole = counts[..., 1].sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-300)
        first = np.take_along_axis(share, np.argmax(present, axis=1)[:, None], axis=1)
        share = np.where(first > whole[:, None], -share, share)
        # means that differ by rounding alone are equal, in whatever order the rows came
        scale = np.maximum(np.abs(share).max(axis=1, keepdims=True, initial=0.0), 1e-300)
        share = np.where(present, np.round(share / scale, 12), np.inf)
        rank = np.argsort(np.argsort(share, axis=1, kind="stable"), axis=1, kind="stable")
        cuts = np.arange(counts.shape[1] - 1)
        return rank[:, None, :] <= cuts[None, :, None]

    def _all(self, present: BoolArray) -> BoolArray:
        """(S, g, n_levels): every grouping with the first level on the left."""
        n = present.shape[1]
        masks = np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1)[None, :] & 1
        left = np.concatenate([np.ones((len(masks), 1), bool), masks.astype(bool)], axis=1)
        return np.broadcast_to(left, (len(present), *left.shape))

    def split(self, column: int, mark: NDArray[Any]) -> Split:
        return _subset(column, mark)

    def check(self, column: Column, dataset: Dataset) -> None:
        levels, classes = len(column.levels or ()), len(dataset.schema.classes)
        if classes > 2 and levels > self.limit:
            raise RecipeError(
                "“{column}” has {levels} levels. With {classes} classes every grouping of the "
                "levels in two would have to be tried, and {limit} levels is the limit. Ignore "
                "the column, merge rare levels, or choose a recipe with one branch per level.",
                column=column.name,
                levels=levels,
                classes=classes,
                limit=self.limit,
            )


@dataclass(frozen=True)
class OneAgainstRest:
    """Each level against all others, as a one-hot table would have it."""

    once: ClassVar[bool] = False

    def options(self, counts: FloatArray, schema: Schema) -> Options:
        present = weight_of(counts, schema) > 0
        one = np.eye(counts.shape[1], dtype=bool)
        return _two_sided(counts, present, np.broadcast_to(one, (len(counts), *one.shape)))

    def split(self, column: int, mark: NDArray[Any]) -> Split:
        return _subset(column, mark)

    def check(self, column: Column, dataset: Dataset) -> None:
        """Any nominal column will do."""


@dataclass(frozen=True)
class Cuts:
    """Thresholds between neighbouring values of a numeric column.

    Two values are neighbours if they are more than ``apart`` apart. ``single`` rounds values
    to single precision first, as scikit-learn does. ``data_value`` prints the largest value of
    the whole table that is not above the midpoint, as C4.5 Release 8 does; else the midpoint.
    """

    apart: float = 0.0
    single: bool = False
    data_value: bool = False

    def view(self, values: FloatArray) -> FloatArray:
        """The values as the splitter tells them apart."""
        return values.astype(np.float32).astype(np.float64) if self.single else values

    def check(self, column: Column) -> None:
        """Raise DataError if a number is too large to be told apart from infinity."""
        largest = float(np.finfo(np.float32).max)
        if self.single and bool(np.any(np.abs(column.values) > largest)):
            raise DataError(
                "“{column}” holds numbers beyond 3.4e38, which are infinite in the single "
                "precision of scikit-learn. Choose CART instead, or ignore this column.",
                column=column.name,
            )

    def options(self, runs: Runs) -> Options:
        if not len(runs.node):
            return Options(runs.node, np.zeros((0, 2, runs.moments.shape[-1])), runs.value)
        below = np.cumsum(runs.moments, axis=0)
        starts = np.flatnonzero(np.diff(runs.node, prepend=-1))
        ends = np.append(starts[1:], len(runs.node)) - 1
        sizes = np.diff(np.append(starts, len(runs.node)))
        base = np.repeat(below[starts] - runs.moments[starts], sizes, axis=0)
        left = below - base
        right = np.repeat(left[ends], sizes, axis=0) - left
        inside = np.flatnonzero(
            (runs.node[1:] == runs.node[:-1]) & (runs.value[1:] - runs.value[:-1] > self.apart)
        )
        cut = self.between(runs.value[inside], runs.value[inside + 1])
        branches = np.stack([left[inside], right[inside]], axis=1)
        return Options(runs.node[inside], branches, cut)

    def between(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """The midpoints of neighbouring values, as the splitter tells them apart."""
        middle = low / 2 + high / 2
        return np.where(middle < high, middle, low)  # neighbours in floating point

    def named(self, cut: FloatArray, distinct: FloatArray | None) -> FloatArray:
        """Midpoints as they are printed; ``distinct`` are the whole column's values, sorted."""
        if distinct is None or not len(distinct):
            return cut
        if self.data_value:
            return np.asarray(distinct[np.searchsorted(distinct, cut, side="right") - 1])
        if self.single:  # rows go by their values in full, so these must lie about the cut too
            place = np.searchsorted(self.view(distinct), cut, side="right")
            below = np.nextafter(distinct[place], -np.inf)
            return np.asarray(np.clip(cut, distinct[place - 1], below))
        return cut

    def split(self, column: int, mark: NDArray[Any], distinct: FloatArray) -> Split:
        """The threshold at the midpoint ``mark``."""
        return Threshold(column, float(self.named(mark, distinct)))


@dataclass(frozen=True)
class Splitter:
    """What is offered for nominal and for numeric columns; ``numeric`` None refuses them."""

    nominal: NominalSplitter
    numeric: Cuts | None = Cuts()

    def check(self, dataset: Dataset) -> None:
        """Raise RecipeError if a column of ``dataset`` is beyond this splitter."""
        refused = [c.name for c in dataset.columns if c.numeric and self.numeric is None]
        if refused:
            raise RecipeError(
                "This recipe asks only about columns with levels, and these are numeric: "
                "{columns}. Take them as nominal or ignore them, or choose a recipe with "
                "thresholds, such as C4.5 or CART.",
                columns=", ".join(f"“{name}”" for name in refused),
            )
        for column in dataset.columns:
            if not column.numeric:
                self.nominal.check(column, dataset)
            elif self.numeric is not None:
                self.numeric.check(column)


def _subset(column: int, mark: NDArray[Any]) -> Split:
    left, right = (tuple(int(code) for code in np.flatnonzero(mark == side)) for side in (0, 1))
    return Subset(column, left, right)


def _two_sided(counts: FloatArray, present: BoolArray, left: BoolArray) -> Options:
    """Options from (S, g, n_levels) groupings: oriented, in order, one-sided ones left out.

    The lowest level present goes left; groupings of a node are sorted by their left side as
    tuples are. ``mark`` (o, n_levels) is 0 left, 1 right, -1 absent.
    """
    lowest = np.argmax(present, axis=1)
    first_is_left = np.take_along_axis(left, lowest[:, None, None], axis=2)
    here = present[:, None, :]
    in_left = (left == first_is_left) & here
    in_right = ~in_left & here
    node, group = np.nonzero(in_right.any(axis=2))
    in_left, in_right = in_left[node, group], in_right[node, group]
    order = np.lexsort((*_as_tuples(in_left).T[::-1], node))
    # where levels are absent, one grouping comes several times
    order = order[_first_of_equals(node[order], in_left[order])]
    node, in_left, in_right = node[order], in_left[order], in_right[order]
    sides = np.stack([in_left, in_right], axis=1).astype(np.float64)
    branches = np.einsum("obl,olk->obk", sides, counts[node])
    mark = np.where(in_left, 0, np.where(in_right, 1, -1)).astype(np.int8)
    return Options(node.astype(np.int64), branches, mark)


def _as_tuples(member: BoolArray) -> IntArray:
    """(o, n_levels) keys that sort as the tuples of member levels do: (0,) < (0, 1) < (0, 2)."""
    any_later = np.flip(np.logical_or.accumulate(np.flip(member, axis=1), axis=1), axis=1)
    return np.where(member, 1, np.where(any_later, 2, 0)).astype(np.int64)


def _first_of_equals(node: IntArray, member: BoolArray) -> BoolArray:
    """(o,) False where a sorted option repeats the one before it."""
    new = np.ones(len(node), bool)
    new[1:] = (node[1:] != node[:-1]) | (member[1:] != member[:-1]).any(axis=1)
    return new
