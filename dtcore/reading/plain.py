"""Plain text as a grid in a tenth of the time, by pyarrow where it is installed.

Plain are records of one line and one width whose quotation marks stand at the ends of cells.
Whatever else there is goes to the tokenizer, which gives the same grid of a plain text, only
later. Not done here: nothing is refused.
"""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np

from dtcore.reading.columns import TextColumn
from dtcore.reading.grid import Grid, Limits


def plain_grid(text: str, separator: str, first_line: int, limits: Limits) -> Grid | None:
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
    names = [str(at) for at in range(width)]
    text_of_few = pa.dictionary(pa.int32(), pa.string())
    try:
        table = arrow.read_csv(
            io.BytesIO(text.encode()),
            arrow.ReadOptions(use_threads=False, column_names=names),
            arrow.ParseOptions(delimiter=separator, ignore_empty_lines=False),
            arrow.ConvertOptions(
                column_types=dict.fromkeys(names, text_of_few), strings_can_be_null=False
            ),
        )
    except (pa.ArrowInvalid, UnicodeEncodeError):
        return None
    if len(table) != rows:
        return None
    columns = tuple(_column(at, table[name]) for at, name in enumerate(names))
    return Grid(columns, range(first_line, first_line + rows), widths=np.full(rows, width))


def _is_plain(text: str, separator: str) -> bool:
    if not separator.isascii() or separator in " \\" or "\n\n" in text or text[:1] in ("", "\n"):
        return False
    # Blanks before a cell go, and a blank line is none, which only the tokenizer knows.
    if text[0] == " " or f"{separator} " in text or "\n " in text:
        return False
    if max(map(len, text.split("\n"))) >= csv.field_size_limit():
        return False
    marks = text.count('"')
    if not marks:
        return True
    before = text.count(f'{separator}"') + text.count('\n"') + (text[0] == '"')
    behind = text.count(f'"{separator}') + text.count('"\n') + (text[-1] == '"')
    return before == behind and before + behind == marks and '""' not in text


def _column(at: int, cells: Any) -> TextColumn:
    chunks = cells.unify_dictionaries().chunks
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in chunks])
    return TextColumn(at + 1, "", codes, tuple(chunks[0].dictionary.to_pylist()))
