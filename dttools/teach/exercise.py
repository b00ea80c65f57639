"""The first steps of a lesson as exercises: what is given, what is asked, and the answers.

A leaf at which nothing is worked out is no exercise: it is asked for with the split that makes it.

Values only, for whoever prints them. Not done here: no words and no layout; the whole story
of a lesson in plain text is ``dttools.teach.worksheet``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

import dtcore.explain.scores as scores
from dtcore.formula import Named, named_parts
from dtcore.growth.frontier import Frontier
from dtcore.growth.missing_rows import branch_counted
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray, Schema
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Split
from dtcore.model.tree import Tree
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import Candidate, Weighed, judge, weigh
from dtcore.stepping.moves import Expand, MakeLeaf, Step
from dtcore.stepping.problem import Problem, State, node_rows_of
from dtcore.stepping.timeline import Timeline

MOST_ASKED: Final = 12
"""Columns of one step that are asked about; and classes to choose among."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """One step of a lesson, the ``number``-th of them; ``end`` counts all steps up to it. ``tree``
    is the one before it, with the node still a leaf, ``grown`` the one after it.

    ``weighed`` is None where nothing was weighed; ``taken`` is the candidate that was split by,
    None where the node became a leaf. ``lines`` is the arithmetic of ``taken``, innermost first.
    ``prices``: by column, what its gain is lowered by for choosing among cuts (Quinlan 1996).
    ``branch_rows``: of each candidate's split, as ``rows_of_branches`` has them.
    ``closed``: the branches that are leaves at once.
    """

    number: int
    end: int
    tree: Tree
    grown: Tree
    step: Step
    weighed: Weighed | None = None
    taken: Candidate | None = None
    lines: tuple[Named, ...] = ()
    prices: Mapping[int, Named] = field(default_factory=dict)
    branch_rows: Mapping[Split, FloatArray] = field(default_factory=dict)
    closed: tuple[NodeId, ...] = ()

    @property
    def node(self) -> NodeId:
        return self.step.move.node

    @property
    def asked(self) -> tuple[Candidate, ...]:
        """The candidates that have a split to score, in table order."""
        result = self.weighed.candidates if self.weighed else ()
        return tuple(candidate for candidate in result if candidate.split is not None)


def exercises(timeline: Timeline, most: int) -> Iterator[Exercise]:
    """The first ``most`` steps of a lesson, from its beginning, hand-made ones as they were."""
    here, number = timeline.jump(0), 0
    while number < most and (step := here.propose()):
        after = here.step()
        if not _closes(step):
            number += 1
            yield replace(_exercise(here, after, step, number), closed=_closed(after))
        here = after


def _closes(step: Step) -> bool:
    """Whether a branch of a split is a leaf, and nothing is worked out for it."""
    made = isinstance(step.move, MakeLeaf) and not step.by_hand
    return made and step.evidence is None and step.move.node != ROOT


def _closed(after: Timeline) -> tuple[NodeId, ...]:
    """Of the branches of the split just made, those that are leaves without being weighed."""
    recipe, state, last = after.problem.recipe, after.state, after.last
    if last is None or not isinstance(last.move, Expand):
        return ()
    nodes = list(state.tree.children(last.move.node))
    facts = recipe.facts(state.tree, nodes, np.array([state.node_rows[n].size for n in nodes]))
    return tuple(
        node for node, rule in zip(nodes, recipe.closing_rule(facts), strict=True) if rule >= 0
    )


def _exercise(here: Timeline, after: Timeline, step: Step, number: int) -> Exercise:
    trees = here.state.tree, after.state.tree
    end = here.cursor + 1
    weighed = step.evidence if isinstance(step.evidence, Weighed) else None
    if not isinstance(step.move, Expand):
        rows = _branch_rows(here, step, weighed)
        return Exercise(number, end, *trees, step, weighed, branch_rows=rows)
    given = (here.problem, here.state, step.move.node)
    if weighed is None:  # made by hand, so nobody has weighed it yet
        weighed = weigh(*given)
    taken = next((c for c in weighed.candidates if c.split == step.move.split), None)
    taken = taken or judge(*given, step.move.split)
    recipe, schema = here.problem.recipe, here.problem.dataset.schema
    formula = scores.score(recipe, schema, weighed, taken, scores.headline(recipe))
    prices = _prices(recipe, schema, weighed)
    rows = _branch_rows(here, step, weighed)
    lines = tuple(named_parts(formula))
    return Exercise(number, end, *trees, step, weighed, taken, lines, prices, rows)


def _branch_rows(here: Timeline, step: Step, weighed: Weighed | None) -> dict[Split, FloatArray]:
    candidates, node = weighed.candidates if weighed else (), step.move.node
    return {
        c.split: rows_of_branches(here.problem, here.state, node, c.split, c.branch_stats)
        for c in candidates
        if c.split is not None
    }


def rows_of_branches(
    problem: Problem, state: State, node: NodeId, split: Split, stats: FloatArray
) -> FloatArray:
    """(b, k) the rows of each class, or (b, 1), in the branches of a split with ``stats`` (b, k),
    as the scores count them, whatever they weigh."""
    dataset = problem.dataset
    if not dataset.fractional:
        return dataset.schema.rows(stats)
    at_node = node_rows_of(problem, state, node)
    branch = branch_counted(problem.recipe.missing, dataset, at_node, split)
    at_node, branch = at_node.take(branch >= 0), branch[branch >= 0]
    return Frontier(dataset, at_node.rows, at_node.weights, branch, len(stats)).class_rows


def asked_about(exercise: Exercise, recipe: Recipe) -> list[Candidate]:
    """What is asked for at a node: of its candidates all, or of many the best, in table order."""

    def rank(candidate: Candidate) -> tuple[bool, bool, float]:
        score = candidate.scores.get(scores.headline(recipe), math.nan)
        beaten = candidate.verdict not in (Verdict.WINS, Verdict.TIED)
        return candidate is not exercise.taken, beaten, -score if math.isfinite(score) else math.inf

    best = sorted(exercise.asked, key=rank)[:MOST_ASKED]
    return [candidate for candidate in exercise.asked if candidate in best]


def prices_cuts(recipe: Recipe) -> bool:
    """Whether choosing among the cuts of a column lowers its gain."""
    return bool(recipe.cut_penalty(np.array([2.0]), np.array([1.0]))[0] > 0)


def _prices(recipe: Recipe, schema: Schema, weighed: Weighed) -> dict[int, Named]:
    """The formula of each correction that is not zero."""
    return {
        candidate.column: scores.score(recipe, schema, weighed, candidate, "correction")
        for candidate in weighed.candidates
        if candidate.scores.get("correction")
    }
