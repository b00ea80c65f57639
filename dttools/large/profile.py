"""What a large table's columns hold, found in one pass: kinds, levels, and groups of numbers.

A column of numbers with no more than ``MOST`` of them keeps each apart. Of others a sample of
``SAMPLE`` rows says where to cut them into groups of about equal size, as gradient boosting does;
all rows of a smaller table are in the sample. Not done here: no cell is kept but these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd

from dtcore.errors import DataError
from dtcore.model.columns import (
    Column,
    FloatArray,
    IntArray,
    column_of,
    guess_target_kind,
)

MOST: Final = 256
"""So many codes fit a byte."""
SAMPLE: Final = 200_000
_FIRST: Final = 5_000
"""Cells of a batch that are looked at first: most columns with many values show it here."""


@dataclass(eq=False)
class ColumnProfile:
    """What is known of a column so far. Not a value: the pass fills it, batch by batch.

    ``distinct`` are its values, None once they are more than ``MOST``; ``sample`` some of them.
    """

    name: str
    numeric: bool
    target: bool
    distinct: Any = None
    many: bool = False
    sample: list[FloatArray] = field(default_factory=list)
    count: int = 0
    total: float = 0.0
    least: float = np.inf
    largest: float = -np.inf

    def add(self, cells: Any, sampled: IntArray) -> None:
        """The cells of a batch, complete; ``sampled`` (s,) places of those that are kept."""
        self.count += len(cells)
        if self.numeric:
            numbers = as_numbers(cells)
            self.least = min(self.least, float(numbers.min()))
            self.largest = max(self.largest, float(numbers.max()))
            if not (np.isfinite(self.least) and np.isfinite(self.largest)):
                raise DataError(
                    "Column “{column}” holds an infinite number. Replace it in the file, or take "
                    "the column as nominal.",
                    column=self.name,
                )
            self.total += float(numbers.sum())
            if not self.target:
                self.sample.append(numbers[sampled])
        for piece in () if self.many else (cells.slice(0, _FIRST), cells.slice(_FIRST)):
            self._see(piece)

    def _see(self, cells: Any) -> None:
        import pyarrow as pa

        if self.many or not len(cells):
            return
        parts = [cells.unique(), *([] if self.distinct is None else [self.distinct])]
        self.distinct = pa.concat_arrays(parts).unique()
        if len(self.distinct) > MOST:
            self.distinct, self.many = None, True
            if not self.numeric:
                raise DataError(
                    "“{column}” has more than {most} values, too many to be counted one by one. "
                    "Ignore the column, or take it as numeric.",
                    column=self.name,
                    most=MOST,
                )

    @property
    def column(self) -> Column:
        """Its values, each once, as the engine reads them; of a numeric target the two ends."""
        if self.numeric and (self.target or self.many):
            frame = pd.DataFrame({self.name: [self.least, self.largest]})
            return column_of(frame, self.name, "numeric")
        cells = self.distinct.to_pandas()
        return column_of(pd.DataFrame({self.name: cells}), self.name, self.kind)

    @property
    def raw(self) -> list[Any]:
        """The value of each code of a nominal column as the table has it, if that can be kept."""
        values = self.distinct.to_pylist()
        by_code = [value for _, value in sorted(zip(self.column.values, values, strict=True))]
        return by_code if all(isinstance(value, str | int | float) for value in values) else []

    @property
    def kind(self) -> str:
        return "numeric" if self.numeric else "nominal"

    def decide(self) -> None:
        """Once all is seen: a target with a few whole numbers holds classes."""
        if self.numeric and self.target and not self.many:
            self.numeric = guess_target_kind(self.distinct.to_pandas()) == "numeric"

    @property
    def ends(self) -> FloatArray:
        """(n_codes,) the largest number of each code, rising; empty for a nominal column."""
        if not self.numeric or self.target:
            return np.zeros(0)
        if not self.many:
            return np.unique(as_numbers(self.distinct))
        shares = np.arange(1, MOST) / MOST
        cuts = np.quantile(np.concatenate(self.sample), shares, method="inverted_cdf")
        return np.unique(np.append(cuts, self.largest))


def as_numbers(cells: Any) -> FloatArray:
    """The cells as float64; -0.0 as 0.0."""
    import pyarrow as pa

    return np.asarray(cells.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)) + 0.0


def complete_rows(batch: Any, names: Sequence[str]) -> Any:
    """(n,) which rows of a batch have no missing cell."""
    known = np.ones(batch.num_rows, bool)
    for name in names:
        known &= known_cells(batch.column(name))
    return known


def known_cells(cells: Any) -> Any:
    """(n,) which cells hold something; NaN is nothing."""
    import pyarrow as pa

    known = cells.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_floating(cells.type):
        known = known & ~np.isnan(cells.to_numpy(zero_copy_only=False))
    return known
