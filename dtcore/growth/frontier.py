"""Counting: the statistics of many nodes at once, and of one column at many nodes.

A ``Frontier`` lays the rows of S nodes end to end::

    rows    [ 3  7  9 | 0  4 | 1  2  5  8 ]      (m,) rows of the dataset
    node    [ 0  0  0 | 1  1 | 2  2  2  2 ]      (m,) which node each belongs to

One step of a lesson is a frontier of one node, a level of a tree a frontier of many; the code
is the same. Counting is all that is done here: rows come in, counts go out (``Counts``), so that
someone else may count as well: ``counts_of`` asks whoever is registered for the kind of table.

Moments are additive: class weights (k = number of classes), or for a numeric target
(weight, sum of d, sum of d²) with d = y - the node's own mean, which keeps sums of squares
exact where the node's values lie far from zero but close together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.growth.counts import Counts, Tallies, about_centre
from dtcore.kernel.tallies import tallies
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import AtNode, Dataset, NodeRows
from dtcore.model.nodes import weight_of
from dtcore.model.runs import RunTable, Summands
from dtcore.model.splits import Split


@dataclass(frozen=True, eq=False)
class Precomputed:
    """What was found while rows went down to a frontier, so that it need not be found again."""

    above: Mapping[tuple[int, ...], Tallies] = field(default_factory=dict)
    origin: tuple[IntArray, IntArray] | None = None
    target: NDArray[Any] | None = None
    means: FloatArray | None = None
    stats: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class Frontier:
    """The rows of ``size`` nodes: ``rows``, ``node`` (m,) intp and ``weights`` (m,) float64.

    ``fractions``: a row may be at several nodes, with a part of its weight at each.
    """

    dataset: Dataset
    rows: IntArray
    weights: FloatArray
    node: IntArray
    size: int
    known: Precomputed = field(default_factory=Precomputed)
    fractions: bool = False

    @classmethod
    def of(cls, dataset: Dataset, node_rows: Sequence[NodeRows]) -> Frontier:
        if len(node_rows) == 1:
            rows, weights = node_rows[0].rows, node_rows[0].weights
            node = np.zeros(len(rows), np.intp)
        else:
            rows = np.concatenate([at_node.rows for at_node in node_rows])
            weights = np.concatenate([at_node.weights for at_node in node_rows])
            node = np.repeat(
                np.arange(len(node_rows)), [len(at_node.rows) for at_node in node_rows]
            )
        fractions = bool(dataset.gappy) and not np.array_equal(weights, dataset.weights[rows])
        return cls(dataset, rows, weights, node, len(node_rows), fractions=fractions)

    def part(self, nodes: IntArray) -> Frontier:
        """The frontier of ``nodes`` alone, renumbered 0, 1, ... in the given order."""
        number = np.full(self.size, -1, np.intp)
        number[nodes] = np.arange(len(nodes))
        mine = number[self.node]
        kept = np.flatnonzero(mine >= 0)
        return self.at(kept, mine[kept], len(nodes))

    def rows_of(self, node: int) -> IntArray:
        """The rows of one node."""
        start, end = np.searchsorted(self.node, [node, node + 1])
        return self.rows[start:end]

    @property
    def weighted(self) -> bool:
        """Whether some row counts for more or less than one."""
        return self.fractions or self.dataset.weighted

    @cached_property
    def target(self) -> NDArray[Any]:
        """(m,) class codes, uint8 if that will do, or the target's distance to its node's mean."""
        if self.known.target is not None:
            return self.known.target
        values = self.dataset.target.values.take(self.rows)
        if self.classes:
            return values.astype(np.uint8 if self.classes <= 256 else np.intp)
        return np.asarray(values - self.means[self.node])

    @cached_property
    def sizes(self) -> IntArray:
        """(S,) how many rows each node has."""
        if not self.weighted:
            return weight_of(self.stats(), self.dataset.schema).astype(np.intp)
        return np.bincount(self.node, minlength=self.size)

    @cached_property
    def weight(self) -> FloatArray:
        """(S,) the weight of each node's rows."""
        if not self.weighted:
            return self.sizes.astype(np.float64)
        return np.asarray(np.bincount(self.node, self.weights, self.size), np.float64)

    @cached_property
    def summands(self) -> Summands:
        """What its rows add to the table of runs."""
        return self._summands_and_units[0]

    @property
    def units(self) -> FloatArray:
        """(3, S) what 1 in the table of runs stands for: of weights, of a number's distances to
        its node's mean, and of their squares."""
        return self._summands_and_units[1]

    @cached_property
    def _summands_and_units(self) -> tuple[Summands, FloatArray]:
        target, weights, squares, units = self.target, None, None, np.ones((3, self.size))
        if self.classes and not self.weighted:
            level = Summands(self.rows, self.node, self.sizes, target, None, None, self.classes)
            return level, units
        bits = max(len(self.dataset), int(self.sizes.max(initial=0))).bit_length()
        if self.weighted:
            weights, units[0] = on_grid(self.weights, self.sizes, bits)
        if not self.classes:
            distances = self.weights * target
            squares, units[2] = on_grid(distances * target, self.sizes, bits)
            target, units[1] = on_grid(distances, self.sizes, bits)
        summands = Summands(
            self.rows, self.node, self.sizes, target, squares, weights, self.classes
        )
        return summands, units

    def tables(self, columns: Sequence[int]) -> Iterator[RunTable]:
        """The runs of ``columns`` at all nodes, each cell in one table."""
        asked, known = tuple(columns), self.known
        if not len(self.rows) or not asked:
            return iter(())
        if asked not in self._tallies:
            if known.origin is not None and asked in known.above:
                counted = known.above[asked].below(self.summands, *known.origin)
            else:
                counted = tallies(self.dataset.codes, self.summands, np.array(asked))
            self._tallies[asked] = counted
        return self._tallies[asked].tables()

    @cached_property
    def _tallies(self) -> dict[tuple[int, ...], Tallies]:
        """What was counted of its rows, by the columns that were asked for."""
        return {}

    def unweighted(self) -> Frontier:
        """The same nodes, each row counted as one."""
        return replace(self, weights=np.ones(len(self.rows)), known=Precomputed())

    def beside(
        self, columns: IntArray, low: IntArray, high: IntArray
    ) -> tuple[FloatArray, FloatArray]:
        """(w,) each: the numbers that codes ``low`` and ``high`` (w,) of columns stand for."""
        codes = self.dataset.codes
        return codes.numbers(columns, low), codes.numbers(columns, high)

    def near(self, columns: IntArray, codes: IntArray, min_gap: float) -> BoolArray:
        """(w,) as ``Codes.near``."""
        return self.dataset.codes.near(columns, codes, min_gap)

    def close(self, min_gap: float) -> BoolArray | None:
        """(c,) the columns in which some numbers are no more than ``min_gap`` apart, if any."""
        close = self.dataset.codes.closest <= min_gap if min_gap > 0 else None
        return close if close is not None and close.any() else None

    def at(self, places: NDArray[Any], node: IntArray, size: int) -> Frontier:
        """The rows at ``places`` (m',) as rows of nodes ``node`` (m',)."""
        # weights of 1 are the same wherever one looks
        weights = self.weights[places] if self.weighted else self.weights[: len(places)]
        rows = self.rows[places]
        return Frontier(self.dataset, rows, weights, node, size, fractions=self.fractions)

    def move(self, node: IntArray, size: int) -> Frontier:
        """The same rows at other nodes ``node`` (m,), in any order; only to be counted."""
        known = Precomputed(target=self.target if self.classes else None)
        rows, weights = self.rows, self.weights
        return Frontier(self.dataset, rows, weights, node, size, known, self.fractions)

    def descend(
        self, moved: Frontier, nodes: IntArray, kept: IntArray, parent: IntArray
    ) -> Frontier:
        """The next level: ``nodes`` (S',) of ``moved``, whose rows are those at ``kept`` (m',).

        Those stand by their nodes' new numbers. ``parent`` (S',) are the nodes here that they
        come from.
        """
        number = np.zeros(moved.size, np.intp)
        number[nodes] = np.arange(len(nodes))
        known = Precomputed(
            self._tallies,
            (parent, kept),
            self.target.take(kept) if self.classes else None,
            None if self.classes else moved.means[nodes],
            moved.stats()[nodes],
        )
        # weights of 1 are the same wherever one looks
        weights = self.weights.take(kept) if self.weighted else self.weights[: len(kept)]
        rows, node = self.rows.take(kept), number.take(moved.node.take(kept))
        return Frontier(self.dataset, rows, weights, node, len(nodes), known, self.fractions)

    @cached_property
    def classes(self) -> int:
        return len(self.dataset.schema.classes)

    @cached_property
    def means(self) -> FloatArray:
        """(S,) the weighted target mean of each node, exact where all values are equal."""
        if self.known.means is not None:
            return self.known.means
        values = self.dataset.target.values[self.rows]
        first = np.zeros(self.size)
        first[self.node[::-1]] = values[::-1]
        weight = np.bincount(self.node, self.weights, self.size)
        away = np.bincount(self.node, self.weights * (values - first[self.node]), self.size)
        return first + away / np.where(weight > 0, weight, 1.0)

    def tally(self, key: IntArray, n_keys: int) -> FloatArray:
        """(n_keys, k) moments of the rows by ``key`` (m,)."""
        if k := self.classes:
            cell = key * k + self.target
            # counting whole rows is three times faster than adding their weights
            weights = self.weights if self.weighted else None
            return np.bincount(cell, weights, n_keys * k).astype(np.float64).reshape(n_keys, k)
        d = self.target
        # rows that weigh 1 are counted, which is faster
        weights = self.weights if self.weighted else None
        first = d if weights is None else weights * d
        powers = (weights, first, first * d)
        return np.stack([np.bincount(key, power, n_keys) for power in powers], axis=1)

    def level_counts(self, column: int) -> FloatArray:
        """(S, n_levels, k) moments by node and level of a column; missing cells are one level
        more where the table has any."""
        coded = self.dataset.codes.columns[column]
        size = len(self.dataset.columns[column].levels or ()) + (coded.missing is not None)
        return self.by_level(coded.codes[self.rows], size)

    def branches(self, node: int, split: Split) -> FloatArray:
        """(b, k) the statistics of the branches of ``split``, rows without a branch left out."""
        here = self if self.size == 1 else self.part(np.array([node]))
        return here.sent(split.branch(self.dataset, here.rows), split.arity(self.dataset.schema))

    def sent(self, branch: IntArray, arity: int) -> FloatArray:
        """(arity, k) the statistics of the rows in each ``branch`` (m,), those at -1 left out."""
        if branch.min(initial=0) >= 0:
            return self.move(branch, arity).stats()
        placed = np.flatnonzero(branch >= 0)
        return self.at(placed, branch[placed], arity).stats()

    def values_at(self, node: int, column: int) -> FloatArray:
        """The numbers of a column in the rows of one node."""
        return np.asarray(self.dataset.columns[column].values[self.rows_of(node)])

    def by_level(self, codes: IntArray, n_levels: int) -> FloatArray:
        """(S, n_levels, k) moments by node and level; ``codes`` (m,) must all be known."""
        counts = self.tally(self.node * n_levels + codes, self.size * n_levels)
        return counts.reshape(self.size, n_levels, -1)

    def stats(self) -> FloatArray:
        """(S, k) the statistics of the nodes themselves."""
        return self._stats

    @cached_property
    def _stats(self) -> FloatArray:
        if self.known.stats is not None:
            return self.known.stats
        return self.recentre(self.tally(self.node, self.size), np.arange(self.size))

    @cached_property
    def row_counts(self) -> FloatArray | None:
        """(S, k) the rows of each class, (S, 1) of a numeric target, where weights are fractions
        and do not tell; of a row in fractions its share."""
        if not self.dataset.fractional:
            return None
        rows, k = self.dataset.rows_in(NodeRows(self.rows, self.weights)), max(self.classes, 1)
        codes = self.dataset.target.values[self.rows] if self.classes else 0
        counts = np.bincount(self.node * k + codes, rows, self.size * k).astype(np.float64)
        return counts.reshape(self.size, k)

    @property
    def class_rows(self) -> FloatArray:
        """(S, k) or (S, 1) as those of a tree."""
        told = self.row_counts
        return self.dataset.schema.rows(self.stats()) if told is None else told

    def recentre(self, moments: FloatArray, node: IntArray) -> FloatArray:
        """Moments (o, ..., k) taken about the means of ``node`` (o,), as a tree keeps them."""
        if self.classes:
            return moments
        return about_centre(moments, self.means[node] - self.dataset.schema.centre)


def on_grid(values: FloatArray, sizes: IntArray, bits: int) -> tuple[IntArray, FloatArray]:
    """``values`` (m,) of nodes with ``sizes`` (S,) as int64, and what 1 stands for, (S,).

    The unit is the power of two that gives the largest value of its node 62 - ``bits`` bits,
    so that 2**bits of them can be added. Sums do not depend on the order of the rows, nor on
    what other nodes there are.
    """
    if not len(values):
        return np.zeros(0, np.int64), np.ones(len(sizes))
    _, exponent = np.frexp(np.maximum.reduceat(np.abs(values), np.cumsum(sizes) - sizes))
    shift = np.minimum(62 - bits - exponent, 1000)  # so that 2**shift is a number
    grid = values * np.repeat(np.ldexp(1.0, shift), sizes)
    return np.rint(grid, out=grid).astype(np.int64), np.ldexp(1.0, -shift)


@singledispatch
def counts_of(dataset: Dataset, nodes: Sequence[AtNode]) -> Counts:
    """What is counted of ``nodes``. Raises DataError if their rows are elsewhere."""
    return Frontier.of(dataset, [rows_in_memory(node) for node in nodes])


def rows_in_memory(at_node: AtNode) -> NodeRows:
    """The rows at a node. Raises DataError if they are elsewhere."""
    if isinstance(at_node, NodeRows):
        return at_node
    raise rows_elsewhere()


def in_memory(counts: Counts) -> Frontier:
    """The rows behind ``counts``. Raises DataError if they are counted elsewhere."""
    if isinstance(counts, Frontier):
        return counts
    raise rows_elsewhere()


def rows_elsewhere() -> DataError:
    return DataError(
        "This needs the rows one by one, and this table is only counted where it lies. Open a "
        "sample of it as a table of its own."
    )
