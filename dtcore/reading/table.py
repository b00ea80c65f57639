"""The file as a table: its shape, its names, its columns.

What can be meant in one way only is repaired and noted; anything else is refused, since a table
that was silently misread teaches the wrong tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dtcore.reading.notes as notes
from dtcore.errors import ReadingError
from dtcore.reading.cells import Values
from dtcore.reading.columns import Settled, TextColumn, parse, settle
from dtcore.reading.dialect import Dialect, guess
from dtcore.reading.encoding import decode
from dtcore.reading.formats import refuse_other_formats
from dtcore.reading.records import (
    Body,
    Head,
    OnProgress,
    split,
    squared,
    unheard,
    usual_width,
    widths,
)
from dtcore.reading.wording import listed, quoted
from dtcore.words import Sentence

MAX_COLUMNS: Final = 500
# More than 10 MB hold if all rows are of one width: only short rows under a long header come
# to more, and would fill the memory with nothing.
MAX_CELLS: Final = 12_000_000
MIN_ROWS: Final = 2

_SEPARATOR_NAMES: Final = {",": "“,”", ";": "“;”", "\t": "tab", "|": "“|”"}


@dataclass(frozen=True)
class Table:
    """A file as read. Columns of ``frame`` are int64, float64 (NaN = missing) or str (None)."""

    frame: pd.DataFrame
    dialect: Dialect
    notes: tuple[Sentence, ...]


def read(
    content: bytes, dialect: Dialect | None = None, on_progress: OnProgress = unheard
) -> Table:
    """The table in a file, read as ``dialect`` says or, without one, as ``guess`` does.

    ``on_progress`` hears now and then which share of the work is done; what it raises ends the
    reading. Raises ``ReadingError`` for whatever is no table.
    """
    refuse_other_formats(content)
    dialect = dialect or guess(content)
    text = decode(content, dialect.encoding)
    body = Body(text, dialect.separator, 1).after(dialect.preamble)
    if not body.text.strip():
        raise ReadingError("No lines are left below those that were skipped. Skip fewer lines.")
    counts = widths(body, lambda share: on_progress(0.5 * share))
    head = split(body, header=dialect.header)
    return _table(text, dialect, head, counts[head.records :], on_progress)


def _table(
    text: str, dialect: Dialect, head: Head, counts: Sequence[int], on_progress: OnProgress
) -> Table:
    names = _names(head, counts)
    _refuse_shape(counts, len(names), dialect)
    square = squared(head.rows, counts, len(names), header=dialect.header)
    if not square.text:
        raise _few(0)
    columns, kept = _without_blank_rows(parse(square.text, dialect.separator, names))
    columns = _named(columns, head)
    index = notes.numbers_rows(columns[0], head)
    _refuse_small(len(columns) - index, int(kept.sum()), dialect)
    settled: list[Settled] = []
    for column in columns:
        on_progress(0.7 + 0.3 * len(settled) / len(columns))
        settled.append(settle(column, dialect.decimal))
    said = (
        *notes.above_the_table(text, dialect, len(names)),
        *notes.of_rows(square.short, kept),
        *notes.of_line_breaks(columns, head, kept),
        *notes.of_columns(len(head.names or names), columns),
        *notes.of_row_names(columns[0], head),
        *notes.of_strays(columns, settled, head, kept),
    )
    frame = {column.name: one.values for column, one in zip(columns, settled, strict=True)}
    if index:
        del frame[columns[0].name]
    return Table(_frame(frame), dialect, said)


def _frame(values: dict[str, Values]) -> pd.DataFrame:
    # A series of its own dtype: pandas would otherwise make its own strings of our objects.
    return pd.DataFrame({name: pd.Series(one, dtype=one.dtype) for name, one in values.items()})


def _names(head: Head, counts: Sequence[int]) -> list[str]:
    """One name for each column, empty where there is none; nameless ones at the end are cut."""
    if head.names is None:
        return [""] * usual_width(counts)
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


def _without_blank_rows(columns: list[TextColumn]) -> tuple[list[TextColumn], NDArray[np.bool_]]:
    """The columns without their blank rows, and which rows were kept."""
    kept = ~np.logical_and.reduce([column.blank for column in columns])
    return (columns if kept.all() else [column.keep(kept) for column in columns]), kept


def _named(columns: list[TextColumn], head: Head) -> list[TextColumn]:
    """The columns that have a name or a value, each with a name."""
    used = [column for column in columns if column.name or not column.blank.all()]
    if head.names is None:
        return [replace(column, name=f"column {column.position}") for column in used]
    if not used[0].name and used[0].position == 1:  # R and pandas give row names no name
        used[0] = replace(used[0], name=_free("row name", head.names))
    nameless = [column.position for column in used if not column.name]
    if nameless:
        raise _nameless(head, nameless)
    return used


def _free(name: str, taken: Sequence[str]) -> str:
    """``name``, marked until no other column has it."""
    while name in taken:
        name += "'"
    return name


def _refuse_shape(counts: Sequence[int], width: int, dialect: Dialect) -> None:
    if max(width, max(counts, default=0)) < 2:
        raise _one_column(dialect)
    if width > MAX_COLUMNS:
        raise ReadingError(
            "The table has {columns:,} columns, and at most {limit} can be read. Keep the target "
            "and the columns that may say something about it.",
            columns=width,
            limit=MAX_COLUMNS,
        )
    if len(counts) * width > MAX_CELLS:
        raise ReadingError(
            "Most of the {rows:,} lines are much shorter than a row of {columns} cells. Check "
            "the separator and where the table begins.",
            rows=len(counts),
            columns=width,
        )


def _refuse_small(width: int, rows: int, dialect: Dialect) -> None:
    if rows < MIN_ROWS:
        raise _few(rows)
    if width < 2:
        raise _one_column(dialect)


def _one_column(dialect: Dialect) -> ReadingError:
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
