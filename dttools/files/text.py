"""A text as a grid: decoded, its dialect guessed, its records tokenized.

One with two separators is refused: a line of the other would be a row of one cell, or a title, and
all its values lost. Not done here: which records are names and rows (``shapes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np

from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress
from dtcore.words import Sentence
from dttools.files.below import is_marked, remarks_below
from dttools.files.cells import number
from dttools.files.dialect import guess_layout, stated_separator
from dttools.files.drawn import redrawn
from dttools.files.encoding import decode, guess_encoding, readings
from dttools.files.formats import refuse_other_formats
from dttools.files.grid import Chosen, Dialect, Finding, Grid, OpenedFile, lacks_names, record
from dttools.files.limits import Limits
from dttools.files.quoting import called, quoted
from dttools.files.records import Body, tokenize, usual_width

_OTHERS: Final = (",", ";", "\t", "|", "，", "；")
_LOOKED_AT: Final = 1000


def guess(content: bytes, chosen: Chosen = Chosen()) -> Dialect:
    """How the file seems to be written; what is chosen is kept, the rest guessed in its light.

    Raises ``ReadingError`` for what is no text at all.
    """
    refuse_other_formats(content)
    encoding = chosen.encoding or guess_encoding(content)
    text, known, _story = redrawn(decode(content, encoding), chosen)
    return guess_layout(text, encoding, known)


def open_text(
    content: bytes, chosen: Chosen, progress: ShareProgress, limits: Limits
) -> OpenedFile:
    """The records of a text below what lies above the table. Raises ``ReadingError``."""
    progress(0.0)
    likely = readings(content)
    progress(0.05)
    if chosen.encoding is not None and chosen.encoding not in dict(likely):
        likely = ()
    encoding = chosen.encoding or guess_encoding(content)
    text, known, drawn = redrawn(decode(content, encoding), chosen)
    progress(0.1)
    dialect = guess_layout(text, encoding, known)
    story = _above_the_table(text, dialect)
    if "above" in chosen.off:
        story = [replace(finding, on=not finding.key) for finding in story]
        top = sum(not finding.key for finding in story)  # the line that states the separator
        dialect = guess_layout(text, encoding, replace(known, preamble=top))
    body = Body(text, dialect.separator, 1).after(dialect.preamble)
    if not body.text.strip():
        raise ReadingError("No lines are left below those that were skipped. Skip fewer lines.")
    grid = tokenize(body, lambda share: progress(0.2 + 0.8 * share), limits)
    title = "above" in chosen.off and any(finding.key for finding in story) and lacks_names(grid)
    if title and chosen.header is None:
        dialect = replace(dialect, header=False)
    if known.separator is None:
        _refuse_two_separators(text, dialect, grid)
    told = (*story, *drawn)
    return OpenedFile(grid, (), None, told, dialect, likely, redrawn=bool(drawn))


def _above_the_table(text: str, dialect: Dialect) -> list[Finding]:
    below = Body(text, dialect.separator, 1).after(dialect.preamble)
    skipped = text[: len(text) - len(below.text)]
    above = [line for line in skipped.split("\n") if line.strip()]
    story = []
    if above and stated_separator(above[0]) == dialect.separator:
        line = quoted(above.pop(0))
        said = Sentence("The line “{line}” at the top was taken to state the separator.")
        story.append(Finding(said.with_fields(line=line)))
    if above:
        said = Sentence("Lines above the table were skipped: {count} (the first: “{line}”).")
        story.append(Finding(said.with_fields(count=len(above), line=quoted(above[0])), "above"))
    return story


def _refuse_two_separators(text: str, dialect: Dialect, grid: Grid) -> None:
    """Raise ``ReadingError`` if a line has as many cells as the rows by another separator."""
    if grid.widths is None or not len(grid.widths):
        return
    width = usual_width(grid.widths[:_LOOKED_AT].tolist())
    if width < 2:
        return
    for line, cells in _right_above(text, dialect, width):
        other = _other(cells, width, dialect)
        if other:
            raise _two(line, other, grid.lines[0], dialect.separator)
    found = remarks_below(grid, np.arange(len(grid.lines)) > 0, dialect.separator)
    remarks = found[1] if found else ()
    odd = np.flatnonzero(grid.widths != width)
    for at in islice(odd.tolist(), _LOOKED_AT):
        cells = record(grid, at)
        other = _other(cells, width, dialect)
        if other and not (at in remarks and is_marked(cells[0])):
            first = int(np.argmax(grid.widths == width))
            raise _two(grid.lines[first], dialect.separator, grid.lines[at], other)


def _right_above(text: str, dialect: Dialect, width: int) -> Iterator[tuple[int, list[str]]]:
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
