"""Weka's ARFF: names, kinds and levels from its header, then rows of cells or sparse ones.

Not done here: relational attributes; dates stay texts; weights are left out.
Source: waikato.github.io/weka-wiki/formats_and_processing/arff_stable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.attributes import Attribute, Rows, declared_grid, levels, refuse_repeated
from dttools.files.encoding import decode, guess_encoding
from dttools.files.grid import Finding, Grid
from dttools.files.limits import Limits, refuse_many, refuse_wide
from dttools.files.quoting import quoted

MARK: Final = re.compile(rb"(\s*%[^\r\n]*[\r\n])*\s*@relation\b", re.IGNORECASE)

_FILE: Final = "ARFF"
_KINDS: Final = frozenset(("numeric", "real", "integer", "string", "date"))
_QUOTED: Final = r"'(?:[^'\\]++|\\.)*+'|\"(?:[^\"\\]++|\\.)*+\""
_ATTRIBUTE: Final = re.compile(
    rf"@attribute\s+(?P<name>{_QUOTED}|[^\s{{'\"][^\s{{]*)"
    rf"(?:\s*\{{(?P<levels>(?:{_QUOTED}|[^'\"}}])*)\}}"
    rf"|\s+(?P<kind>[a-z]+)(?:\s+(?:{_QUOTED}|[^\s{{%'\"]+))*)"
    r"(?:\s*(?P<weight>\{[^}]*\}))?(?:\s*%.*)?",
    re.IGNORECASE,
)
# A cell behind its comma: quoted or plain; else all that is left, which is then at fault.
_CELL: Final = rf"\s*+(?:({_QUOTED})|([^,'\"{{}}%]*+))\s*+"
_LEVEL: Final = re.compile(rf",{_CELL}(?=,|\Z)|(.++)")
_DENSE: Final = re.compile(rf",{_CELL}(?:%.*+)?+(?=,|\Z)|(.++)")
_SPARSE: Final = re.compile(rf",\s*+([0-9]{{1,6}})\s++{_CELL}(?=,|\Z)|(.++)")
_SPARSE_ROW: Final = re.compile(r"\{(.*)\}\s*+(?:%[^}]*+)?")
_SPECIAL: Final = re.compile(r"[\"'{}%]")
_ESCAPED: Final = re.compile(r"\\(u(?!d[89a-f])[0-9a-f]{4}|.)", re.IGNORECASE)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_WEIGHT: Final = re.compile(r",\s*\{\s*[0-9.eE+-]+\s*\}\s*$")


def grid(content: bytes, limits: Limits) -> tuple[Grid, tuple[Finding, ...]]:
    """The rows of an ARFF file with names and levels, and what there is to tell of them."""
    lines = decode(content, guess_encoding(content)).split("\n")
    attributes, line, weights = _header(lines)
    refuse_wide(limits, len(attributes))
    places, below, weighted = _below(lines, line)
    refuse_many(limits, len(attributes), len(below), _FILE)
    rows = Rows(_FILE, places, list(_cells(places, below, attributes)))
    found = declared_grid(attributes, range(len(attributes)), rows)
    return found, tuple(_story(len(found.levels), weights=weights or weighted))


def _story(listed: int, *, weights: bool) -> Iterator[Finding]:
    if listed:
        said = Sentence("Columns that keep the order of their values in the ARFF file: {count}.")
        yield Finding(said.with_fields(count=listed))
    if weights:
        yield Finding(Sentence("The weights in the ARFF file were left out."))


def _header(lines: Sequence[str]) -> tuple[list[Attribute], int, bool]:
    """What stands above ``@data``, the line of that, and whether an attribute has a weight."""
    attributes: list[Attribute] = []
    weights = False
    for line, row in enumerate(lines, start=1):
        text = row.strip()
        if text[:5].lower() == "@data" and text[5:].partition("%")[0].strip() == "":
            if not attributes:
                break
            refuse_repeated(attributes, _FILE)
            return attributes, line, weights
        if text[:10].lower() == "@attribute":
            found = _ATTRIBUTE.fullmatch(text)
            if not found:
                raise _no_attribute(line)
            attributes.append(_attribute(found, line))
            weights = weights or bool(found["weight"])
    raise ReadingError(
        "The ARFF file declares no attributes or has no line “@data” below them. Get it again, or "
        "save the table as CSV."
    )


def _attribute(found: re.Match[str], line: int) -> Attribute:
    name = _unquoted(found["name"])
    if found["levels"] is not None:
        listed = _LEVEL.findall("," + found["levels"])
        if listed[-1][-1]:
            raise _no_attribute(line)
        values = [_unquoted(cell) or " ".join(plain.split()) for cell, plain, _ in listed]
        if not "".join(listed[-1]).strip():  # behind a last comma
            values.pop()
        return Attribute(name, "", line, levels(values, name, line, _FILE))
    kind = found["kind"].lower()
    if kind not in _KINDS:
        raise ReadingError(
            "The attribute “{name}” in line {line} of the ARFF file is of the kind {kind}, which "
            "is not read here. Remove it in Weka.",
            name=quoted(name),
            line=line,
            kind=quoted(kind),
        )
    return Attribute(name, kind, line)


def _unquoted(text: str) -> str:
    """A name or value without the quotation marks around it, and with what is escaped in it."""
    if text[:1] not in ("'", '"'):
        return text
    inside = text[1:-1].strip()
    return _ESCAPED.sub(_meant, inside) if "\\" in inside else inside


def _meant(found: re.Match[str]) -> str:
    sign = found[1]
    return chr(int(sign[1:], 16)) if len(sign) > 1 else _ESCAPES.get(sign, sign)


def _no_attribute(line: int) -> ReadingError:
    return ReadingError(
        "Line {line} of the ARFF file is no attribute (such as “@attribute age numeric”). Put a "
        "name or value with spaces, commas or braces between quotation marks.",
        line=line,
    )


def _below(lines: Sequence[str], header: int) -> tuple[list[int], list[str], bool]:
    """The rows below ``@data`` without blank lines and comments, where each stands, and whether
    some had a weight, which is cut off."""
    places: list[int] = []
    found: list[str] = []
    weights = False
    for line, text in enumerate(lines[header:], start=header + 1):
        row = text.strip()
        if not row or row.startswith("%"):
            continue
        if row.endswith("}") and (plain := _WEIGHT.sub("", row)) != row:
            row, weights = plain, True
        places.append(line)
        found.append(row)
    return places, found, weights


def _cells(
    places: Sequence[int], below: Sequence[str], attributes: Sequence[Attribute]
) -> Iterator[Sequence[str]]:
    """Each row's cells; what a sparse row leaves out is 0, or the first of the listed values."""
    left_out = [one.levels[0] if one.levels else "0" for one in attributes]
    for line, row in zip(places, below, strict=True):
        if not _SPECIAL.search(row):  # as most are
            cells: list[str] | None = list(map(str.strip, row.split(",")))
        else:
            cells = _sparse(row, left_out) if row.startswith("{") else _dense(row)
        if cells is None:
            raise ReadingError(
                "Line {line} of the ARFF file cannot be split into values. Put values with "
                "spaces, commas, quotation marks or braces between quotation marks.",
                line=line,
            )
        if len(cells) != len(attributes):
            raise ReadingError(
                "Line {line} of the ARFF file has {cells} values, but {width} attributes are "
                "declared. Put a value that contains a comma between quotation marks.",
                line=line,
                cells=len(cells),
                width=len(attributes),
            )
        yield cells


def _dense(row: str) -> list[str] | None:
    """The cells of a row with quotation marks or a comment; None where it is no row."""
    found = _DENSE.findall("," + row)
    return None if found[-1][-1] else [_unquoted(cell) or plain.strip() for cell, plain, _ in found]


def _sparse(row: str, left_out: Sequence[str]) -> list[str] | None:
    """The cells of a sparse row such as ``{1 yes, 4 0.5}``; None where it is none."""
    inside = _SPARSE_ROW.fullmatch(row)
    found = _SPARSE.findall("," + inside[1]) if inside and inside[1].strip() else []
    known = {int(place or -1): _unquoted(cell) or plain.strip() for place, cell, plain, _ in found}
    whole = len(known) == len(found) and "" not in known.values()
    if not inside or not whole or not all(0 <= at < len(left_out) for at in known):
        return None
    return [known.get(at, rest) for at, rest in enumerate(left_out)]
