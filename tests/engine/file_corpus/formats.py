"""Files of every format that is read, written by the libraries that people use."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from dttools.files import Chosen, pair
from tests.engine.file_corpus.case import Case, Columns, Levels, csv_of, records_of
from tests.engine.written_once import written_once

WEATHER: Columns = {
    "Ort": ["Köln", "Bonn", "Trier", "Essen", "Aachen"],
    "Temp": [21.5, 18.0, 19.25, 23.0, 17.5],
    "Regen": [0, 3, 12, 1, 7],
    "Spiel": ["ja", "nein", "ja", "ja", "nein"],
}
GAPS: Columns = {
    "Ort": ["Köln", "Bonn", None, "Essen", "Aachen"],
    "Temp": [21.5, None, 19.25, 23.0, 17.5],
    "Regen": [0, 3, 12, None, 7],
    "Spiel": ["ja", "nein", "ja", "ja", "nein"],
}
RECORDS = records_of(WEATHER)
Rows = Sequence[Sequence[Any]]
Write = Callable[[Mapping[str, Rows]], bytes]


def openpyxl_xlsx(sheets: Mapping[str, Rows]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xlsxwriter_xlsx(sheets: Mapping[str, Rows], **options: object) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, **options}) as book:
        days = book.add_format({"num_format": "dd.mm.yyyy"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows):
                for column, cell in enumerate(row):
                    extra = [days] if isinstance(cell, dt.date) else []
                    sheet.write(at, column, cell, *extra)
    return out.getvalue()


@written_once
def xls(sheets: Mapping[str, Rows]) -> bytes:
    import xlwt

    book = xlwt.Workbook()
    days = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    for name, rows in sheets.items():
        sheet = book.add_sheet(name)
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell is not None:
                    extra = [days] if isinstance(cell, dt.date) else []
                    sheet.write(at, column, cell, *extra)
    return saved(book)


@written_once
def ods(sheets: Mapping[str, Rows]) -> bytes:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table as OdfTable
    from odf.table import TableRow

    book = OpenDocumentSpreadsheet()
    for name, rows in sheets.items():
        sheet = OdfTable(name=name)
        for row in rows:
            line = TableRow()
            for cell in row:
                line.addElement(_ods_cell(cell))
            sheet.addElement(line)
        book.spreadsheet.addElement(sheet)
    return saved(book)


def _ods_cell(cell: Any) -> Any:
    from odf.table import TableCell
    from odf.text import P

    if cell is None:
        return TableCell()
    if isinstance(cell, bool):
        made = TableCell(valuetype="boolean", booleanvalue=str(cell).lower())
    elif isinstance(cell, int | float):
        made = TableCell(valuetype="float", value=cell)
    elif isinstance(cell, dt.date):
        made = TableCell(valuetype="date", datevalue=cell.isoformat())
    else:
        made = TableCell(valuetype="string")
    made.addElement(P(text=str(cell)))
    return made


WRITERS: Mapping[str, Write] = {
    "xlsx by openpyxl": openpyxl_xlsx,
    "xlsx by xlsxwriter": xlsxwriter_xlsx,
    "xls by xlwt": xls,
    "ods by odfpy": ods,
}


def spreadsheets() -> Iterator[Case]:
    for kind, write in WRITERS.items():
        for what, sheets, expects, told in _sheets():
            yield Case(f"{kind}: {what}", lambda w=write, s=sheets: w(s), expects, told)
        yield Case(
            f"{kind}: the second sheet, chosen",
            lambda w=write: w({"A": RECORDS, "B": records_of(GAPS)}),
            GAPS,
            chosen=Chosen(sheet="B"),
        )
        yield Case(
            f"{kind}: a sheet that is not there",
            lambda w=write: w({"A": RECORDS, "B": RECORDS}),
            "The file has no sheet “C”. Choose one of these: A, B.",
            chosen=Chosen(sheet="C"),
        )
        yield Case(
            f"{kind}: nothing in it", lambda w=write: w({"A": []}), "There is no table on any sheet"
        )
        yield Case(
            f"{kind}: one column",
            lambda w=write: w({"A": [[one] for one in ("a", 1, 2, 3)]}),
            "There is no table on any sheet",
        )


def _sheets() -> Iterator[tuple[str, Mapping[str, Rows], Columns, tuple[str, ...]]]:
    yield "plain", {"Daten": RECORDS}, WEATHER, ()
    yield "gaps", {"Daten": records_of(GAPS)}, GAPS, ()
    titled = [["Survey 2024"], [], *RECORDS]
    yield (
        "a title and a blank row",
        {"A": titled},
        WEATHER,
        ("skipped: 1 (the first: “Survey 2024”",),
    )
    totals = [*RECORDS, [], ["Total", 99.25, 23, None]]
    yield "a total below", {"A": totals}, WEATHER, ("Rows of totals were left out: 1 (line 8",)
    title = [["Class A", *[None] * len(RECORDS[0]), "Class B"]]
    beside = [*title, *([*row, None, *row] for row in RECORDS)]
    yield "one beside the other", {"A": beside}, WEATHER, ("right, in column F (“Class B”)",)
    source = [*RECORDS, [], ["Quelle: DWD"]]
    yield "a source below", {"A": source}, WEATHER, ("Lines below the table were left out: 1",)
    moved = [[], [], *([None, None, *row] for row in RECORDS)]
    yield "the table begins at C3", {"A": moved}, WEATHER, ()
    second = {"Info": [["Nur ein Text"]], "Daten": RECORDS}
    yield "the first sheet has no table", second, WEATHER, ()
    chinese = {"数据表": records_of({"年龄": [23, 31, 45], "类别": ["否", "是", "是"]})}
    yield "Chinese names", chinese, {"年龄": [23, 31, 45], "类别": ["否", "是", "是"]}, ()
    codes = {"plz": ["01067", "50667", "80331"], "n": [1, 2, 3]}
    yield "codes kept as texts", {"A": records_of(codes)}, codes, ()
    days = [["day", "n"], [dt.date(2024, 3, 1), 5], [dt.date(2024, 3, 2), 6]]
    expected = {"day": ["2024-03-01", "2024-03-02"], "n": [5, 6]}
    yield "dates", {"A": days}, expected, ()
    truths = [["x", "rain"], [1, True], [2, False], [3, True]]
    yield "truth values", {"A": truths}, {"x": [1, 2, 3], "rain": ["TRUE", "FALSE", "TRUE"]}, ()


def of_excel_only() -> Iterator[Case]:
    yield Case("xlsx: an error in a cell", _with_errors, {**WEATHER, "Temp": [21.5, None, 19.25, 23.0, 17.5]}, told=("Cells with an error (such as #N/A) count as missing: 1",))  # fmt: skip
    yield Case("xlsx: saved results of formulas", _with_formulas(True), {"a": [1, 2, 3], "b": [2, 4, 6]})  # fmt: skip
    yield Case("xlsx: formulas without results", _with_formulas(False), {"a": [1, 2, 3], "b": [None, None, None]}, told=("Formulas without a saved result count as missing: 3",))  # fmt: skip
    yield Case("xlsx: a hidden sheet comes last", _with_hidden_sheet, WEATHER)
    yield Case("xlsx: a chart's sheet is no sheet of cells", _with_chart_sheet, WEATHER)
    yield Case("xlsx: merged names", _merged_header, {"Ort": ["Köln", "Bonn", "Trier"], "Wetter Temp": [21.5, 18.0, 19.25], "Wetter Regen": [0, 3, 12]}, told=("joined",))  # fmt: skip
    yield Case("xlsx: a merged title", _merged_title, WEATHER, told=("skipped",))
    yield Case("xlsx: rows merged in the first column", _merged_rows, {"Stadt": ["Köln", "Köln", "Bonn", "Bonn"], "Tag": [1, 2, 3, 4], "Spiel": ["ja", "nein", "ja", "ja"]})  # fmt: skip
    yield Case("xlsx: a percentage is a share", _percentages, {"a": [0.12, 0.5, 0.075], "b": ["x", "y", "x"]})  # fmt: skip
    yield Case("xlsx: times", _times, {"t": ["08:30:00", "17:00:00", "12:15:00"], "b": ["x", "y", "x"]}, offers=(("t", "hour"),))  # fmt: skip
    yield Case("xlsx: moments", _moments, {"t": ["2024-03-01 08:30:00", "2024-03-02 17:00:00", "2024-03-02 09:00:00"], "b": ["x", "y", "x"]}, offers=(("t", "hour"), ("t", "weekday")))  # fmt: skip
    yield Case("xlsx: two columns of one name", lambda: openpyxl_xlsx({"A": [["a", "a"], [1, 2], [3, 4]]}), {"a": [1, 3], "a (2)": [2, 4]}, told=("numbered: 1",))  # fmt: skip
    yield Case("xlsx: rich text", _rich_text, {"a": ["red wine", "white", "red wine"], "b": [1, 2, 3]})  # fmt: skip
    yield Case("xlsx: constant memory", lambda: xlsxwriter_xlsx({"A": RECORDS}, constant_memory=True), WEATHER)  # fmt: skip
    yield Case("xlsx: without a header", lambda: openpyxl_xlsx({"A": [[1, "x", 2.5], [2, "y", 3.5], [3, "x", 1.5]]}), {"column 1": [1, 2, 3], "column 2": ["x", "y", "x"], "column 3": [2.5, 3.5, 1.5]})  # fmt: skip
    yield Case("xlsx: rows left empty among the rows", lambda: openpyxl_xlsx({"A": [*RECORDS[:3], [], *RECORDS[3:]]}), WEATHER, told=("Rows without any value were left out: 1",))  # fmt: skip
    yield Case("xlsx: whole numbers of a float", lambda: openpyxl_xlsx({"A": [["a", "b"], [1.0, 2], [2.0, 3], [3.5, 4]]}), {"a": [1.0, 2.0, 3.5], "b": [2, 3, 4]})  # fmt: skip
    yield Case("xlsx: an empty column between", lambda: openpyxl_xlsx({"A": [[*row[:2], None, *row[2:]] for row in RECORDS]}), WEATHER, told=("neither a name nor a value were left out: 1",))  # fmt: skip
    yield Case("xlsx: a row number column", lambda: openpyxl_xlsx({"A": [[None if at == 0 else at, *row] for at, row in enumerate(RECORDS)]}), WEATHER, told=("only numbers the rows",))  # fmt: skip
    yield Case("xlsx: by pandas", lambda: _by_pandas(), WEATHER, told=("only numbers the rows",))


CODEBOOK: Rows = [
    ["Variable", "Meaning", "Type"],
    ["Ort", "where it was measured", "text"],
    ["Temp", "degrees Celsius at noon", "number"],
    ["Regen", "millimetres in 24 hours", "number"],
    ["Spiel", "whether there was a match", "text"],
]
VALUES: Rows = [["Variable", "Value", "Label"], ["Ort", "Köln", "Cologne"], ["Ort", "Bonn", "Bonn"], ["Spiel", "ja", "yes"], ["Spiel", "nein", "no"]]  # fmt: skip
COVER: Rows = [["This workbook", None], ["was made by", "Ann"], [None, None], ["Sheet “Daten”", "5 days"]]  # fmt: skip
CODES: Rows = [["Code", "Meaning"], [1, "sunny"], [2, "overcast"], [3, "rainy"]]
PLAY: Columns = {"Wind": ["weak", "strong", "weak"], "Play": ["yes", "no", "yes"]}
NAMELESS: Rows = [[*row[:2], None if at == 0 else at, *row[2:]] for at, row in enumerate(RECORDS)]


def of_several_sheets() -> Iterator[Case]:
    """Which sheet is taken; the second is told to be taken, and why."""
    moved = "was taken: it looks more like a table than “First”."
    for kind, write in WRITERS.items():
        for what, rows in (("a cover", COVER), ("a codebook", CODEBOOK), ("codes", CODES)):
            both = {"First": rows, "Daten": RECORDS}
            yield Case(f"{kind}: {what} first", lambda w=write, b=both: w(b), WEATHER, (moved,))
    read = openpyxl_xlsx
    yield Case("xlsx: a codebook with a row for each value first", lambda: read({"First": VALUES, "Daten": RECORDS}), WEATHER, (moved,))  # fmt: skip
    yield Case("xlsx: a cover, chosen", lambda: read({"First": COVER, "Daten": RECORDS}), "line 1 has no name", chosen=Chosen(sheet="First"))  # fmt: skip
    yield Case("xlsx: a codebook, chosen", lambda: read({"First": CODEBOOK, "B": RECORDS}), _columns_of(CODEBOOK), chosen=Chosen(sheet="First"))  # fmt: skip
    yield Case("xlsx: a codebook last", lambda: read({"First": RECORDS, "B": CODEBOOK}), WEATHER)
    yield Case("xlsx: a small table before a large one", lambda: read({"First": records_of(PLAY), "B": RECORDS}), PLAY)  # fmt: skip
    yield Case("xlsx: a table without a header before another", lambda: read({"First": [[1, "x", 2.5], [2, "y", 3.5], [3, "x", 1.5]], "B": RECORDS}), {"column 1": [1, 2, 3], "column 2": ["x", "y", "x"], "column 3": [2.5, 3.5, 1.5]})  # fmt: skip
    yield Case("xlsx: a column without a name, codes behind it", lambda: read({"First": NAMELESS, "B": CODES}), "no name at position 3")  # fmt: skip
    yield Case("xlsx: codes before codes", lambda: read({"First": CODES, "B": CODES}), _columns_of(CODES))  # fmt: skip
    yield Case("xlsx: too many columns before a table", lambda: read({"First": [range(501)] * 3, "B": RECORDS}), "The table has 501 columns")  # fmt: skip
    yield Case("xlsx: names of columns as values", lambda: read({"First": [["x", "y"], ["Ort", 1], ["Temp", 2], ["Ort", 3], ["Temp", 4]], "B": RECORDS}), {"x": ["Ort", "Temp"] * 2, "y": [1, 2, 3, 4]})  # fmt: skip


def _columns_of(rows: Rows) -> Columns:
    names, *cells = rows
    return dict(zip(names, zip(*cells, strict=True), strict=True))


def of_hidden() -> Iterator[Case]:
    """Rows 3 and 4 and the column Regen are hidden, and columns beyond the table."""
    shown = {name: [column[at] for at in (0, 3, 4)] for name, column in WEATHER.items() if isinstance(column, list)}  # fmt: skip
    narrow = {name: column for name, column in WEATHER.items() if name != "Regen"}
    both = frozenset(("hidden_rows", "hidden_columns"))
    for kind, write in {"xlsx": _hidden_xlsx, "xls": _hidden_xls, "ods": _hidden_ods}.items():
        told = ("Rows that are hidden in the sheet are read as well: 2 (the first: row 3", "Columns that are hidden in the sheet are read as well: 1 (the first: “Regen”)")  # fmt: skip
        yield Case(f"{kind}: hidden", write, WEATHER, told, quiet=True)
        yield Case(f"{kind}: hidden rows left out", write, shown, ("Rows that are hidden in the sheet were left out: 2",), chosen=Chosen(on=both - {"hidden_columns"}))  # fmt: skip
        yield Case(f"{kind}: hidden columns left out", write, narrow, chosen=Chosen(on=both - {"hidden_rows"}))  # fmt: skip
        yield Case(f"{kind}: all that is hidden left out", write, {name: shown[name] for name in narrow}, chosen=Chosen(on=both))  # fmt: skip


def _hidden_xlsx() -> bytes:
    book = openpyxl.Workbook()
    for row in RECORDS:
        book.active.append(list(row))
    for at in (3, 4, 100):
        book.active.row_dimensions[at].hidden = True
    for letter in "CJ":
        book.active.column_dimensions[letter].hidden = True
    return saved(book)


@written_once
def _hidden_xls() -> bytes:
    import xlwt

    book = xlwt.Workbook()
    book.add_sheet("Empty")
    sheet = book.add_sheet("Daten")
    for at, row in enumerate(RECORDS):
        for column, cell in enumerate(row):
            sheet.write(at, column, cell)
    for at in (2, 3, 99):
        sheet.row(at).hidden = True
    for at in (2, 9):
        sheet.col(at).hidden = True
    return saved(book)


@written_once
def _hidden_ods() -> bytes:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table as OdfTable
    from odf.table import TableColumn, TableRow

    book = OpenDocumentSpreadsheet()
    book.spreadsheet.addElement(OdfTable(name="Empty"))
    sheet = OdfTable(name="Daten & mehr")
    sheet.addElement(TableColumn(numbercolumnsrepeated=2))
    sheet.addElement(TableColumn(visibility="collapse"))
    sheet.addElement(TableColumn())
    sheet.addElement(TableColumn(visibility="collapse", numbercolumnsrepeated=1000))
    for at, row in enumerate(RECORDS):
        line = TableRow(visibility="filter") if at in (2, 3) else TableRow()
        for cell in row:
            line.addElement(_ods_cell(cell))
        sheet.addElement(line)
    sheet.addElement(TableRow(visibility="collapse", numberrowsrepeated=1000))
    book.spreadsheet.addElement(sheet)
    return saved(book)


def _with_errors() -> bytes:
    rows = [list(row) for row in RECORDS]
    rows[2][1] = "#N/A"
    return openpyxl_xlsx({"A": rows})


def _with_formulas(results: bool) -> Callable[[], bytes]:
    def made() -> bytes:
        if not results:
            rows = [["a", "b"], *([n, f"=A{n + 1}*2"] for n in (1, 2, 3))]
            return openpyxl_xlsx({"A": rows})
        out = io.BytesIO()
        with xlsxwriter.Workbook(out) as book:
            sheet = book.add_worksheet()
            sheet.write_row(0, 0, ["a", "b"])
            for n in (1, 2, 3):
                sheet.write(n, 0, n)
                sheet.write_formula(n, 1, f"=A{n + 1}*2", None, 2 * n)
        return out.getvalue()

    return made


def _with_hidden_sheet() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        hidden, shown = book.add_worksheet("Lists"), book.add_worksheet("Data")
        for sheet, rows in ((hidden, [["k", "v"], ["a", 1], ["b", 2]]), (shown, RECORDS)):
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
        shown.activate()
        shown.set_first_sheet()
        hidden.hide()
    return out.getvalue()


def _with_chart_sheet() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "=Data!$B$2:$B$6"})
        book.add_chartsheet("Chart").set_chart(chart)
        sheet = book.add_worksheet("Data")
        for at, row in enumerate(RECORDS):
            sheet.write_row(at, 0, row)
    return out.getvalue()


def _with_merged(rows: Rows, *regions: str) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    for region in regions:
        book.active.merge_cells(region)
    return saved(book)


def _merged_header() -> bytes:
    rows = [["Ort", "Wetter", None], [None, "Temp", "Regen"], ["Köln", 21.5, 0], ["Bonn", 18.0, 3], ["Trier", 19.25, 12]]  # fmt: skip
    return _with_merged(rows, "A1:A2", "B1:C1")


def _merged_title() -> bytes:
    return _with_merged([["Wetter am Rhein"], *RECORDS], "A1:D1")


def _merged_rows() -> bytes:
    rows = [["Stadt", "Tag", "Spiel"], ["Köln", 1, "ja"], [None, 2, "nein"], ["Bonn", 3, "ja"], [None, 4, "ja"]]  # fmt: skip
    return _with_merged(rows, "A2:A3", "A4:A5")


def _formatted(number_format: str, cells: Sequence[object]) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["a" if "%" in number_format else "t", "b"])
    for cell, other in zip(cells, "xyx", strict=True):
        book.active.append([cell, other])
        book.active.cell(book.active.max_row, 1).number_format = number_format
    return saved(book)


def _percentages() -> bytes:
    return _formatted("0.0%", [0.12, 0.5, 0.075])


def _times() -> bytes:
    return _formatted("hh:mm", [dt.time(8, 30), dt.time(17), dt.time(12, 15)])


def _moments() -> bytes:
    moments = [dt.datetime(2024, 3, 1, 8, 30), dt.datetime(2024, 3, 2, 17), dt.datetime(2024, 3, 2, 9)]  # fmt: skip
    return _formatted("yyyy-mm-dd hh:mm", moments)


def _rich_text() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        sheet.write_row(0, 0, ["a", "b"])
        for at, text in enumerate(["red wine", "white", "red wine"], start=1):
            if " " in text:
                sheet.write_rich_string(at, 0, bold, "red", " wine")
            else:
                sheet.write(at, 0, text)
            sheet.write(at, 1, at)
    return out.getvalue()


def _by_pandas() -> bytes:
    out = io.BytesIO()
    pd.DataFrame(WEATHER).to_excel(out, engine="openpyxl")
    return out.getvalue()


# Parquet.


def parquet(columns: Mapping[str, object], **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), out, **options)
    return out.getvalue()


def parquets() -> Iterator[Case]:
    for squeezed in ("none", "snappy", "gzip", "zstd", "brotli", "lz4"):
        yield Case(f"parquet: {squeezed}", parquet(WEATHER, compression=squeezed), WEATHER)
    yield Case("parquet: gaps", parquet(GAPS), GAPS)
    yield Case("parquet: by pandas, with its index", _pandas_parquet(), WEATHER)
    size = pd.Categorical(["M", "S", "L", "M"], ["S", "M", "L"], ordered=True)
    ordered = pd.DataFrame({"size": size, "n": [1, 2, 3, 4]})
    levels = Levels(("S", "M", "L"), ("M", "S", "L", "M"))
    yield Case("parquet: ordered levels", _of_frame(ordered), {"size": levels, "n": [1, 2, 3, 4]})
    truths = parquet({"x": [1, 2], "b": [True, False]})
    yield Case("parquet: truth values", truths, {"x": [1, 2], "b": ["TRUE", "FALSE"]})
    days = parquet({"d": [dt.date(2024, 3, 1), dt.date(2024, 4, 2)], "n": [1, 2]})
    yield Case("parquet: dates", days, {"d": ["2024-03-01", "2024-04-02"], "n": [1, 2]})
    money = parquet({"d": [Decimal("1.50"), Decimal("2.25")], "n": [1, 2]})
    yield Case("parquet: decimals", money, {"d": [1.5, 2.25], "n": [1, 2]})
    words = parquet({"d": ["NA", "?", "none"], "n": [1, 2, 3]})
    yield Case("parquet: words are no gaps", words, {"d": ["NA", "?", "none"], "n": [1, 2, 3]})
    nested = parquet({"d": [[1, 2], [3]], "n": [1, 2]})
    yield Case("parquet: lists in cells", nested, "d")
    yield Case("parquet: cut off", parquet(WEATHER)[:-20], "broken")
    yield Case("parquet: no rows", parquet({"a": pa.array([], pa.int64()), "b": pa.array([], pa.string())}), "no rows")  # fmt: skip


def _pandas_parquet() -> bytes:
    frame = pd.DataFrame(WEATHER)
    return _of_frame(frame[frame["Regen"] >= 0])


def _of_frame(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_parquet(out)
    return out.getvalue()


# ARFF.

GOLF_ARFF = """% 1. Title: the weather
@relation weather

@attribute outlook {sunny, overcast, rainy}
@attribute temperature numeric
@attribute humidity real
@attribute windy {TRUE, FALSE}
@attribute play {yes, no}

@data
sunny,85,85.5,FALSE,no
overcast,83,86,FALSE,yes
rainy,70,?,FALSE,yes
"""
GOLF: Columns = {
    "outlook": Levels(("sunny", "overcast", "rainy"), ("sunny", "overcast", "rainy")),
    "temperature": [85, 83, 70],
    "humidity": [85.5, 86.0, None],
    "windy": Levels(("TRUE", "FALSE"), ("FALSE", "FALSE", "FALSE")),
    "play": Levels(("yes", "no"), ("no", "yes", "yes")),
}


def arffs() -> Iterator[Case]:
    weka = GOLF_ARFF.encode()
    yield Case("arff: as Weka writes it", weka, GOLF)
    yield Case("arff: line ends of Windows", weka.replace(b"\n", b"\r\n"), GOLF)
    yield Case("arff: a mark of UTF-8", b"\xef\xbb\xbf" + weka, GOLF)
    yield Case("arff: capitals", GOLF_ARFF.replace("@attribute", "@ATTRIBUTE").replace("@data", "@DATA").replace("@relation", "@RELATION").encode(), GOLF)  # fmt: skip
    yield Case("arff: tabs", GOLF_ARFF.replace("@attribute ", "@attribute\t").replace(" numeric", "\tnumeric").encode(), GOLF)  # fmt: skip
    yield Case("arff: spaces in the rows", weka.replace(b",85", b", 85"), GOLF)
    yield Case("arff: comments among the rows", weka.replace(b"overcast,83", b"% the second\n\novercast,83"), GOLF)  # fmt: skip
    quoted = "@relation 'a b'\n@attribute 'sepal length' numeric\n@attribute 'the class' {'Iris setosa','Iris virginica'}\n@data\n5.1,'Iris setosa'\n4.9,'Iris virginica'\n"  # fmt: skip
    iris = Levels(("Iris setosa", "Iris virginica"), ("Iris setosa", "Iris virginica"))
    yield Case("arff: quotes", quoted.encode(), {"sepal length": [5.1, 4.9], "the class": iris})
    sparse = "@relation s\n@attribute a numeric\n@attribute b {no,yes}\n@attribute c numeric\n@data\n{0 1, 2 5}\n{1 yes}\n{0 3}\n"  # fmt: skip
    yield Case("arff: sparse rows", sparse.encode(), {"a": [1, 0, 3], "b": Levels(("no", "yes"), ("no", "yes", "no")), "c": [5, 0, 0]})  # fmt: skip
    days = "@relation d\n@attribute day date yyyy-MM-dd\n@attribute n numeric\n@data\n2024-03-01,1\n2024-03-02,2\n"  # fmt: skip
    yield Case("arff: dates", days.encode(), {"day": ["2024-03-01", "2024-03-02"], "n": [1, 2]})
    texts = "@relation d\n@attribute t string\n@attribute n numeric\n@data\n'It\\'s, here',1\nplain,2\n"  # fmt: skip
    yield Case("arff: texts with escapes", texts.encode(), {"t": ["It's, here", "plain"], "n": [1, 2]})  # fmt: skip
    levels = GOLF_ARFF.replace("{yes, no}", "{no, yes}").encode()
    yield Case("arff: levels in their order", levels, {**GOLF, "play": Levels(("no", "yes"), ("no", "yes", "yes"))})  # fmt: skip
    latin = GOLF_ARFF.replace("rainy", "dämmrig").encode("cp1252")
    yield Case("arff: cp1252", latin, {**GOLF, "outlook": Levels(("sunny", "overcast", "dämmrig"), ("sunny", "overcast", "dämmrig"))})  # fmt: skip
    strange = GOLF_ARFF.replace("rainy,70", "foggy,70").encode()
    yield Case("arff: a value that is not declared", strange, "“foggy” in line 13 of the ARFF file is none of the values listed for “outlook”")  # fmt: skip
    letters = GOLF_ARFF.replace("overcast,83", "overcast,hot").encode()
    yield Case("arff: no number", letters, "“hot” in line 12 of the ARFF file is no number")
    short = GOLF_ARFF.replace("overcast,83,", "overcast,").encode()
    yield Case("arff: a row too short", short, "Line 12 of the ARFF file has 4 values")
    marks = "@relation d\n@attribute t {'a, b', \"it's\", c}\n@attribute n numeric\n@attribute s string\n@data\n'a, b', 1, \"say \\\"hi\\\"\"\n\"it's\", -2.5e1, 'tab\\there' % a remark\nc, ?, ''\n"  # fmt: skip
    marked = {"t": Levels(("a, b", "it's", "c"), ("a, b", "it's", "c")), "n": [1.0, -25.0, None], "s": ['say "hi"', "tab\there", None]}  # fmt: skip
    yield Case("arff: both marks, escapes and a remark", marks.encode(), marked)
    yield Case("arff: a mark is never closed", marks.replace("c, ?, ''", "c, ?, 'x").encode(), "Line 8 of the ARFF file cannot be split")  # fmt: skip
    yield Case("arff: an apostrophe in a bare word", marks.replace("c, ?, ''", "c, ?, O'Neill").encode(), "Line 8 of the ARFF file cannot be split")  # fmt: skip
    bare = "@relation d\n@attribute t {very good, bad}\n@attribute s string\n@data\nvery good, 'x, y'\nbad, z\nvery good, z\n"  # fmt: skip
    yield Case("arff: bare words with blanks beside quotes", bare.encode(), {"t": Levels(("very good", "bad"), ("very good", "bad", "very good")), "s": ["x, y", "z", "z"]})  # fmt: skip
    rest = sparse.replace("{1 yes}", "{ 2 ? , 1 'yes' }, {3}").encode()
    yield Case("arff: sparse rows with quotes and weights", rest, {"a": [1, 0, 3], "b": Levels(("no", "yes"), ("no", "yes", "no")), "c": [5.0, None, 0.0]}, told=("weights",))  # fmt: skip
    for odd in ("{0 1, 0 5}", "{3 1}", "{0 1, 2}", "{0 1", "{1, yes}"):
        yield Case(f"arff: the sparse row {odd}", sparse.replace("{0 3}", odd).encode(), "Line 8 of the ARFF file cannot be split")  # fmt: skip
    yield Case("arff: no rows", GOLF_ARFF.split("@data")[0].encode() + b"@data\n", "rows")
    yield Case("arff: no @data", GOLF_ARFF.split("@data")[0].encode(), "@data")


# C4.5.

NAMES = """| the weather
yes, no.

outlook: sunny, overcast, rain.
temperature: continuous.
windy: true, false.
"""
CASES = "sunny, 85, false, no\novercast, 83, false, yes\nrain, ?, true, yes\n"
C45: Columns = {
    "outlook": Levels(("sunny", "overcast", "rain"), ("sunny", "overcast", "rain")),
    "temperature": [85.0, 83.0, None],
    "windy": Levels(("true", "false"), ("false", "false", "true")),
    "class": Levels(("yes", "no"), ("no", "yes", "yes")),
}


def c45s() -> Iterator[Case]:
    def both(names: str = NAMES, cases: str = CASES) -> bytes:
        return pair(names.encode(), cases.encode())

    yield Case("c4.5: a pair", both(), C45)
    yield Case("c4.5: points behind the cases", both(cases=CASES.replace("\n", ".\n")), C45)
    yield Case("c4.5: line ends of Windows", both(NAMES.replace("\n", "\r\n"), CASES.replace("\n", "\r\n")), C45)  # fmt: skip
    yield Case("c4.5: blank lines and comments", both(cases="| cases\n\n" + CASES), C45)
    yield Case("c4.5: an attribute to ignore", both(NAMES.replace("true, false", "ignore")), {one: column for one, column in C45.items() if one != "windy"}, told=("windy",))  # fmt: skip
    yield Case("c4.5: the target by its name (C5.0)", both("play.\noutlook: sunny, overcast, rain.\ntemperature: continuous.\nwindy: true, false.\nplay: yes, no.\n"), {**{one: column for one, column in C45.items() if one != "class"}, "play": C45["class"]})  # fmt: skip
    yield Case("c4.5: the .names alone", NAMES.encode(), "Choose the .data file along with it")
    yield Case("c4.5: a value that is not declared", both(cases=CASES.replace("rain,", "snow,")), "“snow” in line 3 of the .data")  # fmt: skip
    yield Case("c4.5: no number", both(cases=CASES.replace("83", "hot")), "“hot” in line 2 of the .data file is no number")  # fmt: skip
    yield Case(
        "c4.5: numbers with noughts before them", both(cases=CASES.replace("83", "083")), C45
    )
    yield Case("c4.5: a case too short", both(cases=CASES.replace("83, ", "")), "Line 2 of the .data has 3 values, but the .names declares 4")  # fmt: skip
    yield Case("c4.5: the .data alone", CASES.encode(), {"column 1": ["sunny", "overcast", "rain"], "column 2": [85.0, 83.0, None], "column 3": ["false", "false", "true"], "column 4": ["no", "yes", "yes"]})  # fmt: skip
    yield Case("c4.5: zipped", zipped({"golf.names": NAMES.encode(), "golf.data": CASES.encode()}), C45)  # fmt: skip


# Packed and pasted.


def zipped(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def packed() -> Iterator[Case]:
    text = csv_of(WEATHER).encode()
    squeezed = gzip.compress(text, mtime=0)
    yield Case("gzip: CSV", squeezed, WEATHER, told=("unpacked from gzip",))
    yield Case("gzip: ARFF", gzip.compress(GOLF_ARFF.encode(), mtime=0), GOLF)
    yield Case("gzip: xlsx", lambda: gzip.compress(openpyxl_xlsx({"A": RECORDS}), mtime=0), WEATHER)
    members = gzip.compress(text[:40], mtime=0) + gzip.compress(text[40:], mtime=0)
    yield Case("gzip: of two members", members, WEATHER)
    yield Case("gzip: cut off", squeezed[:-12], "The gzip file is broken or not complete")
    yield Case("gzip: in gzip", gzip.compress(squeezed, mtime=0), "holds another packed file")
    bomb = gzip.compress(b"a,b\n" + b"1,2\n" * 3_000_000, 1, mtime=0)
    yield Case("gzip: too much unpacked", bomb, "Unpacked, the file has more than 10 MB")
    yield Case("zip: one CSV", zipped({"data.csv": text}), WEATHER, told=("“data.csv”",))
    yield Case("zip: by a Mac", zipped({"data.csv": text, "__MACOSX/._data.csv": b"\x00\x05\x16"}), WEATHER)  # fmt: skip
    yield Case("zip: in a folder, with notes", zipped({"d/": b"", "d/readme.md": b"# x", "d/data.csv": text}), WEATHER)  # fmt: skip
    yield Case("zip: two tables", zipped({"a.csv": text, "b.csv": text}), "holds 2 files that may be the table: a.csv, b.csv")  # fmt: skip
    yield Case("zip: nothing in it", zipped({}), "The zip archive holds no file")
    yield Case("zip: cut off", zipped({"data.csv": text})[:-30], "The zip file is broken")
    yield Case("zip: xlsx in it", lambda: zipped({"t.xlsx": openpyxl_xlsx({"A": RECORDS})}), WEATHER)  # fmt: skip


def pasted() -> Iterator[Case]:
    tab = csv_of(WEATHER, "\t", end="\r\n")
    yield Case("pasted from a spreadsheet", tab.encode(), WEATHER)
    yield Case("pasted, decimal commas", csv_of(WEATHER, "\t", ",").encode(), WEATHER)
    yield Case("pasted, gaps", csv_of(GAPS, "\t").encode(), GAPS)
    yield Case("pasted, no line end", tab.rstrip().encode(), WEATHER)
    yield Case("pasted, blank lines around it", f"\n\n{tab}\n\n".encode(), WEATHER)
    lines = 'note\tn\n"two\nlines"\t1\none\t2\n'
    yield Case("pasted, a cell of two lines", lines.encode(), {"note": ["two\nlines", "one"], "n": [1, 2]}, told=("run over several lines: 1",))  # fmt: skip


CASES_OF_FORMATS = (
    *spreadsheets(),
    *of_excel_only(),
    *of_several_sheets(),
    *of_hidden(),
    *parquets(),
    *arffs(),
    *c45s(),
    *packed(),
    *pasted(),
)
