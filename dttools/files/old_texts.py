"""How long the texts of an .xls are that its cells share, told by their table alone.

A text stands once in the table (SST) and may stand in a million cells, each of which a library
gives a copy. Not done here: no text is decoded.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
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
    """The bytes of the characters of each text, up to the end or to what makes no sense."""
    table, seams, at = b"".join(records), list(accumulate(map(len, records))), _COUNTS
    try:
        while True:
            (left, kind), at = struct.unpack_from("<HB", table, at), at + 3
            beside = 0
            for layout, flag, each in (("<H", _RICH, 4), ("<I", _EXTENDED, 1)):
                if kind & flag:
                    beside += each * struct.unpack_from(layout, table, at)[0]
                    at += struct.calcsize(layout)
            size, width = 0, 1 + (kind & _WIDE)
            # A text goes on in the next record, which says anew whether its characters are wide.
            while left > (here := (seams[bisect_right(seams, at)] - at) // width):
                left, size = left - here, size + here * width
                at = seams[bisect_right(seams, at)] + 1
                width = 1 + (table[at - 1] & _WIDE)
            at += left * width + beside
            if at > len(table):
                return
            yield size + left * width
    except (IndexError, struct.error):
        return
