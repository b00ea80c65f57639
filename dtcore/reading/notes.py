"""What a reader of files did without being asked, as notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dtcore.reading.columns import Settled, TextColumn
from dtcore.reading.dialect import Dialect, stated_separator
from dtcore.reading.records import Body, Head, lines
from dtcore.reading.wording import listed, quoted
from dtcore.words import Sentence

_MOST_STRAYS = 10


def above_the_table(text: str, dialect: Dialect, width: int) -> Iterator[Sentence]:
    """Skipped lines and a header that is not there."""
    skipped = text[: len(text) - len(Body(text, dialect.separator, 1).after(dialect.preamble).text)]
    above = [line for line in skipped.split("\n") if line.strip()]
    if above and stated_separator(above[0]) == dialect.separator:
        line = quoted(above.pop(0))
        yield Sentence("The line “{line}” at the top was taken to state the separator.", line=line)
    if above:
        yield Sentence(
            "Lines above the table were skipped: {count} (the first: “{line}”).",
            count=len(above),
            line=quoted(above[0]),
        )
    if not dialect.header:
        yield Sentence(
            "The table has no header, so its columns are called column 1 to column {count}.",
            count=width,
        )


def of_rows(short: Sequence[int], kept: NDArray[np.bool_]) -> Iterator[Sentence]:
    """Rows that were padded, and rows that were left out."""
    if short:
        yield Sentence(
            "Rows with too few cells: {count} (line {lines}). Their last cells count as missing.",
            count=len(short),
            lines=listed(short),
        )
    if not kept.all():
        count = int((~kept).sum())
        yield Sentence("Rows without any value were left out: {count}.", count=count)


def of_line_breaks(
    columns: Iterable[TextColumn], head: Head, kept: NDArray[np.bool_]
) -> Iterator[Sentence]:
    """Rows over several lines: meant so, or swallowed by two stray quotation marks."""
    broken = np.logical_or.reduce([column.where(_has_line_break) for column in columns])
    if broken.any():
        first = np.flatnonzero(kept)[np.argmax(broken)]
        yield Sentence(
            "Rows that run over several lines: {count} (the first from line {line} on). If that "
            "is not meant, look there for a stray quotation mark.",
            count=int(broken.sum()),
            line=lines(head.rows)[first],
        )


def _has_line_break(cell: str) -> bool:
    return "\n" in cell.strip()


def of_columns(width: int, columns: Sequence[TextColumn]) -> Iterator[Sentence]:
    """Columns that were left out, and columns without a value."""
    positions = {column.position for column in columns}
    gone = [at for at in range(1, width + 1) if at not in positions]
    if gone:
        yield Sentence(
            "Columns with neither a name nor a value were left out: {count} (position "
            "{positions}).",
            count=len(gone),
            positions=listed(gone),
        )
    for column in columns:
        if column.blank.all():
            yield Sentence("The column “{column}” has no value.", column=quoted(column.name))


def numbers_rows(column: TextColumn, head: Head) -> bool:
    """Whether a first column without a name only numbers the rows: whole numbers, all different."""
    return _had_no_name(column, head) and (
        len(column.raw) == len(column.codes)
        and all(cell.strip().isdecimal() for cell in column.raw)
    )


def of_row_names(column: TextColumn, head: Head) -> Iterator[Sentence]:
    """The column of row names that R and pandas write without a name of its own."""
    if numbers_rows(column, head):
        yield Sentence("The first column has no name and only numbers the rows: it was left out.")
    elif _had_no_name(column, head):
        yield Sentence(
            "The first column has no name: it is called “{column}”.",
            column=quoted(column.name),
        )


def _had_no_name(column: TextColumn, head: Head) -> bool:
    return head.names is not None and column.position == 1 and not head.names[0].strip()


def of_strays(
    columns: Iterable[TextColumn], settled: Iterable[Settled], head: Head, kept: NDArray[np.bool_]
) -> Iterator[Sentence]:
    """Columns that are text although nearly all of their cells are numbers."""
    strays = [
        (column.name, *one.stray) for column, one in zip(columns, settled, strict=True) if one.stray
    ][:_MOST_STRAYS]
    if not strays:
        return
    line_of, record_of = lines(head.rows), np.flatnonzero(kept)
    for name, row, text in strays:
        yield Sentence(
            "The column “{column}” is read as text, since “{value}” in line {line} is not a "
            "number.",
            column=quoted(name),
            value=quoted(text),
            line=line_of[record_of[row]],
        )
