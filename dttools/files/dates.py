"""Dates, times and durations as people and programs write them: 2021-03-01, 1.3.2021 12:30,
2021年3月1日, 01MAR2021:12:30:00, 2021-Q1, 2021-03, and numbers that count from a day on.

Not done here: names of months in other languages than English and Chinese; the zone of a time is
not reckoned with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dttools.files.columns import names_rows
from dttools.files.numerals import typed

LONGEST: Final = 60
"""Characters: a longer cell is no date."""
MONTHS: Final = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

T = TypeVar("T")

_NAMES: Final = {name: at for at, name in enumerate(MONTHS, 1)}
_NAME: Final = (
    "(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
# The first letter of a group says what it is: year, month, day, quarter.
_YEAR: Final = "(?:1[6-9]|2[01])[0-9]{2}"
_YEAR_FIRST: Final = re.compile(
    r"(?P<y>[12][0-9]{3})(?:(?P<by>[-/.])(?P<m>[0-9]{1,2})(?P=by)|年 ?(?P<ma>[0-9]{1,2})月 ?)"
    r"(?P<d>[0-9]{1,2})[日号]?"
)
_YEAR_LAST: Final = re.compile(
    r"(?P<a>[0-9]{1,2})(?P<by>[-/.])(?P<b>[0-9]{1,2})(?P=by)(?P<y>[12][0-9]{3}|[0-9]{2})"
)
_NAMED: Final = re.compile(
    rf"(?P<d>[0-9]{{1,2}})[-/ ]?(?P<m>{_NAME})(?:, ?|[-/ ]?)(?P<y>[12][0-9]{{3}}|[0-9]{{2}})"
    rf"|(?P<ma>{_NAME}) (?P<da>[0-9]{{1,2}})(?:, ?|[- ])(?P<ya>[12][0-9]{{3}})"
    r"|(?P<yb>[12][0-9]{3})(?P<mb>[01][0-9])(?P<db>[0-3][0-9])(?:T[0-9]{4,6}Z?)?"
)
_MONTH: Final = re.compile(
    rf"(?P<y>{_YEAR})(?:-?M|[-/.])(?P<m>[0-9]{{1,2}})|(?P<ya>{_YEAR})年 ?(?P<ma>[0-9]{{1,2}})月"
    rf"|(?P<mb>{_NAME})(?:, ?|[-/ ])(?P<yb>{_YEAR})|(?P<yc>{_YEAR})[- ](?P<mc>{_NAME})"
    rf"|(?P<md>{_NAME})(?:-| ?')(?P<yd>[0-9]{{2}})"
)
_SEASON: Final = re.compile(r"([0-9]{4})[-/.]([0-9]{2})")
_QUARTER: Final = re.compile(
    rf"(?P<y>{_YEAR})[-/.: ]?[Qq](?P<q>[1-4])|[Qq](?P<qa>[1-4])[-/ ]?(?P<ya>{_YEAR})"
    rf"|(?P<qb>[1-4])[Qq](?P<yb>{_YEAR})|(?P<yc>{_YEAR})年 ?第?(?P<qc>[1-4一二三四])季度?"
)
_HALF: Final = r"(?i:[ap]\.?m\.?)|[上下]午|[早晚]上|凌晨|午[前後]|오[전후]"
# The year is not said: 3月8日.
_NO_YEAR: Final = re.compile("(?P<m>[0-9]{1,2})月 ?(?P<d>[0-9]{1,2})[日号]")
_GAP: Final = re.compile(
    rf"(?P<gap>[ T]|(?<=[0-9]{{4}}):|(?<=[A-Za-z][0-9]{{2}}):)(?:(?:{_HALF}) ?)?[0-9]{{1,2}}:"
)
_TIME: Final = re.compile(
    rf"(?:(?P<half>{_HALF}) ?)?(?P<h>[01]?[0-9]|2[0-3])"
    rf"(?:[点时](?P<ma>[0-5]?[0-9]|半)?分?|:(?P<m>[0-5][0-9])(?::[0-5][0-9](?:[.,][0-9]{{1,9}})?)?)"
    rf"(?: ?(?P<behind>{_HALF}))?"
    r"(?:Z| ?[+-][01][0-9]:?[0-5][0-9]| ?\[?(?:GMT|UTC)(?: ?[+-][0-9]{1,2}(?::?[0-9]{2})?)?\]?)?"
)
_DURATION: Final = re.compile(
    r"(?P<sign>[+-])?(?:(?P<d>[0-9]{1,6}) days?,? (?=[0-9]+:[0-9]+:))?(?P<h>[0-9]{1,6})"
    r":(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9]))?(?:[.,](?P<f>[0-9]{1,9}))?"
)
_OF_TIME: Final = frozenset(":点时")
_QUARTERS: Final = "1234一二三四"
_LEAP_YEAR: Final = "2000"
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
        cut = [(cell, "") if _OF_TIME.isdisjoint(cell) else _halves(cell) for cell in cells]
        day_of, days = pd.factorize(np.array([day for day, _ in cut], dtype=object))
        hour_of, hours = pd.factorize(np.array([hour for _, hour in cut], dtype=object))
        return Halves(tuple(days), day_of, tuple(hours), hour_of)

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
        if self.times is None or self._dates == (None, None) or self.grain is None:
            return ()
        day = np.array([bool(text) for text in self.days], dtype=bool)[self.day_of]
        hour = np.array([bool(text) for text in self.hours], dtype=bool)[self.hour_of]
        if not (day | hour).any() or (day.any() and (hour & ~day).any()):
            return ()
        return tuple(one for one in (True, False) if self._dates[not one] is not None)

    @cached_property
    def grain(self) -> str | None:
        """What all of ``days`` say: a "day", or only its "month" or "quarter"; None if they say
        different things, or seasons such as 2009-10 and 2010-11."""
        days = list(filter(None, map(_typed, self.days)))
        grains = {_grain(day) for day in days}
        if len(grains) > 1 or (grains == {"month"} and all(map(_is_season, days))):
            return None
        return grains.pop() if grains else "day"

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


def _each(texts: Iterable[str], read: Callable[[str], T | None]) -> list[T | None] | None:
    """What each text says, None for ""; None as soon as one says nothing."""
    result: list[T | None] = []
    for text in texts:
        result.append(read(text) if text else None)
        if text and result[-1] is None:
            return None
    return result


def _halves(cell: str) -> tuple[str, str]:
    found = _GAP.search(cell)
    return (cell[: found.start()], cell[found.end("gap") :]) if found else ("", cell)


def _grain(day: str) -> str:
    if _MONTH.fullmatch(day):
        return "month"
    if _NO_YEAR.fullmatch(day):
        return "day of a year"
    return "quarter" if _QUARTER.fullmatch(day) else "day"


def _is_season(month: str) -> bool:
    """2009-10 may be a winter, or a year of school."""
    found = _SEASON.fullmatch(month)
    return found is not None and int(found[2]) == (int(found[1]) + 1) % 100


def _names_no_order(day: str) -> bool:
    found = _YEAR_LAST.fullmatch(_typed(day))
    return found is not None and found["by"] != "."


def _typed(text: str) -> str:
    return typed(text[: LONGEST + 1]).strip().rstrip(",")


def _day(text: str, day_first: bool) -> date | None:
    """The day, or the first of the month or quarter."""
    text = _typed(text)
    if found := _YEAR_LAST.fullmatch(text):
        return _year_last(found, day_first or found["by"] == ".")
    if found := _NO_YEAR.fullmatch(text):
        return _valid(_LEAP_YEAR, found["m"], found["d"])
    for form in (_YEAR_FIRST, _NAMED, _MONTH, _QUARTER):
        if found := form.fullmatch(text):
            part = _parts_of(found)
            quarter = part.get("q", "1")
            month = _month(part["m"]) if "m" in part else 3 * _QUARTERS.index(quarter) % 12 + 1
            return _valid(_of_century(part["y"]), month, part.get("d", "1"))
    return None


def _parts_of(found: re.Match[str]) -> dict[str, str]:
    return {name[0]: text for name, text in found.groupdict().items() if text}


def _month(text: str) -> int:
    return int(_NAMES.get(text[:3].title(), text))


def _year_last(found: re.Match[str], day_first: bool) -> date | None:
    first, second, year = found["a"], found["b"], found["y"]
    # 1.2.10 is a version, and 12-10-21 may be anything.
    points = found["by"] == "." and len(first) == len(second) == 2
    if len(year) == 2 and found["by"] != "/" and not points:
        return None
    year = _of_century(year)
    return _valid(year, second, first) if day_first else _valid(year, first, second)


def _of_century(year: str) -> str:
    if len(year) > 2:
        return year
    return ("20" if int(year) <= _LATEST else "19") + year


def _valid(year: str, month: str | int, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def clock(text: str) -> float | None:
    """The hours that a time of the day says, of which 7:30 is 7.5; None if it says none."""
    found, hour = _TIME.fullmatch(_typed(text)), _hour(text)
    if found is None or hour is None:
        return None
    minute = found["m"] or found["ma"] or "0"
    return hour + (30 if minute == "半" else int(minute)) / 60


def _hour(text: str) -> int | None:
    found = _TIME.fullmatch(_typed(text))
    if found is None:
        return None
    hour, half = int(found["h"]), found["half"] or found["behind"]
    if half is None:
        return hour
    if not 1 <= hour <= 12 or (found["half"] and found["behind"]):
        return None
    return hour % 12 + (12 if half[0] in "pP下晚" or half[-1] in "後후" else 0)


# Durations.

_OF_SPANS: Final = re.compile(
    r"durat|elapsed|runtime|took|lap\b|pace|split|spent|length|用时|用時|时长|時長|耗时|耗時|历时|持续|dauer|durée",
    re.IGNORECASE,
)
_OF_MOMENTS: Final = re.compile(
    r"start|begin|\bend|clock|depart|arriv|open|close|hour|score|(?<!du)ratio|odds|verse|\bset"
    r"|时刻|時刻|开始|開始|结束|結束|比分|比例|uhr",
    re.IGNORECASE,
)
_EARLY: Final = 5


def duration(text: str, decimal: str) -> str | None:
    """A duration as a number, in its smallest unit: 1:02:05 is 3725 and 26:30 is 1590; None
    if it is none."""
    found = _DURATION.fullmatch(_typed(text))
    if found is None:
        return None
    count = (int(found["d"] or 0) * 24 + int(found["h"])) * 60 + int(found["m"])
    if found["s"] is not None:
        count = 60 * count + int(found["s"])
    fraction = decimal + found["f"] if found["f"] else ""
    return ("-" if found["sign"] == "-" else "") + str(count) + fraction


def are_durations(name: str, cells: Collection[str]) -> bool:
    """Whether cells such as 0:10:30 last so long, rather than say a time of the day."""
    if not all(_DURATION.fullmatch(_typed(cell)) for cell in cells) or _OF_MOMENTS.search(name):
        return False
    hours = [_hour(cell) for cell in cells]
    mixed = len({cell.count(":") for cell in cells}) > 1
    if None in hours or mixed or _OF_SPANS.search(name):
        return True
    return 0 in hours and all(hour is not None and hour <= _EARLY for hour in hours)


# Numbers that count from a day on, or are a date without signs.

_COUNTS: Final = {
    "serial": (30_000, 60_000, "1899-12-30", 86_400_000),
    "seconds": (10**9, 2 * 10**9, "1970-01-01", 1000),
    "milliseconds": (10**12, 2 * 10**12, "1970-01-01", 1),
}
_OF_DATES: Final = re.compile(
    r"(?<![^\W_])(?:[^\W_]{0,9}(?<!up)(?<!candi)(?<!man)(?<!vali)date|datum|fecha|dob)(?![^\W_])"
    "|日期|日付|生日"
)
_OF_TIMES: Final = re.compile(
    r"(?<![^\W_])(?:(?:date|created|updated)?time(?:stamp)?|ts|when|created|updated|modified|epoch"
    r"|unix|zeit|at|seen|visited|joined|posted|published|registered|submitted|login|logged)(?![^\W_])|时间|時間|日時|时刻|時刻"
)
# Where createdAt becomes created_at.
_WITHIN: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_EIGHT: Final = re.compile(r"(1[6-9]|2[01])[0-9]{2}(0[1-9]|1[0-2])([0-2][0-9]|3[01])")
_YEAR_MONTH: Final = re.compile(rf"({_YEAR})[.,](0[1-9]|[1-9]|1[0-2])")


def numbers_as_dates(
    name: str, cells: Sequence[str], decimal: str
) -> tuple[str, Sequence[str]] | None:
    """What plain numbers seem to count, and the dates that they are, "" for ""."""
    filled = list(filter(None, cells))
    numbered = names_rows(name[:LONGEST])
    name = _WITHIN.sub("_", name[:LONGEST]).casefold()
    dated = _OF_DATES.search(name) is not None
    if not filled or (numbered and not dated):  # 学号 20240101 is no day
        return None
    if all(map(_EIGHT.fullmatch, filled)):
        return "digits", cells
    if all(map(_YEAR_MONTH.fullmatch, filled)):
        return _months(cells)
    if not dated and not _OF_TIMES.search(name):
        return None
    points = [cell.replace(decimal, ".") or "nan" for cell in cells]
    numbers = np.array(points, dtype=np.float64)
    low, high = np.nanmin(numbers), np.nanmax(numbers)
    for kind, (first, last, origin, unit) in _COUNTS.items():
        if first <= low and high < last and (dated or kind != "serial"):
            return kind, _counted(numbers, origin, unit)
    return None


def _counted(numbers: NDArray[np.float64], origin: str, unit: int) -> list[str]:
    thousandths = np.round(np.nan_to_num(numbers) * unit).astype("timedelta64[ms]")
    moments = (np.datetime64(origin, "ms") + thousandths).astype("datetime64[s]")
    missing = np.isnan(numbers)
    midnight = (moments == moments.astype("datetime64[D]"))[~missing].all()
    texts: list[str] = np.datetime_as_string(moments, "D" if midnight else "s").tolist()
    both = zip(missing.tolist(), texts, strict=True)
    return ["" if gone else text.replace("T", " ") for gone, text in both]


def _months(cells: Sequence[str]) -> tuple[str, Sequence[str]] | None:
    """2020.01 … 2020.12, or 2020.1 … 2020.12; where zeros lead, 2020.1 is what is left of .10."""
    ends = {cell[5:] for cell in cells if cell}
    padded = any(end.startswith("0") for end in ends)
    if len(ends) < 3 or (padded and not ends.isdisjoint("23456789")):
        return None
    if not padded and ends.isdisjoint(("10", "11", "12")):
        return None
    cells = [f"{cell}0" if padded and len(cell) == 6 else cell for cell in cells]
    return "months", [cell.replace(",", ".") for cell in cells]


# Ranges that a spreadsheet took for dates, and names alone.

_RANGE: Final = re.compile(r"([0-9]{1,4}) ?[-–—~] ?([0-9]{1,4})")
_OPEN_RANGE: Final = re.compile(r"[<>≤≥]?=? ?[0-9]{1,4} ?(?:\+|以[上下])?")
_TAKEN_FOR_DATE: Final = re.compile(
    rf"(?P<d>[0-9]{{1,2}})-(?P<m>{_NAME})|(?P<ma>{_NAME})-(?P<da>[0-9]{{1,2}})"
    r"|(?P<y>[12][0-9]{3})[-/](?P<mb>[0-9]{1,2})[-/](?P<db>[0-9]{1,2})"
    r"|(?P<mc>[0-9]{1,2})月(?P<dc>[0-9]{1,2})日"
)


def ranges_of_dates(cells: Collection[str]) -> dict[str, str]:
    """The ranges that a spreadsheet took for dates, 10-14 for 14-Oct: where ranges stand beside
    them or each begins where another ends, and none overlaps another."""
    spans: dict[str, tuple[int, int]] = {}
    dated: dict[str, bool] = {}
    for cell in cells:
        if found := _RANGE.fullmatch(cell):
            spans[cell] = int(found[1]), int(found[2])
        elif found := _TAKEN_FOR_DATE.fullmatch(cell):
            part = _parts_of(found)
            low, high = sorted((int(part["d"]), _month(part["m"])))
            spans[cell], dated[cell] = (low, high), "y" in part
        elif not _OPEN_RANGE.fullmatch(cell):
            return {}
    if any(low > high for low, high in spans.values()):
        return {}
    gaps = {then[0] - one[1] for one, then in pairwise(sorted(set(spans.values())))}
    beside = len(dated) < len(spans) and min(gaps, default=-1) >= 0
    if not beside and (len(dated) < 3 or any(dated.values()) or gaps != {1}):
        return {}
    return {cell: "-".join(map(str, spans[cell])) for cell in dated}


_NAME_ALONE: Final = re.compile(rf"{_NAME}\.?")
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PLACES: Final = {
    **{name[:cut]: ("weekday", at) for at, name in enumerate(_DAYS) for cut in (3, 4, 5, 9)},
    **{
        f"{week}{day}": ("weekday", at)
        for week in ("周", "週", "星期", "礼拜")
        for at, days in enumerate(("一", "二", "三", "四", "五", "六", "日天"))
        for day in days
    },
    **{f"{at}月": ("month", at) for at in range(1, 13)},
    **{f"{at}月": ("month", place) for place, at in enumerate("一二三四五六七八九十", 1)},
    "十一月": ("month", 11),
    "十二月": ("month", 12),
}


def names_in_order(names: Collection[str]) -> dict[str, str]:
    """Names of weekdays, or of months, as they follow each other, each with its first spelling;
    none where one is neither."""
    places: dict[tuple[str, int], list[str]] = {}
    for name in names:
        found = _PLACES.get(name.casefold().rstrip("."))
        if found is None and _NAME_ALONE.fullmatch(name):
            found = "month", _NAMES[name[:3].title()]
        if found is None:
            return {}
        places.setdefault(found, []).append(name)
    if len({kind for kind, _ in places}) != 1 or len(places) < 3:
        return {}
    return {name: alike[0] for _, alike in sorted(places.items()) for name in alike}
