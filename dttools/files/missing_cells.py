"""Words, signs and codes for a missing value, what looks like it, and strays among numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress, islice
from typing import Final

import numpy as np

from dttools.files.cells import is_code, mostly
from dttools.files.meanings import (
    LONGEST_LEVEL,
    SAMPLED,
    Cells,
    File,
    Judged,
    Meaning,
    all_quoted,
    as_float,
    is_chinese,
    nothing,
    says,
)
from dttools.files.missing_signs import NOTHINGS, is_sign
from dttools.files.number_styles import are_most, no_numbers
from dttools.files.numerals import numeral
from dttools.files.quoting import quoted
from dttools.files.spellings import AGAINST, in_capitals_of

# Numbers beside which one cell that is none may count as missing.
_STRAYS: Final = 3
_NINES: Final = ("-9", *(sign + "9" * count for sign in ("-", "") for count in (2, 3, 4, 5)))
_MISSING_CODES: Final = frozenset(
    nines + zeros for nines in _NINES for zeros in ("", ".0", ".00", ",0", ",00")
)
_FAR_FROM_0: Final = frozenset(
    code for code in _MISSING_CODES if not -99 < float(code.replace(",", ".")) < 999
)
_BELOW: Final = re.compile("-[1-9][0-9]*")
_SURE_BELOW: Final = -99


def level(cells: Cells, _: File) -> Sequence[Meaning]:
    """NA among few levels: no alley, or Namibia."""
    if len(cells.column.raw) > 5 * SAMPLED or cells.halves is not None:
        return ()
    changes = cells.where_raw(_LEVELS.intersection(cells.missing).__contains__)
    if not changes.any():
        return ()
    levels, filled = cells.distinct, cells.rows(cells.filled)
    few = 2 * len(levels) <= filled
    if not levels or not (few or all(len(one) == 2 and one.isupper() for one in levels)):
        return ()
    if filled <= 2 * cells.rows(cells.numbers):
        return ()
    words = sorted({cell.strip() for cell in compress(cells.column.raw, changes)})
    said = says(cells, "level", signs=all_quoted(words))
    pairs = [(word, word) for word in words]
    column = replace(cells.column, values=frozenset(words))
    return [Meaning("level", said, changes, list, examples=pairs, column=column)]


def blank(cells: Cells, _: File) -> Sequence[Meaning]:
    """One value and blanks, of which a blank may mean no."""
    if len(cells.column.raw) > SAMPLED:
        return ()
    changes = cells.where_raw(lambda cell: not cell)
    if len(cells.distinct) != 1 or (cells.filled == changes).any():
        return ()
    (value,), filled, blank = cells.distinct, cells.rows(cells.filled), cells.rows(changes)
    if filled < 2 or 10 * blank < filled or len(value) > LONGEST_LEVEL:
        return ()
    if value != "1" and any(map(str.isnumeric, value)):
        return ()
    no = _no(value, cells.column.name)
    said = says(cells, "blank", value=quoted(value), no=no)
    return [Meaning("blank", said, changes, lambda some: [no] * len(some))]


def _no(yes: str, name: str) -> str:
    """What stands against it, in its language and in its capitals."""
    usual = "否" if is_chinese(yes + name) else "no"
    return in_capitals_of(yes, AGAINST.get(yes.casefold(), usual))


_LEVELS: Final = frozenset(("NA", "N/A", "n/a"))


def missing(cells: Cells, _: File) -> Sequence[Meaning]:
    """Signs, words and codes that may say that a value is missing."""
    if cells.plain:
        return _as_missing("missing", "codes", cells, _codes(cells))
    changes = _doubtful_signs(cells)
    if changes.any() and not (cells.filled & ~changes & ~cells.numbers).any():
        changes = changes | _codes(cells)
    return _as_missing("missing", "missing", cells, changes)


def _as_missing(key: str, way: str, cells: Cells, changes: Judged) -> Sequence[Meaning]:
    said = says(cells, way, signs=all_quoted(cells.of(changes)))
    return [Meaning(key, said, changes, nothing)] if changes.any() else ()


def _doubtful_signs(cells: Cells) -> Judged:
    signs = cells.signs
    if not signs.any():
        return signs
    others = cells.filled & ~signs
    if others.any() and (not (others & ~cells.numbers).any() or cells.halves is not None):
        return signs
    if _are_numbers_mostly(cells):
        return signs
    # Among levels "none" is one, and so is "-" beside "+".
    levels = list(islice(cells.of(others), SAMPLED))
    if len(levels) < 2 or not any(any(map(str.isalnum, level)) for level in levels):
        return np.zeros_like(signs)
    return cells.where(lambda value: is_sign(value) and value.casefold() not in NOTHINGS)


def _codes(cells: Cells) -> Judged:
    """-999 and its like, and any that comes most often below 0: far from all other numbers, and
    if not repeated, far from 0 too."""
    likely = np.zeros(len(cells.column.raw), dtype=bool)
    if not _MISSING_CODES.isdisjoint(cells.column.raw):
        often = (cells.counts > 1) & cells.where(_MISSING_CODES.__contains__)
        likely = often | cells.where(_FAR_FROM_0.__contains__)
    if len(likely) > 5:
        most = int(np.argmax(cells.counts))
        likely[most] |= cells.counts[most] > 2 and bool(_BELOW.fullmatch(cells.values[most]))
    if not likely.any():
        return likely
    others = [
        as_float(value, cells.decimal)
        for value, odd, sign in zip(cells.values, likely, cells.signs, strict=True)
        if value and not odd and not sign
    ]
    if len(others) < 2:
        return np.zeros_like(likely)
    low, high = min(others), max(others)
    once = bool((cells.counts[cells.filled & ~likely & ~cells.signs] == 1).all())
    if once and set(np.diff(others)) == {1}:  # it numbers the rows
        return np.zeros_like(likely)

    def is_far(value: str) -> bool:
        code = as_float(value, cells.decimal)
        sure = code <= _SURE_BELOW and low >= 0
        return sure or max(low - code, code - high) > high - low > 0

    far = {value for value in cells.of(likely) if is_far(value)}
    return cells.where(far.__contains__)


def strays(cells: Cells, _: File) -> Sequence[Meaning]:
    """The cells that keep a column of numbers from being one."""
    changes = cells.filled & ~cells.numbers
    left, rows = changes & ~cells.signs, cells.rows(cells.numbers)
    if cells.plain or not left.any() or rows < _STRAYS or not are_most(cells, rows, left):
        return ()
    numerals = cells.where_shape(lambda text: (form := numeral(text)) is not None and not form.unit)
    if not mostly(rows, cells.rows(left & numerals)):  # 50,0 among 1.234
        return ()
    counted = no_numbers(cells, left, rows)
    return [replace(one, why=counted) for one in _as_missing("strays", "strays", cells, changes)]


def _are_numbers_mostly(cells: Cells) -> bool:
    left = cells.filled & ~cells.numbers & ~cells.signs
    told = cells.rows(cells.numbers)
    if not told or not mostly(told, cells.rows(left)):
        return False
    return not any(map(is_code, cells.of(left)))
