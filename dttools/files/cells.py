"""What a cell says: a number, a text, or nothing.

A column is numeric if every present cell is a finite number. Codes stay text: numbers with
leading zeros (00123), whole numbers of more than 15 digits (a float cannot hold them exactly).
Not done here: dates, thousand separators and percentages stay text until someone takes what
``cleaning`` offers; True and False are text, two levels like Yes and No, and 0 and 1 are numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

# Not "None", "none" or "-": people use them as levels (contact lenses: none; classes + and -).
MISSING: Final = frozenset(
    ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "?", "null", "NULL")
)
EXACT_DIGITS: Final = 15

# Numbers with NaN for a missing one, whole numbers, or str with None for a missing one.
Values: TypeAlias = NDArray[np.float64] | NDArray[np.int64] | NDArray[np.object_]

_CODE: Final = re.compile(r"[+-]?[0-9]+")
_NUMBER: Final = {
    sign: re.compile(
        rf"[+-]?(?:(?:0|[1-9][0-9]*)(?:{re.escape(sign)}[0-9]*)?|{re.escape(sign)}[0-9]+)"
        r"(?:[eE][+-]?[0-9]+)?"
    )
    for sign in (".", ",")
}


def present(cell: str, missing: frozenset[str] = MISSING) -> str | None:
    """The cell without surrounding spaces, or None where it says that a value is missing."""
    stripped = cell.strip()
    return None if not stripped or stripped in missing else stripped


def filled(cells: Sequence[str]) -> list[int]:
    """The places of the cells of a record in which something stands."""
    return [at for at, cell in enumerate(cells) if cell.strip()]


def number(cell: str, decimal: str) -> int | float | None:
    """The number that a cell says, whole or not, or None where it says something else."""
    if not _NUMBER[decimal].fullmatch(cell):
        return None
    digits = cell.lstrip("+-")
    if digits.isdecimal():
        return int(cell) if len(digits) <= EXACT_DIGITS else None
    value = float(cell.replace(decimal, "."))
    return value if math.isfinite(value) else None


def is_code(cell: str) -> bool:
    """Whether a cell that is no number is one of the digits that stay text on purpose."""
    return _CODE.fullmatch(cell) is not None


def as_array(numbers: Sequence[int | float | None]) -> Values:
    """The distinct values of a column of numbers, None where one is missing."""
    if numbers and all(type(one) is int for one in numbers):
        return np.array(numbers, dtype=np.int64)
    return np.array([math.nan if one is None else one for one in numbers], dtype=np.float64)
