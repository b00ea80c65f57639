"""A value of a spreadsheet or a database as the text of a cell, as one would write it by hand.

Not done here: formats of cells; 12 % is 0.12, and a date is ISO whatever it looked like.
"""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from typing import Final

_WHOLE: Final = 1e15
_MIDNIGHT: Final = dt.time()


def written(value: object) -> str:
    """The text of a value; empty for None and NaN. Raises ``TypeError`` for what is no value."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        # As short as it stays the same number, and without a fraction where it has none.
        return str(int(value)) if abs(value) < _WHOLE and value.is_integer() else repr(value)
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dt.datetime):
        midnight = value.time() == _MIDNIGHT
        return value.strftime("%Y-%m-%d") if midnight else value.isoformat(" ")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    raise TypeError(f"not a value of a cell: {type(value)}")
