"""What was made of a table, once for all that ask: its columns, and what is said of them.

It is gone with the table, which nobody changes: a table that was edited is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from threading import Lock, RLock
from typing import Any, Final, TypeVar
from weakref import finalize

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import Column, IntArray, column_of, frozen

T = TypeVar("T")

_first: Final = Lock()


class Looks:
    """What was made of one table. A class that opens it at once waits for the first of them."""

    def __init__(self) -> None:
        self.line, self.known = RLock(), dict[Hashable, Any]()


_made: Final[dict[int, Looks]] = {}


def once(frame: pd.DataFrame, key: Hashable, make: Callable[[], T]) -> T:
    """What ``make`` gives of this very ``frame``; ``key`` names it in full."""
    looks = _looks(frame)
    if key not in looks.known:
        with looks.line:
            if key not in looks.known:
                looks.known[key] = make()
    result: T = looks.known[key]
    return result


def _looks(frame: pd.DataFrame) -> Looks:
    with _first:
        if id(frame) not in _made:
            _made[id(frame)] = Looks()
            finalize(frame, _made.pop, id(frame), None)
        return _made[id(frame)]


def at_hand(frame: pd.DataFrame, key: Hashable) -> bool:
    """Whether ``once`` has made it."""
    return id(frame) in _made and key in _made[id(frame)].known


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
