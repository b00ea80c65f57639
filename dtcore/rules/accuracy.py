"""How accurate a rule is, estimated: on rows held out, or with caution on those of training."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import dtcore.explain.pruning as pruning
from dtcore.formula.parts import Formula, Named, Number, Ratio, Sum, Symbol
from dtcore.model.data import Dataset
from dtcore.pruning.limits import Limit


@dataclass(frozen=True)
class Accuracy:
    """Of the rows ``covered`` (a weight) so many are told ``right``; ``value`` is the estimate."""

    covered: float
    right: float
    value: float


class AccuracyEstimator(Protocol):
    """How the accuracy of a rule is estimated, and on which rows."""

    @property
    def dataset(self) -> Dataset: ...

    def estimate(self, covered: float, right: float) -> Accuracy: ...

    def formula(self, accuracy: Accuracy) -> Named:
        """The arithmetic behind the estimate's value."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The share told right of the held-out rows that a rule covers; 0 if it covers none."""

    dataset: Dataset

    def estimate(self, covered: float, right: float) -> Accuracy:
        return Accuracy(covered, right, right / covered if covered > 0 else 0.0)

    def formula(self, accuracy: Accuracy) -> Named:
        body = Ratio(Number(accuracy.right), Number(accuracy.covered))
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

    def formula(self, accuracy: Accuracy) -> Named:
        covered, wrong = accuracy.covered, max(accuracy.covered - accuracy.right, 0.0)
        body: Formula = Number(0)
        if covered > 0:
            bound = pruning.limit(self.limit, wrong, covered, Number(wrong), Number(covered))
            body = Sum(((1, Number(1)), (-1, bound)))
        general = Sum(((1, Number(1)), (-1, Symbol(pruning.LIMIT))))
        return Named("a", general, body)
