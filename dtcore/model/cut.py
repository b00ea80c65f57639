"""The cut that is printed is the cut that rows are compared with.

A cut is midway between two neighbouring values as they are written: of 0.1 and 4.1 it is 2.1,
where adding and halving the binary fractions gives 2.0999999999999996. It is printed in full up
to ``DIGITS`` significant digits. A longer one is printed shorter, but still between its
neighbours, and marked ≈; code, links and files hold all of it. Of numbers that are compared in
single precision (``Field.single``) what is printed is the same as the cut after rounding to
single precision. A column of numbers may be cut into intervals before a tree is grown:
≤ 5.45, 5.45 – 6.1, > 6.1. Not done here: which cut is the best, and what other programs print.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Final

import numpy as np

from dtcore.model.columns import MISSING, FloatArray, IntArray, to_single

DIGITS: Final = 8
NEARLY: Final = "≈"
"""What stands before a cut that is printed with fewer digits than it has."""
_MOST: Final = 1e15
"""Whole numbers up to it have no more than 15 digits, which a float gives back as written."""
_POWERS: Final = 10.0 ** np.arange(23)
"""The powers of ten that a float holds exactly."""


def midpoints(low: FloatArray, high: FloatArray) -> FloatArray:
    """(w,) the middle of the values ``low`` and ``high`` (w,), ``low`` < ``high``, as decimals
    of up to 15 digits, the nearest float; of longer ones as floats. At least ``low`` and below
    ``high``."""
    ends = np.stack([low, high])
    with np.errstate(all="ignore"):  # of -inf, which stands for missing cells
        digits = np.floor(np.log10(np.abs(ends).max(axis=0)))
        power = _POWERS[np.nan_to_num(14 - digits).clip(0, 22).astype(np.intp)]
        wholes = np.rint(ends * power)  # the two as whole numbers of the smallest part of both
        exact = ((np.abs(wholes) <= _MOST) & (wholes / power == ends)).all(axis=0)
        middle = np.where(exact, wholes.sum(axis=0) / (2 * power), low / 2 + high / 2)
    return np.where(middle < high, middle, low)  # neighbours in floating point


def cut_text(cut: float, low: float = -inf, high: float = inf, single: bool = False) -> str:
    """A cut as it is printed, between the values ``low`` ≤ ``cut`` < ``high`` that it parts.

    No midpoint is printed as one of the two. ``single``: as ``Field.single``.
    """
    for digits in range(7 if single else DIGITS, 17):
        text = f"{cut + 0.0:.{digits}g}"
        value = float(text)
        if value == cut or (single and low < to_single(value) < high and _same(value, cut)):
            return text
        if not single and low < value < high:
            return NEARLY + text
    return in_full(cut)


def _same(value: float, cut: float) -> bool:
    """Whether both round to one number of single precision; a cut midway between two, to either."""
    rounded = {np.float32(np.nextafter(cut, end)) for end in (-inf, inf)}
    return np.float32(value) in rounded


def read_cut(text: str) -> float:
    """The number that ``written`` wrote."""
    return float(text.removeprefix(NEARLY))


def in_full(value: float) -> str:
    """A number with all the digits that tell it from its neighbours in floating point."""
    texts = (f"{value + 0.0:.{digits}g}" for digits in range(DIGITS, 18))
    return next(text for text in texts if float(text) == value)


def of_raw(cut: float) -> float:
    """The cut that parts numbers as they are where ``cut`` parts them rounded to single precision:
    the largest number that is at most ``cut`` once it is rounded."""
    low = np.float32(cut)
    if float(low) > cut:  # beside a float32 numpy would round the cut, too
        low = np.nextafter(low, np.float32(-inf))
    middle = float(low) / 2 + float(np.nextafter(low, np.float32(inf))) / 2
    return middle if float(np.float32(middle)) <= cut else float(np.nextafter(middle, -inf))


def gap_of(cut: float, distinct: FloatArray) -> tuple[float, float]:
    """The neighbours among ``distinct`` (d,), sorted values, with low ≤ ``cut`` < high."""
    at = int(np.searchsorted(distinct, cut, side="right"))
    low = float(distinct[at - 1]) if at else -inf
    return low, float(distinct[at]) if at < len(distinct) else inf


def codes_of(values: FloatArray, cuts: tuple[float, ...]) -> IntArray:
    """(n,) the interval of each value, -1 where it is missing; a cut belongs below itself."""
    codes = np.searchsorted(np.array(cuts, np.float64), values, side="left")
    return np.where(np.isnan(values), MISSING, codes).astype(np.intp)


def names_of(cuts: tuple[float, ...]) -> tuple[str, ...]:
    """What the intervals between ``cuts`` are called, all different."""
    if not cuts:
        return ("−∞ – ∞",)
    words = [in_full(cut) for cut in cuts]
    inner = (f"{low} – {high}" for low, high in pairwise(words))
    return (f"≤ {words[0]}", *inner, f"> {words[-1]}")
