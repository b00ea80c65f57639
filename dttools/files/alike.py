"""Rows to be predicted or judged: read as the table was that a tree is grown on.

With a header where that has one, the same switches turned and the same offers taken. Separator,
sheet and the like are as they were chosen there, if that fits, else as the file seems to be
written. Cells that may be read in two ways are judged beside those of that table, since one row
alone shows nothing. Not done here: whether the columns are there that a tree asks about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pandas as pd

import dttools.files.formats as formats
from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress, unheard
from dtcore.words import Sentence
from dttools.files.cleaning import clean
from dttools.files.columns import TextColumn
from dttools.files.encoding import guess_encoding
from dttools.files.grid import Chosen, Cleaned, Dialect, LeftOut, decimal_of
from dttools.files.header import is_numeric
from dttools.files.limits import LIMITS, Limits
from dttools.files.numerals import numeral
from dttools.files.quoting import quoted
from dttools.files.shapes import shape
from dttools.files.spellings import folded
from dttools.files.table import Table, open_file, read


@dataclass(frozen=True, eq=False)
class Source:
    """The file of a table and how it was read; nothing of one that is no file.

    ``numeric`` says of each column, in their order, whether it holds numbers; ``target`` is the
    column of the answers.
    """

    content: bytes = b""
    chosen: Chosen = Chosen()
    header: bool | None = True
    dialect: Dialect | None = None
    numeric: Mapping[str, bool] = field(default_factory=dict)
    target: str = ""

    @classmethod
    def of(cls, content: bytes, chosen: Chosen, table: Table, target: str) -> Source:
        numeric = {str(name): table.frame[name].dtype.kind in "if" for name in table.frame}
        return cls(content, chosen, table.header, table.dialect, numeric, target)


def read_alike(
    content: bytes,
    source: Source,
    progress: ShareProgress = unheard,
    *,
    limits: Limits = LIMITS,
) -> Table:
    """The rows in a file, of which one is enough, read as ``source`` was.

    Raises ``ReadingError`` for whatever is no table, and where nothing says which column is which.
    """
    rows = _Rows(content, source, progress, replace(limits, least_rows=1, least_columns=1))
    return rows.by_place() if source.header is False else rows.read(header=True)


@dataclass(frozen=True, eq=False)
class _Rows:
    content: bytes
    source: Source
    progress: ShareProgress
    limits: Limits

    def read(self, *, header: bool, below: int | None = None) -> Table:
        """The first way to read the file that gives columns like those of the source, else the
        first that gives any; ``below`` so many lines, if that is known."""
        found, problem = list[Table](), None
        for chosen in self._ways(header):
            chosen = chosen if below is None else replace(chosen, preamble=below)
            if found and found[-1].dialect and _writes(found[-1].dialect) == _writes(chosen):
                continue
            try:
                table = read(
                    self.content, chosen, self.progress, limits=self.limits, cleaner=self._clean
                )
            except ReadingError as error:
                problem = problem or error
                continue
            if self._fits(table.frame):
                return table
            found.append(table)
        if problem and not found:
            raise problem
        return found[0]

    def _ways(self, header: bool) -> Iterator[Chosen]:
        asked = replace(self.source.chosen, header=header)
        if asked.encoding and guess_encoding(self.content).startswith("utf"):
            asked = replace(asked, encoding=None)  # which is beyond doubt
        yield asked
        anew = Chosen(header=header, off=asked.off, on=asked.on, cells=asked.cells)
        if anew != asked:
            yield anew
        if dialect := self.source.dialect:
            yield replace(anew, separator=dialect.separator, decimal=dialect.decimal)

    def _fits(self, frame: pd.DataFrame) -> bool:
        numeric = self.source.numeric
        there = [name for name in numeric if name in frame]
        return not numeric or (
            bool(there) and all(frame[name].dtype.kind in "if" for name in there if numeric[name])
        )

    def by_place(self) -> Table:
        """Columns that have no names are those of the source in their order."""
        table, named = self.read(header=False), None
        if self._begins_with_names(table.frame):
            named = self.read(header=True)
            if any(name in self.source.numeric for name in named.frame):
                return named
            above = int(named.lines[0]) - 1
            table = self.read(header=False, below=above)
            said = Sentence("it names the columns, and the tree's table has no names for them")
            names = LeftOut(above, said, quoted(" · ".join(map(str, named.frame.columns))))
            table = replace(table, left_out=(names, *table.left_out))
        last, before = [*self.source.numeric][-1:-3:-1]
        if table.frame.columns[-1] not in (last, before if last == self.source.target else last):
            raise ReadingError(
                "The table of the tree has {count} columns without names, and this file has others "
                "or not as many, so that nothing says which is which. Give it the same columns in "
                "the same order, with a ? for each answer that is not known, or name them in its "
                "first line: {first} and so on.",
                count=len(self.source.numeric),
                first=next(iter(self.source.numeric)),
            )
        return table

    def _begins_with_names(self, frame: pd.DataFrame) -> bool:
        """Whether no cell of the first row is a number where numbers are, and hardly one a level
        that its column has; where there are no numbers, none is."""
        numbers, words = list[bool](), list[bool]()
        for name, cell in frame.iloc[0].items():
            if pd.isna(cell):
                continue
            if self.source.numeric.get(str(name)):
                is_number = is_numeric(str(cell)) or numeral(str(cell)) is not None
                numbers.append(is_number)
            elif name in self._columns:
                words.append(str(cell) in map(str.strip, self._columns[str(name)].raw))
        if numbers:
            return not any(numbers) and 2 * sum(words) <= len(words)
        return bool(words) and not any(words)

    @cached_property
    def _columns(self) -> Mapping[str, TextColumn]:
        """Those of the source, as they are written."""
        content, _packed = formats.unpacked(self.source.content, self.limits)
        chosen = self.source.chosen
        opened = open_file(content, chosen, unheard, self.limits)
        columns = shape(opened.grid, chosen, opened.dialect, self.limits).columns
        return {column.name: column for column in columns}

    def _clean(
        self,
        columns: Sequence[TextColumn],
        decimal: str,
        chosen: Mapping[str, tuple[str, ...]],
        missing: frozenset[str],
        stated: Collection[str] = (),
    ) -> Cleaned:
        """As ``clean``, beside the cells of the source; text where that has text."""
        names = {column.name for column in columns}
        chosen = {name: keys for name, keys in chosen.items() if name in names}
        alike = decimal == decimal_of(self.source.dialect, self.source.chosen)
        asked = [column for column in columns if alike and column.name in chosen]
        beside = {column.name: _above(column, self._columns[column.name]) for column in asked}

        def by(others: Mapping[str, TextColumn]) -> Cleaned:
            both = [others.get(column.name, column) for column in columns]
            return clean(both, decimal, chosen, missing, stated)

        cleaned = by(beside)
        idle = {offer.column for offer in cleaned.offers if offer.taken and not offer.cells}
        if idle & beside.keys():  # rows of both in one column are no blocks of rows
            cleaned = by({name: one for name, one in beside.items() if name not in idle})
        own = len(columns[0].codes)
        return replace(
            cleaned, columns=tuple(self._first(column, own) for column in cleaned.columns)
        )

    def _first(self, column: TextColumn, rows: int) -> TextColumn:
        if len(column.codes) > rows:
            column = column.keep(np.arange(len(column.codes)) < rows)
        text = self.source.numeric.get(column.name) is False
        return replace(column, text=True) if text else column


def _writes(how: Dialect | Chosen) -> tuple[str | None, str | None]:
    return how.separator, how.decimal


def _above(column: TextColumn, other: TextColumn) -> TextColumn:
    """The column with the cells of another below its own."""
    code_of = {cell: code for code, cell in enumerate(dict.fromkeys((*column.raw, *other.raw)))}
    below = np.array([code_of[cell] for cell in other.raw], dtype=np.intp)[other.codes]
    return replace(column, codes=np.concatenate([column.codes, below]), raw=tuple(code_of))


def classes_alike(given: Collection[str], classes: Collection[str]) -> dict[str, str]:
    """Those in ``given`` that can only be another of ``classes``: all but capitals, blanks and a
    point at the end is the same, and of no other."""
    means: dict[str, list[str]] = {}
    for name in classes:
        means.setdefault(_plain(name), []).append(name)
    said: dict[str, list[str]] = {}
    for name in given:
        said.setdefault(_plain(name), []).append(name)
    return {
        names[0]: means[plain][0]
        for plain, names in said.items()
        if len(names) == 1 == len(means.get(plain, ())) and names != means[plain]
    }


def _plain(name: str) -> str:
    return folded(name).rstrip(". ")
