"""Compound files, in which old Excel keeps its workbook and new Excel what it encrypts.

Source: [MS-CFB], Compound File Binary File Format. Not done here: short streams (below 4,096
bytes), which are kept elsewhere in the file: Excel writes no workbook as short as that.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_LAST: Final = 0xFFFFFFFA
_ENTRY: Final = 128
_LISTED_IN_HEADER: Final = 109
_SHORT: Final = 4096


class Compound:
    """A compound file as a folder of named streams. Raises ``ValueError`` where it is broken."""

    def __init__(self, content: bytes) -> None:
        try:
            (shift,) = struct.unpack_from("<H", content, 30)
            if not content.startswith(MAGIC) or shift not in (9, 12):
                raise ValueError("no compound file")
            self._content, self._sector = content, 1 << shift
            self._table = self._allocation()
            (first,) = struct.unpack_from("<I", content, 48)
            self._entries = dict(self._directory(self._chain(first)))
        except (struct.error, IndexError):
            raise ValueError("a broken compound file") from None

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._entries)

    def stream(self, name: str) -> bytes:
        """What is under a name, up to a whole sector."""
        start, size = self._entries[name]
        if size < _SHORT:
            raise ValueError("a short stream")
        try:
            return self._chain(start)
        except IndexError:
            raise ValueError("a chain that leads out of the file") from None

    def _at(self, sector: int) -> bytes:
        start = (sector + 1) * self._sector
        return self._content[start : start + self._sector]

    def _allocation(self) -> tuple[int, ...]:
        """For each sector the one that follows it."""
        numbers = struct.Struct(f"<{self._sector // 4}I")
        listed = list(struct.unpack_from(f"<{_LISTED_IN_HEADER}I", self._content, 76))
        following, _ = struct.unpack_from("<II", self._content, 68)
        seen = 0
        while following < _LAST and seen * self._sector <= len(self._content):
            *more, following = numbers.unpack(self._at(following))
            listed += more
            seen += 1
        return tuple(
            number
            for sector in listed
            if sector < _LAST
            for number in numbers.unpack(self._at(sector))
        )

    def _chain(self, sector: int) -> bytes:
        result: list[bytes] = []
        while sector < _LAST:
            result.append(self._at(sector))
            if len(result) * self._sector > len(self._content):
                raise ValueError("a chain that closes upon itself")
            sector = self._table[sector]
        return b"".join(result)

    @staticmethod
    def _directory(content: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
        for at in range(0, len(content) - _ENTRY + 1, _ENTRY):
            (length,) = struct.unpack_from("<H", content, at + 64)
            name = content[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            start, size = struct.unpack_from("<II", content, at + 116)
            if name:
                yield name, (start, size)
