"""Which records of a grid are names and which are rows.

Whatever is left out is told as a ``Finding``, with a switch that takes it back in. Not done
here: what the cells say (``cells``, ``cleaning``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import ReadingError
from dtcore.reading.columns import TextColumn
from dtcore.reading.dialect import Dialect
from dtcore.reading.grid import Chosen, Finding, Grid, Limits
from dtcore.reading.header import has_header, top
from dtcore.reading.records import usual_width
from dtcore.reading.wording import listed, quoted
from dtcore.words import Sentence

MIN_ROWS: Final = 2
_LOOKED_AT: Final = 100_000
_SEPARATOR_NAMES: Final = {",": "“,”", ";": "“;”", "\t": "tab", "|": "“|”"}


@dataclass(frozen=True)
class Head:
    """Where the rows begin: below a header, or at once (``names`` is then None).

    ``width`` counts the cells that the header itself has, ``line`` is where it stands, and
    ``records`` counts what lies above the rows.
    """

    names: tuple[str, ...] | None
    line: int
    records: int
    width: int


@dataclass(frozen=True)
class Shaped:
    """The columns of a table, rows only, each with a name; ``lines`` says where a row begins."""

    columns: tuple[TextColumn, ...]
    lines: NDArray[np.int64]
    story: tuple[Finding, ...]


def shape(grid: Grid, chosen: Chosen, dialect: Dialect | None, limits: Limits) -> Shaped:
    """The table in a grid; of a text, what lies above it is gone and its ``dialect`` is known.

    Raises ``ReadingError`` where there is no table.
    """
    head = _head(grid, chosen, dialect)
    names = _names(head)
    if max(len(names), len(grid.columns)) < 2:
        raise _one_column(dialect)
    columns = _below(grid, head, len(names), dialect)
    lines = np.asarray(grid.lines, dtype=np.int64)[head.records :]
    filled = ~np.logical_and.reduce([column.blank for column in columns])
    short = _short(grid, head, len(names), filled)
    if not filled.all():
        columns = [column.keep(filled) for column in columns]
    lines = lines[filled]
    _refuse_rows(len(lines), limits)
    if not len(lines):
        raise _few(0)
    columns = _named(columns, names, head)
    index = _numbers_rows(columns[0], head)
    _refuse_small(len(columns) - index, len(lines), dialect)
    story = (
        *_of_header(head, len(names)),
        *_of_rows(short, filled),
        *_of_line_breaks(columns, lines),
        *_of_columns(head.width, columns),
        *_of_row_names(columns[0], head),
    )
    return Shaped(tuple(columns[index:]), lines, story)


def first(grid: Grid, count: int) -> list[tuple[int, list[str]]]:
    """The first records, as lists of cells with their lines."""
    columns = [[column.raw[code] for code in column.codes[:count]] for column in grid.columns]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return list(zip(grid.lines[:count], rows, strict=True))


def _head(grid: Grid, chosen: Chosen, dialect: Dialect | None) -> Head:
    if grid.names is not None:
        return Head(grid.names, 0, 0, len(grid.names))
    if dialect is not None:
        return _head_at(grid, 0, header=dialect.header)
    records = first(grid, max(2, min(_LOOKED_AT // max(len(grid.columns), 1), len(grid.lines))))
    at = top(records) if chosen.preamble is None else bisect_right(grid.lines, chosen.preamble)
    header = chosen.header
    if header is None:
        header = has_header([cells for _, cells in records[at:]])
    return _head_at(grid, at, header=header)


def _head_at(grid: Grid, at: int, *, header: bool) -> Head:
    if at >= len(grid.lines):
        raise ReadingError("No lines are left below those that were skipped. Skip fewer lines.")
    if not header:
        widths = [len(grid.columns)] if grid.widths is None else grid.widths[at:].tolist()
        return Head(None, grid.lines[at], at, usual_width(widths))
    cells = [column.raw[column.codes[at]] for column in grid.columns]
    width = len(cells) if grid.widths is None else int(grid.widths[at])
    return Head(tuple(cells[:width]), grid.lines[at], at + 1, width)


def _names(head: Head) -> list[str]:
    """One name for each column, empty where there is none; nameless ones at the end are cut."""
    if head.names is None:
        return [""] * head.width
    names = [" ".join(name.split()) for name in head.names]
    if not any(names):
        raise _nameless(head, range(1, len(names) + 1))
    while names and not names[-1]:
        names.pop()
    tally = Counter(names)
    repeated = next((name for name in names if name and tally[name] > 1), None)
    if repeated is not None:
        raise ReadingError(
            "The header in line {line} repeats a name: “{name}” stands at position {positions}. "
            "Give each column a name of its own.",
            line=head.line,
            name=quoted(repeated),
            positions=listed(at + 1 for at, name in enumerate(names) if name == repeated),
        )
    return names


def _below(grid: Grid, head: Head, width: int, dialect: Dialect | None) -> list[TextColumn]:
    """The columns below the header. Raises ``ReadingError`` where one beyond it has a value."""
    below = np.arange(len(grid.lines)) >= head.records
    columns = [column.keep(below) for column in grid.columns]
    beyond = [column for column in columns[width:] if not column.blank.all()]
    if beyond:
        row = min(int(np.argmin(column.blank)) for column in beyond) + head.records
        raise _too_long(grid, head, row, width)
    return columns[:width]


def _too_long(grid: Grid, head: Head, row: int, width: int) -> ReadingError:
    cells = len(grid.columns) if grid.widths is None else int(grid.widths[row])
    if head.names is not None:
        return ReadingError(
            "Line {line} has {cells} cells, but the header has {width}. Name every column, and "
            "put a cell that contains the separator between quotation marks.",
            line=grid.lines[row],
            cells=cells,
            width=width,
        )
    return ReadingError(
        "Line {line} has {cells} cells, but the other rows have {width}. Put a cell that "
        "contains the separator between quotation marks.",
        line=grid.lines[row],
        cells=cells,
        width=width,
    )


def _short(grid: Grid, head: Head, width: int, filled: NDArray[np.bool_]) -> list[int]:
    """The lines of the rows that had to be padded."""
    if grid.widths is None:
        return []
    short = np.flatnonzero((grid.widths[head.records :] < width) & filled)
    return [grid.lines[row + head.records] for row in short.tolist()]


def _named(columns: list[TextColumn], names: Sequence[str], head: Head) -> list[TextColumn]:
    """The columns that have a name or a value, each with a name."""
    named = [replace(column, name=name) for column, name in zip(columns, names, strict=True)]
    used = [column for column in named if column.name or not column.blank.all()]
    if head.names is None:
        return [replace(column, name=f"column {column.position}") for column in used]
    if not used[0].name and used[0].position == 1:  # R and pandas give row names no name
        used[0] = replace(used[0], name=_free("row name", names))
    nameless = [column.position for column in used if not column.name]
    if nameless:
        raise _nameless(head, nameless)
    return used


def _free(name: str, taken: Sequence[str]) -> str:
    """``name``, marked until no other column has it."""
    while name in taken:
        name += "'"
    return name


def _numbers_rows(column: TextColumn, head: Head) -> bool:
    """Whether a first column without a name only numbers the rows: whole numbers, all different."""
    return _had_no_name(column, head) and (
        len(column.raw) == len(column.codes)
        and all(cell.strip().isdecimal() for cell in column.raw)
    )


def _had_no_name(column: TextColumn, head: Head) -> bool:
    return head.names is not None and column.position == 1 and not head.names[0].strip()


def _of_header(head: Head, width: int) -> Iterator[Finding]:
    if head.names is None:
        said = "The table has no header, so its columns are called column 1 to column {count}."
        yield Finding(Sentence(said, count=width))


def _of_rows(short: Sequence[int], filled: NDArray[np.bool_]) -> Iterator[Finding]:
    """Rows that were padded, and rows that were left out."""
    if short:
        said = "Rows with too few cells: {count} (line {lines}). Their last cells count as missing."
        yield Finding(Sentence(said, count=len(short), lines=listed(short)))
    if not filled.all():
        said = "Rows without any value were left out: {count}."
        yield Finding(Sentence(said, count=int((~filled).sum())))


def _of_line_breaks(columns: Iterable[TextColumn], lines: NDArray[np.int64]) -> Iterator[Finding]:
    """Rows over several lines: meant so, or swallowed by two stray quotation marks."""
    broken = np.logical_or.reduce([column.where(_has_line_break) for column in columns])
    if broken.any():
        said = (
            "Rows that run over several lines: {count} (the first from line {line} on). If that "
            "is not meant, look there for a stray quotation mark."
        )
        line = int(lines[np.argmax(broken)])
        yield Finding(Sentence(said, count=int(broken.sum()), line=line))


def _has_line_break(cell: str) -> bool:
    return "\n" in cell.strip()


def _of_columns(width: int, columns: Sequence[TextColumn]) -> Iterator[Finding]:
    """Columns that were left out, and columns without a value."""
    positions = {column.position for column in columns}
    gone = [at for at in range(1, width + 1) if at not in positions]
    if gone:
        said = (
            "Columns with neither a name nor a value were left out: {count} (position {positions})."
        )
        yield Finding(Sentence(said, count=len(gone), positions=listed(gone)), "empty_columns")
    for column in columns:
        if column.blank.all():
            said = "The column “{column}” has no value."
            yield Finding(Sentence(said, column=quoted(column.name)))


def _of_row_names(column: TextColumn, head: Head) -> Iterator[Finding]:
    """The column of row names that R and pandas write without a name of its own."""
    if _numbers_rows(column, head):
        said = "The first column has no name and only numbers the rows: it was left out."
        yield Finding(Sentence(said), "row_numbers")
    elif _had_no_name(column, head):
        said = "The first column has no name: it is called “{column}”."
        yield Finding(Sentence(said, column=quoted(column.name)))


def _refuse_rows(rows: int, limits: Limits) -> None:
    if rows > limits.rows:
        raise ReadingError(
            "The table has {rows:,} rows, and at most {limit:,} can be read. Leave out rows and "
            "upload it again.",
            rows=rows,
            limit=limits.rows,
        )


def _refuse_small(width: int, rows: int, dialect: Dialect | None) -> None:
    if rows < MIN_ROWS:
        raise _few(rows)
    if width < 2:
        raise _one_column(dialect)


def _one_column(dialect: Dialect | None) -> ReadingError:
    if dialect is None:
        return ReadingError(
            "Only one column was found. Choose a sheet with at least two columns: one to "
            "predict, and one to predict it from."
        )
    return ReadingError(
        "Only one column was found with {separator} as the separator. Choose the separator that "
        "the file uses, or save the table as CSV with a comma between the cells.",
        separator=_SEPARATOR_NAMES[dialect.separator],
    )


def _nameless(head: Head, positions: Iterable[int]) -> ReadingError:
    return ReadingError(
        "The header in line {line} has no name at position {positions}. Name every column there, "
        "or delete the columns that have no name.",
        line=head.line,
        positions=listed(positions),
    )


def _few(rows: int) -> ReadingError:
    if not rows:
        return ReadingError(
            "There are no rows below the header. Choose a file with at least two rows of data."
        )
    return ReadingError(
        "There is only one row of data. A tree needs at least two rows to tell apart."
    )
