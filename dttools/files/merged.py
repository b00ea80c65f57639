"""Merged cells of a sheet: one value that holds for several columns or rows.

Files keep it in the first cell only. In a header it holds for all columns below it; in the rows
of a table, for all rows beside it. Not done here: titles, which are merged to look centred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dtcore.words import Sentence


@dataclass(frozen=True)
class MergedCells:
    """Rows and columns that are one cell, from 0 within the rows of a sheet that are given."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, first: tuple[int, int], last: tuple[int, int], top: int, left: int) -> MergedCells:
        """Of the true rows and columns of a sheet whose first value stands at (top, left)."""
        return cls(first[0] - top, first[1] - left, last[0] - top, last[1] - left)


@dataclass(frozen=True)
class Filled:
    """Rows below the header in which merged cells are filled: ``places``, from 0, in order."""

    rows: list[list[str]]
    places: tuple[int, ...]

    @property
    def cells(self) -> int:
        return len(self.places)

    def said(self, first: int) -> Sentence:
        """The number of cells and the first row, where the rows are counted from ``first``."""
        return Sentence(
            "A merged cell applies to all its rows. Cells filled in: {count} (the "
            "first in row {row}).",
            count=self.cells,
            row=first + min(self.places),
        )


def under_groups(rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]) -> list[list[str]]:
    """A copy of the rows in which each name of a group stands over all columns of the group."""
    band = _header(rows, regions)
    groups = [one for one in regions if one.top in band]
    return _filled(rows, groups, lambda one: _row(one.top, one.left + 1, one.right)).rows


def filled(rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]) -> Filled:
    """A copy of the rows in which merged cells of one column are filled downwards."""
    band = _header(rows, regions)
    body = [one for one in regions if one.left == one.right and one.top not in band]
    return _filled(rows, body, lambda one: _column(one.left, one.top + 1, one.bottom))


def _row(row: int, first: int, last: int) -> list[tuple[int, int]]:
    return [(row, at) for at in range(first, last + 1)]


def _column(column: int, first: int, last: int) -> list[tuple[int, int]]:
    return [(at, column) for at in range(first, last + 1)]


def _filled(
    rows: Sequence[Sequence[str]],
    regions: Sequence[MergedCells],
    below: Callable[[MergedCells], list[tuple[int, int]]],
) -> Filled:
    result = [list(row) for row in rows]
    places: list[int] = []
    left = sum(map(len, rows))
    for region in regions:
        if not _within(region, rows) or not rows[region.top][region.left]:
            continue
        cells = below(region)
        # More merged cells than there are cells: they lie one above the other.
        left -= len(cells)
        if left < 0:
            break
        for row, column in cells:
            if not result[row][column]:
                result[row][column] = rows[region.top][region.left]
                places.append(row)
    return Filled(result, tuple(places))


def _within(region: MergedCells, rows: Sequence[Sequence[str]]) -> bool:
    wide = 0 <= region.left <= region.right < len(rows[0]) if rows else False
    return wide and 0 <= region.top <= region.bottom < len(rows)


def _header(rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]) -> range:
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
