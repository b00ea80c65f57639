"""The best cut of every numeric column at every node of a frontier: the kernel of growing.

A frontier has m rows at S nodes, and d columns are numeric. Each column has an order of the
rows by (node, value) (``dtcore.kernel.orders``). All orders have the same nodes at the same
positions, so what depends on positions alone is made once, and only the class of each row is
fetched for each column. Three nodes, two classes, one column::

    position      0    1    2    3  |  4    5  |  6    7    8
    node          0    0    0    0  |  1    1  |  2    2    2     (m,) int64, shared
    size left n'  1    2    3    4  |  1    2  |  1    2    3     (1, m) float64, shared
    value        .2   .3   .3   .7  | .1   .4  | .5   .6   .9     never fetched
    rank          0    1    1    2  |  0    1  |  0    1    2     (d, m) int32, if any values tie
    order         2    0    1    3  |  4    5  |  8    6    7     (d, m) int32, places of rows
    class         1    1    0    0  |  0    1  |  1    1    0     (b, m) uint8, fetched by the order
    ones so far   1    2    2    2  |  2    3  |  4    5    5     (b, m) int32, over all nodes
    s n - S n'    2    4    2    0  | -1    0  |  1    2    0     (b, m) int32, s of S ones are left
    gain        .17  .50  .17    0  |.50    0  |.11  .44    0     (b, m) float64, its square
    may cut       x    -    x    -  |  x    -  |  x    x    -     (b, m) bool, a new value next
    best          ^                 |  ^         |       ^        (S, d) int64: 0, 4 and 7

The gain is the square of the line above over n²n'(n - n'), times 2 for Gini. Node 0 would gain
most behind position 1, but that is between equal values; positions 0 and 2 tie, and the first
within the tie band of the best wins. A block of b columns is worked on in one
go: a small table is one block, a large one a column a block, and of a column a piece of whole
nodes at a time (``dtcore.model.presort.PIECE``), so that no array outgrows the cache. A
lesson's step is a frontier of one node.

Other impurities sum something else between “class” and “gain”: two classes by entropy are looked
up in a table (``dtcore.kernel.binary_entropy``), many classes sum the increments of a function
(``dtcore.kernel.multiclass``), a number its distance to the node's mean, int64 on a
grid (``dtcore.kernel.node_block``). Weights that are not 1 give each column its own sizes of the
sides (``dtcore.kernel.cut_counts``); on them fractions of rows come to stand. A column with gaps
makes a table of its own (``Dataset.complete_columns``), so that the kernel sees no gap. Not done
here: which column wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.growth.counts import Counts
from dtcore.growth.frontier import Frontier, in_memory
from dtcore.growth.known_rows import known_share, split_info, unknown_weight
from dtcore.growth.recipe import Recipe
from dtcore.kernel.cut_counts import CutCounts
from dtcore.kernel.node_block import NodeBlock
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.presort import PIECE, blocks, gaps
from dtcore.model.splits import Threshold
from dtcore.policies.selection import TIE
from dtcore.policies.splitters import Cuts


@dataclass(frozen=True, eq=False)
class BestCuts:
    """The best admitted cut of d numeric columns at S nodes; all arrays (S, d).

    ``at`` int64: its position in the column's order, -1 if there is none. ``gain``, ``left``
    (the weight of its left branch) and ``tries`` (how many cuts are admitted) are float64;
    ``tied`` int64: how many other cuts score the same; ``several``: whether the column has two
    values at the node that can be told apart.
    """

    at: IntArray
    gain: FloatArray
    left: FloatArray
    tries: FloatArray
    tied: IntArray
    several: BoolArray

    def part(self, nodes: slice) -> BestCuts:
        """A window on those of some nodes; what is written there is written here."""
        return BestCuts(
            self.at[nodes],
            self.gain[nodes],
            self.left[nodes],
            self.tries[nodes],
            self.tied[nodes],
            self.several[nodes],
        )

    @classmethod
    def none(cls, nodes: int, columns: int) -> BestCuts:
        shape = nodes, columns
        gain, left, tries = np.zeros((3, *shape))
        tied = np.zeros(shape, np.int64)
        return cls(np.full(shape, -1), gain, left, tries, tied, np.zeros(shape, bool))


def best_cuts(recipe: Recipe, counts: Counts, before: FloatArray) -> BestCuts:
    """The best cut of every sorted column at every node; ``before`` (S,) are impurities."""
    columns = len(counts.dataset.presorted.columns)
    best = BestCuts.none(counts.size, columns)
    if not columns:
        return best
    frontier = in_memory(counts)
    if not len(frontier.rows):
        return best
    target, weights, totals, weight, (unit, weight_unit) = frontier.summands
    per_weight = unit / weight_unit if not frontier.classes else np.ones(frontier.size)
    node_block = NodeBlock(frontier.sizes, totals, weight, before, weight_unit, per_weight)
    for part, nodes, places in node_block.pieces(PIECE):
        result = best.part(nodes)
        for block in blocks(columns, places.stop - places.start):
            cells = block, places
            order = frontier.orders.order[cells]
            own = None if weights is None else weights.take(order, mode="clip")
            cut_counts = CutCounts(part, target.take(order, mode="clip"), own, frontier.classes)
            may_cut, several = _boundaries(recipe, frontier, cells, part)
            result.several[:, block] = several.T
            _best_of_block(recipe, cut_counts, may_cut, result, block)
        if places.start:
            result.at[result.at >= 0] += places.start
    return best


def _boundaries(
    recipe: Recipe, frontier: Frontier, cells: tuple[slice, slice], node_block: NodeBlock
) -> tuple[BoolArray, BoolArray]:
    """Where cuts may stand, (1, m) or (b, m), and at which nodes there are any, (1, S), (b, S)."""
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    orders = frontier.orders
    narrow = frontier.dataset.presorted.narrow(cuts.apart)[cells[0]]
    if orders.rank is None and not narrow.any():
        return node_block.inside, node_block.sizes[None] > 1
    order = orders.order[cells]
    inside = np.empty(order.shape, bool)
    if orders.rank is None:
        inside[:] = True
    else:
        rank = orders.rank[cells]
        np.not_equal(rank[:, 1:], rank[:, :-1], out=inside[:, :-1])
    for j in np.flatnonzero(narrow):
        values = frontier.dataset.presorted.values[cells[0].start + int(j)][frontier.rows[order[j]]]
        np.greater(gaps(values), cuts.apart, out=inside[j, :-1])
    inside &= node_block.inside
    return inside, np.logical_or.reduceat(inside, node_block.starts, axis=1)


def _best_of_block(
    recipe: Recipe, cut_counts: CutCounts, may_cut: BoolArray, best: BestCuts, block: slice
) -> None:
    """Score a block of columns and write what is found into ``best``."""
    node_block = cut_counts.node_block
    may_cut = _admitted(recipe, cut_counts, may_cut)
    gain = recipe.impurity.gain_of_cuts(cut_counts)
    rank = gain
    if recipe.selection.cuts_by == "gain_ratio":
        info = recipe.information.of(cut_counts.weight_of_sides).reshape(cut_counts.left.shape)
        rank = recipe.selection.rank(gain, info)
    if may_cut is not node_block.inside:  # at the end of a node there is no gain anyway
        rank = np.multiply(rank, may_cut, out=rank)
    top = np.maximum.reduceat(rank, node_block.starts, axis=1)
    band = top - TIE * np.maximum(top, node_block.before)
    if len(node_block.sizes) > 1:
        band = np.repeat(band, node_block.sizes, axis=1)
    hits = np.flatnonzero(rank >= band)
    first, tied = _first_of_each(hits, may_cut, node_block, len(rank))
    result = first >= 0
    column, position = np.arange(len(rank))[:, None], np.maximum(first, 0)
    left = cut_counts.left[column if len(cut_counts.left) > 1 else 0, position]
    best.at[:, block] = first.T
    best.tied[:, block] = tied.T
    best.gain[:, block] = np.where(result, gain[column, position], 0.0).T
    best.left[:, block] = np.where(result, left * node_block.weight_unit, 0.0).T
    best.tries[:, block] = _tries(cut_counts, may_cut).T


def _admitted(recipe: Recipe, cut_counts: CutCounts, may_cut: BoolArray) -> BoolArray:
    """``may_cut`` less the cuts that the stopping rules do not allow."""
    allowed = cut_counts.once("allowed", lambda: _allowed(recipe, cut_counts))
    if may_cut is cut_counts.node_block.inside:
        return allowed
    return may_cut if allowed is cut_counts.node_block.inside else may_cut & allowed


def _allowed(recipe: Recipe, cut_counts: CutCounts) -> BoolArray:
    """(1, m) or (b, m) what the rules say of cutting behind each position inside a node."""
    inside = cut_counts.node_block.inside
    allowed = inside
    least = 1.0 if cut_counts.weights is None else 0.0
    for rule in recipe.stopping:
        if not rule.admits_all(1.0 if rule.counts_rows else least):
            sizes = cut_counts.rows_of_sides if rule.counts_rows else cut_counts.weight_of_sides
            says = rule.admits(sizes, cut_counts.n_classes, True)
            allowed = allowed & says.reshape(cut_counts.left.shape)
    if allowed is not inside and allowed.shape == inside.shape and (allowed == inside).all():
        return inside  # the same array says that no rule took anything away
    return allowed


def _tries(cut_counts: CutCounts, may_cut: BoolArray) -> FloatArray:
    """(1, S) or (b, S) how many cuts there are at each node."""

    node_block = cut_counts.node_block
    if may_cut is node_block.inside:
        return (node_block.sizes - 1)[None].astype(np.float64)

    def count() -> FloatArray:
        return np.asarray(np.add.reduceat(may_cut, node_block.starts, axis=1, dtype=np.float64))

    shared = may_cut is node_block.memory.get("allowed")  # and not one column's own
    return cut_counts.once("tries", count) if shared else count()


def _first_of_each(
    hits: IntArray, may_cut: BoolArray, node_block: NodeBlock, columns: int
) -> tuple[IntArray, IntArray]:
    """The first hit that may be a cut at each node of each column, -1 if none, and how many more.

    ``hits`` are places in the flattened (b, m) block; both results are (b, S).
    """
    m, nodes = may_cut.shape[1], len(node_block.sizes)
    starts = np.searchsorted(hits, np.arange(1, columns) * m)  # of the columns but the first
    column = np.repeat(np.arange(columns), np.diff(starts, prepend=0, append=len(hits)))
    position = hits - column * m
    kept = np.flatnonzero(may_cut.ravel().take(hits if len(may_cut) > 1 else position))
    column, position = column.take(kept), position.take(kept)
    key = column * nodes + node_block.node.take(position)
    first = np.full(columns * nodes, -1)
    first[key[::-1]] = position[::-1]
    tied = np.bincount(key, minlength=columns * nodes) - 1
    return first.reshape(columns, nodes), np.maximum(tied, 0).reshape(columns, nodes)


def cut_values(cuts: Cuts, frontier: Frontier, numeric: IntArray, at: IntArray) -> FloatArray:
    """(w,) the cuts behind positions ``at`` (w,) of the numeric columns ``numeric`` (w,)."""
    return cuts_in(cuts, frontier.dataset, numeric, cut_gaps(frontier, numeric, at))


def cut_gaps(frontier: Frontier, numeric: IntArray, at: IntArray) -> FloatArray:
    """(w, 2) the values on either side of the cuts behind those positions."""
    order = frontier.orders.order
    rows = frontier.rows[np.stack([order[numeric, at], order[numeric, at + 1]])]
    values = frontier.dataset.presorted.values
    pairs = zip(numeric.tolist(), *rows.tolist(), strict=True)
    return np.array([(values[j][low], values[j][high]) for j, low, high in pairs])


def cuts_in(cuts: Cuts, dataset: Dataset, numeric: IntArray, gap: FloatArray) -> FloatArray:
    """(w,) where the gaps (w, 2) of the numeric columns ``numeric`` (w,) are cut."""
    cut = cuts.between(*gap.T)
    for j in np.unique(numeric) if cuts.data_value else ():
        distinct = dataset.columns[dataset.presorted.columns[j]].distinct
        of_column = numeric == j
        cut[of_column] = cuts.placed(cut[of_column], distinct)
    return cut


@dataclass(frozen=True, eq=False)
class PartialCuts:
    """The best cut of a column of numbers with missing cells, where it is known.

    ``nodes`` (s,) are those of a frontier at which a cell is known, ``best`` what the kernel
    found at them, (s, 1), ``cut`` (s,) where to cut, NaN where there is nothing to cut. ``gain``
    and ``split_info`` (s,) are scaled to all rows of a node.
    """

    column: int
    nodes: IntArray
    best: BestCuts
    cut: FloatArray
    gain: FloatArray
    split_info: FloatArray

    def split(self, node: int) -> Threshold:
        return Threshold(self.column, float(self.cut[np.searchsorted(self.nodes, node)]))


def partial_cuts(recipe: Recipe, frontier: Frontier, column: int) -> PartialCuts:
    """The kernel's answer for a column of numbers with missing cells."""
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    table, number = frontier.dataset.complete_columns[column]
    places = number[frontier.rows]
    kept = np.flatnonzero(places >= 0)
    if not len(kept):
        nothing = np.zeros(0)
        none = BestCuts.none(0, 1)
        return PartialCuts(column, kept, none, nothing, nothing, nothing)
    nodes, node = np.unique(frontier.node[kept], return_inverse=True)
    rows, weights = places[kept], frontier.weights[kept]
    known = Frontier(table, rows, weights, node, len(nodes), fractions=frontier.fractions)
    best = best_cuts(recipe, known, recipe.impurity.of(known.stats()))
    result = np.flatnonzero(best.at[:, 0] >= 0)
    cut = np.full(len(nodes), np.nan)
    if len(result):  # named after the values of the column in the whole table, which this has
        only = np.zeros(len(result), np.int64)
        cut[result] = cut_values(cuts, known, only, best.at[result, 0])
    unknown = unknown_weight(frontier, column)[nodes]
    left = best.left[:, 0]
    sides = np.stack([left, known.weight - left], axis=1)
    info = np.where(best.at[:, 0] >= 0, split_info(recipe, sides, unknown), 0.0)
    gain = best.gain[:, 0] * known_share(known.weight, unknown)
    return PartialCuts(column, nodes, best, cut, gain, info)
