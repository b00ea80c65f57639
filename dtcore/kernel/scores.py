"""Gains of cuts from running sums, for all runs at once: where the best cuts must be.

A criterion's own formula decides. What is here agrees with it but for rounding, and costs a
small part of it: it says which cuts come near the best of their cell, and only those are scored
by the formula. So it cannot change a tree, a gain that is shown, or what ties.

A class has t of the n rows of a cell, and l of the n' rows left of a cut. Its *surplus* is
z = l n - t n', which is 0 where both sides are mixed alike. With e = 1 / (n² n' (n - n')), Gini's
decrease is the sum of z² e over the classes, and twoing (Σ |z|)² e / 4; the decrease of variance
is z² e where l and t are sums of the number. With weights all of these are weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.runs import RunTable
from dtcore.policies.impurity import Entropy, ErrorRate, Gini, ImpurityCriterion, Twoing, Variance

ROUGH: Final = 1e-6
"""How far a rough gain may be off, as a part of itself or of the impurity before the cut."""

FEW: Final = 32
"""Of so many classes at most the criteria that look at each of them have a fast form."""

AT_ONCE: Final = 1 << 17
"""So many surpluses are held at a time."""

COUNTED: Final = 1 << 17
"""Of nodes with so many rows at most, c log c is looked up."""


def rough_gain(
    criterion: ImpurityCriterion, table: RunTable, last: IntArray, unit: FloatArray
) -> NDArray[Any] | None:
    """(r,) the gain of a cut behind each run, per weight of the known rows of its cell.

    ``last`` (c,): the last run of known values in each cell, behind which what is here means
    nothing; ``unit`` (c,) of a number: what 1 in ``sums`` stands for, divided by what 1 in
    ``weight`` does. None if the criterion has no fast form.
    """
    form = _FORMS.get(type(criterion))  # a subclass may score otherwise
    if form is None:
        return None
    counts = table.weight is table.rows and not criterion.numeric
    if table.labels is not None:
        if type(criterion) in (Entropy, Gini):
            return _of_labels(criterion, _Sides.of(table, last, counts)).reshape(-1)
        if int(table.labels.max()) >= FEW:
            return None
        sums = table.at(np.arange(len(table.rows)))
        table = replace(table, sums=sums, labels=None, more=None)
    if not len(table.sums):  # of a single class
        return np.zeros(len(table.rows))
    return form(criterion, _Sides.of(table, last, counts), unit).reshape(-1)


@dataclass(frozen=True, eq=False)
class _Sides:
    """The cuts behind the runs of ``table``. ``counts``: rows of classes, none with a weight;
    ``complete``: no cell has a missing run.

    What depends on nodes and rows alone is laid out by ``places`` (p,), the rows up to and with
    each place, of which ``lengths`` (s,) belong together. These are the table's ``rows`` by cell;
    or the rows of one column by node, where they are the same in all ``width`` columns of the
    table, and in those of all tables that share ``memory``.
    """

    table: RunTable
    last: IntArray
    counts: bool
    complete: bool
    places: NDArray[Any]
    lengths: IntArray
    memory: dict[Any, NDArray[Any]]
    width: int = 1

    @classmethod
    def of(cls, table: RunTable, last: IntArray, counts: bool) -> _Sides:
        ends, rows = table.start[1:], table.rows
        complete = bool((last + 1 == ends).all())
        if table.memory is None or not complete:
            return cls(table, last, counts, complete, rows, ends - table.start[:-1], {})
        places = table.memory["rows"]
        width = int(rows[-1]) // len(places)
        sizes = rows.take(last[: len(last) // width])
        sizes[1:] -= sizes[:-1].copy()
        return cls(table, last, counts, True, places, sizes, table.memory, width)

    @property
    def stacked(self) -> bool:
        """Whether each place has a run in each column: then r below is (width, p)."""
        return len(self.table.rows) == self.width * len(self.places)

    @cached_property
    def pick(self) -> IntArray | None:
        """(r,) the place of each run, if not each has a run in each column."""
        return None if self.stacked else self.of_column(self.table.rows) - 1

    def of_column(self, running: NDArray[Any]) -> NDArray[Any]:
        """(..., r) running sums, counted from the beginning of each column."""
        if self.stacked:
            running = running.reshape(*running.shape[:-1], self.width, -1)
        if self.width == 1:
            return running
        start, many = self.table.start, len(self.lengths)
        every = np.arange(self.width, dtype=running.dtype)
        if self.stacked:
            return np.asarray(running - running[..., :1, -1:] * every[:, None])
        before = running[..., start[many] - 1, None] * every
        return np.asarray(running - before.repeat(np.diff(start[::many]), axis=-1))

    def kept(self, name: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """What is made once for all tables that share it."""
        if name not in self.memory:
            self.memory[name] = make()
        return self.memory[name]

    def once(self, name: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """(..., r) what is made by place, once for all tables that share it."""
        made = self.kept(name, make)
        if self.stacked:
            return made[..., None, :]
        return made if self.pick is None else made.take(self.pick, axis=-1)

    def span(self, running: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """(..., s) each: what was summed before each cell of places, and of its known rows."""
        last = self.last[: len(self.lengths)]
        begin = np.zeros((*running.shape[:-1], len(last)), running.dtype)
        begin[..., 1:] = running.take(self.table.start[1 : len(last)] - 1, axis=-1)
        known = running.take(last, axis=-1, mode="clip") - begin
        return begin, known if self.complete else np.where(last < self.table.start[:-1], 0, known)

    @cached_property
    def rows(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """(s,) each: the rows before each cell of places, and the known ones in it."""
        return self.span(self.table.rows)

    @property
    def weight(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """(s,) each: what they weigh."""
        table = self.table
        return self.rows if table.weight is table.rows else self.span(table.weight)

    def by_place(self, values: NDArray[Any]) -> NDArray[Any]:
        """(..., p) the value (..., s) of each place's cell."""
        return values.repeat(self.lengths, axis=-1)

    def spread(self, name: Any, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """(..., r) the value (..., s) of each run's cell."""
        return self.once(name, lambda: self.by_place(make()))

    def left_of(self, running: NDArray[Any], name: Any) -> NDArray[Any]:
        """(..., r) what of running sums lies on the left."""
        begin = self.spread(("begin", name), lambda: self.span(running)[0])
        return np.asarray(self.of_column(running) - begin)

    def whole_of(self, running: NDArray[Any], name: Any) -> NDArray[Any]:
        """(..., r) what the known rows of a run's cell sum to."""
        return self.spread(("total", name), lambda: self.span(running)[1])

    @cached_property
    def left(self) -> NDArray[Any]:
        """(r,) the weight on the left."""
        weight = self.table.weight
        if weight is not self.table.rows:
            return self.left_of(weight, "weight").astype(np.float64)
        return self.once("left", self.rows_left)

    def rows_whole(self) -> NDArray[Any]:
        """(p,) the known rows."""
        return self.by_place(self.rows[1])

    def rows_left(self) -> NDArray[Any]:
        """(p,) the rows on the left."""
        return np.asarray(self.places - self.by_place(self.rows[0]))

    @property
    def whole(self) -> NDArray[Any]:
        """(r,) the weight of the known rows."""
        return self.spread("whole", lambda: self.weight[1])

    def evenness(self, times: float = 1.0) -> NDArray[Any]:
        """(r,) ``times`` / (left · right), of counts / whole² as well; 0 where nothing lies on
        the right."""
        if self.table.weight is not self.table.rows:
            return _even(self.left, self.whole, times)
        return self.once(("evenness", times), lambda: self.evenness_by_place(times))

    def evenness_by_place(self, times: float) -> NDArray[Any]:
        whole = self.rows_whole()
        even = _even(self.rows_left(), whole, times)
        if self.counts:
            even /= _above_zero(whole) ** 2.0
        return even.astype(self.real, copy=False)

    @cached_property
    def whole_kind(self) -> Any:
        """Whole numbers in which z of counts fits."""
        return np.int32 if self.rows[1].max() < 1 << 16 else np.int64

    @property
    def real(self) -> Any:
        """Single precision where z is a whole number of 32 bits: half as long to go through."""
        return np.float32 if self.counts and self.whole_kind is np.int32 else np.float64

    def surpluses(self) -> Iterator[NDArray[Any]]:
        """z (q', r) of all ``sums``, some at a time; anew, to be written to."""
        sums = self.table.sums
        step = max(1, AT_ONCE // sums.shape[1])
        for first in range(0, len(sums), step):
            some = sums[first : first + step]
            yield self.surplus(some, (first, len(some)))

    def surplus(self, running: NDArray[Any], name: Any) -> NDArray[Any]:
        """z (..., r) of some ``sums``; of weights and numbers z / n."""
        if self.counts:
            return self._of_counts(running, name).astype(self.real)

        def share() -> NDArray[Any]:
            return self.span(running)[1] / _above_zero(self.weight[1])

        if self.table.weight is self.table.rows:
            return self._less_expected(running, name, share)
        z = self.left_of(running, name).astype(np.float64)
        z -= self.left * self.spread(("share", name), share)
        return np.asarray(z)

    def _less_expected(
        self, running: NDArray[Any], name: Any, share: Callable[[], NDArray[Any]]
    ) -> NDArray[Any]:
        """The same where all rows weigh 1: what is taken off is the same in all columns."""

        def expected() -> NDArray[Any]:
            here = np.rint(self.by_place(share()) * self.rows_left()).astype(np.int64)
            here += self.by_place(self.span(running)[0])
            return np.asarray(here)

        z = self.of_column(running) - self.once(("expected", name), expected)
        return np.asarray(z, np.float64)

    def _of_counts(self, running: NDArray[Any], name: Any) -> NDArray[Any]:
        """The same of counts, in whole numbers, from sums that are counted on.

        As z is within n² / 4, a product that is too large on the way comes back.
        """
        (begin_rows, whole), kind = self.rows, self.whole_kind

        def expected() -> NDArray[Any]:
            begin, total = self.span(running)
            shift = whole * begin.astype(np.int64) - total * begin_rows.astype(np.int64)
            here = self.places.astype(kind, copy=False) * self.by_place(total.astype(kind))
            here += self.by_place(shift.astype(kind))
            return np.asarray(here)

        z = self.of_column(running).astype(kind, copy=False)
        z = z * self.spread("sizes", lambda: whole.astype(kind))
        z -= self.once(("expected", name), expected)
        return np.asarray(z)

    def classes(self) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """The weight of each class left of the cuts (r,), and among the known rows (r,)."""
        table = self.table
        runs = [table.weight - table.sums[0], *table.sums] if len(table.sums) == 1 else table.sums
        for label, running in enumerate(runs):
            name = "class", label
            yield self.left_of(running, name), self.whole_of(running, name)


def _even(left: NDArray[Any], whole: NDArray[Any], times: float) -> FloatArray:
    """``times`` / (left · right); where nothing lies on the right no surplus is left."""
    product = (whole - left).astype(np.float64)
    product *= left
    np.maximum(product, 1.0, out=product)
    return np.asarray(np.divide(times, product, out=product))


def _gini(_: ImpurityCriterion, sides: _Sides, unit: FloatArray) -> NDArray[Any]:
    """Of two classes both have the same square."""
    gain, two = None, len(sides.table.sums) == 1
    for z in sides.surpluses():
        z *= z
        part = z[0] if two else np.add.reduce(z, axis=0)
        gain = part if gain is None else np.add(gain, part, out=gain)
    assert gain is not None
    gain *= sides.evenness(2.0 if two else 1.0)
    return np.asarray(gain)


def _twoing(_: ImpurityCriterion, sides: _Sides, unit: FloatArray) -> NDArray[Any]:
    apart = np.zeros(1, sides.real)
    for z in sides.surpluses():
        apart = apart + np.add.reduce(np.abs(z), axis=0)
    apart *= apart
    apart *= sides.evenness(1.0 if len(sides.table.sums) == 1 else 0.25)
    return np.asarray(apart)


def _variance(_: ImpurityCriterion, sides: _Sides, unit: FloatArray) -> NDArray[Any]:
    gain = sides.surplus(sides.table.sums[0], 0)
    unit = unit[: len(sides.lengths)]

    def root() -> FloatArray:
        return np.asarray(sides.by_place(unit) * np.sqrt(sides.evenness_by_place(1.0)))

    if sides.table.weight is sides.table.rows:  # in one pass what all columns share
        gain *= sides.once("root", root)
        gain *= gain
        return gain
    gain *= sides.spread("unit", lambda: unit)
    gain *= gain
    gain *= sides.evenness()
    return gain


def _error_rate(_: ImpurityCriterion, sides: _Sides, unit: FloatArray) -> NDArray[Any]:
    most = [np.zeros(1)] * 3
    for left, whole in sides.classes():
        pairs = zip(most, (left, whole - left, whole), strict=True)
        most = [np.maximum(side, weight) for side, weight in pairs]
    return np.asarray((most[0] + most[1] - most[2]) / _above_zero(sides.whole))


def _entropy(criterion: ImpurityCriterion, sides: _Sides, unit: FloatArray) -> NDArray[Any]:
    """Σ f(c) over the counts c on both sides, less the same of the node, and of the sides'
    sizes, with f(c) = c log c."""
    assert isinstance(criterion, Entropy)
    f = _c_log_c(sides, criterion.base)
    if sides.counts and sides.memory and len(sides.table.sums) == 1:
        return _entropy_of_two(f, sides)
    left, whole = sides.left, sides.whole
    gain = f(whole) - f(left) - f(whole - left)
    for of_class, of_whole in sides.classes():
        gain = gain + (f(of_class) + f(of_whole - of_class) - f(of_whole))
    gain /= _above_zero(whole)
    return np.asarray(gain)


def _entropy_of_two(f: Callable[[NDArray[Any]], FloatArray], sides: _Sides) -> NDArray[Any]:
    """Two look-ups a cut. How many rows of a class are left of a cut says how many are right of
    it. So a table over c = 0 .. t of each node holds what c rows on the left and t - c on the
    right add to the gain; all columns share it. These tables lie end to end, and the running
    count of the class over all nodes, one more a node, is the place in them.
    """
    ones = sides.table.sums[0]
    (_, total), (_, whole) = sides.span(ones), sides.rows

    def both_sides(total: IntArray) -> FloatArray:
        length = total + 1
        left = np.arange(int(length.sum())) - (length.cumsum() - length).repeat(length)
        both = f(left) + f(total.repeat(length) - left)
        return np.asarray(both / whole.repeat(length))

    def rest() -> FloatArray:
        left, every = sides.rows_left(), sides.rows_whole()
        of_node = sides.by_place(f(whole) - f(total) - f(whole - total))
        return np.asarray((of_node - f(left) - f(every - left)) / every)

    node = np.arange(len(whole))
    place = sides.of_column(ones) + sides.spread("node", lambda: node)
    gain = sides.kept("one", lambda: both_sides(total)).take(place, mode="clip")
    place = sides.once("places", lambda: sides.places + 2 * sides.by_place(node)) - place
    gain += sides.kept("zero", lambda: both_sides(whole - total)).take(place, mode="clip")
    gain += sides.once("rest", rest)
    return np.asarray(gain)


def _of_labels(criterion: ImpurityCriterion, sides: _Sides) -> NDArray[Any]:
    """(r,) the gains of Gini and entropy from the class of each row.

    Both are made of sums of f over the counts of classes on either side. A row that goes left
    changes two terms, those of its class: so it takes one look at each row, and not one at each
    class for each run. What it changes depends on how many rows of its class there are at its
    node, and on how many of them go before it. Listed by class, node and place that is the same
    in all columns; each only puts it in its own order.
    """
    labels = _labels_by_column(sides)
    lengths = sides.rows[1] if sides.complete else _known_and_missing(sides)
    by_class = np.argsort(labels, axis=1, kind="stable")
    before = sides.kept("before", lambda: _before_in_class(labels[0], by_class[0], lengths)[0])
    total = sides.kept("total", lambda: _before_in_class(labels[0], by_class[0], lengths)[1])
    by_class += np.arange(0, labels.size, labels.shape[1])[:, None]

    def running(values: NDArray[Any]) -> NDArray[Any]:
        placed = np.empty(labels.size, values.dtype)
        placed[by_class] = values
        sums = np.cumsum(placed, out=placed)
        rows = sides.table.rows
        return sums if len(rows) == len(sums) else sums.take(rows - 1)

    if isinstance(criterion, Entropy):
        return _entropy_of_labels(criterion, sides, (before, total), running)
    squares = running(sides.kept("odd", lambda: 2 * before + 1))

    def share() -> FloatArray:
        return sides.rows_left() / _above_zero(sides.rows_whole())

    gain = sides.once("-2 share", lambda: -2 * share()) * sides.left_of(running(total), "squares")
    gain += sides.left_of(squares, "squares")
    gain += sides.once("node", lambda: share() ** 2 * sides.by_place(sides.span(squares)[1]))
    gain *= sides.once("even", lambda: _even(sides.rows_left(), sides.rows_whole(), 1.0))
    return np.asarray(gain)


def _entropy_of_labels(
    criterion: Entropy,
    sides: _Sides,
    within: tuple[IntArray, IntArray],
    running: Callable[[NDArray[Any]], NDArray[Any]],
) -> NDArray[Any]:
    """What the rows of a node change adds up to 0, so that nothing comes before it."""
    before, total = within
    f = _c_log_c(sides, criterion.base)

    def changes() -> FloatArray:
        after = total - before
        return np.asarray(f(before + 1) - f(before) + f(after - 1) - f(after))

    def rest() -> FloatArray:
        left, whole = sides.rows_left(), sides.rows_whole()
        return f(whole) - f(left) - f(np.maximum(whole - left, 0))

    gain = sides.of_column(running(sides.kept("changes", changes)))
    gain = gain + sides.once("rest", rest)
    gain /= _above_zero(sides.whole)
    return np.asarray(gain)


def _labels_by_column(sides: _Sides) -> NDArray[Any]:
    """(b, m) the class of each row, by run."""
    assert sides.table.labels is not None
    return sides.table.labels.reshape(sides.width, -1)


def _known_and_missing(sides: _Sides) -> IntArray:
    """(2c,) how many rows of each cell are known, and how many missing."""
    (begin, known), every = sides.rows, sides.table.rows.take(sides.table.start[1:] - 1)
    return np.stack([known, every - begin - known], axis=1).ravel()


def _before_in_class(
    labels: NDArray[Any], by_class: IntArray, lengths: IntArray
) -> tuple[IntArray, IntArray]:
    """(m,) each, by class, then by place: how many rows of its class come before a row in its
    cell, and how many there are; cells have ``lengths`` (s,)."""
    cell = np.arange(len(lengths)).repeat(lengths)
    key = (labels.astype(np.intp) * len(lengths) + cell).take(by_class)
    starts = np.append(0, np.diff(key).nonzero()[0] + 1)
    sizes = np.diff(starts, append=len(key))
    return np.arange(len(key)) - starts.repeat(sizes), sizes.repeat(sizes)


def _c_log_c(sides: _Sides, base: int | None) -> Callable[[NDArray[Any]], FloatArray]:
    """c log c, looked up of counts; of weights c log (c / n), as their sums on both sides agree."""
    log = np.log2 if base == 2 else np.log
    most = int(sides.weight[1].max(initial=0))
    if sides.counts and most <= COUNTED:
        values = _kept_c_log_c(most.bit_length(), base)
        return lambda count: values.take(count, mode="clip")
    if sides.counts:
        return lambda count: count * log(np.maximum(count, 1))
    whole = _above_zero(sides.whole)
    return lambda weight: weight * log(np.where(weight > 0, weight, whole) / whole)


def _values_of_c_log_c(bits: int, base: int | None) -> FloatArray:
    """(2**bits,) c log c for whole numbers c."""
    c = np.arange(2**bits, dtype=np.float64)
    c[0] = 1.0
    return np.asarray(c * (np.log2(c) if base == 2 else np.log(c)))


_kept_c_log_c = lru_cache(maxsize=32)(_values_of_c_log_c)


def _above_zero(values: NDArray[Any]) -> FloatArray:
    return np.where(values > 0, values, 1.0)


_FORMS: Final[dict[type, Callable[[Any, _Sides, FloatArray], NDArray[Any]]]] = {
    Entropy: _entropy,
    ErrorRate: _error_rate,
    Gini: _gini,
    Twoing: _twoing,
    Variance: _variance,
}
