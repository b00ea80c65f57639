"""The moves of a lesson: which one the algorithm proposes, and what each does to the tree.

``propose`` is the algorithm, ``apply`` the mechanics; a person's own split goes through the
same ``apply``. States are values: applying a move gives a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from html import escape

import numpy as np

from dtcore.errors import MoveError
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.growth.frontier import counts_of, rows_in_memory
from dtcore.growth.missing_rows import parts_of
from dtcore.growth.weighing import WeighedFrontier, impurity_decreases
from dtcore.model.columns import FloatArray, Schema
from dtcore.model.data import AtNode, Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.routing import Routing, Surrogate
from dtcore.model.splits import Multiway, Split, Threshold, check_fits
from dtcore.policies.stopping import Stop
from dtcore.stepping.evidence import Weighed, evaluated, evidence_of
from dtcore.stepping.problem import (
    Problem,
    Prune,
    PruningEvidence,
    RaiseSubtree,
    State,
    check_node,
    node_rows_of,
    raised,
    rows_at,
)
from dtcore.words import Sentence


@dataclass(frozen=True)
class Expand:
    """Split a leaf."""

    node: NodeId
    split: Split


@dataclass(frozen=True)
class MakeLeaf:
    """Leave a leaf a leaf."""

    node: NodeId


Move = Expand | MakeLeaf | Prune | RaiseSubtree
Evidence = Weighed | ErrorComparison | PruningEvidence
Reason = Stop | Collapse


Grounds = tuple[Evidence | None, Reason | None]


@dataclass(frozen=True, eq=False)
class Step:
    """A move with its grounds, which may be found whenever they are asked for: the evidence for
    it, and the reason why a node was closed or collapsed. ``by_hand``: the algorithm did not
    propose it; then a person decided it, or a search among whole trees ``found`` it."""

    move: Move
    grounds: Grounds | Callable[[], Grounds] = (None, None)
    by_hand: bool = False
    found: bool = False

    def __repr__(self) -> str:
        return f"<Step{' by hand' if self.decided else ''}: {self.move!r}>"

    @property
    def decided(self) -> bool:
        """Whether a person decided it."""
        return self.by_hand and not self.found

    def _repr_html_(self) -> str:
        return f"<code>{escape(repr(self))}</code>"

    @property
    def _found(self) -> Grounds:
        return self.grounds() if callable(self.grounds) else self.grounds

    @property
    def evidence(self) -> Evidence | None:
        return self._found[0]

    @property
    def reason(self) -> Reason | None:
        return self._found[1]

    def why(self, schema: Schema) -> Sentence | None:
        """Why a node became a leaf, as a sentence; None of a split, and where nobody said why."""
        if isinstance(self.evidence, ErrorComparison):
            return self.evidence.reason(schema)
        return self.reason.reason(schema) if isinstance(self.reason, Stop) else None


def propose(
    problem: Problem, state: State, known: dict[NodeId, float] | None = None
) -> Step | None:
    """The algorithm's next step; None when it is done.

    ``known`` remembers what open nodes are worth from one step to the next.
    """
    if state.node_rows:
        return decide(problem, state, next_leaf(problem, state, {} if known is None else known))
    if problem.pruning:
        cut = problem.pruning.pruner.next(state.tree, problem.dataset, problem.held_out)
        return Step(cut.move, (cut.evidence, None)) if cut else None
    collapse = problem.recipe.collapse
    result = collapse.next(state.tree) if collapse else None
    return Step(Prune(result.node), (result, collapse)) if result else None


def next_leaf(problem: Problem, state: State, known: dict[NodeId, float]) -> NodeId:
    """The open leaf whose turn it is; ``known`` as for ``propose``."""

    def decreases(nodes: Sequence[NodeId]) -> FloatArray:
        new = {node: state.node_rows[node] for node in nodes if node not in known}
        known.update(impurity_decreases(problem.recipe, problem.dataset, state.tree, new))
        return np.array([known[node] for node in nodes])

    return problem.recipe.ordering.next(state.node_rows, decreases)


def decide(problem: Problem, state: State, node: NodeId) -> Step:
    """What the algorithm does with an open leaf."""
    move, reason, found = move_at(problem, state, node)
    return Step(move, (evidence_of(state, node, found) if found else None, reason))


def move_at(
    problem: Problem, state: State, node: NodeId
) -> tuple[Move, Stop | None, WeighedFrontier | None]:
    """What the algorithm does with an open leaf, why it makes none, and what it weighed."""
    recipe = problem.recipe
    facts = recipe.facts(state.tree, [node], np.array([state.node_rows[node].size]))
    if (rule := int(recipe.closing_rule(facts)[0])) >= 0:
        return MakeLeaf(node), Stop(recipe.rules[rule]), None
    found = evaluated(problem, state, node)
    if (winner := int(found.choice.winner[0])) < 0:
        return MakeLeaf(node), Stop(None), found
    if (rule := int(found.refused[0])) >= 0:
        return MakeLeaf(node), Stop(recipe.rules[rule]), found
    return Expand(node, found.split(0, winner)), None, found


def apply(problem: Problem, state: State, move: Move) -> State:
    """The state after ``move``. Raises MoveError if the move cannot be made here."""
    check_node(state, move.node)
    match move:
        case Expand(node=node, split=split):
            return _expand(problem, state, node, split)
        case MakeLeaf(node=node):
            if node not in state.node_rows:
                raise MoveError("This node is not open.")
            return State(state.tree, {n: b for n, b in state.node_rows.items() if n != node})
        case Prune(node=node):
            if state.tree[node].leaf:
                raise MoveError("This node is a leaf already.")
            return State(state.tree.prune(node), _node_rows_outside(state, node))
        case RaiseSubtree(node=node, branch=branch):
            if (*node, branch) not in state.tree:
                raise MoveError("This node has no such branch.")
            if any(open_leaf[: len(node)] == node for open_leaf in state.node_rows):
                raise MoveError("Grow this subtree to its end before a branch is raised.")
            tree = raised(problem.dataset, state.tree, move, node_rows_of(problem, state, node))
            return State(tree, dict(state.node_rows))


def _node_rows_outside(state: State, node: NodeId) -> dict[NodeId, AtNode]:
    return {n: b for n, b in state.node_rows.items() if n[: len(node)] != node}


def _expand(problem: Problem, state: State, node: NodeId, split: Split) -> State:
    if not state.tree[node].leaf:
        raise MoveError("This node is split already. Undo its split first.")
    check_fits(split, problem.dataset.schema)
    at_node, missing = rows_at(problem, state, node), problem.recipe.missing
    split, (stats, told), parts, surrogates = send_down(problem.dataset, at_node, split, missing)
    node_rows = {n: b for n, b in state.node_rows.items() if n != node}
    node_rows |= {(*node, b): part for b, part in enumerate(parts)}
    return State(state.tree.expand(node, split, stats, surrogates, told), node_rows)


SentDown = tuple[
    Split, tuple[FloatArray, FloatArray | None], Sequence[AtNode], tuple[Surrogate, ...]
]


@singledispatch
def send_down(dataset: Dataset, at_node: AtNode, split: Split, missing: Routing) -> SentDown:
    """The split with its gap; the statistics, the rows by class and the rows of its branches; its
    surrogates. Raises MoveError if rows go down fewer than two branches of a split in two."""
    here = rows_in_memory(at_node)
    branch = split.branch(dataset, here.rows)
    if not (branch >= 0).any() and len(branch):
        raise MoveError("No row at this node has a value in this column. Choose another one.")
    check_sides(split, len(np.unique(branch[branch >= 0])))
    if isinstance(split, Threshold):
        split = split.among(dataset.columns[split.column].values[here.rows])
    parts, surrogates = parts_of(missing, dataset, here, split)
    counts = counts_of(dataset, parts)
    return split, (counts.stats(), counts.row_counts), parts, surrogates


def check_sides(split: Split, taken: int) -> None:
    """Raise MoveError if rows go down fewer than two branches of a split in two."""
    if taken < 2 and not isinstance(split, Multiway):
        raise MoveError("This split would leave one side empty. Choose another cut.")
