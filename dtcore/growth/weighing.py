"""A frontier weighed: the best split of every column at each node, and the column that wins.

The best splits (``dtcore.growth.best_splits``) make a table (S, c), from which the selection
picks. All in a handful of array operations, whatever the number S of nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dtcore.growth.best_splits import BestSplits, best_splits
from dtcore.growth.counts import Counts
from dtcore.growth.frontier import Frontier, counts_of, in_memory
from dtcore.growth.groupings import best_groupings
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import cuts_between, grouping_of, imputed
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import AtNode, Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.splits import Split, Threshold
from dtcore.model.tree import Tree
from dtcore.policies.selection import NOTHING, ScoreTable, Verdict, Winner
from dtcore.policies.stopping import Winners


@dataclass(frozen=True, eq=False)
class WeighedFrontier:
    """A frontier weighed: the table, the choice made from it, and what names the splits.

    ``refused`` (S,) is the number of the rule in ``recipe.rules`` that refuses the winner, or
    -1; ``correction`` (S, c) what was taken off the gain.
    """

    recipe: Recipe
    frontier: Counts
    best: BestSplits
    table: ScoreTable
    choice: Winner
    refused: IntArray
    correction: FloatArray

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
        best = self.best
        if column in best.by_level:
            branches = best.by_level[column][node]
            return grouping_of(self.recipe, self.frontier.dataset, column, branches)
        where = slice(node, node + 1), column
        low, high, missing = best.low[where], best.high[where], int(best.missing[node, column])
        gap, cut = cuts_between(self.recipe, self.frontier, np.array([column]), low, high)
        return Threshold(column, float(cut[0]), missing, (float(gap[0, 0]), float(gap[0, 1])))

    def branch_of_rows(self) -> IntArray:
        """(m,) the branch that each row takes, -1 if its split does not say; 0 at leaves."""
        frontier, leaf = self.rows, self.winner < 0
        side = self._by_code(np.maximum(self.winner, 0), frontier.node, frontier.rows)
        if leaf.any():
            side[leaf.take(frontier.node)] = 0
        return side

    def branches_by_code(self, here: Frontier, column: int) -> IntArray:
        """(m,) the branch that the split of ``column`` gives each row at one node ``here``."""
        return self._by_code(np.array([column]), here.node, here.rows)

    def _by_code(self, asked: IntArray, node: IntArray, rows: IntArray) -> IntArray:
        """(m,) the branches of ``rows`` at ``node`` (m,) by the splits of the columns ``asked``
        (S,) there; -1 if a split does not say."""
        best, dataset = self.best, self.frontier.dataset
        column = asked.take(node)
        codes = dataset.codes.each(column, rows)
        nodes = np.arange(len(asked))
        side = np.asarray(codes > best.low[nodes, asked].take(node), np.intp)
        if dataset.gappy:
            gone = np.flatnonzero(codes == dataset.codes.missing.take(column))
            side[gone] = best.missing[node[gone], column[gone]]
        for place, branches in best.by_level.items():
            if (asked == place).any():
                mine = np.flatnonzero(column == place)
                side[mine] = branches[node[mine], codes[mine]]
        return side


def weigh_frontier(
    recipe: Recipe, frontier: Counts, used: BoolArray, of_table: FloatArray | None = None
) -> WeighedFrontier:
    """Weigh every column at every node of ``frontier``; ``used`` (S, c) as on their paths.
    ``of_table`` (S, 1): what the rows of the table weigh, if each node is of another one."""
    before = recipe.impurity.of(frontier.stats())
    best = best_splits(recipe, frontier, before)
    best_groupings(recipe, frontier, before, best)
    correction = recipe.cut_penalty(best.tries, frontier.weight[:, None]) * frontier.dataset.numeric
    table = ScoreTable(
        gain=best.gain,
        corrected_gain=best.gain - correction,
        split_info=best.split_info,
        verdict=_first_verdicts(best, used),
        before=before,
        n_levels=frontier.dataset.n_levels,
        costs=frontier.dataset.costs,
        n_rows=frontier.dataset.weight if of_table is None else of_table,
    )
    choice = recipe.selection.choose(table)
    nobody = np.full(frontier.size, -1)
    result = WeighedFrontier(recipe, frontier, best, table, choice, nobody, correction)
    refused = _refusing_rule(result)
    return result if refused is None else replace(result, refused=refused)


def _refusing_rule(found: WeighedFrontier) -> IntArray | None:
    """(S,) the first of ``recipe.rules`` that refuses each node's winner, or -1; None if none
    refuses any."""
    table, frontier, winner = found.table, found.frontier, found.choice.winner
    nodes = (winner >= 0).nonzero()[0]
    if not (len(nodes) and found.recipe.refusing):
        return None
    share = frontier.weight.take(nodes) / frontier.dataset.weight
    gain, before = table.gain[nodes, winner.take(nodes)], table.before.take(nodes)
    winners = Winners(gain, before, share, lambda: _branches(found)[nodes])
    rule_of = np.full(len(winner), -1)
    for number, rule in reversed(found.recipe.refusing):  # so that the first one has the last word
        rule_of[nodes[rule.refuses(winners)]] = number
    return rule_of if np.maximum.reduce(rule_of) >= 0 else None


def _branches(found: WeighedFrontier) -> FloatArray:
    """(S, b, k) moments of the branches of each node's winner, of the rows that count there."""
    widest = int(found.recipe.arities(found.frontier.dataset).max())
    counts = found.frontier
    if counts.dataset.counted:
        result = np.zeros((counts.size, widest, counts.stats().shape[1]))
        for node in np.flatnonzero(found.winner >= 0).tolist():
            stats = counts.branches(node, found.split(node, int(found.winner[node])))
            result[node, : len(stats)] = stats
        return result
    side = found.branch_of_rows()
    moments = found.rows.by_level(np.where(side < 0, widest, side), widest + 1)
    if found.recipe.missing.imputes:
        return imputed(found.recipe, moments, moments)
    return moments[:, :-1]


def _first_verdicts(best: BestSplits, used: BoolArray) -> IntArray:
    """(S, c) what is known of each candidate before the selection compares them."""
    verdict = np.full(used.shape, int(Verdict.LOWER))
    verdict[best.tries == 0] = int(Verdict.TOO_FEW_ROWS)
    verdict[~best.several] = int(Verdict.ONE_VALUE)
    verdict[used] = int(Verdict.USED_ON_PATH)
    return verdict


def impurity_decreases(
    recipe: Recipe, dataset: Dataset, tree: Tree, node_rows: Mapping[NodeId, AtNode]
) -> dict[NodeId, float]:
    """By how much splitting each of the nodes with these ``node_rows`` lowers the tree's impurity.

    Gain times the node's share of all rows; 0 where a rule makes it a leaf.
    """
    if not node_rows:
        return {}
    rows = np.array([at_node.size for at_node in node_rows.values()])
    facts = recipe.facts(tree, list(node_rows), rows)
    decrease = np.zeros(len(node_rows))
    stays = np.flatnonzero(recipe.closing_rule(facts) < 0)
    if len(stays):
        open_rows = list(node_rows.values())
        frontier = counts_of(dataset, [open_rows[place] for place in stays])
        result = weigh_frontier(recipe, frontier, facts.used[stays])
        gain = result.table.gain[np.arange(len(stays)), np.maximum(result.winner, 0)]
        real = (result.winner >= 0) & (gain > NOTHING * result.table.before)
        decrease[stays] = np.where(real, gain * facts.weight[stays] / dataset.weight, 0.0)
    return dict(zip(node_rows, decrease.tolist(), strict=True))
