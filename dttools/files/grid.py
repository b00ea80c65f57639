"""What stands in a file, whatever its format, and what was made of it: the types of ``reading``.

A format turns bytes into a ``Grid`` of text; ``shapes`` says which of its records are names and
rows; ``cleaning`` says what odd cells may mean. What was found is told as ``Finding`` and
``Offer``, and a person answers with ``Chosen``. Not done here: nothing is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.cells import MISSING
from dttools.files.columns import TextColumn
from dttools.files.quoting import quoted

DECIMALS: Final = (".", ",")
_LOOKED_AT: Final = 100_000


@dataclass(frozen=True)
class Grid:
    """All records of a file, cell by cell, before any of them is taken for a header.

    ``columns`` are all of one length, the number of records; short records were padded with
    "". ``lines`` says for each record the line of the text, or the row of the sheet, where it
    begins (from 1). ``names``, ``levels`` (by name, in branch order) and ``missing`` are
    what the format itself states: ``names`` is None where a header is among the records.
    ``made`` are those of ``names`` that the file does not state.
    ``widths`` says how many cells each record had before it was padded, shape (n_records,);
    None where all had as many as there are columns, as in a sheet.
    """

    columns: tuple[TextColumn, ...]
    lines: Sequence[int]
    names: tuple[str, ...] | None = None
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing: frozenset[str] = MISSING
    widths: NDArray[np.integer] | None = None
    made: frozenset[str] = frozenset()


def lacks_names(grid: Grid) -> bool:
    """Whether the first record has fewer cells than the grid has columns, as a title has."""
    return any(sum(map(bool, cells)) < len(grid.columns) for _line, cells in first(grid, 1))


def first(grid: Grid, count: int) -> list[tuple[int, list[str]]]:
    """The first records, as lists of cells with their lines."""
    return [(line, record(grid, at)) for at, line in enumerate(grid.lines[:count])]


def first_few(grid: Grid) -> list[tuple[int, list[str]]]:
    """As many of the first records as tell where a table begins."""
    return first(grid, max(5, min(_LOOKED_AT // max(len(grid.columns), 1), 1000)))


def record(grid: Grid, at: int) -> list[str]:
    """The cells of one record, as many as it had."""
    width = len(grid.columns) if grid.widths is None else int(grid.widths[at])
    return [column.raw[column.codes[at]] for column in grid.columns[:width]]


def shown(grid: Grid, at: int) -> str:
    """A record as it can be read in a sentence."""
    return quoted(" · ".join(filter(None, record(grid, at))))


def keep(grid: Grid, kept: NDArray[np.bool_]) -> Grid:
    """The records that are kept, of shape (n_records,)."""
    return replace(
        grid,
        columns=tuple(column.keep(kept) for column in grid.columns),
        lines=np.asarray(grid.lines, dtype=np.int64)[kept].tolist(),
        widths=None if grid.widths is None else grid.widths[kept],
    )


@dataclass(frozen=True)
class Finding:
    """One line of the story of a file: what was read how, left out or changed, and why.

    ``key`` names the switch that undoes it, or that does it where it is not done at first; ""
    where there is none. ``on`` says whether it was done: a finding that a person switched off is
    told all the same. ``firm`` says that it cannot be undone, since there would be no table.
    """

    said: Sentence
    key: str = ""
    on: bool = True
    firm: bool = False


@dataclass(frozen=True)
class LeftOut:
    """A record at or below the header that is no row of the table: the ``line`` where it begins,
    ``why``, and what it says, cut short."""

    line: int
    why: Sentence
    text: str


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
        check_separator(self.separator)
        if self.decimal not in DECIMALS:
            raise ReadingError("Choose a point or a comma as the decimal sign.")
        if self.preamble < 0:
            raise ReadingError("The number of lines to skip cannot be negative. Choose 0 or more.")


def check_separator(separator: str) -> None:
    """Raise ``ReadingError`` unless it is one character that can stand between cells."""
    if len(separator) != 1 or separator in '"\n\r\x00':
        raise ReadingError(
            "A separator is one character that is no quotation mark. Type one, such as , or ;."
        )


@dataclass(frozen=True)
class Declared:
    """What a file says of its columns by name: ``roles`` ("target", "ignore", "weight") and
    ``kinds`` ("nominal", "numeric")."""

    roles: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class OpenedFile:
    """A file that was opened, whatever its format: its grid, and what was found on the way.

    A spreadsheet has the names of its sheets and the one that was taken; a text has its
    ``dialect`` and, where the guess of the encoding is weak, its ``readings``; ``redrawn``: the
    dialect is that of the text as it was written again.
    """

    grid: Grid
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    story: tuple[Finding, ...] = ()
    dialect: Dialect | None = None
    readings: tuple[tuple[str, str], ...] = ()
    redrawn: bool = False


@dataclass(frozen=True)
class Offer:
    """What the cells of a column may mean: taken where ``Chosen.cells`` says so, else offered.

    ``examples`` are a few cells as they stand and as they would be read; ``cells`` counts the
    cells that would change. ``key`` names the meaning ("numbers", "one_value", "month", ...).
    ``missing`` are cells that would count as missing, ``kept`` those that are plain numbers as they
    stand, and ``strays`` those that are none however they are read: a few of each. ``why`` says
    what the cells themselves show.
    ``mends``: the cells are misread as they stand; else it says more of them, or takes from what
    is read right. ``rows``: the places of the first rows that would change, from 0.
    """

    column: str
    key: str
    said: Sentence
    examples: tuple[tuple[str, str], ...]
    cells: int
    taken: bool = False
    missing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    why: Sentence | None = None
    mends: bool = True
    rows: tuple[int, ...] = ()


@dataclass(frozen=True)
class Cleaned:
    """Columns whose odd cells were rewritten as chosen, and what else they may mean.

    A number is written plainly, with the decimal sign that was given; a missing cell is "".
    ``levels`` orders the values of columns that were made, by name (months, weekdays); ``told`` is
    what may be meant and was left as it stands.
    """

    columns: tuple[TextColumn, ...]
    offers: tuple[Offer, ...] = ()
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Layout:
    """Where names and cells of a table stand in its file, for a program that is to read others
    which are written like it.

    ``plain``: the file itself is a text that its ``Dialect`` describes. ``header``: the cells of
    the record that names the columns, () where none does; so many ``records`` belong to it, the
    last of them ``labels``, which only say what the columns are.
    ``names``: what each column of the file is called, "" where it was left out. ``missing``: what
    says that a value is. ``respelt``: of a column whose cells were rewritten as a person chose, the
    column of the file and what each of these cells became, None where one is missing; not of one
    where neighbours count, or too many cells changed.
    """

    plain: bool = True
    header: tuple[str, ...] = ()
    records: int = 0
    labels: int = 0
    names: tuple[str, ...] = ()
    missing: frozenset[str] = MISSING
    respelt: Mapping[str, tuple[str, Mapping[str, str | None]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Chosen:
    """What a person chose of the reading; what is None or not named is guessed.

    ``off`` and ``on`` name switches that a person turned: of what is done at first, and of what
    is not. ``table`` says which of several is read, from 0. ``cells`` names, for a column, the
    meanings of its odd cells that were taken, the last one taken last.
    """

    encoding: str | None = None
    separator: str | None = None
    header: bool | None = None
    decimal: str | None = None
    preamble: int | None = None
    sheet: str | None = None
    off: frozenset[str] = frozenset()
    cells: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    on: frozenset[str] = frozenset()
    table: int = 0

    def done(self, said: Sentence, key: str) -> Finding:
        """What is done at first, unless a person turned its switch."""
        return Finding(said, key, key not in self.off)

    def turned(self, finding: Finding) -> dict[str, frozenset[str]]:
        """The switch of a finding turned: ``off`` or ``on``, whichever holds it."""
        done_at_first = finding.key in self.off or (finding.on and finding.key not in self.on)
        held = "off" if done_at_first else "on"
        return {held: getattr(self, held) ^ {finding.key}}


def decimal_of(dialect: Dialect | None, chosen: Chosen) -> str:
    """The decimal sign of a text, or of a file that is none: a point unless another is chosen."""
    return dialect.decimal if dialect else chosen.decimal or "."
