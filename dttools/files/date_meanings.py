"""What dates, times, durations and names in order may mean in a column.

Not done here: what a single date or time says (``dates``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.words import Sentence
from dttools.files.dates import (
    MONTHS,
    WEEKDAYS,
    Halves,
    are_durations,
    clock,
    duration,
    names_in_order,
    ranges_of_dates,
)
from dttools.files.meanings import (
    PARTS,
    SAMPLED,
    Cells,
    File,
    Made,
    Meaning,
    all_quoted,
    nothing,
    respelt,
    says,
    written,
)
from dttools.files.numerals import numeral, span
from dttools.files.quoting import listed, quoted


def order_of_dates(cells: Cells, _: File) -> Sequence[Meaning]:
    """Whether day or month comes first, where the column does not say."""
    halves = cells.halves
    if halves is None or len(halves.orders) < 2:
        return ()
    if halves.dates(day_first=True) == halves.dates(day_first=False):
        return ()
    changes = halves.without_order()
    cell = next(cells.of(changes))

    def meaning(key: str) -> Meaning:
        def read(values: list[str]) -> list[str]:
            return Halves.of(values).with_dates(day_first=key == "day_first")

        said = says(cells, key, cell=quoted(cell), date=read([cell])[0])
        return Meaning(key, said, changes, read)

    return [meaning("day_first"), meaning("month_first")]


def durations(cells: Cells, _: File) -> Sequence[Meaning]:
    """1:02:05 and 26:30 as numbers."""
    if cells.plain or not all(duration(cell, ".") for cell in cells.some):
        return ()
    asked = list(filter(None, cells.asked))
    if len({*asked}) < 2 or not are_durations(cells.column.name, asked):
        return ()

    def read(values: list[str]) -> list[str]:
        return [duration(value, cells.decimal) or "" for value in values]

    cell = max(asked[:SAMPLED], key=len)
    said = says(cells, "duration", cell=cell, number=read([cell])[0])
    return [Meaning("duration", said, cells.filled, read)]


def ranges(cells: Cells, _: File) -> Sequence[Meaning]:
    """14-Oct and 5-Mar among 15-19 and 0-2: a spreadsheet took 10-14 and 3-5 for dates."""
    if cells.plain or len(cells.column.raw) > SAMPLED:
        return ()
    becomes = ranges_of_dates(list(filter(None, cells.asked)))
    if not becomes:
        return ()
    cell, value = next(iter(becomes.items()))
    return [
        respelt("ranges", says(cells, "ranges", cell=quoted(cell), value=value), cells, becomes)
    ]


def order_of_names(cells: Cells, _: File) -> Sequence[Meaning]:
    """Nothing but weekdays, nothing but months, or nothing but groups: <18, 18-25, 26~35."""
    if cells.plain or len(cells.column.raw) > SAMPLED:
        return ()
    becomes, way, why = names_in_order(cells.distinct), "order", None
    if not becomes:
        becomes, way, why = _groups_in_order(cells), "groups", _GROUPS
    if not becomes:
        return ()
    gone = cells.filled & ~cells.signs & ~cells.where(becomes.__contains__)
    if way == "groups" and gone.any():
        lost = Sentence("{why} Missing then: {cells}.", why=why)
        why = lost.with_fields(cells=all_quoted(cells.of(gone)))
    levels = tuple(dict.fromkeys(becomes.values()))
    pairs = [(level, str(place)) for place, level in enumerate(levels, 1)]
    texts = [becomes.get(value, "") for value in cells.values]
    made = [Made(cells.column.name, written(cells.column, texts), levels)]
    said = says(cells, way, levels=listed(levels))
    return [
        Meaning("order", said, cells.filled, nothing, examples=pairs, made=lambda: made, why=why)
    ]


_GROUPS: Final = Sentence("Groups of a number are read as words, not as numbers.")
_MOST_GROUPS: Final = 30


def _groups_in_order(cells: Cells) -> dict[str, str]:
    """Three groups of a number and more that do not overlap, in order, each with its commonest
    spelling; nothing where more single numbers, or more than a word or two, stand among them."""
    values = [value for value in dict.fromkeys(cells.asked) if value]
    if not 2 <= len(values) <= _MOST_GROUPS or cells.halves is not None:
        return {}
    counts = Counter(dict(zip(cells.values, cells.counts.tolist(), strict=True)))
    ends = {value: _ends(value) for value in sorted(values, key=lambda one: -counts[one])}
    known = {value: one for value, one in ends.items() if one}
    by_ends = sorted({one: value for value, one in reversed(known.items())}.items())
    groups = sum(low < high for (low, high), _ in by_ends)
    apart = all(one[0][1] <= after[0][0] for one, after in pairwise(by_ends))
    words = [value for value, one in ends.items() if not one]
    few = 2 * sum(map(counts.__getitem__, words)) < sum(map(counts.__getitem__, known))
    odd = words and (not few or len(words) > 2 or any(map(str.isnumeric, "".join(words))))
    if odd or len(by_ends) < 3 or 2 * groups < len(by_ends) or not apart:
        return {}
    return {value: name for end, name in by_ends for value, one in known.items() if one == end}


def _ends(value: str) -> tuple[float, float] | None:
    form = numeral(value)
    if form is None or form.rough or form.mark:
        return span(value)
    alone = float(form.by("") or 0)
    return alone, alone


def parts(cells: Cells, _: File) -> Sequence[Meaning]:
    """The parts of the dates of a column that tell its rows apart."""
    halves = cells.halves
    if halves is None:
        return ()
    parts = {
        key: _part(cells, halves, key) for key in PARTS if key not in _UNTOLD[halves.grain or "day"]
    }
    return [
        _as_part(cells, halves, key, *part)
        for key, part in parts.items()
        if len(set(part[0]) - {""}) > 1
    ]


_UNTOLD: Final = {
    "day": {"quarter"},
    "day of a year": {"year", "quarter", "weekday"},
    "month": {"quarter", "weekday"},
    "quarter": {"month", "weekday"},
}
_ORDERS: Final = {"quarter": ("Q1", "Q2", "Q3", "Q4"), "month": MONTHS, "weekday": WEEKDAYS}


def _as_part(
    cells: Cells, halves: Halves, key: str, each: list[str], of_cell: NDArray[np.intp]
) -> Meaning:
    def made() -> Sequence[Made]:
        levels = tuple(level for level in _ORDERS.get(key, ()) if level in each)
        column = written(cells.column, np.array(each, dtype=object)[of_cell])
        return [Made(f"{column.name} ({key})", column, levels)]

    first = np.flatnonzero(cells.filled)[:SAMPLED].tolist()
    pairs = [(cells.values[at], each[of_cell[at]]) for at in first]
    cell, value = max(pairs, key=lambda pair: (bool(pair[1]), len(pair[1])))
    said = says(cells, key, cell=quoted(cell), value=value)
    why, odd = None, cells.dated[1]
    if odd:
        why = Sentence("Not like the other dates, so missing: {cells}.", cells=all_quoted(odd))
    elif cells.counted:
        kind, dates = cells.counted
        why = _WHY[kind].with_fields(cell=pairs[0][0], date=dates[first[0]])
    elif key not in ("hour", "hours") and (proof := halves.proof()):
        order, text = proof
        why = _WHY["day_first" if order else "month_first"].with_fields(date=quoted(text))
    return Meaning(key, said, cells.filled, nothing, examples=pairs, made=made, why=why)


_WHY: Final = {
    "day_first": Sentence("Read day first, as “{date}” shows."),
    "month_first": Sentence("Read month first, as “{date}” shows."),
    "serial": Sentence("Read as a spreadsheet counts the days: “{cell}” is {date}."),
    "seconds": Sentence("Read as seconds since 1970 (UTC): “{cell}” is {date}."),
    "milliseconds": Sentence("Read as milliseconds since 1970 (UTC): “{cell}” is {date}."),
    "digits": Sentence("Read as year, month and day: “{cell}”."),
    "months": Sentence("Read as year and month: “{cell}”."),
}


def _part(cells: Cells, halves: Halves, key: str) -> tuple[list[str], NDArray[np.intp]]:
    """The part of each date or time, "" for none, and which of them each cell has."""
    if key == "hours":  # with their minutes, where no day is said: 7:30 is 7.5
        times = [] if any(halves.days) else [clock(text) for text in halves.hours]
        if all(time is None or time.is_integer() for time in times):
            return [], halves.hour_of
        said = ["" if time is None else f"{time:g}" for time in times]
        return [one.replace(".", cells.decimal) for one in said], halves.hour_of
    if key == "hour":
        hours = ["" if hour is None else str(hour) for hour in halves.times or []]
        return hours, halves.hour_of
    dates = halves.dates(day_first=halves.orders[0])
    first = min((day for day in dates if day is not None), default=date.min)
    part = _OF_DAY[key]
    return ["" if day is None else part(day, first) for day in dates], halves.day_of


_OF_DAY: Final[Mapping[str, Callable[[date, date], str]]] = {
    "year": lambda day, _: str(day.year),
    "quarter": lambda day, _: f"Q{(day.month + 2) // 3}",
    "month": lambda day, _: MONTHS[day.month - 1],
    "weekday": lambda day, _: WEEKDAYS[day.weekday()],
    "days": lambda day, first: str((day - first).days),
}
