"""A number as a student types it: 0.25, 0,25, .25, ０．２５, 1/18; 7:30 of hours, 25% of percent.

1,000 is none: it is a thousand to some and one to others. 0,025 can only be a decimal.
What the signs of a cell mean, ``dttools.files`` knows.
"""

from __future__ import annotations

import re
from typing import Final

from dttools.files.dates import clock
from dttools.files.numerals import typed

DECIMALS, FINE = 4, 6
"""Of a fraction, and of one below a tenth."""
_DECIMAL: Final = re.compile(r"[-+]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})", re.ASCII)
_UNCLEAR: Final = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}", re.ASCII)
_FRACTION: Final = re.compile(r"([-+]?\d{1,9}) ?/ ?(\d{1,9})", re.ASCII)


def read_typed(text: str, hours: bool = False, percent: bool = False) -> tuple[float, int] | None:
    """The number and its decimals; None if it is none. ``hours``: of the day, or how many;
    ``percent``: how many, so that its sign may stand behind."""
    plain = typed(text).replace("／", "/").replace("：", ":").strip()
    if percent:
        plain = plain.removesuffix("%").rstrip()
    if found := _FRACTION.fullmatch(plain):
        return _divided(int(found[1]), int(found[2]))
    if hours and (time := clock(plain)) is not None:
        return round(time, FINE), FINE
    if _UNCLEAR.fullmatch(plain):
        return None
    plain = plain.replace(",", ".")
    if not _DECIMAL.fullmatch(plain):
        return None
    return float(plain), len(plain.partition(".")[2])


def _divided(above: int, below: int) -> tuple[float, int] | None:
    if not below:
        return None
    value = above / below
    exact = next((k for k in range(FINE) if (above * 10**k) % below == 0), None)  # 1/4 is 0.25
    decimals = exact if exact is not None else DECIMALS if abs(value) >= 0.1 else FINE
    return round(value, decimals), decimals
