"""Which sheet of a spreadsheet has the table: not a cover, notes, or a list of what columns mean.

The first rows of the sheets are compared; the first of equals is taken. Not done here: no sheet
is opened (``spreadsheet``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dtcore.errors import ReadingError
from dttools.files.cells import present
from dttools.files.columns import TextColumn
from dttools.files.grid import Chosen, Grid
from dttools.files.header import is_numeric
from dttools.files.limits import Limits
from dttools.files.shapes import Shaped, shape

_LEAST_LISTED: Final = 2


@dataclass(frozen=True, eq=False)
class Look:
    """The first rows of a sheet: how many ``cells`` their nearly full records have, and the
    ``table`` in them, if they can be read as one."""

    name: str
    cells: int
    table: Shaped | None = None

    @classmethod
    def at(cls, name: str, grid: Grid, limits: Limits) -> Look:
        filled = np.sum([~column.blank for column in grid.columns], axis=0)
        cells = int(filled[3 * filled >= 2 * len(grid.columns)].sum())
        try:
            return cls(name, cells, shape(grid, Chosen(), None, limits))
        except ReadingError:
            return cls(name, cells)

    @property
    def teaches(self) -> bool:
        """Whether there is something to learn: a text that comes again, or two columns of numbers;
        of two columns without a header one cannot tell."""
        if self.table is None or (len(self.table.columns) < 3 and self.table.header is False):
            return False
        measured = [_is_measured(column) for column in self.table.columns]
        again = any(
            not amounts and len(column.raw) < len(column.codes)
            for column, amounts in zip(self.table.columns, measured, strict=True)
        )
        return again or sum(measured) > 1

    def lists(self, other: Look) -> bool:
        """Whether a column holds names of the other's columns: most of them once each, or nothing
        else, beside texts of which most stand there once."""
        if self.table is None or other.table is None:
            return False
        names = {column.name.casefold() for column in other.table.columns}
        least = max(_LEAST_LISTED, min(len(names), len(self.table.lines)) / 2)
        for column in self.table.columns:
            cells = {cell.strip().casefold() for cell in column.raw} - {""}
            once = len(column.raw) == len(column.codes) and len(cells & names) >= least
            if once or (len(cells) >= _LEAST_LISTED and cells <= names and self._explains(column)):
                return True
        return False

    def _explains(self, listed: TextColumn) -> bool:
        """Whether most texts of another column stand there once."""
        columns = self.table.columns if self.table else ()
        return any(
            2 * len(one.raw) > len(one.codes) and not _is_measured(one)
            for one in columns
            if one is not listed
        )


def _is_measured(column: TextColumn) -> bool:
    """Whether all cells that say anything are numbers, or begin as dates do."""
    cells = [*filter(None, map(present, column.raw))]
    return bool(cells) and all(cell[0].isdigit() or is_numeric(cell) for cell in cells)


def likeliest(looks: Sequence[Look]) -> Look:
    """The first, unless another teaches more: it fills more cells, or the first only lists its
    columns."""
    best, *others = looks
    for other in others:
        more = not best.teaches and other.cells > best.cells
        if other.teaches and not other.lists(best) and (more or best.lists(other)):
            best = other
    return best
