"""What names that reading a file made are called in each language: column 1 is 第 1 列.

A table has them in English, as addresses and exported files do. Not done here: what stands in the
file itself is never called otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import pandas as pd

from dtshow.tables.catalogue import Labels, labels_for
from dtshow.tables.looks import once
from dtshow.words.language import N_, _, spoken

PLAIN: Final = re.compile(r"(column|row name|class)(?: ([0-9]+))?((?: \([0-9]+\))?)")
NAMED: Final = {"column": N_("column {number}"), "row name": N_("row name"), "class": N_("class")}
PARTS: Final = {
    "year": N_("{column} (year)"),
    "quarter": N_("{column} (quarter)"),
    "month": N_("{column} (month)"),
    "weekday": N_("{column} (weekday)"),
    "hour": N_("{column} (hour)"),
    "hours": N_("{column} (hours)"),
    "days": N_("{column} (days)"),
}
PART: Final = re.compile(rf" \(({'|'.join(PARTS)})\)((?: \([0-9]+\))?)")
VALUES: Final = {
    "month": (
        *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
        *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
    ),
    "weekday": (
        *(N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri")),
        *(N_("Sat"), N_("Sun")),
    ),
}


@dataclass(frozen=True)
class Made:
    """The ``names`` that reading made, and which columns its ``cells`` keys take apart."""

    names: frozenset[str] = frozenset()
    cells: Mapping[str, tuple[str, ...]] | None = None

    def column(self, name: str) -> str:
        """What a column is called in the language that is spoken."""
        if name not in self.names:
            return name
        if plain := PLAIN.fullmatch(name):
            return _(NAMED[plain[1]]).format(number=plain[2]) + plain[3]
        for column, rest in self._of(name):
            if part := PART.fullmatch(rest):
                return _(PARTS[part[1]]).format(column=self.column(column)) + part[2]
            if rest.startswith(": "):
                return self.column(column) + rest
        return name

    def values(self, name: str) -> dict[str, str]:
        """What the values of a column are called, where reading made them."""
        if name not in self.names:
            return {}
        found = (PART.fullmatch(rest) for _column, rest in self._of(name))
        part = next(filter(None, found), None)
        return {value: _(value) for value in VALUES.get(part[1], ())} if part else {}

    def _of(self, name: str) -> Iterator[tuple[str, str]]:
        """The columns that a column may be made of, and what its name says beside theirs."""
        for column in self.cells or ():
            if name.startswith(column):
                yield column, name[len(column) :]


def remember(frame: pd.DataFrame, made: Made) -> None:
    """Which names of a table that was read were made."""
    once(frame, Made, lambda: made)


def labels_of(frame: pd.DataFrame, language: str) -> Labels:
    """What the columns and values of a table are called, as far as their names were made."""
    return once(frame, ("labels", language), lambda: _labels(frame, language))


def _labels(frame: pd.DataFrame, language: str) -> Labels:
    made = once(frame, Made, Made)
    taken = {str(name) for name in frame.columns}
    columns: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    with spoken(language):
        for name in sorted(made.names):
            label = made.column(name)
            if label not in taken:  # in English, or where the file has such a name, it stays
                columns[name] = label
                values[name] = made.values(name)
                taken.add(label)
    return labels_for(columns, values)
