"""Rows of text as columns: parsed in C, then judged once for each distinct cell.

Not done here: the shape of the file (``records``) and what a single cell says (``cells``).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dtcore.reading.cells as cells
from dtcore.reading.cells import Values

_MOSTLY: Final = 0.9


@dataclass(frozen=True)
class TextColumn:
    """A column as written: ``raw[codes[i]]`` is the cell of row ``i``; all of ``raw`` occurs.

    ``codes`` has shape (n_rows,); ``position`` counts the columns of the file from 1.
    """

    position: int
    name: str
    codes: NDArray[np.integer]
    raw: tuple[str, ...]

    @cached_property
    def blank(self) -> NDArray[np.bool_]:
        """Where nothing stands, not even a word for a missing value; shape (n_rows,)."""
        return self.where(lambda cell: not cell.strip())

    def where(self, true_of: Callable[[str], bool]) -> NDArray[np.bool_]:
        """The rows whose cell is as asked, judged once for each distinct cell."""
        judged = np.array([true_of(cell) for cell in self.raw], dtype=bool)
        return np.asarray(judged[self.codes])

    def keep(self, rows: NDArray[np.bool_]) -> TextColumn:
        """The column without the other rows."""
        used, codes = np.unique(self.codes[rows], return_inverse=True)
        return replace(self, codes=codes, raw=tuple(self.raw[code] for code in used))


@dataclass(frozen=True)
class Settled:
    """The values of a column, and the row and text of the cell that spoilt it, if one did."""

    values: Values
    stray: tuple[int, str] | None = None


def parse(text: str, separator: str, names: Iterable[str]) -> list[TextColumn]:
    """The columns of rectangular text without a header and without blank lines."""
    given = list(names)
    frame = pd.read_csv(
        io.StringIO(text),
        sep=separator,
        header=None,
        names=[str(at) for at in range(len(given))],
        index_col=False,
        # Not "category": its categories are numbers where they look like it, 001 becomes 1.
        dtype=object,
        # Otherwise pandas would take the level "None" for a missing value.
        keep_default_na=False,
        na_filter=False,
        skip_blank_lines=False,
        skipinitialspace=True,
        low_memory=False,
    )
    return [_column(at + 1, name, frame.pop(str(at))) for at, name in enumerate(given)]


def _column(position: int, name: str, written: pd.Series[str]) -> TextColumn:
    codes, raw = pd.factorize(written.to_numpy())
    return TextColumn(position, name, codes, tuple(raw))


def settle(column: TextColumn, decimal: str) -> Settled:
    """Numbers if every present cell is one, else text."""
    values = [cells.present(cell) for cell in column.raw]
    numbers = [None if value is None else cells.number(value, decimal) for value in values]
    texts = np.array(
        [value is not None and one is None for value, one in zip(values, numbers, strict=True)],
        dtype=bool,
    )
    array = cells.as_array(values, numbers)[column.codes]
    return Settled(array, _stray(column, values, texts) if texts.any() else None)


def _stray(
    column: TextColumn, values: list[str | None], texts: NDArray[np.bool_]
) -> tuple[int, str] | None:
    """The first cell that kept a column of numbers from being one, where few did."""
    codes = [value is not None and cells.is_code(value) for value in values]
    if any(code and text for code, text in zip(codes, texts, strict=True)):
        return None
    counts = np.bincount(column.codes, minlength=len(values))
    present = np.array([value is not None for value in values], dtype=bool)
    if counts[present & ~texts].sum() < _MOSTLY * counts[present].sum():
        return None
    row = int(np.argmax(texts[column.codes]))
    return row, values[column.codes[row]] or ""
