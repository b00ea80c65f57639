"""How well the shares of a class rank the rows: the ROC curve and the area under it.

Rows with the same share are one step of the curve, a slanted one if they are of both classes.
The area is the share of all pairs, one row of the class and one of another, in which the row of
the class has the larger share; equal shares count a half. Hanley and McNeil 1982.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from dtcore.formula import Count, Formula, Named, Number, Over, Product, Query, Ratio, Sum, Symbol
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.nodes import ROOT
from dttools.evaluation.score import Score

MOST_STEPS: Final = 12
"""An area of more steps is not written out step by step."""
SAME: Final = 1e-9
"""Shares that differ by no more are tied: fractions of rows leave noise behind."""


@dataclass(frozen=True)
class RocPoint:
    """Who says the class from a share of ``cut`` on tells it of ``right`` weight of its rows and
    ``wrong`` weight of the others."""

    cut: float
    right: float
    wrong: float


@dataclass(frozen=True)
class RocStep:
    """The rows that share a ``cut``: ``right`` weight of the class, ``wrong`` of the others, and
    ``below`` of the others that have a smaller share. ``won``: the pairs in which the row of the
    class has the larger share, ties as a half."""

    cut: float
    right: float
    wrong: float
    below: float

    @property
    def won(self) -> float:
        return self.right * (self.below + self.wrong / 2)


@dataclass(frozen=True, eq=False)
class Roc:
    """``positive`` (n,): which rows are of the class; ``share`` (n,): what the tree gives it.

    ``weights`` and ``rows`` (n,) as in the evaluation.
    """

    positive: BoolArray
    share: FloatArray
    weights: FloatArray
    rows: IntArray

    @cached_property
    def points(self) -> tuple[RocPoint, ...]:
        """From (0, 0), where no row has so large a share, to the one where all have."""
        right, wrong = np.cumsum(self._steps, axis=0).T
        pairs = zip(self._cuts.tolist(), right.tolist(), wrong.tolist(), strict=True)
        return (RocPoint(np.inf, 0.0, 0.0), *(RocPoint(*point) for point in pairs))

    @property
    def curve(self) -> FloatArray | None:
        """(p, 2) the points as rates, false positives and true positives; None if the rows are
        all of one kind."""
        counts = np.array([(point.wrong, point.right) for point in self.points])
        return counts / counts[-1] if counts[-1].all() else None

    @property
    def steps(self) -> tuple[RocStep, ...]:
        """In falling order of shares; what they win adds up to the area's numerator."""
        right, wrong = self._steps.T
        below = wrong.sum() - np.cumsum(wrong)
        parts = (self._cuts.tolist(), right.tolist(), wrong.tolist(), below.tolist())
        return tuple(RocStep(*step) for step in zip(*parts, strict=True))

    def rows_at(self, number: int, positive: bool) -> IntArray:
        """The rows of the given table that a point tells to be of the class: those that are of
        it, or those that are not."""
        above = self.share >= self.points[number].cut
        return np.asarray(self.rows[above & (self.positive == positive)])

    @property
    def area(self) -> Score:
        n, m = self._steps.sum(axis=0).tolist()
        pairs = Product((Count(n, Query(ROOT, label=1)), Count(m, Query(ROOT, label=0))))
        general = Ratio(Over("s", WON), Product((Symbol("n_{+}"), Symbol("n_{−}"))))
        return Score("area", Named("AUC", general, Ratio(_won(self.steps), pairs)))

    @cached_property
    def _order(self) -> IntArray:
        return np.argsort(-self.share, kind="stable")

    @cached_property
    def _step(self) -> IntArray:
        """(n,) the step of each row in falling order of shares."""
        falls = -np.diff(self.share[self._order], prepend=np.inf)
        return np.asarray(np.cumsum(falls > SAME) - 1)

    @cached_property
    def _cuts(self) -> FloatArray:
        """(s,) the least share of each step."""
        last = np.flatnonzero(np.diff(self._step, append=-1))
        return self.share[self._order][last]

    @cached_property
    def _steps(self) -> FloatArray:
        """(s, 2) the weight of the rows of the class, and of the others, at each step."""
        cell = self._step * 2 + ~self.positive[self._order]
        size = 2 * (int(self._step[-1]) + 1)
        return np.bincount(cell, self.weights[self._order], size).astype(np.float64).reshape(-1, 2)


WON: Final = Product(
    (
        Symbol("n_{s+}"),
        Sum(((1, Symbol("n_{<s−}")), (1, Ratio(Symbol("n_{s−}"), Number(2))))),
    )
)
"""The rows of the class at a step, by the others that have a smaller share, and half of those
that have the same."""


def _won(steps: Sequence[RocStep]) -> Formula:
    """The pairs in which the row of the class has the larger share."""
    terms = [step for step in steps if step.right]
    if len(terms) > MOST_STEPS:
        return Number(sum(step.won for step in terms))
    return Sum(tuple((1, Product((Number(step.right), _beaten(step)))) for step in terms))


def _beaten(step: RocStep) -> Formula:
    half = (1, Ratio(Number(step.wrong), Number(2)))
    halves: Sequence[tuple[int, Formula]] = [half] if step.wrong else []
    return Sum(((1, Number(step.below)), *halves))
