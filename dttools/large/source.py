"""What can be opened: Parquet and CSV, one file or many, a DuckDB file, a table that Ibis reaches.

Not done here: nothing is read but names and types.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dtcore.errors import ReadingError
from dttools.large.texts import read_texts

DATABASES: Final = (".duckdb", ".ddb")
LIBRARIES: Final = frozenset({"duckdb", "ibis", "polars", "pyarrow", "pyspark", "sqlglot"})
FOLDERS: Final = re.compile(r"(?:[A-Za-z]:)?[/\\][^\s'\"]*[/\\]")
"""Of paths, which are nobody's business but the machine's."""
TEXTS: Final = (".csv", ".tsv", ".txt", ".csv.gz")


@dataclass(frozen=True, eq=False)
class Source:
    """``table`` is an expression of Ibis. ``signature`` changes when the files do, "" where nobody
    can tell; ``beside`` is where a copy is kept, None if it must be said."""

    name: str
    table: Any
    signature: str = ""
    beside: Path | None = None


def ibis() -> Any:
    """The library that asks databases. Raises ReadingError with what to install."""
    try:
        import duckdb  # noqa: F401
        import ibis
    except ImportError:
        raise ReadingError(
            "Tables larger than memory need Ibis and DuckDB, which are not installed. Run: "
            'pip install "ibis-framework[duckdb]<13" "duckdb<2"'
        ) from None
    return ibis


def engine(url: str) -> Any:
    """A connection to what counts: "duckdb://", "polars://", "pyspark://"."""
    return ibis().connect(url)


def source_of(given: Any, table: str | None = None) -> Source:
    """``given`` is a path, a pattern such as ``parts/*.parquet``, an address such as
    ``postgres://host/db`` or an expression of Ibis; ``table`` is the name of one within a
    database. Raises ReadingError."""
    if not isinstance(given, str | Path):
        return Source("table", given)
    text = str(given)
    if "://" in text:
        database = engine(text)
        name = _named(database, table, text)
        return Source(name, database.table(name))
    files = sorted(_files(text))
    if not files:
        raise ReadingError("There is no file “{name}”. Check its name and folder.", name=text)
    marks = (f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
    path = Path(text)
    beside = path.parent if any(sign in path.name for sign in "*?[") else path
    with in_words(path.name):
        signature = "\n".join([table or "", *marks])
        return Source(path.name, _opened(files, table, text), signature, _apart(beside, table))


def _apart(beside: Path, table: str | None) -> Path:
    """Each table of a database has a copy of its own."""
    return beside.with_name(f"{beside.name}.{table}") if table else beside


def _files(text: str) -> Iterator[Path]:
    path = Path(text)
    if path.is_dir():
        yield from (file for file in path.rglob("*") if file.suffix in (".parquet", *TEXTS))
    else:
        yield from map(Path, [text] if path.is_file() else glob.glob(text))


def _opened(files: list[Path], table: str | None, name: str) -> Any:
    paths, kind = [str(file) for file in files], files[0].name.lower()
    con = engine("duckdb://")
    con.raw_sql("SET enable_external_file_cache = false")  # each page is read once a pass
    if kind.endswith(DATABASES):
        database = ibis().duckdb.connect(paths[0], read_only=True)
        return database.table(_named(database, table, name))
    if kind.endswith(TEXTS):
        return read_texts(con, files)
    return con.read_parquet(paths)


@contextmanager
def in_words(name: str) -> Iterator[None]:
    """Raises ReadingError for whatever a database says of a file that it cannot read."""
    try:
        yield
    except Exception as error:
        raise ReadingError(
            "“{name}” cannot be opened as a table: {reason}. Parquet, CSV and DuckDB files can.",
            name=name,
            reason=_reason(error),
        ) from error


@contextmanager
def while_counting() -> Iterator[None]:
    """As ``in_words``, of a table that was opened and is gone since."""
    try:
        yield
    except Exception as error:
        raise ReadingError(
            "The rows of this table cannot be counted any more: {reason}. Open the table again.",
            reason=_reason(error),
        ) from error


def _reason(error: Exception) -> str:
    """What a library says, without the folders of this machine. Raises other faults again."""
    if type(error).__module__.partition(".")[0].lstrip("_") not in LIBRARIES:
        raise error
    return FOLDERS.sub("", str(error).strip().splitlines()[0]).rstrip(".")


def _named(database: Any, table: str | None, source: str) -> str:
    """The table that is meant: ``table``, or the only one there is."""
    if table:
        return table
    names: list[str] = sorted(database.list_tables())
    if len(names) == 1:
        return names[0]
    raise ReadingError(
        "“{name}” holds these tables: {tables}. Say which one is meant: table=…, or on the command "
        "line --table.",
        name=source,
        tables=", ".join(names),
    )
