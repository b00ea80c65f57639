"""The engine of a lesson: weigh a node, propose a move, apply a move.

``propose`` is the algorithm, ``apply`` the mechanics; a person's own split goes through the
same ``apply``. States are values: applying a move gives a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.candidates import Candidate, Evaluation, evaluate
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Scored, gains, priced, score, scores_of
from dtcore.growth.stats import Frontier
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Bag, Dataset
from dtcore.model.predict import rows_at
from dtcore.model.splits import Multiway, Split
from dtcore.model.tree import ROOT, NodeId, Tree, weight_of
from dtcore.policies.selection import Verdict
from dtcore.policies.stopping import BoolArray, Facts, Stop


@dataclass(frozen=True, eq=False)
class Problem:
    """What is given: the data, the recipe, and rows held out for pruning. Checked when made."""

    dataset: Dataset
    recipe: Recipe
    held_out: Dataset | None = None

    def __post_init__(self) -> None:
        self.recipe.check(self.dataset)


@dataclass(frozen=True)
class Expand:
    """Split a leaf."""

    node: NodeId
    split: Split


@dataclass(frozen=True)
class Close:
    """Leave a leaf a leaf."""

    node: NodeId


@dataclass(frozen=True)
class Prune:
    """Make a leaf of a subtree."""

    node: NodeId


Move = Expand | Close | Prune


@dataclass(frozen=True, eq=False)
class State:
    """A tree in growth; ``bags`` holds the rows of its open leaves, and of no other node."""

    tree: Tree
    bags: Mapping[NodeId, Bag]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.tree == other.tree
            and self.bags.keys() == other.bags.keys()
            and all(np.array_equal(bag.rows, other.bags[n].rows) for n, bag in self.bags.items())
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, eq=False)
class Weighed:
    """Evidence for a split or a stop: every column's candidate, in table order.

    ``winner`` is the winning column, None if there is none; ``average`` the average gain
    where the selection compares with it. ``stats`` (k,) are the node's.
    """

    node: NodeId
    stats: FloatArray
    candidates: tuple[Candidate, ...]
    winner: int | None
    average: float | None = None

    def ranked(self, by: str) -> tuple[Candidate, ...]:
        """The candidates, winner first, then by falling score, the ruled-out ones last."""

        def key(candidate: Candidate) -> tuple[bool, bool, float, int]:
            out = candidate.verdict > Verdict.LOWER and candidate.verdict != Verdict.REFUSED
            value = candidate.scores.get(by, 0.0)
            return (candidate.column != self.winner, out, -value, candidate.column)

        return tuple(sorted(self.candidates, key=key))


Evidence = Weighed | ErrorComparison
Reason = Stop | Collapse


@dataclass(frozen=True, eq=False)
class Step:
    """A move with the evidence for it. ``reason`` says why a node was closed or collapsed."""

    move: Move
    evidence: Evidence | None = None
    reason: Reason | None = None
    by_hand: bool = False


def begin(problem: Problem) -> State:
    """One open leaf with all the rows."""
    bag = problem.dataset.all_rows
    stats = Frontier.of(problem.dataset, [bag]).stats()[0]
    tree = Tree.stump(stats, problem.dataset.schema, problem.recipe.impurity)
    return State(tree, {ROOT: bag})


def bag_of(problem: Problem, state: State, node: NodeId) -> Bag:
    """The rows at any node of the tree, open or not."""
    if node in state.bags:
        return state.bags[node]
    rows = rows_at(state.tree, problem.dataset, node)
    return Bag(rows, problem.dataset.weights[rows])


def weigh(problem: Problem, state: State, node: NodeId) -> Weighed:
    """Score every candidate at ``node``, whatever the stopping rules would say of it."""
    if node not in state.tree:
        raise MoveError("There is no such node in the tree any more.")
    return _weighed(problem, state, node, _evaluate(problem, state, node))


def curve(problem: Problem, state: State, node: NodeId, column: int) -> Scored:
    """Every split of one column at ``node``, scored: the threshold curve of a numeric one."""
    frontier = Frontier.of(problem.dataset, [bag_of(problem, state, node)])
    before = problem.recipe.impurity.of(frontier.stats())
    return score(problem.recipe, frontier, column, before)


def judge(problem: Problem, state: State, node: NodeId, split: Split) -> Candidate:
    """Any split at ``node``, scored as a candidate; its verdict is LOWER, whatever it scores."""
    bag = bag_of(problem, state, node)
    branch = split.branch(problem.dataset, bag.rows)
    arity = split.arity(problem.dataset.schema)
    parts = [bag.take(np.flatnonzero(branch == b)) for b in range(arity)]
    branches = Frontier.of(problem.dataset, parts).stats()
    weights = weight_of(branches, problem.dataset.schema)
    before = problem.recipe.impurity.of(Frontier.of(problem.dataset, [bag]).stats())
    gain, info = gains(problem.recipe, before, branches[None], weights[None])
    scores = scores_of(problem.recipe, before[0], branches, gain[0], info[0])
    if problem.dataset.columns[split.column].numeric:
        tries = curve(problem, state, node, split.column).admitted.sum(keepdims=True)
        price = problem.recipe.selection.correction(tries.astype(float), weights.sum(keepdims=True))
        scores = priced(scores, tries[0], price[0])
    return Candidate(split.column, split, branches, scores, Verdict.LOWER)


def propose(problem: Problem, state: State) -> Step | None:
    """The algorithm's next step; None when it is done."""
    if state.bags:
        return decide(problem, state, problem.recipe.ordering.next(state.bags))
    collapse = problem.recipe.collapse
    found = collapse.next(state.tree) if collapse else None
    return Step(Prune(found.node), found, collapse) if found else None


def decide(problem: Problem, state: State, node: NodeId) -> Step:
    """What the algorithm does with an open leaf."""
    recipe = problem.recipe
    used = used_on_path(recipe, state.tree, node)
    stats = state.tree[node].stats[None, :]
    facts = facts_of(problem.dataset, stats, np.array([len(node)]), used)
    if (rule := int(closing_rule(recipe, facts)[0])) >= 0:
        return Step(Close(node), None, Stop(recipe.rules[rule]))
    found = _evaluate(problem, state, node)
    evidence = _weighed(problem, state, node, found)
    if evidence.winner is None:
        return Step(Close(node), evidence, Stop(None))
    if (rule := int(found.refused[0])) >= 0:
        return Step(Close(node), evidence, Stop(recipe.rules[rule]))
    return Step(Expand(node, found.split(0, evidence.winner)), evidence)


def apply(problem: Problem, state: State, move: Move) -> State:
    """The state after ``move``. Raises MoveError if the move cannot be made here."""
    if move.node not in state.tree:
        raise MoveError("There is no such node in the tree any more.")
    match move:
        case Expand(node=node, split=split):
            return _expand(problem, state, node, split)
        case Close(node=node):
            if node not in state.bags:
                raise MoveError("This node is not open.")
            return State(state.tree, {n: b for n, b in state.bags.items() if n != node})
        case Prune(node=node):
            if state.tree[node].leaf:
                raise MoveError("This node is a leaf already.")
            below = len(node)
            bags = {n: b for n, b in state.bags.items() if n[:below] != node}
            return State(state.tree.prune(node), bags)


def closing_rule(recipe: Recipe, facts: Facts) -> IntArray:
    """(S,) the first of ``recipe.rules`` that closes each node before weighing, or -1."""
    rule_of = np.full(len(facts.weight), -1)
    for number, rule in enumerate(recipe.rules):
        rule_of[(rule_of < 0) & rule.closes(facts)] = number
    return rule_of


def facts_of(dataset: Dataset, stats: FloatArray, depth: IntArray, used: BoolArray) -> Facts:
    """What the stopping rules ask about S nodes with statistics (S, k)."""
    classes = len(dataset.schema.classes)
    pure = (stats > 0).sum(axis=1) <= 1 if classes else stats[:, 2] <= 0
    return Facts(
        weight_of(stats, dataset.schema), depth, pure, np.asarray(~used.all(axis=1)), classes
    )


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    used = np.zeros((1, len(tree.schema.columns)), bool)
    for depth in range(len(node)):
        split = tree.splits[tree.place(node[:depth])]
        if isinstance(split, Multiway):
            used[0, split.column] = True
    return used


def _evaluate(problem: Problem, state: State, node: NodeId) -> Evaluation:
    frontier = Frontier.of(problem.dataset, [bag_of(problem, state, node)])
    used = used_on_path(problem.recipe, state.tree, node)
    return evaluate(problem.recipe, frontier, used)


def _weighed(problem: Problem, state: State, node: NodeId, found: Evaluation) -> Weighed:
    winner, average = int(found.choice.winner[0]), found.choice.average
    return Weighed(
        node,
        state.tree[node].stats,
        found.candidates_at(0),
        winner if winner >= 0 else None,
        float(average[0]) if average is not None else None,
    )


def _expand(problem: Problem, state: State, node: NodeId, split: Split) -> State:
    if not state.tree[node].leaf:
        raise MoveError("This node is split already. Undo its split first.")
    bag = bag_of(problem, state, node)
    branch = split.branch(problem.dataset, bag.rows)
    arity = split.arity(problem.dataset.schema)
    if len(np.unique(branch)) < 2 and not isinstance(split, Multiway):
        raise MoveError("This split would leave one side empty. Choose another cut.")
    parts = [bag.take(np.flatnonzero(branch == b)) for b in range(arity)]
    stats = Frontier.of(problem.dataset, parts).stats()
    bags = {n: b for n, b in state.bags.items() if n != node}
    bags |= {(*node, b): part for b, part in enumerate(parts)}
    return State(state.tree.expand(node, split, stats), bags)
