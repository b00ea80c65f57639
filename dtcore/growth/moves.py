"""The engine of a lesson: weigh a node, propose a move, apply a move.

``propose`` is the algorithm, ``apply`` the mechanics; a person's own split goes through the
same ``apply``. States are values: applying a move gives a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.candidates import Candidate, Evaluation, branches_of, evaluate, scored_split
from dtcore.growth.closing import closing_rule, facts_of, used_on_path, worths
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.growth.preparing import prepared
from dtcore.growth.pruner import Prune, Pruning, PruningEvidence, Raise, raised
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Scored, costed, priced, score
from dtcore.growth.sharing import bag_at, parts_of
from dtcore.growth.stats import Frontier
from dtcore.model.columns import FloatArray
from dtcore.model.data import Bag, Dataset
from dtcore.model.splits import Multiway, Split
from dtcore.model.tree import ROOT, NodeId, Tree
from dtcore.policies.selection import Verdict
from dtcore.policies.stopping import Stop
from dtcore.policies.twoing import Twoing


@dataclass(frozen=True, eq=False)
class Problem:
    """What is given: the data, the recipe, and rows held out for pruning. Checked when made.

    ``dataset`` is the table as the recipe prepares it (``dtcore.growth.preparing``);
    ``pruning``: begin at a grown tree instead of the root, and prune it.
    """

    dataset: Dataset
    recipe: Recipe
    held_out: Dataset | None = None
    pruning: Pruning | None = None

    def __post_init__(self) -> None:
        self.recipe.check(self.dataset.given or self.dataset)
        object.__setattr__(self, "dataset", prepared(self.recipe, self.dataset))


@dataclass(frozen=True)
class Expand:
    """Split a leaf."""

    node: NodeId
    split: Split


@dataclass(frozen=True)
class Close:
    """Leave a leaf a leaf."""

    node: NodeId


Move = Expand | Close | Prune | Raise


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
            and all(bag == other.bags[n] for n, bag in self.bags.items())
        )

    __hash__ = None  # type: ignore[assignment]


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

    def ranked(self, by: str) -> tuple[Candidate, ...]:
        """The candidates, winner first, then by falling score, the ruled-out ones last."""

        def key(candidate: Candidate) -> tuple[bool, bool, float, int]:
            out = candidate.verdict > Verdict.LOWER and candidate.verdict != Verdict.REFUSED
            value = candidate.scores.get(by, 0.0)
            return (candidate.column != self.winner, out, -value, candidate.column)

        return tuple(sorted(self.candidates, key=key))


Evidence = Weighed | ErrorComparison | PruningEvidence
Reason = Stop | Collapse


@dataclass(frozen=True, eq=False)
class Step:
    """A move with the evidence for it. ``reason`` says why a node was closed or collapsed."""

    move: Move
    evidence: Evidence | None = None
    reason: Reason | None = None
    by_hand: bool = False


def begin(problem: Problem, bag: Bag | None = None) -> State:
    """One open leaf with all the rows or those of ``bag``, or the grown tree to be pruned."""
    if problem.pruning:
        return State(problem.pruning.tree, {})
    bag = bag or problem.dataset.all_rows
    stats = Frontier.of(problem.dataset, [bag]).stats()[0]
    recipe = problem.recipe
    tree = Tree.stump(stats, problem.dataset.schema, recipe.impurity, recipe.missing)
    return State(tree, {ROOT: bag})


def bag_of(problem: Problem, state: State, node: NodeId) -> Bag:
    """The rows at any node of the tree, open or not."""
    if node in state.bags:
        return state.bags[node]
    return bag_at(problem.dataset, state.tree, node)


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
    if isinstance(problem.recipe.impurity, Twoing) and split.arity(problem.dataset.schema) != 2:
        raise MoveError("Twoing compares two branches. Choose a split in two.")
    here = Frontier.of(problem.dataset, [bag_of(problem, state, node)])
    branches = branches_of(here, split)
    before = problem.recipe.impurity.of(here.stats())
    scores, unknown = scored_split(problem.recipe, here, split.column, branches, before)
    if problem.dataset.columns[split.column].numeric:
        tries = curve(problem, state, node, split.column).admitted.sum(keepdims=True)
        price = problem.recipe.selection.correction(tries.astype(float), here.weight)
        scores = priced(scores, tries[0], price[0])
    scores |= costed(problem.recipe, problem.dataset.columns[split.column].cost, scores["gain"])
    return Candidate(split.column, split, branches, scores, Verdict.LOWER, unknown=unknown)


def propose(
    problem: Problem, state: State, known: dict[NodeId, float] | None = None
) -> Step | None:
    """The algorithm's next step; None when it is done.

    ``known`` remembers what open nodes are worth from one step to the next.
    """
    if state.bags:
        memory = {} if known is None else known

        def of(nodes: Sequence[NodeId]) -> FloatArray:
            new = {node: state.bags[node] for node in nodes if node not in memory}
            memory.update(worths(problem.recipe, problem.dataset, state.tree, new))
            return np.array([memory[node] for node in nodes])

        return decide(problem, state, problem.recipe.ordering.next(state.bags, of))
    if problem.pruning:
        cut = problem.pruning.pruner.next(state.tree, problem.dataset, problem.held_out)
        return Step(cut.move, cut.evidence) if cut else None
    collapse = problem.recipe.collapse
    found = collapse.next(state.tree) if collapse else None
    return Step(Prune(found.node), found, collapse) if found else None


def decide(problem: Problem, state: State, node: NodeId) -> Step:
    """What the algorithm does with an open leaf."""
    recipe = problem.recipe
    used = used_on_path(recipe, state.tree, node)
    stats = state.tree[node].stats[None, :]
    rows, depth = np.array([len(state.bags[node].rows)]), np.array([len(node)])
    facts = facts_of(state.tree.schema, stats, rows, depth, used, state.tree.leaves)
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
            return State(state.tree.prune(node), _bags_outside(state, node))
        case Raise(node=node, branch=branch):
            if (*node, branch) not in state.tree:
                raise MoveError("This node has no such branch.")
            if any(open_leaf[: len(node)] == node for open_leaf in state.bags):
                raise MoveError("Grow this subtree to its end before a branch is raised.")
            tree = raised(problem.dataset, state.tree, move, bag_of(problem, state, node))
            return State(tree, dict(state.bags))


def _bags_outside(state: State, node: NodeId) -> dict[NodeId, Bag]:
    return {n: b for n, b in state.bags.items() if n[: len(node)] != node}


def _evaluate(problem: Problem, state: State, node: NodeId) -> Evaluation:
    frontier = Frontier.of(problem.dataset, [bag_of(problem, state, node)])
    used = used_on_path(problem.recipe, state.tree, node)
    return evaluate(problem.recipe, frontier, used)


def _weighed(problem: Problem, state: State, node: NodeId, found: Evaluation) -> Weighed:
    winner, choice = int(found.choice.winner[0]), found.choice
    weighed = Weighed(
        node,
        state.tree[node].stats,
        found.candidates_at(0),
        winner if winner >= 0 else None,
    )
    if choice.average is None or choice.counted is None:
        return weighed
    counted = tuple(int(column) for column in np.flatnonzero(choice.counted[0]))
    return replace(weighed, average=float(choice.average[0]) if counted else None, counted=counted)


def _expand(problem: Problem, state: State, node: NodeId, split: Split) -> State:
    if not state.tree[node].leaf:
        raise MoveError("This node is split already. Undo its split first.")
    bag = bag_of(problem, state, node)
    branch = split.branch(problem.dataset, bag.rows)
    if not (branch >= 0).any() and len(branch):
        raise MoveError("No row at this node has a value in this column. Choose another one.")
    if len(np.unique(branch[branch >= 0])) < 2 and not isinstance(split, Multiway):
        raise MoveError("This split would leave one side empty. Choose another cut.")
    parts, surrogates = parts_of(problem.recipe.missing, problem.dataset, bag, split)
    stats = Frontier.of(problem.dataset, parts).stats()
    bags = {n: b for n, b in state.bags.items() if n != node}
    bags |= {(*node, b): part for b, part in enumerate(parts)}
    return State(state.tree.expand(node, split, stats, surrogates), bags)
