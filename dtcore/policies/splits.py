"""Which splits a column offers: of levels, as options over a frontier of nodes; of numbers, cuts.

A splitter sees the counts of one nominal column at S nodes, whoever counted them, and returns
every split it would try as flat arrays. Not done here: scoring.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError, RecipeError
from dtcore.model.columns import BoolArray, Column, FloatArray, IntArray, Schema
from dtcore.model.cut import midpoints
from dtcore.model.data import Dataset
from dtcore.model.nodes import weight_of
from dtcore.model.splits import Multiway, Split, Subset
from dtcore.policy import Policy, setting, whole
from dtcore.words import Listed, Sentence

MANY: Final = 32
"""Levels from which on a node is looked at by itself."""
MOST: Final = 1000
"""Levels that are put in two groups: of each node there are as many groupings, each of them a row
of so many, and a million cells take 0.1 s."""


@dataclass(frozen=True, eq=False)
class SplitOptions:
    """The o splits that a nominal column offers at all nodes of a frontier, sorted by node.

    ``node`` (o,) intp; ``branches`` (o, b, k) float64 moments; ``by_level`` (o, n_levels) the
    branch of each level, -1 if it is absent. Among equal scores at a node the first option wins,
    so their order is the rule of ties.
    """

    node: IntArray
    branches: FloatArray
    by_level: NDArray[Any]


class NominalSplitter(Policy, ABC):
    """Which splits a nominal column offers."""

    once: ClassVar[bool] = False
    """Whether a column can be used only once on a path."""

    @abstractmethod
    def options(self, counts: FloatArray, schema: Schema, exhaustive: bool = False) -> SplitOptions:
        """Options from moments (S, n_levels, k).

        ``exhaustive``: those too that cannot be the best of all, for when the best is ruled out.
        """

    @abstractmethod
    def tries(self, levels: int, schema: Schema) -> int:
        """How many options a node has at most with so many levels, but for ``exhaustive``."""

    @abstractmethod
    def heuristic(self, schema: Schema) -> bool:
        """Whether it looks at some options only, and ``exhaustive`` adds others."""

    @abstractmethod
    def split(self, column: int, by_level: NDArray[Any]) -> Split: ...

    def check(self, column: Column, dataset: Dataset) -> None:
        """Raise RecipeError if this column is beyond what the splitter can do."""


@dataclass(frozen=True)
class EveryLevel(NominalSplitter):
    """One branch for each level, where two of them are present at least. Quinlan 1986."""

    once: ClassVar[bool] = True
    key: ClassVar[str] = "levels"
    label = Sentence("one branch for each value")
    clause = Sentence("one branch for each value; a column is used once on a path")

    def options(self, counts: FloatArray, schema: Schema, exhaustive: bool = False) -> SplitOptions:
        present = (weight_of(counts, schema) > 0).sum(axis=1)
        nodes = np.flatnonzero(present > 1)
        branch = np.broadcast_to(np.arange(counts.shape[1]), (len(nodes), counts.shape[1]))
        return SplitOptions(nodes, counts[nodes], branch)

    def tries(self, levels: int, schema: Schema) -> int:
        return 1

    def heuristic(self, schema: Schema) -> bool:
        return False

    def split(self, column: int, by_level: NDArray[Any]) -> Split:
        return Multiway(column)


@dataclass(frozen=True)
class Groups(NominalSplitter):
    """Two groups of levels, the best of all 2^(k-1) - 1. Breiman et al. 1984, §4.2.2, §9.4.

    For two classes and for a numeric target it is enough to order the levels by class share
    or mean and to cut that order; for more classes every grouping is tried, up to
    ``limit`` levels. Where the best grouping has a branch that is too small, the best of the
    others need not be a cut of that order: then every grouping is tried, and beyond ``limit``
    levels each against the rest as well, which finds one that will do if there is any.
    ``ordered`` keeps to the order all the same, as rpart does.
    """

    limit: int = setting(10, whole(2))
    ordered: bool = False
    key: ClassVar[str] = "groups"
    label = Sentence("two groups of values")

    @property
    def clause(self) -> Sentence:
        if self.ordered:
            return Sentence("two groups of values, searched in the order of their class shares")
        return Sentence(
            "two groups of values, the best of all groupings (with more than two classes, up to "
            "{limit} values)",
            limit=self.limit,
        )

    def options(self, counts: FloatArray, schema: Schema, exhaustive: bool = False) -> SplitOptions:
        every = len(schema.classes) > 2 or (exhaustive and counts.shape[1] <= self.limit)
        return _node_by_node(lambda some: self._of(some, schema, exhaustive, every), counts, schema)

    def _of(
        self, counts: FloatArray, schema: Schema, exhaustive: bool, every: bool
    ) -> SplitOptions:
        weight = weight_of(counts, schema)
        if every:
            left = self._all(weight > 0)
        elif not exhaustive:
            left = self._cuts_of_order(counts, weight)
        else:
            cuts = self._cuts_of_order(counts, weight)
            left = np.concatenate([cuts, _singles(counts)], axis=1)
        return _two_sided(counts, weight > 0, left)

    def tries(self, levels: int, schema: Schema) -> int:
        return 2 ** (levels - 1) - 1 if len(schema.classes) > 2 else levels - 1

    def heuristic(self, schema: Schema) -> bool:
        return len(schema.classes) <= 2 and not self.ordered

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

    def split(self, column: int, by_level: NDArray[Any]) -> Split:
        return _subset(column, by_level)

    def check(self, column: Column, dataset: Dataset) -> None:
        levels, classes = len(column.levels or ()), len(dataset.schema.classes)
        if classes > 2 and levels > self.limit:
            raise RecipeError(
                "“{column}” has {levels} levels. With {classes} classes every grouping of the "
                "levels in two would have to be tried, and {limit} levels is the limit. Ignore "
                "the column, merge rare levels, or choose an algorithm with one branch per "
                "level.",
                column=column.name,
                levels=levels,
                classes=classes,
                limit=self.limit,
            )
        _check_levels(column)


@dataclass(frozen=True)
class OneAgainstRest(NominalSplitter):
    """Each level against all others, as in scikit-learn on a one-hot table."""

    key: ClassVar[str] = "one"
    label = Sentence("one value against all others")
    clause = Sentence("one value against all others, as in a one-hot table")

    def options(self, counts: FloatArray, schema: Schema, exhaustive: bool = False) -> SplitOptions:
        def of(some: FloatArray) -> SplitOptions:
            return _two_sided(some, weight_of(some, schema) > 0, _singles(some))

        return _node_by_node(of, counts, schema)

    def tries(self, levels: int, schema: Schema) -> int:
        return levels

    def heuristic(self, schema: Schema) -> bool:
        return False

    def split(self, column: int, by_level: NDArray[Any]) -> Split:
        return _subset(column, by_level)

    def check(self, column: Column, dataset: Dataset) -> None:
        _check_levels(column)


def _check_levels(column: Column) -> None:
    if len(column.levels or ()) > MOST:
        raise RecipeError(
            "“{column}” has {levels:,} levels, and no more than {limit:,} can be put in two "
            "groups. Ignore the column, merge rare levels, or choose an algorithm with one branch "
            "per level.",
            column=column.name,
            levels=len(column.levels or ()),
            limit=MOST,
        )


def _node_by_node(
    options: Callable[[FloatArray], SplitOptions], counts: FloatArray, schema: Schema
) -> SplitOptions:
    """The ``options`` of (S, n_levels, k) moments. With ``MANY`` levels there are as many groupings
    as levels, and each is a row of them: then of one node at a time, with its own levels only."""
    n_levels, here = counts.shape[1], weight_of(counts, schema) > 0
    splittable = np.flatnonzero(here.sum(axis=1) > 1)
    if n_levels < MANY or not len(splittable):
        return options(counts)
    parts = []
    for node in splittable:
        part = options(counts[node : node + 1, here[node]])
        by_level = np.full((len(part.by_level), n_levels), -1, np.int8)
        by_level[:, here[node]] = part.by_level
        parts.append(SplitOptions(part.node + node, part.branches, by_level))
    nodes, branches, levels = zip(*((p.node, p.branches, p.by_level) for p in parts), strict=True)
    return SplitOptions(np.concatenate(nodes), np.concatenate(branches), np.concatenate(levels))


def _singles(counts: FloatArray) -> BoolArray:
    """(S, n_levels, n_levels): each level alone on the left."""
    one = np.eye(counts.shape[1], dtype=bool)
    return np.broadcast_to(one, (len(counts), *one.shape))


def _subset(column: int, by_level: NDArray[Any]) -> Split:
    left, right = (tuple(int(code) for code in np.flatnonzero(by_level == side)) for side in (0, 1))
    return Subset(column, left, right)


def _two_sided(counts: FloatArray, present: BoolArray, left: BoolArray) -> SplitOptions:
    """Options from (S, g, n_levels) groupings: oriented, in order, one-sided ones left out.

    The lowest level present goes left; groupings of a node are sorted by their left side as
    tuples are. ``by_level`` (o, n_levels) is 0 left, 1 right, -1 absent.
    """
    lowest = np.argmax(present, axis=1)
    first_is_left = np.take_along_axis(left, lowest[:, None, None], axis=2)
    here = present[:, None, :]
    in_left = (left == first_is_left) & here
    in_right = ~in_left & here
    node, group = np.nonzero(in_right.any(axis=2))
    in_left, in_right = in_left[node, group], in_right[node, group]
    order = np.argsort(as_tuples(in_left), kind="stable")
    order = order[np.argsort(node[order], kind="stable")]
    # where levels are absent, one grouping comes several times
    order = order[_first_of_equals(node[order], in_left[order])]
    node, in_left, in_right = node[order], in_left[order], in_right[order]
    sides = np.stack([in_left, in_right], axis=1).astype(np.float64)
    branches = np.einsum("obl,olk->obk", sides, counts[node])
    by_level = np.where(in_left, 0, np.where(in_right, 1, -1)).astype(np.int8)
    return SplitOptions(node.astype(np.intp), branches, by_level)


def as_tuples(member: BoolArray) -> NDArray[np.bytes_]:
    """(o,) keys that sort as the tuples of member levels do: (0,) < (0, 1) < (0, 2)."""
    any_later = np.flip(np.logical_or.accumulate(np.flip(member, axis=1), axis=1), axis=1)
    keys = np.where(member, 2, np.where(any_later, 3, 1)).astype(np.uint8)  # 0 would end a key
    return keys.view(f"S{keys.shape[1]}")[:, 0]


def _first_of_equals(node: IntArray, member: BoolArray) -> BoolArray:
    """(o,) False where a sorted option repeats the one before it."""
    new = np.ones(len(node), bool)
    new[1:] = (node[1:] != node[:-1]) | (member[1:] != member[:-1]).any(axis=1)
    return new


@dataclass(frozen=True)
class Cuts:
    """Thresholds between neighbouring values of a numeric column.

    Two values are neighbours if they are more than ``min_gap`` apart. ``single`` rounds the values
    of the table to single precision first, as scikit-learn does. ``data_value`` cuts at the
    largest value of the whole table that is not above the midpoint, as C4.5 Release 8 does; else
    at the midpoint. With one of the two, midpoints are halves in floating point, as in the program.
    """

    min_gap: float = 0.0
    single: bool = False
    data_value: bool = False

    @property
    def clauses(self) -> tuple[Sentence, ...]:
        """Which cuts there are, which is printed, and which values count as equal."""
        parts = [Sentence("a cut midway between neighbouring values")]
        if self.data_value:
            parts.append(Sentence("shown as the largest value of the table that is not above it"))
        if self.single:
            parts.append(Sentence("values are compared in single precision"))
        elif self.min_gap:
            apart = Sentence(np.format_float_positional(self.min_gap))
            parts.append(Sentence("values within {apart} count as equal", apart=apart))
        return tuple(parts)

    def check(self, column: Column) -> None:
        """Raise DataError if a number is too large to be told apart from infinity."""
        largest = float(np.finfo(np.float32).max)
        if self.single and bool(np.any(np.abs(column.extremes) > largest)):
            raise DataError(
                "“{column}” holds numbers beyond 3.4e38, which are infinite in the single "
                "precision of scikit-learn. Choose CART instead, or ignore this column.",
                column=column.name,
            )

    def between(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """(w,) the midpoints of neighbouring values ``low`` and ``high`` (w,)."""
        if not (self.single or self.data_value):
            return midpoints(low, high)
        middle = low / 2 + high / 2
        return np.where(middle < high, middle, low)  # neighbours in floating point

    def placed(self, middle: FloatArray, distinct: FloatArray) -> FloatArray:
        """(w,) where to cut for the midpoints ``middle`` (w,); ``distinct`` are all values of the
        column in the whole table, sorted."""
        if not self.data_value:
            return middle
        return np.asarray(distinct[np.searchsorted(distinct, middle, side="right") - 1])


@dataclass(frozen=True)
class Splitter:
    """What is offered for nominal and for numeric columns; ``numeric`` None refuses them."""

    nominal: NominalSplitter
    numeric: Cuts | None = Cuts()

    def check(self, dataset: Dataset, intervals: bool = False) -> None:
        """Raise RecipeError if a column of ``dataset`` is beyond this splitter.

        ``intervals``: columns of numbers will be cut into intervals before they come here.
        """
        numbers_do = intervals or self.numeric is not None
        refused = [c.name for c in dataset.columns if c.numeric and not numbers_do]
        if refused:
            raise RecipeError(
                "This algorithm splits only nominal columns, and these are numeric: {columns}. "
                "Take them as nominal, ignore them, or choose an algorithm that cuts numbers, "
                "such as C4.5 or CART.",
                columns=Listed(f"“{name}”" for name in refused),
            )
        for column in dataset.columns:
            if not column.numeric:
                self.nominal.check(column, dataset)
            elif self.numeric is not None:
                self.numeric.check(column)
