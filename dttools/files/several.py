"""Several tables on a sheet or in a text: which records and columns are whose.

Another begins below, under a caption that stands over the header again, or with other names behind
a blank line; or beside, behind a blank column. Not done here: which of them is read (``shapes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from dttools.files.below import is_apart, same_as, total_name
from dttools.files.cells import filled
from dttools.files.declared import names_columns
from dttools.files.grid import Chosen, Dialect, Grid, first_few, keep, record, shown
from dttools.files.header import column_of, is_numeric, says_nothing, top

_MOST: Final = 20
"""Tables: more are pages of one."""
_MOST_GAPS: Final = 1000
_LOOKED_AT: Final = 40


@dataclass(frozen=True)
class Part:
    """One table of several: the ``line`` where it begins, its caption or its names, and whether
    its first record is a ``header``."""

    grid: Grid
    line: int
    text: str
    header: bool


def parts_of(grid: Grid, chosen: Chosen, dialect: Dialect | None) -> list[Part]:
    """The tables in a grid without blank records, the first one first; none where it is one."""
    if grid.names is not None or not grid.lines:
        return []
    one, *others = _beside(grid, chosen, dialect)
    parts = _below(one, 0, _names_at(one, chosen, dialect))
    for block in others:
        at = _names_at(block, chosen, None)
        parts += _below(block, at or 0, at, title=0)
    return parts if len(parts) > 1 else []


def _names_at(grid: Grid, chosen: Chosen, dialect: Dialect | None) -> int | None:
    """The record of the names, None where there is none."""
    if dialect is not None:
        return 0 if dialect.header else None
    records = first_few(grid)
    at = top(records, chosen.preamble)
    header = chosen.header
    if header is None:
        header = names_columns([cells for _, cells in records[at:]])
    return at if header and at < len(records) else None


def _beside(grid: Grid, chosen: Chosen, dialect: Dialect | None) -> list[Grid]:
    """The blocks of columns that are tables of their own; blank columns within one stay there."""
    used = [any(map(str.strip, column.raw)) for column in grid.columns]
    edges = np.flatnonzero(np.diff([False, *used, False])).tolist()
    spans = [*zip(edges[::2], edges[1::2], strict=True)]
    if len(spans) < 2:
        return [grid]
    one = _block(grid, *spans[0])
    at = _names_at(one, chosen, dialect)
    if at is None:
        return [grid]
    apart = [spans[0]]
    for begin, end in spans[1:]:
        if _is_another(one, at, _block(grid, begin, end)):
            apart.append((begin, end))
        else:
            apart[-1] = (apart[-1][0], end)
    return [_block(grid, *span) for span in apart] if 1 < len(apart) <= _MOST else [grid]


def _block(grid: Grid, begin: int, end: int) -> Grid:
    """Some columns, without the records that are blank there."""
    columns = grid.columns[begin:end]
    widths = None if grid.widths is None else np.clip(grid.widths - begin, 0, end - begin)
    there = ~np.logical_and.reduce([column.blank for column in columns])
    return keep(replace(grid, columns=columns, widths=widths), there)


def _is_another(one: Grid, at: int, other: Grid) -> bool:
    """Whether columns behind a blank one are another table than those before it, whose names are
    the record ``at``: they repeat the names, or have no names there, and begin or end elsewhere."""
    header, lines = one.lines[at], [*other.lines]
    if header not in lines:
        late = lines[0] > one.lines[min(at + 1, len(one.lines) - 1)]
        return lines[-1] > header and (late or _rows_beyond(one, lines[-1]) > 1)
    names, others = record(one, at), record(other, lines.index(header))
    if len(others) < 2 or len(filled(others)) < len(others):
        return False
    if {*others} <= {*names} or {*names} <= {*others}:
        return True
    return any(
        end > header and _is_whole(short, header) and _rows_beyond(long, end) > 1
        for short, long in ((one, other), (other, one))
        for end in [short.lines[-1]]
    )


def _is_whole(grid: Grid, header: int) -> bool:
    """Whether no cell is blank from the names on, two rows and more."""
    below = np.asarray(grid.lines) >= header
    gaps = np.logical_or.reduce([column.blank & below for column in grid.columns])
    return bool(below.sum() > 2 and not gaps.any())


def _rows_beyond(grid: Grid, line: int) -> int:
    """How many full records below a line are no totals."""
    at = np.flatnonzero(np.asarray(grid.lines) > line).tolist()
    full = (one for one in at[:_LOOKED_AT] if all(map(str.strip, record(grid, one))))
    return sum(total_name(grid, one) is None for one in full)


def _below(grid: Grid, first: int, at: int | None, title: int | None = None) -> list[Part]:
    """The tables one below the other, from the ``first`` record on, which has the ``title``."""
    begins = {first: first if title is None else title}
    if at is not None:
        found = [*_under_captions(grid, at), *_behind_gaps(grid, at)]
        for begin, names in sorted(found) if len(found) < _MOST else ():
            begins.setdefault(names, begin)
    ends = [*list(begins.values())[1:], len(grid.lines)]
    alone = len(begins) == 1
    return [
        Part(
            grid if alone and not first else _records(grid, names, end),
            grid.lines[begin],
            shown(grid, begin),
            at is not None,
        )
        for (names, begin), end in zip(begins.items(), ends, strict=True)
    ]


def _records(grid: Grid, begin: int, end: int) -> Grid:
    """Some records, without the columns at the end that are blank there."""
    there = np.zeros(len(grid.lines), dtype=bool)
    there[begin:end] = True
    some = keep(grid, there)
    width = max(at for at, column in enumerate(some.columns, start=1) if not column.blank.all())
    return _block(some, 0, width)


def _under_captions(grid: Grid, at: int) -> Iterator[tuple[int, int]]:
    """Where the header comes again below a record of one cell: that record and the header."""
    names = record(grid, at)
    if len(filled(names)) > 1:
        for again in np.flatnonzero(same_as(grid, names)).tolist():
            if again > at + 2 and filled(record(grid, again - 1)) == [0]:
                yield again - 1, again


def _behind_gaps(grid: Grid, at: int) -> Iterator[tuple[int, int]]:
    """Where other names stand behind blank lines, and may be under a caption."""
    gaps = 1 + np.flatnonzero(np.diff(grid.lines) > 1)[:_MOST_GAPS]
    for begin in gaps.tolist():
        if begin > at + 1 and is_apart(grid, begin):
            names = begin + (filled(record(grid, begin)) == [0])
            if _are_other_names(grid, at, names):
                yield begin, names


def _are_other_names(grid: Grid, at: int, place: int) -> bool:
    """Whether the record ``place`` names columns, of numbers or in another count than the names
    ``at`` do, and is no row below these."""
    rows = [record(grid, one) for one in range(place, min(place + _LOOKED_AT, len(grid.lines)))]
    if len(rows) < 3:
        return False
    names = [cell.strip() for cell in rows[0]]
    count = len(filled(names))
    if count < 2 or filled(names) != [*range(count)]:
        return False
    if any(is_numeric(name) or says_nothing(name) for name in names[:count]):
        return False
    columns = zip(grid.columns, range(count), strict=False)
    if any(np.count_nonzero(one.codes == one.codes[place]) > 1 for one, _at in columns):
        return False
    measured = any(
        cells and all(map(is_numeric, cells))
        for cells in (column_of(rows[1:], one) for one in range(count))
    )
    return measured or (len(filled(record(grid, at))) != count and names_columns(rows))
