"""Scoring: every split of every column at a batch of nodes, in a handful of array operations.

``evaluate`` takes a frontier of S nodes. Numeric columns are scored together
(``dtcore.growth.cuts``), nominal ones column by column (``dtcore.growth.scoring``); the
columns' best splits make a table (S, c), from which the selection picks. Objects are made only
for the node that someone looks at (``candidates_at``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dtcore.growth.cuts import BestCuts, best_cuts, cut_values, information
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Best, best_options, gains, priced, scores_of
from dtcore.growth.stats import Frontier
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.splits import Split, Threshold
from dtcore.model.tree import weight_of
from dtcore.policies.selection import Choice, Gain, ScoreTable, Verdict
from dtcore.policies.stopping import BoolArray, Winners


@dataclass(frozen=True, eq=False)
class Candidate:
    """One column's best split at a node, scored.

    ``split`` is None if the column has nothing to offer (``verdict`` says why);
    ``branch_stats`` (arity, k); ``scores`` holds the named parts: impurity_before,
    impurity_after, gain, split_info, gain_ratio, and for numeric columns tries, correction
    and worth (gain less correction). ``tied`` counts this column's other splits that score
    the same.
    """

    column: int
    split: Split | None
    branch_stats: FloatArray
    scores: Mapping[str, float]
    verdict: Verdict
    tied: int = 0


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A frontier weighed: the table, the choice made from it, and what names the splits.

    ``refused`` (S,) is the number of the rule in ``recipe.rules`` that refuses the winner, or
    -1; ``tries`` and ``tied`` (S, c) as in a candidate; ``correction`` (S, c) what was taken
    off the gain. ``nominal`` is by column.
    """

    recipe: Recipe
    frontier: Frontier
    table: ScoreTable
    choice: Choice
    refused: IntArray
    correction: FloatArray
    tries: FloatArray
    tied: IntArray
    cuts: BestCuts
    nominal: Mapping[int, Best]

    @cached_property
    def winner(self) -> IntArray:
        """(S,) the column that splits each node, -1 where the node becomes a leaf."""
        return np.where(self.refused >= 0, -1, self.choice.winner)

    def split(self, node: int, column: int) -> Split:
        """The best split of a column that has one."""
        if column in self.nominal:
            best = self.nominal[column]
            mark = best.scored.options.mark[best.at[node]]
            return self.recipe.splitter.nominal.split(column, mark)
        assert self.recipe.splitter.numeric is not None
        numeric = np.array([self.numeric_place(column)])
        at = self.cuts.at[[node], numeric]
        cut = cut_values(self.recipe.splitter.numeric, self.frontier, numeric, at)
        return Threshold(column, float(cut[0]))

    def cuts_of(self, nodes: IntArray) -> FloatArray:
        """Where ``nodes`` (w,) are cut, all of which have a numeric winner."""
        if not len(nodes):
            return np.zeros(0)
        assert self.recipe.splitter.numeric is not None
        columns = self.frontier.dataset.presorted.columns
        numeric = np.searchsorted(columns, self.winner[nodes])
        at = self.cuts.at[nodes, numeric]
        return cut_values(self.recipe.splitter.numeric, self.frontier, numeric, at)

    def numeric_place(self, column: int) -> int:
        """Which of the numeric columns ``column`` is."""
        return int(np.searchsorted(self.frontier.dataset.presorted.columns, column))

    def candidates_at(self, node: int) -> tuple[Candidate, ...]:
        return tuple(self._candidate(node, column) for column in range(len(self.table.n_levels)))

    def _candidate(self, node: int, column: int) -> Candidate:
        table = self.table
        verdict = Verdict(int(self.choice.verdict[node, column]))
        if self.refused[node] >= 0 and verdict in (Verdict.WINS, Verdict.TIED):
            verdict = Verdict.REFUSED
        if verdict in (Verdict.ONE_VALUE, Verdict.USED_ON_PATH):
            return Candidate(column, None, np.zeros((0, 0)), {}, verdict)
        split, stats, tied = self._best_split(node, column)
        weights = weight_of(stats, self.frontier.dataset.schema)
        before = table.before[node : node + 1]
        gain, split_info = gains(self.recipe, before, stats[None], weights[None])
        scores = scores_of(self.recipe, table.before[node], stats, gain[0], split_info[0])
        if table.n_levels[column] == 0:
            scores = priced(scores, self.tries[node, column], self.correction[node, column])
        return Candidate(column, split, stats, scores, verdict, tied)

    def _best_split(self, node: int, column: int) -> tuple[Split, FloatArray, int]:
        """The split, the statistics of its branches, and how many others tie with it."""
        if column in self.nominal:
            best = self.nominal[column]
            stats = best.scored.stats[best.at[node]]
            return self.split(node, column), stats, int(best.tied[node])
        if self.tries[node, column]:
            numeric = self.numeric_place(column)
            stats = self.frontier.branch_stats(numeric, node, int(self.cuts.at[node, numeric]))
            return self.split(node, column), stats, int(self.tied[node, column])
        # where nothing is admitted, the best of the inadmissible is shown
        here = self.frontier.part(np.array([node]))
        found = best_options(self.recipe, here, column, self.table.before[node : node + 1])
        at, scored = int(found.at[0]), found.scored
        cuts = self.recipe.splitter.numeric
        assert cuts is not None
        values = self.frontier.dataset.columns[column].distinct
        split = cuts.split(column, scored.options.mark[at], values)
        return split, scored.stats[at], int(found.tied[0])


def evaluate(recipe: Recipe, frontier: Frontier, used: BoolArray) -> Evaluation:
    """Weigh every column at every node of ``frontier``; ``used`` (S, c) as on their paths."""
    before = recipe.impurity.of(frontier.stats())
    cuts = best_cuts(recipe, frontier, before)
    columns = frontier.dataset.columns
    nominal = {
        place: best_options(recipe, frontier, place, before)
        for place, column in enumerate(columns)
        if not column.numeric
    }
    gain, split_info, tries, several, tied = _scores(recipe, frontier, cuts, nominal)
    correction = np.zeros_like(gain)
    numeric = frontier.dataset.presorted.columns
    weight = frontier.weight[:, None]
    correction[:, numeric] = recipe.selection.correction(cuts.tries, weight)
    table = ScoreTable(
        gain=gain,
        worth=gain - correction,
        split_info=split_info,
        verdict=_first_verdicts(several, tries, used),
        before=before,
        n_levels=frontier.dataset.n_levels,
        n_rows=frontier.dataset.weight,
    )
    choice = recipe.selection.choose(table)
    share = frontier.weight / frontier.dataset.weight
    refused = _refusing_rule(recipe, table, choice, share)
    return Evaluation(
        recipe, frontier, table, choice, refused, correction, tries, tied, cuts, nominal
    )


def _scores(
    recipe: Recipe, frontier: Frontier, cuts: BestCuts, nominal: Mapping[int, Best]
) -> tuple[FloatArray, FloatArray, FloatArray, BoolArray, IntArray]:
    """Gain, split info, tries, whether there is anything to split, and ties, all (S, c)."""
    shape = frontier.size, len(frontier.dataset.columns)
    info = np.zeros(cuts.at.shape)
    if not isinstance(recipe.selection, Gain):  # which does not ask for it
        sides = np.stack([cuts.left, frontier.weight[:, None] - cuts.left], axis=-1)
        info = np.where(cuts.at >= 0, information(recipe).of(sides), 0.0)
    if not nominal:
        return cuts.gain, info, cuts.tries, cuts.several, cuts.tied
    gain, split_info, tries = np.zeros((3, *shape))
    several, tied = np.zeros(shape, bool), np.zeros(shape, np.int64)
    numeric = frontier.dataset.presorted.columns
    gain[:, numeric], split_info[:, numeric], tries[:, numeric] = cuts.gain, info, cuts.tries
    several[:, numeric], tied[:, numeric] = cuts.several, cuts.tied
    for column, best in nominal.items():
        gain[:, column] = _picked(best.scored.gain, best.at)
        split_info[:, column] = _picked(best.scored.split_info, best.at)
        tries[:, column], tied[:, column] = best.tries, best.tied
        several[:, column] = best.at >= 0
    return gain, split_info, tries, several, tied


def _refusing_rule(
    recipe: Recipe, table: ScoreTable, choice: Choice, share: FloatArray
) -> IntArray:
    """(S,) the first of ``recipe.rules`` that refuses each node's winner, or -1.

    ``share`` (S,): of the whole table's weight, at each node.
    """
    rule_of = np.full(len(choice.winner), -1)
    rows = np.flatnonzero(choice.winner >= 0)
    columns = choice.winner[rows]
    winners = Winners(table.gain[rows, columns], table.before[rows], share[rows])
    for number, rule in recipe.refusing:
        refused = rule.refuses(winners)
        rule_of[rows[refused & (rule_of[rows] < 0)]] = number
    return rule_of


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
