"""Files that are no table of text at all, told by their first bytes.

Not done here: whether a text is a good table (``records``, ``table``).
"""

from __future__ import annotations

import re
from typing import Final

from dtcore.errors import ReadingError
from dtcore.reading.grid import Chosen, Finding, Limits, Opened

_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Inside a zip: where Excel, LibreOffice and Numbers keep their sheets.
_SPREADSHEET: Final = re.compile(
    rb"xl/workbook|xl/worksheets|opendocument\.spreadsheet|Index/Tables/"
)
# Names that need no translation, so that they can fill a field of a sentence.
_KINDS: Final = {
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "RAR",
    b"SQLite format 3": "SQLite",
    b"PAR1": "Parquet",
    b"{\\rtf": "RTF",
}
_TEXT_KINDS: Final = {
    "HTML": re.compile(rb"\s*<(!doctype html|html|head|body|table)\b", re.IGNORECASE),
    "XML": re.compile(rb"\s*<\?xml"),
    "JSON": re.compile(rb"\s*(\{\s*\"|\[\s*[{\[])"),
    "ARFF": re.compile(rb"(\s*%[^\r\n]*[\r\n])*\s*@relation\b", re.IGNORECASE),
}


def refuse_other_formats(content: bytes) -> None:
    """Raise ``ReadingError`` for what is empty, or plainly no CSV file."""
    if not content.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise ReadingError("The file is empty. Choose a file with a header and rows below it.")
    _refuse_spreadsheets(content)
    kind = _kind(content)
    if kind:
        raise ReadingError(
            "This is a file of the kind {kind}, not a table in CSV. Save or export the table as "
            "CSV and upload that file.",
            kind=kind,
        )


def unpacked(content: bytes, limits: Limits) -> tuple[bytes, tuple[Finding, ...]]:
    """What a file holds that packs one table, and a line that says so; else the file itself."""
    return content, ()


def grids(content: bytes, chosen: Chosen, limits: Limits) -> Opened | None:
    """The grid of a file that is no text, or None for a text."""
    return None


def _refuse_spreadsheets(content: bytes) -> None:
    zipped = content.startswith(b"PK\x03\x04")
    if content.startswith(_OLD_EXCEL) or (zipped and _SPREADSHEET.search(content)):
        raise ReadingError(
            "This is a spreadsheet (such as Excel's .xlsx). Open it, save the sheet as "
            "“CSV UTF-8” and upload that file."
        )
    if zipped:
        raise ReadingError("This is a zip archive. Unpack it and upload the CSV file inside.")


def _kind(content: bytes) -> str | None:
    for magic, kind in _KINDS.items():
        if content.startswith(magic):
            return kind
    start = content[:4096].removeprefix(b"\xef\xbb\xbf")
    return next((kind for kind, mark in _TEXT_KINDS.items() if mark.match(start)), None)
