"""Which records of a grid are names and which are rows.

Whatever is left out is told as a ``Finding``, with a switch that takes it back in. Not done
here: what the cells say (``cells``, ``cleaning``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

import dttools.files.below as below
from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.columns import TextColumn, free_name
from dttools.files.declared import Declaration, declaration, names_columns
from dttools.files.grid import (
    Chosen,
    Declared,
    Dialect,
    Finding,
    Grid,
    LeftOut,
    decimal_of,
    first_few,
    keep,
    lacks_names,
    shown,
)
from dttools.files.header import in_two_lines, joined_names, labels, nearest_names, top
from dttools.files.limits import Limits, refuse_beyond
from dttools.files.quoting import called, column_letters, listed, quoted
from dttools.files.records import usual_width
from dttools.files.several import Part, parts_of

# What pandas and readr call a column without a name.
_MADE_UP: Final = re.compile(r"Unnamed: [0-9]+(_level_[0-9]+)?|\.\.\.[0-9]+")

_WHY: Final = {
    "declared": Sentence("a line that declares the columns"),
    "labels": Sentence("labels below the header"),
    "repeated_header": Sentence("a repeated header"),
    "groups": Sentence("a line that heads a group of rows"),
    "remarks_below": Sentence("a line below the table"),
    **dict.fromkeys(("totals", "odd_totals", "named_totals"), Sentence("a row of {what}")),
    "test_student": Sentence("the test student of Canvas"),
}


@dataclass(frozen=True)
class Head:
    """Where the rows begin: below a header, or at once (``names`` is then None).

    ``width`` counts the cells that the header itself has, ``line`` is where it stands, ``first``
    is the position of its first cell, and ``records`` counts what lies above the rows.
    ``repeats`` are the records of the header, which may come again, each as its cells; ``found``
    is what was done above the rows, and to which records at or below the header.
    """

    names: tuple[str, ...] | None
    line: int
    records: int
    width: int
    repeats: tuple[tuple[str, ...], ...] = ()
    found: tuple[below.Found, ...] = ()
    first: int = 1
    declared: Declared = Declared()

    @property
    def is_of_canvas(self) -> bool:
        """Whether it names pupils, and a line below it says how many points they can have."""
        labels = any(finding.key == "labels" for finding, _at in self.found)
        return labels and self.names is not None and self.names[0].strip() == "Student"


@dataclass(frozen=True)
class Shaped:
    """The columns of a table, rows only, each with a name; ``lines`` says where a row begins.

    ``header`` says whether a record gave the names, None where the format states them; ``head`` is
    where. ``left_out``: what is no row among and below the rows, line by line. ``made``: the names
    that the file does not state. ``tables``: of several, the line where each begins, and what
    stands there.
    """

    columns: tuple[TextColumn, ...]
    lines: NDArray[np.int64]
    story: tuple[Finding, ...]
    head: Head
    header: bool | None = None
    left_out: tuple[LeftOut, ...] = ()
    made: frozenset[str] = frozenset()
    tables: tuple[tuple[int, str], ...] = ()


def shape(grid: Grid, chosen: Chosen, dialect: Dialect | None, limits: Limits) -> Shaped:
    """The table in a grid; of a text, what lies above it is gone and its ``dialect`` is known.

    Raises ``ReadingError`` where there is no table.
    """
    grid, blank = _without_blank_records(grid, dialect)
    refuse_beyond(limits, len(grid.columns), len(grid.lines))
    parts = parts_of(grid, chosen, dialect)
    if not parts:
        return _shape(grid, blank, chosen, dialect, limits)
    if "tables" in chosen.off:
        table = _shape(grid, blank, chosen, dialect, limits)
        said = _of_parts(parts, 0, is_sheet=dialect is None)
        return replace(table, story=(Finding(said, "tables", on=False), *table.story))
    place = chosen.table if chosen.table in range(len(parts)) else 0
    part, sheet = parts[place], dialect is None
    if place and dialect is not None:
        dialect = replace(dialect, header=part.header)
    own = range(part.grid.lines[0], part.grid.lines[-1])
    blank = [line for line in blank if line in own]
    table = _shape(part.grid, blank, chosen, dialect, limits)
    left_out = [*table.left_out, *_of_others(grid, part.grid)]
    return replace(
        table,
        story=(Finding(_of_parts(parts, place, is_sheet=sheet), "tables"), *table.story),
        left_out=tuple(sorted(left_out, key=lambda one: one.line)),
        tables=tuple((one.line, one.text) for one in parts),
    )


def _of_parts(parts: Sequence[Part], place: int, *, is_sheet: bool) -> Sentence:
    """Which table is read, and where another one is."""
    own, other = parts[place], parts[1 if place == 0 else 0]
    where = Sentence("in line {line}", line=other.line)
    column, here = other.grid.columns[0].position, own.grid.columns[0].position
    if column > here:
        where = Sentence("to the right, in column {column}")
    elif column < here:
        where = Sentence("to the left, in column {column}")
    said = Sentence(
        "There are {count} tables here, and the one that begins in line {line} is read. Another "
        "begins {where} (“{text}”)."
    )
    where = where.with_fields(column=column_letters(column) if is_sheet else column)
    return said.with_fields(count=len(parts), line=own.line, where=where, text=other.text)


def _of_others(grid: Grid, own: Grid) -> Iterator[LeftOut]:
    """The records of the other tables."""
    lines, why = frozenset(own.lines), Sentence("a line of another table")
    for at, line in enumerate(grid.lines):
        if line not in lines:
            yield LeftOut(line, why, shown(grid, at))


def _shape(
    grid: Grid, blank: Sequence[int], chosen: Chosen, dialect: Dialect | None, limits: Limits
) -> Shaped:
    """The one table of a grid without blank records; ``blank``: where these were."""
    head = replace(_head(grid, chosen, dialect), first=grid.columns[0].position)
    names = _names(head, cut="empty_columns" not in chosen.off)
    if max(len(names), len(grid.columns)) < limits.least_columns:
        raise _one_column(dialect)
    kept, sure, found = _rows(grid, head, chosen, dialect)
    _refuse_long(grid, head, len(names), sure)
    columns = [column.keep(kept) for column in grid.columns[: len(names)]]
    rows = np.flatnonzero(kept)
    if not len(rows):
        raise _few(0)
    columns = _named(columns, names, head, chosen)
    lines = np.asarray(grid.lines, dtype=np.int64)[rows]
    first = _of_first(columns[0], head, chosen)
    blank = [line for line in blank if line > head.line]
    story = (
        *(finding for finding, _at in head.found),
        *_of_header(head, names),
        *_of_rows(grid, len(names), rows, len(blank)),
        *(finding for finding, _at in found),
        *_of_line_breaks(columns, lines),
        *_of_columns(head, {column.position for column in grid.columns}, columns, chosen),
        *filter(None, [first]),
    )
    if first and first.key and first.on:
        columns = columns[1:]
    if len(lines) < limits.least_rows:
        raise _few(len(lines))
    if len(columns) < limits.least_columns:
        raise _one_column(dialect)
    header = None if grid.names is not None else head.names is not None
    left_out = _left_out(grid, blank, (*head.found, *found))
    made = grid.made | {column.name for column in columns}.difference(names)
    return Shaped(tuple(columns), lines, story, head, header, left_out, made)


def _left_out(
    grid: Grid, blank: Sequence[int], found: Sequence[below.Found]
) -> tuple[LeftOut, ...]:
    """What is no row, in the order of the file."""
    gone = [LeftOut(line, Sentence("it has no value"), "") for line in blank]
    for finding, at in found:
        for one in at if finding.on else ():
            why = _WHY[finding.key].with_fields(**finding.said.fields)
            gone.append(LeftOut(grid.lines[one], why, shown(grid, one)))
    return tuple(sorted(gone, key=lambda one: one.line))


def _without_blank_records(grid: Grid, dialect: Dialect | None) -> tuple[Grid, list[int]]:
    """The grid without records that hold nothing, and the lines of these."""
    if not grid.columns:
        raise _few(0)
    blank = np.logical_and.reduce([column.blank for column in grid.columns])
    if dialect is not None and dialect.header:
        blank[:1] = False  # a header without any name is to be refused
    if not blank.any():
        return grid, []
    return keep(grid, ~blank), [grid.lines[at] for at in np.flatnonzero(blank).tolist()]


def _head(grid: Grid, chosen: Chosen, dialect: Dialect | None) -> Head:
    if grid.names is not None:
        return Head(grid.names, 0, 0, len(grid.names))
    records = first_few(grid)
    if dialect is not None:
        head = _head_at(records, 0, chosen, header=dialect.header)
        return _with_row_numbers(grid, head)
    at, story = _above_the_table(records, chosen)
    header = chosen.header
    if header is None:
        title = bool(story) and not at and lacks_names(grid)
        header = not title and names_columns([cells for _, cells in records[at:]])
    head = _head_at(records, at, chosen, header=header)
    return replace(head, found=(*((finding, ()) for finding in story), *head.found))


def _with_row_numbers(grid: Grid, head: Head) -> Head:
    """The header with an empty name first, where R's ``write.table`` left that out: it names all
    columns but the first, and that counts the rows."""
    if head.names is None or grid.widths is None or not all(name.strip() for name in head.names):
        return head
    rows = np.arange(len(grid.lines)) >= head.records
    if not (rows.any() and (grid.widths[rows] == head.width + 1).all()):
        return head
    column = grid.columns[0].keep(rows)
    if [*column.raw] != [str(at + 1) for at in range(len(column.codes))]:
        return head
    return replace(head, names=("", *head.names), width=head.width + 1)


def _above_the_table(
    records: list[tuple[int, list[str]]], chosen: Chosen
) -> tuple[int, tuple[Finding, ...]]:
    """How many records of a sheet lie above the table, and a line that says so."""
    at = top(records, chosen.preamble)
    if not at:
        return 0, ()
    if at >= len(records):
        raise ReadingError("No lines are left below those that were skipped. Skip fewer lines.")
    said = Sentence("Rows above the table were skipped: {count} (the first: “{line}”).")
    first = quoted(" ".join(filter(None, records[0][1])))
    finding = chosen.done(said.with_fields(count=at, line=first), "above")
    return at * finding.on, (finding,)


def _head_at(
    records: list[tuple[int, list[str]]], at: int, chosen: Chosen, *, header: bool
) -> Head:
    if at >= len(records):
        return Head((), 1, 0, 0)
    line, cells = records[at]
    if not header:
        return Head(None, line, at, usual_width([len(row) for _, row in records[at:]]))
    rows = [row for _, row in records[at:]]
    found: list[below.Found] = []
    repeats, names = [tuple(cells)], cells
    if declared := declaration(rows):
        return _declared_head(declared, records[at:], at, chosen)
    if in_two_lines(rows):
        joined = joined_names(*rows[:2])
        told = _of_two_lines(records[at + 1][0], line, joined, chosen)
        found.append((told, ()))
        names = joined if told.on else nearest_names(*rows[:2])
        rows, at = [names, *rows[2:]], at + 1
        repeats.append(tuple(records[at][1]))
    if count := labels(rows):
        told = _of_labels(records[at + 1], count, chosen)
        found.append((told, range(at + 1, at + 1 + count)))
        at += count * told.on
    return Head(tuple(names), line, at + 1, len(names), tuple(repeats), tuple(found))


def _declared_head(
    found: Declaration, records: list[tuple[int, list[str]]], at: int, chosen: Chosen
) -> Head:
    """The header of Orange, without what it declares, or with all of it."""
    line, cells = records[0]
    said = Sentence(
        "Line {line} declares kinds and roles of the columns, as Orange does (“{text}”): they are "
        "taken so."
    ).with_fields(line=records[min(found.lines, 1)][0], text=quoted(found.shown), count=found.lines)
    told, repeats = chosen.done(said, "declared"), (tuple(cells),)
    if not told.on:
        return Head(tuple(cells), line, at + 1, len(cells), repeats, ((told, ()),))
    names, rows = found.names, at + 1 + found.lines
    left_out = ((told, range(at + 1, rows)),)
    return Head(names, line, rows, len(names), repeats, left_out, declared=found.declared)


def _of_two_lines(second: int, line: int, names: Sequence[str], chosen: Chosen) -> Finding:
    said = Sentence(
        "The column names are in two lines, {first} and {second}, and were joined "
        "(such as “{name}”)."
    )
    name = quoted(max(names, key=len))
    return chosen.done(said.with_fields(first=line, second=second, name=name), "two_headers")


def _of_labels(row: tuple[int, list[str]], count: int, chosen: Chosen) -> Finding:
    line, cells = row
    said = Sentence("Labels below the header were left out: {count} (line {line}: “{label}”).")
    label = quoted(max(cells, key=len))
    return chosen.done(said.with_fields(count=count, line=line, label=label), "labels")


def _names(head: Head, cut: bool) -> list[str]:
    """One name for each column, empty where there is none; nameless ones at the end may be cut."""
    if head.names is None:
        return [""] * head.width
    names = [" ".join(name.split()) for name in head.names]
    if not any(names):
        raise _nameless(head, range(max(len(names), 1)))
    while cut and names and not names[-1]:
        names.pop()
    return _numbered(names)


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, each that is there already with a number behind it that makes it another."""
    result = list[str]()
    for name in names:
        again = name and name in result
        result.append(free_name(name, {*names, *result}) if again else name)
    return result


def _rows(
    grid: Grid, head: Head, chosen: Chosen, dialect: Dialect | None
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[below.Found]]:
    """The records that are rows; those that are so whatever was switched off; and what was left
    out among and below them, with its places."""
    rows = np.arange(len(grid.lines)) >= head.records
    sure = rows.copy()
    if grid.names is not None:
        return rows, sure, []
    story: list[below.Found] = []
    decimal = decimal_of(dialect, chosen)
    finders: tuple[Callable[[NDArray[np.bool_]], below.Found | None], ...] = (
        lambda among: below.repeated_headers(grid, head.repeats, among),
        lambda among: below.group_headings(grid, among),
        lambda among: below.remarks_below(grid, among, dialect.separator if dialect else " "),
        lambda among: below.totals(grid, among, decimal),
        lambda among: below.odd_totals(grid, among, decimal),
        lambda among: below.test_student(grid, among) if head.is_of_canvas else None,
    )
    for find in finders:
        if not (found := find(sure)):
            continue
        finding, at = found
        turned = chosen.off if finding.on else chosen.on
        left_out = finding.on
        finding = replace(finding, on=left_out ^ (finding.key in turned))
        # What a person takes back in is a row, but what lies above or below it is judged alike.
        rows[list(at)] = not finding.on
        sure[list(at)] = not (finding.on or left_out)
        story.append((finding, at))
    return rows, sure, story


def _refuse_long(grid: Grid, head: Head, width: int, rows: NDArray[np.bool_]) -> None:
    """Raise ``ReadingError`` where a cell beyond the names has a value."""
    long = np.zeros(len(rows), dtype=bool)
    for column in grid.columns[width:]:
        long |= rows & ~column.blank
    if long.any():
        raise _too_long(grid, head, int(np.argmax(long)), width)


def _too_long(grid: Grid, head: Head, row: int, width: int) -> ReadingError:
    cells = len(grid.columns) if grid.widths is None else int(grid.widths[row])
    if head.names is not None and head.width > width:
        return _nameless(head, (at for at, name in enumerate(head.names) if not name.strip()))
    if head.names is not None:
        return ReadingError(
            "Line {line} has {cells} cells, but the header has {width} (line {header}). If line "
            "{header} is a title, skip it; else name every column, and put a cell that contains "
            "the separator between quotation marks.",
            line=grid.lines[row],
            cells=cells,
            width=width,
            header=head.line,
        )
    return ReadingError(
        "Line {line} has {cells} cells, but the other rows have {width}. Put a cell that "
        "contains the separator between quotation marks.",
        line=grid.lines[row],
        cells=cells,
        width=width,
    )


def _named(
    columns: list[TextColumn], names: Sequence[str], head: Head, chosen: Chosen
) -> list[TextColumn]:
    """The columns that have a name or a value, each with a name."""
    with_empty = "empty_columns" in chosen.off
    named = [replace(column, name=name) for column, name in zip(columns, names, strict=True)]
    used = [column for column in named if with_empty or not _is_empty(column)]
    if head.names is None:
        return [replace(column, name=f"column {column.position}") for column in used]
    if not used[0].name and used[0].position == head.first:  # R and pandas give row names no name
        used[0] = replace(used[0], name=free_name("row name", names))
    for at, column in enumerate(used):
        if not column.name and column.blank.all():
            used[at] = replace(column, name=free_name(f"column {column.position}", names))
    nameless = [column.position - head.first for column in used if not column.name]
    if nameless:
        raise _nameless(head, nameless)
    return used


def _is_empty(column: TextColumn) -> bool:
    """Whether a column has no value, and no name but one that pandas made up."""
    made_up = not column.name or _MADE_UP.fullmatch(column.name) is not None
    return made_up and bool(column.blank.all())


def _of_first(column: TextColumn, head: Head, chosen: Chosen) -> Finding | None:
    """The first column, if R or pandas gave it no name: it only numbers the rows, or has the names
    of them."""
    if head.names is None or column.position != head.first:
        return None
    nameless = not head.names[0].strip()
    if not nameless and not _MADE_UP.fullmatch(column.name):
        return None
    differ = len(column.raw) == len(column.codes)
    if differ and all(cell.strip().isdecimal() for cell in column.raw):
        said = Sentence("The first column has no name and only numbers the rows: it was left out.")
        return chosen.done(said, "row_numbers")
    if nameless and not column.blank.all():
        said = Sentence("The first column has no name: it is called “{column}”.")
        return Finding(said.with_fields(column=quoted(column.name)))
    return None


def _of_header(head: Head, names: Sequence[str]) -> Iterator[Finding]:
    if head.names is None:
        said = Sentence(
            "The table has no header, so its columns are called column 1 to column {count}."
        )
        yield Finding(said.with_fields(count=len(names)))
        return
    written = (" ".join(name.split()) for name in head.names)
    numbered = [name for name, before in zip(names, written, strict=False) if name != before]
    if numbered:
        said = Sentence("Names that the header repeats were numbered: {count} ({names}).")
        yield Finding(said.with_fields(count=len(numbered), names=listed(map(quoted, numbered))))


def _of_rows(grid: Grid, width: int, rows: NDArray[np.intp], blank: int) -> Iterator[Finding]:
    """Rows that were padded, and rows that were left out."""
    short = [] if grid.widths is None else rows[grid.widths[rows] < width].tolist()
    if short:
        said = Sentence(
            "Rows with too few cells: {count} (line {lines}). Their last cells count as missing."
        )
        lines = listed(grid.lines[row] for row in short)
        yield Finding(said.with_fields(count=len(short), lines=lines))
    if blank:
        yield Finding(Sentence("Rows without any value were left out: {count}.", count=blank))


def _of_line_breaks(columns: Iterable[TextColumn], lines: NDArray[np.int64]) -> Iterator[Finding]:
    """Rows over several lines: meant so, or swallowed by two stray quotation marks."""
    several = [column for column in columns if "\n" in "".join(column.raw)]
    broken = np.logical_or.reduce(
        [column.where(lambda cell: "\n" in cell.strip()) for column in several]
    )
    if broken.any():
        said = Sentence(
            "Rows that run over several lines: {count} (the first from line {line} "
            "on). If this is not intended, look there for a stray quotation mark."
        )
        line = int(lines[np.argmax(broken)])
        yield Finding(said.with_fields(count=int(broken.sum()), line=line))


def _of_columns(
    head: Head, there: Set[int], columns: Sequence[TextColumn], chosen: Chosen
) -> Iterator[Finding]:
    """Columns of those that are ``there`` that were left out, and columns without a value."""
    off = "empty_columns" in chosen.off
    empty = [column.position for column in columns if column.blank.all()]
    positions = {column.position for column in columns}
    named = range(head.first, head.first + head.width)
    gone = [at for at in named if at in there and at not in positions]
    if off and head.names is not None:
        gone = [at for at in empty if not head.names[at - head.first].strip()]
    if gone:
        said = Sentence(
            "Columns with neither a name nor a value were left out: {count} (position {positions})."
        )
        sentence = said.with_fields(count=len(gone), positions=listed(gone))
        yield Finding(sentence, "empty_columns", not off)
    for column in columns:
        if column.blank.all():
            said = Sentence("The column “{column}” has no value.")
            yield Finding(said.with_fields(column=quoted(column.name)))


def _one_column(dialect: Dialect | None) -> ReadingError:
    if dialect is None:
        return ReadingError(
            "Only one column was found. Choose a sheet with at least two columns: one to "
            "predict, and one to predict it from."
        )
    return ReadingError(
        "Only one column was found with {separator} as the separator. Choose the separator that "
        "the file uses, or save the table as CSV with a comma between the cells.",
        separator=called(dialect.separator),
    )


def _nameless(head: Head, places: Iterable[int]) -> ReadingError:
    return ReadingError(
        "The header in line {line} has no name at position {positions}. Name every column there, "
        "or delete the columns that have no name.",
        line=head.line,
        positions=listed(at + head.first for at in places),
    )


def _few(rows: int) -> ReadingError:
    if not rows:
        return ReadingError("There are no rows below the header. Choose a file with rows of data.")
    return ReadingError(
        "There is only one row of data. A tree needs at least two rows to tell apart."
    )
