"""Columns of numbers in other styles: how all cells of a column say one kind of number together.

Most cells being numbers is enough; what is none is named. Several units are read in one, and cells
without a unit in that of the column's name or in the one nearest to the others. Not done here: what
a single cell says (``numerals``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from typing import Final

import numpy as np

from dtcore.words import Sentence
from dttools.files.cells import GROUP, IN_FOURS, are_slips, is_code, mostly
from dttools.files.meanings import (
    MOST_SPELLINGS,
    SAID,
    SAMPLED,
    Cells,
    File,
    Judged,
    Meaning,
    all_quoted,
    as_float,
    is_chinese,
    says,
)
from dttools.files.missing_signs import is_sign
from dttools.files.numerals import (
    FIGURES,
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

# A bare number is in a unit if that brings it within this factor of the others: of two units of one
# measure, one is about twice the other or more (kg and lb, °C and °F).
_NEAR: Final = 2
# Amounts that differ by more say nothing of a bare one.
_WIDE: Final = 100
# Numbers that are near each other differ from one in another unit by more.
_APART: Final = 10
_FEWEST_NEAR: Final = 3
_SHARES: Final = ("%", "‰")


def numbers(cells: Cells, file: File) -> Sequence[Meaning]:
    """The ways in which a column may say numbers, where most of its cells do."""
    if cells.plain:
        return _plain_groups(cells, file)
    likely = [cell for cell in map(str.strip, cells.spread) if cell not in cells.missing]
    hits = sum(is_sign(cell) or bool(numeral(cell) or span(cell)) for cell in likely)
    if 2 * hits < len(likely) or len(cells.shapes) > MOST_SPELLINGS:
        return ()
    years = _short_years(cells)
    raw = tuple(years.get(cell.strip(), cell) for cell in cells.column.raw)
    whole = replace(cells, column=replace(cells.column, raw=raw)) if years else cells
    style = _Style(whole, {text: form for text in whole.shapes if (form := numeral(text))})
    meanings = style.meanings(file) if style.is_sound() else ()
    return [_of_short_years(meaning, years) for meaning in meanings] if years else meanings


def _short_years(cells: Cells) -> dict[str, str]:
    """95年 and 九八年 among years such as 2015 and 2020年, each in the century nearest to these."""
    short = {cell: found[1] for cell in cells.distinct if (found := _SHORT_YEAR.fullmatch(cell))}
    forms = [form for cell in cells.distinct if (form := numeral(cell))] if short else []
    years = [form.by("") or "" for form in forms if form.unit in ("", "年")]
    long = [int(year) for year in years if _YEAR.fullmatch(year)]
    if len(long) <= len(short):
        return {}
    middle = float(np.median(long))

    def nearest(two: str) -> int:
        year = int("".join(str(FIGURES.get(one, one)) for one in two))
        return min((1900 + year, 2000 + year), key=lambda one: abs(one - middle))

    return {cell: f"{nearest(two)}年" for cell, two in short.items()}


_YEAR: Final = re.compile("(?:19|20)[0-9]{2}")
_SHORT_YEAR: Final = re.compile("([0-9]{2}|[〇零一二三四五六七八九]{2})年")


def _of_short_years(meaning: Meaning, years: Mapping[str, str]) -> Meaning:
    """The same of the cells as they stand: first those whose century is assumed."""
    read = meaning.read
    assumed = list(zip(years, read([*years.values()]), strict=True))
    others = [pair for pair in meaning.examples if pair[0] not in years.values()]
    said = _CENTURY.with_fields(
        cells=listed(f"“{quoted(cell)}” → {year}" for cell, year in assumed)
    )
    return replace(
        meaning,
        read=lambda cells: read([years.get(cell, cell) for cell in cells]),
        examples=[*assumed, *others],
        why=_one_after_other([said, *filter(None, [meaning.why])]),
    )


@dataclass(frozen=True)
class _Style:
    """How the numbers of a column are written: ``all`` says which number a shape is."""

    cells: Cells
    all: Mapping[str, Numeral]

    def where(self, true_of: Callable[[Numeral], bool]) -> Judged:
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
    def told(self) -> Judged:
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
        if rows < max(2, words) or not are_most(self.cells, rows + words, left):
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
    def far(self) -> Judged:
        """Bare cells that are near to the others in no unit, if they are neither few nor most."""
        far = {cell for cell, unit in self.assumed.items() if not unit}
        result = self.cells.where(far.__contains__)
        rows, filled = self.cells.rows(result), self.cells.rows(self.cells.filled)
        return result & (filled < 10 * rows < 5 * filled or self.unit in _SHARES)

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

    def _spelt(self, unit: str) -> str:
        """A unit as the cells have it: 天, not day."""
        units = (form.unit for form in self.forms.values())
        return next((one for one in units if one and same_unit(one) == unit), unit)

    def _amounts(self, some: Judged) -> dict[str, float]:
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

    def meanings(self, file: File) -> list[Meaning]:
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

    def _changes(self, way: str, into: str) -> Judged:
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

    def _meaning(self, key: str, how: tuple[str, str], changes: Judged) -> Meaning:
        """The numbers read in the way, and in the scale or unit, of ``how``."""
        (way, into), read = how, self._reading(*how)
        bounds = self.where(lambda form: form.rough[:1] in _BOUNDS)
        bound = list(islice(self.cells.of(bounds), 1))
        first = list(islice(self.cells.of(changes), SAMPLED))
        # What is seldom written so is what to look at.
        rows = [self.cells.rows_of_shape[shape] for shape in shapes(first)]
        shown = [*bound, *(first[at] for at in np.argsort(rows, kind="stable"))]
        cell = max(filter(numeral, shown), key=_is_odd_number)
        examples = list(dict(zip(shown, read(shown), strict=True)).items())
        if key in ("thousands", "ten_thousands", "decimals"):
            cell = next(value for value in self.cells.of(changes) if self.odd in typed(value))
        said = SAID[key if key != "numbers" else self._way(way)].with_fields(
            unit=self._spelt(into) or self.unit, sign=self.odd, scales=all_quoted(self.scales)
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
            tuple(islice(self.cells.of(some), SAMPLED))
            for some in (bare & plain | odd & plain & ~changes, odd & ~plain | bare & ~plain)
        )
        whys = [_BOUND.with_fields(cell=cell, number=read(bound)[0])] if bound else []
        whys += self._why_into(into, read) if key != "as_counted" else []
        whys += [no_numbers(self.cells, odd, self.cells.rows(told))] if odd.any() else []
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
        said = [_INTO[is_scale(into)].with_fields(unit=self._spelt(into))] if into else []
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
        self, said: Sentence, told: Judged, kept: Sequence[str], strays: Sequence[str]
    ) -> Sentence:
        """With the cells named that are missing, are read as they stand, or are no numbers."""
        cells = self.cells
        if cells.signs.any():
            signs = all_quoted(cells.of(cells.signs))
            said = Sentence("{said} These count as missing: {signs}.", said=said, signs=signs)
        rows = {"told": str(cells.rows(told)), "all": str(cells.rows(cells.filled))}
        if strays:
            whole = Sentence("{said} {told} of {all} cells are numbers; these are none: {strays}.")
            said = whole.with_fields(said=said, strays=all_quoted(strays), **rows)
        if kept:
            whole = Sentence(
                "{said} {told} of {all} cells are read as numbers; these stay as they are: {kept}."
            )
            said = whole.with_fields(said=said, kept=all_quoted(kept), **rows)
        return said


_NO_FIGURES: Final = "[^0-9０-９零〇一二三四五六七八九十两百千万萬亿億]*"
_IN_WORDS: Final = re.compile(
    f"[一二三四五六七八九十]{{1,2}}月份?|{_NO_FIGURES}[一二三四五六七八九十两]{_NO_FIGURES}"
)
_BOUNDS: Final = ("<", ">", "≤", "≥")
_BOUND: Final = Sentence("The bound is lost: “{cell}” would be {number} itself.")
_INTO: Final = (
    Sentence("All converted to “{unit}”."),
    Sentence("By its name, the column counts in “{unit}”."),
)
_CENTURY: Final = Sentence("The century of two-digit years is assumed: {cells}.")
_ASSUMED: Final = Sentence("Without a unit, so assumed: {cells}.")


def _one_after_other(said: Sequence[Sentence]) -> Sentence | None:
    """The sentences as one; None of none."""
    if len(said) < 2:
        return said[0] if said else None
    return Sentence("{said} {more}", said=said[0], more=_one_after_other(said[1:]))


def are_most(cells: Cells, rows: int, left: Judged) -> bool:
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


_CODED: Final = re.compile("^(?=[^A-Za-z]*[A-Za-z])[^0-9]*[0-9]|[0-9]-$")


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


def _plain_groups(cells: Cells, file: File) -> Sequence[Meaning]:
    """1.500 among numbers such as 900, or only numbers such as 1.500 and 12.000; where columns
    have Chinese names, only numbers such as 43,6468."""
    sign, group, key, longest = cells.decimal, GROUP[cells.decimal], "thousands", 3
    some = [cell.strip() for cell in cells.spread if sign in cell]
    chinese = is_chinese("".join(column.name for column in file.columns))
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

    said = says(cells, key, sign=sign, cell=odd[0], number=read(odd[:1])[0])
    return [Meaning(key, said, signed, read)]


_VERSION: Final = {
    sign: re.compile(rf"([1-9][0-9]{{0,3}})(?:{re.escape(sign)}(0|[1-9][0-9]?))?") for sign in ".,"
}


def versions(cells: Cells, _: File) -> Sequence[Meaning]:
    """1.9 and 1.10, 2020.1 and 2020.10: what ends in a 0 that no number would have."""
    if len(cells.column.raw) > MOST_SPELLINGS or not cells.plain:
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
    said = says(cells, "versions", cell=cell, number=cell[:-1])
    as_numbers = {as_float(one, cells.decimal) for one in cells.distinct}
    before, after = len(cells.distinct), len(as_numbers)
    lost = Sentence("{before} values would become {after}.", before=before, after=after)
    why = lost if after < before else None

    def read(values: list[str]) -> list[str]:
        return [value[:-1] for value in values]

    return [Meaning("decimals", said, changes, read, why=why, text=True)]


def no_numbers(cells: Cells, left: Judged, rows: int) -> Sentence:
    """How many cells are no numbers, beside ``rows`` that are, and of which kinds."""
    kinds = Counter[str]()
    first = dict[bool, str]()
    for at in np.flatnonzero(left).tolist():
        cell = cells.values[at]
        group = span(cell) is not None
        kinds[first.setdefault(True, cell) if group else cell] += int(cells.counts[at])
    odd = sum(kinds.values())
    named = listed(f"“{quoted(cell)}” × {count}" for cell, count in kinds.most_common())
    said = Sentence("Not numbers: {odd} of {all} cells, {kinds}.")
    return said.with_fields(odd=odd, all=odd + rows, kinds=named)


def left_as_words(cells: Cells) -> Iterator[Sentence]:
    """3 kg beside 4 lb, €12 beside $15, and 35 beside 35-40: told, and left as words."""
    many, odd = len(cells.column.raw) > MOST_SPELLINGS, cells.of(cells.filled & ~cells.numbers)
    if cells.plain or many or cells.halves is not None or any(map(is_code, odd)):
        return
    groups = cells.where(lambda value: span(value) is not None)
    alone = cells.where_shape(lambda text: numeral(text) is not None) & ~groups
    rows = cells.rows(groups | alone)
    if groups.any() and alone.any() and mostly(rows, cells.rows(cells.filled) - rows):
        yield says(cells, "mixed", groups=all_quoted(cells.of(groups)))
    forms = [form for text in cells.shapes if (form := numeral(text))]
    units = {same_unit(form.unit): form.unit for form in forms if form.unit}
    told = cells.rows(cells.where_shape(lambda text: numeral(text) is not None))
    if (
        len(units) > 1
        and not measure_of(units.keys())
        and mostly(told, cells.rows(cells.filled) - told)
    ):
        yield says(cells, "units", units=all_quoted(units.values()))


def far_off(cells: Cells) -> Iterator[Sentence]:
    """1.75 among 168 and 175, and 95 among 1995 and 1997: told where all others are near each other
    and these few, perhaps in another unit, are not."""
    many = len(cells.column.raw) > MOST_SPELLINGS or cells.column.text
    if many or not cells.filled.any() or (cells.filled & ~cells.numbers).any():
        return
    sizes = np.array([as_float(value or "nan", cells.decimal) for value in cells.values])
    middle = np.median(np.repeat(sizes, cells.counts)[np.repeat(cells.filled, cells.counts)])
    near = (sizes > middle / _APART) & (sizes < middle * _APART)
    odd, others = cells.filled & ~near, sizes[near]
    if len(set(others)) < _FEWEST_NEAR or max(others) >= _NEAR * min(others) or not odd.any():
        return
    if mostly(cells.rows(near), cells.rows(odd)):
        ends = {"low": f"{min(others):g}", "high": f"{max(others):g}"}
        yield says(cells, "far_off", odd=all_quoted(cells.of(odd)), **ends)
