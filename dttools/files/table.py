"""The file as a table: opened, shaped, cleaned, settled.

What can be meant in one way only is repaired and told; what is likely is done and has a switch;
anything else is refused, since a table that was silently misread teaches the wrong tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dttools.files.formats as formats
from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress, unheard
from dtcore.words import Sentence
from dttools.files.cells import present
from dttools.files.cleaning import clean
from dttools.files.columns import Settled, TextColumn, settle
from dttools.files.grid import (
    Chosen,
    Cleaned,
    Declared,
    Dialect,
    Finding,
    Layout,
    LeftOut,
    Offer,
    OpenedFile,
    decimal_of,
    keep,
)
from dttools.files.limits import LIMITS, Limits, no_memory, refuse_large
from dttools.files.quoting import quoted
from dttools.files.shapes import Shaped, shape
from dttools.files.text import open_text

_OF_THE_HEADER: Final = ("above", "two_headers", "tables")
_MOST_STRAYS: Final = 10
_MOST_RESPELT: Final = 1000
_TRIED_ROWS: Final = 1000
_TRIED_BYTES: Final = 65_536


@dataclass(frozen=True)
class Table:
    """A file as read, and its story.

    Columns of ``frame`` are int64, float64 (NaN = missing), str (None = missing) or an ordered
    categorical where the format states levels. ``dialect`` is None where the file is no text.
    ``readings`` are the likeliest encodings, each with the first line in it, where the guess is
    weak. ``header`` says whether a record gave the names, None where the format states them.
    ``lines`` (n_rows,): where each row begins, a line of the text or a row of the sheet;
    ``left_out``: what is no row among and below the rows. ``declared``: what the header says of
    the columns beside their names. ``layout``: where all of it stands in the file. ``made``: the
    names that the file does not state, of columns too that gave way to others. ``tables``: of
    several, the line where each begins, and what stands there.
    """

    frame: pd.DataFrame
    dialect: Dialect | None
    story: tuple[Finding, ...] = ()
    offers: tuple[Offer, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    header: bool | None = None
    lines: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    left_out: tuple[LeftOut, ...] = ()
    declared: Declared = Declared()
    layout: Layout = Layout()
    made: frozenset[str] = frozenset()
    tables: tuple[tuple[int, str], ...] = ()

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """The sentences of the story."""
        return tuple(finding.said for finding in self.story)


def read(
    content: bytes,
    chosen: Chosen = Chosen(),
    progress: ShareProgress = unheard,
    *,
    limits: Limits = LIMITS,
    cleaner: Callable[..., Cleaned] = clean,
) -> Table:
    """The table in a file, read as ``chosen`` and, where nothing was chosen, as it seems to be.

    ``progress`` hears now and then which share of the work is done; what it raises ends the
    reading. ``cleaner`` is called as ``clean``. Raises ``ReadingError`` for whatever is no table.
    """
    refuse_large(content, limits)
    try:
        return _read(content, chosen, progress, limits, cleaner)
    except MemoryError:
        raise no_memory() from None


def _read(
    content: bytes,
    chosen: Chosen,
    progress: ShareProgress,
    limits: Limits,
    cleaner: Callable[..., Cleaned],
) -> Table:
    content, packed = formats.unpacked(content, limits)
    source = open_file(content, chosen, lambda share: progress(0.6 * share), limits)
    progress(0.6)
    shaped = shape(source.grid, chosen, source.dialect, limits)
    decimal = decimal_of(source.dialect, chosen)
    missing = source.grid.missing
    progress(0.7)
    cleaned = cleaner(shaped.columns, decimal, chosen.cells, missing, source.grid.levels)
    settled: list[Settled] = []
    for column in cleaned.columns:
        progress(0.8 + 0.2 * len(settled) / len(cleaned.columns))
        settled.append(settle(column, decimal, missing))
    told = (
        *_of_strays(cleaned.columns, settled, shaped),
        *_of_levels(cleaned.columns, settled, limits),
        *map(Finding, cleaned.told),
    )
    before, after = ({column.name for column in one.columns} for one in (shaped, cleaned))
    return Table(
        frame=_frame(cleaned.columns, settled, {**source.grid.levels, **cleaned.levels}),
        dialect=source.dialect,
        story=tuple(
            _firm_or_not(finding, content, chosen, source, limits)
            for finding in (*packed, *source.story, *shaped.story, *told)
        ),
        offers=cleaned.offers,
        sheets=source.sheets,
        sheet=source.sheet,
        readings=source.readings,
        header=shaped.header,
        lines=shaped.lines,
        left_out=shaped.left_out,
        declared=shaped.head.declared,
        layout=_layout(source, shaped, cleaned),
        made=shaped.made | after - before,
        tables=shaped.tables,
    )


def _layout(source: OpenedFile, shaped: Shaped, cleaned: Cleaned) -> Layout:
    """Where things stand in a text of one table, whose first record is a header, or a row."""
    missing = source.grid.missing
    found = {column.position: column for column in shaped.columns}
    taken = {offer.column for offer in cleaned.offers if offer.taken}
    respelt = {}
    for column in cleaned.columns:
        before = found[column.position]
        if before.name in taken and (cells := _respelt(before, column, missing)) is not None:
            respelt[column.name] = (before.name, cells)
    return Layout(
        plain=source.dialect is not None and not source.redrawn and not shaped.tables,
        header=next(iter(shaped.head.repeats), ()),
        records=shaped.head.records,
        labels=sum(len(at) for finding, at in shaped.head.found if finding.on),
        names=tuple(found[at].name if at in found else "" for at in range(1, max(found) + 1)),
        missing=missing,
        respelt=respelt,
    )


def _respelt(
    before: TextColumn, column: TextColumn, missing: frozenset[str]
) -> dict[str, str | None] | None:
    """What each cell of ``before`` that is another in ``column`` became there, if that is all that
    counts and few enough did."""
    rows = np.unique(before.codes, return_index=True)[1]
    codes = column.codes[rows]
    if (codes[before.codes] != column.codes).any():
        return None
    both = zip(before.raw, codes.tolist(), strict=True)
    became = {cell.strip(): present(column.raw[at], missing - column.values) for cell, at in both}
    alike = before.name == column.name
    odd = {c: now for c, now in became.items() if not alike or now != present(c, missing)}
    return odd if len(odd) <= _MOST_RESPELT else None


def open_file(
    content: bytes, chosen: Chosen, progress: ShareProgress, limits: Limits
) -> OpenedFile:
    """The records of a file that is not packed."""
    opened = formats.grids(content, chosen, limits)
    return opened or open_text(content, chosen, progress, limits)


def _firm_or_not(
    finding: Finding, content: bytes, chosen: Chosen, source: OpenedFile, limits: Limits
) -> Finding:
    """The finding, firm where there is no table without what it did: a title names no columns,
    and the lower of two lines may repeat a name. The first rows say so."""
    if finding.key not in _OF_THE_HEADER or not finding.on:
        return finding
    asked = replace(chosen, off=chosen.off | {finding.key})
    try:
        if source.dialect is None:
            first = np.arange(len(source.grid.lines)) < _TRIED_ROWS
            grid, dialect = keep(source.grid, first), None
        else:
            asked = replace(asked, encoding=source.dialect.encoding)
            opened = open_text(_first_lines(content), asked, unheard, limits)
            grid, dialect = opened.grid, opened.dialect
        shape(grid, asked, dialect, limits)
    except ReadingError:
        return replace(finding, firm=True)
    return finding


def _first_lines(content: bytes) -> bytes:
    if len(content) <= _TRIED_BYTES:
        return content
    # Whole lines, in two bytes a character too.
    end = content.rfind(b"\n", 0, _TRIED_BYTES)
    return content[: end + 1 + (content[end + 1 : end + 2] == b"\0")] if end > 0 else content


def _frame(
    columns: Sequence[TextColumn], settled: Sequence[Settled], levels: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    # A series of its own dtype: pandas would otherwise make its own strings of our objects.
    values = {
        column.name: pd.Series(one.values, dtype=one.values.dtype)
        for column, one in zip(columns, settled, strict=True)
    }
    for column in columns:
        if column.name in levels:
            values[column.name] = _in_order(column, levels[column.name])
    return pd.DataFrame(values)


def _in_order(column: TextColumn, levels: Sequence[str]) -> pd.Series[str]:
    """A column of stated levels, as an ordered categorical; what is no level is missing."""
    code_of = {level: code for code, level in enumerate(levels)}
    codes = np.array([code_of.get(cell.strip(), -1) for cell in column.raw], dtype=np.intp)
    order = pd.CategoricalDtype(list(levels), ordered=True)
    return pd.Series(pd.Categorical.from_codes(codes[column.codes], dtype=order))


def _of_strays(
    columns: Sequence[TextColumn], settled: Sequence[Settled], shaped: Shaped
) -> Iterator[Finding]:
    """Columns that are text although nearly all of their cells are numbers."""
    both = zip(columns, settled, strict=True)
    strays = [(column.name, *one.stray) for column, one in both if one.stray]
    for name, row, text in strays[:_MOST_STRAYS]:
        said = Sentence(
            "The column “{column}” is read as text, since “{value}” in line {line} is not a number."
        )
        line = int(shaped.lines[row])
        yield Finding(said.with_fields(column=quoted(name), value=quoted(text), line=line))


def _of_levels(
    columns: Sequence[TextColumn], settled: Sequence[Settled], limits: Limits
) -> Iterator[Finding]:
    """Columns of more different texts than a tree can tell apart."""
    for column, one in zip(columns, settled, strict=True):
        if one.values.dtype == object and len(column.raw) > limits.levels:
            said = Sentence(
                "The column “{column}” has {count:,} different texts. With more than "
                "{limit:,} it names the rows instead of grouping them: leave it out."
            )
            count = len(column.raw)
            name = quoted(column.name)
            yield Finding(said.with_fields(column=name, count=count, limit=limits.levels))
