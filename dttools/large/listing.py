"""Which large tables a folder offers, by name: nothing outside of it, wherever links in it lead.

A table is a file, a folder of Parquet or CSV files, or a table of a DuckDB file. Not done here: no
table is read but for a first look at one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pandas as pd

from dttools.large.source import DATABASES, TEXTS, ibis, in_words, source_of

ENDINGS: Final = (".parquet", *TEXTS)
FIRST: Final = 1_000
"""Rows of a first look."""


@dataclass(frozen=True)
class ListedTable:
    """A table that can be opened: ``table`` is its name within the database at ``path``."""

    name: str
    path: Path
    table: str | None = None


def tables_in(folder: Path) -> Iterator[ListedTable]:
    """The tables that lie in ``folder`` itself, by name. Raises OSError if it cannot be read, and
    ReadingError where what opens them is not installed.

    Passed over is what leads out of the folder, what is hidden, and what a pattern of file names
    could mean, for a database would take it as one.
    """
    ibis()
    root = folder.resolve()
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or any(sign in path.name for sign in "*?[~"):
            continue
        if not all(_within(root, file) for file in (path, *_parts(path))):
            continue
        if path.name.lower().endswith(DATABASES):
            yield from (ListedTable(f"{path.name}~{name}", path, name) for name in _named_in(path))
        elif any(_parts(path)) or (path.is_file() and path.name.lower().endswith(ENDINGS)):
            yield ListedTable(path.name, path)


def first_rows(listed: ListedTable) -> pd.DataFrame:
    """A first look at a table. Raises ReadingError."""
    source = source_of(listed.path, listed.table)
    with in_words(listed.name):
        frame: pd.DataFrame = source.table.limit(FIRST).to_pandas()
    return frame


def _within(root: Path, path: Path) -> bool:
    return path.resolve().is_relative_to(root)


def _parts(path: Path) -> Iterator[Path]:
    """The files of a folder that are read as one table."""
    if path.is_dir():
        yield from (file for file in path.rglob("*") if file.name.lower().endswith(ENDINGS))


def _named_in(path: Path) -> list[str]:
    """The tables of a DuckDB file; none if it is no such file, or cannot be opened now."""
    try:
        connection = ibis().duckdb.connect(str(path), read_only=True)
    except Exception:  # whatever a database says of a file that it cannot read
        return []
    try:
        return [name for name in connection.list_tables() if "~" not in name and "/" not in name]
    finally:
        connection.disconnect()
