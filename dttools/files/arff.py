"""Weka's ARFF: names, kinds and levels from its header, the rows by liac-arff.

liac-arff reads the quotes, escapes and sparse rows of the data. Its header refuses what Weka
writes (dates, weights, tabs, names against a brace), so the header is read here and handed to it
as plain texts. Not done here: relational attributes; dates stay texts; weights are left out.
Source: waikato.github.io/weka-wiki/formats_and_processing/arff_stable.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Final

import numpy as np
import pandas as pd

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.cell_text import written
from dttools.files.cells import number
from dttools.files.columns import TextColumn
from dttools.files.encoding import decode, guess_encoding
from dttools.files.grid import Attribute, Finding, Grid
from dttools.files.limits import Limits, refuse_wide
from dttools.files.quoting import quoted

MARK: Final = re.compile(rb"(\s*%[^\r\n]*[\r\n])*\s*@relation\b", re.IGNORECASE)
MISSING: Final = frozenset(("", "?"))

_MOST_CELLS: Final = 6_000_000
_NUMERIC: Final = frozenset(("numeric", "real", "integer"))
_TEXT: Final = frozenset(("string", "date"))
_QUOTED: Final = r"'(?:[^'\\]++|\\.)*+'|\"(?:[^\"\\]++|\\.)*+\""
_ATTRIBUTE: Final = re.compile(
    rf"@attribute\s+(?P<name>{_QUOTED}|[^\s{{]+)"
    rf"(?:\s*\{{(?P<levels>(?:{_QUOTED}|[^'\"}}])*)\}}"
    rf"|\s+(?P<kind>[a-z]+)(?:\s+(?:{_QUOTED}|[^\s{{%'\"]+))*)"
    r"(?:\s*(?P<weight>\{[^}]*\}))?(?:\s*%.*)?",
    re.IGNORECASE,
)
_LEVEL: Final = re.compile(rf"\s*+(?:(?P<quoted>{_QUOTED})\s*+|(?P<plain>[^,'\"]*+))(?:,|\Z)")
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_SPECIAL: Final = re.compile(r"[\"'{}\\%]")
_PLAINLY_QUOTED: Final = re.compile(
    r"(?:'[^'\"{}\\%?]*' *|[^'\"{}\\%,]*)(?:, *'[^'\"{}\\%?]*' *|,[^'\"{}\\%,]*)*"
)
_PLAINLY_SPARSE: Final = re.compile(
    r"\{\s*(?:[0-9]{1,6}\s+[^\s'\"{}\\%,]+\s*(?:,\s*[0-9]{1,6}\s+[^\s'\"{}\\%,]+\s*)*)?\}"
)
_MOST_QUOTED: Final = 4_000_000
_QUOTE: Final = re.compile(r"[\"']")
_WEIGHT: Final = re.compile(r",\s*\{\s*[0-9.eE+-]+\s*\}\s*$")


@dataclass(frozen=True)
class Header:
    """What stands above ``@data``, which is in line ``line``."""

    attributes: tuple[Attribute, ...]
    line: int
    weights: bool = False


@dataclass(frozen=True)
class DataRows:
    """The cells below ``@data``, where each row stands, and how many had a weight."""

    lines: list[int]
    cells: list[Sequence[str]]
    weights: int


def grid(content: bytes, limits: Limits) -> tuple[Grid, tuple[Finding, ...]]:
    """The rows of an ARFF file with names and levels, and what there is to tell of them."""
    lines = decode(content, guess_encoding(content)).split("\n")
    header = _header(lines)
    refuse_wide(limits, len(header.attributes))
    rows = _rows(lines[header.line :], header, limits)
    columns = [_column(at, one, rows) for at, one in enumerate(header.attributes)]
    names = tuple(one.name for one in header.attributes)
    levels = {one.name: one.levels for one in header.attributes if one.levels}
    story = tuple(_story(levels, weights=bool(header.weights or rows.weights)))
    return Grid(tuple(columns), rows.lines, names, levels, MISSING), story


def _story(levels: dict[str, tuple[str, ...]], *, weights: bool) -> Iterator[Finding]:
    if levels:
        yield Finding(
            Sentence(
                "Columns that keep the order of their values in the ARFF file: {count}.",
                count=len(levels),
            )
        )
    if weights:
        yield Finding(Sentence("The weights in the ARFF file were left out."))


def _header(lines: Sequence[str]) -> Header:
    attributes: dict[str, Attribute] = {}
    weights = False
    for line, row in enumerate(lines, start=1):
        text = row.strip()
        word = text[:10].lower()
        if text.lower().partition("%")[0].strip() == "@data":
            if not attributes:
                break
            return Header(tuple(attributes.values()), line, weights)
        if word != "@attribute":
            continue
        found = _ATTRIBUTE.fullmatch(text)
        if not found:
            raise _no_attribute(line)
        attribute = _attribute(found, line)
        if attribute.name in attributes:
            raise ReadingError(
                "Line {line} of the ARFF file declares “{name}” again. Give each attribute a name "
                "of its own.",
                line=line,
                name=quoted(attribute.name),
            )
        attributes[attribute.name] = attribute
        weights = weights or bool(found["weight"])
    raise ReadingError(
        "The ARFF file declares no attributes or has no line “@data” below them. Get it again, or "
        "save the table as CSV."
    )


def _attribute(found: re.Match[str], line: int) -> Attribute:
    name = _unquoted(found["name"])
    if found["levels"] is not None:
        return Attribute(name, "", _levels(found["levels"], name, line))
    kind = found["kind"].lower()
    if kind not in _NUMERIC | _TEXT:
        raise ReadingError(
            "The attribute “{name}” in line {line} of the ARFF file is of the kind {kind}, which "
            "is not read here. Remove it in Weka.",
            name=quoted(name),
            line=line,
            kind=quoted(kind),
        )
    return Attribute(name, kind)


def _levels(text: str, name: str, line: int) -> tuple[str, ...]:
    result: list[str] = []
    at = 0
    while at < len(text):
        found = _LEVEL.match(text, at)
        if not found or found.end() == at:
            raise _no_attribute(line)
        level = found["plain"] if found["quoted"] is None else _unquoted(found["quoted"])
        result.append(" ".join(level.split()) if found["quoted"] is None else level)
        at = found.end()
    if not result or "" in result or len(set(result)) < len(result):
        raise ReadingError(
            "The values of “{name}” in line {line} of the ARFF file are empty or repeat "
            "themselves. List each value once.",
            name=quoted(name),
            line=line,
        )
    return tuple(result)


def _unquoted(text: str) -> str:
    if text[:1] not in ("'", '"'):
        return text
    return _ESCAPED.sub(lambda one: _ESCAPES.get(one[1], one[1]), text[1:-1])


def _no_attribute(line: int) -> ReadingError:
    return ReadingError(
        "Line {line} of the ARFF file is no attribute (such as “@attribute age numeric”). Put a "
        "name or value with spaces, commas or braces between quotation marks.",
        line=line,
    )


def _rows(below: Sequence[str], header: Header, limits: Limits) -> DataRows:
    """What stands below ``@data``, without blank lines and comments."""
    lines: list[int] = []
    found: list[str] = []
    weights = 0
    for line, text in enumerate(below, start=header.line + 1):
        row = text.strip()
        if not row or row.startswith("%"):
            continue
        if row.endswith("}") and (plain := _WEIGHT.sub("", row)) != row:
            row, weights = plain, weights + 1
        lines.append(line)
        found.append(row)
    width = len(header.attributes)
    if len(lines) > limits.rows or len(lines) * width > _MOST_CELLS:
        raise ReadingError(
            "The ARFF file has {rows:,} rows of {columns} columns, and at most "
            "{limit:,} rows of this width can be read. Leave out rows or columns.",
            rows=len(lines),
            columns=width,
            limit=min(limits.rows, _MOST_CELLS // width),
        )
    return DataRows(lines, list(_cells(found, lines, header)), weights)


def _cells(below: Sequence[str], lines: Sequence[int], header: Header) -> Iterator[Sequence[str]]:
    """Each row's cells, a missing one as "?"."""
    width = len(header.attributes)
    quoted_rows = _read([row for row in below if _SPECIAL.search(row)], header)
    for line, row in zip(lines, below, strict=True):
        if not _SPECIAL.search(row):
            # The plain rows, which are most, need no reader of quotes.
            cells: Sequence[str] = list(map(str.strip, row.split(",")))
        else:
            cells = _next(quoted_rows, line)
        if len(cells) != width:
            raise ReadingError(
                "Line {line} of the ARFF file has {cells} values, but {width} attributes are "
                "declared. Put a value that contains a comma between quotation marks.",
                line=line,
                cells=len(cells),
                width=width,
            )
        yield cells


def _next(rows: Iterator[Sequence[str]], line: int) -> Sequence[str]:
    try:
        return next(rows)
    except (MemoryError, ReadingError):
        raise
    # liac-arff raises errors of its own, and others for escapes that it does not know.
    except Exception as error:
        if type(error).__name__ == "BadDataFormat":
            raise ReadingError(
                "Line {line} of the ARFF file has more or fewer values than attributes are "
                "declared. Put a value that contains a comma between quotation marks.",
                line=line,
            ) from None
        raise ReadingError(
            "Line {line} of the ARFF file cannot be split into values. Put values with "
            "spaces, commas, quotation marks or braces between quotation marks.",
            line=line,
        ) from None


def _read(below: Sequence[str], header: Header) -> Iterator[Sequence[str]]:
    """The cells of rows with quotation marks, or of sparse rows."""
    if _quotes_only(below):
        for cells in csv.reader(below, quotechar="'", skipinitialspace=True, strict=True):
            yield list(map(str.strip, cells))
        return
    if below and below[0].startswith("{"):
        yield from _sparse(below, header)
        return
    _refuse_slow(below)
    text = [*_all_texts(header), *map(_uncommented, below)]
    for cells in _arff().loads(text, return_type=_arff().DENSE_GEN)["data"]:
        yield ["?" if cell is None else cell for cell in cells]


def _sparse(below: Sequence[str], header: Header) -> Iterator[Sequence[str]]:
    """Sparse rows filled in: what they leave out is 0, or the first of the listed values."""
    left_out = [one.levels[0] if one.levels else "0" for one in header.attributes]
    for known in _pairs(below, header):
        cells = left_out.copy()
        for at, cell in known:
            cells[at] = "?" if cell is None else cell
        yield cells


def _pairs(below: Sequence[str], header: Header) -> Iterator[Iterable[tuple[int, str | None]]]:
    """The positions and values that each sparse row has."""
    if all(map(_PLAINLY_SPARSE.fullmatch, below)):
        for row in below:
            pairs = (pair.split() for pair in row.strip("{}").split(","))
            yield ((int(pair[0]), pair[1]) for pair in pairs if pair)
        return
    _refuse_slow(below)
    text = [*_all_texts(header), *map(_uncommented, below)]
    for known in _arff().loads(text, return_type=_arff().LOD_GEN)["data"]:
        yield known.items()


def _refuse_slow(below: Sequence[str]) -> None:
    size = sum(map(len, below))
    if size > _MOST_QUOTED:
        raise ReadingError(
            "The rows with quotation marks or escapes in the ARFF file take {size} MB, "
            "and at most {limit} MB of them can be read. Leave out rows, or save the "
            "table as CSV.",
            size=math.ceil(size / 1_000_000),
            limit=_MOST_QUOTED // 1_000_000,
        )


def _uncommented(row: str) -> str:
    return row if _QUOTE.search(row) else row.partition("%")[0]


def _arff() -> ModuleType:
    try:
        return import_module("arff")
    except ImportError:
        raise ReadingError(
            "Quotation marks in ARFF are read by a library that is not installed. Install "
            "liac-arff, or save the table as CSV."
        ) from None


def _quotes_only(below: Sequence[str]) -> bool:
    """Whether Weka's own quotes are all that is special, each around a whole cell."""
    return all(map(_PLAINLY_QUOTED.fullmatch, below))


def _all_texts(header: Header) -> Iterator[str]:
    """A header in which nothing can be wrong: what is declared is judged here, by column."""
    yield "@relation r"
    yield from (f"@attribute a{at} string" for at in range(len(header.attributes)))
    yield "@data"


def _column(at: int, attribute: Attribute, rows: DataRows) -> TextColumn:
    codes, found = pd.factorize(np.array([row[at] for row in rows.cells], dtype=object))
    raw = [_number(cell) if attribute.kind in _NUMERIC else cell for cell in found]
    known = {*attribute.levels, *MISSING}
    strange = [
        code
        for code, cell in enumerate(raw)
        if cell is None or (attribute.levels and cell not in known)
    ]
    if strange:
        line = rows.lines[int(np.argmax(codes == strange[0]))]
        raise _strange(found[strange[0]], line, attribute)
    merged, distinct = pd.factorize(np.array(raw, dtype=object))
    return TextColumn(at + 1, attribute.name, merged[codes], tuple(distinct))


def _strange(value: str, line: int, attribute: Attribute) -> ReadingError:
    if attribute.levels:
        return ReadingError(
            "“{value}” in line {line} of the ARFF file is none of the values listed for “{name}”. "
            "Correct it, or add it to the list.",
            value=quoted(value),
            line=line,
            name=quoted(attribute.name),
        )
    return ReadingError(
        "“{value}” in line {line} of the ARFF file is no number, but “{name}” is numeric. Correct "
        "it, or declare the attribute as string.",
        value=quoted(value),
        line=line,
        name=quoted(attribute.name),
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
