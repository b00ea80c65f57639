"""The evidence at a node: what each column offers there, the cuts of one, any split at all.

Nothing is decided here; ``dtcore.stepping.moves`` does that, from the same evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.evaluation import Evaluation, evaluate
from dtcore.growth.frontier import Frontier
from dtcore.growth.scores import costed, with_cut_penalty
from dtcore.growth.scoring import Scored, score
from dtcore.growth.stop_checks import used_on_path
from dtcore.model.columns import FloatArray
from dtcore.model.fitting import check_column, check_fits
from dtcore.model.node import NodeId
from dtcore.model.splits import Split, placed
from dtcore.policies.selection import Verdict
from dtcore.policies.twoing import Twoing
from dtcore.stepping.candidates import Candidate, branches_of, candidates_at, scored_split
from dtcore.stepping.problem import Problem, State, check_node, node_rows_of


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
    frontier = Frontier.of(problem.dataset, [node_rows_of(problem, state, node)])
    before = problem.recipe.impurity.of(frontier.stats())
    return score(problem.recipe, frontier, column, before)


def judge(problem: Problem, state: State, node: NodeId, split: Split) -> Candidate:
    """Any split at ``node``, scored as a candidate; its verdict is LOWER, whatever it scores.

    Raises MoveError if there is no such node, or if the split does not fit its column.
    """
    check_node(state, node)
    check_fits(split, problem.dataset.schema)
    if isinstance(problem.recipe.impurity, Twoing) and split.arity(problem.dataset.schema) != 2:
        raise MoveError("Twoing compares two branches. Choose a split in two.")
    here = Frontier.of(problem.dataset, [node_rows_of(problem, state, node)])
    split = placed(split, problem.dataset, here.rows)
    branches = branches_of(here, split)
    before = problem.recipe.impurity.of(here.stats())
    scores, unknown = scored_split(problem.recipe, here, split.column, branches, before)
    if problem.dataset.columns[split.column].numeric:
        tries = curve(problem, state, node, split.column).admitted.sum(keepdims=True)
        cut_penalty = problem.recipe.cut_penalty(tries.astype(float), here.weight)
        scores = with_cut_penalty(scores, tries[0], cut_penalty[0])
    scores |= costed(problem.recipe, problem.dataset.columns[split.column].cost, scores["gain"])
    return Candidate(split.column, split, branches, scores, Verdict.LOWER, unknown=unknown)


def evaluated(problem: Problem, state: State, node: NodeId) -> Evaluation:
    """All columns scored at ``node``, as the engine's tables have it."""
    frontier = Frontier.of(problem.dataset, [node_rows_of(problem, state, node)])
    used = used_on_path(problem.recipe, state.tree, node)
    return evaluate(problem.recipe, frontier, used)


def evidence_of(state: State, node: NodeId, found: Evaluation) -> Weighed:
    """What was ``found`` at ``node`` alone, as a lesson tells it."""
    choice, average, counted = found.choice, None, None
    if choice.average is not None and choice.counted is not None:
        counted = tuple(np.flatnonzero(choice.counted[0]).tolist())
        average = float(choice.average[0]) if counted else None
    winner = int(choice.winner[0]) if choice.winner[0] >= 0 else None
    stats, candidates = state.tree[node].stats, candidates_at(found, 0)
    return Weighed(node, stats, candidates, winner, average, counted)
