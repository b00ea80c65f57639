"""A picture with where it comes from inside: lines of text that its viewers pass over."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence
from html import escape
from typing import Final

from dttools import export

IHDR_END: Final = 33
"""Of a PNG: eight bytes of signature, then its first chunk."""


def signed(picture: bytes, form: str, lines: Sequence[str]) -> bytes:
    """``form``: "dot", "svg", "png" or "pdf"; a picture of another make stays as it is."""
    return {"dot": _dot, "svg": _svg, "png": _png, "pdf": _pdf}[form](picture, lines)


def _dot(picture: bytes, lines: Sequence[str]) -> bytes:
    return export.with_origin(picture.decode(), "dot", lines).encode()


def _svg(picture: bytes, lines: Sequence[str]) -> bytes:
    told = f"\n<desc>{escape(chr(10).join(lines))}</desc>".encode()
    return re.sub(rb"<svg[^>]*>", lambda opened: opened[0] + told, picture, count=1)


def _png(picture: bytes, lines: Sequence[str]) -> bytes:
    """With a chunk of international text after the first."""
    data = b"iTXt" + b"Description\0\0\0\0\0" + "\n".join(lines).encode()
    chunk = struct.pack(">I", len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))
    return picture[:IHDR_END] + chunk + picture[IHDR_END:]


def _pdf(picture: bytes, lines: Sequence[str]) -> bytes:
    """With a title and a subject, as an update at the end (PDF 1.7, §7.5.6)."""
    trailer = re.search(
        rb"trailer\s*<<\s*/Size (\d+)\s*/Root (\d+ 0 R)\s*/Info (\d+) 0 R\s*>>\s*"
        rb"startxref\s*(\d+)\s*%%EOF\s*$",
        picture,
    )
    if trailer is None:
        return picture
    size, root, info, before = trailer.groups()
    title, subject = (f"FEFF{line.encode('utf-16-be').hex()}".encode() for line in lines)
    start = len(picture)
    told = b"%s 0 obj\n<< /Title <%s> /Subject <%s> >>\nendobj\n" % (info, title, subject)
    table = b"xref\n%s 1\n%010d 00000 n \n" % (info, start)
    ends = b"trailer\n<< /Size %s /Root %s /Info %s 0 R /Prev %s >>\n" % (size, root, info, before)
    return b"%s%s%s%sstartxref\n%d\n%%%%EOF\n" % (picture, told, table, ends, start + len(told))
