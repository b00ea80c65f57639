"""A frontier weighed: the best split of every column at each node, and the column that wins.

Numeric columns are scored together (``dtcore.growth.cuts``), nominal ones column by column
(``dtcore.growth.scoring``); their best splits make a table (S, c), from which the selection
picks. All in a handful of array operations, whatever the number S of nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.counted import AtNode, CountedNodes, counts_of
from dtcore.growth.counts import Counts, placed_at
from dtcore.growth.cuts import (
    BestCuts,
    PartialCuts,
    best_cuts,
    cut_gaps,
    cut_values,
    cuts_in,
    partial_cuts,
)
from dtcore.growth.frontier import Frontier, in_memory
from dtcore.growth.known_rows import filled, split_of
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Best, best_options
from dtcore.growth.stop_checks import closing_rule, used_on_path
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.splits import NOWHERE, Split, Threshold
from dtcore.model.tree import Tree
from dtcore.policies.selection import NOTHING, Gain, ScoreTable, Verdict, Winner
from dtcore.policies.stopping import NodeFacts, Winners


@dataclass(frozen=True, eq=False)
class WeighedFrontier:
    """A frontier weighed: the table, the choice made from it, and what names the splits.

    ``refused`` (S,) is the number of the rule in ``recipe.rules`` that refuses the winner, or
    -1; ``tries`` and ``tied`` (S, c) as in a candidate; ``correction`` (S, c) what was taken
    off the gain. ``by_options`` and ``partial`` are by column: nominal ones (and all whose
    missing cells count as a value, or that are counted elsewhere), and numeric ones with missing
    cells.
    """

    recipe: Recipe
    frontier: Counts
    table: ScoreTable
    choice: Winner
    refused: IntArray
    correction: FloatArray
    tries: FloatArray
    tied: IntArray
    cuts: BestCuts
    by_options: Mapping[int, Best]
    partial: Mapping[int, PartialCuts]

    @property
    def rows(self) -> Frontier:
        """The frontier, where its rows are in memory. Raises DataError if they are not."""
        return in_memory(self.frontier)

    @cached_property
    def winner(self) -> IntArray:
        """(S,) the column that splits each node, -1 where the node becomes a leaf."""
        return np.where(self.refused >= 0, -1, self.choice.winner)

    def split(self, node: int, column: int) -> Split:
        """The best split of a column that has one."""
        return placed_at(self.frontier, node, self._split(node, column))

    def _split(self, node: int, column: int) -> Split:
        if column in self.by_options:
            best = self.by_options[column]
            options = best.scored.options
            return split_of(self.recipe, self.frontier, column, options, int(best.at[node]))
        if column in self.partial:
            return self.partial[column].split(node)
        assert self.recipe.splitter.numeric is not None
        numeric = np.array([self.numeric_place(column)])
        at = self.cuts.at[[node], numeric]
        cut = cut_values(self.recipe.splitter.numeric, self.rows, numeric, at)
        return Threshold(column, float(cut[0]))

    def cuts_of(self, nodes: IntArray) -> tuple[FloatArray, FloatArray]:
        """Where ``nodes`` (w,) are cut, all of which have a complete numeric winner, and the
        gaps (w, 2) that are cut there."""
        if not len(nodes):
            return np.zeros(0), np.zeros((0, 2))
        assert self.recipe.splitter.numeric is not None
        columns = self.frontier.dataset.presorted.columns
        numeric = np.searchsorted(columns, self.winner[nodes])
        at = self.cuts.at[nodes, numeric]
        gap = cut_gaps(self.rows, numeric, at)
        return cuts_in(self.recipe.splitter.numeric, self.frontier.dataset, numeric, gap), gap

    def numeric_place(self, column: int) -> int:
        """Which of the complete numeric columns ``column`` is."""
        return int(np.searchsorted(self.frontier.dataset.presorted.columns, column))


def weigh_frontier(
    recipe: Recipe, frontier: Counts, used: BoolArray, of_table: FloatArray | None = None
) -> WeighedFrontier:
    """Weigh every column at every node of ``frontier``; ``used`` (S, c) as on their paths.
    ``of_table`` (S, 1): what the rows of the table weigh, if each node is of another one.

    A column without a level, since every cell is missing, has nothing to offer.
    """
    before = recipe.impurity.of(frontier.stats())
    cuts = best_cuts(recipe, frontier, before)
    columns, gappy = frontier.dataset.columns, frontier.dataset.gappy
    ranked = frozenset(frontier.dataset.presorted.columns.tolist())
    partial = {
        place: partial_cuts(recipe, in_memory(frontier), place)
        for place in gappy
        if columns[place].numeric and not recipe.missing.own
    }
    by_options = {
        place: best_options(recipe, frontier, place, before)
        for place, column in enumerate(columns)
        if place not in partial and place not in ranked and column.levels != ()
    }
    gain, split_info, tries, several, tied = _scores(recipe, frontier, cuts, by_options, partial)
    correction = np.zeros_like(gain)
    numeric = [place for place, column in enumerate(columns) if column.numeric]
    weight = frontier.weight[:, None]
    correction[:, numeric] = recipe.cut_penalty(tries[:, numeric], weight)
    table = ScoreTable(
        gain=gain,
        corrected_gain=gain - correction,
        split_info=split_info,
        verdict=_first_verdicts(several, tries, used),
        before=before,
        n_levels=frontier.dataset.n_levels,
        costs=frontier.dataset.costs,
        n_rows=frontier.dataset.weight if of_table is None else of_table,
    )
    choice = recipe.selection.choose(table)
    nobody = np.full(frontier.size, -1)
    result = WeighedFrontier(
        recipe, frontier, table, choice, nobody, correction, tries, tied, cuts, by_options, partial
    )
    return replace(result, refused=_refusing_rule(result))


def _scores(
    recipe: Recipe,
    frontier: Counts,
    cuts: BestCuts,
    by_options: Mapping[int, Best],
    partial: Mapping[int, PartialCuts],
) -> tuple[FloatArray, FloatArray, FloatArray, BoolArray, IntArray]:
    """Gain, split info, tries, whether there is anything to split, and ties, all (S, c)."""
    shape = frontier.size, len(frontier.dataset.columns)
    info = np.zeros(cuts.at.shape)
    if not isinstance(recipe.selection, Gain):  # which does not ask for it
        sides = np.stack([cuts.left, frontier.weight[:, None] - cuts.left], axis=-1)
        info = np.where(cuts.at >= 0, recipe.information.of(sides), 0.0)
    if cuts.gain.shape == shape:
        return cuts.gain, info, cuts.tries, cuts.several, cuts.tied
    gain, split_info, tries = np.zeros((3, *shape))
    several, tied = np.zeros(shape, bool), np.zeros(shape, np.int64)
    numeric = frontier.dataset.presorted.columns
    gain[:, numeric], split_info[:, numeric], tries[:, numeric] = cuts.gain, info, cuts.tries
    several[:, numeric], tied[:, numeric] = cuts.several, cuts.tied
    for column, best in by_options.items():
        gain[:, column] = _picked(best.scored.gain, best.at)
        split_info[:, column] = _picked(best.scored.split_info, best.at)
        tries[:, column], tied[:, column] = best.tries, best.tied
        several[:, column] = best.at >= 0
    for column, part in partial.items():
        nodes = part.nodes
        gain[nodes, column], split_info[nodes, column] = part.gain, part.split_info
        tries[nodes, column], tied[nodes, column] = part.best.tries[:, 0], part.best.tied[:, 0]
        several[nodes, column] = part.best.several[:, 0]
    return gain, split_info, tries, several, tied


def _refusing_rule(found: WeighedFrontier) -> IntArray:
    """(S,) the first of ``recipe.rules`` that refuses each node's winner, or -1."""
    table, frontier = found.table, found.frontier
    rule_of = np.full(frontier.size, -1)
    nodes = np.flatnonzero(found.choice.winner >= 0)
    if not len(nodes):
        return rule_of
    gain = table.gain[nodes, found.choice.winner[nodes]]
    share = frontier.weight[nodes] / frontier.dataset.weight
    winners = Winners(gain, table.before[nodes], share, lambda: _branches(found)[nodes])
    for number, rule in found.recipe.refusing:
        refused = rule.refuses(winners)
        rule_of[nodes[refused & (rule_of[nodes] < 0)]] = number
    return rule_of


def _branches(found: WeighedFrontier) -> FloatArray:
    """(S, b, k) moments of the branches of each node's winner, of the rows that count there."""
    widest = int(found.recipe.arities(found.frontier.dataset).max())
    if isinstance(found.frontier, CountedNodes):
        return found.frontier.branch_stats(found.split, found.winner, widest)
    side = branch_of_rows(found)
    counts = found.rows.by_level(np.where(side < 0, widest, side), widest + 1)
    known, unknown = counts[:, :-1], counts[:, -1]
    return filled(found.recipe, known, unknown) if found.recipe.missing.fills else known


def branch_of_rows(found: WeighedFrontier) -> NDArray[np.int32]:
    """(m,) the branch that each row takes, -1 if its split does not say; 0 at leaves."""
    frontier = found.rows
    m, numeric = len(frontier.rows), frontier.dataset.presorted.columns
    side = np.zeros(m, np.int32)
    if len(numeric):
        place = np.searchsorted(numeric, found.winner).clip(max=len(numeric) - 1)
        is_cut = numeric[place] == found.winner
        at = np.where(is_cut, found.cuts.at[np.arange(frontier.size), place], m)
        order = frontier.orders.order
        position = np.arange(m)
        cells = np.repeat(place * m, frontier.sizes)
        cells += position
        side[order.ravel().take(cells)] = position > np.repeat(at, frontier.sizes)
    for column in (*found.by_options, *found.partial):
        rows = np.flatnonzero((found.winner == column)[frontier.node])
        node = frontier.node[rows]
        values = frontier.dataset.columns[column].values[frontier.rows[rows]]
        if frontier.dataset.columns[column].numeric:
            side[rows] = _by_cut(found, column, node, values)
        else:
            best = found.by_options[column]
            branch = best.scored.options.mark[best.at[node], values]
            # a missing code reads the last mark, which is its own if it counts as a value
            own = column in frontier.dataset.gappy and found.recipe.missing.own
            side[rows] = branch if own else np.where(values < 0, NOWHERE, branch)
    return side


def _by_cut(found: WeighedFrontier, column: int, node: IntArray, values: FloatArray) -> IntArray:
    """(m,) the branches of rows at ``node`` (m,), whose column has missing cells."""
    cut, missing = np.full(found.frontier.size, np.nan), np.full(found.frontier.size, NOWHERE)
    for here in np.unique(node).tolist():
        split = found.split(here, column)
        assert isinstance(split, Threshold)
        cut[here], missing[here] = split.cut, split.missing
    return np.where(np.isnan(values), missing[node], values > cut[node])


def _first_verdicts(several: BoolArray, tries: FloatArray, used: BoolArray) -> IntArray:
    """(S, c) what is known of each candidate before the selection compares them."""
    verdict = np.full(used.shape, int(Verdict.LOWER))
    verdict[tries == 0] = Verdict.TOO_FEW_ROWS
    verdict[~several] = Verdict.ONE_VALUE
    verdict[used] = Verdict.USED_ON_PATH
    return verdict


def _picked(values: FloatArray, at: IntArray) -> FloatArray:
    out = np.zeros(len(at))
    out[at >= 0] = values[at[at >= 0]]
    return out


def impurity_decreases(
    recipe: Recipe, dataset: Dataset, tree: Tree, node_rows: Mapping[NodeId, AtNode]
) -> dict[NodeId, float]:
    """By how much splitting each of the nodes with these ``node_rows`` lowers the tree's impurity.

    Gain times the node's share of all rows; 0 where a rule makes it a leaf.
    """
    if not node_rows:
        return {}
    used = np.concatenate([used_on_path(recipe, tree, node) for node in node_rows])
    frontier = counts_of(dataset, list(node_rows.values()))
    depth = np.array([len(node) for node in node_rows])
    facts = NodeFacts(tree.schema, frontier.stats(), frontier.sizes, depth, used)
    facts = replace(facts, leaves=tree.leaves)
    decrease = np.zeros(len(node_rows))
    stays = np.flatnonzero(closing_rule(recipe, facts) < 0)
    if len(stays):  # the kernel takes no node without rows, and a rule closes those
        result = weigh_frontier(recipe, frontier.part(stays), used[stays])
        gain = result.table.gain[np.arange(len(stays)), np.maximum(result.winner, 0)]
        real = (result.winner >= 0) & (gain > NOTHING * result.table.before)
        decrease[stays] = np.where(real, gain * facts.weight[stays] / dataset.weight, 0.0)
    return dict(zip(node_rows, decrease.tolist(), strict=True))
