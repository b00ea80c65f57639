"""Scoring: every split of every column at a batch of nodes, in a handful of array operations.

``evaluate`` takes a frontier of S nodes. For each column a splitter turns counts into
options, flat over all nodes::

    node      [ 0   0   0   1   1   2 ]                 (o,)
    branches  [[[left],[right]], ...]                   (o, b, k)
    rank      [.02 .31 .31 .10 .00 .25]                 (o,)   the best of each node stays:
                     ^first       ^           ^

The columns' best splits make a table (S, c), from which the selection picks. Objects are made
only for the node that someone looks at (``candidates_at``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.growth.recipe import Recipe
from dtcore.growth.stats import Frontier
from dtcore.model.columns import Column, FloatArray, IntArray
from dtcore.model.splits import Split
from dtcore.model.tree import weight_of
from dtcore.policies.impurity import Entropy
from dtcore.policies.selection import Choice, ScoreTable, Verdict, ties_with
from dtcore.policies.splitters import Options
from dtcore.policies.stopping import BoolArray


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
class Scored:
    """Options with their scores, all (o,); ``admitted`` says which the stopping rules allow."""

    options: Options
    stats: FloatArray
    gain: FloatArray
    split_info: FloatArray
    rank: FloatArray
    admitted: BoolArray


@dataclass(frozen=True, eq=False)
class Best:
    """A column's best option at each of S nodes; ``at`` (S,) its index in ``scored`` or -1."""

    scored: Scored
    at: IntArray
    tries: FloatArray
    tied: IntArray
    correction: FloatArray


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A frontier weighed: the table, the choice made from it, and what names the splits.

    ``refused`` (S,) is the number of the rule in ``recipe.rules`` that refuses the winner, or -1.
    """

    recipe: Recipe
    frontier: Frontier
    table: ScoreTable
    choice: Choice
    refused: IntArray
    best: tuple[Best, ...]

    def split(self, node: int, column: int) -> Split | None:
        at = int(self.best[column].at[node])
        if at < 0 or self.table.verdict[node, column] == Verdict.USED_ON_PATH:
            return None
        mark = self.best[column].scored.options.mark[at]
        return name_split(self.recipe, self.frontier.dataset.columns[column], column, mark)

    def winner(self, node: int) -> Split | None:
        """The chosen split of a node, None if no candidate could be chosen."""
        column = int(self.choice.winner[node])
        return self.split(node, column) if column >= 0 else None

    def candidates_at(self, node: int) -> tuple[Candidate, ...]:
        return tuple(self._candidate(node, column) for column in range(len(self.best)))

    def _candidate(self, node: int, column: int) -> Candidate:
        best, table = self.best[column], self.table
        verdict = Verdict(int(self.choice.verdict[node, column]))
        if self.refused[node] >= 0 and verdict in (Verdict.WINS, Verdict.TIED):
            verdict = Verdict.REFUSED
        split = self.split(node, column)
        if split is None:
            return Candidate(column, None, np.zeros((0, 0)), {}, verdict)
        at = int(best.at[node])
        stats = best.scored.stats[at]
        gain, split_info = best.scored.gain[at], best.scored.split_info[at]
        scores = scores_of(self.recipe, table.before[node], stats, gain, split_info)
        if table.n_levels[column] == 0:
            worth = float(table.worth[node, column])
            scores["tries"] = float(best.tries[node])
            scores["correction"] = float(best.correction[node])
            scores["worth"] = worth
            scores["gain_ratio"] = _over(worth, scores["split_info"])
        return Candidate(column, split, stats, scores, verdict, int(best.tied[node]))


def evaluate(recipe: Recipe, frontier: Frontier, used: BoolArray) -> Evaluation:
    """Weigh every column at every node of ``frontier``; ``used`` (S, c) as on their paths."""
    before = recipe.impurity.of(frontier.stats())
    columns = frontier.dataset.columns
    best = tuple(_best(recipe, frontier, c, before) for c in range(len(columns)))
    gain = np.stack([_picked(b.scored.gain, b.at) for b in best], axis=1)
    worth = gain - np.stack([b.correction for b in best], axis=1)
    table = ScoreTable(
        gain=gain,
        worth=worth,
        split_info=np.stack([_picked(b.scored.split_info, b.at) for b in best], axis=1),
        verdict=_first_verdicts(best, used),
        before=before,
        n_levels=np.array([len(column.levels or ()) for column in columns]),
        n_rows=float(frontier.dataset.weights.sum()),
    )
    choice = recipe.selection.choose(table)
    refused = _refusing_rule(recipe, table, choice)
    return Evaluation(recipe, frontier, table, choice, refused, best)


def score(recipe: Recipe, frontier: Frontier, column: int, before: FloatArray) -> Scored:
    """Every option of one column at every node, scored; ``before`` (S,) impurities."""
    options = _options(recipe, frontier, column)
    stats = frontier.settle(options.branches, options.node)
    weights = weight_of(stats, frontier.dataset.schema)
    gain, split_info = gains(recipe, before[options.node], stats, weights)
    numeric = frontier.dataset.columns[column].numeric
    admitted = np.ones(len(gain), bool)
    for rule in recipe.stopping:
        admitted &= rule.admits(weights, frontier.classes, numeric)
    rank = recipe.selection.rank(gain, split_info)
    return Scored(options, stats, gain, split_info, rank, admitted)


def scores_of(
    recipe: Recipe, before: float, branch_stats: FloatArray, gain: float, split_info: float
) -> dict[str, float]:
    """The named scores of one split; squares are totals over its rows."""
    scores = {
        "impurity_before": float(before),
        "impurity_after": float(before - gain),
        "gain": float(gain),
        "split_info": float(split_info),
        "gain_ratio": _over(gain, split_info),
    }
    if recipe.impurity.numeric:
        weight = float(branch_stats[:, 0].sum())
        for part in ("before", "after"):
            scores[f"squares_{part}"] = weight * scores[f"impurity_{part}"]
        scores["squares_decrease"] = weight * scores["gain"]
    return scores


def gains(
    recipe: Recipe, before: FloatArray, branches: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Gain and split info (o,) of splits with statistics (o, b, k) and weights (o, b)."""
    total = weights.sum(axis=1)
    inside = (weights * recipe.impurity.of(branches)).sum(axis=1)
    after = inside / np.where(total > 0, total, 1.0)
    return before - after, _information(recipe).of(weights)


def name_split(recipe: Recipe, column: Column, index: int, mark: NDArray[Any]) -> Split:
    """The split that ``mark`` stands for in the recipe's splitter."""
    splitter = recipe.splitter
    if column.numeric:
        assert splitter.numeric is not None
        return splitter.numeric.split(index, mark, column.distinct)
    return splitter.nominal.split(index, mark)


def _options(recipe: Recipe, frontier: Frontier, index: int) -> Options:
    column, schema = frontier.dataset.columns[index], frontier.dataset.schema
    if not column.numeric:
        codes = column.values[frontier.rows]
        counts = frontier.by_level(codes, len(column.levels or ()))
        return recipe.splitter.nominal.options(counts, schema)
    cuts = recipe.splitter.numeric
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    return cuts.options(frontier.by_value(cuts.view(column.values[frontier.rows])))


def _best(recipe: Recipe, frontier: Frontier, column: int, before: FloatArray) -> Best:
    scored = score(recipe, frontier, column, before)
    node, size = scored.options.node, frontier.size
    tries = np.bincount(node[scored.admitted], minlength=size).astype(np.float64)
    # where nothing is admitted, the best of the inadmissible is shown, and ruled out
    rank = np.where(scored.admitted | (tries[node] == 0), scored.rank, -np.inf)
    at, tied = _first_best(node, rank, before)
    correction = np.zeros(size)
    if frontier.dataset.columns[column].numeric:
        weight = np.bincount(frontier.node, frontier.weights, size).astype(np.float64)
        correction = recipe.selection.correction(tries, weight)
    return Best(scored, at, tries, tied, correction)


def _first_best(node: IntArray, rank: FloatArray, before: FloatArray) -> tuple[IntArray, IntArray]:
    """For each of S nodes the first option that ties with its best, and how many others tie."""
    at, tied = np.full(len(before), -1), np.zeros(len(before), np.int64)
    if len(node):
        starts = np.flatnonzero(np.diff(node, prepend=-1))
        sizes = np.diff(np.append(starts, len(node)))
        top = np.repeat(np.maximum.reduceat(rank, starts), sizes)
        ties = ties_with(rank, top, before[node])
        places = np.where(ties, np.arange(len(node)), len(node))
        at[node[starts]] = np.minimum.reduceat(places, starts)
        tied[node[starts]] = np.add.reduceat(ties.astype(np.int64), starts) - 1
    return at, tied


def _refusing_rule(recipe: Recipe, table: ScoreTable, choice: Choice) -> IntArray:
    """(S,) the first of ``recipe.rules`` that refuses each node's winner, or -1."""
    rule_of = np.full(len(choice.winner), -1)
    rows = np.flatnonzero(choice.winner >= 0)
    columns = choice.winner[rows]
    picked = (choice.score[rows, columns], table.gain[rows, columns])
    for number, rule in enumerate(recipe.rules):
        refused = rule.refuses(*picked, table.before[rows])
        rule_of[rows[refused & (rule_of[rows] < 0)]] = number
    return rule_of


def _first_verdicts(best: tuple[Best, ...], used: BoolArray) -> IntArray:
    """(S, c) what is known of each candidate before the selection compares them."""
    nothing = np.stack([b.at < 0 for b in best], axis=1)
    too_few = np.stack([b.tries == 0 for b in best], axis=1)
    verdict = np.full(used.shape, int(Verdict.LOWER))
    verdict[too_few] = Verdict.TOO_FEW_ROWS
    verdict[nothing] = Verdict.ONE_VALUE
    verdict[used] = Verdict.USED_ON_PATH
    return verdict


def _information(recipe: Recipe) -> Entropy:
    """Split info is an entropy in the unit of the impurity, bits unless that is in nats."""
    return recipe.impurity if isinstance(recipe.impurity, Entropy) else Entropy()


def _picked(values: FloatArray, at: IntArray) -> FloatArray:
    out = np.zeros(len(at))
    out[at >= 0] = values[at[at >= 0]]
    return out


def _over(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom > 0 else 0.0
