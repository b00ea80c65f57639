"""How a file is written: guessed from its first lines, and anything of it may be chosen instead.

The guess is cheap (a sample of 64 KB) and is only a proposal: a page shows it with a preview.
Not done here: nothing is refused because its layout is odd; that is for reading it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, zip_longest
from typing import Final

import numpy as np

from dttools.files.below import remarks_below
from dttools.files.cells import GROUP, IN_FOURS, are_slips, in_groups, options, present
from dttools.files.declared import names_columns
from dttools.files.grid import Chosen, Dialect, check_separator
from dttools.files.header import is_numeric, top
from dttools.files.numerals import numeral
from dttools.files.records import Body, grid_of, reader, usual_width

SEPARATORS: Final = (",", ";", "\t", "|", " ", ":", "，", "；")

# Spaces stand in names, colons in times and full-width commas in sentences: these separate only
# where all speaks for it.
_WEAK: Final = (" ", ":", "，", "；")
_ENDS: Final = ("。", "！", "？", "，", "；")
_SAMPLE: Final = 64 * 1024
_MOST_RECORDS: Final = 3000
_FEW: Final = 5
_STATEMENT: Final = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
# A comma is common inside cells, a tab hardly ever: cells that still hold one of these after
# splitting by the key speak against the key (decimal commas: 5,1;3,5 are not 5 and 1;3 and 5).
_STRONGER: Final = {",": frozenset("\t;|"), "|": frozenset("\t;"), ";": frozenset("\t")}
# 1,234 may be a thousand; 0,123 and 12,5 and 1234,567 and 9.656,25 cannot be.
_DECIMAL_COMMA: Final = re.compile(
    rf"[+-]?+(?:[0-9]*+|{in_groups('[.]', '++')}),[0-9]++(?:[eE][+-]?+[0-9]++)?+"
)
_DECIMAL_POINT: Final = re.compile(r"[+-]?+[0-9]*+\.[0-9]++(?:[eE][+-]?+[0-9]++)?+")


def guess_layout(text: str, encoding: str, chosen: Chosen) -> Dialect:
    """How a text seems to be written that was decoded from ``encoding``."""
    sample = sample_of(text)
    separator, header = chosen.separator, chosen.header
    if separator:
        check_separator(separator)
    tried = (separator,) if separator else _stated(sample)
    layout = _likeliest(sample, chosen.preamble, tried)
    if header is None:
        header = names_columns([cells for _, cells in layout.records])
    return Dialect(
        encoding=encoding,
        separator=layout.separator,
        header=header,
        decimal=chosen.decimal or _guess_decimal(layout),
        preamble=layout.preamble,
    )


def _likeliest(sample: str, preamble: int | None, tried: Sequence[str]) -> _Layout:
    strong = [one for one in SEPARATORS if one not in _WEAK]
    layouts = [_layout(sample, one, preamble) for one in tried or strong]
    best = max(layouts, key=lambda one: one.score)
    if tried:
        return best
    for weak in _WEAK:
        layout = _layout(sample, weak, preamble)
        better = not best.score[0] or layout.has_decimal_commas or best.hides_numbers
        if better and (layout.is_plain or (weak in _WEAK[2:] and layout.is_wide)):
            return layout
    return best


def separates(text: str) -> bool:
    """Whether a separator makes even lines of the first of a text, or a table beyond doubt."""
    sample = sample_of(text)
    layout = _likeliest(sample, None, _stated(sample))
    return layout.score[0] or layout.separator in _WEAK


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

    @cached_property
    def is_plain(self) -> bool:
        """Whether a weak separator makes a table beyond doubt: even, with a column of numbers, or
        of words that come again and again."""
        rows = [[cell.strip() for cell in cells] for _, cells in self.records]
        if len(rows) < 3 or self.remarks or self.width < 2:
            return False
        if len(rows[0]) == self.width - 1 and _count(rows[1:]):  # as R writes row names
            rows[0] = ["row", *rows[0]]
        if any(len(row) != self.width or not all(row) for row in rows):
            return False
        columns = list(zip(*rows[1:], strict=True))
        measured = [all(map(is_numeric, column)) for column in columns]
        names = not any(map(is_numeric, rows[0]))
        if self.separator == ":":
            return names and any(measured)
        if self.width == 2:
            return all(measured)
        again = all(2 * len(set(column)) <= len(column) for column in columns)
        return any(measured) or (again and len(rows) > _FEW)

    @property
    def is_wide(self) -> bool:
        """Whether a full-width sign makes as many cells of each line, between a title and remarks,
        and names of the first: above a column of numbers, or of many lines that are no sentences.
        """
        rows = [[cell.strip() for cell in cells] for cells in self._without_remarks()]
        names = {*filter(None, rows[0])} if len(rows) > 2 else set()
        if len(names) != self.width or self.width < 2 or any(map(is_numeric, names)):
            return False
        if any(len(row) != self.width for row in rows):
            return False
        measured = any(all(map(_is_measure, column)) for column in zip(*rows[1:], strict=True))
        prose = any(row[-1].endswith(_ENDS) for row in rows)
        return measured or (len(rows) > _FEW and self.width > 2 and not prose)

    def _without_remarks(self) -> list[list[str]]:
        """The records without those below the table that are none of it."""
        grid = grid_of(self.records)
        found = remarks_below(grid, np.arange(len(self.records)) > 0, self.separator)
        gone = found[1] if found else ()
        return [cells for at, (_, cells) in enumerate(self.records) if at not in gone]

    @property
    def hides_numbers(self) -> bool:
        """Whether a column holds three numbers and more in each of its cells."""
        rows = [[cell.split() for cell in cells] for _, cells in self.records]
        return any(
            all(len(words) > 2 and all(map(_is_amount, words)) for words in column)
            for column in zip(*rows, strict=False)
        )

    @property
    def has_decimal_commas(self) -> bool:
        """Whether all cells but names are numbers, and such as a comma would cut in two."""
        cells = [cell.strip() for _, row in self.records[1:] for cell in row]
        return all(map(is_numeric, cells)) and any("," in cell for cell in cells)


def _is_amount(word: str) -> bool:
    """Whether a word is a number or stands where one is missing."""
    return is_numeric(word) or present(word) is None


def _is_measure(cell: str) -> bool:
    """Whether a cell says an amount however it is dressed (1,200 元), or stands where none is."""
    return _is_amount(cell) or numeral(cell) is not None


def _count(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first cells count the rows."""
    return all(row and row[0] == str(at) for at, row in enumerate(rows, start=1))


def sample_of(text: str) -> str:
    """The first lines; the last one may be the beginning of a longer record."""
    end = text.find("\n", _SAMPLE)
    return text[: 2 * _SAMPLE] if end < 0 or end > 2 * _SAMPLE else text[: end + 1]


def _stated(sample: str) -> tuple[str, ...]:
    separator = stated_separator(sample.split("\n", 1)[0])
    return (separator,) if separator else ()


def _layout(sample: str, separator: str, preamble: int | None) -> _Layout:
    above = len(_stated(sample)) if preamble is None else preamble
    records = _records(Body(sample, separator, 1).after(above))
    if preamble is not None or not records:
        return _Layout(separator, above, records)
    above_table = top(records)
    return _Layout(separator, records[above_table][0] - 1, records[above_table:], above_table)


def _records(body: Body) -> list[tuple[int, list[str]]]:
    result: list[tuple[int, list[str]]] = []
    with suppress(csv.Error):
        result.extend(islice(reader(body), _MOST_RECORDS))
    # Where the sample ends inside quotes, its last record is not one.
    return result[:-1] if len(body.text) >= _SAMPLE and len(result) > 1 else result


def _measures(column: Sequence[str], separator: str) -> Sequence[str]:
    """The cells, but for codes such as 1,2 of several choices, where a comma could be no sign, and
    for slips among thousands, where it is none."""
    cells = [cell.strip() for cell in column]
    codes = separator != ";" and options({present(cell) or "" for cell in cells[1:]} - {""}, ",")
    commas = set(filter(_DECIMAL_COMMA.fullmatch, cells))
    odd = [cell for cell in commas if not GROUP[","].fullmatch(cell)]
    grouped, whole = sum(c in commas for c in cells) - len(odd), sum(map(str.isdecimal, cells))
    slips = odd if are_slips(odd, ",", grouped, whole) else ()
    return cells[:1] if codes else [cell for cell in cells if cell not in slips]


def _guess_decimal(layout: _Layout) -> str:
    columns = zip_longest(*(row for _, row in layout.records), fillvalue="")
    cells = [cell for column in columns for cell in _measures(column, layout.separator)]
    commas = [cell for cell in cells if _DECIMAL_COMMA.fullmatch(cell)]
    points = [cell for cell in cells if _DECIMAL_POINT.fullmatch(cell)]
    thousands = all(GROUP[","].fullmatch(cell) or IN_FOURS.fullmatch(cell) for cell in commas)
    if not thousands:  # 12,5 can have a decimal comma alone, and then 1.075 may be a thousand
        points = [cell for cell in points if not GROUP["."].fullmatch(cell)]
    # Where a semicolon separates, the comma is taken: a decimal sign is what took it.
    sure = bool(commas) and (layout.separator == ";" or not thousands)
    return "," if sure and len(commas) > len(points) else "."
