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
from dtcore.growth.scoring import Best, best_options, costed, gains, priced, scores_of
from dtcore.growth.stats import Frontier
from dtcore.growth.unknown import (
    PartialCuts,
    known_part,
    known_share,
    partial_cuts,
    some_known,
    split_of,
)
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.splits import Split, Threshold
from dtcore.model.tree import weight_of
from dtcore.policies.selection import Choice, Gain, ScoreTable, Verdict
from dtcore.policies.stopping import Winners


@dataclass(frozen=True, eq=False)
class Candidate:
    """One column's best split at a node, scored.

    ``split`` is None if the column has nothing to offer (``verdict`` says why);
    ``branch_stats`` (arity, k); ``scores`` holds the named parts: impurity_before,
    impurity_after, gain, split_info, gain_ratio, and for numeric columns tries, correction
    and worth (gain less correction). ``tied`` counts this column's other splits that score
    the same. ``unknown`` is the weight of the node's rows that the split does not place, since
    the column is missing there; known_share is then among the scores, and impurities are over
    the known rows.
    """

    column: int
    split: Split | None
    branch_stats: FloatArray
    scores: Mapping[str, float]
    verdict: Verdict
    tied: int = 0
    unknown: float = 0.0


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A frontier weighed: the table, the choice made from it, and what names the splits.

    ``refused`` (S,) is the number of the rule in ``recipe.rules`` that refuses the winner, or
    -1; ``tries`` and ``tied`` (S, c) as in a candidate; ``correction`` (S, c) what was taken
    off the gain. ``by_options`` and ``partial`` are by column: nominal ones (and all whose
    missing cells count as a value), and numeric ones with missing cells.
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
    by_options: Mapping[int, Best]
    partial: Mapping[int, PartialCuts]

    @cached_property
    def winner(self) -> IntArray:
        """(S,) the column that splits each node, -1 where the node becomes a leaf."""
        return np.where(self.refused >= 0, -1, self.choice.winner)

    def split(self, node: int, column: int) -> Split:
        """The best split of a column that has one."""
        if column in self.by_options:
            best = self.by_options[column]
            options = best.scored.options
            return split_of(self.recipe, self.frontier, column, options, int(best.at[node]))
        if column in self.partial:
            return self.partial[column].split(node)
        assert self.recipe.splitter.numeric is not None
        numeric = np.array([self.numeric_place(column)])
        at = self.cuts.at[[node], numeric]
        cut = cut_values(self.recipe.splitter.numeric, self.frontier, numeric, at)
        return Threshold(column, float(cut[0]))

    def cuts_of(self, nodes: IntArray) -> FloatArray:
        """Where ``nodes`` (w,) are cut, all of which have a complete numeric winner."""
        if not len(nodes):
            return np.zeros(0)
        assert self.recipe.splitter.numeric is not None
        columns = self.frontier.dataset.presorted.columns
        numeric = np.searchsorted(columns, self.winner[nodes])
        at = self.cuts.at[nodes, numeric]
        return cut_values(self.recipe.splitter.numeric, self.frontier, numeric, at)

    def _gappy(self, column: int) -> bool:
        return column in self.frontier.dataset.gappy

    def numeric_place(self, column: int) -> int:
        """Which of the complete numeric columns ``column`` is."""
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
        here = self.frontier.part(np.array([node])) if self._gappy(column) else self.frontier
        before = table.before[node : node + 1]
        scores, unknown = scored_split(self.recipe, here, column, stats, before)
        if table.n_levels[column] == 0:
            scores = priced(scores, self.tries[node, column], self.correction[node, column])
        scores |= costed(self.recipe, self.frontier.dataset.columns[column].cost, scores["gain"])
        return Candidate(column, split, stats, scores, verdict, tied, unknown)

    def _best_split(self, node: int, column: int) -> tuple[Split, FloatArray, int]:
        """The split, the statistics of its branches, and how many others tie with it."""
        if column in self.by_options:
            best = self.by_options[column]
            stats = best.scored.stats[best.at[node]]
            return self.split(node, column), stats, int(best.tied[node])
        if self.tries[node, column] and column in self.partial:
            split = self.split(node, column)
            stats = branches_of(self.frontier.part(np.array([node])), split)
            return split, stats, int(self.tied[node, column])
        if self.tries[node, column]:
            numeric = self.numeric_place(column)
            stats = self.frontier.branch_stats(numeric, node, int(self.cuts.at[node, numeric]))
            return self.split(node, column), stats, int(self.tied[node, column])
        # where nothing is admitted, the best of the inadmissible is shown
        here = self.frontier.part(np.array([node]))
        found = best_options(self.recipe, here, column, self.table.before[node : node + 1])
        at, scored = int(found.at[0]), found.scored
        split = split_of(self.recipe, self.frontier, column, scored.options, at)
        return split, scored.stats[at], int(found.tied[0])


def branches_of(here: Frontier, split: Split) -> FloatArray:
    """(arity, k) statistics of the branches of ``split`` at a frontier of one node."""
    arity = split.arity(here.dataset.schema)
    branch = split.branch(here.dataset, here.rows)
    placed = np.flatnonzero(branch >= 0)
    return here.at(placed, branch[placed], arity).stats()


def scored_split(
    recipe: Recipe, here: Frontier, column: int, stats: FloatArray, before: FloatArray
) -> tuple[dict[str, float], float]:
    """The scores of a split with branches ``stats`` (b, k), and the weight it does not place.

    ``here`` is a frontier of the node alone if the column has missing cells; ``before`` (1,)
    the node's impurity.
    """
    weights = weight_of(stats, here.dataset.schema)
    part = known_part(recipe, here, column, before)
    gain, info = gains(recipe, part.before, stats[None], weights[None], part.unknown)
    if part.unknown is None:
        return scores_of(recipe, part.before[0], stats, gain[0], info[0]), 0.0
    share = float(known_share(weights.sum(keepdims=True), part.unknown)[0])
    scores = scores_of(recipe, part.before[0], stats, gain[0], info[0], share)
    return scores, float(part.unknown[0])


def evaluate(recipe: Recipe, frontier: Frontier, used: BoolArray) -> Evaluation:
    """Weigh every column at every node of ``frontier``; ``used`` (S, c) as on their paths.

    A column without a level, since every cell is missing, has nothing to offer.
    """
    before = recipe.impurity.of(frontier.stats())
    cuts = best_cuts(recipe, frontier, before)
    columns, gappy = frontier.dataset.columns, frontier.dataset.gappy
    partial = {
        place: partial_cuts(recipe, frontier, place)
        for place in gappy
        if columns[place].numeric and not recipe.missing.own
    }
    by_options = {
        place: best_options(recipe, frontier, place, before)
        for place, column in enumerate(columns)
        if place not in partial and column.levels != () and (not column.numeric or place in gappy)
    }
    gain, split_info, tries, several, tied = _scores(recipe, frontier, cuts, by_options, partial)
    correction = np.zeros_like(gain)
    numeric = [place for place, column in enumerate(columns) if column.numeric]
    weight = frontier.weight[:, None]
    correction[:, numeric] = recipe.selection.correction(tries[:, numeric], weight)
    table = ScoreTable(
        gain=gain,
        worth=gain - correction,
        split_info=split_info,
        verdict=_first_verdicts(several, tries, used),
        before=before,
        n_levels=frontier.dataset.n_levels,
        costs=frontier.dataset.costs,
        n_rows=frontier.dataset.weight,
    )
    choice = recipe.selection.choose(table)
    share = frontier.weight / frontier.dataset.weight
    refused = _refusing_rule(recipe, table, choice, share)
    return Evaluation(
        recipe, frontier, table, choice, refused, correction, tries, tied, cuts, by_options, partial
    )


def _scores(
    recipe: Recipe,
    frontier: Frontier,
    cuts: BestCuts,
    by_options: Mapping[int, Best],
    partial: Mapping[int, PartialCuts],
) -> tuple[FloatArray, FloatArray, FloatArray, BoolArray, IntArray]:
    """Gain, split info, tries, whether there is anything to split, and ties, all (S, c)."""
    shape = frontier.size, len(frontier.dataset.columns)
    info = np.zeros(cuts.at.shape)
    if not isinstance(recipe.selection, Gain):  # which does not ask for it
        sides = np.stack([cuts.left, frontier.weight[:, None] - cuts.left], axis=-1)
        info = np.where(cuts.at >= 0, information(recipe).of(sides), 0.0)
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
        several[:, column] = (best.at >= 0) & some_known(recipe, frontier, column)
    for column, part in partial.items():
        nodes = part.nodes
        gain[nodes, column], split_info[nodes, column] = part.gain, part.split_info
        tries[nodes, column], tied[nodes, column] = part.best.tries[:, 0], part.best.tied[:, 0]
        several[nodes, column] = part.best.several[:, 0]
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
