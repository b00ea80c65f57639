"""Large texts are read as small ones are: their first lines say how (``dttools.files``).

Not done here: what the rest of the file holds, which the database finds out.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from dtcore.errors import ReadingError
from dttools.files import MISSING, Limits, read

CELLS: Final = ("BIGINT", "DOUBLE", "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "VARCHAR")
"""What cells of a text may be. Not Boolean: Yes and No stay the words that they are."""
FIRST: Final = 1 << 20
"""Bytes that are looked at."""
LIMITS: Final = Limits(columns=10_000, least_rows=1, least_columns=1)
ENCODINGS: Final = {
    "utf-8": "utf-8",
    "ascii": "utf-8",
    "utf-16-le": "utf-16",
    "latin-1": "latin-1",
    "cp1252": "latin-1",
}
"""What DuckDB reads without an extension, by Python's names."""


def read_texts(con: Any, files: Sequence[Path]) -> Any:
    """The table in files that are written alike, as an expression of Ibis. Raises ReadingError."""
    first = read(_first_lines(files[0]), limits=LIMITS)
    said = first.dialect
    if said is None or said.encoding not in ENCODINGS:
        raise ReadingError(
            "“{name}” is not a text in UTF-8, UTF-16 or Latin-1, and a large table has to be. "
            "Save it as UTF-8.",
            name=files[0].name,
        )
    how = {
        "auto_type_candidates": [*CELLS],
        "nullstr": sorted(MISSING),
        "sep": said.separator,
        "decimal_separator": said.decimal,
        "skip": said.preamble,
        "header": bool(first.header),
        "encoding": ENCODINGS[said.encoding],
    }
    paths = [str(file) for file in files]
    table = con.read_csv(paths, **how)
    # codes such as 00123 stay the words that they are
    codes = {
        name: "string"
        for name, kind in table.schema().items()
        if kind.is_numeric() and name in first.frame and first.frame[name].dtype == object
    }
    return con.read_csv(paths, types=codes, **how) if codes else table


def _first_lines(file: Path) -> bytes:
    opener = gzip.open if file.suffix == ".gz" else open
    with opener(file, "rb") as text:
        content = text.read(FIRST)
        return content if len(content) < FIRST else content + text.readline()
