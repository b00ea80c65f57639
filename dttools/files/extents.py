"""How far the sheets of a spreadsheet reach, found out before a library makes room for them.

Two cells in opposite corners are 17 thousand million cells to a library that keeps a sheet as a
rectangle, and a text that stands once in a file may stand in a million cells. What is counted
here is at least what calamine will hold. Not done here: no cell is read.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

_REFERENCE: Final = 11
# Each of these reads a tag once, from its beginning, and gives nothing back (``*+``): a tag with a
# thousand attributes takes no longer than a thousand tags.
_CELL: Final = re.compile(
    rb"""<(?:\w++:)?c\s(?:[^<>r]++|r(?!\s*+=\s*+["'][A-Za-z]{1,3}[0-9]{1,7}["'])|\Br)*+"""
    rb"""r\s*+=\s*+["']([A-Za-z]{1,3})([0-9]{1,7})["'][^<>]*+(?<!/)>\s*+<(?!/)"""
)
_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384
_WITHOUT_REFERENCE: Final = re.compile(rb"<(?:\w+:)?c(?:\s(?![^<>]*\br=)[^<>]*)?>")
# Spaces around the sign of equality: quickly found to be nowhere, then looked at closely.
_ODD: Final = tuple(
    pair for space in (b" ", b"\t", b"\n", b"\r") for pair in (b"r%s=" % space, b"r=%s" % space)
)
_ODD_REFERENCE: Final = re.compile(rb"<(?:[^<>r]++|r(?!\s++=|=\s)|\Br)*+r[^<>]*+>")
_SHARED: Final = re.compile(
    rb"""[<>](?:[^<>t]++|t(?!\s*+=\s*+["']s["'])|\Bt)*+t[^<>]*+>\s*+<(?:\w++:)?v>\s*+([0-9]{1,9})"""
)
_VALUE: Final = b"v>"
_STRING: Final = re.compile(rb"<(?:\w+:)?si\b")
_TAG: Final = re.compile(rb"<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])")
_REPEATED: Final = re.compile(
    rb"""number-(?:rows|columns)-repeated\s*+=\s*+["'](?:([0-9]{1,9})["'])?"""
)
# Blanks that a cell only counts: <text:s text:c="900000000"/>.
_SPACES: Final = re.compile(rb"""\btext:c\s*+=\s*+["'](?:([0-9]{1,9})["'])?""")


@dataclass(frozen=True)
class Extent:
    """The last row and column with a value, from 1; ``text`` is the bytes of all its texts."""

    rows: int
    columns: int
    text: int = 0

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def of_xlsx(xml: bytes, enough: int) -> Extent:
    """Of a sheet of an .xlsx: cells without a value count only up to ``enough`` cells.

    Raises ``ValueError`` where references are written as no program writes them.
    """
    if any(odd in xml for odd in _ODD) and _ODD_REFERENCE.search(xml):
        raise ValueError("no program writes a reference like that")
    extent = _referred(np.frombuffer(xml, dtype=np.uint8))
    if extent.rows > _LAST_ROW or extent.columns > _LAST_COLUMN:
        raise ValueError("a cell beyond the end of a sheet")
    if extent.cells <= enough or _WITHOUT_REFERENCE.search(xml):
        return extent
    places = [(_column_number(letters), int(row)) for letters, row in _CELL.findall(xml)]
    columns, rows = zip(*places, strict=True) if places else ((0,), (0,))
    return Extent(max(rows), max(columns))


def _referred(xml: NDArray[np.uint8]) -> Extent:
    """The farthest row and column that any r="AB12" names, blank cells included."""
    quote = (xml[2:] == ord('"')) | (xml[2:] == ord("'"))
    found = np.flatnonzero((xml[:-2] == ord("r")) & (xml[1:-1] == ord("=")) & quote)
    # Behind a space, unlike xmlns:r="http://…".
    found = found[xml[found - 1] <= ord(" ")] + 3
    if not len(found):
        return Extent(0, 0)
    padded = np.concatenate([xml, np.zeros(_REFERENCE, dtype=np.uint8)])
    row = np.zeros(len(found), dtype=np.intp)
    column = np.zeros(len(found), dtype=np.intp)
    for at in range(_REFERENCE):
        sign = padded[found + at].astype(np.intp)
        letter = ((sign | 32) >= ord("a")) & ((sign | 32) <= ord("z")) & (row == 0)
        digit = (sign >= ord("0")) & (sign <= ord("9"))
        column = np.where(letter, column * 26 + (sign | 32) - ord("a") + 1, column)
        row = np.where(digit, row * 10 + sign - ord("0"), row)
        # What stands behind the closing quote belongs to something else.
        found = np.where(letter | digit, found, len(xml))
    return Extent(int(row.max()), int(column.max()))


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def shared_text(sheets: Sequence[bytes], strings: bytes, enough: int) -> int:
    """The bytes of all shared texts of an .xlsx, each as often as a cell has it, at most.

    Which cell has which is looked at only where the longest in every cell were over ``enough``.
    """
    starts = [one.start() for one in _STRING.finditer(strings)]
    lengths = [after - before for before, after in pairwise([*starts, len(strings)])]
    bound = max(lengths, default=0) * sum(xml.count(_VALUE) for xml in sheets)
    if bound <= enough:
        return bound
    used: Counter[bytes] = Counter()
    for xml in sheets:
        used.update(_SHARED.findall(xml))
    known = ((int(index), count) for index, count in used.items())
    return sum(lengths[index] * count for index, count in known if index < len(lengths))


def of_ods(xml: bytes) -> Extent:
    """Of all sheets of an .ods together, laid one below the other.

    Raises ``ValueError`` where a count is written as no program writes it.
    """
    row = rows = columns = text = 0
    high, column = 0, 0
    for tag, after in pairwise([*_TAG.finditer(xml), None]):
        assert tag is not None
        kind, inside = tag[1], xml[tag.end() : after.start() if after else len(xml)]
        if kind == b"table":
            row, high, column = rows, 0, 0
        elif kind == b"table-row":
            row += high
            high, column = times(inside), 0
        else:
            again = times(inside)
            column += again
            said = inside.partition(b">")[0]
            if not said.endswith(b"/") or b"office:" in said:
                rows, columns = max(rows, row + high), max(columns, column)
                spaces = sum(map(_count, _SPACES.findall(inside)))
                text += (len(inside) + spaces) * again * high
    return Extent(rows, columns, text)


def times(inside: bytes) -> int:
    """How often a row, column or cell of an .ods stands there. Raises ``ValueError``."""
    repeated = _REPEATED.search(inside)
    return _count(repeated[1]) if repeated else 1


def _count(digits: bytes | None) -> int:
    if not digits:
        raise ValueError("no program writes a count like that")
    return int(digits)


# Of a BIFF record with a value: NUMBER, RK, LABEL, LABELSST, RSTRING, FORMULA, BOOLERR, ... in
# the numbers of all versions; MULRK is a run of cells.
_VALUES: Final = frozenset(
    (0x02, 0x03, 0x04, 0x05, 0x06, 0x7E, 0xD6, 0xFD, 0x203, 0x204, 0x205, 0x206, 0x27E, 0x406)
)
_RUN: Final = 0x00BD
_DIMENSIONS: Final = 0x0200
_STRINGS: Final = 0x00FC
_CONTINUED: Final = 0x003C
_SHARED_CELL: Final = 0x00FD
_MOST_ROWS: Final = 65_536
_MOST_COLUMNS: Final = 256
_BEGIN: Final = frozenset((0x0009, 0x0209, 0x0409, 0x0809))


def of_xls(stream: bytes) -> Extent:
    """Of all sheets of an .xls together, laid one below the other.

    Raises ``ValueError`` where a record says more than its format allows.
    """
    above = rows = columns = before = 0
    texts: list[bytes] = []
    used: Counter[int] = Counter()
    for kind, start, size in records(stream):
        if kind in _VALUES and size >= 4:
            row, column = struct.unpack_from("<HH", stream, start)
            if kind == _SHARED_CELL and size >= 10:
                used[struct.unpack_from("<I", stream, start + 6)[0]] += 1
        elif kind == _RUN and size >= 6:
            row = struct.unpack_from("<H", stream, start)[0]
            column = struct.unpack_from("<H", stream, start + size - 2)[0]
        else:
            if kind in _BEGIN:
                above, rows = above + rows, 0
            _refuse_boast(kind, stream[start : start + min(size, 14)], len(stream))
            before = _STRINGS if kind == _CONTINUED and before == _STRINGS else kind
            if before == _STRINGS:
                texts.append(stream[start : start + size])
            continue
        rows, columns = max(rows, row + 1), max(columns, column + 1)
    if columns > _MOST_COLUMNS:
        raise ValueError("a cell beyond the end of a sheet")
    return Extent(above + rows, columns, shared_bytes(texts, used))


def _refuse_boast(kind: int, record: bytes, length: int) -> None:
    """Raise ``ValueError`` where a record says that room is needed for more than there can be.

    calamine makes that room, and where there is none the whole process ends.
    """
    if kind == _DIMENSIONS and len(record) >= 8:
        layout = "<IIHH" if len(record) >= 14 else "<HHHH"
        top, bottom, left, right = struct.unpack_from(layout, record)
        within = top <= bottom <= _MOST_ROWS and left <= right <= _MOST_COLUMNS
        if not within:
            raise ValueError("a sheet beyond its format")
    if kind == _STRINGS and len(record) >= 8 and max(struct.unpack_from("<II", record)) > length:
        raise ValueError("more texts than bytes")


def records(stream: bytes, at: int = 0) -> Iterator[tuple[int, int, int]]:
    """From ``at`` on, each record's kind, where its content begins, and its size."""
    header = struct.Struct("<HH")
    while at + 4 <= len(stream):
        kind, size = header.unpack_from(stream, at)
        yield kind, at + 4, min(size, len(stream) - at - 4)
        at += 4 + size


# How long the texts of an .xls are that its cells share, told by their table (SST) alone: a text
# stands there once and may stand in a million cells, each of which a library gives a copy.

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
