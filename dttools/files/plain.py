"""Plain text as a grid in a third of the time, by pyarrow where it is installed.

Plain are records of one line and one width whose quotation marks stand at the ends of cells.
Whatever else there is goes to the tokenizer, which gives the same grid of a plain text, only
later. Not done here: nothing is refused.
"""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np

from dtcore.progress import ShareProgress
from dttools.files.columns import TextColumn
from dttools.files.grid import Grid
from dttools.files.limits import Limits


def plain_grid(
    text: str, separator: str, first_line: int, progress: ShareProgress, limits: Limits
) -> Grid | None:
    """The grid of a plain text, or None if it is not plain or pyarrow is not there."""
    try:
        import pyarrow as pa
        from pyarrow import csv as arrow
    except ImportError:
        return None
    text = text.rstrip("\n")
    width = text.split("\n", 1)[0].count(separator) + 1
    rows = text.count("\n") + 1
    if not (1 < width <= limits.columns and rows <= limits.rows and _is_plain(text, separator)):
        return None
    content = text.encode()
    if not _ends_cells(content, separator):
        return None
    progress(0.3)
    names = [str(at) for at in range(width)]
    text_of_few = pa.dictionary(pa.int32(), pa.string())
    try:
        table = arrow.read_csv(
            io.BytesIO(content),
            arrow.ReadOptions(use_threads=False, column_names=names),
            arrow.ParseOptions(delimiter=separator, ignore_empty_lines=False),
            arrow.ConvertOptions(
                column_types=dict.fromkeys(names, text_of_few), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return None
    if len(table) != rows:
        return None
    columns = []
    for at, name in enumerate(names):
        progress(0.6 + 0.4 * at / width)
        columns.append(_column(at, table[name]))
    return Grid(tuple(columns), range(first_line, first_line + rows), widths=np.full(rows, width))


def _is_plain(text: str, separator: str) -> bool:
    if not separator.isascii() or separator in " \\" or "\n\n" in text or text[:1] in ("", "\n"):
        return False
    # Blanks before a cell go, which only the tokenizer knows.
    if text[0] == " " or "\n " in text:
        return False
    return max(map(len, text.split("\n"))) < csv.field_size_limit()


def _ends_cells(content: bytes, separator: str) -> bool:
    """Whether each quotation mark opens a cell or closes it, one after the other, and blanks
    behind a separator stand between them."""
    letters = np.frombuffer(content, np.uint8)
    marks = np.flatnonzero(letters == ord('"'))
    ends = np.zeros(256, dtype=bool)
    ends[[ord(separator), ord("\n")]] = True
    before = (marks == 0) | ends[letters[np.maximum(marks - 1, 0)]]
    last = len(letters) - 1
    behind = (marks == last) | ends[letters[np.minimum(marks + 1, last)]]
    if len(marks) % 2 or not (before[::2].all() and behind[1::2].all()):
        return False
    blank = np.flatnonzero((letters[:-1] == ord(separator)) & (letters[1:] == ord(" ")))
    return bool((np.searchsorted(marks, blank) % 2).all())


def _column(at: int, cells: Any) -> TextColumn:
    chunks = cells.unify_dictionaries().chunks
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in chunks])
    return TextColumn(at + 1, "", codes, tuple(chunks[0].dictionary.to_pylist()))
