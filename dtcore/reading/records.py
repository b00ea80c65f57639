"""Text as records of cells: quotes, line numbers, and the shape that a table must have.

Two tokenizers work here: Python's ``csv`` counts cells and knows lines, pandas' C parser fills
columns. They agree on rectangular text without blank lines, so that is all pandas ever gets.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from dtcore.errors import ReadingError

if TYPE_CHECKING:
    from _csv import Reader

OnProgress = Callable[[float], None]
"""Hears which share of the work is done, from 0 to 1."""
_BLOCK: Final = 10_000
_END: Final = "\x1f"


@dataclass(frozen=True)
class Body:
    """A part of a file's text, from line ``first_line`` (1-based) on."""

    text: str
    separator: str
    first_line: int

    def after(self, lines: int) -> Body:
        """What follows the given number of physical lines."""
        start = 0
        for _ in range(lines):
            start = self.text.find("\n", start) + 1
            if not start:
                return Body("", self.separator, self.first_line + lines)
        return Body(self.text[start:], self.separator, self.first_line + lines)


@dataclass(frozen=True)
class Head:
    """Where the rows of data begin: below a header, or at once (``names`` is then None).

    ``records`` counts what lies above ``rows``, blank lines included.
    """

    names: tuple[str, ...] | None
    line: int
    records: int
    rows: Body


@dataclass(frozen=True)
class Squared:
    """Rectangular text without blank lines, and the lines of the rows that had to be padded."""

    text: str
    short: tuple[int, ...]


def reader(body: Body) -> Iterator[tuple[int, list[str]]]:
    """Each record that is not a blank line, with the line of the file where it begins."""
    rows = _tokens(body)
    line = body.first_line
    for row in rows:
        if not _is_blank(row):
            yield line, row
        line = body.first_line + rows.line_num


def lines(body: Body) -> list[int]:
    """For each record that is not a blank line, the line of the file where it begins."""
    return [line for line, _ in reader(body)]


def split(body: Body, *, header: bool) -> Head:
    """The header, which is the first record that is not a blank line, and what lies below it."""
    if not header:
        return Head(None, body.first_line, 0, body)
    rows = _tokens(body)
    begin = 0
    for records, names in enumerate(rows, start=1):
        if not _is_blank(names):
            line = body.first_line + begin
            return Head(tuple(names), line, records, body.after(rows.line_num))
        begin = rows.line_num
    return Head((), body.first_line, 0, body)


def unheard(share: float) -> None:
    """For those who need not know how far the work is."""


def widths(body: Body, on_progress: OnProgress = unheard) -> list[int]:
    """The number of cells of each record, blank lines included (0, or 1 where there are spaces).

    Raises ``ReadingError`` where a quotation mark is never closed.
    """
    # Behind an open quotation mark the last line would be swallowed; else it comes back alone.
    rows = _tokens(replace(body, text=f"{body.text}\n{_END}"))
    lines = max(body.text.count("\n"), 1)
    result: list[int] = []
    last: list[str] = []
    try:
        # In blocks, since one call over a large file would hold up everybody else's thread.
        while block := list(islice(rows, _BLOCK)):
            result.extend(map(len, block))
            on_progress(min(len(result) / lines, 1.0))
            last = block[-1]
    except csv.Error:
        raise _endless(body) from None
    if last != [_END]:
        raise _unclosed(body)
    return result[:-1]


def squared(body: Body, counts: Sequence[int], width: int, *, header: bool) -> Squared:
    """The rows at exactly ``width`` cells: short ones padded, blank lines and empty ends cut."""
    counts = counts[: len(counts) - _blank_tail(counts)]
    if set(counts) == {width}:
        return Squared(body.text.rstrip("\n"), ())
    out = io.StringIO()
    writer = csv.writer(out, delimiter=body.separator, lineterminator="\n")
    short: list[int] = []
    for line, row in reader(body):
        if any(cell.strip() for cell in row[width:]):
            raise _too_long(line, len(row), width, header=header)
        if len(row) < width:
            short.append(line)
        writer.writerow(row[:width] + [""] * (width - len(row)))
    return Squared(out.getvalue(), tuple(short))


def usual_width(counts: Sequence[int]) -> int:
    """The commonest number of cells, the larger one at a tie; single cells only if all are."""
    tally = Counter(count for count in counts if count > 1)
    return max(tally, key=lambda count: (tally[count], count), default=max(counts, default=0))


def _tokens(body: Body) -> Reader:
    return csv.reader(io.StringIO(body.text), delimiter=body.separator, skipinitialspace=True)


def _is_blank(row: list[str]) -> bool:
    return not row or (len(row) == 1 and not row[0].strip())


def _blank_tail(counts: Sequence[int]) -> int:
    return next((i for i, count in enumerate(reversed(counts)) if count), len(counts))


def _unclosed(body: Body) -> ReadingError:
    return ReadingError(
        "A quotation mark is opened in line {line} and never closed. Close it, or delete it.",
        line=_line_of_the_end(body),
    )


def _endless(body: Body) -> ReadingError:
    return ReadingError(
        "A cell in line {line} does not end within {limit:,} characters. Look there for a "
        "quotation mark that is never closed.",
        line=_line_of_the_end(body),
        limit=csv.field_size_limit(),
    )


def _line_of_the_end(body: Body) -> int:
    """The line where the record begins at which the tokenizer comes to its end."""
    rows = _tokens(body)
    begin = end = 0
    with suppress(csv.Error):
        for _ in rows:
            begin, end = end, rows.line_num
        return body.first_line + begin
    return body.first_line + end


def _too_long(line: int, cells: int, width: int, *, header: bool) -> ReadingError:
    if header:
        return ReadingError(
            "Line {line} has {cells} cells, but the header has {width}. Name every column, and "
            "put a cell that contains the separator between quotation marks.",
            line=line,
            cells=cells,
            width=width,
        )
    return ReadingError(
        "Line {line} has {cells} cells, but the other rows have {width}. Put a cell that "
        "contains the separator between quotation marks.",
        line=line,
        cells=cells,
        width=width,
    )
