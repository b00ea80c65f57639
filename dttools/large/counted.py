"""Counting elsewhere: a table that stays where it lies, of which only counts come here.

A column is known by its codes, one for each level or number; where a column has more numbers than
can be counted apart, for each of up to 256 groups of neighbouring ones, with the ends ``low`` and
``high``. A node is the path to it, and whoever holds the table (``Counter``) answers with what lies
there, column by column and code by code::

    code       0        1        2                  of x5, a numeric column
    low .. high  .1 .. .4  .5 .. .7  .8 .. 2.3
    moments   [3 0]    [1 1]    [0 4]               (n_codes, k), as of a frontier

From there on all is as with rows: the engine asks for counts by functions that are registered
here for such a table. Not done here: no query, which ``dttools.large.queries`` writes; and nothing
that asks for a row, such as surrogates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtcore.errors import MoveError
from dtcore.growth.counts import about_centre, placed_at
from dtcore.growth.frontier import counts_of, rows_elsewhere
from dtcore.growth.missing_rows import rows_at_each
from dtcore.model.columns import (
    BoolArray,
    Column,
    Field,
    FloatArray,
    IntArray,
    frozen,
    to_single,
)
from dtcore.model.data import AtNode, Dataset, NodeRows
from dtcore.model.nodes import NodeId, weight_of
from dtcore.model.routing import Routing
from dtcore.model.runs import RunTable
from dtcore.model.splits import NOWHERE, Multiway, Split, Subset, Threshold
from dtcore.model.tree import Tree
from dtcore.policies.stopping import MaxDepth
from dtcore.progress import Progress
from dtcore.stepping.grow import by_level, open_leaves
from dtcore.stepping.moves import SentDown, apply, check_sides, decide, send_down
from dtcore.stepping.problem import Problem, State
from dtcore.words import number

KEPT: Final = 4_000_000
"""So many numbers of nodes that were counted are kept."""
AT_ONCE: Final = 32
"""So many nodes are counted in one pass."""
Tally = tuple[FloatArray, ...]
"""What was counted of a node: for each column (n_codes, k) class weights, or (n_codes, 5) of a
numeric target, from the node's origin: weight, sum, squares; and the least and largest value."""


@dataclass(frozen=True, eq=False)
class ToCount:
    """A node to be counted: by column the codes that come there (n_codes,), of all others every
    one; ``origin`` is what a numeric target is summed from."""

    codes: Mapping[int, BoolArray]
    origin: float


class Counter(Protocol):
    """Whoever holds the table."""

    def count(self, nodes: Sequence[ToCount]) -> Sequence[Tally]:
        """What lies at each of ``nodes``, in one pass if possible."""


@dataclass(frozen=True)
class NodePath:
    """The rows at a node by what is true of them: the branches taken to it.

    ``stats`` (k,) are their statistics, ``weight`` is how many they are.
    """

    path: tuple[tuple[Split, int], ...]
    stats: FloatArray = field(compare=False)
    weight: float = field(compare=False)

    @property
    def size(self) -> int:
        return int(self.weight)


class CountedColumn(Column):
    """A column whose cells are elsewhere: ``known`` is each value that occurs, or the ends of
    groups, once; of a nominal column every code."""

    def __init__(self, field: Field, known: ArrayLike, cost: float = 1.0) -> None:
        vars(self).update(field=field, distinct=frozen(np.asarray(known)), cost=cost, missing=0)

    @property
    def values(self) -> NDArray[Any]:
        """Raises DataError: they are not here."""
        raise rows_elsewhere()

    @property
    def in_single(self) -> Column:
        if not self.numeric:
            return self
        known = np.unique(to_single(self.distinct))
        return CountedColumn(replace(self.field, single=True), known, self.cost)

    @property
    def extremes(self) -> tuple[float, float]:
        return float(self.distinct[0]), float(self.distinct[-1])


@dataclass(frozen=True, eq=False, repr=False)
class CountedTable(Dataset):
    """A table whose rows are elsewhere, all of its columns counted ones.

    By column, ``low`` and ``high`` (n_codes,) are the ends of what is counted as one, empty for
    nominal columns. ``whole`` (k,) are the statistics of all ``n_rows``, ``sample`` is some of
    them. ``name`` is as good as the content: of equal names the content is equal.
    """

    low: tuple[FloatArray, ...] = ()
    high: tuple[FloatArray, ...] = ()
    n_rows: int = 0
    whole: FloatArray = field(default_factory=lambda: np.zeros(0))
    name: str = ""
    sample: Dataset | None = None
    counter: Counter = field(kw_only=True, repr=False)
    _tallies: dict[NodePath, Tally] = field(default_factory=dict, init=False, repr=False)

    @property
    def sorted(self) -> bool:
        return True

    def __len__(self) -> int:
        return self.n_rows

    @property
    def digest(self) -> str:
        return self.name

    @property
    def weight(self) -> float:
        return float(self.n_rows)

    @property
    def cells(self) -> int:
        return self.sample.cells if self.sample else 0

    @property
    def counted(self) -> bool:
        return True

    def need_rows(self) -> None:
        raise rows_elsewhere()

    @property
    def at_hand(self) -> Dataset:
        """Raises DataError if no sample was taken."""
        if self.sample is None:
            raise rows_elsewhere()
        return self.sample

    @property
    def all_rows(self) -> NodeRows:
        """Raises DataError: they are not here."""
        raise rows_elsewhere()

    @cached_property
    def in_single(self) -> Dataset:
        return replace(
            self,
            columns=tuple(column.in_single for column in self.columns),
            low=tuple(map(to_single, self.low)),
            high=tuple(map(to_single, self.high)),
            name=f"{self.name} in single precision",
            sample=self.sample and self.sample.in_single,
            given=self,
        )

    def part(self, rows: IntArray) -> Dataset:
        """Raises DataError: the rows are not here."""
        raise rows_elsewhere()

    @property
    def root(self) -> NodePath:
        return self._at((), self.whole)

    def at(self, tree: Tree, node: NodeId) -> NodePath:
        """A node of ``tree``. Raises KeyError if there is none."""
        return self._at(tree.way(node), tree[node].stats)

    def _at(self, path: tuple[tuple[Split, int], ...], stats: FloatArray) -> NodePath:
        return NodePath(path, stats, float(weight_of(stats, self.schema)))

    def grouped(self, column: int) -> bool:
        """Whether numbers of a column are counted in groups, so that not every cut is known."""
        return not np.array_equal(self.low[column], self.high[column])

    def beside(self, split: Threshold) -> tuple[float, float]:
        """The ends of the two groups on either side of a cut: no value between them was tried."""
        low, high = self.low[split.column], self.high[split.column]
        left = int(np.searchsorted(high, split.cut, side="right")) - 1
        right = int(np.searchsorted(low, split.cut, side="right"))
        return float(low[max(left, 0)]), float(high[min(right, len(high) - 1)])

    def tallied(self, nodes: Sequence[NodePath]) -> list[Tally]:
        """What lies at each of ``nodes``; those not counted lately are counted in one pass."""
        known = {node: tally for node in nodes if (tally := self._tallies.get(node))}
        if new := [node for node in dict.fromkeys(nodes) if node not in known]:
            found = self.counter.count([self._asked(node) for node in new])
            known |= zip(new, found, strict=True)
            self._keep(known)
        return [known[node] for node in nodes]

    def told(self, node: NodePath, tally: Tally) -> CountedTable:
        """This table, which knows without asking what lies at ``node``."""
        self._keep({node: tally})
        return self

    def _keep(self, known: Mapping[NodePath, Tally]) -> None:
        size = max(1, sum(cells.size for cells in next(iter(known.values()))))
        for node in list(self._tallies)[: max(0, len(self._tallies) - KEPT // size)]:
            self._tallies.pop(node, None)
        self._tallies.update(known)

    def _asked(self, node: NodePath) -> ToCount:
        codes: dict[int, BoolArray] = {}
        for split, branch in node.path:
            here = self.sides(split) == branch
            codes[split.column] = here & codes.get(split.column, here)
        return ToCount(codes, self.mean_at(node))

    def mean_at(self, node: NodePath) -> float:
        """The mean of a numeric target at a node, from which it is summed there."""
        if self.schema.classes:
            return 0.0
        return float(self.schema.centre + node.stats[1] / max(node.weight, 1.0))

    def sides(self, split: Split) -> IntArray:
        """(n_codes,) the branch of each code, -1 where the split does not say or parts a group."""
        if isinstance(split, Multiway):
            return self.columns[split.column].distinct
        if isinstance(split, Subset):
            side = np.full(len(self.columns[split.column].distinct), NOWHERE)
            side[list(split.left)], side[list(split.right)] = 0, 1
            return side
        low, high = self.low[split.column], self.high[split.column]
        return np.where(high <= split.cut, 0, np.where(low > split.cut, 1, -1))

    def parted(self, node: NodePath, split: Split) -> tuple[FloatArray, list[NodePath]]:
        """The statistics (b, k) of the branches of ``split``, and the nodes below.

        Raises MoveError if some rows have no branch, or none are counted apart.
        """
        counts = CountedNodes(self, (node,))
        unsaid = np.flatnonzero((self.sides(split) < 0) & (counts.code_weights(split.column) > 0))
        if len(unsaid):
            raise self._parts_a_group(split, int(unsaid[0]))
        stats = counts.branches(0, split)
        below = [self._at((*node.path, (split, b)), stats[b]) for b in range(len(stats))]
        return stats, below

    def _parts_a_group(self, split: Split, code: int) -> MoveError:
        column = self.columns[split.column]
        if not column.numeric:
            return MoveError(
                "Every value of “{column}” needs a branch, because rows that are only "
                "counted cannot be sent on without one. Put {value} on one side.",
                column=column.name,
                value=(column.levels or ())[code],
            )
        low, high = self.low[split.column][code], self.high[split.column][code]
        return MoveError(
            "The values of “{column}” from {low} to {high} are counted as one, so they cannot be "
            "cut apart. Choose a cut below {low}, or {high}.",
            column=column.name,
            low=number(low),
            high=number(high),
        )


@dataclass(frozen=True, eq=False)
class CountedNodes:
    """The counts of ``nodes`` of a counted table."""

    dataset: CountedTable
    nodes: tuple[NodePath, ...]
    weighted: bool = field(default=False, init=False)
    row_counts: None = field(default=None, init=False)

    @classmethod
    def of(cls, dataset: CountedTable, nodes: Sequence[AtNode]) -> CountedNodes:
        return cls(dataset, tuple(node for node in nodes if isinstance(node, NodePath)))

    @property
    def size(self) -> int:
        return len(self.nodes)

    @cached_property
    def classes(self) -> int:
        return len(self.dataset.schema.classes)

    @cached_property
    def tallies(self) -> list[Tally]:
        return self.dataset.tallied(self.nodes)

    @cached_property
    def weight(self) -> FloatArray:
        return np.array([node.weight for node in self.nodes])

    @property
    def sizes(self) -> IntArray:
        return np.asarray(self.weight.astype(np.intp))

    @cached_property
    def _stats(self) -> FloatArray:
        if self.classes or not self.dataset.columns:
            return np.stack([node.stats for node in self.nodes])
        # squares about the node's own mean, where those of the parent's branch have rounded
        return np.concatenate([self._added(node, [slice(None)]) for node in range(self.size)])

    def stats(self) -> FloatArray:
        return self._stats

    def recentre(self, moments: FloatArray, node: IntArray) -> FloatArray:
        if self.classes:
            return moments
        origins = np.array([self.dataset.mean_at(at) for at in self.nodes])
        return about_centre(moments, origins[node] - self.dataset.schema.centre)

    def part(self, nodes: IntArray) -> CountedNodes:
        return CountedNodes(self.dataset, tuple(self.nodes[node] for node in nodes.tolist()))

    def level_counts(self, column: int) -> FloatArray:
        return np.stack([self._moments(node, column) for node in range(self.size)])

    @cached_property
    def units(self) -> FloatArray:
        """(3, S) as those of a frontier: numbers are put on a grid by what is counted of a node."""
        units = np.ones((3, self.size))
        for node, tally in enumerate(self.tallies if not self.classes else ()):
            most = np.max([np.abs(cells[:, 1:3]).sum(axis=0) for cells in tally], axis=0)
            units[1:, node] = np.ldexp(1.0, np.frexp(most)[1] - 61)
        return units

    def tables(self, columns: Sequence[int]) -> Iterator[RunTable]:
        for column in columns:
            yield self._table(column)

    def _table(self, column: int) -> RunTable:
        moments = self.level_counts(column)
        node, code = np.nonzero(weight_of(moments, self.dataset.schema) > 0)
        start = np.flatnonzero(np.diff(node, prepend=-1, append=self.size))
        cell = node[start[:-1]] * len(self.dataset.columns) + column
        cells = moments[node, code].T
        if not self.classes:
            cells = cells / self.units[:, node]
        running = np.cumsum(np.rint(cells).astype(np.int64), axis=1)
        if not self.classes:
            return RunTable(cell, start, running[0], running[0], running[1:], code.take)
        rows = running.sum(axis=0)
        sums = running[1:] if self.classes == 2 else running
        return RunTable(cell, start, rows, rows, sums, code.take)

    def beside(
        self, columns: IntArray, low: IntArray, high: IntArray
    ) -> tuple[FloatArray, FloatArray]:
        table, pairs = self.dataset, zip(columns.tolist(), low.tolist(), high.tolist(), strict=True)
        ends = [(table.high[j][below], table.low[j][above]) for j, below, above in pairs]
        below, above = np.array(ends, np.float64).reshape(-1, 2).T
        return below, above

    def near(self, columns: IntArray, codes: IntArray, min_gap: float) -> BoolArray:
        return np.ones(len(codes), bool)

    def close(self, min_gap: float) -> BoolArray:
        """Groups of numbers may touch."""
        return np.ones(len(self.dataset.columns), bool)

    def unweighted(self) -> CountedNodes:
        return self

    def values_at(self, node: int, column: int) -> FloatArray:
        here = self.part(np.array([node])).code_weights(column) > 0
        return np.concatenate([self.dataset.low[column][here], self.dataset.high[column][here]])

    def code_weights(self, column: int) -> FloatArray:
        """(n_codes,) the weight of each code of a column at the first node."""
        return np.asarray(weight_of(self._moments(0, column), self.dataset.schema))

    def branches(self, node: int, split: Split) -> FloatArray:
        """(b, k) the statistics of the branches of ``split`` at one node."""
        side = self.dataset.sides(split)
        masks = [side == branch for branch in range(split.arity(self.dataset.schema))]
        return self._added(node, masks, split.column)

    def _moments(self, node: int, column: int) -> FloatArray:
        return np.asarray(self.tallies[node][column][:, : self.classes or 3])

    def _added(self, node: int, groups: Sequence[BoolArray | slice], column: int = 0) -> FloatArray:
        """(g, k) the statistics of groups of a column's codes, with squares of exactly 0 where all
        values of the target are the same."""
        moments = self._moments(node, column)
        sums = np.stack([moments[group].sum(axis=0) for group in groups])
        stats: FloatArray = self.recentre(sums[None], np.array([node]))[0]
        if self.classes:
            return stats
        least, most = self.tallies[node][column][:, 3:].T
        for at, group in enumerate(groups):
            low, high = least[group].min(initial=np.inf), most[group].max(initial=-np.inf)
            if low == high:
                stats[at, 1:] = stats[at, 0] * (low - self.dataset.schema.centre), 0.0
        return stats


counts_of.register(CountedTable, CountedNodes.of)


@rows_at_each.register(CountedTable)
def _paths(dataset: CountedTable, tree: Tree, places: IntArray) -> Mapping[int, AtNode]:
    """What is true of the rows at each of ``places``."""
    return {place: dataset.at(tree, tree.id_at(place)) for place in places.tolist()}


@send_down.register(CountedTable)
def _send_down(dataset: CountedTable, at_node: AtNode, split: Split, missing: Routing) -> SentDown:
    counts = CountedNodes.of(dataset, [at_node])
    stats, parts = dataset.parted(counts.nodes[0], split)
    check_sides(split, sum(part.weight > 0 for part in parts))
    return placed_at(counts, 0, split), (stats, None), parts, ()


@by_level.register(CountedTable)
def _by_level(table: CountedTable, problem: Problem, state: State, progress: Progress) -> Tree:
    """A pass counts ``AT_ONCE`` nodes."""
    deepest = [rule.depth for rule in problem.recipe.rules if isinstance(rule, MaxDepth)]
    share = 0.0
    while state.node_rows:
        ids = sorted(state.node_rows, key=lambda node: (len(node), node))
        done = [len(ids[0]) / max(depth, 1) for depth in deepest]
        share = max(share, 1 - state.open_weight / table.weight, *done)
        progress(min(share, 1.0), len(state.tree))
        counts = CountedNodes.of(table, [state.node_rows[node] for node in ids])
        stays = np.flatnonzero(open_leaves(problem, state, ids, counts)[-1])[:AT_ONCE]
        if len(stays):
            table.tallied([counts.nodes[at] for at in stays])
            ids = ids[: stays[-1] + 1]
        for node in ids:
            state = apply(problem, state, decide(problem, state, node).move)
    progress(1.0, len(state.tree))
    return state.tree
