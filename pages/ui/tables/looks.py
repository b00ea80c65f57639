"""What was made of a table, once for all that ask: its columns, and what is said of them.

It is gone with the table, which nobody changes: a table that was edited is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar
from weakref import finalize

import pandas as pd

import dtcore as dt
from dtcore.model import Column, column_of

T = TypeVar("T")

_made: Final[dict[int, dict[Hashable, Any]]] = {}


def once(frame: pd.DataFrame, key: Hashable, make: Callable[[], T]) -> T:
    """What ``make`` gives of this very ``frame``; ``key`` names it in full."""
    if id(frame) not in _made:
        _made[id(frame)] = {}
        finalize(frame, _made.pop, id(frame), None)
    known = _made[id(frame)]
    if key not in known:
        known[key] = make()
    result: T = known[key]
    return result


def at_hand(frame: pd.DataFrame, key: Hashable) -> bool:
    """Whether ``once`` has made it."""
    return key in _made.get(id(frame), {})


def column(frame: pd.DataFrame, name: str, kind: str) -> Column:
    """A column of the whole table. Raises DataError if it is not numbers."""
    return once(frame, ("column", name, kind), lambda: column_of(frame, name, kind))


def column_as_able(frame: pd.DataFrame, name: str, kind: str) -> Column:
    """As ``column``; words that were to be taken as numbers stay words."""
    try:
        return column(frame, name, kind)
    except dt.DataError:  # the page says so elsewhere
        return column(frame, name, "nominal")
