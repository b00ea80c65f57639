"""Which format a file has, told by its first bytes, and whose work it is to read it.

What is no text becomes a grid here, by the source that knows it. Not done here: whether a text
is a good table (``records``, ``table``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import dttools.files.arff as arff
import dttools.files.c45 as c45
import dttools.files.packed as packed
import dttools.files.parquet as parquet
import dttools.files.spreadsheet as spreadsheet
from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress, unheard
from dttools.files.compound import MAGIC as COMPOUND
from dttools.files.encoding import decode, guess_encoding
from dttools.files.grid import Chosen, OpenedFile
from dttools.files.limits import LIMITS, Limits
from dttools.files.packed import unpacked

__all__ = ["grids", "may_have_sheets", "refuse_other_formats", "sheets", "unpacked"]

_SAMPLE: Final = 64 * 1024
# Documents that are zip archives, by what stands in them, and how a table gets out of them.
_ARCHIVES: Final = {
    b"word/document.xml": "Word",
    b"ppt/presentation.xml": "PowerPoint",
    b"Index/Document.iwa": "Numbers",
}
# Names that need no translation, so that they can fill a field of a sentence.
_KINDS: Final[Mapping[str, bytes | tuple[bytes, ...]]] = {
    "PDF": b"%PDF",
    "PNG": b"\x89PNG",
    "JPEG": b"\xff\xd8\xff",
    "GIF": b"GIF8",
    "7z": b"7z\xbc\xaf",
    "RAR": b"Rar!",
    "bzip2": b"BZh",
    "xz": b"\xfd7zXZ",
    "Zstandard": b"\x28\xb5\x2f\xfd",
    "SQLite": b"SQLite format 3",
    "HDF5": b"\x89HDF",
    "NumPy": b"\x93NUMPY",
    "MATLAB": b"MATLAB 5.0",
    "Feather": (b"ARROW1", b"FEA1"),
    "Avro": b"Obj\x01",
    "ORC": b"ORC",
    "SPSS": (b"$FL2", b"$FL3"),
    "Stata": b"<stata_dta>",
    "R": (b"RDX2\n", b"RDX3\n", b"X\n\x00\x00\x00\x02", b"X\n\x00\x00\x00\x03"),
    "pickle": (b"\x80\x04\x95", b"\x80\x05\x95"),
    "RTF": b"{\\rtf",
}
_TEXT_KINDS: Final = {
    "HTML": re.compile(
        rb"\s*(<!--[^>]*>\s*)?<(!doctype html|html|head|body|table)\b", re.IGNORECASE
    ),
    "XML": re.compile(rb"\s*<\?xml"),
    "JSON": re.compile(rb"\s*(\{\s*\"|\[\s*[{\[])"),
}


def grids(content: bytes, chosen: Chosen, limits: Limits) -> OpenedFile | None:
    """What a file says that is no plain text; None is for text.

    Packed files were unpacked before (``unpacked``). Raises ``ReadingError`` for files that are
    empty, broken, or of a format that is not read.
    """
    refuse_other_formats(content)
    if content.startswith(packed.ZIP):
        return spreadsheet.of_zip(content, chosen, limits)
    if content.startswith(COMPOUND):
        return spreadsheet.of_compound(content, chosen, limits)
    for belongs, read in _SOURCES:
        if belongs(content):
            grid, story = read(content, limits)
            return OpenedFile(grid, story=story)
    if not content.startswith(c45.NAMES) and _names_alone(content):
        raise ReadingError(
            "This is the .names of C4.5, which only describes a table. Choose the .data file along "
            "with it."
        )
    return None


def may_have_sheets(content: bytes) -> bool:
    """Whether a file is packed or a spreadsheet, by its first bytes."""
    return content.startswith((packed.GZIP, packed.ZIP, COMPOUND))


def sheets(
    content: bytes, limits: Limits = LIMITS, progress: ShareProgress = unheard
) -> tuple[str, ...]:
    """The names of the sheets of a spreadsheet, whether or not they hold a table; else none.

    Raises ``ReadingError`` for a spreadsheet that is too large, broken or protected.
    """
    content, _ = unpacked(content, limits)
    progress(0.5)
    if content.startswith(COMPOUND) or (content.startswith(packed.ZIP) and not _kind(content)):
        return spreadsheet.names(content, limits)
    return ()


_SOURCES: Final = (
    (lambda content: content.startswith(parquet.MAGIC), parquet.grid),
    (lambda content: content.startswith(c45.NAMES), c45.grid),
    (lambda content: arff.MARK.match(_start(content)) is not None, arff.grid),
)


def refuse_other_formats(content: bytes) -> None:
    """Raise ``ReadingError`` for what is empty, or of a format that is not read."""
    if not content.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise ReadingError("The file is empty. Choose a file with a header and rows below it.")
    kind = _kind(content)
    if kind == "HTML":
        raise ReadingError(
            "This is a web page (HTML), even if its name ends in .xls. Open it in a spreadsheet "
            "program, save the table as .xlsx or CSV and choose that file."
        )
    if kind:
        raise ReadingError(
            "This file is of type {kind}, which is not read here. Save or export the table "
            "as CSV and choose that file.",
            kind=kind,
        )


def _kind(content: bytes) -> str | None:
    for kind, magic in _KINDS.items():
        if content.startswith(magic):
            return kind
    if content.startswith(packed.ZIP):
        return next((kind for mark, kind in _ARCHIVES.items() if mark in content), None)
    start = _start(content)
    return next((kind for kind, mark in _TEXT_KINDS.items() if mark.match(start)), None)


def _start(content: bytes) -> bytes:
    return content[:_SAMPLE].removeprefix(b"\xef\xbb\xbf")


def _names_alone(content: bytes) -> bool:
    start = content[:_SAMPLE]
    if b":" not in start or b"\x00" in start:
        return False
    try:
        return c45.describes(decode(start, guess_encoding(start)))
    except ReadingError:
        return False
