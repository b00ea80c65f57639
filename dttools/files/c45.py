"""C4.5's two files, one that names (``.names``) and one that holds the cases (``.data``).

Quinlan 1993, "C4.5: Programs for Machine Learning", chapter 8 and getnames.c, with what C5.0
added: the target by its name, ``[ordered]``, ``label``. The target comes last, as in the data.
Not done here: attributes that C5.0 defines by a formula, and costs (``.costs``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dtcore.errors import ReadingError
from dtcore.words import Sentence
from dttools.files.attributes import Attribute, Rows, declared_grid, levels, refuse_repeated
from dttools.files.columns import free_name
from dttools.files.encoding import decode, guess_encoding
from dttools.files.grid import Finding, Grid
from dttools.files.limits import Limits, refuse_beyond, refuse_wide
from dttools.files.quoting import quoted

NAMES: Final = b"|## C4.5 .names ##\n"
DATA: Final = b"\n|## C4.5 .data ##\n"

_TARGET: Final = "class"
_SAMPLE: Final = 64 * 1024
_NUMERIC: Final = "continuous"
_LEFT_OUT: Final = frozenset(("ignore", "label", "case weight"))
_TEXT: Final = frozenset(("date", "time", "timestamp"))
_DISCRETE: Final = re.compile(r"discrete( [0-9]+)?")
# Signs that Unicode keeps from being text; the backslash comes first, for it escapes itself.
_HIDDEN: Final = {sign: chr(0xFDD0 + at) for at, sign in enumerate(("\\", ",", "|", ".", ":"))}
_SHOWN: Final = {ord(hidden): sign for sign, hidden in _HIDDEN.items()}
_LONGEST: Final = 1_000_000
_ORDERED: Final = "[ordered] "


def pair(names: bytes, data: bytes) -> bytes:
    """A .names and a .data as one content, which ``formats`` knows again."""
    return NAMES + names + DATA + data


@dataclass(frozen=True)
class Names:
    """All columns of the .data in its order, and where in it the target stands; ``made`` says that
    the target has a name only here."""

    attributes: tuple[Attribute, ...]
    target: int
    made: bool = False


@dataclass(frozen=True)
class NameList:
    """A list of names up to its end, and the attribute before its colon ("" in the first)."""

    line: int
    name: str
    values: tuple[str, ...]
    closed: bool


def describes(text: str) -> bool:
    """Whether a text is a .names: its entries end as such, and declare attributes."""
    try:
        found = list(entries(text[:_SAMPLE]))
    except ReadingError:
        return False
    first, attributes = found[:1], found[1:] if len(text) <= _SAMPLE else found[1:-1]
    if not attributes or not all(one.name and one.values for one in attributes):
        return False
    if first[0].name and not first[0].values:
        return False
    words = [one for one in attributes if _is_word(one.values)]
    lists = [one for one in attributes if len(one.values) > 1]
    # Without a word of C4.5's, lists behind colons are these only if each is closed by a point.
    sure = bool(words) or all(one.closed for one in found[:-1])
    return sure and len(words) + len(lists) == len(attributes)


def grid(content: bytes, limits: Limits) -> tuple[Grid, tuple[Finding, ...]]:
    """The cases of a pair as a grid with names and levels, and what there is to tell of it."""
    names, _, data = content.removeprefix(NAMES).partition(DATA)
    if len(names) > _LONGEST:
        raise ReadingError(
            "The .names has more than {limit:,} characters. Choose the .data alone.",
            limit=_LONGEST,
        )
    described = declared(decode(names, guess_encoding(names)))
    width = len(described.attributes)
    refuse_wide(limits, width)
    rows = _cases(decode(data, guess_encoding(data)), width)
    refuse_beyond(limits, width, len(rows.lines))
    order = [at for at in range(width) if at != described.target]
    order.append(described.target)
    used = [at for at in order if described.attributes[at].kind not in _LEFT_OUT]
    made = frozenset((described.attributes[described.target].name,) if described.made else ())
    grid = replace(declared_grid(described.attributes, used, rows), made=made)
    return grid, tuple(_story(described))


def _story(names: Names) -> Iterator[Finding]:
    said = Sentence(
        "The names of the columns and their values, in this order, come from the .names; the "
        "target “{target}” is the last column."
    )
    yield Finding(said.with_fields(target=quoted(names.attributes[names.target].name)))
    left = [one.name for one in names.attributes if one.kind in _LEFT_OUT]
    if left:
        said = Sentence("The .names says to ignore these columns, and they were left out: {names}.")
        yield Finding(said.with_fields(names=quoted(", ".join(left))))


def declared(text: str) -> Names:
    """What a .names says. Raises ``ReadingError`` where it is none."""
    found = list(entries(text))
    if len(found) < 2:
        raise _no_names(found[0].line if found else 1)
    first, *others = found
    attributes = [_attribute(one) for one in others]
    refuse_repeated(attributes, ".names")
    if first.name:
        raise ReadingError(
            "Line {line} of the .names cuts “{name}” into classes, which is not done here. Write "
            "the classes into the .data instead.",
            line=first.line,
            name=quoted(first.name),
        )
    known = [one.name for one in attributes]
    if len(first.values) == 1 and first.values[0] in known:
        return Names(tuple(attributes), known.index(first.values[0]))
    target = free_name(_TARGET, known)
    made = Attribute(target, "", first.line, first.values)
    return Names((*attributes, made), len(attributes), made=True)


def _attribute(entry: NameList) -> Attribute:
    if not entry.name or not entry.values:
        raise _no_names(entry.line)
    if entry.name == "case weight":
        return Attribute(entry.name, entry.name, entry.line)
    if _is_word(entry.values):
        return Attribute(entry.name, entry.values[0], entry.line)
    values = (entry.values[0].removeprefix(_ORDERED), *entry.values[1:])
    return Attribute(entry.name, "", entry.line, levels(values, entry.name, entry.line, ".names"))


def _is_word(values: tuple[str, ...]) -> bool:
    word = values[0] if len(values) == 1 else ""
    known = {_NUMERIC, *_LEFT_OUT, *_TEXT}
    return word in known or _DISCRETE.fullmatch(word) is not None


def _no_names(line: int) -> ReadingError:
    return ReadingError(
        "Line {line} of the .names is not as C4.5 writes it (such as “age: continuous.”). If it "
        "only describes the data in words, choose the .data alone.",
        line=line,
    )


def entries(text: str) -> Iterator[NameList]:
    """The lists of a .names. Commas go on with a list, all else ends it."""
    name, line = "", 0
    values: list[str] = []
    for word, end, at in _tokens(text):
        line = line or at
        if end == ":":
            if name or values or not word:
                raise _no_names(at)
            name = word
        elif word or values or name:
            values.append(word)
            if end != ",":
                yield NameList(line, name, _filled(values, line), end == ".")
                name, values, line = "", [], 0
        else:
            line = 0
    if name or values:
        yield NameList(line, name, _filled(values, line), False)


def _filled(values: list[str], line: int) -> tuple[str, ...]:
    present = values if values[-1:] != [""] else values[:-1]
    if not all(present):
        raise _no_names(line)
    return tuple(present)


# A point ends a name only before a space, a comment or the end: 2.5 and v.1 are names.
_TOKEN: Final = re.compile(
    r"(?P<name>[^:,\n.|]*+(?:\.(?![\s|]|\Z)[^:,\n.|]*+)*+)(?:\|[^\n]*+)?+(?P<end>[:,\n.]|\Z)"
)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Each name with single spaces, what ends it (``: , .`` or a line end) and its line, read as
    getnames.c does: a line end after a comma ends nothing."""
    line, last = 1, "\n"
    for found in _TOKEN.finditer(_hidden(text)):
        name, end = " ".join(found["name"].translate(_SHOWN).split()), found["end"]
        # Behind a comma or a colon a line end is only a space.
        if name or (end and (end != "\n" or last not in ",:")):
            yield name, end or "\n", line
            last = end
        line += end == "\n"


def _cases(text: str, width: int) -> Rows:
    """The cases of a .data, without blank lines and comments."""
    rows = Rows(".data", [], [])
    escaped = "\\" in text
    for line, written in enumerate(_hidden(text).split("\n"), start=1):
        case = written.partition("|")[0].strip().removesuffix(".")
        if not case:
            continue
        cells = [" ".join(cell.split()) for cell in case.split(",")]
        if escaped:
            cells = [cell.translate(_SHOWN) for cell in cells]
        if len(cells) != width:
            raise ReadingError(
                "Line {line} of the .data has {cells} values, but the .names declares {width} "
                "with the target. Choose the two files that belong together.",
                line=line,
                cells=len(cells),
                width=width,
            )
        rows.lines.append(line)
        rows.cells.append(cells)
    return rows


def _hidden(text: str) -> str:
    """The text with what is escaped in it replaced by signs that no file has."""
    if "\\" in text:
        for sign, hidden in _HIDDEN.items():
            text = text.replace(f"\\{sign}", hidden)
        text = text.replace("\\", "")
    return text
