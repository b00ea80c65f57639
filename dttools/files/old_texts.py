"""How long the texts of an .xls are that its cells share, told by their table alone.

A text stands once in the table (SST) and may stand in a million cells, each of which a library
gives a copy. Not done here: no text is decoded.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_COUNTS: Final = 8
_WIDE, _EXTENDED, _RICH = 1, 4, 8


def shared_bytes(records: Sequence[bytes], used: Mapping[int, int]) -> int:
    """The bytes of all texts, each as often as ``used`` says, by its place in the table.

    ``records`` are the table's, the first one with the counts before the texts. Where they make
    no sense, a text is taken to be as long as all of them.
    """
    sizes = list(_sizes(records))
    longest = sum(map(len, records))
    return sum(
        count * (sizes[place] if place < len(sizes) else longest) for place, count in used.items()
    )


def _sizes(records: Sequence[bytes]) -> Iterator[int]:
    table = _Table(records)
    try:
        while True:
            yield table.text()
    except (IndexError, struct.error):  # at its end, or where it makes no sense
        return


class _Table:
    """Where one is in the records, of which any may end within a text."""

    def __init__(self, records: Sequence[bytes]) -> None:
        self._rest = iter(records)
        self._record, self._at = next(self._rest, b""), _COUNTS

    def text(self) -> int:
        """Pass over a text; the bytes of its characters."""
        if self._at >= len(self._record):
            self._next()
        characters, kind = self._number("<H"), self._number("<B")
        beside = 4 * self._number("<H") if kind & _RICH else 0
        beside += self._number("<I") if kind & _EXTENDED else 0
        size = self._characters(characters, kind)
        self._pass(beside)
        return size

    def _characters(self, left: int, kind: int) -> int:
        """Each record says anew whether its characters are wide."""
        size = 0
        while True:
            width = 1 + (kind & _WIDE)
            here = min(left, (len(self._record) - self._at) // width)
            self._at += here * width
            size += here * width
            left -= here
            if not left:
                return size
            self._next()
            kind = self._number("<B")

    def _pass(self, left: int) -> None:
        while left > len(self._record) - self._at:
            left -= len(self._record) - self._at
            self._next()
        self._at += left

    def _number(self, layout: str) -> int:
        (value,) = struct.unpack_from(layout, self._record, self._at)
        self._at += struct.calcsize(layout)
        return int(value)

    def _next(self) -> None:
        self._record, self._at = next(self._rest, b""), 0
        if not self._record:
            raise IndexError
