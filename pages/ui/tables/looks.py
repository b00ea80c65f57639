"""What was made of a table, once for all that ask: its columns, and what is said of them.

It is gone with the table, which nobody changes: a table that was edited is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, Final, TypeVar
from weakref import finalize

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import Column, IntArray, column_of, frozen

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


def column_in(frame: pd.DataFrame, name: str, kind: str, rows: IntArray | None) -> Column:
    """As ``column_as_able``, of the rows at these places alone: of levels whose order nobody
    stated, those remain that come there."""
    whole = column_as_able(frame, name, kind)
    if rows is None:
        return whole
    part = replace(whole, values=frozen(whole.values[rows]))
    if part.levels is None or getattr(frame[name].dtype, "ordered", False):
        return part
    place = np.full(len(part.levels) + 1, -1)  # the last is that of a missing cell, as in the codes
    place[part.distinct] = np.arange(len(part.distinct))
    levels = tuple(part.levels[code] for code in part.distinct)
    return replace(
        part, field=replace(part.field, levels=levels), values=frozen(place[part.values])
    )
