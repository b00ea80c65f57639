"""Parquet by pyarrow: exact numbers, texts, levels of dictionaries in their order.

What a file says of itself (rows, columns, bytes unpacked) is checked before any of it is
read. Not done here: nothing is flattened; columns of lists, maps or records are refused.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.cell_text import written
from dttools.files.columns import TextColumn
from dttools.files.grid import Finding, Grid
from dttools.files.limits import MEGABYTE, Limits, refuse_many, refuse_wide
from dttools.files.quoting import quoted

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

MAGIC: Final = b"PAR1"
MISSING: Final = frozenset(("",))
"""A null is written as an empty text: "NA" and "?" are texts here like others."""

# Columns pack well: a table that is 10 MB of text is often 1 MB of Parquet.
_UNPACKED: Final = 8
_MOST_DISTINCT: Final = 1_500_000
_TEXTS: Final = ("string", "large_string", "binary", "large_binary")
_ROW_NUMBERS: Final = "__index_level_0__"


def grid(content: bytes, limits: Limits) -> tuple[Grid, tuple[Finding, ...]]:
    """The table of a Parquet file, and what there is to tell of it.

    Raises ``ReadingError`` for a broken file, for what is beyond the limits and for columns of
    lists, maps, records or bytes.
    """
    table, stated = _table(content, limits)
    story: list[Finding] = []
    if _numbers_rows(table):
        table = table.drop_columns([_ROW_NUMBERS])
        story.append(Finding(Sentence("The row numbers that pandas added were left out.")))
    names = tuple(name or f"column {at}" for at, name in enumerate(table.column_names, start=1))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ReadingError(
            "Two columns of the Parquet file are called “{name}”. Give them different names.",
            name=quoted(twice),
        )
    encoded = [_encoded(name, table.column(at)) for at, name in enumerate(names)]
    _refuse_variety(encoded)
    columns = [_column(at + 1, name, encoded[at]) for at, name in enumerate(names)]
    levels = {name: _levels(table.column(at)) for at, name in enumerate(names) if name in stated}
    story += _of_durations(table)
    return Grid(tuple(columns), range(1, table.num_rows + 1), names, levels, MISSING), tuple(story)


def _table(content: bytes, limits: Limits) -> tuple[pa.Table, set[str]]:
    """The table, and the names of the columns that the file states to be levels."""
    try:
        # Heavy to import, and Streamlit brings it along.
        import pyarrow.parquet as pq
    except ImportError:
        raise ReadingError(
            "Parquet is read by a library that is not installed. Install pyarrow, or save the "
            "table as CSV."
        ) from None
    try:
        file = pq.ParquetFile(io.BytesIO(content))
        metadata, schema = file.metadata, file.schema_arrow
    # What pyarrow raises for a broken file is not bounded by its own exceptions.
    except Exception:
        raise _broken() from None
    _refuse_size(metadata, limits)
    texts = _texts(schema)
    try:
        # A long text that stands in every row is kept once, as the file keeps it.
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        table = file.read(use_threads=False)
        # Of a broken file, a row may point beyond the values that there are.
        table.validate(full=True)
    except MemoryError:
        raise
    except Exception:
        raise _broken() from None
    return table, {field.name for field in schema if _value_type(field.type) != field.type}


def _refuse_size(metadata: pq.FileMetaData, limits: Limits) -> None:
    rows, columns = metadata.num_rows, metadata.num_columns
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    size = sum(max(0, group.total_byte_size) for group in groups)
    refuse_wide(limits, columns)
    refuse_many(limits, columns, rows, "Parquet")
    if size > _UNPACKED * limits.bytes:
        raise ReadingError(
            "Unpacked, the Parquet file has {size} MB, and at most {limit} MB can be read. Leave "
            "out rows or columns.",
            size=size // MEGABYTE,
            limit=_UNPACKED * limits.megabytes,
        )
    if rows < 0 or not columns:
        raise _broken()


def _texts(schema: pa.Schema) -> list[str]:
    """The columns of text. Raises ``ReadingError`` for a column that holds no single values."""
    kinds = {field.name: _value_type(field.type) for field in schema}
    for name, kind in kinds.items():
        if kind.num_fields or str(kind).startswith("fixed_size_binary"):
            raise ReadingError(
                "The column “{name}” of the Parquet file holds {kind} instead of single values. "
                "Leave the column out, or put its parts into columns of their own.",
                name=quoted(name),
                kind=quoted(str(kind)),
            )
    return [name for name, kind in kinds.items() if str(kind) in _TEXTS]


def _value_type(kind: pa.DataType) -> pa.DataType:
    return getattr(kind, "value_type", kind) if str(kind).startswith("dictionary") else kind


def _numbers_rows(table: pa.Table) -> bool:
    """Whether pandas kept an index without a name, and it only numbers the rows."""
    try:
        said = json.loads((table.schema.metadata or {}).get(b"pandas", b"{}"))
        kept = said.get("index_columns", [])
    except (ValueError, AttributeError):
        return False
    if kept != [_ROW_NUMBERS] or table.column_names.count(_ROW_NUMBERS) != 1:
        return False
    return str(table.schema.field(_ROW_NUMBERS).type).startswith(("int", "uint"))


def _levels(column: pa.ChunkedArray) -> tuple[str, ...]:
    """The texts of a dictionary, in its order."""
    chunks = [chunk.dictionary.to_pylist() for chunk in column.chunks]
    listed = [written(level) for levels in chunks for level in levels]
    return tuple(dict.fromkeys(level for level in listed if level))


def _of_durations(table: pa.Table) -> Iterator[Finding]:
    for field in table.schema:
        if str(field.type).startswith("duration"):
            said = Sentence("The durations in “{name}” are read in seconds.", name=field.name)
            yield Finding(said)


def _encoded(name: str, column: pa.ChunkedArray) -> pa.DictionaryArray:
    """The column as its distinct values and, for each row, which of them it has."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        if pa.types.is_timestamp(column.type) and column.type.tz:
            column = pc.local_timestamp(column)
        if pa.types.is_duration(column.type):
            column = pc.divide(pc.cast(pc.cast(column, pa.duration("us")), "int64"), 1e6)
        whole = column.combine_chunks()
        if isinstance(whole, pa.ChunkedArray):
            whole = whole.chunk(0) if whole.num_chunks else pa.array([], column.type)
        return whole if isinstance(whole, pa.DictionaryArray) else whole.dictionary_encode()
    except Exception:
        raise _no_values(name, column.type) from None


def _refuse_variety(encoded: Sequence[pa.DictionaryArray]) -> None:
    """Counting up takes no room in Parquet, and all the more time and memory here."""
    distinct = sum(len(one.dictionary) for one in encoded)
    if distinct > _MOST_DISTINCT:
        raise ReadingError(
            "The columns of the Parquet file have {count:,} different values, and at most "
            "{limit:,} can be read. Leave out rows, or columns that only number them.",
            count=distinct,
            limit=_MOST_DISTINCT,
        )


def _column(position: int, name: str, encoded: pa.DictionaryArray) -> TextColumn:
    try:
        texts = np.array([*map(written, encoded.dictionary.to_pylist()), ""], dtype=object)
    except Exception:
        raise _no_values(name, encoded.type.value_type) from None
    # A null among the texts of a dictionary is a null too.
    codes = np.asarray(encoded.indices.fill_null(len(texts) - 1))
    merged, distinct = pd.factorize(texts)
    used, again = np.unique(merged[codes], return_inverse=True)
    return TextColumn(position, name, again, tuple(distinct[used]))


def _no_values(name: str, kind: pa.DataType) -> ReadingError:
    return ReadingError(
        "The column “{name}” of the Parquet file holds {kind}, which is no text. Leave the "
        "column out, or save the table as CSV.",
        name=quoted(name),
        kind=quoted(str(kind)),
    )


def _broken() -> ReadingError:
    return ReadingError(
        "The Parquet file is broken or not complete. Get it again, or save the table as CSV."
    )
