"""Columns: names, kinds and cells, and how a column of a frame is read.

Nominal columns are integer codes into ``levels`` (-1 = missing); numeric columns are float64
(NaN = missing). Arrays are read-only, so columns can be shared between threads and sessions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtcore.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]

MISSING: Final = -1
"""Code of a missing nominal cell."""
UNKNOWN: Final = -2
"""Code of a level that the schema has never seen; only in tables that are predicted."""
_DIGITS: Final = re.compile(r"\d+")
_SHORT: Final = 1_000
_AT_ONCE: Final = 1_000
FEW_INTEGERS: Final = 10
"""A numeric target with at most this many different values, all integers, is offered as classes."""


@dataclass(frozen=True)
class Field:
    """The name and kind of a column, without its cells. ``levels`` is None if it is numeric.

    ``cuts``: where a column of numbers was cut into the intervals that are its levels.
    ``single``: its numbers are rounded to single precision before they are compared.
    """

    name: str
    levels: tuple[str, ...] | None = None
    cuts: tuple[float, ...] | None = None
    single: bool = False

    @property
    def numeric(self) -> bool:
        return self.levels is None


@dataclass(frozen=True)
class LeafRule:
    """How class weights (..., k) at a leaf become shares and a prediction; empty: as they are.

    ``factors`` (k,): what the rows of each class were multiplied with when the tree was grown;
    ``divisors`` (k,): how much of that is to be taken off again. ``loss[j][i]``: what it costs
    to say i where j is true. ``m`` rows with the shares ``priors`` (k,) are added to every leaf:
    the m-estimate of Cestnik 1990.
    """

    factors: tuple[float, ...] = ()
    divisors: tuple[float, ...] = ()
    loss: tuple[tuple[float, ...], ...] = ()
    m: float = 0.0
    priors: tuple[float, ...] = ()

    def counts(self, stats: FloatArray) -> FloatArray:
        """(..., k) the class weights without what losses have altered: what losses charge for."""
        return stats / np.array(self.divisors) if self.divisors else stats

    def rows(self, stats: FloatArray) -> FloatArray:
        """(..., k) the rows of each class, as the table counts them: class weights ``stats``
        without anything that a recipe has made of them, and without its rounding."""
        rows = stats / np.array(self.factors) if self.factors else stats
        whole = np.round(rows)
        return np.where(np.abs(rows - whole) <= 1e-9 * np.maximum(whole, 1.0), whole, rows)

    @property
    def by_weight(self) -> bool:
        """Whether shares are taken of weights, and not of rows: losses alone alter none."""
        return bool(self.factors) and self.factors != self.divisors

    def adjusted_weights(self, stats: FloatArray) -> FloatArray:
        """(..., k) the class weights that shares are taken of."""
        counts = self.counts(stats)
        return counts + self.m * np.array(self.priors) if self.m else counts

    def prediction(self, stats: FloatArray) -> IntArray:
        """(...) what a leaf with class weights ``stats`` (..., k) says."""
        return self.choice(self.adjusted_weights(stats))

    def is_tied(self, stats: FloatArray) -> BoolArray:
        """(...) whether what a leaf says is the first of several that are as good."""
        return np.asarray(self._best(self.adjusted_weights(stats)).sum(axis=-1) > 1)

    def choice(self, weights: FloatArray) -> IntArray:
        """(...) the class with the largest share of ``weights`` (..., k), or the one that costs
        least; the first of tied ones."""
        return np.asarray(self._best(weights).argmax(axis=-1))

    def _best(self, weights: FloatArray) -> BoolArray:
        """(..., k) the classes that may be chosen: several if they tie, be it by rounding alone."""
        if not self.loss:
            most = weights.max(axis=-1, keepdims=True, initial=0.0)
            return np.asarray(weights >= (1 - 1e-12) * most)
        costs = weights @ np.array(self.loss)
        return np.asarray(costs <= costs.min(axis=-1, keepdims=True) * (1 + 1e-12))

    def wrong(self, stats: FloatArray) -> FloatArray:
        """(...) the weight of the rows behind ``stats`` (..., k) that are not as the leaf says."""
        return np.asarray(stats.sum(axis=-1) - _of_class(stats, self.prediction(stats)))

    def costs(self, stats: FloatArray) -> FloatArray:
        """(...) what a leaf with class weights ``stats`` (..., k) costs, by what it says."""
        return self.cost_of(self.counts(stats), self.prediction(stats))

    @property
    def largest_loss(self) -> float:
        """The most that an error costs."""
        return max(map(max, self.loss)) if self.loss else 1.0

    def cost_of(self, counts: FloatArray, predicted: IntArray) -> FloatArray:
        """(...) what it costs to predict ``predicted`` (...) of ``counts`` (..., k): the weight of
        those that it is wrong for, or the sum of their losses."""
        if self.loss:
            return _of_class(counts @ np.array(self.loss), predicted)
        return np.asarray(counts.sum(axis=-1) - _of_class(counts, predicted))


def _of_class(numbers: FloatArray, label: IntArray) -> FloatArray:
    """(...) from ``numbers`` (..., k) the one of class ``label`` (...)."""
    return np.asarray(np.take_along_axis(numbers, label[..., None], axis=-1)[..., 0])


@dataclass(frozen=True)
class Schema:
    """What a tree must know of the table it was grown on; no rows.

    ``centre``, from which a numeric target is summed, is the number in its range that is
    nearest to 0 (target units); 0 for classes. ``fractional``: the table's own weights are
    fractions, and count no rows; ``grouped``: they count rows, several in a line of the table.
    """

    columns: tuple[Field, ...]
    target: Field
    centre: float = 0.0
    leaf_rule: LeafRule = LeafRule()
    fractional: bool = field(default=False, compare=False)
    grouped: bool = field(default=False, compare=False)

    @property
    def weighs(self) -> bool:
        """Whether what counts for rows is a weight of them, and not their number."""
        return self.fractional or bool(self.leaf_rule.factors)

    @property
    def classes(self) -> tuple[str, ...]:
        """The class names; empty for a numeric target."""
        return self.target.levels or ()

    def rows(self, stats: FloatArray) -> FloatArray:
        """(n, k) the rows of each class, (n, 1) of a numeric target, behind ``stats`` (n, k) of
        weights that count rows."""
        return self.leaf_rule.rows(stats if self.classes else stats[:, :1])


@dataclass(frozen=True, eq=False)
class Column:
    """One column: ``values`` has shape (n_rows,), intp codes if nominal, float64 if numeric.

    ``cost``: what it takes to learn its value, above 0, in any unit.
    """

    field: Field
    values: NDArray[Any]
    cost: float = 1.0

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def levels(self) -> tuple[str, ...] | None:
        return self.field.levels

    @property
    def numeric(self) -> bool:
        return self.field.numeric

    @property
    def in_single(self) -> Column:
        """Its numbers rounded to single precision."""
        if not self.numeric:
            return self
        rounded = to_single(self.values)
        same = np.array_equal(rounded, self.values, equal_nan=True)
        values = self.values if same else frozen(rounded)
        return replace(self, field=replace(self.field, single=True), values=values)

    @cached_property
    def distinct(self) -> NDArray[Any]:
        """(v,) the different values present, sorted; codes if nominal."""
        if self.numeric:
            return frozen(np.unique(self.values[~np.isnan(self.values)]))
        return frozen(np.flatnonzero(np.bincount(self.values[self.values >= 0])))

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """The least and the largest number present."""
        return float(np.fmin.reduce(self.values)), float(np.fmax.reduce(self.values))

    @cached_property
    def missing(self) -> int:
        """How many cells are missing."""
        gone = np.isnan(self.values) if self.numeric else self.values < 0
        return int(gone.sum())


def guess_kind(series: pd.Series[Any]) -> str:
    """ "numeric" for a column of numbers, else "nominal" (booleans and categories are nominal)."""
    import pandas as pd

    is_number = pd.api.types.is_numeric_dtype(series) and not pd.api.types.is_bool_dtype(series)
    return "numeric" if is_number else "nominal"


def guess_target_kind(series: pd.Series[Any]) -> str:
    """As ``guess_kind``, but a few integers are taken as classes."""
    if guess_kind(series) == "nominal":
        return "nominal"
    values = series.dropna().unique()
    whole = np.all(np.equal(np.mod(values, 1), 0))
    return "nominal" if len(values) <= FEW_INTEGERS and whole else "numeric"


def id_like(column: Column) -> bool:
    """Whether a column looks like an identifier: nominal, and hardly a value comes twice."""
    if column.levels is None or len(column.values) < 5:
        return False
    return len(column.levels) >= 0.9 * (len(column.values) - column.missing)


def natural_order(names: list[str]) -> list[str]:
    """Names sorted as people count: "x2" before "x10"; numbers by value, negative ones too."""
    blocks = (names[at : at + _AT_ONCE] for at in range(0, len(names), _AT_ONCE))
    values = np.fromiter(chain.from_iterable(map(_numbers, blocks)), np.float64, len(names))
    finite = np.isfinite(values)
    places = np.flatnonzero(finite)
    places = places[np.argsort(values[places], kind="stable")]
    numbers = [names[place] for place in places.tolist()]
    if (np.diff(values[places]) == 0).any():  # 1, 1.0
        value_of = dict(zip(numbers, values[places].tolist(), strict=True))
        numbers = sorted(sorted(value_of), key=value_of.__getitem__)
    texts = sorted(names[place] for place in np.flatnonzero(~finite).tolist())
    return [*numbers, *sorted(texts, key=_counted)]


def _numbers(names: list[str]) -> list[float]:
    """The number that each name is, NaN for one that is none."""
    try:
        return list(map(float, names))
    except ValueError:
        return list(map(_number, names))


def _number(name: str) -> float:
    if name[:1].isalpha():  # no finite number begins so, and most words do
        return math.nan
    try:
        return float(name)
    except ValueError:
        return math.nan


def _counted(name: str) -> str:
    """A text that sorts as ``name`` where its runs of digits count as whole numbers, which come
    before any other sign."""
    return _DIGITS.sub(_counted_run, name.replace("\0", "\0\1"))


def _counted_run(found: re.Match[str]) -> str:
    digits = found[0]
    if digits[0] == "0" or len(digits) > _SHORT or not digits.isascii():
        digits = str(int(digits))
    return f"\0\0{chr(len(digits))}{digits}"


def level_name(value: object) -> str:
    """How a cell is written as a level: 1.0 as "1", True as "True", text as it is."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """(...) the ``array`` (...) itself, or a contiguous copy, read-only."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


def to_single(values: ArrayLike) -> FloatArray:
    """(...) ``values`` (...) in single precision, as float64; infinite where that is too small."""
    with np.errstate(over="ignore"):
        return np.asarray(values, np.float64).astype(np.float32).astype(np.float64)


def is_frozen(array: NDArray[Any]) -> bool:
    """Whether the array is read-only, and all that it is a view of.

    That no other view can be written to is for its maker to see to, who freezes it first.
    """
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        if array.base is None:
            return True
        array = array.base
    return False


def column_of(frame: pd.DataFrame, name: str, kind: str) -> Column:
    """A column of ``frame`` as "numeric" or "nominal". Raises DataError if it is not numbers."""
    series = frame[name]
    if kind == "numeric":
        numbers = numbers_of(series)
        if bool(np.any(np.isnan(numbers) & series.notna().to_numpy())):
            raise DataError(
                "Column “{column}” holds cells that are not numbers. Take it as nominal instead.",
                column=name,
            )
        if bool(np.any(np.isinf(numbers))):
            raise DataError(
                "Column “{column}” holds an infinite number. Replace it in the file, or take "
                "the column as nominal.",
                column=name,
            )
        # -0.0 would sort beside 0.0 but differ in the digest
        clean = is_frozen(numbers) and not np.signbit(numbers[numbers == 0]).any()
        return Column(Field(name), frozen(numbers if clean else numbers + 0.0))
    with _short_numbers(name):
        places, names, stated = _levels_of(series)
        order = names if stated else natural_order(names)
    code_of = dict(zip(dict.fromkeys(order), count()))
    codes = np.fromiter(chain(map(code_of.__getitem__, names), [MISSING]), np.intp)
    return Column(Field(name, tuple(code_of)), frozen(codes[places]))


def _levels_of(series: pd.Series[Any]) -> tuple[NDArray[np.integer], list[str], bool]:
    """(n,) the place of each cell among the names of levels, -1 where it is missing; the names;
    and whether their order is stated."""
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        used = series if dtype.ordered else series.cat.remove_unused_categories()
        names = list(map(level_name, used.cat.categories))
        return used.cat.codes.to_numpy(), names, bool(dtype.ordered)
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        places, numbers = pd.factorize(series.to_numpy())
        return places, list(map(level_name, numbers.astype(object))), False
    words = pd.api.types.infer_dtype(series, skipna=True) == "string"
    # where types are mixed, equal cells (1 and True) may have different levels
    cells = series if words else level_names(series)
    places, levels = pd.factorize(cells.to_numpy(dtype=object))
    return places, list(map(str, levels)), False


def numbers_of(series: pd.Series[Any]) -> FloatArray:
    """(n,) the cells as numbers, NaN where they are none. Raises DataError."""
    import pandas as pd

    if series.dtype == np.float64:
        return series.to_numpy()
    try:
        return pd.to_numeric(series, errors="coerce").to_numpy(np.float64)
    except OverflowError:
        raise DataError(
            "Column “{column}” holds a whole number beyond 1.8e308, too large to compute with. "
            "Scale it down, or take the column as nominal or ignore it.",
            column=str(series.name),
        ) from None


def level_names(series: pd.Series[Any]) -> pd.Series[Any]:
    """(n,) the cells as levels are written; missing ones as they are. Raises DataError.

    Each cell by itself, since pandas takes 1, 1.0 and True for the same.
    """
    with _short_numbers(str(series.name)):
        return series.astype(object).map(level_name, na_action="ignore")


@contextmanager
def _short_numbers(column: str) -> Iterator[None]:
    """Raises DataError where Python refuses to write or to read a whole number for its length."""
    try:
        yield
    except ValueError:
        raise DataError(
            "Column “{column}” holds a whole number of thousands of digits, too long for a "
            "level. Shorten it in the file, or ignore the column.",
            column=column,
        ) from None
