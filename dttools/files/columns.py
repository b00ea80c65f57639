"""Columns of text, each judged once for each distinct cell.

Not done here: the shape of the file (``shapes``) and what a single cell says (``cells``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, compress, count
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import DTypeLike, NDArray

import dttools.files.cells as cells
from dttools.files.cells import Values

_AT_ONCE: Final = 10_000
_NUMERIC: Final = frozenset("+-.,0123456789")
# As ``cells.number`` has them, one a line.
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD: Final = re.compile(r"[a-z]+|[\u4e00-\u9fff]+")
_WHOLE: Final = re.compile(rf"(?:[+-]?+(?:0|[1-9][0-9]{{0,{cells.EXACT_DIGITS - 1}}}+)\n)*+")
_PLAIN: Final = {
    sign: re.compile(
        rf"(?:(?![+-]?+[0-9]{{{cells.EXACT_DIGITS + 1},}}+\n)(?:{cells.plainly(sign)})?+\n)*+"
    )
    for sign in ".,"
}

_IDS: Final = frozenset(("id", "ids", "uuid"))
_NUMBERED: Final = ("学号", "工号", "考号", "编号", "序号", "号码", "學號", "編號", "序號", "號碼")


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
        return self.where(lambda cell: not cell.strip())

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
    missing = missing - column.values
    blocks = [
        _read(column.raw[at : at + _AT_ONCE], decimal, missing)
        for at in range(0, len(column.raw) or 1, _AT_ONCE)
    ]
    values, numbers, texts = map(np.concatenate, zip(*blocks, strict=True))
    if column.text:
        return Settled(values[column.codes])
    if texts.any():
        return Settled(values[column.codes], _stray(column, values, texts))
    return Settled(numbers[column.codes])


_Block = tuple[NDArray[np.object_], Values, NDArray[np.bool_]]


def _read(some: Sequence[str], decimal: str, missing: frozenset[str]) -> _Block:
    """The cells, None where one is missing, the numbers that they say, whole or with NaN where
    there is none, and which of them are neither missing nor numbers."""
    numbers = _all_numbers(some, decimal)
    if numbers is not None:
        values = [cell or None for cell in some]
        return np.array(values, dtype=object), numbers, np.zeros(len(some), dtype=bool)
    values = [cells.present(cell, missing) for cell in some]
    found = [
        cells.number(value, decimal) if value and value[0] in _NUMERIC else None for value in values
    ]
    texts = [value is not None and one is None for value, one in zip(values, found, strict=True)]
    kind: DTypeLike = np.int64 if all(type(one) is int for one in found) else np.float64
    numbers = np.array([math.nan if one is None else one for one in found], dtype=kind)
    return np.array(values, dtype=object), numbers, np.array(texts, dtype=bool)


def _all_numbers(some: Sequence[str], decimal: str) -> Values | None:
    """All cells at once where each is a number, or empty, which is NaN; None where one is not."""
    if are_all(_WHOLE, some):
        return np.array(list(map(int, some)), dtype=np.int64)
    if not are_all(_PLAIN[decimal], some):
        return None
    numbers = np.array([float(cell.replace(decimal, ".") or "nan") for cell in some])
    return None if np.isinf(numbers).any() else numbers


def are_all(lines: re.Pattern[str], some: Sequence[str]) -> bool:
    """Whether all cells are as an expression of many lines has them, seen at once."""
    text = "\n".join([*some, ""])
    # A cell of two lines would pass for two cells.
    return text.count("\n") == len(some) and lines.fullmatch(text) is not None


def _stray(
    column: TextColumn, values: NDArray[np.object_], texts: NDArray[np.bool_]
) -> tuple[int, str] | None:
    """The first cell that kept a column of numbers from being one, where few did."""
    if any(map(cells.is_code, values[texts])):
        return None
    counts = np.bincount(column.codes, minlength=len(values))
    present = pd.notna(values)
    if not cells.mostly(counts[present & ~texts].sum(), counts[present & texts].sum()):
        return None
    row = int(np.argmax(texts[column.codes]))
    return row, values[column.codes[row]]


def values_of(texts: Sequence[str]) -> Values:
    """What the cells of one column say, typed by hand or read: numbers if all that say anything
    do, else text; shape (n_rows,)."""
    codes, distinct = pd.factorize(np.array(texts, dtype=object))
    return settle(TextColumn(1, "", codes, tuple(distinct)), ".").values


def words_of(name: str) -> list[str]:
    """The words of a name: ``passengerClass`` is two, and so is ``Sale_Price``."""
    return _WORD.findall(_HUMP.sub(" ", name).lower())


def names_rows(name: str) -> bool:
    """Whether whole numbers that are all others tell rows apart, by the name of their column, and
    measure nothing: Student ID, 学号."""
    words = words_of(name)
    return not _IDS.isdisjoint(words) or any(word.endswith(_NUMBERED) for word in words)


def free_name(name: str, taken: Collection[str]) -> str:
    """``name``, with a number behind it where another column has it."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(free for free in chain([name], numbered) if free not in taken)
