"""How a file is written: guessed from its first lines, and anything of it may be chosen instead.

The guess is cheap (a sample of 64 KB) and is only a proposal: a page shows it with a preview.
Not done here: nothing is refused because its layout is odd; that is for reading it.
"""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, TypedDict, Unpack

from dtcore.errors import ReadingError
from dtcore.reading.cells import number, present
from dtcore.reading.encoding import decode, guess_encoding
from dtcore.reading.formats import refuse_other_formats
from dtcore.reading.records import Body, reader, usual_width

SEPARATORS: Final = (",", ";", "\t", "|")
DECIMALS: Final = (".", ",")

_SAMPLE: Final = 64 * 1024
_DEEPEST_TOP: Final = 50
_VOTERS: Final = 1000
_SURELY: Final = 10_000
_STATEMENT: Final = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
# A comma is common inside cells, a tab hardly ever: cells that still hold one of these after
# splitting by the key speak against the key (decimal commas: 5,1;3,5 are not 5 and 1;3 and 5).
_STRONGER: Final = {",": frozenset("\t;|"), "|": frozenset("\t;"), ";": frozenset("\t")}
# 1,234 may be a thousand; 0,123 and 12,5 and 1234,567 cannot be.
_DECIMAL_COMMA: Final = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_PERHAPS_THOUSANDS: Final = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_DECIMAL_POINT: Final = re.compile(r"[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Dialect:
    """How a file is written.

    ``preamble`` counts the physical lines above the table, blank ones and a ``sep=`` line too.
    """

    encoding: str
    separator: str
    header: bool
    decimal: str
    preamble: int

    def __post_init__(self) -> None:
        if self.separator not in SEPARATORS:
            raise ReadingError("Choose one of these separators: comma, semicolon, tab or |.")
        if self.decimal not in DECIMALS:
            raise ReadingError("Choose a point or a comma as the decimal sign.")
        if self.preamble < 0:
            raise ReadingError("The number of lines to skip cannot be negative. Choose 0 or more.")


class Stated(TypedDict, total=False):
    """The fields of a ``Dialect`` that are known; None and what is left out are not."""

    encoding: str | None
    separator: str | None
    header: bool | None
    decimal: str | None
    preamble: int | None


def guess(content: bytes, **stated: Unpack[Stated]) -> Dialect:
    """How the file seems to be written; what is stated is kept, the rest guessed in its light.

    Raises ``ReadingError`` for what is no text at all.
    """
    refuse_other_formats(content)
    encoding = stated.get("encoding") or guess_encoding(content)
    sample = _sample(decode(content, encoding))
    separator, header = stated.get("separator"), stated.get("header")
    tried = (separator,) if separator else _stated(sample) or SEPARATORS
    layouts = (_layout(sample, one, stated.get("preamble")) for one in tried)
    layout = max(layouts, key=lambda one: one.score)
    if header is None:
        header = _has_header([cells for _, cells in layout.records])
    return Dialect(
        encoding=encoding,
        separator=layout.separator,
        header=header,
        decimal=stated.get("decimal") or _guess_decimal(layout),
        preamble=layout.preamble,
    )


def stated_separator(line: str) -> str | None:
    """The separator that a line such as ``sep=;`` states, as Excel writes and reads it."""
    result = _STATEMENT.fullmatch(line.strip(" "))
    return result.group(1) if result and result.group(1) in SEPARATORS else None


@dataclass(frozen=True)
class _Layout:
    """The sample as one separator would read it: ``records`` without the ``remarks`` above."""

    separator: str
    preamble: int
    records: list[tuple[int, list[str]]]
    remarks: int = 0

    @cached_property
    def width(self) -> int:
        return usual_width([len(cells) for _, cells in self.records])

    @cached_property
    def score(self) -> tuple[bool, float]:
        """Every line of one width comes before all; then: many even lines, many clean cells."""
        if self.width < 2:
            return (False, 0.0)
        even = sum(len(cells) == self.width for _, cells in self.records)
        even_share = even / (len(self.records) + self.remarks)
        stronger = _STRONGER.get(self.separator, frozenset())
        cells = [cell for _, row in self.records for cell in row]
        clean = sum(stronger.isdisjoint(cell) for cell in cells) / len(cells)
        return (even_share == 1, even_share * clean * (1 - 1 / self.width))


def _sample(text: str) -> str:
    """The first lines; the last one may be the beginning of a longer record."""
    end = text.find("\n", _SAMPLE)
    return text if end < 0 else text[: end + 1]


def _stated(sample: str) -> tuple[str, ...]:
    separator = stated_separator(sample.split("\n", 1)[0])
    return (separator,) if separator else ()


def _layout(sample: str, separator: str, preamble: int | None) -> _Layout:
    above = len(_stated(sample)) if preamble is None else preamble
    records = _records(Body(sample, separator, 1).after(above))
    if preamble is not None or not records:
        return _Layout(separator, above, records)
    top = _top(records)
    return _Layout(separator, records[top][0] - 1, records[top:], top)


def _records(body: Body) -> list[tuple[int, list[str]]]:
    result: list[tuple[int, list[str]]] = []
    with suppress(csv.Error):
        result.extend(reader(body))
    # Where the sample ends inside quotes, its last record is not one.
    return result[:-1] if len(body.text) >= _SAMPLE and len(result) > 1 else result


def _top(records: list[tuple[int, list[str]]]) -> int:
    """Where the table begins: behind titles and remarks, which fill few of its cells."""
    width = usual_width([len(cells) for _, cells in records])
    for index, ((line, cells), below) in enumerate(pairwise(records[:_DEEPEST_TOP])):
        # Narrower than the table and set apart by a blank line: a remark, whatever it says.
        apart = len(cells) < width and below[0] > line + 1
        if not apart and not _is_remark(cells, width):
            even = sum(len(cells) == width for _, cells in records[index:])
            # A text with a comma here and there is no table with many remarks.
            return index if 2 * even >= len(records) - index else 0
    return 0


def _is_remark(cells: list[str], width: int) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    if len(cells) < width:
        return len(filled) <= max(1, width // 3)
    # A title in a spreadsheet is padded to the width of the table: Survey 2024,,,,
    alone = len(cells) == width > 2 and len(filled) == 1 and bool(cells[0].strip())
    return alone and number(cells[0].strip(), ".") is None


def _has_header(rows: list[list[str]]) -> bool:
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


def _column(rows: list[list[str]], index: int) -> set[str]:
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


def _guess_decimal(layout: _Layout) -> str:
    cells = [cell.strip() for _, row in layout.records for cell in row]
    commas = [cell for cell in cells if _DECIMAL_COMMA.fullmatch(cell)]
    points = sum(_DECIMAL_POINT.fullmatch(cell) is not None for cell in cells)
    thousands = all(_PERHAPS_THOUSANDS.fullmatch(cell) for cell in commas)
    # Where a semicolon separates, the comma is taken: a decimal sign is what took it.
    sure = bool(commas) and (layout.separator == ";" or not thousands)
    return "," if sure and len(commas) > points else "."
