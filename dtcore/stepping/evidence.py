"""The evidence at a node: what each column offers there, the cuts of one, any split at all.

Nothing is decided here; ``dtcore.stepping.moves`` does that, from the same evidence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.counts import Counts, placed_at
from dtcore.growth.frontier import counts_of, in_memory
from dtcore.growth.missing_rows import branch_counted
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import (
    Scored,
    cost_score,
    gains,
    infos,
    known_share,
    leaves_out,
    score,
    scores_of,
    with_cut_penalty,
    with_known_share,
)
from dtcore.growth.weighing import WeighedFrontier, weigh_frontier
from dtcore.model.columns import FloatArray
from dtcore.model.data import NodeRows
from dtcore.model.nodes import NodeId, weight_of
from dtcore.model.splits import Split, check_column, check_fits
from dtcore.policies.selection import NOTHING, Gain, Verdict
from dtcore.stepping.problem import Problem, State, check_node, rows_at


@dataclass(frozen=True, eq=False)
class Candidate:
    """One column's best split at a node, scored.

    ``split`` is None if the column has nothing to offer (``verdict`` says why);
    ``branch_stats`` (arity, k); ``scores`` holds the named parts: impurity_before,
    impurity_after, gain, split_info, gain_ratio, and for numeric columns tries, correction
    and corrected_gain (gain less correction). ``tied`` counts this column's other splits that score
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

    @property
    def gains(self) -> bool:
        """Whether the split gains anything, rounding apart."""
        return self.scores.get("gain", 0.0) > NOTHING * self.scores.get("impurity_before", 0.0)


def candidates_at(found: WeighedFrontier, node: int) -> tuple[Candidate, ...]:
    """What was found of each column at one node of the frontier, in table order."""
    return tuple(candidate_at(found, node, column) for column in range(len(found.table.n_levels)))


def candidate_at(found: WeighedFrontier, node: int, column: int) -> Candidate:
    """What was found of one column at one node of the frontier."""
    recipe, table, frontier = found.recipe, found.table, found.frontier
    verdict = Verdict(int(found.choice.verdict[node, column]))
    if found.refused[node] >= 0 and verdict in (Verdict.WINS, Verdict.TIED):
        verdict = Verdict.REFUSED
    if verdict in (Verdict.ONE_VALUE, Verdict.USED_ON_PATH):
        return Candidate(column, None, np.zeros((0, 0)), {}, verdict)
    split, best = found.split(node, column), found.best
    here = frontier if frontier.size == 1 else frontier.part(np.array([node]))
    stats = _branches(found, here, split)
    before, unknown = known_impurity(recipe, here, column, table.before[node])
    gain, info = best.gain[node, column], best.split_info[node, column]
    if isinstance(recipe.selection, Gain):  # which does not ask for it
        info = infos(recipe, weight_of(stats, here.dataset.schema)[None], np.array([unknown]))[0]
    scores = scores_of(recipe, before, stats, gain, info)
    scores = with_known_share(scores, _known_share(here, unknown))
    if table.n_levels[column] == 0:
        scores = with_cut_penalty(scores, best.tries[node, column], found.correction[node, column])
    scores |= cost_score(recipe, frontier.dataset.columns[column].cost, scores["gain"])
    return Candidate(column, split, stats, scores, verdict, int(best.tied[node, column]), unknown)


def _branches(found: WeighedFrontier, counts: Counts, split: Split) -> FloatArray:
    """(arity, k) statistics of the branches of what was found of a column at one node."""
    if counts.dataset.counted or found.recipe.missing.imputes:
        return branches_of(counts, split, found.recipe)
    here = in_memory(counts)
    branch = found.branches_by_code(here, split.column)
    return here.sent(branch, split.arity(here.dataset.schema))


def branches_of(counts: Counts, split: Split, recipe: Recipe) -> FloatArray:
    """(arity, k) statistics of the branches of ``split`` at the counts of one node."""
    if not (recipe.missing.imputes and counts.dataset.gappy):
        return counts.branches(0, split)
    here = in_memory(counts)
    at_node = NodeRows(here.rows, here.weights)
    branch = branch_counted(recipe.missing, here.dataset, at_node, split)
    return here.sent(branch, split.arity(here.dataset.schema))


def known_impurity(recipe: Recipe, here: Counts, column: int, before: float) -> tuple[float, float]:
    """The impurity at one node of the rows that a split of ``column`` is weighed over, and the
    weight of the others; ``before`` is that of all."""
    if not leaves_out(recipe, here.dataset, column):
        return before, 0.0
    rows, coded = in_memory(here), here.dataset.codes.columns[column]
    gone = coded.codes[rows.rows] == coded.missing
    if not gone.any():
        return before, 0.0
    kept = np.flatnonzero(~gone)
    known = rows.at(kept, rows.node[kept], 1).stats()
    return float(recipe.impurity.of(known)[0]), float(rows.weights[gone].sum())


def _known_share(here: Counts, unknown: float) -> float:
    """The share of one node's weight that is not ``unknown``."""
    lost = np.array([unknown])
    return float(known_share(here.weight - lost, lost)[0]) if unknown else 1.0


def scored_split(
    recipe: Recipe, here: Counts, column: int, stats: FloatArray, before: float
) -> tuple[dict[str, float], float]:
    """The scores of a split with branches ``stats`` (b, k), and the weight it does not place, of
    a node of impurity ``before``."""
    weights = weight_of(stats, here.dataset.schema)
    before, unknown = known_impurity(recipe, here, column, before)
    lost = np.array([unknown])
    gain = gains(recipe, np.array([before]), stats[None], weights[None], lost)
    info = infos(recipe, weights[None], lost)
    scores = scores_of(recipe, before, stats, gain[0], info[0])
    return with_known_share(scores, _known_share(here, unknown)), unknown


@dataclass(frozen=True, eq=False)
class Weighed:
    """Evidence for a split or a stop: every column's candidate, in table order.

    ``winner`` is the winning column, None if there is none. Where the selection compares gains
    with their average, ``counted`` are the columns that make it, and ``average`` is None if
    there are none; elsewhere both are None. ``stats`` (k,) are the node's.
    """

    node: NodeId
    stats: FloatArray
    candidates: tuple[Candidate, ...]
    winner: int | None
    average: float | None = None
    counted: tuple[int, ...] | None = None

    @property
    def best(self) -> Candidate | None:
        """The winner's candidate."""
        return None if self.winner is None else self.candidates[self.winner]

    def ranked(self, by: str) -> tuple[Candidate, ...]:
        """The candidates, winner first, then by falling score, the ruled-out ones last."""

        def key(candidate: Candidate) -> tuple[bool, bool, float, int]:
            out = candidate.verdict > Verdict.LOWER and candidate.verdict != Verdict.REFUSED
            value = candidate.scores.get(by, 0.0)
            return (candidate.column != self.winner, out, -value, candidate.column)

        return tuple(sorted(self.candidates, key=key))


def weigh(problem: Problem, state: State, node: NodeId) -> Weighed:
    """Score every candidate at ``node``, whatever the stopping rules would say of it."""
    check_node(state, node)
    return evidence_of(state, node, evaluated(problem, state, node))


def curve(problem: Problem, state: State, node: NodeId, column: int) -> Scored:
    """Every split of one column at ``node``, scored: the threshold curve of a numeric one.

    Raises DataError for a nominal column in which no row of the table has a value, MoveError if
    there is no such node or column.
    """
    check_node(state, node)
    check_column(column, problem.dataset.schema)
    frontier = counts_of(problem.dataset, [rows_at(problem, state, node)])
    before = problem.recipe.impurity.of(frontier.stats())
    return score(problem.recipe, frontier, column, before)


def judge(problem: Problem, state: State, node: NodeId, split: Split) -> Candidate:
    """Any split at ``node``, scored as a candidate; its verdict is LOWER, whatever it scores.

    Raises MoveError if there is no such node, or if the split does not fit its column.
    """
    check_node(state, node)
    check_fits(split, problem.dataset.schema)
    criterion = problem.recipe.impurity
    if criterion.arity not in (None, split.arity(problem.dataset.schema)):
        raise MoveError(
            "{criterion} compares two branches. Choose a split in two.",
            criterion=criterion.score_label,
        )
    here = counts_of(problem.dataset, [rows_at(problem, state, node)])
    split = placed_at(here, 0, split)
    branches = branches_of(here, split, problem.recipe)
    before = float(problem.recipe.impurity.of(here.stats())[0])
    scores, unknown = scored_split(problem.recipe, here, split.column, branches, before)
    if problem.dataset.columns[split.column].numeric:
        tries = curve(problem, state, node, split.column).admitted.sum(keepdims=True)
        cut_penalty = problem.recipe.cut_penalty(tries.astype(float), here.weight)
        scores = with_cut_penalty(scores, tries[0], cut_penalty[0])
    scores |= cost_score(problem.recipe, problem.dataset.columns[split.column].cost, scores["gain"])
    return Candidate(split.column, split, branches, scores, Verdict.LOWER, unknown=unknown)


def evaluated(problem: Problem, state: State, node: NodeId) -> WeighedFrontier:
    """All columns scored at ``node``, as the engine's tables have it."""
    frontier = counts_of(problem.dataset, [rows_at(problem, state, node)])
    used = problem.recipe.used_on_path(state.tree, node)
    return weigh_frontier(problem.recipe, frontier, used)


def evidence_of(state: State, node: NodeId, found: WeighedFrontier) -> Weighed:
    """What was ``found`` at ``node`` alone, as a lesson tells it."""
    choice, average, counted = found.choice, None, None
    if choice.average is not None and choice.counted is not None:
        counted = tuple(np.flatnonzero(choice.counted[0]).tolist())
        average = float(choice.average[0]) if counted else None
    winner = int(choice.winner[0]) if choice.winner[0] >= 0 else None
    stats, candidates = state.tree[node].stats, candidates_at(found, 0)
    return Weighed(node, stats, candidates, winner, average, counted)
