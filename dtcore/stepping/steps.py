"""The steps of a lesson one after the other: those that were made, and those that are foreseen.

A tree of thousands of nodes is grown in a fraction of a second; weighing each of its nodes with
all candidates, as a lesson shows them, takes many. So a jump to the end takes the moves from the
tree (``StepsAhead``), and evidence is found for those steps that someone looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Final, NamedTuple, overload

import numpy as np

from dtcore.growth.collapse import ComparedErrors
from dtcore.growth.missing_rows import rows_at_each
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import IntArray
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.ordering import BreadthFirst, DepthFirst
from dtcore.progress import Progress
from dtcore.stepping.grow import complete, in_turn
from dtcore.stepping.moves import Expand, Grounds, MakeLeaf, Step, decide
from dtcore.stepping.problem import Problem, Prune, State, rows_at

KEEP_WEIGHED: Final = 64
"""The evidence of as many foreseen steps is kept, those looked at last."""
MANY: Final = 8
"""For more steps at once the nodes of the whole tree are named."""


class Change(NamedTuple):
    """A step that made another tree, by its ``number`` from 1: it splits ``node``, or makes a leaf
    of what hangs there."""

    number: int
    node: NodeId
    splits: bool


class MadeSteps(tuple[Step, ...]):
    """Steps that are there as objects."""

    def changes(self, start: int, end: int) -> Iterator[Change]:
        """Those among the steps from number ``start`` on, from 0, to before ``end``."""
        for number, step in enumerate(self[start:end], start + 1):
            if not isinstance(step.move, MakeLeaf):
                yield Change(number, step.move.node, isinstance(step.move, Expand))

    @cached_property
    def last(self) -> Mapping[NodeId, Step]:
        """The last step about each node."""
        return {step.move.node: step for step in self}


@dataclass(frozen=True, eq=False)
class StepsAhead:
    """Steps that the algorithm will take: about the nodes at places ``order`` (t,) of ``tree``.

    They grow ``tree`` or, if all of its nodes have been ``compared``, collapse it. ``known`` are
    steps that are objects already, by their numbers here. The evidence of a few is kept.
    """

    problem: Problem
    tree: Tree
    order: IntArray
    known: dict[int, Step] = field(default_factory=dict)
    compared: ComparedErrors | None = None

    @cached_property
    def turn(self) -> IntArray:
        """(n,) the number of the step about each node; -1 where nothing is left to do."""
        turn = np.full(len(self.tree), -1)
        turn[self.order] = np.arange(len(self))
        return turn

    def __len__(self) -> int:
        return len(self.order)

    def __getitem__(self, number: int) -> Step:
        if number not in self.known:
            self.known[number] = self._step(number)
        return self.known[number]

    def changes(self, start: int, end: int) -> Iterator[Change]:
        """As of ``MadeSteps``; no step is made for it."""
        splits, some, tree = not self.compared, self.order[start:end], self.tree
        named = tree.ids().__getitem__ if len(some) > MANY else tree.id_at
        for number, place, arity in zip(
            range(start + 1, end + 1), some.tolist(), tree.arity[some].tolist(), strict=True
        ):
            if arity:
                yield Change(number, named(place), splits)

    def after(self, count: int, known: dict[int, Step]) -> StepsAhead:
        """Those after the first ``count``, of which some are ``known``."""
        return replace(self, order=self.order[count:], known=known)

    def __iter__(self) -> Iterator[Step]:
        return (self[number] for number in range(len(self)))

    def number(self, node: NodeId) -> int:
        """Which of the steps is about ``node``; as many as there are if none is."""
        turn = int(self.turn[self.tree.place(node)]) if node in self.tree else -1
        return turn if turn >= 0 else len(self)

    def state_after(self, problem: Problem, count: int) -> State:
        """The state after the first ``count`` steps, without making them; in the names that the
        data have in ``problem``."""
        schema = problem.dataset.schema
        tree = self.tree if self.tree.schema == schema else replace(self.tree, schema=schema)
        late = self.turn >= count
        if self.compared:
            return State(tree.pruned((self.turn >= 0) & ~late), {})
        opened = np.flatnonzero(late & ((tree.parent < 0) | ~late[tree.parent]))
        node_rows = rows_at_each(problem.dataset, tree, opened)
        at_node = {tree.id_at(place): here for place, here in node_rows.items()}
        return State(tree.pruned(late & (tree.arity > 0)), at_node)

    def _step(self, number: int) -> Step:
        place = int(self.order[number])
        node, split = self.tree.id_at(place), self.tree.splits[place]
        if self.compared:
            return Step(Prune(node), (self.compared.at(place), self.compared.collapse))
        move = MakeLeaf(node) if split is None else Expand(node, split)
        return Step(move, partial(self._grounds, number))

    @cached_property
    def _grounds(self) -> Callable[[int], Grounds]:
        """The grounds of a step by its number; those of a few are remembered."""
        return lru_cache(KEEP_WEIGHED)(self._weighed)

    def _weighed(self, number: int) -> Grounds:
        node, tree = self.tree.id_at(int(self.order[number])), self.tree
        at_node = rows_at(self.problem, State(tree, {}), node)
        if self.problem.recipe.in_order:  # it depends on the nodes that there are by then
            tree = tree.pruned((self.turn >= number) & (tree.arity > 0))
        step = decide(self.problem, State(tree, {node: at_node}), node)
        return step.evidence, step.reason


def can_be_lazy(recipe: Recipe) -> bool:
    """Whether the full-grown tree tells in what order its nodes come."""
    return not recipe.in_order and isinstance(recipe.ordering, DepthFirst | BreadthFirst)


def growth_ahead(problem: Problem, state: State, progress: Progress | None = None) -> StepsAhead:
    """The steps of growth from ``state`` to the end; ``progress`` as in ``dtcore.grow``."""
    if not can_be_lazy(problem.recipe):
        whole, nodes = in_turn(problem, state, progress)
        return StepsAhead(problem, whole, np.array([whole.place(n) for n in nodes], np.intp))
    whole = complete(problem, state, progress)
    places = _places_in(whole, state.tree)
    todo = np.ones(len(whole), bool)
    todo[places] = False
    todo[places[[state.tree.place(node) for node in state.node_rows]]] = True
    order = np.flatnonzero(todo)  # by pre-order, which is depth first
    if isinstance(problem.recipe.ordering, BreadthFirst):
        order = order[np.argsort(whole.depths[order], kind="stable")]
    return StepsAhead(problem, whole, order)


def collapse_ahead(problem: Problem, compared: ComparedErrors) -> StepsAhead:
    """The steps of the collapse of a grown tree, from the bottom."""
    falls = np.flatnonzero(compared.falls)[::-1]
    return StepsAhead(problem, compared.tree, falls, compared=compared)


def _places_in(whole: Tree, top: Tree) -> IntArray:
    """(n,) where the nodes of ``top``, from which ``whole`` was grown, are in ``whole``."""
    by_parent = np.argsort(whole.parent, kind="stable")
    first = np.searchsorted(whole.parent[by_parent], np.arange(len(whole)))
    places = np.zeros(len(top), np.intp)
    for nodes in top.generations[1:]:
        up = places[top.parent[nodes]]
        places[nodes] = by_parent[first[up] + top.branch[nodes]]
    return places


@dataclass(frozen=True, eq=False)
class Steps(Sequence[Step]):
    """Of each of the ``pieces`` the first so many steps; of steps that were made, all."""

    pieces: tuple[tuple[MadeSteps | StepsAhead, int], ...] = ()

    @classmethod
    def of(cls, steps: Iterable[Step]) -> Steps:
        made = MadeSteps(steps)
        return cls(((made, len(made)),) if made else ())

    @cached_property
    def _length(self) -> int:
        return sum(count for _, count in self.pieces)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> Steps: ...
    def __getitem__(self, place: int | slice) -> Step | Steps:
        if isinstance(place, slice):
            start, stop, stride = place.indices(len(self))
            if start or stride != 1:
                return Steps.of([self[k] for k in range(start, stop, stride)])
            return self._first(stop)
        place = range(len(self))[place]
        for piece, count in self.pieces:
            if place < count:
                return piece[place]
            place -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Step]:
        for piece, count in self.pieces:
            yield from islice(piece, count)

    def then(self, more: Iterable[Step]) -> Steps:
        """Goes on with ``more``; steps that are lazy stay so."""
        if isinstance(more, StepsAhead):
            return Steps((*self.pieces, (more, len(more)))) if len(more) else self
        if self.pieces and isinstance(self.pieces[-1][0], MadeSteps):
            *before, (last, _) = self.pieces
            return Steps((*before, *Steps.of((*last, *more)).pieces))
        return Steps((*self.pieces, *Steps.of(more).pieces))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def about(self, node: NodeId) -> Step | None:
        """The last step about ``node``."""
        for piece, count in reversed(self.pieces):
            if isinstance(piece, MadeSteps):
                if node in piece.last:
                    return piece.last[node]
            elif (number := piece.number(node)) < count:
                return piece[number]
        return None

    @property
    def by_hand(self) -> bool:
        """Whether any of them is."""
        made = (piece for piece, _ in self.pieces if isinstance(piece, MadeSteps))
        return any(step.by_hand for piece in made for step in piece)

    def runs(self) -> Iterator[int | Step]:
        """Runs of the algorithm's own steps as their numbers, and between them steps by hand."""
        run = 0
        for piece, count in self.pieces:
            if isinstance(piece, StepsAhead):
                run += count
                continue
            for step in piece:
                if step.by_hand:
                    yield from (run,) if run else ()
                    yield step
                run = 0 if step.by_hand else run + 1
        if run:
            yield run

    def changes(self, start: int = 0) -> Iterator[Change]:
        """The steps after the first ``start`` that made another tree."""
        before = 0
        for piece, count in self.pieces:
            for change in piece.changes(min(max(start - before, 0), count), count):
                yield change._replace(number=before + change.number)
            before += count

    def last_lazy(self, k: int) -> tuple[int, StepsAhead, int] | None:
        """The last of the first ``k`` steps that is lazy: its number from 1, its piece, and
        its number there; None if there is none."""
        result, end = None, 0
        for piece, count in self._first(k).pieces:
            end += count
            if isinstance(piece, StepsAhead):
                result = end, piece, count
        return result

    def _first(self, k: int) -> Steps:
        if k >= len(self):
            return self
        kept = list[tuple[MadeSteps | StepsAhead, int]]()
        for piece, count in self.pieces:
            part = min(count, k)
            if part > 0:
                kept.append(
                    (MadeSteps(piece[:part]) if isinstance(piece, MadeSteps) else piece, part)
                )
            k -= part
        return Steps(tuple(kept))
