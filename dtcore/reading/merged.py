"""Merged cells of a sheet: one value that holds for several columns or rows.

Files keep it in the first cell only. In a header it holds for all columns below it; in the rows
of a table, for all rows beside it. Not done here: titles, which are merged to look centred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dtcore.reading.header import in_two_lines, joined_names
from dtcore.words import Sentence

_LOOKED_AT: Final = 200
"""Rows that tell whether a header has two lines."""


@dataclass(frozen=True)
class Region:
    """Rows and columns that are one cell, from 0 within the rows of a sheet that are given."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, first: tuple[int, int], last: tuple[int, int], top: int, left: int) -> Region:
        """Of the true rows and columns of a sheet whose first value stands at (top, left)."""
        return cls(first[0] - top, first[1] - left, last[0] - top, last[1] - left)


@dataclass(frozen=True)
class Filled:
    """Rows in which merged cells are filled, and where this says more than before: rows from 0,
    in their order."""

    rows: list[list[str]]
    places: tuple[int, ...]

    @property
    def cells(self) -> int:
        return len(self.places)

    def said(self, first: int) -> Sentence:
        """The number of cells and the first row, where the rows are counted from ``first``."""
        return Sentence(
            "Merged cells hold for all their rows and columns; filled in: {count} (the first in "
            "row {row}).",
            count=self.cells,
            row=first + min(self.places),
        )


def filled(rows: Sequence[Sequence[str]], regions: Sequence[Region]) -> Filled:
    """A copy of the rows in which headers are filled to the right and rows downwards."""
    result = [list(row) for row in rows]
    places: list[int] = []
    band = _header(rows, regions)
    left = sum(map(len, rows))
    for region in regions:
        if not _within(region, rows) or not rows[region.top][region.left]:
            continue
        if region.top in band:
            cells = [(region.top, at) for at in range(region.left + 1, region.right + 1)]
        elif region.left == region.right:
            cells = [(at, region.left) for at in range(region.top + 1, region.bottom + 1)]
        else:
            continue
        # More merged cells than there are cells: they lie one above the other.
        left -= len(cells)
        if left < 0:
            break
        for row, column in cells:
            if not result[row][column]:
                result[row][column] = rows[region.top][region.left]
                places.append(row)
    if band and _same_names(rows[band.start :], result[band.start :]):
        places = [row for row in places if row not in band]
    return Filled(result, tuple(places))


def _same_names(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> bool:
    """Whether a header in two lines is joined to the same names without its filled cells."""
    both = [list(map(list, rows[:_LOOKED_AT])) for rows in (before, after)]
    one, other = both
    return all(map(in_two_lines, both)) and joined_names(*one[:2]) == joined_names(*other[:2])


def _within(region: Region, rows: Sequence[Sequence[str]]) -> bool:
    wide = 0 <= region.left <= region.right < len(rows[0]) if rows else False
    return wide and 0 <= region.top <= region.bottom < len(rows)


def _header(rows: Sequence[Sequence[str]], regions: Sequence[Region]) -> range:
    """The rows, if any, whose cells are merged over the names of single columns.

    They begin below the titles, which are alone in their rows, and end above the first row in
    which no cell is merged to the right.
    """
    wide = {one.top for one in regions if one.right > one.left}
    first = next((at for at, row in enumerate(rows) if sum(map(bool, row)) > 1), len(rows))
    last = first
    while last in wide:
        last += 1
    return range(first, last)
