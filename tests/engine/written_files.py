"""Files as other programs write them: spreadsheets of four libraries, archives, Parquet."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from dttools.files import LIMITS, Chosen
from dttools.files.formats import grids, unpacked
from dttools.files.grid import Grid, OpenedFile
from tests.engine.written_once import written_once

Rows = Sequence[Sequence[object]]


def opened(content: bytes, chosen: Chosen = Chosen()) -> OpenedFile:
    inside, packed = unpacked(content, LIMITS)
    result = grids(inside, chosen, LIMITS)
    assert result is not None
    return OpenedFile(result.grid, result.sheets, result.sheet, (*packed, *result.story))


def cells(grid: Grid) -> list[list[str]]:
    """The columns of a grid as lists."""
    return [[column.raw[code] for code in column.codes] for column in grid.columns]


def told(found: OpenedFile) -> list[str]:
    return [str(finding.said) for finding in found.story]


def by_openpyxl(sheets: Mapping[str, Rows], merged: Iterable[str] = ()) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for area in merged:
        book.worksheets[0].merge_cells(area)
    return saved(book)


def by_xlsxwriter(sheets: Mapping[str, Rows]) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"default_date_format": "yyyy-mm-dd"})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
    book.close()
    return out.getvalue()


@written_once
def by_xlwt(sheets: Mapping[str, Rows]) -> bytes:
    import xlwt

    book = xlwt.Workbook()
    for name, rows in sheets.items():
        sheet = book.add_sheet(name)
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(at, column, value)
    return saved(book)


@written_once
def by_odfpy(sheets: Mapping[str, Rows]) -> bytes:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow

    book = OpenDocumentSpreadsheet()
    for name, rows in sheets.items():
        sheet = Table(name=name)
        for row in rows:
            line = TableRow()
            for value in row:
                line.addElement(_odf_cell(value))
            sheet.addElement(line)
        # As LibreOffice fills a sheet up to its end.
        blank = TableRow(numberrowsrepeated=1_048_000)
        blank.addElement(TableCell(numbercolumnsrepeated=16_000))
        sheet.addElement(blank)
        book.spreadsheet.addElement(sheet)
    return saved(book)


def _odf_cell(value: object) -> Any:
    from odf.table import TableCell
    from odf.text import P

    if value is None:
        return TableCell()
    if isinstance(value, bool):
        cell = TableCell(valuetype="boolean", booleanvalue=str(value).lower())
    elif isinstance(value, int | float):
        cell = TableCell(valuetype="float", value=repr(value))
    else:
        cell = TableCell(valuetype="string")
    cell.addElement(P(text=str(value)))
    return cell


def saved(book: object) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_parquet(columns: Mapping[str, object], **options: object) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), out, **options)
    return out.getvalue()


def zipped(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


gzipped = gzip.compress
