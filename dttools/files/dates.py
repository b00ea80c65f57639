"""Dates and times as people write them: 2021-03-01, 1.3.2021, 03/01/2021 12:30, 2021年3月1日.

Not done here: a month without a day, dates written in digits only (20210301), names of months
in other languages than English; the zone of a time is not reckoned with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dttools.files.numerals import typed

LONGEST: Final = 60
"""Characters: a longer cell is no date."""
MONTHS: Final = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

T = TypeVar("T")

_GAP: Final = re.compile(r"([ T])[0-9]{1,2}:")
_NAMES: Final = {name: at for at, name in enumerate(MONTHS, 1)}
_YEAR_FIRST: Final = re.compile(
    r"(?P<y>[12][0-9]{3})(?:(?P<by>[-/.])(?P<m>[0-9]{1,2})(?P=by)|年 ?(?P<M>[0-9]{1,2})月 ?)"
    r"(?P<d>[0-9]{1,2})[日号]?"
)
_YEAR_LAST: Final = re.compile(
    r"(?P<a>[0-9]{1,2})(?P<by>[-/.])(?P<b>[0-9]{1,2})(?P=by)(?P<y>[12][0-9]{3}|[0-9]{2})"
)
_NAMED: Final = re.compile(
    r"(?:(?P<d>[0-9]{1,2})[- ](?P<m>[A-Za-z]{3,9})|(?P<M>[A-Za-z]{3,9}) (?P<D>[0-9]{1,2}))"
    r"(?:, ?|[- ])(?P<y>[12][0-9]{3})"
)
_LONG_NAMES: Final = re.compile(
    "jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?"
    "|oct(ober)?|nov(ember)?|dec(ember)?",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"(?P<h>[01]?[0-9]|2[0-3]):(?P<m>[0-5][0-9])(?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?(?:Z| ?[+-][01][0-9]:?[0-5][0-9])?"
)
# 21 is 2021, 85 is 1985, as POSIX has it.
_LATEST: Final = 68


@dataclass(frozen=True)
class Halves:
    """Cells cut where the date ends and the time begins; each half is judged once.

    ``days[day_of[i]]`` and ``hours[hour_of[i]]`` are the halves of cell ``i``, "" for one that it
    lacks; ``day_of`` and ``hour_of`` are of shape (n_cells,).
    """

    days: tuple[str, ...]
    day_of: NDArray[np.intp]
    hours: tuple[str, ...]
    hour_of: NDArray[np.intp]

    @staticmethod
    def of(cells: Sequence[str]) -> Halves:
        first = next((_GAP.search(cell) for cell in cells if ":" in cell), None)
        cut = [cell.partition(first[1] if first else " ") for cell in cells]
        quick = _judged_once([day for day, _, _ in cut], [hour for _, _, hour in cut])
        if quick.orders:
            return quick
        halves = [_halves(cell) if ":" in cell else (cell, "") for cell in cells]
        return _judged_once([day for day, _ in halves], [hour for _, hour in halves])

    def dates(self, *, day_first: bool) -> list[date | None]:
        """The date that each of ``days`` says, None for "".

        ``day_first`` says which of 3 and 1 in 03/01/2021 is the day; 3.1.2021 begins with it.
        """
        return self._dates[not day_first] or []

    @cached_property
    def times(self) -> list[int | None] | None:
        """The hour that each of ``hours`` says, None for ""; None if one says none."""
        return _each(self.hours, _hour)

    @cached_property
    def orders(self) -> tuple[bool, ...]:
        """The values of ``day_first`` by which every cell says a date, or every cell a time."""
        if self.times is None or self._dates == (None, None):
            return ()
        day = np.array([bool(text) for text in self.days], dtype=bool)[self.day_of]
        hour = np.array([bool(text) for text in self.hours], dtype=bool)[self.hour_of]
        if not (day | hour).any() or (day.any() and (hour & ~day).any()):
            return ()
        return tuple(one for one in (True, False) if self._dates[not one] is not None)

    @cached_property
    def _dates(self) -> tuple[list[date | None] | None, list[date | None] | None]:
        by_day = _each(self.days, lambda text: _day(text, True))
        if not any(map(_names_no_order, self.days)):
            return by_day, by_day
        return by_day, _each(self.days, lambda text: _day(text, False))

    def without_order(self) -> NDArray[np.bool_]:
        """Where a cell leaves open which of two numbers is the day; shape (n_cells,)."""
        return np.array([_names_no_order(day) for day in self.days], dtype=bool)[self.day_of]

    def proof(self) -> tuple[bool, str] | None:
        """Which order the cells show where some leave it open, as ``day_first``, and the first
        date that can be read in that order only; None where there is nothing to show."""
        if len(self.orders) != 1 or not any(map(_names_no_order, self.days)):
            return None
        order = self.orders[0]
        for text in filter(_names_no_order, self.days):
            if _day(text, not order) is None:
                return order, text
        return None

    def with_dates(self, *, day_first: bool) -> list[str]:
        """The cells with their dates as 2021-01-03 and their times as they were."""
        dates = self.dates(day_first=day_first)
        days = ["" if day is None else day.isoformat() for day in dates]
        both = zip(self.day_of.tolist(), self.hour_of.tolist(), strict=True)
        return [f"{days[day]} {self.hours[hour]}".strip() for day, hour in both]


def _judged_once(days: Sequence[str], hours: Sequence[str]) -> Halves:
    day_of, each_day = pd.factorize(np.array(days, dtype=object))
    hour_of, each_hour = pd.factorize(np.array(hours, dtype=object))
    return Halves(tuple(each_day), day_of, tuple(each_hour), hour_of)


def _each(texts: Iterable[str], read: Callable[[str], T | None]) -> list[T | None] | None:
    """What each text says, None for ""; None as soon as one says nothing."""
    result: list[T | None] = []
    for text in texts:
        result.append(read(text) if text else None)
        if text and result[-1] is None:
            return None
    return result


def _halves(cell: str) -> tuple[str, str]:
    colon = cell.find(":")
    gap = max(cell.rfind(" ", 0, colon), cell.rfind("T", 0, colon))
    return cell[: max(gap, 0)], cell[gap + 1 :]


def _names_no_order(day: str) -> bool:
    found = _YEAR_LAST.fullmatch(_typed(day))
    return found is not None and found["by"] != "."


def _typed(text: str) -> str:
    return typed(text[: LONGEST + 1]).strip().rstrip(",")


def _day(text: str, day_first: bool) -> date | None:
    text = _typed(text)
    if found := _YEAR_FIRST.fullmatch(text):
        return _valid(found["y"], found["m"] or found["M"], found["d"])
    if found := _YEAR_LAST.fullmatch(text):
        return _year_last(found, day_first or found["by"] == ".")
    if found := _NAMED.fullmatch(text):
        name = found["m"] or found["M"]
        if _LONG_NAMES.fullmatch(name):
            return _valid(found["y"], str(_NAMES[name[:3].title()]), found["d"] or found["D"])
    return None


def _year_last(found: re.Match[str], day_first: bool) -> date | None:
    first, second, year = found["a"], found["b"], found["y"]
    if len(year) == 2:
        # 1.2.10 is a version, and 12-10-21 may be anything.
        if found["by"] != "/" and not (found["by"] == "." and len(first) == len(second) == 2):
            return None
        year = ("20" if int(year) <= _LATEST else "19") + year
    return _valid(year, second, first) if day_first else _valid(year, first, second)


def _valid(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def clock(text: str) -> float | None:
    """The hours that a time of the day says, of which 7:30 is 7.5; None if it says none."""
    found, hour = _TIME.fullmatch(_typed(text)), _hour(text)
    return None if found is None or hour is None else hour + int(found["m"]) / 60


def _hour(text: str) -> int | None:
    found = _TIME.fullmatch(_typed(text))
    if found is None:
        return None
    hour = int(found["h"])
    if found["half"] is None:
        return hour
    if not 1 <= hour <= 12:
        return None
    return hour % 12 + (12 if found["half"] in "pP" else 0)
