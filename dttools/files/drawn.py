"""Tables drawn for the eye, written again line for line with a separator between the cells.

Markdown and databases draw bars, and dashes below the names; others set each column off by blanks
at the same places of all lines. Not done here: what a separator alone tells apart (``dialect``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Final

from dtcore.words import Sentence
from dttools.files.dialect import sample_of, separates
from dttools.files.grid import Chosen, Finding
from dttools.files.header import is_numeric
from dttools.files.quoting import quoted

_DEEPEST: Final = 60
_WIDEST: Final = 2000
_LEAST_LINES: Final = 4
_LOOKED_AT: Final = 3000
_BAR: Final = re.compile(r"(?<!\\)\|")
_CORNER: Final = re.compile(r"[|+]")
_DRAWN: Final = re.compile(r"[|+=: \t-]++")
# Places of a line: x where something stands in any line; one blank may stand within a name.
_DASHES: Final = re.compile("(?: *+[=-]{2,}+)++ *+")
_COLUMN: Final = re.compile("x++(?: x++)*+")


def redrawn(text: str, chosen: Chosen) -> tuple[str, Chosen, list[Finding]]:
    """The text with a separator, what is then known of its layout, and lines that say so; text
    that is not drawn stays as it is."""
    if chosen.separator in (None, "|") and "|" in text:
        names = _names_above_dashes(text)
        if names is not None:
            return _without_bars(text, names, chosen)
    if chosen.separator in (None, " ") and "  " in text and "\t" not in text:
        columns = _columns_by_place(text)
        if columns and not separates(text):
            return _cut_at(text, columns, chosen)
    return text, chosen, []


def _names_above_dashes(text: str) -> int | None:
    """The line of the names, from 0: as many cells as the line below it draws columns."""
    lines = [one for one in enumerate(text.split("\n", _DEEPEST)[:_DEEPEST]) if one[1].strip()]
    for (at, line), (_at, below) in pairwise(lines):
        width = _ruled(below)
        if width > 1 and not _ruled(line) and len(_cells(line, width, _framed(line))) == width:
            return at
    return None


def _ruled(line: str) -> int:
    """How many columns a line of dashes draws; 0 for any other line."""
    line = line.strip()
    if not _DRAWN.fullmatch(line):
        return 0
    parts = [part.strip() for part in _CORNER.split(line)]
    dashes = parts[not parts[0] : len(parts) - (not parts[-1])]
    framed = line[0] in "|+"  # a single dash may be a missing value
    whole = all({*part.strip(":")} in ({"-"}, {"="}) for part in dashes)
    return len(dashes) if whole and (framed or min(map(len, dashes)) > 1) else 0


def _framed(line: str) -> bool:
    return line.lstrip().startswith("|")


def _cells(line: str, width: int, framed: bool) -> list[str]:
    line = line.strip()
    cells = _BAR.split(line.removeprefix("|") if framed else line)
    if len(cells) > width and not cells[-1].strip():
        cells.pop()
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _without_bars(text: str, at: int, chosen: Chosen) -> tuple[str, Chosen, list[Finding]]:
    every = text.split("\n")
    framed = _framed(every[at])
    width = next(filter(None, map(_ruled, every[at + 1 :])))
    named = any(_cells(every[at], width, framed))
    result, below = every[:at], list[int]()
    for number, (line, row) in enumerate(_rows(every[at:], framed), start=at + 1):
        if line.strip() and row is False:
            below.append(number)
        cells = _cells(line, width, framed) if row else []
        result.append(_line(cells, "|") if any(cells) else "")
    said = Sentence("The table is drawn with bars, as in Markdown: lines of dashes are no rows.")
    story = [Finding(said)]
    if below:
        said = Sentence("Lines below the table were left out: {count} (line {line}: “{text}”).")
        shown = quoted(every[below[0] - 1])
        story.append(Finding(said.with_fields(count=len(below), line=below[0], text=shown)))
    known = replace(
        chosen,
        separator="|",
        header=named if chosen.header is None else chosen.header,
        preamble=at if chosen.preamble is None else chosen.preamble,
    )
    return "\n".join(result), known, story


def _rows(every: Sequence[str], framed: bool) -> Iterator[tuple[str, bool | None]]:
    """Each line from the names on, and whether it is a record; None for a line of dashes. What has
    no bars ends the table, unless all lines begin with one; and so do other names above dashes."""
    ruled = [*map(_ruled, every), 0]
    goes_on, ended = True, False
    for at, line in enumerate(every):
        ended = ended or (not goes_on and not ruled[at] and ruled[at + 1] > 0)
        row = "|" in line and not ended and (goes_on or (framed and _framed(line)))
        goes_on = row or ruled[at] > 0
        yield line, None if ruled[at] else row


def _line(cells: Sequence[str], separator: str) -> str:
    return separator.join(_cell(cell, separator) for cell in cells)


def _cell(cell: str, separator: str) -> str:
    plain = cell or separator != " "
    if plain and separator not in cell and '"' not in cell:
        return cell
    return '"' + cell.replace('"', '""') + '"'


def _columns_by_place(text: str) -> list[tuple[int, int]]:
    """Where each column begins and ends, if the same places are blank in all lines, two and more
    between columns; each but the first has a name, and numbers or words that come again."""
    lines = [line for line in sample_of(text).split("\n") if line.strip()][:_LOOKED_AT]
    if len(lines) < _LEAST_LINES or max(map(len, lines)) > _WIDEST:
        return []
    places = zip_longest(*lines, fillvalue=" ")
    used = "".join(" " if {*signs} == {" "} else "x" for signs in places)
    columns = [found.span() for found in _COLUMN.finditer(used)]
    names, *rows = [_cut(line, columns) for line in lines if not _DASHES.fullmatch(line)]
    if len(columns) < 2 or len(rows) < _LEAST_LINES - 1 or not all(names[1:]):
        return []
    cells = [[*filter(None, column)] for column in zip(*rows, strict=True)]
    measured = any(column and all(map(is_numeric, column)) for column in cells)
    again = all(2 * len({*column}) <= len(column) for column in cells)
    if any(map(is_numeric, names)) or not (measured or (again and len(columns) > 2)):
        return []
    gaps = [(end, begin) for (_begin, end), (begin, _end) in pairwise(columns)]
    every = text.split("\n")
    whole = not any(line[end:begin].strip() for end, begin in gaps for line in every)
    return columns if whole else []


def _cut(line: str, columns: Sequence[tuple[int, int]]) -> list[str]:
    begins = [0, *(begin for begin, _end in columns[1:]), None]
    return [line[begin:end].strip() for begin, end in pairwise(begins)]


def _cut_at(
    text: str, columns: Sequence[tuple[int, int]], chosen: Chosen
) -> tuple[str, Chosen, list[Finding]]:
    lines = [
        line if line.strip() and not _DASHES.fullmatch(line) else "" for line in text.split("\n")
    ]
    cells = [_cut(line, columns) if line else [] for line in lines]
    name = max(next(filter(None, cells)), key=lambda name: " " in name)
    said = Sentence(
        "The columns stand at the same places of all lines, with blanks between: {count} "
        "(such as “{name}”)."
    )
    story = [Finding(said.with_fields(count=len(columns), name=quoted(name)))]
    return "\n".join(_line(row, " ") for row in cells), replace(chosen, separator=" "), story
