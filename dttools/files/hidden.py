"""Rows and columns that are hidden in a sheet: filtered away, or folded.

Not done here: rows that are hidden because all are unless they say otherwise (``zeroHeight``).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.words import Sentence
from dttools.files.extents import records, times
from dttools.files.grid import Finding, Grid, keep, record
from dttools.files.quoting import quoted

# A tag that says so, read once from its beginning; nothing is given back.
_UNSEEN: Final = (
    rb"""<(?:\w++:)?%s(?=\s)(?:[^<>\s]++|\s(?!hidden=["'](?:1|true)["']))*+\shidden=[^<>]*+"""
)
_ROW: Final = re.compile(_UNSEEN % b"row")
_COLUMN: Final = re.compile(_UNSEEN % b"col")
_NUMBER: Final = re.compile(rb"""\sr=["']([0-9]{1,7})["']""")
_FROM: Final = re.compile(rb"""\smin=["']([0-9]{1,7})["']""")
_TO: Final = re.compile(rb"""\smax=["']([0-9]{1,7})["']""")
_ODS: Final = re.compile(rb"<table:table-(row|column)(?=[\s/>])([^<>]*+)>")
_FILTERED: Final = re.compile(rb"""table:visibility=["'](?:collapse|filter)["']""")
# Records of an .xls.
_SHEET, _END, _A_ROW, _COLUMNS = 0x85, 0x0A, 0x208, 0x7D
_HIDDEN_ROW, _HIDDEN_COLUMN = 0x20, 0x01


@dataclass(frozen=True)
class Hidden:
    """Runs of rows and of columns, from the first to the last, counted from 1; they may reach
    beyond the cells of a sheet."""

    rows: Sequence[tuple[int, int]] = ()
    columns: Sequence[tuple[int, int]] = ()

    def within(self, grid: Grid, turned_on: frozenset[str]) -> tuple[Grid, list[Finding]]:
        """The grid of the sheet, without what is hidden where that was asked, and what is told."""
        blank = np.array([column.blank for column in grid.columns])
        rows = _places(self.rows, grid.lines) & ~blank.all(axis=0)
        positions = [column.position for column in grid.columns]
        columns = _places(self.columns, positions) & ~blank.all(axis=1)
        story: list[Finding] = []
        if columns.any():
            first = grid.columns[int(np.argmax(columns))]
            name = first.raw[first.codes[np.argmin(first.blank)]]
            story.append(_finding("hidden_columns", turned_on, columns, name=quoted(name)))
            if story[-1].on:
                left = [one for one, gone in zip(grid.columns, columns, strict=True) if not gone]
                places = enumerate(left, positions[0])
                grid = replace(grid, columns=tuple(replace(one, position=at) for at, one in places))
        if rows.any():
            at = int(np.argmax(rows))
            text = quoted(" ".join(filter(None, record(grid, at))))
            story.append(_finding("hidden_rows", turned_on, rows, line=grid.lines[at], text=text))
            if story[-1].on:
                grid = keep(grid, ~rows)
        return grid, story


def _places(runs: Sequence[tuple[int, int]], numbers: Sequence[int]) -> NDArray[np.bool_]:
    """Which of the numbers, each one more than that before it, lie in a run."""
    ends = np.array(runs, dtype=np.int64).reshape(-1, 2) - numbers[0] + [0, 1]
    starts, stops = (
        np.bincount(each, minlength=len(numbers) + 1) for each in ends.clip(0, len(numbers)).T
    )
    return np.asarray((starts - stops).cumsum()[:-1] > 0)


def _finding(
    key: str, turned_on: frozenset[str], which: NDArray[np.bool_], **fields: object
) -> Finding:
    on = key in turned_on
    return Finding(_SAID[key, on].with_fields(count=int(which.sum()), **fields), key, on)


_SAID: Final = {
    ("hidden_rows", False): Sentence(
        "Rows that are hidden in the sheet are read as well: {count} (the first: row {line}, "
        "“{text}”)."
    ),
    ("hidden_rows", True): Sentence(
        "Rows that are hidden in the sheet were left out: {count} (the first: row {line}, "
        "“{text}”)."
    ),
    ("hidden_columns", False): Sentence(
        "Columns that are hidden in the sheet are read as well: {count} (the first: “{name}”)."
    ),
    ("hidden_columns", True): Sentence(
        "Columns that are hidden in the sheet were left out: {count} (the first: “{name}”)."
    ),
}


def of_xlsx(xml: bytes) -> Hidden:
    """Of a sheet of an .xlsx."""
    if b"hidden=" not in xml:
        return Hidden()
    rows = [(int(row), int(row)) for row in _NUMBER.findall(b"".join(_ROW.findall(xml)))]
    columns = [(_FROM.search(tag), _TO.search(tag)) for tag in _COLUMN.findall(xml)]
    return Hidden(rows, [(int(one[1]), int(last[1])) for one, last in columns if one and last])


def of_ods(xml: bytes) -> Hidden:
    """Of one sheet of an .ods. Raises ``ValueError`` for counts that no program writes."""
    found: dict[bytes, list[tuple[int, int]]] = {b"row": [], b"column": []}
    at = dict.fromkeys(found, 1)
    for kind, inside in _ODS.findall(xml) if _FILTERED.search(xml) else ():
        first, at[kind] = at[kind], at[kind] + times(inside)
        if _FILTERED.search(inside):
            found[kind].append((first, at[kind] - 1))
    return Hidden(found[b"row"], found[b"column"])


def of_xls(stream: bytes, place: int) -> Hidden:
    """Of the sheet at this place among all those of an .xls."""
    begins = list[int]()
    for kind, start, size in records(stream, 0):
        if kind == _END:
            break
        if kind == _SHEET and size >= 4:
            begins += struct.unpack_from("<I", stream, start)
    rows, columns = list[tuple[int, int]](), list[tuple[int, int]]()
    for kind, start, size in records(stream, begins[place]) if place < len(begins) else ():
        if kind == _END:
            break
        if kind == _A_ROW and size >= 14 and stream[start + 12] & _HIDDEN_ROW:
            (row,) = struct.unpack_from("<H", stream, start)
            rows.append((row + 1, row + 1))
        elif kind == _COLUMNS and size >= 10 and stream[start + 8] & _HIDDEN_COLUMN:
            first, last = struct.unpack_from("<HH", stream, start)
            columns.append((first + 1, last + 1))
    return Hidden(rows, columns)
