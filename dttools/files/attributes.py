"""Columns that a file declares before its rows: ARFF's attributes, and those of C4.5's .names.

Not done here: how each of them writes a declaration and a row (``arff``, ``c45``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from dtcore.errors import ReadingError
from dttools.files.cell_text import written
from dttools.files.cells import number
from dttools.files.columns import TextColumn
from dttools.files.grid import Grid
from dttools.files.quoting import quoted

MISSING: Final = frozenset(("", "?"))
_NUMERIC: Final = frozenset(("numeric", "real", "integer", "continuous"))


@dataclass(frozen=True)
class Attribute:
    """A column as it is declared in ``line``: ``kind`` is a word of the format, or "" where its
    levels are listed."""

    name: str
    kind: str
    line: int
    levels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rows:
    """The cells of each row, and where it stands in ``file``, as one calls that in a sentence."""

    file: str
    lines: list[int]
    cells: list[Sequence[str]]


def levels(values: Sequence[str], name: str, line: int, file: str) -> tuple[str, ...]:
    """The listed values. Raises ``ReadingError`` where there are none, or one stands twice."""
    if not values or "" in values or len(set(values)) < len(values):
        raise ReadingError(
            "The values of “{name}” in line {line} of the {file} file are empty or repeat "
            "themselves. List each value once.",
            name=quoted(name),
            line=line,
            file=file,
        )
    return tuple(values)


def refuse_repeated(attributes: Iterable[Attribute], file: str) -> None:
    """Raise ``ReadingError`` where two attributes have one name."""
    known = set[str]()
    for one in attributes:
        if one.name in known:
            raise ReadingError(
                "The {file} file declares “{name}” twice (line {line}). Give each attribute a "
                "name of its own.",
                file=file,
                name=quoted(one.name),
                line=one.line,
            )
        known.add(one.name)


def declared_grid(attributes: Sequence[Attribute], order: Sequence[int], rows: Rows) -> Grid:
    """The columns at these places of the rows, in this order, with names and levels. Raises
    ``ReadingError`` for a cell that is not as declared."""
    columns = tuple(_column(at, attributes[at], rows) for at in order)
    listed = {one.name: one.levels for one in map(attributes.__getitem__, order) if one.levels}
    return Grid(columns, rows.lines, tuple(one.name for one in columns), listed, MISSING)


def _column(at: int, attribute: Attribute, rows: Rows) -> TextColumn:
    codes, found = pd.factorize(np.array([row[at] for row in rows.cells], dtype=object))
    raw = [_number(cell) if attribute.kind in _NUMERIC else cell for cell in found]
    known = {*attribute.levels, *MISSING}
    for code, cell in enumerate(raw):
        if cell is None or (attribute.levels and cell not in known):
            line = rows.lines[int(np.argmax(codes == code))]
            raise _strange(found[code], line, attribute, rows.file)
    merged, distinct = pd.factorize(np.array(raw, dtype=object))
    return TextColumn(at + 1, attribute.name, merged[codes], tuple(distinct))


def _strange(value: str, line: int, attribute: Attribute, file: str) -> ReadingError:
    said = (
        "“{value}” in line {line} of the {file} file is none of the values listed for “{name}”. "
        "Correct it, or add it to the list."
        if attribute.levels
        else "“{value}” in line {line} of the {file} file is no number, but “{name}” is declared "
        "as one. Correct it, or change what is declared."
    )
    return ReadingError(
        said, value=quoted(value), line=line, file=file, name=quoted(attribute.name)
    )


def _number(cell: str) -> str | None:
    """The number of a numeric attribute as a cell, None where there is none."""
    if cell in MISSING or number(cell, ".") is not None:
        return cell
    try:
        value = float(cell)
    except ValueError:
        return None
    return written(value) if math.isfinite(value) else None
