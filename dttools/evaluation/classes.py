"""Predicted classes beside the true ones: the confusion matrix and what is read from it.

n_{ik} is the weight of the rows of class i of which class k is said, n_{i·} and n_{·k} are the
sums of a row and of a column, n is the weight of all. In the queries of counts the true class is
the label and the class said the branch, as in ``dttools.study.two_way``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from dtcore.errors import DataError
from dtcore.formula import (
    Count,
    Formula,
    Named,
    Number,
    Over,
    Power,
    Product,
    Query,
    Ratio,
    Root,
    Sum,
    Symbol,
)
from dtcore.model.columns import FloatArray, IntArray, LeafRule
from dtcore.model.nodes import ROOT
from dttools.evaluation.roc import Roc
from dttools.evaluation.score import Score, rows_text

Z95: Final = 1.959963984540054
"""The deviations of a normal distribution within which 95 per cent of it lie."""
N: Final = Symbol("n")


@dataclass(frozen=True, eq=False)
class ClassEvaluation:
    """Of n rows the true class ``truth`` and the class ``told`` (n,), by number in ``classes``.

    ``classes``: those of the tree, ``known`` of them, then those that only these rows have and
    that are never told. ``shares`` (n, known): what the tree gives each class. ``weights`` (n,):
    what a row counts. ``rows`` (n,): which rows of the given table these are; others had no
    class. ``usual`` is the class that a tree of one leaf says. ``z``: deviations of the interval.
    ``fractional``: as of the table of the rows.
    """

    classes: tuple[str, ...]
    known: int
    truth: IntArray
    told: IntArray
    shares: FloatArray
    weights: FloatArray
    rows: IntArray
    usual: int
    leaf_rule: LeafRule = LeafRule()
    z: float = Z95
    fractional: bool = False

    def __repr__(self) -> str:
        rows, right = rows_text(self.weights, self.fractional), self.accuracy.value
        return f"<ClassEvaluation: rows {rows}, accuracy {right}>"

    @cached_property
    def counts(self) -> FloatArray:
        """(c, known) the confusion matrix: the weight of the rows of each class, by row, of which
        each class is told, by column."""
        shape = len(self.classes), self.known
        cells = np.bincount(self.truth * self.known + self.told, self.weights, shape[0] * shape[1])
        return cells.astype(np.float64).reshape(shape)

    def rows_of(self, truth: int | None = None, told: int | None = None) -> IntArray:
        """The rows of the given table behind a cell of the matrix, or behind a sum of cells."""
        here = np.ones(len(self.rows), bool)
        if truth is not None:
            here &= self.truth == truth
        if told is not None:
            here &= self.told == told
        return np.asarray(self.rows[here])

    def rows_asked(self, query: Query) -> IntArray:
        """The rows behind a count in a formula of this evaluation."""
        return self.rows_of(query.label, query.branch)

    @property
    def errors(self) -> IntArray:
        """The rows of the given table that are told wrong, in its order."""
        return np.asarray(self.rows[self.truth != self.told])

    # ------------------------------------------------------------------ all classes together

    @property
    def accuracy(self) -> Score:
        return Score("accuracy", _accuracy(self._right, self._whole))

    @property
    def interval(self) -> tuple[Score, Score]:
        """Between which shares the accuracy on all such rows lies, after Wilson 1927."""
        low, high = wilson(self._right, self._whole, self.z)
        return Score("low", low), Score("high", high)

    @property
    def interval_parts(self) -> tuple[Score, Score, Score]:
        """What both ends of the interval are made of."""
        variance, middle, half = wilson_parts(self._right, self._whole, self.z)
        return Score("variance", variance), Score("middle", middle), Score("half", half)

    @property
    def baseline(self) -> Score:
        """The accuracy of one leaf: of saying the class that the root says."""
        of_class = self._count(truth=self.usual)
        general = Ratio(Symbol("n_{k·}"), N)
        return Score("baseline", Named("a_0", general, Ratio(of_class, self._whole)))

    @property
    def cost(self) -> Score | None:
        """What a row costs on average; None if the tree was grown without losses.

        A class that the tree has never seen costs the most that any error does.
        """
        if not self.leaf_rule.loss:
            return None
        dearest = (self.leaf_rule.largest_loss,) * self.known
        losses = (*self.leaf_rule.loss, *[dearest] * (len(self.classes) - self.known))
        terms = [
            (1, Product((self._count(i, k), Number(loss))))
            for i, row in enumerate(losses)
            for k, loss in enumerate(row)
            if loss and self.counts[i, k]
        ]
        general = Ratio(Over("i,k", Product((Symbol("n_{ik}"), Symbol("L(i,k)")))), N)
        return Score("cost", Named("C", general, Ratio(Sum(tuple(terms)), self._whole)))

    # --------------------------------------------------------------------------- one class

    def precision(self, k: int) -> Score:
        """Of the rows told to be of class ``k``, the share that are."""
        general = Ratio(Symbol("n_{kk}"), Symbol("n_{·k}"))
        body = Ratio(self._hits(k), self._count(told=k))
        return Score("precision", Named("P", general, body), k)

    def recall(self, k: int) -> Score:
        """Of the rows of class ``k``, the share that are told so."""
        general = Ratio(Symbol("n_{kk}"), Symbol("n_{k·}"))
        body = Ratio(self._hits(k), self._count(truth=k))
        return Score("recall", Named("R", general, body), k)

    def f1(self, k: int) -> Score:
        """The harmonic mean of precision and recall, 2PR / (P + R)."""
        twice = Product((Number(2), Symbol("n_{kk}")))
        general = Ratio(twice, Sum(((1, Symbol("n_{k·}")), (1, Symbol("n_{·k}")))))
        top = Product((Number(2), self._hits(k)))
        both = Sum(((1, self._count(truth=k)), (1, self._count(told=k))))
        return Score("f1", Named("F_1", general, Ratio(top, both)), k)

    def roc(self, positive: int = 1) -> Roc:
        """How the shares of class ``positive`` rank the rows. Raises DataError if the tree does
        not tell two classes apart."""
        if self.known != 2 or not 0 <= positive < 2:
            raise DataError("A ROC curve needs a tree with two classes.")
        return Roc(self.truth == positive, self.shares[:, positive], self.weights, self.rows)

    def scores(self) -> Iterator[Score]:
        """All of them but the curve's: of all classes together, then class by class."""
        yield from (self.accuracy, *self.interval, self.baseline)
        yield from (self.cost,) if self.cost else ()
        for k in range(len(self.classes)):
            yield from (self.precision(k), self.recall(k), self.f1(k))

    # ---------------------------------------------------------------------------- the counts

    @property
    def _whole(self) -> Count:
        return Count(float(self.weights.sum()), Query(ROOT))

    @property
    def _right(self) -> Formula:
        return Sum(tuple((1, self._hits(k)) for k in range(self.known)))

    def _hits(self, k: int) -> Count:
        return self._count(k, k)

    def _count(self, truth: int | None = None, told: int | None = None) -> Count:
        rows = self.counts if truth is None else self.counts[truth : truth + 1]
        cells = rows if told is None else rows[:, told : told + 1]
        return Count(float(cells.sum()), Query(ROOT, branch=told, label=truth))


def wilson(right: Formula, whole: Formula, z: float = Z95) -> tuple[Named, Named]:
    """The ends of Wilson's score interval of the share ``right`` / ``whole``, ``z`` deviations
    to either side; 0 and 1 where no row, or every row, is right. Wilson 1927."""
    return _end(right, whole, z, -1), _end(right, whole, z, 1)


def wilson_parts(right: Formula, whole: Formula, z: float = Z95) -> tuple[Named, Named, Named]:
    """What both ends are made of: the variance v, the middle m and half the width h."""
    p, exact = _accuracy(right, whole), Number(z)
    variance = Named("v", _variance(Symbol("a"), N, Symbol("z")), _variance(p, whole, exact))
    middle = Named("m", _middle(Symbol("a"), N, Symbol("z")), _middle(p, whole, exact))
    half = Named("h", _half(Symbol("v"), N, Symbol("z")), _half(variance, whole, exact))
    return variance, middle, half


def _end(right: Formula, whole: Formula, z: float, side: int) -> Named:
    p, symbol = Ratio(right, whole), "p_{max}" if side > 0 else "p_{min}"
    general = Sum(((1, Symbol("m")), (side, Symbol("h"))))
    if p.value == (1 if side > 0 else 0):  # there only rounding would differ
        return Named(symbol, general, p)
    _variance, middle, half = wilson_parts(right, whole, z)
    return Named(symbol, general, Sum(((1, middle), (side, half))))


def _variance(p: Formula, n: Formula, z: Formula) -> Sum:
    rest = Sum(((1, Number(1)), (-1, p)))
    correction = Ratio(Power(z, 2), Product((Number(4), Power(n, 2))))
    return Sum(((1, Ratio(Product((p, rest)), n)), (1, correction)))


def _middle(p: Formula, n: Formula, z: Formula) -> Ratio:
    half = Ratio(Power(z, 2), Product((Number(2), n)))
    return Ratio(Sum(((1, p), (1, half))), _shrinking(n, z))


def _half(variance: Formula, n: Formula, z: Formula) -> Ratio:
    return Ratio(Product((z, Root(variance))), _shrinking(n, z))


def _shrinking(n: Formula, z: Formula) -> Sum:
    return Sum(((1, Number(1)), (1, Ratio(Power(z, 2), n))))


def _accuracy(right: Formula, whole: Formula) -> Named:
    return Named("a", Ratio(Over("k", Symbol("n_{kk}")), N), Ratio(right, whole))
