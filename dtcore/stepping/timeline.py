"""A lesson in time: the steps made so far, and a cursor among them.

Moves are the truth; states are replayed from the nearest of a few that were kept. A timeline
is a value: each method returns another one, so undoing is going back to the one before. All
that were stepped on from one timeline share what was computed for their common steps, in one
session or in many (``Memory``). A lesson begins with nothing done (``start``), at a grown tree to
be pruned (``prune``), or after known moves (``replay``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import RLock

from dtcore.errors import MoveError
from dtcore.growth.recipe import Recipe
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.progress import Progress
from dtcore.stepping.grow import falls_after
from dtcore.stepping.moves import Expand, Move, Step, apply, propose
from dtcore.stepping.problem import Problem, Pruner, Pruning, State, begin
from dtcore.stepping.steps import Steps, StepsAhead, can_be_lazy, collapse_ahead, growth_ahead

KEEP_EVERY = 32
"""A state is kept after every so many moves; those between are replayed."""
KEEP_LAST = 16
"""Of the states between, as many of those computed last are kept."""
KEEP_NEXT = 64
"""Of the steps that come next, which hold their evidence, as many of the last are kept."""
LARGE, KEEP_FEW = 10_000, 3
"""Of states with more nodes than this, only the last few: of 200,000 each has 11 MB."""


class Memory:
    """By number of steps, states and what comes next; what open nodes are worth; after how many
    steps growth has been foreseen, and how; how many steps there are in all; and after how many a
    branch has fallen, by its top.

    Threads may share it: those who look for the same state or step at once wait for the first
    (``line``); of the rest, at worst two of them compute the same.
    """

    def __init__(self) -> None:
        self.line = RLock()
        self.states: dict[int, State] = {}
        self.next: dict[int, Step | None] = {}
        self.impurity_decreases: dict[NodeId, float] = {}
        self.ahead: tuple[int, StepsAhead] | None = None
        self.length: int | None = None

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """A copy, in another process too, begins anew: a lock cannot be copied."""
        return Memory, ()

    def keep(self, k: int, state: State) -> None:
        for other in list(self.states.values()):
            other.asked.clear()  # of a large table it is as large as the open leaves together
        self.states[k] = state
        sizes = {j: len(kept.tree) for j, kept in list(self.states.items())}
        large = [j for j, size in sizes.items() if size > LARGE]
        between = [j for j, size in sizes.items() if size <= LARGE and j % KEEP_EVERY]
        for j in (*large[:-KEEP_FEW], *between[:-KEEP_LAST]):
            self.states.pop(j, None)

    def keep_next(self, k: int, step: Step | None) -> None:
        """What comes after ``k`` steps; of all that came before, so many are kept."""
        self.next[k] = step
        for j in list(self.next)[:-KEEP_NEXT]:
            self.next.pop(j, None)

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
    steps: Steps = field(default_factory=Steps)
    cursor: int = 0
    before: Timeline | None = None
    made: int = -1
    undone: Timeline | None = None
    _memory: Memory = field(default_factory=Memory, repr=False)

    def __repr__(self) -> str:
        return f"<Timeline: steps {self.cursor}, {self.state.tree!r}>"

    @property
    def state(self) -> State:
        return self.state_at(self.cursor)

    @property
    def done(self) -> Steps:
        """The steps in force."""
        return self.steps[: self.cursor]

    @property
    def last(self) -> Step | None:
        """The step made last."""
        return self.steps[self.cursor - 1] if self.cursor else None

    def state_at(self, k: int) -> State:
        """The state after the first ``k`` steps."""
        known = self._memory.states.get(k)
        if known is None:
            with self._memory.line:
                known = self._memory.states.get(k) or self._applied(k)
        return known

    def _applied(self, k: int) -> State:
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
        if k - start > KEEP_EVERY and (result := self.steps.last_lazy(k)):
            number, piece, count = result
            if number - start > KEEP_EVERY:
                return number, piece.state_after(self.problem, count)
        return start, states[start] if start in states else begin(self.problem)

    @property
    def sorted(self) -> bool:
        """Whether a step can be weighed without sorting the table first."""
        return self.problem.dataset.sorted

    @property
    def grown(self) -> bool:
        """Whether ``length`` is known, or can be had without growing the tree."""
        memory = self._memory
        known = memory.length is not None or memory.ahead is not None
        return known or not self.state_at(len(self.steps)).node_rows

    def far(self, k: int) -> bool:
        """Whether the whole tree is grown to be after ``k`` steps."""
        return k > len(self.steps) + KEEP_EVERY and not self.grown

    @property
    def can_be_lazy(self) -> bool:
        """Whether any step can be jumped to at once when the tree is grown."""
        return can_be_lazy(self.problem.recipe)

    @property
    def length(self) -> int:
        """How many steps the lesson has in all, those still to come included."""
        return self.look_ahead()

    def look_ahead(self, progress: Progress | None = None) -> int:
        """As ``length``; ``progress`` as in ``dtcore.grow``, if the tree has to be grown for it.

        All that share this timeline's steps know it afterwards.
        """
        memory = self._memory
        if memory.length is None:
            end, growth = self.state_at(len(self.steps)), 0
            tree = end.tree
            if end.node_rows:
                ahead = self._ahead(progress)
                tree, growth = ahead.tree, len(ahead)
            memory.length = len(self.steps) + growth + falls_after(self.problem, tree)
        return memory.length

    @property
    def shared(self) -> object:
        """The same for all timelines that know what one of them has found out."""
        return self._memory

    def _ahead(self, progress: Progress | None = None) -> StepsAhead:
        """The steps of growth after all ``steps``; those that have been weighed are kept."""
        memory, made = self._memory, len(self.steps)
        if memory.ahead is None or memory.ahead[0] > made:
            memory.ahead = made, growth_ahead(self.problem, self.state_at(made), progress)
        before, ahead = memory.ahead
        weighed = dict(memory.next).items()
        return ahead.after(
            made - before, {k - made: step for k, step in weighed if step and k >= made}
        )

    @property
    def proposed(self) -> bool:
        """Whether ``propose`` knows its answer."""
        return self.cursor < len(self.steps) or self.cursor in self._memory.next

    def propose(self) -> Step | None:
        """The step that ``step`` would make: a known one to redo, or the algorithm's next."""
        if self.cursor < len(self.steps):
            return self.steps[self.cursor]
        memory = self._memory
        with suppress(KeyError):
            return memory.next[self.cursor]
        with memory.line:
            if self.cursor not in memory.next:
                decreases = memory.impurity_decreases
                memory.keep_next(self.cursor, propose(self.problem, self.state, decreases))
            return memory.next[self.cursor]

    def step(self) -> Timeline:
        """One step on; the same timeline if the algorithm is done."""
        if self.cursor < len(self.steps):
            return self._onward()
        result = self.propose()
        if result is None:
            return self
        return replace(self._at(self.cursor + 1), steps=self.steps.then([result]))

    def do(self, move: Move, found: bool = False) -> Timeline:
        """A move made by hand, or ``found`` by a search. A split on a split node replaces it and
        what is below it.

        Raises MoveError if the move cannot be made; nothing is lost then.
        """
        node = move.node
        if isinstance(move, Expand) and self.problem.pruning:
            raise MoveError(
                "This tree is grown and is being pruned, so no node can be split. Prune a node "
                "instead."
            )
        kept, same = self.done, self.cursor
        if isinstance(move, Expand) and node in self.state.tree and self.state.tree[node].split:
            stays = [step.move.node[: len(node)] != node for step in kept]
            same = stays.index(False)
            kept = Steps.of(step for step, stay in zip(kept, stays, strict=True) if stay)
        changed = replace(
            self,
            steps=kept.then([Step(move, by_hand=True, found=found)]),
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
        """After ``k`` steps, growing on if ``k`` is beyond the steps made so far.

        A few steps are made one by one unless the tree is grown: that is faster if it is large.
        """
        far = k > len(self.steps) + 1 if self.grown else self.far(k)
        here = self._foreseen(k) if far else self
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

    @property
    def taken_back(self) -> int:
        """How many steps come next, one after the other, that a later one takes back, since a
        branch falls that they are about; 0 too where the tree would have to be grown to know."""
        if not self.grown or self.length > LARGE:
            return 0
        steps = self._foreseen(None).steps
        falls = {change.node: change.number for change in steps.changes() if not change.splits}
        for k in range(self.cursor, len(steps)):
            node = steps[k].move.node
            if all(falls.get(node[:depth], 0) <= k + 1 for depth in range(len(node) + 1)):
                return k - self.cursor
        return len(steps) - self.cursor

    def _foreseen(self, k: int | None) -> Timeline:
        """With the steps to come, the first ``k`` in all, as far as moves alone tell them."""
        end, steps = self.state_at(len(self.steps)), self.steps
        if k is not None and not (self.can_be_lazy or self.grown):
            return self  # so far it is less to take the steps there than all of them
        whole, collapse = end.tree, self.problem.recipe.collapse
        if end.node_rows:
            ahead = self._ahead()
            whole, steps = ahead.tree, steps.then(ahead)
        if collapse and not self.problem.pruning:
            steps = steps.then(collapse_ahead(self.problem, collapse.compared(whole)))
        steps = steps[:k]
        return replace(self, steps=steps) if len(steps) > len(self.steps) else self

    def step_of(self, node: NodeId) -> Step | None:
        """The step in force that split, closed or pruned ``node``."""
        return self.done.about(node)

    def _at(self, cursor: int) -> Timeline:
        return replace(self, cursor=cursor, undone=None)

    def _onward(self) -> Timeline:
        """Over the next known step; from there one goes back by a step, hand-made or not."""
        further = self._at(self.cursor + 1)
        return replace(further, before=None) if further.cursor == self.made else further

    def on(self, dataset: Dataset) -> Timeline:
        """The same moves on the same data under other names (``Dataset.relabel``)."""
        of = self.problem
        problem = replace(Problem.of(dataset, of.recipe, of.held_out), pruning=of.pruning)
        return replace(self, problem=problem, before=None, made=-1, undone=None, _memory=Memory())


def start(dataset: Dataset, recipe: Recipe, memory: Memory | None = None) -> Timeline:
    """A lesson at its beginning. Raises DataError or RecipeError if the two do not fit.

    ``memory``, if given, is that of other lessons on the same data and recipe.
    """
    return Timeline(Problem.of(dataset, recipe), _memory=Memory() if memory is None else memory)


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
            raise MoveError("There are more steps after the algorithm is done.")
        timeline = further
    return timeline
