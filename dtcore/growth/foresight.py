"""Steps known by their moves before they are weighed, since a level at a time grows faster.

A tree of thousands of nodes is grown in a fraction of a second; weighing each of its nodes
with all candidates, as a lesson shows them, takes many. So a jump to the end takes the moves
from the tree, and evidence is made for those steps that someone looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from dtcore.growth.moves import Close, Evidence, Expand, Move, Reason, Step, decide
from dtcore.growth.problem import Problem, State, bag_of
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.ordering import BreadthFirst, DepthFirst

ORDERS: Mapping[type, Callable[[NodeId], tuple[object, ...]]] = {
    DepthFirst: lambda node: node,
    BreadthFirst: lambda node: (len(node), node),
}
"""By what the nodes are sorted where the order depends on nothing else."""


class Foreseen(Step):
    """A step of growth to the full tree ``whole``; evidence and reason are found when asked."""

    def __init__(self, move: Move, problem: Problem, whole: Tree) -> None:
        for name, value in (("move", move), ("problem", problem), ("whole", whole)):
            object.__setattr__(self, name, value)  # as frozen dataclasses do

    problem: Problem
    whole: Tree

    @cached_property
    def _decided(self) -> Step:
        node = self.move.node
        bag = bag_of(self.problem, State(self.whole, {}), node)
        return decide(self.problem, State(self.whole, {node: bag}), node)

    @property
    def evidence(self) -> Evidence | None:
        return self._decided.evidence

    @property
    def reason(self) -> Reason | None:
        return self._decided.reason


def foresee(problem: Problem, state: State, whole: Tree) -> list[Foreseen]:
    """The steps of growth from ``state`` to the tree ``whole`` that comes of it.

    None of them where what comes next depends on more than a node's place.
    """
    rank = ORDERS.get(type(problem.recipe.ordering))
    if rank is None or problem.recipe.in_order:
        return []
    moves: list[Move] = [
        Close(node.id) if node.split is None else Expand(node.id, node.split)
        for node in whole
        if node.id in state.bags or node.id not in state.tree
    ]
    moves.sort(key=lambda move: rank(move.node))
    return [Foreseen(move, problem, whole) for move in moves]


def seen_at(problem: Problem, last: Foreseen, moves: Sequence[Move]) -> State | None:
    """The state after ``moves``, the last of them that of ``last``, without making them.

    It is a part of the tree that ``last`` leads to. None if a move took nodes away.
    """
    if not all(isinstance(move, Expand | Close) for move in moves):
        return None
    split = {move.node for move in moves if isinstance(move, Expand)}
    closed = {move.node for move in moves if isinstance(move, Close)}
    whole = replace(last.whole, schema=problem.dataset.schema)
    falls = np.array([node.id not in split for node in whole])
    tree = whole.pruned(falls & (whole.arity > 0))
    waiting = [node.id for node in tree if node.leaf and node.id not in closed]
    return State(tree, {node: bag_of(problem, State(tree, {}), node) for node in waiting})
