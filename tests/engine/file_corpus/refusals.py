"""Files that are no table, and the sentence that each is refused with."""

from __future__ import annotations

import gzip
import io
import sqlite3
import struct
import tarfile
import zlib
from collections.abc import Iterator

import numpy as np

from dttools.files import Chosen, Limits
from tests.engine.file_corpus.case import Case, csv_of
from tests.engine.file_corpus.formats import (
    RECORDS,
    WEATHER,
    ods,
    openpyxl_xlsx,
    parquet,
    xls,
    xlsxwriter_xlsx,
    zipped,
)

TEXT = csv_of(WEATHER)
NO_KIND = "This file is of type {}, which is not read here"


def empty() -> Iterator[Case]:
    said = "The file is empty"
    for name, content in (
        ("nothing", b""),
        ("spaces", b"   \t "),
        ("line ends", b"\r\n\r\n\n"),
        ("a mark of UTF-8", b"\xef\xbb\xbf"),
        ("zeros", b"\x00" * 100),
    ):
        yield Case(f"empty: {name}", content, said)
    yield Case("empty: a header only", b"a,b,c\n", "There are no rows below the header")
    yield Case("empty: one row", b"a,b,c\n1,2,x\n", "There is only one row of data")
    yield Case("empty: commas only", b",,,\n,,,\n,,,\n", "The header in line 1 has no name")


def other_formats() -> Iterator[Case]:
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + bytes(13) + bytes(4)
    array = io.BytesIO()
    np.save(array, np.arange(6).reshape(2, 3))
    for kind, content in (
        ("PDF", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
        ("PNG", png),
        ("JPEG", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01" + bytes(40)),
        ("GIF", b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + bytes(20)),
        ("SQLite", _sqlite()),
        ("HDF5", b"\x89HDF\r\n\x1a\n" + bytes(60)),
        ("NumPy", array.getvalue()),
        ("JSON", b'[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]'),
        ("JSON", b'{"rows": [[1, 2], [3, 4]]}'),
        ("XML", b'<?xml version="1.0"?>\n<data><row a="1"/></data>'),
        ("RTF", b"{\\rtf1\\ansi a,b\\par 1,2\\par}"),
        ("7z", b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(30)),
        ("RAR", b"Rar!\x1a\x07\x01\x00" + bytes(30)),
        ("SPSS", b"$FL2@(#) SPSS DATA FILE" + bytes(60)),
        ("Stata", b"<stata_dta><header><release>118</release></header></stata_dta>"),
        ("R", b"RDX3\nX\n\x00\x00\x00\x03" + bytes(20)),
        ("pickle", b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94."),
        ("Feather", b"ARROW1\x00\x00" + bytes(40)),
        ("Word", zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"})),
        ("PowerPoint", zipped({"ppt/presentation.xml": b"<p/>"})),
    ):
        yield Case(f"no table: {kind} ({zlib.crc32(content):x})", content, NO_KIND.format(kind))


def no_tables() -> Iterator[Case]:
    for name, page in (
        (
            "a page",
            b"<!DOCTYPE html>\n<html><body><table><tr><td>1</td></tr></table></body></html>",
        ),
        ("an .xls of a web page", b"<table border=1><tr><td>a</td><td>b</td></tr></table>"),
    ):
        yield Case(f"no table: {name}", page, "This is a web page (HTML)")
    noise = bytes(np.random.default_rng(3).integers(0, 256, 5000, np.uint8))
    yield Case("no table: noise", noise, "This is neither a text nor a workbook")
    yield Case("no table: prose", b"It was a dark night.\nThe rain fell.\nNobody came.\n", "Only one column was found")  # fmt: skip
    yield Case("no table: one column", b"a\n1\n2\n3\n", "Only one column was found")
    yield Case("no table: R's data, packed", gzip.compress(b"RDX3\nX\n\x00\x00\x00\x03" + bytes(20)), NO_KIND.format("R"))  # fmt: skip
    yield Case(
        "no table: a tar", gzip.compress(_tar(), mtime=0), "This is neither a text nor a workbook"
    )
    yield Case(
        "no table: a program",
        b"\x7fELF\x02\x01\x01" + bytes(100) + b"\x01\x02" * 100,
        "This is neither a text nor a workbook",
    )


def _sqlite() -> bytes:
    with sqlite3.connect(":memory:") as book:
        book.execute("create table t (a, b)")
        return bytes(book.serialize())


def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo("data.csv")
        member.size = len(TEXT.encode())
        archive.addfile(member, io.BytesIO(TEXT.encode()))
    return out.getvalue()


def spoilt() -> Iterator[Case]:
    said = "The spreadsheet is broken or not complete"
    for kind, write in (("openpyxl", openpyxl_xlsx), ("xlsxwriter", xlsxwriter_xlsx), ("ods", ods)):
        for share in (0.3, 0.6, 0.95):
            content = write({"A": RECORDS})
            content = content[: int(share * len(content))]
            yield Case(f"spoilt: {kind} cut at {share:.0%}", content, "is broken or not complete")
    whole = xls({"A": RECORDS})
    for share in (0.1, 0.5):
        cut = whole[: int(share * len(whole))]
        yield Case(f"spoilt: xls cut at {share:.0%}", cut, said)
    yield Case("spoilt: an .xlsx without its sheets", zipped({"xl/workbook.xml": b"<workbook/>", "[Content_Types].xml": b"<Types/>"}), "The spreadsheet is broken")  # fmt: skip
    yield Case("spoilt: parquet with its end lost", parquet(WEATHER)[:-8], "broken")
    yield Case("spoilt: an .xlsx with a password", _protected(), "protected by a password")


def _protected() -> bytes:
    """A compound file with the two streams that Office writes for an encrypted workbook."""
    free, end, fat = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<IIIIIIIIII", header, 40, 0, 1, 1, 0, 4096, end, 0, end, 0, 0)
    struct.pack_into("<108I", header, 80, *([free] * 108))
    table = struct.pack("<128I", fat, end, *range(3, 11), end, *([free] * 117))
    entries = [_entry("Root Entry", 5, 1, end, 0), _entry("EncryptedPackage", 2, free, 2, 4608)]
    entries += [_entry("EncryptionInfo", 2, free, end, 0), bytes(128)]
    return bytes(header) + table + b"".join(entries) + bytes(4608)


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    entry = bytearray(128)
    text = name.encode("utf-16-le")
    entry[: len(text)] = text
    struct.pack_into("<HBB3I", entry, 64, len(text) + 2, kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
    struct.pack_into("<IQ", entry, 116, start, size)
    return bytes(entry)


def lines() -> Iterator[Case]:
    """The line that a sentence names is the one that is meant."""
    header, *rows = TEXT.splitlines()
    yield Case("line: a row too long", TEXT.replace("Trier", "Trier,x").encode(), "Line 4 has 5 cells, but the header has 4 (line 1)")  # fmt: skip
    yield Case("line: a row too long below a title", f"Wetter\n\n{TEXT.replace('Trier', 'Trier,x')}".encode(), "Line 6 has 5 cells, but the header has 4 (line 3)")  # fmt: skip
    yield Case("line: a row too long behind a cell of two lines", f'{header}\n"Bad\nHonnef",1.5,2,ja\n{rows[0]}\n{rows[1]},x\n{rows[2]}\n'.encode(), "Line 5 has 5 cells")  # fmt: skip
    yield Case("line: a decimal comma between commas", TEXT.replace("19.25", "19,25").encode(), "Line 4 has 5 cells")  # fmt: skip
    yield Case("line: a quotation mark that is not closed", TEXT.replace("Trier", '"Trier').encode(), "A quotation mark is opened in line 4 and never closed")  # fmt: skip
    mixed = "\n".join([header, *rows[:3], *(row.replace(",", ";") for row in rows[3:])]) + "\n"
    yield Case("two separators: rows of another program", mixed.encode(), "Line 5 separates its cells by “;”, but line 1 by “,”")  # fmt: skip
    head = "\n".join([header.replace(",", ";"), *rows]) + "\n"
    yield Case("two separators: the header's own", head.encode(), "Line 2 separates its cells by “,”, but line 1 by “;”")  # fmt: skip
    tabs = "\n".join([header, *(row.replace(",", "\t") for row in rows)]) + "\n"
    yield Case("two separators: tabs in the rows", tabs.encode(), "separates its cells by")
    one = TEXT.replace("Bonn,18.0,3,nein", "Bonn;18.0;3;nein")
    yield Case("two separators: one row only", one.encode(), "Line 3 separates its cells by “;”")
    yield Case("separator: a wrong one is chosen", TEXT.encode(), "Only one column was found with “;”", chosen=Chosen(separator=";"))  # fmt: skip
    yield Case("separator: of two characters", TEXT.encode(), "A separator is one character", chosen=Chosen(separator="||"))  # fmt: skip
    yield Case("separator: a quotation mark", TEXT.encode(), "A separator is one character", chosen=Chosen(separator='"'))  # fmt: skip
    yield Case("skipped: more lines than there are", TEXT.encode(), "No lines are left", chosen=Chosen(preamble=99))  # fmt: skip


def too_much() -> Iterator[Case]:
    yield Case("limit: 501 columns", lambda: b"\n".join([b",".join(b"c%d" % at for at in range(501)), *[b",".join([b"1"] * 501)] * 3]), "The table has 501 columns, and at most 500 can be read")  # fmt: skip
    yield Case("limit: rows", TEXT.encode(), "The table has more than 4 rows", limits=Limits(rows=4))  # fmt: skip
    yield Case("limit: over 10 MB", lambda: b"a,b\n" + b"123456789,x\n" * 900_000, "at most 10 MB can be read")  # fmt: skip


CASES_OF_REFUSALS = (*empty(), *other_formats(), *no_tables(), *spoilt(), *lines(), *too_much())
