"""What the way to a leaf asks of each column, folded: x > 2 and x > 3 is x > 3.

A condition knows which cells it takes: of numbers those between two cuts, of levels a set, and
whether a missing cell is among them, or a level never seen. It takes those where the tree sends
all such rows down this way; where they go in fractions, by surrogates or no further, no
condition takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import numpy as np

from dtcore.model.columns import MISSING, UNKNOWN, BoolArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId, weight_of
from dtcore.model.splits import GAP, Condition, Split, Subset, Threshold
from dtcore.model.tree import Tree

NO_BRANCH: Final = -1


@dataclass(frozen=True)
class Between:
    """Numbers above the cut of ``above``, up to that of ``upto``; ``missing``: no number too.

    ``own``: the column's splits speak of missing cells themselves, and so does the text.
    """

    column: int
    above: Threshold | None = None
    upto: Threshold | None = None
    missing: bool = True
    own: bool = False

    @property
    def low(self) -> float:
        return self.above.cut if self.above else -inf

    @property
    def high(self) -> float:
        return self.upto.cut if self.upto else inf

    def holds(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) which rows it takes."""
        values = dataset.columns[self.column].values
        inside = (values > self.low) & (values <= self.high)
        return np.where(np.isnan(values), self.missing, inside)

    def conditions(self, schema: Schema) -> tuple[Condition, ...]:
        """One or two, as the tree writes them: x > 2, x ≤ 5."""
        ends = [(end, side) for end, side in ((self.above, 1), (self.upto, 0)) if end]
        name = schema.columns[self.column].name
        if self.low == inf or self.high == -inf:
            return (Condition(name, "=", (GAP,)),)
        finite = [
            replace(end, missing=-1).condition(schema, side)
            for end, side in ends
            if abs(end.cut) < inf
        ]
        if not finite:
            return (Condition(name, "≠", (GAP,)),) if ends else ()
        *first, last = finite
        here = (GAP,) if self.own and self.missing else ()
        return (*first, replace(last, values=(*last.values, *here)))

    def text(self, schema: Schema) -> str:
        """ "2 < x ≤ 5" where there are two ends."""
        parts = self.conditions(schema)
        if len(parts) < 2:
            return str(parts[0])
        return f"{parts[0].value} < {parts[1]}"

    def narrowed(self, split: Threshold, branch: int, missing: bool) -> Between:
        own, missing = self.own or split.missing >= 0, self.missing and missing
        kept = replace(self, missing=missing, own=own)
        if branch == 0:
            return replace(kept, upto=split) if split.cut <= self.high else kept
        return replace(kept, above=split) if split.cut >= self.low else kept


@dataclass(frozen=True)
class Among:
    """Levels by their ``codes``, sorted; -1 is a missing cell, -2 a level never seen."""

    column: int
    codes: tuple[int, ...]
    own: bool = False

    @property
    def missing(self) -> bool:
        return MISSING in self.codes

    def holds(self, dataset: Dataset) -> BoolArray:
        """(n_rows,) which rows it takes."""
        return np.isin(dataset.columns[self.column].values, self.codes)

    def conditions(self, schema: Schema) -> tuple[Condition, ...]:
        field = schema.columns[self.column]
        names = tuple((field.levels or ())[code] for code in self.codes if code >= 0)
        names += (GAP,) if self.own and self.missing else ()
        return (Condition(field.name, "=" if len(names) == 1 else "∈", names),)

    def text(self, schema: Schema) -> str:
        """ "Outlook = Rain", or "Outlook ∈ {Sunny, Rain}"."""
        return str(self.conditions(schema)[0])


Folded = Between | Among


Test = tuple[Split, int, int]
"""A split, the branch that is taken, and the one that a row without the cell takes, -1 if none."""


def folded(tree: Tree, leaf: NodeId) -> tuple[Folded, ...]:
    """What the way to ``leaf`` asks, a condition for each column, in the order of the way."""
    tests = (
        (split, branch, certain_branch(tree, tree.place(leaf[:depth])))
        for depth, (split, branch) in enumerate(tree.way(leaf))
    )
    return fold(tests, tree.schema)


def fold(tests: Iterable[Test], schema: Schema) -> tuple[Folded, ...]:
    """All ``tests`` together, a condition for each column, in their order."""
    asked: dict[int, Folded] = {}
    for split, branch, other in tests:
        before = asked.get(split.column)
        if isinstance(split, Threshold):
            numbers = before if isinstance(before, Between) else Between(split.column)
            missing = split.missing if split.missing >= 0 else other
            asked[split.column] = numbers.narrowed(split, branch, missing == branch)
        else:
            codes = _codes(schema, split, branch, other)
            if isinstance(before, Among):
                codes &= set(before.codes)
            own = split.missing >= 0 or (isinstance(before, Among) and before.own)
            asked[split.column] = Among(split.column, tuple(sorted(codes)), own)
    return tuple(asked.values())


def certain_branch(tree: Tree, place: int) -> int:
    """The branch that all rows take whose cell says none, -1 if they part, stay or ask others."""
    if tree.surrogates.get(place):
        return NO_BRANCH
    weights = weight_of(tree.stats[tree.child_places(place)], tree.schema)
    shares = tree.missing.shares(weights)
    return int(shares.argmax()) if shares.max(initial=0.0) == 1 else NO_BRANCH


def _codes(schema: Schema, split: Split, branch: int, other: int) -> set[int]:
    """The codes that take a branch of a split of levels."""
    every = (UNKNOWN, MISSING, *range(len(schema.columns[split.column].levels or ())))
    return {code for code in every if _branch(split, code, other) == branch}


def _branch(split: Split, code: int, other: int) -> int:
    if code == MISSING:
        return split.missing if split.missing >= 0 else other
    if isinstance(split, Subset):
        sides: Sequence[tuple[int, ...]] = (split.left, split.right)
        return next((side for side, codes in enumerate(sides) if code in codes), other)
    return code if code >= 0 else other
