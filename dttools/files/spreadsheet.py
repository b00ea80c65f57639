"""Sheets of Excel (.xlsx, .xls) and LibreOffice (.ods), read by calamine.

A sheet becomes a grid of text whose lines are the rows of the sheet. Numbers are written as
short as they stay the same, dates as ISO, errors (#N/A) not at all. Before calamine sees a file,
its size unpacked and the reach of its sheets are known (``extents``). Not done here: formulas
are not calculated (their saved results are read), formats of cells, and .xlsb.
"""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
import pandas as pd

import dttools.files.hidden as hidden
from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.cell_text import written
from dttools.files.columns import TextColumn
from dttools.files.compound import MAGIC, Compound
from dttools.files.extents import Extent, of_ods, of_xls, of_xlsx, shared_text
from dttools.files.grid import Chosen, Finding, Grid, OpenedFile
from dttools.files.hidden import Hidden
from dttools.files.limits import MEGABYTE, Limits
from dttools.files.merged import MergedCells, filled_down, under_groups
from dttools.files.packed import broken_spreadsheet, packed, parts
from dttools.files.quoting import quoted
from dttools.files.sheet_choice import Look, likeliest

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

_T = TypeVar("_T")
_R = TypeVar("_R")

# What a spreadsheet holds, unpacked, is ten times what it says: tags around every number.
_UNPACKED: Final = 8
_MOST_CELLS: Final = 1_000_000
_MOST_TEXT: Final = 256 * MEGABYTE
_STRINGS: Final = "xl/sharedStrings.xml"
_ENDINGS: Final = (".xml", ".rels", "mimetype")
_WORKBOOKS: Final = ("Workbook", "Book")
_ERROR: Final = re.compile(r"#(N/A|DIV/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)|Err:[0-9]{3}")
_MARKS: Final = frozenset("#E")
_SHEET: Final = re.compile(rb"<(?:\w+:)?sheetData\b")
_ERRORS: Final = re.compile(rb"""<(?:\w+:)?c\s[^<>]*\bt=["']e["']|value-type=["']error["']""")
_TAGS: Final = {name: re.compile(rf"<{name}\s([^<>]*+)>") for name in ("sheet", "Relationship")}
_ATTRIBUTE: Final = re.compile(r'(?<![\w:])([\w:]++)="([^"]*+)"')
_TABLE: Final = b"<table:table "
# How much is looked at to find the sheet with the table.
_FIRST_ROWS: Final = 100
_MOST_LOOKED_AT: Final = 10
_TALL: Final = 200
# Quickly found to be nowhere.
_ERROR_SIGNS: Final = (b't="e', b"t='e", b'type="error', b"type='error")
_FORMULA: Final = b"<f"
_UNCALCULATED: Final = re.compile(rb"<f[^<>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>|(?=</c>))")


def of_zip(content: bytes, chosen: Chosen, limits: Limits) -> OpenedFile:
    """The sheet of an .xlsx or .ods that was chosen, or else that which looks most like a table."""
    members = _measured(content, limits)
    of_part = hidden.of_ods if "content.xml" in members else hidden.of_xlsx
    opened = _opened(
        packed(members), chosen, limits, lambda name, _place: of_part(_part(members, name))
    )
    xml = _part(members, opened.sheet or "")
    errors = len(_ERRORS.findall(xml)) if any(sign in xml for sign in _ERROR_SIGNS) else 0
    return replace(opened, story=(*opened.story, *_of_errors(errors), *_of_uncalculated(xml)))


def _of_errors(count: int) -> Iterator[Finding]:
    if count:
        said = Sentence(
            "Cells with an error (such as #N/A) count as missing: {count}.", count=count
        )
        yield Finding(said)


def _of_uncalculated(xml: bytes) -> Iterator[Finding]:
    count = len(_UNCALCULATED.findall(xml)) if _FORMULA in xml else 0
    if count:
        said = Sentence(
            "Formulas without a saved result count as missing: {count}. Open the file in a "
            "spreadsheet program and save it again to have them.",
            count=count,
        )
        yield Finding(said)


def of_compound(content: bytes, chosen: Chosen, limits: Limits) -> OpenedFile:
    """The sheet of an .xls that was chosen, or else that which looks most like a table."""
    stream = _workbook_stream(content, limits)
    return _opened(content, chosen, limits, lambda _name, place: hidden.of_xls(stream, place))


def names(content: bytes, limits: Limits) -> tuple[str, ...]:
    """The names of all sheets of a spreadsheet, in its order."""
    if content.startswith(MAGIC):
        _workbook_stream(content, limits)
        return tuple(_of_broken(_worksheets, _workbook(content)))
    return tuple(_of_broken(_worksheets, _workbook(packed(_measured(content, limits)))))


def _measured(content: bytes, limits: Limits) -> dict[str, bytes]:
    """The files inside an .xlsx or .ods, unpacked, none of them too large.

    Packed anew, calamine unpacks what was measured and nothing else.
    """
    if b"xl/workbook.bin" in content:
        raise ReadingError("This is an .xlsb file. Open it in Excel and save it as .xlsx.")
    members = parts(content, _ENDINGS, _UNPACKED * limits.bytes)
    if "content.xml" in members:
        _refuse_extent(_of_broken(of_ods, members["content.xml"]), limits)
    else:
        sheets = [xml for xml in members.values() if _SHEET.search(xml)]
        for xml in sheets:
            _refuse_extent(_of_broken(lambda xml: of_xlsx(xml, _MOST_CELLS), xml), limits)
        text = shared_text(sheets, members.get(_STRINGS, b""), _MOST_TEXT)
        _refuse_extent(Extent(0, 0, text), limits)
    return members


def _workbook_stream(content: bytes, limits: Limits) -> bytes:
    """The records of an .xls. Raises ``ReadingError`` where they are too many or none."""
    try:
        compound = Compound(content)
        if "EncryptedPackage" in compound.names:
            raise _protected()
        name = next(name for name in _WORKBOOKS if name in compound.names)
        stream = compound.stream(name)
    except StopIteration:
        raise ReadingError(
            "This is an old document of Office, but no spreadsheet. Save its table in a "
            "spreadsheet as .xlsx or CSV."
        ) from None
    except ValueError as error:
        raise error if isinstance(error, ReadingError) else broken_spreadsheet() from None
    _refuse_extent(_of_broken(of_xls, stream), limits)
    return stream


def _part(members: Mapping[str, bytes], sheet: str) -> bytes:
    """The XML of a sheet, empty where it is unknown."""
    content = members.get("content.xml")
    if content is not None:
        tables = content.split(_TABLE)[1:]
        starts = ((xml, xml[: xml.find(b">")].decode("utf-8", "replace")) for xml in tables)
        named = (xml for xml, said in starts if _attributes(said).get("table:name") == sheet)
        return next(named, b"")
    book = members.get("xl/workbook.xml", b"").decode("utf-8", "replace")
    links = members.get("xl/_rels/workbook.xml.rels", b"").decode("utf-8", "replace")
    identity = next((one["r:id"] for one in _tags("sheet", book) if one.get("name") == sheet), "")
    targets = {one.get("Id"): one.get("Target", "") for one in _tags("Relationship", links)}
    target = targets.get(identity, "")
    return members.get(target.removeprefix("/"), members.get(f"xl/{target}", b""))


def _tags(name: str, xml: str) -> Iterator[Mapping[str, str]]:
    return map(_attributes, _TAGS[name].findall(xml))


def _attributes(tag: str) -> Mapping[str, str]:
    return {key: unescape(value) for key, value in _ATTRIBUTE.findall(tag)}


def _refuse_extent(extent: Extent, limits: Limits) -> None:
    if extent.rows > limits.rows or extent.cells > _MOST_CELLS:
        raise ReadingError(
            "The sheets reach to row {rows:,} and column {columns:,}, and at most {limit:,} cells "
            "of a spreadsheet can be read. Delete what lies far from the table, or save it as CSV.",
            rows=extent.rows,
            columns=extent.columns,
            limit=_MOST_CELLS,
        )
    if extent.text > _MOST_TEXT:
        raise ReadingError(
            "The texts in the sheets add up to more than {limit} MB. Leave out the "
            "columns with long texts.",
            limit=_MOST_TEXT // MEGABYTE,
        )


def _opened(
    content: bytes, chosen: Chosen, limits: Limits, hidden_in: Callable[[str, int], Hidden]
) -> OpenedFile:
    """``hidden_in`` says what is hidden in the sheet of a name and place."""
    book = _workbook(content)
    kinds = _of_broken(_worksheets, book)
    name, sheet, why = _sheet(book, kinds, chosen, limits)
    grid, story = _grid(sheet, chosen)
    place = _of_broken(lambda book: book.sheet_names, book).index(name)
    unseen = _of_broken(lambda name: hidden_in(name, place), name)
    grid, of_hidden = unseen.within(grid, chosen.on)
    return OpenedFile(grid, tuple(kinds), name, (*why, *story, *of_hidden))


def _grid(
    sheet: CalamineSheet, chosen: Chosen, most: int | None = None
) -> tuple[Grid, list[Finding]]:
    """The cells of a sheet, of the first rows where only so many are asked for."""
    story: list[Finding] = []
    rows, errors = _of_broken(lambda sheet: _rows(sheet, most), sheet)
    top, left = sheet.start or (0, 0)
    merged = _of_broken(lambda sheet: sheet.merged_cell_ranges or (), sheet)
    regions = [MergedCells.of(*one, top, left) for one in merged]
    rows = under_groups(rows, regions)
    filled, places = filled_down(rows, regions)
    if places:
        said = Sentence(
            "A merged cell applies to all its rows. Cells filled in: {count} (the first in row "
            "{row})."
        ).with_fields(count=len(places), row=top + 1 + min(places))
        story.append(chosen.done(said, "merged"))
    story += _of_errors(errors)
    columns = zip(*(rows if "merged" in chosen.off else filled), strict=True)
    grid = Grid(
        tuple(_column(left + at, texts) for at, texts in enumerate(columns, start=1)),
        range(top + 1, top + 1 + len(rows)),
    )
    return grid, story


def _workbook(content: bytes) -> CalamineWorkbook:
    try:
        from python_calamine import CalamineWorkbook, PasswordError
    except ImportError:
        raise ReadingError(
            "Spreadsheets are read by a library that is not installed. Install python-calamine, "
            "or save the table as CSV."
        ) from None
    try:
        return _of_broken(CalamineWorkbook.from_filelike, io.BytesIO(content))
    except PasswordError:
        raise _protected() from None


def _of_broken(work: Callable[[_T], _R], of: _T) -> _R:
    """What comes of a file that may be broken in any way; a panic of Rust is no ``Exception``."""
    try:
        return work(of)
    except (KeyboardInterrupt, SystemExit, MemoryError, ReadingError):
        raise
    except BaseException as error:
        if type(error).__name__ == "PasswordError":
            raise
        raise broken_spreadsheet() from None


def _worksheets(book: CalamineWorkbook) -> dict[str, bool]:
    """The sheets of cells by name, and whether each is visible."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    return {
        one.name: one.visible == SheetVisibleEnum.Visible
        for one in book.sheets_metadata
        if one.typ == SheetTypeEnum.WorkSheet
    }


def _sheet(
    book: CalamineWorkbook, kinds: Mapping[str, bool], chosen: Chosen, limits: Limits
) -> tuple[str, CalamineSheet, list[Finding]]:
    """The sheet that was chosen, or else that which looks most like a table, and why it."""
    if chosen.sheet is not None:
        return chosen.sheet, _chosen(book, kinds, chosen.sheet), []
    order = sorted(kinds, key=lambda name: not kinds[name])
    sheets = dict(_looked_at(book, kinds, order, limits))
    if not sheets:
        raise ReadingError(
            "There is no table on any sheet. Choose a file with at least two rows and columns."
        )
    best = likeliest([*sheets])
    said = Sentence(
        "The sheet “{sheet}” was taken: it looks more like a table than “{other}”."
    ).with_fields(sheet=quoted(best.name), other=quoted(order[0]))
    return best.name, sheets[best], [Finding(said)] if best.name != order[0] else []


def _looked_at(
    book: CalamineWorkbook, kinds: Mapping[str, bool], order: Sequence[str], limits: Limits
) -> Iterator[tuple[Look, CalamineSheet]]:
    """The sheets that may have the table; the hidden ones only where no other has one."""
    looks, cells = list[Look](), 0
    for name in order:
        tables = any(look.table for look in looks)
        if len(looks) == _MOST_LOOKED_AT or cells > _MOST_CELLS or (tables and not kinds[name]):
            return
        try:
            sheet = _of_broken(book.get_sheet_by_name, name)
        except ReadingError:
            if looks:  # of what may not be asked for
                continue
            raise
        if sheet.height < 2 or sheet.width < 2:
            continue
        looks.append(_look(name, sheet, limits) if order[1:] else Look(name, 0))
        yield looks[-1], sheet
        cells += sheet.height * sheet.width
        if sheet.height > _TALL and looks[0].teaches:  # it lists no columns
            return


def _look(name: str, sheet: CalamineSheet, limits: Limits) -> Look:
    if sheet.width > limits.columns:
        return Look(name, sheet.height * sheet.width)
    return Look.at(name, _grid(sheet, Chosen(), _FIRST_ROWS)[0], limits)


def _chosen(book: CalamineWorkbook, kinds: Mapping[str, bool], name: str) -> CalamineSheet:
    if name not in kinds:
        raise ReadingError(
            "The file has no sheet “{sheet}”. Choose one of these: {sheets}.",
            sheet=quoted(name),
            sheets=quoted(", ".join(kinds)),
        )
    sheet = _of_broken(book.get_sheet_by_name, name)
    if sheet.height >= 2 and sheet.width >= 2:
        return sheet
    raise ReadingError(
        "There is no table on the sheet “{sheet}”. Choose one with at least two rows and columns.",
        sheet=quoted(name),
    )


def _rows(sheet: CalamineSheet, most: int | None) -> tuple[list[list[str]], int]:
    """The cells of a sheet as texts, and how many of them say that a formula failed."""
    text = lru_cache(None, typed=True)(_text)  # of what is no text, once for each that is different
    rows = [
        [cell if type(cell) is str else text(cell) for cell in row]
        for row in sheet.to_python(nrows=most)
    ]
    failed = [(at, column) for at, row in enumerate(rows) for column in _failed(row)]
    for at, column in failed:
        rows[at][column] = ""
    return rows, len(failed)


def _failed(row: Sequence[str]) -> list[int]:
    return [at for at, text in enumerate(row) if text[:1] in _MARKS and _ERROR.fullmatch(text)]


def _text(value: object) -> str:
    if isinstance(value, dt.timedelta):
        minutes, seconds = divmod(value.total_seconds(), 60)
        hours, minutes = divmod(int(minutes), 60)
        return f"{hours}:{minutes:02}:{seconds:02.0f}"
    return written(value)


def _column(position: int, texts: Sequence[str]) -> TextColumn:
    codes, raw = pd.factorize(np.array(texts, dtype=object))
    return TextColumn(position, "", codes, tuple(raw))


def _protected() -> ReadingError:
    return ReadingError(
        "The spreadsheet is protected by a password. Save it without one and choose it again."
    )
