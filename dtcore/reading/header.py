"""Where a table begins: behind titles and remarks, with a header or at once.

It looks at the first records only, as lists of cells with their lines, so that the guess of a
separator and a spreadsheet are judged alike. Not done here: nothing is left out (``shapes``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from dtcore.reading.cells import number, present
from dtcore.reading.records import usual_width

Records: TypeAlias = Sequence[tuple[int, Sequence[str]]]
"""The line where each record begins, and its cells."""

_DEEPEST_TOP: Final = 50
_VOTERS: Final = 1000
_SURELY: Final = 10_000


def top(records: Records) -> int:
    """How many records lie above the table: titles and remarks, which fill few of its cells."""
    width = usual_width([len(cells) for _, cells in records])
    for index, ((line, cells), below) in enumerate(pairwise(records[:_DEEPEST_TOP])):
        # Narrower than the table and set apart by a blank line: a remark, whatever it says.
        apart = len(cells) < width and below[0] > line + 1
        if not apart and not _is_remark(cells, width):
            even = sum(len(cells) == width for _, cells in records[index:])
            # A text with a comma here and there is no table with many remarks.
            return index if 2 * even >= len(records) - index else 0
    return 0


def _is_remark(cells: Sequence[str], width: int) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    if len(cells) < width:
        return len(filled) <= max(1, width // 3)
    # A title in a spreadsheet is padded to the width of the table: Survey 2024,,,,
    alone = len(cells) == width > 2 and len(filled) == 1 and bool(cells[0].strip())
    return alone and number(cells[0].strip(), ".") is None


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Columns vote: names differ from what stands below them, data rows repeat it."""
    rows = rows[:_VOTERS]
    if len(rows) < 2:
        return True
    first = [cell.strip() for cell in rows[0]]
    # What pandas calls columns without names.
    if first == [str(index) for index in range(len(first))] and len(first) > 2:
        return True
    votes = [_vote(cell, _column(rows[1:], index)) for index, cell in enumerate(first)]
    return sum(votes) >= 0


def _column(rows: Sequence[Sequence[str]], index: int) -> set[str]:
    cells = (present(row[index]) for row in rows if index < len(row))
    return {cell for cell in cells if cell is not None}


def _vote(first: str, below: set[str]) -> int:
    """Above 0 for a name, below 0 for data; numbers below make the difference plain."""
    if not first or not below:
        return 0
    if present(first) is None:
        return -1
    if all(_numeric(cell) for cell in below):
        return -2 if _numeric(first) else _SURELY
    return -1 if first in below else int(not _numeric(first))


def _numeric(cell: str) -> bool:
    return number(cell, ".") is not None or number(cell, ",") is not None
