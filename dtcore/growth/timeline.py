"""A lesson in time: the steps made so far, and a cursor among them.

Moves are the truth; states are replayed from the nearest of a few that were kept. A timeline
is a value: each method returns another one, so undoing is going back to the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dtcore.errors import MoveError
from dtcore.growth.frontier import steps_left
from dtcore.growth.moves import Expand, Move, Problem, State, Step, apply, begin, propose
from dtcore.growth.pruner import Pruner, Pruning
from dtcore.growth.recipe import Recipe
from dtcore.model.data import Dataset
from dtcore.model.tree import NodeId, Tree

KEEP_EVERY = 32
"""A state is kept after every so many moves; those between are replayed."""


@dataclass(frozen=True, eq=False)
class Timeline:
    """``steps`` made, of which the first ``cursor`` are in force; the others can be redone.

    ``before`` is the timeline on which the move by hand that ends at ``made`` was done, since
    such a move may have dropped steps; ``undone`` is the timeline that redoing leads back to.
    """

    problem: Problem
    steps: tuple[Step, ...] = ()
    cursor: int = 0
    before: Timeline | None = None
    made: int = -1
    undone: Timeline | None = None
    _states: dict[int, State] = field(default_factory=dict, repr=False)
    _length: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def state(self) -> State:
        return self.state_at(self.cursor)

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps in force."""
        return self.steps[: self.cursor]

    @property
    def last(self) -> Step | None:
        """The step made last."""
        return self.steps[self.cursor - 1] if self.cursor else None

    def state_at(self, k: int) -> State:
        """The state after the first ``k`` steps."""
        if k not in self._states:
            start = max((j for j in self._states if j < k), default=0)
            state = self._states[start] if start in self._states else begin(self.problem)
            for j in range(start, k):
                state = apply(self.problem, state, self.steps[j].move)
                if (j + 1) % KEEP_EVERY == 0:
                    self._states[j + 1] = state
            self._forget_others(k)
            self._states[k] = state
        return self._states[k]

    def _forget_others(self, k: int) -> None:
        """Keep the milestones and the neighbours of ``k``, so that memory stays small."""
        for j in [j for j in self._states if j % KEEP_EVERY and abs(j - k) > 1]:
            del self._states[j]

    @cached_property
    def length(self) -> int:
        """How many steps the lesson has in all, those still to come included."""
        if "all" not in self._length:
            end = self.state_at(len(self.steps))
            self._length["all"] = len(self.steps) + steps_left(self.problem, end)
        return self._length["all"]

    @cached_property
    def _proposal(self) -> Step | None:
        return propose(self.problem, self.state)

    def propose(self) -> Step | None:
        """The step that ``step`` would make: a known one to redo, or the algorithm's next."""
        return self.steps[self.cursor] if self.cursor < len(self.steps) else self._proposal

    def step(self) -> Timeline:
        """One step on; the same timeline if the algorithm is done."""
        if self.cursor < len(self.steps):
            return self._onward()
        found = self._proposal
        if found is None:
            return self
        return replace(self._at(self.cursor + 1), steps=(*self.steps, found))

    def do(self, move: Move) -> Timeline:
        """A move made by hand. A split on a split node replaces it and what is below it.

        Raises MoveError if the move cannot be made; nothing is lost then.
        """
        node = move.node
        kept = self.done
        if isinstance(move, Expand) and node in self.state.tree and self.state.tree[node].split:
            kept = tuple(step for step in kept if not _below(step.move.node, node))
        same = next((k for k, s in enumerate(kept) if s is not self.steps[k]), len(kept))
        changed = replace(
            self,
            steps=(*kept, Step(move, by_hand=True)),
            cursor=len(kept) + 1,
            before=self,
            made=len(kept) + 1,
            undone=None,
            _states={k: state for k, state in self._states.items() if k <= same},
            _length={},
        )
        _ = changed.state  # a move that cannot be made raises here
        return changed

    def undo(self) -> Timeline:
        """Before the last step; for a move by hand, the timeline on which it was done."""
        if not self.cursor:
            return self
        if self.before is not None and self.cursor == self.made:
            return replace(self.before, undone=self)
        return replace(self._at(self.cursor - 1), undone=self)

    def redo(self) -> Timeline:
        """What was last undone; the same timeline if there is nothing."""
        if self.undone is not None:
            return self.undone
        return self._onward() if self.cursor < len(self.steps) else self

    def jump(self, k: int) -> Timeline:
        """After ``k`` steps, growing on if ``k`` is beyond the steps made so far."""
        here = self._at(max(0, min(k, len(self.steps))))
        while here.cursor < k:
            further = here.step()
            if further is here:
                break
            here = further
        return here

    def finish(self) -> Timeline:
        """To the algorithm's end."""
        here = self
        while (further := here.step()) is not here:
            here = further
        return here

    def step_of(self, node: NodeId) -> Step | None:
        """The step in force that split, closed or pruned ``node``."""
        return next((s for s in reversed(self.done) if s.move.node == node), None)

    def _at(self, cursor: int) -> Timeline:
        return replace(self, cursor=cursor, undone=None)

    def _onward(self) -> Timeline:
        """Over the next known step; from there one goes back by a step, hand-made or not."""
        further = self._at(self.cursor + 1)
        return replace(further, before=None) if further.cursor == self.made else further

    def on(self, dataset: Dataset) -> Timeline:
        """The same moves on the same data under other names (``Dataset.relabel``)."""
        problem = replace(self.problem, dataset=dataset)
        return replace(self, problem=problem, before=None, made=-1, undone=None, _states={})


def start(dataset: Dataset, recipe: Recipe) -> Timeline:
    """A lesson at its beginning. Raises DataError or RecipeError if the two do not fit."""
    return Timeline(Problem(dataset, recipe))


def prune(problem: Problem, tree: Tree, pruner: Pruner) -> Timeline:
    """A lesson that prunes ``tree``, which was grown on the problem's data, step by step."""
    return Timeline(replace(problem, pruning=Pruning(tree, pruner)))


def replay(problem: Problem, moves: Sequence[Move | None]) -> Timeline:
    """A timeline from moves made by hand, with None where the algorithm's proposal was taken.

    Raises MoveError at the first move that cannot be made.
    """
    timeline = Timeline(problem)
    for move in moves:
        further = timeline.step() if move is None else timeline.do(move)
        if further is timeline:
            raise MoveError("The lesson goes on after the algorithm is done.")
        timeline = further
    return timeline


def _below(node: NodeId, top: NodeId) -> bool:
    return node[: len(top)] == top
