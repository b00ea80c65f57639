"""Which splits a column offers: thresholds here, those of nominal columns in ``nominal``.

Not done here: scoring.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.errors import DataError, RecipeError
from dtcore.model.columns import Column, FloatArray
from dtcore.model.cut import midpoints
from dtcore.model.data import Dataset
from dtcore.policies.nominal import NominalSplitter
from dtcore.words import Listed, Sentence


@dataclass(frozen=True)
class Cuts:
    """Thresholds between neighbouring values of a numeric column.

    Two values are neighbours if they are more than ``apart`` apart. ``single`` rounds the values
    of the table to single precision first, as scikit-learn does. ``data_value`` cuts at the
    largest value of the whole table that is not above the midpoint, as C4.5 Release 8 does; else
    at the midpoint. With one of the two, midpoints are halves in floating point, as in the program.
    """

    apart: float = 0.0
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
        elif self.apart:
            apart = Sentence(np.format_float_positional(self.apart))
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
        """The midpoints of neighbouring values."""
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
