"""The steps that an address asks for, gone one after the other and counted.

An address is a few words and may ask for any amount of work, so what it takes is counted as it
is done: cells that are weighed, a step on a small table as so many that it takes as long. The
count hangs on the link alone, so that a link opens everywhere or nowhere. Not done here: what is
shown meanwhile, and what happens to what is refused (``pages.ui.shell.session``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.stepping import Move, Timeline
from pages.ui.lesson.lesson import Lesson

MILLION: Final = 1_000_000
AT_ONCE: Final = 10
"""One part in so many is done before the page is drawn; for more one waits in sight."""
STEP: Final = 19_000
"""Cells that take as long as a step that weighs none."""
PER_NODE: Final = 5
"""Cells that take as long as what a step does with each node that the tree has by then."""
LOGS: Final = 3
"""As many times as long takes a cell of a level whose scores are logarithms."""
APPLIED: Final = 3
"""So many cells are only counted, where a move is made, in the time in which one is weighed."""

Tell = Callable[[float, int], object]
"""Hears what share of the work is done, and how many steps; what it raises ends the work."""


class TooMuchWorkError(dt.LinkError):
    """An address asks for more than it may."""

    def __init__(self) -> None:
        super().__init__(
            "This link asks for more steps on a table of this size than are worked out for one "
            "link. Open the table, and take the steps there."
        )


class StepBudget:
    """Steps within ``most`` million cells, of which one takes 58 ns on the machine of
    BENCHMARKS.md; ``tell`` hears how far it is."""

    def __init__(self, most: float = inf, tell: Tell = lambda share, steps: None) -> None:
        self._most, self._tell = most * MILLION, tell
        self._spent, self._steps = 0.0, 0

    def on(self, timeline: Timeline, k: int) -> Timeline:
        """After ``k`` steps, or at the end. Raises TooMuchWorkError."""
        lazy = timeline.can_be_lazy
        if lazy and timeline.far(k):
            problem = timeline.problem
            by_logs = isinstance(problem.recipe.impurity, dt.Entropy)
            timeline.look_ahead(self._level(problem.dataset.cells * (LOGS if by_logs else 1)))
        if k <= len(timeline.steps) or (lazy and timeline.grown):
            self._spend(len(timeline.state.tree))
            return timeline.jump(k)
        while timeline.cursor < k:
            self._spend(_weighed(timeline) + PER_NODE * len(timeline.state.tree), 1)
            further = timeline.step()
            if further is timeline:
                break
            timeline = further
        return timeline

    def do(self, timeline: Timeline, move: Move) -> Timeline:
        """As ``Timeline.do``. A split far back is followed by all moves since."""
        node, again = move.node, 1
        if isinstance(move, dt.Expand) and node in timeline.state.tree:
            again += timeline.cursor if timeline.state.tree[node].split else 0
        rows = timeline.state.node_rows.get(node)
        self._spend(again * (len(rows.rows) if rows else 0) / APPLIED + (again - 1) * STEP / 10, 1)
        return timeline.do(move)

    def to(self, lesson: Lesson, k: int) -> Lesson:
        """The lesson after ``k`` steps, as the address says beside its moves."""
        if k > len(lesson.timeline.steps):
            lesson = replace(lesson, timeline=self.on(lesson.timeline, k))
        return lesson.jump(min(k, len(lesson.timeline.steps)))

    def _level(self, cells: int) -> Tell:
        """What growing tells before each level: which share of the rows has come to rest."""

        def tell(share: float, nodes: int) -> None:
            self._spend((1 - share) * cells if nodes else 0)

        return tell

    def _spend(self, cells: float, steps: int = 0) -> None:
        self._spent += cells + STEP
        self._steps += steps
        if self._spent > self._most:
            raise TooMuchWorkError
        self._tell(self._spent / self._most, self._steps)


def _weighed(timeline: Timeline) -> int:
    """The cells that the next step weighs; of pruning, the nodes that are compared."""
    problem, state = timeline.problem, timeline.state
    if not state.node_rows:
        return len(state.tree) + (len(problem.held_out) if problem.held_out else 0)
    if isinstance(problem.recipe.ordering, dt.BestFirst):  # each is weighed when it comes, too
        last = timeline.last.move.node if timeline.last else None
        new = [node for node in state.node_rows if last is None or node[:-1] == last]
        rows = 2 * sum(len(state.node_rows[node].rows) for node in new)
        return STEP + rows * (len(problem.dataset.columns) + 1)
    node = problem.recipe.ordering.next(state.node_rows, lambda nodes: np.zeros(len(nodes)))
    return len(state.node_rows[node].rows) * (len(problem.dataset.columns) + 1)
