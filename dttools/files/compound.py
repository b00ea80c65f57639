"""Compound files, in which old Excel keeps its workbook and new Excel what it encrypts.

Source: [MS-CFB], Compound File Binary File Format: a small file system of sectors and chains,
and within one of its streams a second one for whatever is short. Not done here: storages within
storages are not told apart, since a workbook is at the top.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_LAST: Final = 0xFFFFFFFA
_ENTRY: Final = 128
_LISTED_IN_HEADER: Final = 109
_SHORT: Final = 4096
_SHORT_SECTOR: Final = 64


class Compound:
    """A compound file as a folder of named streams. Raises ``ValueError`` where it is broken."""

    def __init__(self, content: bytes) -> None:
        try:
            (shift,) = struct.unpack_from("<H", content, 30)
            if not content.startswith(MAGIC) or shift not in (9, 12):
                raise ValueError("no compound file")
            self._content, self._sector = content, 1 << shift
            self._next = self._allocation()
            first, short = struct.unpack_from("<I8xI", content, 48)
            self._entries = list(_directory(self._chain(first)))
            self._next_short = _numbers(self._chain(short))
        except (struct.error, IndexError):
            raise ValueError("a broken compound file") from None

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _, _ in self._entries)

    def stream(self, name: str) -> bytes:
        """What is under a name, up to a whole sector."""
        _, start, size = next(one for one in self._entries if one[0] == name)
        try:
            if size >= _SHORT:
                return self._chain(start)
            # The first entry, the root, has all the short streams.
            short = self._chain(self._entries[0][1])
            return _chained(short, 0, _SHORT_SECTOR, self._next_short, start)
        except IndexError:
            raise ValueError("a chain that leads out of the file") from None

    def _allocation(self) -> Sequence[int]:
        """For each sector the one that follows it."""
        listed = list(struct.unpack_from(f"<{_LISTED_IN_HEADER}I", self._content, 76))
        (following,) = struct.unpack_from("<I", self._content, 68)
        seen = 0
        while following < _LAST and seen * self._sector <= len(self._content):
            *more, following = _numbers(self._at(following))
            listed += more
            seen += 1
        return _numbers(b"".join(self._at(sector) for sector in listed if sector < _LAST))

    def _at(self, sector: int) -> bytes:
        start = (sector + 1) * self._sector
        return self._content[start : start + self._sector]

    def _chain(self, sector: int) -> bytes:
        return _chained(self._content, self._sector, self._sector, self._next, sector)


def _numbers(content: bytes) -> Sequence[int]:
    return struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4])


def _chained(content: bytes, begin: int, size: int, following: Sequence[int], first: int) -> bytes:
    """The sectors of a chain; sector 0 begins at ``begin``."""
    result: list[bytes] = []
    while first < _LAST:
        start = begin + first * size
        result.append(content[start : start + size])
        if len(result) * size > len(content):
            raise ValueError("a chain that closes upon itself")
        first = following[first]
    return b"".join(result)


def _directory(content: bytes) -> Iterator[tuple[str, int, int]]:
    """Each entry's name, first sector and size."""
    for at in range(0, len(content) - _ENTRY + 1, _ENTRY):
        (length,) = struct.unpack_from("<H", content, at + 64)
        name = content[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
        start, size = struct.unpack_from("<II", content, at + 116)
        yield name, start, size
