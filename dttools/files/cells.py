"""What a cell says: a number, a text, or nothing.

A column is numeric if every present cell is a finite number. Codes stay text: numbers with
leading zeros (00123), whole numbers of more than 15 digits (a float cannot hold them exactly).
Not done here: dates, thousand separators and percentages stay text until someone takes what
``cleaning`` offers; True and False are text, two levels like Yes and No, and 0 and 1 are numbers.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
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

MOST_OPTIONS: Final = 30
_CHOICE: Final = re.compile("[1-9][0-9]?")
_CODE: Final = re.compile(r"[+-]?[0-9]+")
MOSTLY: Final = 0.9
FEWEST: Final = 5
"""Rows beside which a single other one is a slip."""


def plainly(decimal: str) -> str:
    """The pattern of a number as a computer writes it: 0, -12, 12.5, .5 and 1e5."""
    at, power = re.escape(decimal), "(?:[eE][+-]?+[0-9]++)?+"
    return rf"[+-]?+(?:(?:0|[1-9][0-9]*+)(?:{at}[0-9]*+)?+|{at}[0-9]++){power}"


def in_groups(by: str, often: str = "") -> str:
    """The pattern of a whole number whose digits stand in threes: 1,234, ``often`` more of them."""
    return rf"[1-9][0-9]{{0,2}}(?:{by}[0-9]{{3}}){often}"


_NUMBER: Final = {sign: re.compile(plainly(sign)) for sign in ".,"}
# 1,234, of which the sign may be that of a fraction, too.
GROUP: Final = {sign: re.compile("[+-]?+" + in_groups(re.escape(sign))) for sign in ".,"}
# 43,6468 for 436468, or with a decimal comma.
IN_FOURS: Final = re.compile("[+-]?+[1-9][0-9]{0,3},[0-9]{4}")


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


def options(values: Collection[str], sign: str) -> list[str]:
    """The options of which each value names one or several with ``sign`` between, as 1,2 and 2;
    none where they are no such lists: of others, few parts come again, or as many in each."""
    named = [
        [part.strip() for part in value.rstrip(sign).split(sign, MOST_OPTIONS)] for value in values
    ]
    often = Counter(part for parts in named for part in parts)
    again = sum(count > 1 for count in often.values())
    if len({len(parts) for parts in named}) < 2 or 2 * again < len(often) or not all(often):
        return []
    if len(often) > MOST_OPTIONS or any(len(set(parts)) < len(parts) for parts in named):
        return []
    if any(number(part, point) is not None for part in often for point in ".,"):
        # 5,1 and 0,5 and 1,500 are numbers; codes rise from 1.
        if not all(_CHOICE.fullmatch(part) for part in often):
            return []
        if any(list(map(int, parts)) != sorted(map(int, parts)) for parts in named):
            return []
        return sorted(often, key=int)
    return list(often)


def mostly(rows: int, others: int) -> bool:
    """Whether so few ``others`` stand beside ``rows`` that they are slips: a tenth of all, or in
    a small table the only one."""
    return rows >= MOSTLY * (rows + others) or (others == 1 and rows >= FEWEST)


def are_slips(cells: Sequence[str], sign: str, grouped: int, whole: int) -> bool:
    """Whether the cells are no decimals but slips: beside so many whose thousands the ``sign``
    groups, or with a digit too many, as 8,5000, beside so many ``whole`` numbers as well."""
    too_long = all(len(one.partition(sign)[2]) > 3 for one in cells)
    others = grouped + whole if too_long else grouped
    return mostly(others, len(cells)) and all(sign in one for one in cells)


def is_code(cell: str) -> bool:
    """Whether a cell that is no number is one of the digits that stay text on purpose."""
    return _CODE.fullmatch(cell) is not None
