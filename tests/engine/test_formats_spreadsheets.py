"""Sheets written by four libraries, and sheets that are made to do harm."""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Callable

import openpyxl
import pytest

from dtcore.errors import ReadingError
from dttools.files import LIMITS, Chosen, read, spreadsheet
from dttools.files.extents import shared_text
from dttools.files.formats import sheets
from tests.engine.read_tables import values
from tests.engine.written_files import (
    by_odfpy,
    by_openpyxl,
    by_xlsxwriter,
    by_xlwt,
    cells,
    opened,
    saved,
    told,
    unzipped,
    zipped,
)
from tests.engine.written_once import written_once

WRITERS = [by_openpyxl, by_xlsxwriter, by_xlwt, by_odfpy]
ROWS = [
    ["name", "age", "score", "passed"],
    ["Ann", 31, 0.1, True],
    ["Bob", None, 2.5, False],
    ["Żółć 中", 7, 1e-7, True],
]


@pytest.mark.parametrize("write", WRITERS)
def test_a_table_comes_back_as_it_was_written(write: Callable[..., bytes]) -> None:
    found = opened(write({"Q1": ROWS}))
    assert cells(found.grid) == [
        ["name", "Ann", "Bob", "Żółć 中"],
        ["age", "31", "", "7"],
        ["score", "0.1", "2.5", "1e-07"],
        ["passed", "TRUE", "FALSE", "TRUE"],
    ]
    assert list(found.grid.lines) == [1, 2, 3, 4]
    assert (found.sheets, found.sheet, found.story) == (("Q1",), "Q1", ())
    table = read(write({"Q1": ROWS}))
    assert table.dialect is None
    assert values(table)["age"] == [31, None, 7]
    assert values(table)["score"] == [0.1, 2.5, 1e-7]


def test_a_value_is_written_once_and_not_in_each_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    write = spreadsheet._text
    monkeypatch.setattr(spreadsheet, "_text", lambda value: asked.append(value) or write(value))
    rows = [["x", "y"], *([at % 3, "word"] for at in range(30)), [True, 1]]
    found = cells(opened(by_openpyxl({"s": rows})).grid)
    assert found[0] == ["x", *(str(at % 3) for at in range(30)), "TRUE"]
    assert sorted(map(repr, asked)) == ["0.0", "1.0", "2.0", "True"]


def test_shared_texts_are_counted_only_where_they_may_be_too_many() -> None:
    strings = b"<sst><si><t>ab</t></si><si><t>abcdefgh</t></si></sst>"
    sheet = b'<c t="s"><v>0</v></c><c t="s"><v>0</v></c>'
    exact = shared_text([sheet], strings, 0)
    assert exact == 2 * len("<si><t>ab</t></si>")
    assert exact <= shared_text([sheet], strings, 10_000) <= 10_000


def test_numbers_are_written_short_and_exact() -> None:
    numbers = [3.0, 0.1 + 0.2, 1e300, -0.0, 123456789012345.0, 1e15]
    texts = ["3", "0.30000000000000004", "1e+300", "0", "123456789012345", "1000000000000000.0"]
    rows = [["x", "y"], *([number, "a"] for number in numbers)]
    assert cells(opened(by_xlwt({"s": rows})).grid)[0] == ["x", *texts]


def test_dates_and_times_are_iso_and_a_date_at_midnight_is_only_a_date() -> None:
    rows = [
        ["when", "at"],
        [dt.datetime(2024, 1, 2), dt.time(3, 4, 5)],
        [dt.datetime(2024, 1, 2, 3, 4, 5), dt.timedelta(hours=30)],
    ]
    assert cells(opened(by_openpyxl({"s": rows})).grid) == [
        ["when", "2024-01-02", "2024-01-02 03:04:05"],
        ["at", "03:04:05", "30:00:00"],
    ]


def test_a_table_may_begin_anywhere_and_its_lines_are_the_rows_of_the_sheet() -> None:
    rows = [[], [], [None, None, "a", "b"], [None, None, 1, 2], [], [None, None, 3, 4]]
    found = opened(by_openpyxl({"s": rows}))
    assert list(found.grid.lines) == [3, 4, 5, 6]
    assert [column.position for column in found.grid.columns] == [3, 4]
    assert cells(found.grid) == [["a", "1", "", "3"], ["b", "2", "", "4"]]


def test_the_first_sheet_with_a_table_is_read_or_the_one_that_is_chosen() -> None:
    book = {"notes": [["read me"]], "A & B": ROWS, "other": [["a", "b"], [1, 2], [3, 4]]}
    for write in WRITERS:
        content = write(book)
        assert opened(content).sheets == ("notes", "A & B", "other")
        assert opened(content).sheet == "A & B"
        assert opened(content, Chosen(sheet="other")).sheet == "other"
        assert sheets(content) == ("notes", "A & B", "other")
    with pytest.raises(ReadingError, match="no sheet “nix”"):
        opened(content, Chosen(sheet="nix"))
    with pytest.raises(ReadingError, match="no table on the sheet “notes”"):
        opened(content, Chosen(sheet="notes"))
    with pytest.raises(ReadingError, match="no table on any sheet"):
        opened(by_openpyxl({"s": [["alone"]]}))
    assert sheets(b"a,b\n1,2\n") == ()


def test_a_hidden_sheet_comes_last() -> None:
    book = openpyxl.Workbook()
    book.active.append(["x", "y"])
    book.active.append([1, 2])
    book.active.sheet_state = "hidden"
    seen = book.create_sheet("seen")
    for row in ROWS:
        seen.append(row)

    assert opened(saved(book)).sheet == "seen"


def test_merged_cells_are_filled_in_a_header_and_downwards_but_not_in_a_title() -> None:
    rows = [
        ["Marks of 2024"],
        ["name", "score", None, "class"],
        [None, "maths", "physics", None],
        ["Ann", 5, 6, "A"],
        [None, 7, 8, "B"],
    ]
    content = by_openpyxl({"s": rows}, ["A1:D1", "B2:C2", "A2:A3", "D2:D3", "A4:A5"])
    found = opened(content)
    assert cells(found.grid) == [
        ["Marks of 2024", "name", "", "Ann", "Ann"],
        ["", "score", "maths", "5", "7"],
        ["", "score", "physics", "6", "8"],
        ["", "class", "", "A", "B"],
    ]
    assert found.story[0].key == "merged"
    assert told(found)[0].endswith("Cells filled in: 1 (the first in row 5).")
    off = opened(content, Chosen(off=frozenset({"merged"})))
    assert cells(off.grid)[0] == ["Marks of 2024", "name", "", "Ann", ""]
    assert not off.story[0].on


def test_errors_and_formulas_without_a_result_are_missing_and_told() -> None:
    book = openpyxl.Workbook()
    for row in [["a", "b"], [1, "=A2+1"], ["#DIV/0!", 2], ["#N/A", 3]]:
        book.active.append(row)

    found = opened(saved(book))
    assert cells(found.grid) == [["a", "1", "", ""], ["b", "", "2", "3"]]
    assert told(found)[0] == "Cells with an error (such as #N/A) count as missing: 2."
    assert told(found)[1].startswith("Formulas without a saved result count as missing: 1.")


def _far() -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = 1
    book.active["XFD1048576"] = 2
    return saved(book)


@written_once
def _far_in_old_excel() -> bytes:
    import xlwt

    book = xlwt.Workbook()
    sheet = book.add_sheet("s")
    sheet.write(0, 0, 1)
    sheet.write(65_535, 255, 2)
    return saved(book)


@written_once
def _long_texts_in_old_excel() -> bytes:
    return by_xlwt.__wrapped__({"s": [[at, "x" * 32_767] for at in range(8_200)]})


def _replaced(part: str, old: bytes, new: bytes, content: bytes | None = None) -> bytes:
    members = unzipped(content or by_openpyxl({"s": ROWS}))
    assert old in members[part]
    return zipped({**members, part: members[part].replace(old, new)})


SHEET = "xl/worksheets/sheet1.xml"
HARMFUL: dict[str, tuple[Callable[[], bytes], str]] = {
    "two far cells": (_far, "row 1,048,576 and column 16,384"),
    "two far cells of old Excel": (_far_in_old_excel, "row 65,536 and column 256"),
    "a far cell said otherwise": (
        lambda: _replaced(SHEET, b'r="A2"', b"r = 'xfd1048576'"),
        "spreadsheet is broken",
    ),
    "a cell beyond the end": (
        lambda: _replaced(SHEET, b'r="A2"', b'r="A16777215"'),
        "spreadsheet is broken",
    ),
    "a far cell without a place": (
        lambda: _replaced(
            SHEET,
            b"</sheetData>",
            b'<row r="1048576"><c r="ZZ1"/><c><v>1</v></c></row></sheetData>',
        ),
        "row 1,048,576",
    ),
    "old Excel that boasts of its size": (
        lambda: by_xlwt({"s": ROWS}).replace(
            struct.pack("<HHIIHH", 0x200, 14, 0, 4, 0, 4),
            struct.pack("<HHIIHH", 0x200, 14, 0, 2**31, 0, 65_535),
        ),
        "spreadsheet is broken",
    ),
    "old Excel that begins behind its end": (
        lambda: by_xlwt({"s": ROWS}).replace(
            struct.pack("<HHIIHH", 0x200, 14, 0, 4, 0, 4),
            struct.pack("<HHIIHH", 0x200, 14, 2**31, 4, 0, 4),
        ),
        "spreadsheet is broken",
    ),
    "a bomb": (
        lambda: _replaced(SHEET, b"</sheetData>", b" " * 100_000_000 + b"</sheetData>"),
        "more than 80 MB",
    ),
    "a long text in every cell": (
        lambda: _replaced(
            "xl/sharedStrings.xml",
            b"<t>Ann</t>",
            b"<t>" + b"x" * 1_000_000 + b"</t>",
            by_xlsxwriter({"s": [["a", "Ann"], *([at, "Ann"] for at in range(1_000))]}),
        ),
        "texts in the sheets",
    ),
    "a long text in every cell of old Excel": (
        _long_texts_in_old_excel,
        "texts in the sheets add up to more than 256 MB",
    ),
    "a row of .ods a million times": (
        lambda: _replaced(
            "content.xml",
            b"<table:table-row>",
            b'<table:table-row table:number-rows-repeated="1048000">',
            by_odfpy({"s": ROWS}),
        ),
        "reach to row",
    ),
    "another document": (lambda: zipped({"word/document.xml": b"<w/>"}), "type Word"),
    ".xlsb": (lambda: zipped({"xl/workbook.bin": b"", "xl/a.xml": b""}), "save it as .xlsx"),
    "an .xlsx cut off": (lambda: by_openpyxl({"s": ROWS})[:-200], "spreadsheet is broken"),
    "an .xls cut off": (lambda: by_xlwt({"s": ROWS})[:1000], "spreadsheet is broken"),
}


@pytest.mark.parametrize(("write", "fact"), HARMFUL.values(), ids=HARMFUL)
def test_what_would_do_harm_is_refused_at_once(write: Callable[[], bytes], fact: str) -> None:
    content = write()
    with pytest.raises(ReadingError, match=fact) as caught:
        opened(content)
    assert str(caught.value).endswith(".")


def test_blank_formatted_rows_to_the_millionth_count_for_nothing() -> None:
    """In a sheet of as many bytes as if no row between were left out."""
    blank = b" " * 42_000_000 + b"".join(
        b'<row r="%d"><c r="A%d" s="1"/></row>' % (at, at) for at in range(5, 1_000_000, 20)
    )
    blank += b'<row r="1000000"><c r="ZZ1000000" s="1"/></row>'
    content = _replaced(SHEET, b"</sheetData>", blank + b"</sheetData>")
    assert len(opened(content).grid.lines) == 4


def test_a_picture_counts_for_nothing() -> None:
    members = unzipped(by_openpyxl({"s": ROWS}))
    content = zipped({**members, "xl/media/image1.png": bytes(100_000_000)})
    assert len(content) < LIMITS.bytes
    assert opened(content).sheet == "s"


def test_merged_names_of_groups_stand_over_all_their_columns_without_a_switch() -> None:
    rows = [["Leaf", None, "kind"], ["long", "wide", None], [1, 2, "a"], [3, 4, "b"]]
    found = opened(by_openpyxl({"s": rows}, ["A1:B1", "C1:C2"]))
    assert [column[0] for column in cells(found.grid)] == ["Leaf", "Leaf", "kind"]
    assert not found.story
