"""A split sends rows to branch numbers, and nothing else.

A branch of -1 means that the split does not say: the cell is missing, or holds a level that
is in neither group. What then becomes of the row is a policy's business, not the split's.
Only where missing counts as a value of its own does the split say: ``missing`` is the branch
of missing cells, -1 if they have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final, overload

import numpy as np

from dtcore.errors import MoveError
from dtcore.model.columns import MISSING, BoolArray, Field, FloatArray, IntArray, Schema
from dtcore.model.cut import cut_text
from dtcore.model.data import Dataset
from dtcore.words import number as number

NOWHERE: Final = -1
GAP: Final = "?"
"""How a missing cell is written among the values of a branch, as C4.5 writes it."""


@dataclass(frozen=True)
class Condition:
    """What holds on one branch: ``column`` ``operator`` ``values``, e.g. Petal.Width ≤ 0.8."""

    column: str
    operator: str  # "=", "∈", "≤" or ">", "≠" for all but missing cells
    values: tuple[str, ...]

    @property
    def value(self) -> str:
        if len(self.values) == 1:
            return self.values[0]
        if self.operator in "≤>":  # a missing cell comes this way too
            return ", ".join(self.values)
        return "{" + ", ".join(self.values) + "}"

    def __str__(self) -> str:
        return f"{self.column} {self.operator} {self.value}"


@dataclass(frozen=True)
class Threshold:
    """Branch 0 where the value is at most ``cut``, branch 1 where it is larger.

    An infinite ``cut`` sets the known cells apart from the missing ones. ``gap``: the
    neighbouring values between which it was made, low ≤ cut < high, as far as they are known; a
    cut that is printed shorter lies there too.
    """

    column: int
    cut: float
    missing: int = NOWHERE
    gap: tuple[float, float] = field(default=(-inf, inf), compare=False, repr=False)

    def arity(self, schema: Schema) -> int:
        return 2

    def branch(self, dataset: Dataset, rows: IntArray) -> IntArray:
        """(m,) branch numbers of ``rows`` (m,)."""
        values = dataset.columns[self.column].values[rows]
        return np.where(np.isnan(values), self.missing, values > self.cut).astype(np.intp)

    def condition(self, schema: Schema, branch: int) -> Condition:
        field, operator = schema.columns[self.column], "≤" if branch == 0 else ">"
        if np.isinf(self.cut):
            return Condition(field.name, "=" if branch == self.missing else "≠", (GAP,))
        here = (GAP,) if branch == self.missing else ()
        return Condition(field.name, operator, (self.cut_text(schema), *here))

    def among(self, values: FloatArray) -> Threshold:
        """The same with the gap that it cuts among ``values`` (m,)."""
        low = values.max(initial=-inf, where=values <= self.cut)
        high = values.min(initial=inf, where=values > self.cut)
        return replace(self, gap=(float(low), float(high)))

    def cut_text(self, schema: Schema) -> str:
        """The cut as it is printed."""
        return cut_text(self.cut, *self.gap, schema.columns[self.column].single)


@dataclass(frozen=True)
class Subset:
    """Branch 0 for the levels in ``left``, 1 for those in ``right``; both sorted codes.

    ``left`` holds the lowest level that was present when the split was made.
    """

    column: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    missing: int = NOWHERE

    def arity(self, schema: Schema) -> int:
        return 2

    def branch(self, dataset: Dataset, rows: IntArray) -> IntArray:
        """(m,) branch numbers of ``rows`` (m,)."""
        column = dataset.columns[self.column]
        side = np.full(_n_levels(column.field) + 2, NOWHERE, np.intp)
        side[list(self.left)] = 0
        side[list(self.right)] = 1
        side[MISSING] = self.missing
        codes: IntArray = column.values[rows]
        return side[codes]  # codes -1 and -2 read the two spare cells

    def condition(self, schema: Schema, branch: int) -> Condition:
        field = schema.columns[self.column]
        names = tuple((field.levels or ())[code] for code in (self.left, self.right)[branch])
        names += (GAP,) if branch == self.missing else ()
        return Condition(field.name, "=" if len(names) == 1 else "∈", names)


@dataclass(frozen=True)
class Multiway:
    """One branch for each level of a nominal column, in level order.

    ``missing`` is -1, or the number of levels: one more branch, the last.
    """

    column: int
    missing: int = NOWHERE

    def arity(self, schema: Schema) -> int:
        return _n_levels(schema.columns[self.column]) + (self.missing >= 0)

    def branch(self, dataset: Dataset, rows: IntArray) -> IntArray:
        """(m,) branch numbers of ``rows`` (m,)."""
        codes: IntArray = dataset.columns[self.column].values[rows]
        return np.where(codes == MISSING, self.missing, np.maximum(codes, NOWHERE))

    def condition(self, schema: Schema, branch: int) -> Condition:
        field = schema.columns[self.column]
        return Condition(field.name, "=", ((*(field.levels or ()), GAP)[branch],))


Split = Threshold | Subset | Multiway


@dataclass(frozen=True, eq=False)
class Splits(Sequence["Split | None"]):
    """The splits of n nodes, None for leaves; thresholds become objects when someone asks.

    ``column`` (n,) intp, -1 for leaves; ``cut`` (n,) and ``gap`` (n, 2) float64, for
    thresholds; ``nominal``: the other splits by node, thresholds with a branch for missing
    cells among them.
    """

    column: IntArray
    cut: FloatArray
    gap: FloatArray
    nominal: Mapping[int, Split]

    @classmethod
    def of(cls, splits: Sequence[Split | None]) -> Splits:
        if isinstance(splits, cls):
            return splits
        column = np.array([-1 if split is None else split.column for split in splits], np.intp)
        others = {i: s for i, s in enumerate(splits) if s is not None and not is_plain_cut(s)}
        cuts = [
            (s.cut, *s.gap) if isinstance(s, Threshold) and is_plain_cut(s) else (np.nan,) * 3
            for s in splits
        ]
        numbers = np.array(cuts, np.float64).reshape(-1, 3)
        return cls(column, numbers[:, 0], numbers[:, 1:], others)

    def part(self, places: IntArray, leaf: BoolArray) -> Splits:
        """The splits at ``places`` (m,) rising; None where ``leaf`` (n,) says so."""
        stays = ~leaf[places]
        number = {int(p): i for i, p in enumerate(places) if p in self.nominal and stays[i]}
        return Splits(
            np.where(stays, self.column[places], -1),
            np.where(stays, self.cut[places], np.nan),
            self.gap[places],
            {i: self.nominal[place] for place, i in number.items()},
        )

    def among(self, first: int, dataset: Dataset, rows: Sequence[IntArray]) -> Splits:
        """With the gaps that those from place ``first`` on cut among ``rows``, each its own."""
        gap, nominal = self.gap.copy(), dict(self.nominal)
        for place, here in enumerate(rows, first):
            split = self[place]
            if isinstance(split, Threshold):
                result = split.among(dataset.columns[split.column].values[here])
                gap[place] = result.gap
                nominal |= {place: result} if place in nominal else {}
        return replace(self, gap=gap, nominal=nominal)

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, place: int) -> Split | None: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Split | None, ...]: ...
    def __getitem__(self, place: int | slice) -> Split | tuple[Split | None, ...] | None:
        if isinstance(place, slice):
            return tuple(self[i] for i in range(len(self))[place])
        place = range(len(self))[place]
        if place in self.nominal or self.column[place] < 0:
            return self.nominal.get(place)
        low, high = self.gap[place].tolist()
        return Threshold(int(self.column[place]), float(self.cut[place]), gap=(low, high))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | Splits):
            return NotImplemented
        theirs = Splits.of(other)
        return (
            np.array_equal(self.column, theirs.column)
            and np.array_equal(self.cut, theirs.cut, equal_nan=True)
            and self.nominal == theirs.nominal
        )

    __hash__ = None  # type: ignore[assignment]


def is_plain_cut(split: Split) -> bool:
    """Whether a split is a column and a number, and nothing more."""
    return isinstance(split, Threshold) and split.missing == NOWHERE


def describe(split: Split, schema: Schema) -> str:
    """A split in a few words: ``Petal.Width ≤ 0.8``, or ``ShelveLoc: Bad, Medium | Good``."""
    name = schema.columns[split.column].name
    if isinstance(split, Multiway):
        return name
    return f"{name}{'' if isinstance(split, Threshold) else ':'} {branches(split, schema)}"


def branches(split: Split, schema: Schema) -> str:
    """What a split makes of its column: ``≤ 0.8``, or the values of each branch."""
    sides = [split.condition(schema, branch) for branch in range(split.arity(schema))]
    if isinstance(split, Threshold):
        return f"{sides[0].operator} {sides[0].value}"  # with "?" if missing cells go left
    return " | ".join(", ".join(side.values) for side in sides)


def weight_text(weight: float, whole: float = 0.0) -> str:
    """A weight of rows, by three decimals, its thousands apart; a smaller one by two digits
    that count.

    What is no more than rounding beside the ``whole`` of which it is left over is 0.
    """
    if 1e3 <= abs(weight) < 1e15:
        return f"{weight:,.3f}".rstrip("0").rstrip(".")
    if abs(weight) >= 1e-3 or abs(weight) <= 1e-9 * whole:
        return number(round(weight, 3))
    text = f"{weight:.2g}"
    return np.format_float_positional(float(text), trim="-") if abs(weight) >= 1e-9 else text


def _n_levels(field: Field) -> int:
    return len(field.levels or ())


def check_column(column: int, schema: Schema) -> None:
    """Raises MoveError if the table has no column of this number."""
    last = len(schema.columns) - 1
    if not 0 <= column <= last:
        raise MoveError(
            "There is no column number {column}: here they go from 0 to {last}. Choose one of "
            "these.",
            column=column,
            last=last,
        )


def check_fits(split: Split, schema: Schema) -> None:
    """Raises MoveError if ``split`` asks what its column cannot answer."""
    check_column(split.column, schema)
    field = schema.columns[split.column]
    if isinstance(split, Threshold) and not field.numeric:
        raise MoveError(
            "“{column}” has levels, and only numbers can be cut. Split it by its levels.",
            column=field.name,
        )
    if not isinstance(split, Threshold) and field.numeric:
        raise MoveError(
            "“{column}” is numeric and has no levels to split by. Cut it at a number.",
            column=field.name,
        )
    known = range(len(field.levels or ()))
    if isinstance(split, Subset) and not all(k in known for k in (*split.left, *split.right)):
        raise MoveError(
            "“{column}” has no such level: here they are numbered from 0 to {last}. Choose among "
            "these.",
            column=field.name,
            last=len(known) - 1,
        )
