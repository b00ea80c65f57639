"""How much is read: what is beyond is refused with a sentence that says so.

Here are the limits that hold for every format; what a format needs beside them (cells of a
spreadsheet, bytes of Parquet unpacked) stands with it. Not done here: ``levels`` and ``classes``
are told by ``table`` and by whoever takes a target.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dtcore.errors import ReadingError

MEGABYTE: Final = 1024**2


@dataclass(frozen=True)
class Limits:
    """What a server reads at most; ``megabytes`` of a file, packed or not.

    ``least_rows`` and ``least_columns``: of fewer no tree can be grown; to be predicted, one of
    each is enough.
    """

    megabytes: int = 10
    rows: int = 1_000_000
    columns: int = 500
    levels: int = 10_000
    classes: int = 1_000
    least_rows: int = 2
    least_columns: int = 2

    @property
    def bytes(self) -> int:
        return self.megabytes * MEGABYTE

    @property
    def cells(self) -> int:
        """More than the bytes hold if all rows are of one width: only short rows under a long
        header come to more, and would fill the memory with nothing."""
        return self.megabytes * 1_200_000


LIMITS: Final = Limits()
_MOST_CELLS: Final = 6_000_000


def refuse_large(content: bytes, limits: Limits) -> None:
    """Raise ``ReadingError`` for a file of too many bytes."""
    if len(content) > limits.bytes:
        raise ReadingError(
            "The file is {size} MB, and at most {limit} MB can be read. Leave out rows or "
            "columns and upload it again.",
            size=math.ceil(len(content) / MEGABYTE * 10) / 10,
            limit=limits.megabytes,
        )


def no_memory() -> ReadingError:
    """For a file whose reading ended for want of memory, as far as one can tell."""
    return ReadingError(
        "The file could not be read to its end: most likely there is not enough memory for it. "
        "Leave out rows or columns, or save its table as CSV."
    )


def refuse_wide(limits: Limits, columns: int) -> None:
    """Raise ``ReadingError`` for a table of too many columns."""
    if columns > limits.columns:
        raise ReadingError(
            "The table has {columns:,} columns, and at most {limit} can be read. Keep the target "
            "and the columns that may say something about it.",
            columns=columns,
            limit=limits.columns,
        )


def refuse_beyond(limits: Limits, columns: int, rows: int) -> None:
    """Raise ``ReadingError`` where a grid grows too large."""
    refuse_wide(limits, columns)
    if rows > limits.rows:
        raise ReadingError(
            "The table has more than {limit:,} rows, and no more can be read. Leave out rows and "
            "upload it again.",
            limit=limits.rows,
        )
    if rows * columns > limits.cells:
        raise ReadingError(
            "A row has {columns} cells, and most of the others are much shorter. Check the "
            "separator and where the table begins.",
            columns=columns,
        )


def refuse_many(limits: Limits, columns: int, rows: int, file: str) -> None:
    """Raise ``ReadingError`` for more cells than fit: a ``file`` that says little, as sparse and
    repeated rows do, has them all in the end."""
    if rows > limits.rows or rows * columns > _MOST_CELLS:
        raise ReadingError(
            "The {file} file has {rows:,} rows of {columns} columns, and at most {limit:,} rows of "
            "this width can be read. Leave out rows or columns.",
            file=file,
            rows=rows,
            columns=columns,
            limit=min(limits.rows, _MOST_CELLS // max(1, columns)),
        )
