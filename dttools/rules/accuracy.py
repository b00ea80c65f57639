"""How accurate a rule is, estimated: on rows held out, or with caution on those of training."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import dtcore.explain.pruning as pruning
from dtcore.formula import Count, Formula, Named, Number, Query, Ratio, Sum, Symbol
from dtcore.model.data import Dataset
from dtcore.pruning.pessimistic import Limit


@dataclass(frozen=True)
class Accuracy:
    """Of the rows ``covered`` (a weight) so many are told ``right``; ``value`` is the estimate."""

    covered: float
    right: float
    value: float


@dataclass(frozen=True)
class RuleCounts:
    """The queries by which the rows that a rule covers, tells right and tells wrong are asked
    for; None: they are plain numbers."""

    covered: Query | None = None
    right: Query | None = None
    wrong: Query | None = None

    def part(self, value: float, which: Literal["covered", "right", "wrong"]) -> Formula:
        query: Query | None = getattr(self, which)
        return Number(value) if query is None else Count(value, query)


NO_COUNTS: Final = RuleCounts()


class AccuracyEstimator(Protocol):
    """How the accuracy of a rule is estimated, and on which rows."""

    @property
    def dataset(self) -> Dataset: ...

    def estimate(self, covered: float, right: float) -> Accuracy: ...

    def formula(self, accuracy: Accuracy, counts: RuleCounts | None = None) -> Named:
        """The arithmetic behind the estimate's value; ``counts``: what its rows are called."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The share told right of the held-out rows that a rule covers; 0 if it covers none."""

    dataset: Dataset

    def estimate(self, covered: float, right: float) -> Accuracy:
        return Accuracy(covered, right, right / covered if covered > 0 else 0.0)

    def formula(self, accuracy: Accuracy, counts: RuleCounts | None = None) -> Named:
        names = counts or NO_COUNTS
        body = Ratio(names.part(accuracy.right, "right"), names.part(accuracy.covered, "covered"))
        general = Ratio(Sum(((1, Symbol("n")), (-1, Symbol("e")))), Symbol("n"))
        return Named("a", general, body)


@dataclass(frozen=True, eq=False)
class Training:
    """1 - U_CF(e, n) on the rows that the tree was grown on; 0 if a rule covers none."""

    dataset: Dataset
    limit: Limit = field(default_factory=Limit)

    def estimate(self, covered: float, right: float) -> Accuracy:
        wrong = max(covered - right, 0.0)
        value = 1 - self.limit.of(wrong, covered) if covered > 0 else 0.0
        return Accuracy(covered, right, value)

    def formula(self, accuracy: Accuracy, counts: RuleCounts | None = None) -> Named:
        names = counts or NO_COUNTS
        covered, wrong = accuracy.covered, max(accuracy.covered - accuracy.right, 0.0)
        body: Formula = Number(0)
        if covered > 0:
            e, n = names.part(wrong, "wrong"), names.part(covered, "covered")
            bound = pruning.limit(self.limit, wrong, covered, e, n)
            body = Sum(((1, Number(1)), (-1, bound)))
        general = Sum(((1, Number(1)), (-1, Symbol(pruning.LIMIT))))
        return Named("a", general, body)
