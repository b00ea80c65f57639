"""Rows and columns that are hidden in a sheet: filtered away, or folded.

Not done here: rows that are hidden because all are unless they say otherwise (``zeroHeight``).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.words import Sentence
from dttools.files.extents import records, times
from dttools.files.grid import Finding, Grid, keep, record
from dttools.files.quoting import quoted

_XLSX: Final = re.compile(rb"<(?:\w+:)?(row|col)(?=\s)([^<>]*+)>")
_ODS: Final = re.compile(rb"<table:table-(row|column)(?=[\s/>])([^<>]*+)>")
_UNSEEN: Final = re.compile(
    rb"""\s(?:hidden=["'](?:1|true)["']|table:visibility=["'](?:collapse|filter)["'])"""
)
# A row says its number, and columns from where to where.
_FIRST: Final = re.compile(rb"""\s(?:r|min)=["']([0-9]{1,7})["']""")
_LAST: Final = re.compile(rb"""\s(?:r|max)=["']([0-9]{1,7})["']""")
# Records of an .xls.
_SHEET, _END, _ROW, _COLUMNS = 0x85, 0x0A, 0x208, 0x7D
_HIDDEN_ROW, _HIDDEN_COLUMN = 0x20, 0x01


@dataclass(frozen=True)
class Hidden:
    """Runs of rows and of columns, counted from 1; they may reach beyond the cells of a sheet."""

    rows: Sequence[range] = ()
    columns: Sequence[range] = ()

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


def _places(runs: Iterable[range], numbers: Sequence[int]) -> NDArray[np.bool_]:
    """Which of the numbers, each one more than that before it, lie in a run."""
    result = np.zeros(len(numbers), dtype=bool)
    for run in runs:
        result[max(0, run.start - numbers[0]) : max(0, run.stop - numbers[0])] = True
    return result


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
    found: dict[bytes, list[range]] = {b"row": [], b"col": []}
    for kind, inside in _XLSX.findall(xml) if _UNSEEN.search(xml) else ():
        if _UNSEEN.search(inside):
            first, last = _FIRST.search(inside), _LAST.search(inside)
            if first and last:
                found[kind].append(range(int(first[1]), int(last[1]) + 1))
    return Hidden(found[b"row"], found[b"col"])


def of_ods(xml: bytes) -> Hidden:
    """Of one sheet of an .ods. Raises ``ValueError`` for counts that no program writes."""
    found: dict[bytes, list[range]] = {b"row": [], b"column": []}
    at = dict.fromkeys(found, 1)
    for kind, inside in _ODS.findall(xml) if _UNSEEN.search(xml) else ():
        run = range(at[kind], at[kind] + times(inside))
        at[kind] = run.stop
        if _UNSEEN.search(inside):
            found[kind].append(run)
    return Hidden(found[b"row"], found[b"column"])


def of_xls(stream: bytes, place: int) -> Hidden:
    """Of the sheet at this place among all those of an .xls."""
    begins = list[int]()
    for kind, start, size in records(stream, 0):
        if kind == _END:
            break
        if kind == _SHEET and size >= 4:
            begins += struct.unpack_from("<I", stream, start)
    rows, columns = list[range](), list[range]()
    for kind, start, size in records(stream, begins[place]) if place < len(begins) else ():
        if kind == _END:
            break
        if kind == _ROW and size >= 14 and stream[start + 12] & _HIDDEN_ROW:
            (row,) = struct.unpack_from("<H", stream, start)
            rows.append(range(row + 1, row + 2))
        elif kind == _COLUMNS and size >= 10 and stream[start + 8] & _HIDDEN_COLUMN:
            first, last = struct.unpack_from("<HH", stream, start)
            columns.append(range(first + 1, last + 2))
    return Hidden(rows, columns)
