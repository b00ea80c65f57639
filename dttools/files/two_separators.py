"""Two separators in one file, some lines by one and others by the other: refused.

A line of the other separator would be a row of one cell, or a title, and all its values lost.
Not done here: which separator the file has (``dialect``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from dtcore.errors import ReadingError
from dttools.files.cells import number
from dttools.files.grid import Dialect, Grid, record
from dttools.files.quoting import called
from dttools.files.records import usual_width

_OTHERS: Final = (",", ";", "\t", "|", "，", "；")
_LOOKED_AT: Final = 1000


def refuse_two_separators(text: str, dialect: Dialect, grid: Grid) -> None:
    """Raise ``ReadingError`` if a line has as many cells as the rows by another separator."""
    if grid.widths is None or not len(grid.widths):
        return
    width = usual_width(grid.widths[:_LOOKED_AT].tolist())
    if width < 2:
        return
    for line, cells in _above(text, dialect, width):
        other = _other(cells, width, dialect)
        if other:
            raise _two(line, other, grid.lines[0], dialect.separator)
    odd = np.flatnonzero(grid.widths != width)
    for at in islice(odd.tolist(), _LOOKED_AT):
        other = _other(record(grid, at), width, dialect)
        if other:
            first = int(np.argmax(grid.widths == width))
            raise _two(grid.lines[first], dialect.separator, grid.lines[at], other)


def _above(text: str, dialect: Dialect, width: int) -> Iterator[tuple[int, list[str]]]:
    """The lines that were skipped right above the table, where one may be its header."""
    if width == 2 and dialect.header:
        return
    lines = text.split("\n", dialect.preamble)[: dialect.preamble]
    for at, line in enumerate(lines[-50:], start=max(0, len(lines) - 50)):
        if line.strip():
            yield at + 1, line.split(dialect.separator)


def _other(cells: list[str], width: int, dialect: Dialect) -> str | None:
    """The separator that cuts a line into ``width`` cells, if it is another."""
    if len(cells) == width or (len(cells) == 1 and number(cells[0].strip(), ",") is not None):
        return None
    line = dialect.separator.join(cells)
    for other in _OTHERS:
        if other != dialect.separator and line.count(other) == width - 1:
            parts = line.split(other)
            # “x, y” is a sentence; and a decimal comma cuts no line in two.
            prose = all(part.startswith(" ") for part in parts[1:])
            if all(part.strip() for part in parts) and not prose:
                return other
    return None


def _two(line: int, separator: str, differs: int, other: str) -> ReadingError:
    return ReadingError(
        "Line {differs} separates its cells by {other}, but line {line} by {separator}. Write the "
        "same separator in all lines.",
        line=line,
        separator=called(separator),
        differs=differs,
        other=called(other),
    )
