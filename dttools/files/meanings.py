"""The distinct cells of a column, and what it takes to read them in another way.

A judge looks at the cells and gives the meanings that they may have. Not done here: the judges
themselves (``number_styles``, ``date_meanings``, ``missing_cells``, ``spellings``), and which
meaning is taken (``cleaning``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.words import Listed, Sentence
from dttools.files.cells import are_slips, mostly, number, plainly
from dttools.files.columns import TextColumn, are_all
from dttools.files.dates import Halves, numbers_as_dates
from dttools.files.grid import Offer
from dttools.files.missing_signs import is_sign
from dttools.files.numerals import WAYS, numeral, shapes, typed
from dttools.files.quoting import listed, quoted

PARTS: Final = ("year", "quarter", "month", "weekday", "hour", "hours", "days")
# They say more of cells that are read right.
_ADDED: Final = frozenset((*PARTS, "order"))
EXAMPLES: Final = 3
SAMPLED: Final = 200
MOST_SPELLINGS: Final = 10_000
LONGEST_LEVEL: Final = 100
# Cells of which one is a date at least where the others may be.
_FIRST: Final = 5
Judged = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """The distinct cells of a column; all arrays are of shape (n_distinct,)."""

    column: TextColumn
    decimal: str
    missing: frozenset[str]

    @cached_property
    def plain(self) -> bool:
        """Whether all cells are digits as a computer writes numbers, or missing."""
        lines = _plain(self.decimal, self.missing)
        return are_all(lines, self.spread) and are_all(lines, self.column.raw)

    @cached_property
    def spread(self) -> tuple[str, ...]:
        """A sample of the cells, from everywhere in the column."""
        return self.column.raw[:: max(1, len(self.column.raw) // SAMPLED)]

    @cached_property
    def some(self) -> list[str]:
        """Those of the sample that say something."""
        stripped = map(str.strip, self.spread)
        return [cell for cell in stripped if cell not in self.missing and not is_sign(cell)]

    @cached_property
    def values(self) -> list[str]:
        """The cells without surrounding spaces, "" for one that is missing."""
        missing = self.missing
        return ["" if cell in missing else cell for cell in map(str.strip, self.column.raw)]

    @cached_property
    def distinct(self) -> list[str]:
        """What the cells say, each once."""
        return list(dict.fromkeys(filter(None, self.values)))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        return np.bincount(self.column.codes, minlength=len(self.column.raw))

    @cached_property
    def _shaped(self) -> tuple[NDArray[np.intp], tuple[str, ...]]:
        shape_of, texts = pd.factorize(np.array(shapes(self.values), dtype=object))
        return shape_of, tuple(texts)

    @property
    def shapes(self) -> tuple[str, ...]:
        """How the cells are written, with 9 for every digit; far fewer than the cells."""
        return self._shaped[1]

    def where_shape(self, true_of: Callable[[str], bool]) -> Judged:
        """The cells for whose shape it is true."""
        return np.array(list(map(true_of, self.shapes)), dtype=bool)[self._shaped[0]]

    @cached_property
    def rows_of_shape(self) -> Mapping[str, int]:
        rows = np.bincount(self._shaped[0], weights=self.counts)
        return dict(zip(self.shapes, rows.astype(int).tolist(), strict=True))

    @cached_property
    def filled(self) -> Judged:
        return self.where_shape(bool)

    @cached_property
    def signs(self) -> Judged:
        """Words and signs that may say that a value is missing."""
        return self.where_shape(lambda text: is_sign(text) and text not in self.column.values)

    @cached_property
    def numbers(self) -> Judged:
        """Plain numbers."""
        return self.where_shape(lambda text: number(text, self.decimal) is not None)

    @cached_property
    def asked(self) -> list[str]:
        """The cells that say something, "" for one that is missing or a sign for it."""
        both = zip(self.signs.tolist(), self.values, strict=True)
        return ["" if sign else value for sign, value in both]

    @cached_property
    def counted(self) -> tuple[str, Sequence[str]] | None:
        """What plain numbers may count, and the dates that they are."""
        name, decimal = self.column.name, self.decimal
        if not self.plain or not numbers_as_dates(name, self.some, decimal):
            return None
        return numbers_as_dates(name, self.values, decimal)

    @cached_property
    def dated(self) -> tuple[Halves | None, tuple[str, ...]]:
        """The cells as dates and times, those that are missing as "", or None where they are none;
        and the few cells of a small column of dates that say no date."""
        some = () if self.plain else self.some[:_FIRST]
        grains = Counter(filter(None, map(_grain, some)))
        if self.counted is None and not grains:
            return None, ()
        halves = Halves.of(self.counted[1] if self.counted else self.asked)
        if halves.orders or len(self.column.raw) > 5 * SAMPLED:
            return halves if halves.orders else None, ()
        grain = max(grains, key=grains.__getitem__, default="")
        odd = self.filled & ~self.signs & ~self.where(lambda value: _grain(value) == grain)
        if not mostly(self.rows(self.filled & ~self.signs & ~odd), self.rows(odd)):
            return None, ()
        few = tuple(self.of(odd))
        halves = Halves.of(["" if cell in few else cell for cell in self.asked])
        return halves if halves.orders else None, few

    @property
    def halves(self) -> Halves | None:
        return self.dated[0]

    def where_raw(self, true_of: Callable[[str], bool]) -> Judged:
        """The cells that are so without surrounding spaces, be they missing or not."""
        return np.array([true_of(cell.strip()) for cell in self.column.raw], dtype=bool)

    def where(self, true_of: Callable[[str], bool]) -> Judged:
        return np.array([true_of(value) for value in self.values], dtype=bool)

    def of(self, which: Judged) -> Iterator[str]:
        return (self.values[at] for at in np.flatnonzero(which).tolist())

    def rows(self, which: Judged) -> int:
        return int(self.counts[which].sum())

    def after(self, meaning: Meaning) -> Cells:
        """The cells with those rewritten that the meaning changes."""
        if meaning.column:
            missing = self.missing - meaning.column.values
            return replace(self, column=meaning.column, missing=missing)
        texts = np.array(self.column.raw, dtype=object)
        texts[meaning.changes] = meaning.read(list(self.of(meaning.changes)))
        return replace(self, column=written(self.column, texts))


def _grain(cell: str) -> str | None:
    """What a date or time is exact to, None of what is neither."""
    halves = Halves.of([cell])
    return halves.grain if halves.orders else None


@lru_cache(maxsize=16)
def _plain(decimal: str, missing: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(missing))
    return re.compile(rf"(?: *+(?:(?:{words})(?= *\n)|{plainly(decimal)})?+ *+\n)*+")


@dataclass(frozen=True)
class Made:
    """A column made of another, and the order of its values if it is not theirs."""

    name: str
    column: TextColumn
    levels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meaning:
    """One way to read the odd cells of a column: which ``changes``, and what each becomes.

    ``kept`` are plain numbers that stay as they are, ``strays`` what is no number; ``examples``
    are pairs where ``read`` has none to give. ``made`` gives the columns that take the place of
    this one: of such meanings, several may be taken. ``column`` is what the whole column becomes
    where ``read`` cannot say it. ``why`` is what the cells show. ``text`` says that the column
    stays text unless the meaning is taken.
    """

    key: str
    said: Sentence
    changes: Judged
    read: Callable[[list[str]], Sequence[str]]
    kept: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    examples: Sequence[tuple[str, str]] = ()
    made: Callable[[], Sequence[Made]] | None = None
    why: Sentence | None = None
    column: TextColumn | None = None
    text: bool = False

    def offer(self, cells: Cells, *, taken: bool) -> Offer:
        first = list(islice(cells.of(self.changes), SAMPLED))
        pairs = list(self.examples or zip(first, self.read(first), strict=True))
        pairs.sort(key=lambda pair: not pair[1])
        return Offer(
            column=cells.column.name,
            key=self.key,
            said=self.said,
            examples=tuple(pairs[:EXAMPLES]),
            cells=cells.rows(self.changes),
            taken=taken,
            missing=tuple(dict.fromkeys(cell for cell, value in pairs if not (value or self.made))),
            kept=self.kept,
            strays=self.strays,
            why=self.why,
            mends=self.key not in _ADDED and not self.text,
            rows=tuple(np.flatnonzero(self.changes[cells.column.codes])[:SAMPLED].tolist()),
        )


@dataclass(frozen=True)
class File:
    """What the columns of a file say together."""

    columns: Sequence[TextColumn]
    decimal: str

    @cached_property
    def shown(self) -> str | None:
        """The decimal sign, if the file shows one and not the other."""
        shown = {sign for sign in ".," if any(_shows(one, sign) for one in self.columns)}
        # A comma was found, or stated; a point is only what is usual.
        shown |= {self.decimal} & {","}
        return shown.pop() if len(shown) == 1 else None


Judge = Callable[[Cells, File], Sequence[Meaning]]


def _shows(column: TextColumn, sign: str) -> bool:
    """Whether a cell can only be a number with this decimal sign: 0.123, 12.5, 1,234,567."""
    only, grouped, whole = list[str](), 0, 0
    for cell in map(typed, map(str.strip, column.raw[: 5 * SAMPLED])):
        odd = "." in cell or "," in cell
        form = numeral(cell) if odd and not cell.endswith(sign) else None
        if form and not form.unit and form.by(sign) is not None:
            alone = {form.by(sign), None}.issuperset(map(form.by, WAYS))
            grouped += not alone
            only += [cell] if alone else []
        whole += cell.isdecimal()
    return bool(only) and not are_slips(only, sign, grouped, whole)


def is_chinese(text: str) -> bool:
    return any("一" <= char <= "鿿" for char in text)


def respelt(key: str, said: Sentence, cells: Cells, becomes: Mapping[str, str]) -> Meaning:
    return Meaning(
        key, said, cells.where(becomes.__contains__), lambda some: [becomes[one] for one in some]
    )


def as_float(value: str, decimal: str) -> float:
    return float(value.replace(decimal, "."))


def nothing(values: list[str]) -> list[str]:
    return [""] * len(values)


def written(column: TextColumn, texts: Sequence[str] | NDArray[np.object_]) -> TextColumn:
    """The column with other texts for its distinct cells, of which some may now be the same."""
    merged, raw = pd.factorize(np.array(texts, dtype=object))
    return replace(column, codes=merged[column.codes], raw=tuple(raw))


def says(cells: Cells, way: str, **fields: object) -> Sentence:
    return SAID[way].with_fields(column=quoted(cells.column.name), **fields)


SAID: Final = {
    "both_signs": Sentence(
        "In “{column}”, some numbers have a decimal point and others a decimal comma: “{cell}” is "
        "{number}."
    ),
    "marks": Sentence(
        "The cells of “{column}” are numbers, some of them with marks, which are dropped: “{cell}” "
        "is {number}."
    ),
    "scales": Sentence(
        "The cells of “{column}” are numbers with {scales} multiplied out: “{cell}” is {number}."
    ),
    "numbers": Sentence(
        "The cells of “{column}” are numbers written in another way: “{cell}” is {number}."
    ),
    "unit": Sentence(
        "The cells of “{column}” are numbers with the unit “{unit}”: “{cell}” is {number}."
    ),
    "percent": Sentence("The cells of “{column}” are percentages: “{cell}” is {number}."),
    "thousands": Sentence(
        "In “{column}”, the sign “{sign}” may separate thousands: “{cell}” is {number}."
    ),
    "ten_thousands": Sentence(
        "In “{column}”, the sign “{sign}” may only group digits, by four or three: “{cell}” is "
        "{number}."
    ),
    "named": Sentence(
        "By its name, “{column}” counts in “{unit}”, and so are its cells read: “{cell}” is "
        "{number}."
    ),
    "measure": Sentence(
        "The cells of “{column}” have several units, and are read in “{unit}”: “{cell}” is "
        "{number}."
    ),
    "mixed": Sentence(
        "In “{column}”, groups stand among single numbers, and all are read as words: {groups}."
    ),
    "units": Sentence(
        "The cells of “{column}” are numbers in several units that are not of one measure, and are "
        "read as words: {units}."
    ),
    "far_off": Sentence(
        "Far from all other numbers of “{column}”, which are from {low} to {high}: {odd}. In "
        "another unit, or cut short?"
    ),
    "as_counted": Sentence(
        "The cells of “{column}” may all count in {scales}, those too that do not say so: “{cell}” "
        "is {number}."
    ),
    "decimals": Sentence(
        "In “{column}”, the sign “{sign}” may be the decimal sign: “{cell}” is {number}."
    ),
    "versions": Sentence(
        "The cells of “{column}” stay text, as versions and months do: as a number, “{cell}” "
        "would be {number}."
    ),
    "choices": Sentence(
        "The cells of “{column}” name several of {count} options: each of {options} may be a "
        "column of its own, with {yes} and {no}."
    ),
    "day_first": Sentence("The dates of “{column}” may begin with the day: “{cell}” is {date}."),
    "month_first": Sentence(
        "The dates of “{column}” may begin with the month: “{cell}” is {date}."
    ),
    "duration": Sentence(
        "The cells of “{column}” may be durations: “{cell}” is {number} in its smallest unit."
    ),
    "ranges": Sentence(
        "In “{column}”, a spreadsheet may have made dates of ranges: “{cell}” is {value}."
    ),
    "groups": Sentence(
        "The values of “{column}” are groups of a number, and may be put in order: {levels}."
    ),
    "order": Sentence("The values of “{column}” follow each other in time: {levels}."),
    "year": Sentence("The cells of “{column}” are dates: the year of “{cell}” is {value}."),
    "quarter": Sentence("The cells of “{column}” are dates: the quarter of “{cell}” is {value}."),
    "month": Sentence("The cells of “{column}” are dates: the month of “{cell}” is {value}."),
    "weekday": Sentence("The cells of “{column}” are dates: the weekday of “{cell}” is {value}."),
    "hour": Sentence("The cells of “{column}” are times: the hour of “{cell}” is {value}."),
    "hours": Sentence("The cells of “{column}” are times: “{cell}” is {value} hours."),
    "days": Sentence(
        "The cells of “{column}” are dates: “{cell}” is {value} days after the first."
    ),
    "level": Sentence("In “{column}”, {signs} counts as missing, and may be a value of its own."),
    "blank": Sentence(
        "“{column}” holds nothing but “{value}” and blank cells: a blank may mean “{no}”."
    ),
    "missing": Sentence("In “{column}”, {signs} may stand for a missing value."),
    "codes": Sentence(
        "In “{column}”, {signs} may be a code for a missing value: it is far from all other "
        "numbers."
    ),
    "strays": Sentence(
        "“{column}” is a column of numbers except for {signs}, which may count as missing."
    ),
    "spellings": Sentence(
        "In “{column}”, spellings that differ only in capitals, spaces or punctuation may be one "
        "value: {pairs}."
    ),
    "answers": Sentence("In “{column}”, different words may mean one value: {pairs}."),
    "places": Sentence("In “{column}”, these may be one place and are kept apart: {pairs}."),
    "fill_down": Sentence(
        "In “{column}”, a value may hold for the empty cells below it: “{cell}” for {count} rows."
    ),
    "idle": Sentence("This choice no longer changes any cell of “{column}”."),
}


def all_quoted(values: Iterable[str]) -> Listed:
    return listed(f"“{quoted(value)}”" for value in values)
