"""Steps known by their moves before they are weighed, since a level at a time grows faster.

A tree of thousands of nodes is grown in a fraction of a second; weighing each of its nodes
with all candidates, as a lesson shows them, takes many. So a jump to the end takes the moves
from the tree, and evidence is made for those steps that someone looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import count
from typing import ClassVar

import numpy as np

from dtcore.growth.collapse import ComparedErrors
from dtcore.growth.counted import rows_at_each
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import IntArray, Schema
from dtcore.model.node_id import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.ordering import BreadthFirst, DepthFirst
from dtcore.stepping.moves import (
    Close,
    Evidence,
    Expand,
    MadeStep,
    Move,
    Reason,
    Step,
    decide,
    step_text,
)
from dtcore.stepping.problem import Problem, State, rows_at
from dtcore.stepping.pruner import Prune
from dtcore.stepping.steps import LazySteps
from dtcore.words import Sentence


@dataclass(frozen=True, eq=False)
class LazyGrowth(LazySteps):
    """The steps of growth to the tree ``whole``, about the nodes at places ``order`` (t,) of it.

    ``turn`` (n,) is the number of the step about each node; -1 where nothing is left to do.
    ``known`` are steps that were weighed, by their numbers in the lesson, where the first of
    these is ``first``.
    """

    problem: Problem
    whole: Tree
    order: IntArray
    turn: IntArray
    known: Mapping[int, Step | None]
    first: int
    decided: dict[int, Step] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.order)

    def __getitem__(self, number: int) -> Step:
        return self.known.get(self.first + number) or LazyStep(self, int(self.order[number]))

    def __iter__(self) -> Iterator[Step]:
        known = self.known
        for number, place in zip(count(self.first), self.order.tolist(), strict=False):
            yield known.get(number) or LazyStep(self, place)

    def number(self, node: NodeId) -> int:
        if node not in self.whole:
            return len(self)
        turn = int(self.turn[self.whole.place(node)])
        return turn if turn >= 0 else len(self)

    def state_after(self, problem: Problem, count: int) -> State:
        whole = _named(self.whole, problem)
        late = self.turn >= count
        tree = whole.pruned(late & (whole.arity > 0))
        places = np.flatnonzero(late & ((whole.parent < 0) | ~late[whole.parent]))
        node_rows = rows_at_each(problem.dataset, whole, places)
        return State(tree, {whole.id_at(place): at_node for place, at_node in node_rows.items()})

    def decide(self, place: int) -> Step:
        """The step about a node with all its candidates, weighed when first asked for."""
        if place not in self.decided:
            node = self.whole.id_at(place)
            at_node = rows_at(self.problem, State(self.whole, {}), node)
            self.decided[place] = decide(self.problem, State(self.whole, {node: at_node}), node)
        return self.decided[place]


@dataclass(frozen=True, eq=False)
class LazyStep:
    """A step of growth; its evidence and its reason are found when asked for."""

    growing: LazyGrowth
    place: int
    by_hand: ClassVar[bool] = False

    def __repr__(self) -> str:
        return step_text(self)

    def _repr_html_(self) -> str:
        return f"<code>{escape(repr(self))}</code>"

    @cached_property
    def move(self) -> Move:
        tree = self.growing.whole
        node, split = tree.id_at(self.place), tree.splits[self.place]
        return Close(node) if split is None else Expand(node, split)

    @property
    def evidence(self) -> Evidence | None:
        return self.growing.decide(self.place).evidence

    @property
    def reason(self) -> Reason | None:
        return self.growing.decide(self.place).reason

    def why(self, schema: Schema) -> Sentence | None:
        """Why the node became a leaf, as a sentence; None of a split."""
        return self.growing.decide(self.place).why(schema)

    def __eq__(self, other: object) -> bool:
        """The step about the same node on the way to the same tree."""
        if not isinstance(other, LazyStep):
            return NotImplemented
        return self.growing.whole is other.growing.whole and self.place == other.place

    def __hash__(self) -> int:
        return hash((id(self.growing.whole), self.place))


@dataclass(frozen=True, eq=False)
class LazyCollapse(LazySteps):
    """The steps of the collapse of a grown tree, of which all nodes have been ``compared``."""

    compared: ComparedErrors
    _made: dict[int, Step] = field(default_factory=dict)

    @cached_property
    def places(self) -> list[int]:
        """From the bottom."""
        falls: list[int] = np.flatnonzero(self.compared.falls)[::-1].tolist()
        return falls

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, number: int) -> Step:
        if number not in self._made:
            result = self.compared.at(self.places[number])
            self._made[number] = MadeStep(Prune(result.node), result, self.compared.collapse)
        return self._made[number]

    def number(self, node: NodeId) -> int:
        tree = self.compared.tree
        return self._numbers.get(tree.place(node), len(self)) if node in tree else len(self)

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        return {place: number for number, place in enumerate(self.places)}

    def state_after(self, problem: Problem, count: int) -> State:
        falls = np.zeros(len(self.compared.tree), bool)
        falls[self.places[:count]] = True
        return State(_named(self.compared.tree, problem).pruned(falls), {})


def can_be_lazy(recipe: Recipe) -> bool:
    """Whether the full-grown tree tells in what order its nodes come."""
    return not recipe.in_order and isinstance(recipe.ordering, DepthFirst | BreadthFirst)


def lazy_steps(
    problem: Problem, state: State, whole: Tree, known: Mapping[int, Step | None], first: int
) -> LazyGrowth | None:
    """The steps of growth from ``state`` to the tree ``whole`` that comes of it.

    ``known`` and ``first`` as in ``LazyGrowth``. None where what comes next depends on more than
    a node's place.
    """
    if not can_be_lazy(problem.recipe):
        return None
    places = _places_in(whole, state.tree)
    todo = np.ones(len(whole), bool)
    todo[places] = False
    todo[places[[state.tree.place(node) for node in state.node_rows]]] = True
    order = np.flatnonzero(todo)  # by pre-order, which is depth first
    if isinstance(problem.recipe.ordering, BreadthFirst):
        order = order[np.argsort(whole.depths[order], kind="stable")]
    turn = np.full(len(whole), -1)
    turn[order] = np.arange(len(order))
    return LazyGrowth(problem, whole, order, turn, known, first)


def _places_in(whole: Tree, top: Tree) -> IntArray:
    """(n,) where the nodes of ``top``, from which ``whole`` was grown, are in ``whole``."""
    by_parent = np.argsort(whole.parent, kind="stable")
    first = np.searchsorted(whole.parent[by_parent], np.arange(len(whole)))
    places = np.zeros(len(top), np.int64)
    for nodes in top.generations[1:]:
        up = places[top.parent[nodes]]
        places[nodes] = by_parent[first[up] + top.branch[nodes]]
    return places


def _named(tree: Tree, problem: Problem) -> Tree:
    """The tree under the names that the data have in ``problem``."""
    schema = problem.dataset.schema
    return tree if tree.schema == schema else replace(tree, schema=schema)
