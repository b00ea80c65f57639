"""Predicted numbers beside the true ones: errors, residuals and what share is explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.formula import (
    Bars,
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
    Squares,
    Sum,
    Symbol,
)
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.nodes import ROOT
from dtcore.policies.impurity import share_explained, squares_about_mean
from dttools.evaluation.score import Score, rows_text

MOST_TERMS: Final = 12
"""A sum over more rows is not written out."""
AWAY: Final = Sum(((1, Symbol("y_i")), (-1, Symbol("ŷ_i"))))
N: Final = Symbol("n")


@dataclass(frozen=True, eq=False)
class NumberEvaluation:
    """Of n rows the true number ``truth`` and the number ``told`` (n,), in target units.

    ``weights`` (n,): what a row counts. ``rows`` (n,): which rows of the given table these are;
    others had no number. ``fractional``: as of the table of the rows.
    """

    truth: FloatArray
    told: FloatArray
    weights: FloatArray
    rows: IntArray
    fractional: bool = False

    def __repr__(self) -> str:
        rows = rows_text(self.weights, self.fractional)
        return f"<NumberEvaluation: rows {rows}, RMSE {self.rmse.value}>"

    @property
    def residuals(self) -> FloatArray:
        """(n,) how far each row lies above what is told of it."""
        return self.truth - self.told

    @property
    def errors(self) -> IntArray:
        """The rows of the given table, those that are furthest off first."""
        return self.rows[np.argsort(-np.abs(self.residuals), kind="stable")]

    def rows_asked(self, query: Query) -> IntArray:
        """The rows behind a count in a formula of this evaluation: all of them."""
        return self.rows

    @property
    def rmse(self) -> Score:
        """The root of the mean squared residual."""
        general = Root(Ratio(Over("i", Power(AWAY, 2)), N))
        return Score("rmse", Named("RMSE", general, Root(Ratio(self._squares, self._whole))))

    @property
    def mae(self) -> Score:
        """The mean absolute residual."""
        body = self._sum(float(self.weights @ np.abs(self.residuals)), Bars)
        return Score("mae", Named("MAE", Ratio(Over("i", Bars(AWAY)), N), Ratio(body, self._whole)))

    @property
    def r2(self) -> Score:
        """What share of the squares about the mean of these rows the tree explains; below 0 if
        it is worse than that mean, undefined if all rows have the same number."""
        mean = float(np.average(self.truth, weights=self.weights))
        about = float(self.weights @ (self.truth - mean) ** 2)
        whole = Named("SS", squares_about_mean("D"), Squares(about, mean, Query(ROOT)))
        return Score("r2", share_explained(self._squares, whole))

    def scores(self) -> Iterator[Score]:
        yield from (self.rmse, self.mae, self.r2)

    @property
    def _whole(self) -> Count:
        return Count(float(self.weights.sum()), Query(ROOT))

    @property
    def _squares(self) -> Named:
        def square(away: Sum) -> Formula:
            return Power(away, 2)

        body = self._sum(float(self.weights @ self.residuals**2), square)
        return Named("SS_{res}", Over("i", Power(AWAY, 2)), body)

    def _sum(self, value: float, of: Callable[[Sum], Formula]) -> Formula:
        """Row by row the part that its residual has in the sum ``value``."""
        if len(self.rows) > MOST_TERMS:
            return Number(value)
        parts = zip(self.truth.tolist(), self.told.tolist(), self.weights.tolist(), strict=True)
        return Sum(tuple((1, _often(weight, of(_less(y, told)))) for y, told, weight in parts))


def _less(one: float, other: float) -> Sum:
    """Signs belong to the sum, not to numbers."""
    first = (-1 if one < 0 else 1, Number(abs(one)))
    return Sum((first, (1 if other < 0 else -1, Number(abs(other)))))


def _often(weight: float, part: Formula) -> Formula:
    return part if weight == 1 else Product((Number(weight), part))
