"""Merged cells of a sheet: one value that holds for several columns or rows.

Files keep it in the first cell only. In a header it holds for all columns below it; in the rows
of a table, for all rows beside it. Not done here: titles, which are merged to look centred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


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


def under_groups(rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]) -> list[list[str]]:
    """A copy of the rows in which each name of a group stands over all columns of the group."""
    band = _header(rows, regions)
    return _filled(rows, [replace(one, bottom=one.top) for one in regions if one.top in band])[0]


def filled_down(
    rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]
) -> tuple[list[list[str]], list[int]]:
    """A copy of the rows in which merged cells of one column are filled downwards, and the rows
    of the cells that were."""
    band = _header(rows, regions)
    return _filled(rows, [one for one in regions if one.left == one.right and one.top not in band])


def _filled(
    rows: Sequence[Sequence[str]], regions: Sequence[MergedCells]
) -> tuple[list[list[str]], list[int]]:
    """A copy of the rows in which each empty cell of a region says what its first one does, and
    the rows of these cells."""
    result, places = [list(row) for row in rows], list[int]()
    left = sum(map(len, rows))
    for one in regions:
        if not _within(one, rows) or not (first := rows[one.top][one.left]):
            continue
        # More merged cells than there are cells: they lie one above the other.
        left -= (one.bottom - one.top + 1) * (one.right - one.left + 1)
        if left < 0:
            break
        for row in range(one.top, one.bottom + 1):
            for column in range(one.left, one.right + 1):
                if not result[row][column]:
                    result[row][column] = first
                    places.append(row)
    return result, places


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
