"""A lesson in time: the steps made so far, and a cursor among them.

Moves are the truth; states are replayed from the nearest of a few that were kept. A timeline
is a value: each method returns another one, so undoing is going back to the one before. All
that were stepped on from one timeline share what was computed for their common steps, in one
session or in many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dtcore.errors import MoveError
from dtcore.growth.foresight import Foreseen, foresee, seen_at
from dtcore.growth.frontier import complete, falls_after
from dtcore.growth.moves import Expand, Move, Step, apply, propose
from dtcore.growth.problem import Problem, State, begin
from dtcore.growth.pruner import Pruner, Pruning
from dtcore.growth.recipe import Recipe
from dtcore.model.data import Dataset
from dtcore.model.tree import NodeId, Tree

KEEP_EVERY = 32
"""A state is kept after every so many moves; those between are replayed."""
KEEP_LAST = 16
"""Of the states between, as many of those computed last are kept."""


class Memory:
    """What timelines with the same steps have computed: by number of steps, states and what
    comes next; what open nodes are worth; and the full-grown tree with its number of steps.

    Threads may share it: at worst, two of them compute the same.
    """

    def __init__(self) -> None:
        self.states: dict[int, State] = {}
        self.next: dict[int, Step | None] = {}
        self.worths: dict[NodeId, float] = {}
        self.whole: Tree | None = None
        self.length: int | None = None

    def keep(self, k: int, state: State) -> None:
        self.states[k] = state
        for j in [j for j in list(self.states) if j % KEEP_EVERY][:-KEEP_LAST]:
            self.states.pop(j, None)

    def up_to(self, k: int) -> Memory:
        """A memory of what the first ``k`` steps have led to, for timelines that part there."""
        part = Memory()
        part.states = {j: state for j, state in list(self.states.items()) if j <= k}
        part.next = {j: step for j, step in list(self.next.items()) if j < k}
        return part


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
    _memory: Memory = field(default_factory=Memory, repr=False)

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
        known = self._memory.states.get(k)
        if known is not None:
            return known
        start, state = self._before(k)
        for j in range(start, k):
            state = apply(self.problem, state, self.steps[j].move)
            if (j + 1) % KEEP_EVERY == 0:
                self._memory.keep(j + 1, state)
        self._memory.keep(k, state)
        return state

    def _before(self, k: int) -> tuple[int, State]:
        """A state that is known before step ``k``, or can be had at once, and its place."""
        states = dict(self._memory.states)
        start = max((j for j in states if j < k), default=0)
        for j in range(k, start + KEEP_EVERY, -1):
            step = self.steps[j - 1]
            if isinstance(step, Foreseen):
                seen = seen_at(self.problem, step, [s.move for s in self.steps[:j]])
                if seen is not None:
                    return j, seen
                break
        return start, states[start] if start in states else begin(self.problem)

    @cached_property
    def length(self) -> int:
        """How many steps the lesson has in all, those still to come included."""
        if self._memory.length is None:
            end = self.state_at(len(self.steps))
            tree = self._whole(end)
            falls = falls_after(self.problem, tree)
            growth = len(tree) - len(end.tree) + len(end.bags)
            self._memory.length = len(self.steps) + growth + falls
        return self._memory.length

    def _whole(self, end: State) -> Tree:
        """The tree that grows from ``end``, the state after all steps, before any collapse."""
        if not end.bags:
            return end.tree
        if self._memory.whole is None:
            self._memory.whole = complete(self.problem, end)
        return self._memory.whole

    def propose(self) -> Step | None:
        """The step that ``step`` would make: a known one to redo, or the algorithm's next."""
        if self.cursor < len(self.steps):
            return self.steps[self.cursor]
        memory = self._memory
        if self.cursor not in memory.next:
            memory.next[self.cursor] = propose(self.problem, self.state, memory.worths)
        return memory.next[self.cursor]

    def step(self) -> Timeline:
        """One step on; the same timeline if the algorithm is done."""
        if self.cursor < len(self.steps):
            return self._onward()
        found = self.propose()
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
            _memory=self._memory.up_to(same),
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
        here = self._foreseen(k) if k > len(self.steps) + 1 else self
        here = here._at(max(0, min(k, len(here.steps))))
        while here.cursor < k:
            further = here.step()
            if further is here:
                break
            here = further
        return here

    def finish(self) -> Timeline:
        """To the algorithm's end."""
        here = self._foreseen(None)
        here = here._at(len(here.steps))
        while (further := here.step()) is not here:
            here = further
        return here

    def _foreseen(self, k: int | None) -> Timeline:
        """With the steps that growth will take, the first ``k`` in all, by their moves alone."""
        end = self.state_at(len(self.steps))
        if not end.bags:
            return self
        known, ahead = self._memory.next, foresee(self.problem, end, self._whole(end))
        shared = (known.setdefault(j, step) for j, step in enumerate(ahead, len(self.steps)))
        steps = (*self.steps, *filter(None, shared))[:k]
        return replace(self, steps=steps) if len(steps) > len(self.steps) else self

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
        return replace(self, problem=problem, before=None, made=-1, undone=None, _memory=Memory())


def start(dataset: Dataset, recipe: Recipe, memory: Memory | None = None) -> Timeline:
    """A lesson at its beginning. Raises DataError or RecipeError if the two do not fit.

    ``memory``, if given, is that of other lessons on the same data and recipe.
    """
    return Timeline(Problem(dataset, recipe), _memory=Memory() if memory is None else memory)


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
