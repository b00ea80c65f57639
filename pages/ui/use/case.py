"""A case that the tree is asked about: a cell for each column, some of them not known."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import FloatArray, Tree
from dtshow.words import number_format

Cell = int | float | None
"""The number of a level, a number, or None: not known."""
UNKNOWN: Final = "x"


@dataclass(frozen=True)
class Case:
    """``cells``: one for each column of the tree's schema; ``row``: the row of the table that it
    is, from 0, until a cell is changed."""

    cells: tuple[Cell, ...]
    row: int | None = None

    @classmethod
    def usual(cls, data: dt.Dataset) -> Case:
        """The middle of each column: its median, or its most frequent level."""
        return cls(tuple(_middle(column, data.row_counts) for column in data.columns))

    @classmethod
    def of_row(cls, data: dt.Dataset, row: int) -> Case:
        return cls(tuple(_cell(column, column.values[row]) for column in data.columns), row)

    def put(self, column: int, cell: Cell) -> Case:
        """The same with another cell; it is no row of the table any more."""
        cells = (*self.cells[:column], cell, *self.cells[column + 1 :])
        return self if cells == self.cells else replace(self, cells=cells, row=None)

    def frame(self, tree: Tree) -> pd.DataFrame:
        """One row, as the tree predicts it."""
        pairs = zip(tree.schema.columns, self.cells, strict=True)
        return pd.DataFrame({field.name: [_value(field.levels, cell)] for field, cell in pairs})

    def written(self) -> str:
        """For an address: level numbers and numbers, "x" where nothing is known."""
        return "~".join(UNKNOWN if cell is None else f"{cell!r}" for cell in self.cells)


def read(text: str, data: dt.Dataset) -> Case | None:
    """The case of an address; None if the table has no such case."""
    cells = text.split("~")
    if len(cells) != len(data.columns):
        return None
    found = [_read(cell, column.levels) for cell, column in zip(cells, data.columns, strict=True)]
    return None if any(known is False for known in found) else Case(tuple(found))


def _read(text: str, levels: tuple[str, ...] | None) -> Cell | bool:
    """False if it cannot be a cell of the column."""
    if text == UNKNOWN:
        return None
    if levels is not None:
        return int(text) if re.fullmatch(r"\d{1,6}", text) and int(text) < len(levels) else False
    number = float(text) if re.fullmatch(r"-?\d{1,18}(\.\d{1,18})?(e[+-]?\d{1,3})?", text) else None
    return False if number is None or not math.isfinite(number) else number


def _value(levels: tuple[str, ...] | None, cell: Cell) -> object:
    if cell is None:
        return None if levels is not None else math.nan
    return float(cell) if levels is None else levels[int(cell)]


def _cell(column: dt.model.Column, value: np.int64 | np.float64) -> Cell:
    if isinstance(value, np.integer):
        return int(value) if value >= 0 else None
    return number_format.unrounded(float(value), column) if math.isfinite(value) else None


def _middle(column: dt.model.Column, rows: FloatArray) -> Cell:
    """Of ``rows`` (n,) that each line stands for; None for a column without a known cell."""
    known = column.values >= 0 if column.levels is not None else np.isfinite(column.values)
    if not known.any():
        return None
    values, rows = column.values[known], rows[known]
    if column.levels is not None:
        return int(np.bincount(values, rows).argmax())
    order = np.argsort(values, kind="stable")
    middle = np.searchsorted(np.cumsum(rows[order]), rows.sum() / 2)
    return number_format.unrounded(float(values[order][middle]), column)


def range_of(column: dt.model.Column) -> tuple[float, float, float]:
    """From the least to the largest known number, and a step in which the table is written."""
    known = column.values[np.isfinite(column.values)]
    if not len(known):
        return 0.0, 0.0, 1.0
    low, high = (number_format.unrounded(float(end), column) for end in (known.min(), known.max()))
    digits = next((k for k in range(6) if np.allclose(known, known.round(k), atol=1e-9)), 6)
    return low, high, 10.0**-digits
