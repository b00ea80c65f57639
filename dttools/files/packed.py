"""A file that was packed: gzip, or a zip archive with one table in it, unpacked once.

Not done here: a spreadsheet is a zip archive too, and stays packed (``spreadsheet``); what the
unpacked bytes are is for ``formats``.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.c45 import pair
from dttools.files.grid import Finding
from dttools.files.limits import MEGABYTE, Limits
from dttools.files.quoting import quoted

GZIP: Final = b"\x1f\x8b"
ZIP: Final = b"PK\x03\x04"
EMPTY_ZIP: Final = b"PK\x05\x06"

_GZIP_WRAPPER: Final = 16 + zlib.MAX_WBITS
_MOST_MEMBERS: Final = 10_000
# What zip archives hold beside a table: notes to it, and what the Mac puts there.
_ASIDE: Final = frozenset((".md", ".pdf", ".html", ".htm", ".json", ".xml", ".png", ".jpg"))
_TABLES: Final = frozenset(
    (".csv", ".tsv", ".tab", ".dat", ".data", ".xlsx", ".xls", ".ods", ".parquet", ".arff")
)
# Spreadsheets and other documents are zip archives; each keeps its text in a place of its own.
_DOCUMENTS: Final = ("xl/", "word/", "ppt/", "content.xml", "Index/")
_SHEETS: Final = re.compile(rb"xl/work|opendocument\.spreadsheet")
_METHODS: Final = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))

Unpacked = tuple[bytes, tuple[Finding, ...]]
"""What was in a file, and what there is to tell about it."""


def unpacked(content: bytes, limits: Limits) -> Unpacked:
    """What is packed in the file, or the file itself where nothing is.

    Raises ``ReadingError`` for what cannot be unpacked, is beyond the limit or packed twice.
    """
    if content.startswith(GZIP):
        return _once(_gunzipped(content, limits), Sentence("The file was unpacked from gzip."))
    if content.startswith(EMPTY_ZIP):
        raise _nothing()
    if content.startswith(ZIP):
        members = _members(content)
        if not _is_document(members):
            return _from_archive(content, members, limits)
    return content, ()


def parts(content: bytes, wanted: tuple[str, ...], limit: int) -> dict[str, bytes]:
    """The members of a zip archive whose names end as ``wanted``, by name, in its order.

    Raises ``ReadingError`` where they come to more than ``limit`` bytes, whatever the archive
    says of their sizes.
    """
    members = [one for one in _members(content) if one.filename.endswith(wanted)]
    names = [one.filename for one in members]
    return dict(zip(names, _extracted(content, members, limit), strict=True))


def packed(members: Mapping[str, bytes]) -> bytes:
    """A zip archive of these members as they are, not squeezed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def _once(content: bytes, said: Sentence) -> Unpacked:
    zipped = content.startswith(ZIP) and not _is_document(_members(content))
    if zipped or content.startswith(GZIP):
        raise ReadingError(
            "The packed file holds another packed file. Unpack it and choose the table in it."
        )
    return content, (Finding(said),)


def _gunzipped(content: bytes, limits: Limits) -> bytes:
    """All members of a gzip file, one after the other, as gunzip does."""
    limit = limits.bytes
    result = io.BytesIO()
    while content.startswith(GZIP):
        unpacker = zlib.decompressobj(_GZIP_WRAPPER)
        try:
            result.write(unpacker.decompress(content, limit + 1 - result.tell()))
        except zlib.error:
            raise _broken("gzip") from None
        if result.tell() > limit:
            raise _too_much(limit)
        if not unpacker.eof:
            raise _broken("gzip")
        content = unpacker.unused_data
    return result.getvalue()


def _members(content: bytes) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
    # zipfile checks little of what it is given, so anything may come of a broken archive.
    except Exception:
        raise broken_spreadsheet() if _SHEETS.search(content) else _broken("zip") from None
    if len(members) > _MOST_MEMBERS:
        raise ReadingError(
            "The zip archive holds {count:,} files. Unpack it and choose the table in it.",
            count=len(members),
        )
    return members


def _is_document(members: list[zipfile.ZipInfo]) -> bool:
    return any(member.filename.startswith(_DOCUMENTS) for member in members)


def _extracted(content: bytes, members: Sequence[zipfile.ZipInfo], limit: int) -> list[bytes]:
    result: list[bytes] = []
    left = limit
    with zipfile.ZipFile(io.BytesIO(content)) as archive:  # once for all: it may list thousands
        for member in members:
            if member.flag_bits & 1:
                raise ReadingError(
                    "The zip archive is protected by a password. Unpack it and choose the table "
                    "in it."
                )
            if member.compress_type not in _METHODS:
                raise _broken("zip")
            try:
                with archive.open(member) as file:
                    result.append(file.read(left + 1))
            except MemoryError:
                raise
            except Exception:
                raise _broken("zip") from None
            left -= len(result[-1])
            if left < 0:
                raise _too_much(limit)
    return result


def _from_archive(content: bytes, members: list[zipfile.ZipInfo], limits: Limits) -> Unpacked:
    tables = _tables(members)
    if len(tables) == 1:
        name = quoted(tables[0].filename)
        said = Sentence("The file “{name}” was unpacked from the zip archive.", name=name)
        return _once(_extracted(content, tables, limits.bytes)[0], said)
    both = {PurePosixPath(one.filename).suffix.lower(): one for one in tables}
    if len(tables) == 2 and set(both) == {".names", ".data"}:
        names, data = _extracted(content, [both[".names"], both[".data"]], limits.bytes)
        said = Sentence(
            "The file “{name}” was unpacked from the zip archive, with its .names.",
            name=quoted(both[".data"].filename),
        )
        return pair(names, data), (Finding(said),)
    if not tables:
        raise _nothing()
    raise ReadingError(
        "The zip archive holds {count} files that may be the table: {names}. Unpack it and "
        "choose one of them.",
        count=len(tables),
        names=quoted(", ".join(one.filename for one in tables)),
    )


def _tables(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Those that may be meant: by their names if one is named so, else all but what lies aside."""
    paths = [(PurePosixPath(one.filename), one) for one in members]
    files = [
        (path.suffix.lower(), one)
        for path, one in paths
        if path.parts and path.parts[0] != "__MACOSX" and not path.name.startswith(".")
    ]
    named = [one for kind, one in files if kind in _TABLES]
    described = [one for kind, one in files if kind == ".names"]
    if len(named) == 1 and len(described) <= 1:
        return [*named, *described] if named[0].filename.lower().endswith(".data") else named
    others = [one for kind, one in files if kind not in _ASIDE]
    return named or others or [one for _, one in files]


def _nothing() -> ReadingError:
    return ReadingError("The zip archive holds no file. Choose the table itself.")


def _broken(kind: str) -> ReadingError:
    return ReadingError(
        "The {kind} file is broken or not complete. Get or pack it again.", kind=kind
    )


def broken_spreadsheet() -> ReadingError:
    """What to do about a spreadsheet that ends in its middle, or is garbled."""
    return ReadingError(
        "The spreadsheet is broken or not complete. Open it in a spreadsheet program, save the "
        "table as .xlsx or CSV and choose that file."
    )


def _too_much(limit: int) -> ReadingError:
    return ReadingError(
        "Unpacked, the file has more than {limit} MB, and no more can be read. Leave out rows or "
        "columns.",
        limit=limit // MEGABYTE,
    )
