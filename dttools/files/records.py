"""Text as a grid: quotes, line numbers, and each cell once.

One tokenizer works here, Python's ``csv``, in blocks: one call over a large file would hold up
everybody else's thread. Not done here: what the cells say, and which records are names.
"""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, count, islice
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress
from dtcore.words import Sentence
from dttools.files.columns import TextColumn
from dttools.files.grid import Grid
from dttools.files.limits import LIMITS, Limits, refuse_beyond
from dttools.files.plain import plain_grid
from dttools.files.quoting import LISTED, listed, quoted

if TYPE_CHECKING:
    from _csv import Reader

_Block: TypeAlias = tuple[int, Sequence[int], list[list[str]]]
"""The line behind some records, the lines where they begin, and their cells."""
_BLOCK: Final = 2_000
_SAMPLE: Final = 10_000
"""Lines that tell how many cells are usual where a quotation mark is amiss."""
_END: Final = "\x1f"
_BEHIND_MARK: Final = re.compile(r'(?<=") +(?=[,;|:\t\n]|$)')
"""Blanks between a quotation mark and what ends the cell."""
# What is quoted; a line end and the blanks around it; other blanks.
_SPACES: Final = re.compile(r'("[^"]*")|[ \t]*(\n)[ \t]*|(?<=[^ \t\n])([ \t]+)(?=[^ \t\n])|[ \t]+')


@dataclass(frozen=True)
class Body:
    """A part of a file's text, from line ``first_line`` (1-based) on."""

    text: str
    separator: str
    first_line: int

    def after(self, lines: int) -> Body:
        """What follows the given number of physical lines."""
        if lines <= 0:
            return self
        lines = min(lines, len(self.text) + 1)  # more than any text has
        rest = self.text.split("\n", lines)
        below = rest[-1] if len(rest) > lines else ""
        return Body(below, self.separator, self.first_line + lines)


def reader(body: Body) -> Iterator[tuple[int, list[str]]]:
    """Each record that is not a blank line, with the line of the file where it begins."""
    rows = _tokens(body)
    line = body.first_line
    for row in rows:
        if not _is_blank(row):
            yield line, row
        line = body.first_line + rows.line_num


def usual_width(counts: Sequence[int]) -> int:
    """The commonest number of cells, the larger one at a tie; single cells only if all are."""
    tally = Counter(count for count in counts if count > 1)
    return max(tally, key=lambda count: (tally[count], count), default=max(counts, default=0))


def grid_of(records: Sequence[tuple[int, list[str]]]) -> Grid:
    """Records that were read, with their lines, as a grid."""
    grid = _Growing()
    grid.add([line for line, _ in records], [cells for _, cells in records], LIMITS)
    return grid.grown()


def tokenize(body: Body, progress: ShareProgress, limits: Limits) -> Grid:
    """All records but blank lines, padded to the widest.

    Raises ``ReadingError`` where a quotation mark is never closed, and beyond the limits.
    """
    progress(0.0)
    grid = plain_grid(body.text, body.separator, body.first_line, progress, limits)
    if grid is not None:
        progress(1.0)
        return grid
    return tokenize_any(body, lambda share: progress(0.3 + 0.7 * share), limits)


def tokenize_any(body: Body, progress: ShareProgress, limits: Limits) -> Grid:
    """The same of a text that is not plain, and of one that is."""
    if body.text.count("\n") >= limits.rows:  # a spreadsheet may write as many empty rows below
        body = replace(body, text=body.text.rstrip(f"\n\t {body.separator}"))
    grid = _Growing()
    below = max(body.text.count("\n"), 1)
    for end, lines, rows in _blocks(body):
        grid.add(lines, rows, limits)
        progress(min((end - body.first_line) / below, 1.0))
    return grid.grown()


def _blocks(body: Body) -> Iterator[_Block]:
    """Records that are no blank lines, many at a time."""
    text, separator = _without_spaces(body)
    # Behind an open quotation mark the last line would be swallowed; else it comes back alone.
    tokens = _reader(f"{text}\n{_END}", separator)
    every: list[str] = []
    begin, last = body.first_line, [""]
    try:
        while rows := list(islice(tokens, _BLOCK)):
            end = body.first_line + tokens.line_num
            lines: Sequence[int] = range(begin, end)
            if not any(rows):
                lines, rows = [], []
            elif len(lines) != len(rows):
                taken = [1 + sum(cell.count("\n") for cell in row) for row in rows]
                lines = list(accumulate(taken, initial=begin))[:-1]
                every = every or text.split("\n")
                several = (one for one in zip(lines, taken, strict=True) if one[1] > 1)
                for line, many in several:
                    at = line - body.first_line
                    if _is_torn(every[at : at + many], separator):
                        raise _unclosed(body)
            begin, last = end, rows[-1] if rows else [""]
            yield end, *_without_blank_lines(lines, rows)
    except csv.Error:
        raise _endless(body) from None
    if last != [_END]:
        raise _unclosed(body)


def _is_torn(lines: Sequence[str], separator: str) -> bool:
    """Whether in a record of several lines text follows a closing quotation mark: then it is no
    record, and a mark above was never closed."""
    record = _BEHIND_MARK.sub("", "\n".join(lines))
    with suppress(csv.Error):
        for _ in _reader(record, separator, strict=True):
            pass
        return False
    return True


def _without_blank_lines(
    lines: Sequence[int], rows: list[list[str]]
) -> tuple[Sequence[int], list[list[str]]]:
    if rows and rows[-1] == [_END]:
        lines, rows = lines[:-1], rows[:-1]
    if min(map(len, rows), default=2) > 1:
        return lines, rows
    kept = [at for at, row in enumerate(rows) if not _is_blank(row)]
    return [lines[at] for at in kept], [rows[at] for at in kept]


def _numbered() -> defaultdict[str, int]:
    """A number for each distinct cell, in the order in which they come."""
    return defaultdict(count().__next__)


@dataclass
class _Growing:
    """A grid that takes in block after block; only it knows that a late row may be wider."""

    seen: list[defaultdict[str, int]] = field(default_factory=list)
    codes: list[list[NDArray[np.int32]]] = field(default_factory=list)
    widths: list[NDArray[np.int32]] = field(default_factory=list)
    lines: array[int] = field(default_factory=lambda: array("q"))

    def add(self, lines: Sequence[int], rows: list[list[str]], limits: Limits) -> None:
        if not rows:
            return
        counts = np.fromiter(map(len, rows), np.int32, len(rows))
        if counts.max() > limits.columns:
            rows = [_without_empty_end(row) for row in rows]
            counts = np.fromiter(map(len, rows), np.int32, len(rows))
        width = int(counts.max())
        before = len(self.lines)
        refuse_beyond(limits, max(width, len(self.seen)), before + len(rows))
        if counts.min() < width:
            rows = [row + [""] * (width - len(row)) for row in rows]
        while len(self.seen) < width:
            self._widen(before)
        self._fill(rows, width)
        self.widths.append(counts)
        self.lines.extend(lines)

    def _widen(self, before: int) -> None:
        """One more column, empty in all records so far."""
        self.seen.append(_numbered())
        if before:
            assert self.seen[-1][""] == 0
        self.codes.append([np.zeros(before, np.int32)])

    def _fill(self, rows: list[list[str]], width: int) -> None:
        for at, cells in enumerate(zip(*rows, strict=True)):
            codes = map(self.seen[at].__getitem__, cells)
            self.codes[at].append(np.fromiter(codes, np.int32, len(rows)))
        for at in range(width, len(self.seen)):
            self.codes[at].append(np.full(len(rows), self.seen[at][""], np.int32))

    def grown(self) -> Grid:
        columns = tuple(
            TextColumn(at + 1, "", np.concatenate(codes), tuple(seen))
            for at, (seen, codes) in enumerate(zip(self.seen, self.codes, strict=True))
        )
        widths = np.concatenate(self.widths) if self.widths else np.zeros(0, np.int32)
        return Grid(columns, self.lines, widths=widths)


def _without_empty_end(row: list[str]) -> list[str]:
    end = len(row)
    while end and not row[end - 1].strip():
        end -= 1
    return row[:end]


def _tokens(body: Body) -> Reader:
    return _reader(*_without_spaces(body))


def _reader(text: str, separator: str, *, strict: bool = False) -> Reader:
    return csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=strict)


def _without_spaces(body: Body) -> tuple[str, str]:
    """The text and its separator, a tab where that is a space."""
    return (
        (_spaces_as_tabs(body.text), "\t") if body.separator == " " else (body.text, body.separator)
    )


def _spaces_as_tabs(text: str) -> str:
    """Each run of spaces and tabs as one tab, none at either end of a line; quoted ones stay."""
    if '"' not in text:
        lines = text.replace("\t", " ").split("\n")
        return "\n".join(["\t".join(filter(None, line.split(" "))) for line in lines])
    return _SPACES.sub(lambda found: found[1] or found[2] or ("\t" if found[3] else ""), text)


def _is_blank(row: list[str]) -> bool:
    return not row or (len(row) == 1 and not row[0].strip())


def _unclosed(body: Body) -> ReadingError:
    opened, ragged = _faults(body)
    text = quoted(body.text.split("\n")[opened[0] - body.first_line])
    said = (
        _ONE_OPEN.with_fields(line=opened[0], text=text)
        if len(opened) == 1
        else _SOME_OPEN.with_fields(lines=listed(opened), text=text)
    )
    if not ragged:
        return ReadingError(said.template, **said.fields)
    also = Sentence("These lines have more or fewer cells than most: {lines}.")
    also = also.with_fields(lines=listed(ragged))
    return ReadingError("{before} {after}", before=said, after=also)


_ONE_OPEN: Final = Sentence(
    "A quotation mark is opened in line {line} and never closed: “{text}”. Close it, or delete it."
)
_SOME_OPEN: Final = Sentence(
    "Quotation marks are opened and never closed in lines {lines}. The first is in “{text}”. Close "
    "them, or delete them."
)


def _faults(body: Body) -> tuple[list[int], list[int]]:
    """The lines where a quotation mark is opened and not closed, and those with an unusual number
    of cells; of each a few more than are listed at most.

    A mark may be closed by the next one, lines below: where the cells are then as many as in most
    lines, a text of several lines was meant.
    """
    text, separator = _without_spaces(body)
    every = text.split("\n")
    some = (line for line in every[:: len(every) // _SAMPLE + 1] if line.strip())
    usual = usual_width([len(row) for line in some for _, row in _records([line], separator)])
    opened, ragged, at = list[int](), list[int](), 0
    while at < len(every) and len(opened) <= LISTED:
        for lines, row in _records(every[at:], separator):
            is_usual = len(row) == usual
            whole = lines == 1 or (is_usual and not _is_torn(every[at : at + lines], separator))
            if not lines or not whole:
                opened.append(body.first_line + at)
                at += 1
                break
            if not is_usual and not _is_blank(row) and len(ragged) <= LISTED:
                ragged.append(body.first_line + at)
            at += lines
        else:  # read to the end
            break
    return opened or [_line_of_the_end(body)], ragged


def _records(every: Sequence[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    """How many lines each record has, and its cells; no line and no cells for one without end."""
    tokens = csv.reader(chain(every, [_END]), delimiter=separator, skipinitialspace=True)
    begin = 0
    with suppress(csv.Error):
        for row in tokens:
            if row == [_END]:
                return
            if row and row[-1].endswith(_END):
                break
            yield tokens.line_num - begin, row
            begin = tokens.line_num
    yield 0, []


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
