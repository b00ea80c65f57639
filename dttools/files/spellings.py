"""Columns of words: several spellings of one value, and several options in a cell."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from dtcore.words import Sentence
from dttools.files.cells import MOST_OPTIONS, options
from dttools.files.meanings import (
    EXAMPLES,
    LONGEST_LEVEL,
    MOST_SPELLINGS,
    Cells,
    File,
    Made,
    Meaning,
    all_quoted,
    is_chinese,
    nothing,
    respelt,
    says,
    written,
)
from dttools.files.quoting import listed, quoted

_TRAILING: Final = " .,;:。、"


def choices(cells: Cells, _: File) -> Sequence[Meaning]:
    """Codes or options of which a cell names several: 1,2 and 图书馆;宿舍."""
    if cells.plain or len(cells.column.raw) > MOST_SPELLINGS:
        return ()
    values = cells.distinct
    if max(map(len, values), default=0) > LONGEST_LEVEL * MOST_OPTIONS:
        return ()
    for sign in _BETWEEN:
        named = options(values, sign) if any(sign in cell for cell in values) else []
        if named and cells.rows(cells.filled) >= 2 * len(named):
            return [_several(cells, sign, named)]
    return ()


def _several(cells: Cells, sign: str, named: Sequence[str]) -> Meaning:
    yes, no = ("是", "否") if is_chinese("".join(named)) else ("yes", "no")
    parts = [[part.strip() for part in value.split(sign)] for value in cells.values]

    def made() -> Sequence[Made]:
        texts = {
            option: [(yes if option in some else no) if any(some) else "" for some in parts]
            for option in named
        }
        column = cells.column
        return [Made(f"{column.name}: {one}", written(column, texts[one])) for one in named]

    first = [value for value in cells.values if sign in value][:EXAMPLES]
    pairs = [(one, " + ".join(filter(None, map(str.strip, one.split(sign))))) for one in first]
    said = says(cells, "choices", count=len(named), options=all_quoted(named), yes=yes, no=no)
    return Meaning("choices", said, cells.filled, nothing, examples=pairs, made=made)


_BETWEEN: Final = (";", "；", "|", "┋", "、", ",", "，")


def one_value(cells: Cells, _: File) -> Sequence[Meaning]:
    """Spellings that differ only in capitals, width, spaces and punctuation at the end, and
    answers that all say one of two, yes or no, 男 or 女."""
    if cells.plain or len(cells.column.raw) > MOST_SPELLINGS or cells.halves is not None:
        return ()
    if not (cells.filled & ~cells.numbers).any():
        return ()
    counts = Counter[str]()
    for value, count in zip(cells.values, cells.counts.tolist(), strict=True):
        counts[value] += count
    way, becomes = "answers", _answered_alike(counts, _ANSWERS) or _answered_alike(counts, _SEXES)
    if not becomes:
        by_fold: dict[str, list[str]] = {}
        for value in cells.distinct:
            by_fold.setdefault(_folded(value), []).append(value)
        groups = [group for group in by_fold.values() if len(group) > 1]
        way, becomes = "spellings", _spelt_alike(groups, counts)
    # Marks such as aB3 and Ab3 are nearly as many as the rows, and hardly any are alike.
    marks = 2 * len(counts) > sum(counts.values()) and 10 * len(becomes) < len(counts)
    if not becomes or (marks and len(counts) > 20):
        return ()
    pairs = listed(f"“{quoted(old)}” → “{quoted(new)}”" for old, new in becomes.items())
    return [respelt("one_value", says(cells, way, pairs=pairs), cells, becomes)]


_ANSWERS: Final = (
    *(
        ("yes", "no"),
        ("j", "n"),
        ("y", "n"),
        ("true", "false"),
        ("t", "f"),
        ("1", "0"),
        ("是", "否"),
    ),
    *(("对", "错"), ("✓", "✗"), ("√", "×"), ("✔", "✘"), ("☑", "☐")),
    *(("ja", "nein"), ("oui", "non"), ("да", "нет")),
)
# Their n and 无 stand against other words as well.
AGAINST: Final = {**dict(_ANSWERS), "有": "无"}
_SEXES: Final = (
    *(("男", "女"), ("男性", "女性"), ("男生", "女生"), ("男士", "女士"), ("男孩", "女孩")),
    *(("m", "f"), ("male", "female"), ("man", "woman"), ("boy", "girl")),
)


def _answered_alike(
    counts: Mapping[str, int], answers: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """What each answer becomes where all say one of two in more than one way: the way that is the
    most frequent; nothing where another value stands among them."""
    places = {
        word: (way, side) for way, pair in enumerate(answers) for side, word in enumerate(pair)
    }
    found: dict[str, tuple[int, int]] = {}
    ways = Counter[int]()
    for value in sorted(filter(None, counts), key=counts.__getitem__):
        place = places.get(_folded(value))
        if place is None:
            return {}
        found[value] = place
        ways[place[0]] += counts[value]
    if len(ways) < 2 or len({side for _, side in found.values()}) < 2:
        return {}
    ((best, _),) = ways.most_common(1)
    most = max((value for value in found if found[value][0] == best), key=counts.__getitem__)
    words = [in_capitals_of(most, word) for word in answers[best]]
    return {value: words[side] for value, (_, side) in found.items() if value != words[side]}


def _spelt_alike(groups: Sequence[list[str]], counts: Mapping[str, int]) -> dict[str, str]:
    """What each spelling becomes: the one in the capitals that the values have most often
    together (no and yes, not No and yes), else the most frequent."""
    capitals = Counter[str]()
    for value in chain.from_iterable(groups):
        capitals[_capitals(value)] += counts[value]
    becomes: dict[str, str] = {}
    for group in groups:
        alike = all(map(_capitals, group))
        best = max(group, key=lambda one: (capitals[_capitals(one)] * alike, counts[one]))
        becomes |= {value: best for value in group if value != best}
    return becomes


def _capitals(value: str) -> str:
    """How a value is spelt: no, No or NO; "" for iPhone."""
    ways = {"lower": value.lower(), "first": value.capitalize(), "upper": value.upper()}
    return next((way for way, text in ways.items() if text == value), "")


def in_capitals_of(value: str, word: str) -> str:
    """The word spelt as the value is: NO as YES."""
    return {"upper": word.upper(), "first": word.capitalize()}.get(_capitals(value), word)


def _folded(value: str) -> str:
    if len(value) > LONGEST_LEVEL:
        return value
    plain = folded(value)
    return plain.rstrip(_TRAILING) or plain


def folded(level: str) -> str:
    """The same for levels that differ only in capitals, width and blanks."""
    return " ".join(unicodedata.normalize("NFKC", level).casefold().split())


def same_place(cells: Cells) -> Iterator[Sentence]:
    """厦门 and 厦门市, Saint Louis and St. Louis: told, and kept apart."""
    if cells.plain or len(cells.column.raw) > MOST_SPELLINGS:
        return
    values = set(cells.distinct)
    pairs = [
        f"“{quoted(short)}” – “{quoted(value)}”"
        for value in cells.distinct
        for short in _shorter(value)
        if short in values
    ]
    if pairs:
        yield says(cells, "places", pairs=listed(pairs))


def _shorter(place: str) -> tuple[str, ...]:
    if place.startswith("Saint "):
        return tuple(place.replace("Saint", short, 1) for short in ("St.", "St"))
    return (place[:-1],) if len(place) > 2 and place[-1] in "市省县區区縣" else ()
