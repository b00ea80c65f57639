"""What odd cells may mean: offered, and done where it was chosen.

A column is judged by a row of judges, each of which sees the cells as the offers that were taken
before it left them: blank cells below a name, numbers in other styles, the order of day and month,
durations and ranges, words and codes for a missing value, strays among numbers, spellings of one
value, names in order, parts of dates. Nothing is done
unasked. Not done here: what a plain cell says (``cells``); True and False, and 0 and 1, are
levels and numbers as they stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache, partial
from itertools import chain, compress, islice, pairwise
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import ReadingError
from dtcore.words import Listed, Sentence
from dttools.files.cells import (
    GROUP,
    IN_FOURS,
    MOST_OPTIONS,
    are_slips,
    is_code,
    mostly,
    number,
    options,
    plainly,
)
from dttools.files.columns import TextColumn, are_all, free_name
from dttools.files.dates import (
    MONTHS,
    WEEKDAYS,
    Halves,
    are_durations,
    clock,
    duration,
    names_in_order,
    numbers_as_dates,
    ranges_of_dates,
)
from dttools.files.grid import Cleaned, Offer
from dttools.files.missing_signs import NOTHINGS, is_sign
from dttools.files.numerals import (
    FOURS,
    ONE,
    WAYS,
    Numeral,
    is_money,
    is_scale,
    may_be_meant,
    measure_of,
    numeral,
    power_of,
    same_unit,
    scale_of_name,
    shapes,
    span,
    typed,
    typed_again,
    unit_of_name,
)
from dttools.files.quoting import listed, quoted

PARTS: Final = ("year", "quarter", "month", "weekday", "hour", "hours", "days")
# They say more of cells that are read right.
_ADDED: Final = frozenset((*PARTS, "order"))
KEYS: Final = (
    *("numbers", "thousands", "ten_thousands", "decimals", "as_counted"),
    *("day_first", "month_first", "choices", "level", "blank", "missing", "strays"),
    *("one_value", "fill_down", "ranges", "duration", "order", *PARTS),
)

# Of numbers with a unit, this share may have none if they are within this factor of the others:
# of two units of one measure, one is about twice the other or more (kg and lb, °C and °F).
_NEAR: Final = 2
_WIDE: Final = 100
_EXAMPLES: Final = 3
# Numbers beside which one cell that is none may count as missing.
_STRAYS: Final = 3
_SAMPLED: Final = 200
_MOST_SPELLINGS: Final = 10_000
_LONGEST_LEVEL: Final = 100
# What to make of the cells has to be settled before anything else is asked of the column.
_FIRST: Final = frozenset(("numbers", "decimals", "ten_thousands", "day_first", "month_first"))
_NINES: Final = ("-9", *(sign + "9" * count for sign in ("-", "") for count in (2, 3, 4, 5)))
_MISSING_CODES: Final = frozenset(
    nines + zeros for nines in _NINES for zeros in ("", ".0", ".00", ",0", ",00")
)
_FAR_FROM_0: Final = frozenset(
    code for code in _MISSING_CODES if not -99 < float(code.replace(",", ".")) < 999
)
_BELOW: Final = re.compile("-[1-9][0-9]*")
_SURE_BELOW: Final = -99
_SHARES: Final = ("%", "‰")
_TRAILING: Final = " .,;:。、"

_Judged = NDArray[np.bool_]


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
        return self.column.raw[:: max(1, len(self.column.raw) // _SAMPLED)]

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

    def where_shape(self, true_of: Callable[[str], bool]) -> _Judged:
        """The cells for whose shape it is true."""
        return np.array(list(map(true_of, self.shapes)), dtype=bool)[self._shaped[0]]

    @cached_property
    def rows_of_shape(self) -> Mapping[str, int]:
        rows = np.bincount(self._shaped[0], weights=self.counts)
        return dict(zip(self.shapes, rows.astype(int).tolist(), strict=True))

    @cached_property
    def filled(self) -> _Judged:
        return self.where_shape(bool)

    @cached_property
    def signs(self) -> _Judged:
        """Words and signs that may say that a value is missing."""
        return self.where_shape(lambda text: is_sign(text) and text not in self.column.values)

    @cached_property
    def numbers(self) -> _Judged:
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
    def halves(self) -> Halves | None:
        """The cells as dates and times, those that are missing as ""; None where they are none."""
        if self.counted is None and (self.plain or not Halves.of(self.some).orders):
            return None
        halves = Halves.of(self.counted[1] if self.counted else self.asked)
        return halves if halves.orders else None

    def where_raw(self, true_of: Callable[[str], bool]) -> _Judged:
        """The cells that are so without surrounding spaces, be they missing or not."""
        return np.array([true_of(cell.strip()) for cell in self.column.raw], dtype=bool)

    def where(self, true_of: Callable[[str], bool]) -> _Judged:
        return np.array([true_of(value) for value in self.values], dtype=bool)

    def of(self, which: _Judged) -> Iterator[str]:
        return (self.values[at] for at in np.flatnonzero(which).tolist())

    def rows(self, which: _Judged) -> int:
        return int(self.counts[which].sum())

    def after(self, meaning: Meaning) -> Cells:
        """The cells with those rewritten that the meaning changes."""
        if meaning.column:
            missing = self.missing - meaning.column.values
            return replace(self, column=meaning.column, missing=missing)
        texts = np.array(self.column.raw, dtype=object)
        texts[meaning.changes] = meaning.read(list(self.of(meaning.changes)))
        return replace(self, column=_written(self.column, texts))


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
    changes: _Judged
    read: Callable[[list[str]], Sequence[str]]
    kept: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    examples: Sequence[tuple[str, str]] = ()
    made: Callable[[], Sequence[Made]] | None = None
    why: Sentence | None = None
    column: TextColumn | None = None
    text: bool = False

    def offer(self, cells: Cells, *, taken: bool) -> Offer:
        first = list(islice(cells.of(self.changes), _SAMPLED))
        pairs = list(self.examples or zip(first, self.read(first), strict=True))
        pairs.sort(key=lambda pair: not pair[1])
        return Offer(
            column=cells.column.name,
            key=self.key,
            said=self.said,
            examples=tuple(pairs[:_EXAMPLES]),
            cells=cells.rows(self.changes),
            taken=taken,
            missing=tuple(dict.fromkeys(cell for cell, value in pairs if not (value or self.made))),
            kept=self.kept,
            strays=self.strays,
            why=self.why,
            mends=self.key not in _ADDED and not self.text,
            rows=tuple(np.flatnonzero(self.changes[cells.column.codes])[:_SAMPLED].tolist()),
        )


@dataclass(frozen=True)
class _File:
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


_Judge = Callable[[Cells, _File], Sequence[Meaning]]


def clean(
    columns: Sequence[TextColumn],
    decimal: str,
    cells: Mapping[str, tuple[str, ...]],
    missing: frozenset[str],
    stated: Collection[str] = (),
) -> Cleaned:
    """The columns with their cells rewritten as ``cells`` chooses, and what else is offered.

    ``columns`` have neither header nor rows that were left out. A column that is taken for its
    month is replaced by one called "name (month)", and so on. Nothing is asked of the columns
    ``stated``, of which the format states what their cells mean. Raises ``ReadingError`` where
    ``cells`` names a column or a meaning that there is not.
    """
    names = [column.name for column in columns]
    _refuse_unknown(names, cells)
    file = _File(columns, decimal)
    made: list[TextColumn] = []
    told: list[Sentence] = []
    offers: list[Offer] = []
    levels: dict[str, tuple[str, ...]] = {}
    for column in columns:
        judges = () if column.name in stated else _JUDGES
        chosen = cells.get(column.name, ())
        judged, offered, others = _judge(Cells(column, decimal, missing), chosen, file, judges)
        offers += offered
        told += _same_place(judged)
        if not offered:
            told += _left_as_words(judged)
        if not others:
            made.append(judged.column)
        for one in others:
            name = one.name if one.name == column.name else free_name(one.name, names)
            names.append(name)
            made.append(replace(one.column, name=name))
            if one.levels:
                levels[name] = one.levels
    return Cleaned(tuple(made), tuple(offers), levels, tuple(told))


def _judge(
    cells: Cells, chosen: tuple[str, ...], file: _File, judges: Sequence[_Judge]
) -> tuple[Cells, list[Offer], list[Made]]:
    """The cells of a column as chosen, what is offered, and the columns in its place."""
    offers: list[Offer] = []
    made: list[Made] = []
    for judge in judges:
        meanings = judge(cells, file)
        one_of = [one.key for one in meanings if not one.made]
        last = next((key for key in reversed(chosen) if key in one_of), None)
        for one in meanings:
            taken = one.key in chosen if one.made else one.key == last
            offers.append(one.offer(cells, taken=taken))
            made += one.made() if one.made and taken else ()
        if made:  # other columns stand in its place
            break
        if last:
            cells = cells.after(next(one for one in meanings if one.key == last))
        elif any(one.text for one in meanings):
            cells = replace(cells, column=replace(cells.column, text=True))
        elif any(one.key in _FIRST for one in meanings):
            break
    known = {offer.key for offer in offers}
    idle = [key for key in dict.fromkeys(chosen) if key not in known]
    offers += [
        Offer(cells.column.name, key, _says(cells, "idle"), (), 0, taken=True) for key in idle
    ]
    return cells, offers, made


# Numbers in other styles.


def _numbers(cells: Cells, file: _File) -> Sequence[Meaning]:
    if cells.plain:
        return _plain_groups(cells, file)
    likely = [cell for cell in map(str.strip, cells.spread) if cell not in cells.missing]
    hits = sum(is_sign(cell) or bool(numeral(cell) or span(cell)) for cell in likely)
    if 2 * hits < len(likely) or len(cells.shapes) > _MOST_SPELLINGS:
        return ()
    style = _Style(cells, {text: form for text in cells.shapes if (form := numeral(text))})
    return style.meanings(file) if style.is_sound() else ()


@dataclass(frozen=True)
class _Style:
    """How the numbers of a column are written: ``all`` says which number a shape is."""

    cells: Cells
    all: Mapping[str, Numeral]

    def where(self, true_of: Callable[[Numeral], bool]) -> _Judged:
        """The cells that are numbers for which it is true; shape (n_distinct,)."""
        forms = self.forms
        return self.cells.where_shape(lambda text: text in forms and true_of(forms[text]))

    @cached_property
    def forms(self) -> Mapping[str, Numeral]:
        """Those in the commonest unit, or in one of its measure, or in none."""
        rows = Counter[str]()
        for text, form in self.all.items():
            if form.unit and not form.nought:
                rows[same_unit(form.unit)] += self.cells.rows_of_shape[text]
        most = max(rows, key=rows.__getitem__, default="")
        alike = {"", most, *measure_of({most})}
        return {
            text: form
            for text, form in self.all.items()
            if form.nought or same_unit(form.unit) in alike
        }

    @cached_property
    def told(self) -> _Judged:
        """The cells that are numbers; shape (n_distinct,)."""
        return self.cells.where_shape(self.forms.__contains__) & ~self.far

    @cached_property
    def unit(self) -> str:
        return next((form.unit for form in self.forms.values() if form.unit), "")

    @cached_property
    def scales(self) -> list[str]:
        return sorted({form.scale for form in self.forms.values()} - {""})

    @cached_property
    def signs(self) -> set[str]:
        """The signs that group digits."""
        return set("".join(form.signs for form in self.forms.values()))

    def is_sound(self) -> bool:
        """Whether most cells are numbers of one kind, and what is left can be nothing but odd."""
        left = self.cells.filled & ~self.told & ~self.cells.signs
        # 一 and 三次 say a number beside digits alone; 二十 and 一九九六年 do by themselves.
        in_words = self.told & self.cells.where_shape(lambda text: bool(_IN_WORDS.fullmatch(text)))
        rows, words = self.cells.rows(self.told & ~in_words), self.cells.rows(in_words)
        if rows < max(2, words) or not _are_most(self.cells, rows + words, left):
            return False
        return not self._only_labels() and not self._only_bounds()

    @cached_property
    def rows_of_unit(self) -> Counter[str]:
        """How many rows are in each unit, or in none; nought is in any."""
        rows = Counter[str]()
        for text, form in self.forms.items():
            if not form.nought:
                rows[self._unit_of(form)] += self.cells.rows_of_shape[text]
        return rows

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """How much the units of the column's measure are, the only one if it has no others."""
        units = self.rows_of_unit.keys() - {""}
        measure = measure_of(units) if units else {}
        return {unit: float(size) for unit, size in measure.items()} or dict.fromkeys(units, 1.0)

    @cached_property
    def assumed(self) -> Mapping[str, str]:
        """The scale or unit of each cell that says none beside others that do: that of the name or
        else the nearest in which it is near to these; "" for a cell that is far in each."""
        bare = self.where(lambda form: not (form.scale or self._unit_of(form) or form.nought))
        others = self.where(
            lambda form: bool(form.scale or self._unit_of(form)) and not form.nought
        )
        if not bare.any() or not others.any():
            return {}
        units, name = self.rows_of_unit.keys() - {""}, self.cells.column.name
        sizes = {unit: size for unit, size in self.sizes.items() if may_be_meant(unit, units)}
        one = sizes.get(same_unit(self.unit), 1.0)
        sizes = sizes or {ONE: one}
        named = scale_of_name(name) if self.scales else unit_of_name(name)
        scales = {*self.scales, named} if self.scales else set()
        sizes |= {scale: one * 10.0 ** power_of(scale) for scale in scales - {""}}
        known = [*self._amounts(others).values()]
        if self.scales and max(known) > _WIDE * min(known):  # 3.5亿 and 2千 say little of 300
            return {}
        usual = named or ONE if self.scales else ""
        return _units_of(self._amounts(bare), known, sizes, usual)

    @cached_property
    def far(self) -> _Judged:
        """Bare cells that are near to the others in no unit, but for a few."""
        far = {cell for cell, unit in self.assumed.items() if not unit}
        result = self.cells.where(far.__contains__)
        seldom = 10 * self.cells.rows(result) <= self.cells.rows(self.cells.filled)
        return result & (not seldom or self.unit in _SHARES)

    @cached_property
    def into(self) -> str:
        """The scale or unit in which the column counts by its name, where its cells say several;
        else the unit that is the commonest, and of these the smallest."""
        name = self.cells.column.name
        if self.scales and (named := scale_of_name(name)):
            return named
        rows = Counter({unit: rows for unit, rows in self.rows_of_unit.items() if unit})
        counts = dict(zip(self.cells.values, self.cells.counts.tolist(), strict=True))
        for cell, unit in self.assumed.items():
            rows[unit] += counts[cell] if unit in self.sizes else 0
        rows = +rows
        if len(rows) < 2:
            return ""
        if (named := unit_of_name(name)) in self.sizes:
            return named
        return max(rows, key=lambda unit: (rows[unit], -self.sizes[unit]))

    def _unit_of(self, form: Numeral) -> str:
        """3.5万 beside 35,000元 is an amount of money too."""
        alike = form.scale and not form.unit and is_money(self.unit)
        return same_unit(self.unit if alike else form.unit)

    def _amounts(self, some: _Judged) -> dict[str, float]:
        """How much each of the cells is, in the smallest unit of the measure."""
        forms = {cell: form for cell in self.cells.of(some) if (form := numeral(cell))}
        return {
            cell: abs(float(form.by("") or 0)) * self.sizes.get(self._unit_of(form), 1)
            for cell, form in forms.items()
        }

    def _only_labels(self) -> bool:
        """(1), (2) are marks, and 612 345 678 is a telephone: all as long, and all in groups."""
        if all(form.bracketed for form in self.forms.values()):
            return True
        sizes = {sum(map(str.isdigit, text)) for text in self.forms}
        grouped = all(form.signs in (" ", ".") for form in self.forms.values())
        return grouped and len(sizes) == 1 and max(sizes) >= 9 and not self.unit

    def _only_bounds(self) -> bool:
        """<5 and >10 are groups where few cells are numbers; 3M and 6M may be sizes."""
        rough = {form.rough[:1] for form in self.forms.values()} - {"", "~", "≈"}
        bare = self.where(lambda form: not form.rough)
        if rough and 2 * self.cells.rows(bare) < self.cells.rows(self.told):
            return True
        shown = self.unit or self.signs or len(self.scales) > 1
        return not (shown or set("KMB").isdisjoint(self.scales))

    def meanings(self, file: _File) -> list[Meaning]:
        """The numbers by each decimal sign that all of them may have; "" for either, where no cell
        may be read by both."""
        forms = self.forms.values()
        possible = list(filter(self._may_be, WAYS))
        if not any(form.is_ambiguous for form in forms):
            possible = possible[:1] or [""]
        if "." in possible and FOURS in possible:  # nothing stands in fours
            possible.remove(FOURS)
        if file.shown in possible and FOURS not in possible:
            possible = [file.shown]
        ways = [(way, self.into) for way in possible]
        if len(ways) == 1 and self._may_count_so():
            ways.append((possible[0], self.scales[0]))
        changes = [self._changes(*way) for way in ways]
        if any(not (changed & self.told).any() for changed in changes):
            # Plain numbers already, with some sign for a missing one at most.
            return []
        keys = [*map(self._key, possible)] if len(possible) > 1 else ["numbers", "as_counted"]
        return [self._meaning(*each) for each in zip(keys, ways, changes, strict=False)]

    @property
    def odd(self) -> str:
        """The sign that may have two meanings."""
        return "," if "," in self.signs else "."

    def _key(self, way: str) -> str:
        if way == FOURS:
            return "ten_thousands"
        return "decimals" if way == self.odd else "thousands"

    def _may_count_so(self) -> bool:
        """Whether 18 beside 20万 is as many 万: near to the 20, and far from 200,000."""
        bare = self.where(lambda form: not (form.scale or form.unit or form.nought))
        if self.into or len(self.scales) != 1 or not bare.any():
            return False
        scaled = self.where(lambda form: bool(form.scale))
        few, most = (max(self._amounts(some).values()) for some in (bare, scaled))
        return few * 10.0 ** power_of(self.scales[0]) < _NEAR * most

    def _may_be(self, way: str) -> bool:
        """Whether all numbers may be read in this way, but for a slip among thousands."""
        odd = [form for form in self.forms.values() if form.by(way) is None]
        told = self.where(lambda form: form.by(way) is not None)
        other = "." if way == "," else ","
        grouped = self.cells.rows(told & self.where(lambda form: other in form.signs))
        rows, others = self.cells.rows(told), self.cells.rows(self.told & ~told)
        if way == FOURS or not mostly(rows, others):
            return not odd or mostly(grouped, others)
        slips = [form.by(other) or form.by("") or "" for form in odd]
        return not odd or are_slips(slips, ".", grouped, rows - grouped)

    def _changes(self, way: str, into: str) -> _Judged:
        decimal = self.cells.decimal
        again = {text: form.typed(way, decimal, into) for text, form in self.forms.items()}
        other = {
            cell for cell, unit in self._with_units(into).items() if not unit.endswith(f" {into}")
        }
        return (
            self.cells.signs
            | self.far
            | self.cells.where(other.__contains__)
            | self.cells.where_shape(lambda text: again.get(text, text) not in ("", text))
        )

    def _meaning(self, key: str, how: tuple[str, str], changes: _Judged) -> Meaning:
        """The numbers read in the way, and in the scale or unit, of ``how``."""
        (way, into), read = how, self._reading(*how)
        bounds = self.where(lambda form: form.rough[:1] in _BOUNDS)
        bound = list(islice(self.cells.of(bounds), 1))
        shown = [*bound, *islice(self.cells.of(changes), _SAMPLED)]
        cell = max(filter(numeral, shown), key=_is_odd_number)
        examples = list(dict(zip(shown, read(shown), strict=True)).items())
        if key in ("thousands", "ten_thousands", "decimals"):
            cell = next(value for value in self.cells.of(changes) if self.odd in typed(value))
        said = _SAID[key if key != "numbers" else self._way(way)].with_fields(
            unit=into or self.unit, sign=self.odd, scales=_listed(self.scales)
        )
        said = said.with_fields(
            column=quoted(self.cells.column.name), cell=quoted(cell), number=read([cell])[0]
        )
        told = self.told & self.where(lambda form: form.by(way) is not None)
        odd = self.cells.filled & ~self.cells.signs & ~told
        bare, plain = told & ~changes, self.cells.numbers
        many = 2 * self.cells.rows(bare) > self.cells.rows(told)
        if self._with_units(into) or not self.unit or many:
            bare = np.zeros_like(told)
        kept, strays = (
            tuple(islice(self.cells.of(some), _SAMPLED))
            for some in (bare & plain | odd & plain & ~changes, odd & ~plain | bare & ~plain)
        )
        whys = [_BOUND.with_fields(cell=cell, number=read(bound)[0])] if bound else []
        whys += self._why_into(into, read) if key != "as_counted" else []
        whys += [_counted(self.cells, odd, self.cells.rows(told))] if odd.any() else []
        said = self._whole(said, told, kept, strays)
        return Meaning(key, said, changes, read, kept, strays, examples, why=_one_after_other(whys))

    def _reading(self, way: str, into: str) -> Callable[[list[str]], list[str]]:
        """How cells are typed again: bare ones in the unit that is assumed, far ones not at all."""
        forms = [text for text, form in self.forms.items() if form.by(way) is not None]
        units = self._with_units(into)
        again = partial(typed_again, [*forms, *units.values()], way, into, self.cells.decimal)
        gone = set(self.cells.of(self.far))

        def read(values: list[str]) -> list[str]:
            both = zip(values, again([units.get(one, one) for one in values]), strict=True)
            return ["" if is_sign(value) or value in gone else text for value, text in both]

        return read

    def _with_units(self, into: str) -> dict[str, str]:
        """The cells that name no scale or unit, with the one that is assumed, where that counts."""
        scaled = is_scale(into)
        return {
            cell: f"{cell} {unit}"
            for cell, unit in self.assumed.items()
            if unit and (into in self.sizes or scaled or is_scale(unit))
        }

    def _why_into(self, into: str, read: Callable[[list[str]], list[str]]) -> list[Sentence]:
        """In what the column is read, and what is assumed of cells that name no unit."""
        said = [_INTO[is_scale(into)].with_fields(unit=into)] if into else []
        named = f" {into}" if is_scale(into) else "\n"
        cells = [cell for cell, one in self._with_units(into).items() if not one.endswith(named)]
        pairs = zip(cells, read(cells), strict=True)
        bare = listed(f"“{quoted(cell)}” → {number}" for cell, number in pairs)
        return said + ([_ASSUMED.with_fields(cells=bare)] if cells else [])

    def _way(self, way: str) -> str:
        """Which sentence says how the numbers are written."""
        if not way:
            return "both_signs"
        if self.into:
            return "named" if is_scale(self.into) else "measure"
        if any(form.rough or form.mark for form in self.forms.values()):
            return "marks"
        if self.unit:
            return "percent" if self.unit in _SHARES else "unit"
        return "scales" if self.scales else "numbers"

    def _whole(
        self, said: Sentence, told: _Judged, kept: Sequence[str], strays: Sequence[str]
    ) -> Sentence:
        """With the cells named that are missing, are read as they stand, or are no numbers."""
        cells = self.cells
        if cells.signs.any():
            signs = _listed(cells.of(cells.signs))
            said = Sentence("{said} These count as missing: {signs}.", said=said, signs=signs)
        rows = {"told": str(cells.rows(told)), "all": str(cells.rows(cells.filled))}
        if strays:
            whole = Sentence("{said} {told} of {all} cells are numbers; these are none: {strays}.")
            said = whole.with_fields(said=said, strays=_listed(strays), **rows)
        if kept:
            whole = Sentence(
                "{said} {told} of {all} cells are read as numbers; these stay as they are: {kept}."
            )
            said = whole.with_fields(said=said, kept=_listed(kept), **rows)
        return said


_NO_FIGURES: Final = "[^0-9０-９零〇一二三四五六七八九十两百千万萬亿億]*"
_IN_WORDS: Final = re.compile(
    f"[一二三四五六七八九十]{{1,2}}月份?|{_NO_FIGURES}[一二三四五六七八九十两]{_NO_FIGURES}"
)
_BOUNDS: Final = ("<", ">", "≤", "≥")
_BOUND: Final = Sentence("The bound is lost: “{cell}” would be {number} itself.")
_INTO: Final = (
    Sentence("All in “{unit}”."),
    Sentence("By its name, the column counts in “{unit}”."),
)


_ASSUMED: Final = Sentence("Without a unit, so assumed: {cells}.")


def _one_after_other(said: Sequence[Sentence]) -> Sentence | None:
    """The sentences as one; None of none."""
    if len(said) < 2:
        return said[0] if said else None
    return Sentence("{said} {more}", said=said[0], more=_one_after_other(said[1:]))


def _are_most(cells: Cells, rows: int, left: _Judged) -> bool:
    """Whether the numbers in ``rows`` are more than what is left of a column, and this holds few
    cells that look like codes, as A/5 21171 does."""
    codes = left & cells.where(
        lambda value: (
            _CODED.search(value) is not None and span(value) is None and not numeral(value)
        )
    )
    return (
        rows > cells.rows(left)
        and mostly(rows, cells.rows(codes))
        and not any(map(is_code, cells.of(left & ~cells.numbers)))
    )


_CODED: Final = re.compile("[A-Za-z].*[0-9]|[0-9].*[A-Za-z]|[0-9]-$")


def _units_of(
    bare: Mapping[str, float], known: Sequence[float], sizes: Mapping[str, float], usual: str
) -> dict[str, str]:
    """The unit of each bare number: of ``sizes`` the one in which it is nearest to the amounts that
    are ``known``, or ``usual`` where it is near in none."""
    low, high, middle = min(known), max(known), float(np.median(known)) or 1.0

    def near(one: float, unit: str) -> bool:
        return low < _NEAR * one * sizes[unit] < _NEAR**2 * high

    def nearest(one: float) -> str:
        units = [unit for unit in sizes if near(one, unit)]
        return min(units, key=lambda unit: abs(np.log(one * sizes[unit] / middle)), default=usual)

    each = {cell: nearest(one) for cell, one in bare.items()}
    least, most = min(bare.values()), max(bare.values())
    around = [u for u in sizes if least * sizes[u] < _NEAR * low and high < _NEAR * most * sizes[u]]
    # All in one unit, where the others lie among them.
    return each if all(each.values()) or not around else dict.fromkeys(bare, around[0])


def _is_odd_number(cell: str) -> tuple[bool, bool, bool]:
    """Whether it shows best how the numbers of its column are read."""
    form = numeral(cell)
    if form is None:
        return False, False, False
    return form.rough[:1] in _BOUNDS, bool(form.rough or form.mark), bool(form.scale)


def _plain_groups(cells: Cells, file: _File) -> Sequence[Meaning]:
    """1.500 among numbers such as 900, or only numbers such as 1.500 and 12.000; where columns
    have Chinese names, only numbers such as 43,6468."""
    sign, group, key, longest = cells.decimal, GROUP[cells.decimal], "thousands", 3
    some = [cell.strip() for cell in cells.spread if sign in cell]
    chinese = _is_chinese("".join(column.name for column in file.columns))
    if sign == "," and chinese and all(map(IN_FOURS.fullmatch, some)):
        group, key, longest = IN_FOURS, "ten_thousands", 4
    if not some or not all(map(group.fullmatch, some)):
        return ()
    signed = cells.where(lambda value: sign in value)
    odd = list(cells.of(signed))
    whole = list(cells.of(cells.filled & ~signed))
    if len(odd) < 2 or not all(map(group.fullmatch, odd)):
        return ()
    # A program writes 1.5 and not 1.500; one that writes three digits writes them everywhere.
    mixed = bool(whole) and any(cell.endswith("0") for cell in odd)
    if key == "thousands" and not (mixed or all(cell.endswith("00") for cell in odd)):
        return ()
    if any(len(cell.lstrip("+-")) > longest for cell in whole):
        return ()

    def read(values: list[str]) -> list[str]:
        return [value.replace(sign, "") for value in values]

    said = _says(cells, key, sign=sign, cell=odd[0], number=read(odd[:1])[0])
    return [Meaning(key, said, signed, read)]


def _shows(column: TextColumn, sign: str) -> bool:
    """Whether a cell can only be a number with this decimal sign: 0.123, 12.5, 1,234,567."""
    only, grouped, whole = list[str](), 0, 0
    for cell in map(typed, map(str.strip, column.raw[: 5 * _SAMPLED])):
        odd = "." in cell or "," in cell
        form = numeral(cell) if odd and not cell.endswith(sign) else None
        if form and not form.unit and form.by(sign) is not None:
            alone = {form.by(sign), None}.issuperset(map(form.by, WAYS))
            grouped += not alone
            only += [cell] if alone else []
        whole += cell.isdecimal()
    return bool(only) and not are_slips(only, sign, grouped, whole)


_VERSION: Final = {
    sign: re.compile(rf"([1-9][0-9]{{0,3}})(?:{re.escape(sign)}(0|[1-9][0-9]?))?") for sign in ".,"
}


def _versions(cells: Cells, _: _File) -> Sequence[Meaning]:
    """1.9 and 1.10, 2020.1 and 2020.10: what ends in a 0 that no number would have."""
    if len(cells.column.raw) > _MOST_SPELLINGS or not cells.plain:
        return ()
    found = [*map(_VERSION[cells.decimal].fullmatch, cells.distinct)]
    pairs = {(int(one[1]), int(one[2])) for one in found if one and one[2]}
    if not all(found) or not any(minor < 10 for _, minor in pairs):
        return ()
    # 1.25 without 1.24 is a number, and of a year there are twelve months.
    if not all(
        minor <= 10 or (major, minor - 1) in pairs or (major >= 1900 and minor <= 12)
        for major, minor in pairs
    ):
        return ()
    changes = cells.where(lambda value: cells.decimal in value[:-2] and value.endswith("0"))
    if not changes.any():
        return ()
    cell = next(cells.of(changes))
    said = _says(cells, "versions", cell=cell, number=cell[:-1])
    before, after = len(cells.distinct), len({_float(one, cells.decimal) for one in cells.distinct})
    lost = Sentence("{before} values would become {after}.", before=before, after=after)
    why = lost if after < before else None

    def read(values: list[str]) -> list[str]:
        return [value[:-1] for value in values]

    return [Meaning("decimals", said, changes, read, why=why, text=True)]


# Several choices in a cell.


def _choices(cells: Cells, _: _File) -> Sequence[Meaning]:
    """Codes or options of which a cell names several: 1,2 and 图书馆;宿舍."""
    if cells.plain or len(cells.column.raw) > _MOST_SPELLINGS:
        return ()
    values = cells.distinct
    if max(map(len, values), default=0) > _LONGEST_LEVEL * MOST_OPTIONS:
        return ()
    for sign in _BETWEEN:
        named = options(values, sign) if any(sign in cell for cell in values) else []
        if named and cells.rows(cells.filled) >= 2 * len(named):
            return [_several(cells, sign, named)]
    return ()


def _several(cells: Cells, sign: str, named: Sequence[str]) -> Meaning:
    yes, no = ("是", "否") if _is_chinese("".join(named)) else ("yes", "no")
    parts = [[part.strip() for part in value.split(sign)] for value in cells.values]

    def made() -> Sequence[Made]:
        texts = {
            option: [(yes if option in some else no) if any(some) else "" for some in parts]
            for option in named
        }
        column = cells.column
        return [Made(f"{column.name}: {one}", _written(column, texts[one])) for one in named]

    first = [value for value in cells.values if sign in value][:_EXAMPLES]
    pairs = [(one, " + ".join(filter(None, map(str.strip, one.split(sign))))) for one in first]
    said = _says(cells, "choices", count=len(named), options=_listed(named), yes=yes, no=no)
    return Meaning("choices", said, cells.filled, _nothing, examples=pairs, made=made)


_BETWEEN: Final = (";", "；", "|", "┋", "、", ",", "，")


def _is_chinese(text: str) -> bool:
    return any("一" <= char <= "鿿" for char in text)


# Dates and times.


def _order_of_dates(cells: Cells, _: _File) -> Sequence[Meaning]:
    """Whether day or month comes first, where the column does not say."""
    halves = cells.halves
    if halves is None or len(halves.orders) < 2:
        return ()
    if halves.dates(day_first=True) == halves.dates(day_first=False):
        return ()
    changes = halves.without_order()
    cell = next(cells.of(changes))

    def meaning(key: str) -> Meaning:
        def read(values: list[str]) -> list[str]:
            return Halves.of(values).with_dates(day_first=key == "day_first")

        said = _says(cells, key, cell=quoted(cell), date=read([cell])[0])
        return Meaning(key, said, changes, read)

    return [meaning("day_first"), meaning("month_first")]


def _durations(cells: Cells, _: _File) -> Sequence[Meaning]:
    """1:02:05 and 26:30 as numbers."""
    if cells.plain or not all(duration(cell, ".") for cell in cells.some):
        return ()
    asked = list(filter(None, cells.asked))
    if len({*asked}) < 2 or not are_durations(cells.column.name, asked):
        return ()

    def read(values: list[str]) -> list[str]:
        return [duration(value, cells.decimal) or "" for value in values]

    cell = max(asked[:_SAMPLED], key=len)
    said = _says(cells, "duration", cell=cell, number=read([cell])[0])
    return [Meaning("duration", said, cells.filled, read)]


def _ranges(cells: Cells, _: _File) -> Sequence[Meaning]:
    """14-Oct and 5-Mar among 15-19 and 0-2: a spreadsheet took 10-14 and 3-5 for dates."""
    if cells.plain or len(cells.column.raw) > _SAMPLED:
        return ()
    becomes = ranges_of_dates(list(filter(None, cells.asked)))
    if not becomes:
        return ()
    cell, value = next(iter(becomes.items()))
    return [
        _respelt("ranges", _says(cells, "ranges", cell=quoted(cell), value=value), cells, becomes)
    ]


def _respelt(key: str, said: Sentence, cells: Cells, becomes: Mapping[str, str]) -> Meaning:
    return Meaning(
        key, said, cells.where(becomes.__contains__), lambda some: [becomes[one] for one in some]
    )


def _names_in_order(cells: Cells, _: _File) -> Sequence[Meaning]:
    """Nothing but weekdays, nothing but months, or nothing but groups: <18, 18-25, 26~35."""
    if cells.plain or len(cells.column.raw) > _SAMPLED:
        return ()
    levels, way, why = names_in_order(cells.distinct), "order", None
    becomes = dict(zip(levels, levels, strict=True)) or _groups_in_order(cells)
    if not becomes:
        return ()
    if not levels:
        levels, way, why = tuple(dict.fromkeys(becomes.values())), "groups", _GROUPS
    pairs = [(level, str(place)) for place, level in enumerate(levels, 1)]
    texts = [becomes.get(value, "") for value in cells.values]
    made = [Made(cells.column.name, _written(cells.column, texts), levels)]
    said = _says(cells, way, levels=listed(levels))
    return [
        Meaning("order", said, cells.filled, _nothing, examples=pairs, made=lambda: made, why=why)
    ]


_GROUPS: Final = Sentence("Groups of a number are read as words, not as numbers.")
_MOST_GROUPS: Final = 30


def _groups_in_order(cells: Cells) -> dict[str, str]:
    """Three groups of a number and more that do not overlap, in order, each with its commonest
    spelling; nothing where something else, or more single numbers, stands among them."""
    values = [value for value in dict.fromkeys(cells.asked) if value]
    if not 2 <= len(values) <= _MOST_GROUPS or cells.halves is not None:
        return {}
    counts = Counter(dict(zip(cells.values, cells.counts.tolist(), strict=True)))
    ends = {value: _ends(value) for value in sorted(values, key=lambda one: -counts[one])}
    known = {value: one for value, one in ends.items() if one}
    by_ends = sorted({one: value for value, one in reversed(known.items())}.items())
    groups = sum(low < high for (low, high), _ in by_ends)
    apart = all(one[0][1] <= after[0][0] for one, after in pairwise(by_ends))
    if len(known) < len(ends) or len(by_ends) < 3 or 2 * groups < len(by_ends) or not apart:
        return {}
    return {value: name for end, name in by_ends for value, one in known.items() if one == end}


def _ends(value: str) -> tuple[float, float] | None:
    form = numeral(value)
    if form is None or form.rough or form.mark:
        return span(value)
    alone = float(form.by("") or 0)
    return alone, alone


def _parts(cells: Cells, _: _File) -> Sequence[Meaning]:
    """The parts of the dates of a column that tell its rows apart."""
    halves = cells.halves
    if halves is None:
        return ()
    parts = {
        key: _part(cells, halves, key) for key in PARTS if key not in _UNTOLD[halves.grain or "day"]
    }
    return [
        _as_part(cells, halves, key, *part)
        for key, part in parts.items()
        if len(set(part[0]) - {""}) > 1
    ]


_UNTOLD: Final = {
    "day": {"quarter"},
    "month": {"quarter", "weekday"},
    "quarter": {"month", "weekday"},
}
_ORDERS: Final = {"quarter": ("Q1", "Q2", "Q3", "Q4"), "month": MONTHS, "weekday": WEEKDAYS}


def _as_part(
    cells: Cells, halves: Halves, key: str, each: list[str], of_cell: NDArray[np.intp]
) -> Meaning:
    def made() -> Sequence[Made]:
        levels = tuple(level for level in _ORDERS.get(key, ()) if level in each)
        column = _written(cells.column, np.array(each, dtype=object)[of_cell])
        return [Made(f"{column.name} ({key})", column, levels)]

    first = np.flatnonzero(cells.filled)[:_SAMPLED].tolist()
    pairs = [(cells.values[at], each[of_cell[at]]) for at in first]
    cell, value = max(pairs, key=lambda pair: (bool(pair[1]), len(pair[1])))
    said = _says(cells, key, cell=quoted(cell), value=value)
    why = None
    if cells.counted:
        kind, dates = cells.counted
        why = _WHY[kind].with_fields(cell=pairs[0][0], date=dates[first[0]])
    elif key not in ("hour", "hours") and (proof := halves.proof()):
        order, text = proof
        why = _WHY["day_first" if order else "month_first"].with_fields(date=quoted(text))
    return Meaning(key, said, cells.filled, _nothing, examples=pairs, made=made, why=why)


_WHY: Final = {
    "day_first": Sentence("Read day first, as “{date}” shows."),
    "month_first": Sentence("Read month first, as “{date}” shows."),
    "serial": Sentence("Read as a spreadsheet counts the days: “{cell}” is {date}."),
    "seconds": Sentence("Read as seconds since 1970 (UTC): “{cell}” is {date}."),
    "milliseconds": Sentence("Read as milliseconds since 1970 (UTC): “{cell}” is {date}."),
    "digits": Sentence("Read as year, month and day: “{cell}”."),
    "months": Sentence("Read as year and month: “{cell}”."),
}


def _part(cells: Cells, halves: Halves, key: str) -> tuple[list[str], NDArray[np.intp]]:
    """The part of each date or time, "" for none, and which of them each cell has."""
    if key == "hours":  # with their minutes, where no day is said: 7:30 is 7.5
        times = [] if any(halves.days) else [clock(text) for text in halves.hours]
        if all(time is None or time.is_integer() for time in times):
            return [], halves.hour_of
        said = ["" if time is None else f"{time:g}" for time in times]
        return [one.replace(".", cells.decimal) for one in said], halves.hour_of
    if key == "hour":
        hours = ["" if hour is None else str(hour) for hour in halves.times or []]
        return hours, halves.hour_of
    dates = halves.dates(day_first=halves.orders[0])
    first = min((day for day in dates if day is not None), default=date.min)
    part = _OF_DAY[key]
    return ["" if day is None else part(day, first) for day in dates], halves.day_of


_OF_DAY: Final[Mapping[str, Callable[[date, date], str]]] = {
    "year": lambda day, _: str(day.year),
    "quarter": lambda day, _: f"Q{(day.month + 2) // 3}",
    "month": lambda day, _: MONTHS[day.month - 1],
    "weekday": lambda day, _: WEEKDAYS[day.weekday()],
    "days": lambda day, first: str((day - first).days),
}


# Missing values, values that look like it, and strays.


def _level(cells: Cells, _: _File) -> Sequence[Meaning]:
    """NA among few levels: no alley, or Namibia."""
    if len(cells.column.raw) > 5 * _SAMPLED or cells.halves is not None:
        return ()
    changes = cells.where_raw(_LEVELS.intersection(cells.missing).__contains__)
    if not changes.any():
        return ()
    levels, filled = cells.distinct, cells.rows(cells.filled)
    few = 2 * len(levels) <= filled
    if not levels or not (few or all(len(one) == 2 and one.isupper() for one in levels)):
        return ()
    if filled <= 2 * cells.rows(cells.numbers):
        return ()
    words = sorted({cell.strip() for cell in compress(cells.column.raw, changes)})
    said = _says(cells, "level", signs=_listed(words))
    pairs = [(word, word) for word in words]
    column = replace(cells.column, values=frozenset(words))
    return [Meaning("level", said, changes, list, examples=pairs, column=column)]


def _blank(cells: Cells, _: _File) -> Sequence[Meaning]:
    """One value and blanks, of which a blank may mean no."""
    if len(cells.column.raw) > _SAMPLED:
        return ()
    changes = cells.where_raw(lambda cell: not cell)
    if len(cells.distinct) != 1 or (cells.filled == changes).any():
        return ()
    (value,), filled, blank = cells.distinct, cells.rows(cells.filled), cells.rows(changes)
    if filled < 2 or 10 * blank < filled or len(value) > _LONGEST_LEVEL:
        return ()
    if value != "1" and any(map(str.isnumeric, value)):
        return ()
    no = _no(value, cells.column.name)
    said = _says(cells, "blank", value=quoted(value), no=no)
    return [Meaning("blank", said, changes, lambda some: [no] * len(some))]


def _no(yes: str, name: str) -> str:
    """What stands against it, in its language and in its capitals."""
    usual = "否" if _is_chinese(yes + name) else "no"
    return _in_capitals_of(yes, _AGAINST.get(yes.casefold(), usual))


_LEVELS: Final = frozenset(("NA", "N/A", "n/a"))


def _missing(cells: Cells, _: _File) -> Sequence[Meaning]:
    """Signs, words and codes that may say that a value is missing."""
    if cells.plain:
        return _as_missing("missing", "codes", cells, _codes(cells))
    changes = _doubtful_signs(cells)
    if changes.any() and not (cells.filled & ~changes & ~cells.numbers).any():
        changes = changes | _codes(cells)
    return _as_missing("missing", "missing", cells, changes)


def _as_missing(key: str, way: str, cells: Cells, changes: _Judged) -> Sequence[Meaning]:
    said = _says(cells, way, signs=_listed(cells.of(changes)))
    return [Meaning(key, said, changes, _nothing)] if changes.any() else ()


def _doubtful_signs(cells: Cells) -> _Judged:
    signs = cells.signs
    if not signs.any():
        return signs
    others = cells.filled & ~signs
    if others.any() and (not (others & ~cells.numbers).any() or cells.halves is not None):
        return signs
    if _are_numbers_mostly(cells):
        return signs
    # Among levels "none" is one, and so is "-" beside "+".
    levels = list(islice(cells.of(others), _SAMPLED))
    if len(levels) < 2 or not any(any(map(str.isalnum, level)) for level in levels):
        return np.zeros_like(signs)
    return cells.where(lambda value: is_sign(value) and value.casefold() not in NOTHINGS)


def _codes(cells: Cells) -> _Judged:
    """-999 and its like, and any that comes most often below 0: far from all other numbers, and
    if not repeated, far from 0 too."""
    likely = np.zeros(len(cells.column.raw), dtype=bool)
    if not _MISSING_CODES.isdisjoint(cells.column.raw):
        often = (cells.counts > 1) & cells.where(_MISSING_CODES.__contains__)
        likely = often | cells.where(_FAR_FROM_0.__contains__)
    if len(likely) > 5:
        most = int(np.argmax(cells.counts))
        likely[most] |= cells.counts[most] > 2 and bool(_BELOW.fullmatch(cells.values[most]))
    if not likely.any():
        return likely
    others = [
        _float(value, cells.decimal)
        for value, odd, sign in zip(cells.values, likely, cells.signs, strict=True)
        if value and not odd and not sign
    ]
    if len(others) < 2:
        return np.zeros_like(likely)
    low, high = min(others), max(others)
    once = bool((cells.counts[cells.filled & ~likely & ~cells.signs] == 1).all())
    if once and set(np.diff(others)) == {1}:  # it numbers the rows
        return np.zeros_like(likely)

    def is_far(value: str) -> bool:
        code = _float(value, cells.decimal)
        sure = code <= _SURE_BELOW and low >= 0
        return sure or max(low - code, code - high) > high - low > 0

    far = {value for value in cells.of(likely) if is_far(value)}
    return cells.where(far.__contains__)


def _float(value: str, decimal: str) -> float:
    return float(value.replace(decimal, "."))


def _strays(cells: Cells, _: _File) -> Sequence[Meaning]:
    """The cells that keep a column of numbers from being one."""
    changes = cells.filled & ~cells.numbers
    left, rows = changes & ~cells.signs, cells.rows(cells.numbers)
    if cells.plain or not left.any() or rows < _STRAYS or not _are_most(cells, rows, left):
        return ()
    numerals = cells.where_shape(lambda text: (form := numeral(text)) is not None and not form.unit)
    if not mostly(rows, cells.rows(left & numerals)):  # 50,0 among 1.234
        return ()
    counted = _counted(cells, left, rows)
    return [replace(one, why=counted) for one in _as_missing("strays", "strays", cells, changes)]


def _counted(cells: Cells, left: _Judged, rows: int) -> Sentence:
    """How many cells are no numbers, beside ``rows`` that are, and of which kinds."""
    kinds = Counter[str]()
    first = dict[bool, str]()
    for at in np.flatnonzero(left).tolist():
        cell = cells.values[at]
        group = span(cell) is not None
        kinds[first.setdefault(True, cell) if group else cell] += int(cells.counts[at])
    odd = sum(kinds.values())
    named = listed(f"“{quoted(cell)}” ({count})" for cell, count in kinds.most_common())
    said = Sentence("Not numbers: {odd} of {all} cells, {kinds}.")
    return said.with_fields(odd=odd, all=odd + rows, kinds=named)


def _are_numbers_mostly(cells: Cells) -> bool:
    left = cells.filled & ~cells.numbers & ~cells.signs
    told = cells.rows(cells.numbers)
    if not told or not mostly(told, cells.rows(left)):
        return False
    return not any(map(is_code, cells.of(left)))


def _nothing(values: list[str]) -> list[str]:
    return [""] * len(values)


# Spellings of one value.


def _one_value(cells: Cells, _: _File) -> Sequence[Meaning]:
    """Spellings that differ only in capitals, width, spaces and punctuation at the end, and
    answers that all say yes or no."""
    if cells.plain or len(cells.column.raw) > _MOST_SPELLINGS or cells.halves is not None:
        return ()
    if not (cells.filled & ~cells.numbers).any():
        return ()
    counts = Counter[str]()
    for value, count in zip(cells.values, cells.counts.tolist(), strict=True):
        counts[value] += count
    way, becomes = "answers", _answered_alike(counts)
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
    return [_respelt("one_value", _says(cells, way, pairs=pairs), cells, becomes)]


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
_AGAINST: Final = {**dict(_ANSWERS), "有": "无"}
_PLACE_OF_ANSWER: Final = {
    word: (way, side) for way, pair in enumerate(_ANSWERS) for side, word in enumerate(pair)
}


def _answered_alike(counts: Mapping[str, int]) -> dict[str, str]:
    """What each answer becomes where all say yes or no in more than one way: the way that is the
    most frequent; nothing where another value stands among them."""
    found: dict[str, tuple[int, int]] = {}
    ways = Counter[int]()
    for value in sorted(filter(None, counts), key=counts.__getitem__):
        place = _PLACE_OF_ANSWER.get(_folded(value))
        if place is None:
            return {}
        found[value] = place
        ways[place[0]] += counts[value]
    if len(ways) < 2 or len({side for _, side in found.values()}) < 2:
        return {}
    ((best, _),) = ways.most_common(1)
    most = max((value for value in found if found[value][0] == best), key=counts.__getitem__)
    words = [_in_capitals_of(most, word) for word in _ANSWERS[best]]
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


def _in_capitals_of(value: str, word: str) -> str:
    """The word spelt as the value is: NO as YES."""
    return {"upper": word.upper(), "first": word.capitalize()}.get(_capitals(value), word)


def _folded(value: str) -> str:
    if len(value) > _LONGEST_LEVEL:
        return value
    plain = folded(value)
    return plain.rstrip(_TRAILING) or plain


def folded(level: str) -> str:
    """The same for levels that differ only in capitals, width and blanks."""
    return " ".join(unicodedata.normalize("NFKC", level).casefold().split())


def _same_place(cells: Cells) -> Iterator[Sentence]:
    """厦门 and 厦门市, Saint Louis and St. Louis: told, and kept apart."""
    if cells.plain or len(cells.column.raw) > _MOST_SPELLINGS:
        return
    values = set(cells.distinct)
    pairs = [
        f"“{quoted(short)}” – “{quoted(value)}”"
        for value in cells.distinct
        for short in _shorter(value)
        if short in values
    ]
    if pairs:
        yield _says(cells, "places", pairs=listed(pairs))


def _left_as_words(cells: Cells) -> Iterator[Sentence]:
    """3 kg beside 4 lb, €12 beside $15, and 35 beside 35-40: told, and left as words."""
    many, odd = len(cells.column.raw) > _MOST_SPELLINGS, cells.of(cells.filled & ~cells.numbers)
    if cells.plain or many or cells.halves is not None or any(map(is_code, odd)):
        return
    groups = cells.where(lambda value: span(value) is not None)
    alone = cells.where_shape(lambda text: numeral(text) is not None) & ~groups
    rows = cells.rows(groups | alone)
    if groups.any() and alone.any() and mostly(rows, cells.rows(cells.filled) - rows):
        yield _says(cells, "mixed", groups=_listed(cells.of(groups)))
    forms = [form for text in cells.shapes if (form := numeral(text))]
    units = {same_unit(form.unit): form.unit for form in forms if form.unit}
    told = cells.rows(cells.where_shape(lambda text: numeral(text) is not None))
    if (
        len(units) > 1
        and not measure_of(units.keys())
        and mostly(told, cells.rows(cells.filled) - told)
    ):
        yield _says(cells, "units", units=_listed(units.values()))


def _shorter(place: str) -> tuple[str, ...]:
    if place.startswith("Saint "):
        return tuple(place.replace("Saint", short, 1) for short in ("St.", "St"))
    return (place[:-1],) if len(place) > 2 and place[-1] in "市省县區区縣" else ()


# What a row leaves to the row above it.


def _fill_down(cells: Cells, file: _File) -> Sequence[Meaning]:
    """A value that is named once for all the rows of its block, as in an outline."""
    column = cells.column
    starts = np.flatnonzero(~column.blank)
    if len(starts) < 3 or starts[0] or 2 * len(starts) > len(column.codes):
        return ()
    lengths, names = np.diff(starts), column.codes[starts]
    if (names[1:] == names[:-1]).any() or 10 * (lengths < 2).sum() > len(lengths):
        return ()
    alike = (lengths == lengths[0]).all() and len(column.codes) - starts[-1] <= lengths[0]
    leftmost = column.position == file.columns[0].position
    texts = (cells.filled & ~cells.numbers).any()
    if sum(map(bool, (alike, leftmost, texts))) < 2:
        return ()
    rows = np.where(column.blank, 0, np.arange(len(column.codes)))
    above = replace(column, codes=column.codes[np.maximum.accumulate(rows)])
    first = column.raw[column.codes[0]]
    changes = cells.where_raw(lambda cell: not cell)
    said = _says(cells, "fill_down", cell=quoted(first), count=int(lengths[0]))
    whole = above.keep(np.ones(len(rows), dtype=bool))
    return [Meaning("fill_down", said, changes, lambda some: [first] * len(some), column=whole)]


# In this order, each on the cells as those before it left them.
_JUDGES: Final[tuple[_Judge, ...]] = (
    *(_choices, _fill_down, _versions, _numbers, _order_of_dates, _durations, _ranges),
    *(_level, _blank, _missing, _strays, _one_value, _names_in_order, _parts),
)


# What is taken, what is said, and what cannot be.


def _written(column: TextColumn, texts: Sequence[str] | NDArray[np.object_]) -> TextColumn:
    """The column with other texts for its distinct cells, of which some may now be the same."""
    merged, raw = pd.factorize(np.array(texts, dtype=object))
    return replace(column, codes=merged[column.codes], raw=tuple(raw))


def _says(cells: Cells, way: str, **fields: object) -> Sentence:
    return _SAID[way].with_fields(column=quoted(cells.column.name), **fields)


_SAID: Final = {
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
        "In “{column}”, the sign “{sign}” may stand behind each four digits: “{cell}” is {number}."
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
    "answers": Sentence("In “{column}”, different answers may all say yes or no: {pairs}."),
    "places": Sentence("In “{column}”, these may be one place and are kept apart: {pairs}."),
    "fill_down": Sentence(
        "In “{column}”, a value may hold for the empty cells below it: “{cell}” for {count} rows."
    ),
    "idle": Sentence("This choice no longer changes any cell of “{column}”."),
}


def _refuse_unknown(names: Sequence[str], cells: Mapping[str, tuple[str, ...]]) -> None:
    for name, keys in cells.items():
        if name not in names:
            raise ReadingError(
                "The table has no column “{column}” whose cells could be read in another way. "
                "Choose one of its columns.",
                column=quoted(name),
            )
        for key in keys:
            if key not in KEYS:
                raise ReadingError(
                    "Cells cannot be read as “{key}”. Choose one of these: {keys}.",
                    key=quoted(key),
                    keys=Listed(KEYS),
                )


def _listed(values: Iterable[str]) -> Listed:
    return listed(f"“{quoted(value)}”" for value in values)
