"""Columns of text, each judged once for each distinct cell.

Not done here: the shape of the file (``shapes``) and what a single cell says (``cells``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Final

import numpy as np
from numpy.typing import NDArray

import dttools.files.cells as cells
from dttools.files.cells import Values

_MOSTLY: Final = 0.9
_AT_ONCE: Final = 10_000
_LONGEST: Final = 300
"""Digits of a number that a float can hold whatever they are."""
_NUMERIC: Final = frozenset("+-.,0123456789")
# As ``cells.number`` has them, one a line.
_WHOLE: Final = re.compile(rf"(?:[+-]?+(?:0|[1-9][0-9]{{0,{cells.EXACT_DIGITS - 1}}}+)\n)*+")
_PLAIN: Final = {
    sign: re.compile(
        rf"(?:(?![+-]?+[0-9]{{{cells.EXACT_DIGITS + 1},}}+\n)(?:{cells.plainly(sign)})?+\n)*+"
    )
    for sign in ".,"
}


@dataclass(frozen=True)
class TextColumn:
    """A column as written: ``raw[codes[i]]`` is the cell of row ``i``; all of ``raw`` occurs.

    ``codes`` has shape (n_rows,); ``position`` counts the columns of the file from 1. ``values``
    are words for a missing value that are none here; ``text`` says that numbers stay text.
    """

    position: int
    name: str
    codes: NDArray[np.integer]
    raw: tuple[str, ...]
    values: frozenset[str] = frozenset()
    text: bool = False

    @cached_property
    def blank(self) -> NDArray[np.bool_]:
        """Where nothing stands, not even a word for a missing value; shape (n_rows,)."""
        filled = np.fromiter(map(bool, map(str.strip, self.raw)), bool, len(self.raw))
        return np.asarray(~filled[self.codes])

    def where(self, true_of: Callable[[str], bool]) -> NDArray[np.bool_]:
        """The rows whose cell is as asked, judged once for each distinct cell."""
        judged = np.array([true_of(cell) for cell in self.raw], dtype=bool)
        return np.asarray(judged[self.codes])

    def keep(self, rows: NDArray[np.bool_]) -> TextColumn:
        """The column without the other rows."""
        codes, raw = self.codes[rows], self.raw
        used = np.bincount(codes, minlength=len(raw)) > 0
        if not used.all():
            codes = (np.cumsum(used, dtype=np.int32) - 1)[codes]
            raw = tuple(compress(raw, used))
        result = replace(self, codes=codes, raw=raw)
        if "blank" in vars(self):  # which takes long
            vars(result)["blank"] = self.blank[rows]
        return result


@dataclass(frozen=True)
class Settled:
    """The values of a column, and the row and text of the cell that spoilt it, if one did."""

    values: Values
    stray: tuple[int, str] | None = None


def settle(column: TextColumn, decimal: str, missing: frozenset[str] = cells.MISSING) -> Settled:
    """Numbers if every present cell is one, else text."""
    plain = None if column.text else _plain_numbers(column.raw, decimal)
    if plain is not None:
        return Settled(plain[column.codes])
    values, texts = _values_and_texts(column.raw, decimal, missing - column.values)
    if column.text or texts.any():
        array = np.array(values, dtype=object)
        return Settled(array[column.codes], _stray(column, values, texts))
    numbers = [None if value is None else cells.number(value, decimal) for value in values]
    return Settled(cells.as_array(numbers)[column.codes])


def _values_and_texts(
    raw: Sequence[str], decimal: str, missing: frozenset[str]
) -> tuple[list[str | None], NDArray[np.bool_]]:
    """The cells, None where one is missing, and which of them are neither missing nor numbers."""
    values, texts = list[str | None](), np.zeros(len(raw), dtype=bool)
    for at in range(0, len(raw), _AT_ONCE):
        some = raw[at : at + _AT_ONCE]
        if _are_plain(some, decimal):
            values += [cell if cell and cell not in missing else None for cell in some]
            continue
        values += [cells.present(cell, missing) for cell in some]
        texts[at : at + _AT_ONCE] = [
            bool(value) and (value[0] not in _NUMERIC or cells.number(value, decimal) is None)
            for value in (value or "" for value in values[at:])
        ]
    return values, texts


def _are_plain(some: Sequence[str], decimal: str) -> bool:
    """Whether each is a number that a float can hold, or empty, seen at once."""
    text = "\n".join([*some, ""])
    if text.count("\n") != len(some) or "e" in text or "E" in text:
        return False
    return max(map(len, some)) < _LONGEST and _PLAIN[decimal].fullmatch(text) is not None


def _plain_numbers(raw: Sequence[str], decimal: str) -> Values | None:
    """All cells at once where each is a number, or nothing: what ``settle`` would make of them."""
    whole = True
    for at in range(0, len(raw), _AT_ONCE):
        some = raw[at : at + _AT_ONCE]
        text = "\n".join([*some, ""])
        # A cell of two lines would pass for two cells.
        if text.count("\n") != len(some):
            return None
        whole = whole and _WHOLE.fullmatch(text) is not None
        if not whole and not _PLAIN[decimal].fullmatch(text):
            return None
    if whole:
        return np.array(list(map(int, raw)), dtype=np.int64)
    points = raw if decimal == "." else [cell.replace(decimal, ".") for cell in raw]
    result = np.array([float(cell or "nan") for cell in points], dtype=np.float64)
    return None if np.isinf(result).any() else result


def _stray(
    column: TextColumn, values: list[str | None], texts: NDArray[np.bool_]
) -> tuple[int, str] | None:
    """The first cell that kept a column of numbers from being one, where few did."""
    if column.text:
        return None
    odd = (values[at] for at in np.flatnonzero(texts).tolist())
    if any(value is not None and cells.is_code(value) for value in odd):
        return None
    counts = np.bincount(column.codes, minlength=len(values))
    present = np.array([value is not None for value in values], dtype=bool)
    if counts[present & ~texts].sum() < _MOSTLY * counts[present].sum():
        return None
    row = int(np.argmax(texts[column.codes]))
    return row, values[column.codes[row]] or ""


def values_of(texts: Sequence[str]) -> Values:
    """What the cells of one column say, typed by hand or read: numbers if all that say anything
    do, else text; shape (n_rows,)."""
    place: dict[str, int] = {}
    codes = np.array([place.setdefault(text, len(place)) for text in texts], dtype=np.intp)
    return settle(TextColumn(1, "", codes, tuple(place)), ".").values


def free_name(name: str, taken: Collection[str]) -> str:
    """``name``, marked until no other column has it."""
    while name in taken:
        name += "'"
    return name
