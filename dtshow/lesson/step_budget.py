"""The steps that an address asks for, gone one after the other and counted.

An address is a few words and may ask for any amount of work, so what it takes is counted as it
is done: cells that are weighed, a step on a small table as so many that it takes as long. The
count hangs on the link alone, so that a link opens everywhere or nowhere. Not done here: what is
shown meanwhile, and what happens to what is refused (``pages.ui.shell.session``).
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.progress import Progress, unheard
from dtcore.stepping import Move, Problem, Timeline
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import N_

MILLION: Final = 1_000_000
AT_ONCE: Final = 10
"""One part in so many is done before the page is drawn; for more one waits in sight."""
STEP: Final = 19_000
"""Cells that take as long as a step that weighs none."""
PER_NODE: Final = 5
"""Cells that take as long as what a step does with each node that the tree has by then."""
ROUTED: Final = 20
"""Cells that take as long as a row that is sent down a tree known in full, to where it stands."""
PLACED: Final = 1500
"""Cells that take as long as a node of such a tree takes beside its rows."""
FEW: Final = 10
"""Classes, or branches, that make a step no dearer than two."""
BRANCH: Final = 220
"""Cells that take as long as one more branch of a step."""
EVIDENCE: Final = 20
"""Cells that take as long as one more class of a candidate of a step."""
CLASSED: Final = 1.5
"""Cells that take as long as a class at a node that comes."""
COUNTED: Final = 0.4
"""Cells that take as long as a level, or the tree after a step, in the counts of a class at a
node."""
GROUPED: Final = 0.7
"""Cells that take as long as a level in one of the groupings that a nominal column offers."""
LOGS: Final = 3
"""As many times as long takes a cell of a level whose scores are logarithms."""
STEPPED_LOGS: Final = 2
"""As many times as long takes a cell of a step, best first, whose scores are logarithms."""
APPLIED: Final = 3
"""So many cells are only counted, where a move is made, in the time in which one is weighed."""


class TooMuchWorkError(dt.LinkError):
    """An address asks for more than it may."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "This link asks for more steps on a table of this size than one link "
                "may take. Open the table and take the steps there."
            )
        )


class StepBudget:
    """Steps within ``most`` million cells, of which one takes 58 ns on the machine of
    BENCHMARKS.md; ``tell`` hears how far it is."""

    def __init__(self, most: float = inf, tell: Progress = unheard) -> None:
        self._most, self._tell = most * MILLION, tell
        self._spent, self._steps, self._far = 0.0, 0, 0

    def on(self, timeline: Timeline, k: int) -> Timeline:
        """After ``k`` steps, or at the end. Raises TooMuchWorkError."""
        lazy = timeline.can_be_lazy
        if lazy and timeline.far(k):
            problem = timeline.problem
            by_logs = isinstance(problem.recipe.impurity, dt.Entropy)
            timeline.look_ahead(self._level(timeline, LOGS if by_logs else 1))
            return self._sent_down(timeline.jump(k))
        if k <= len(timeline.steps) or (lazy and timeline.grown):
            self._spend(len(timeline.state.tree))
            return timeline.jump(k)
        while timeline.cursor < k:
            cells = _weighed(timeline) + _kept(timeline)
            self._spend(cells + PER_NODE * len(timeline.state.tree), 1)
            further = timeline.step()
            if further is timeline:
                break
            timeline = self._branched(timeline, further)
        return timeline

    def do(self, timeline: Timeline, move: Move, found: bool = False) -> Timeline:
        """As ``Timeline.do``. A split far back is followed by all moves since."""
        node, again = move.node, 1
        if isinstance(move, dt.Expand) and node in timeline.state.tree:
            again += timeline.cursor if timeline.state.tree[node].split else 0
        rows = timeline.state.node_rows.get(node)
        applied = (rows.size if rows else 0) / APPLIED + _kept(timeline)
        self._spend(again * applied + (again - 1) * STEP / 10, 1)
        return self._branched(timeline, timeline.do(move, found))

    def to(self, lesson: Lesson, k: int) -> Lesson:
        """The lesson after ``k`` steps, as the address says beside its moves."""
        if k > len(lesson.timeline.steps):
            lesson = replace(lesson, timeline=self.on(lesson.timeline, k))
        return lesson.jump(min(k, len(lesson.timeline.steps)))

    def _branched(self, before: Timeline, after: Timeline) -> Timeline:
        """After a step, of which more than a few branches have come."""
        more = len(after.state.tree) - len(before.state.tree) - FEW
        if more > 0:
            self._spend(BRANCH * more)
        return after

    def _sent_down(self, timeline: Timeline) -> Timeline:
        """Where one is in a grown tree, after it was grown anew since a move by hand: the levels
        may have cost little, but all rows are sent down again. Once goes with growing it."""
        nodes, self._far = len(timeline.state.tree), self._far + 1
        again = ROUTED * len(timeline.problem.dataset) + PLACED * nodes if self._far > 1 else 0
        self._spend(nodes + again + _kept(timeline))
        return timeline

    def _level(self, timeline: Timeline, times: int) -> Progress:
        """What growing tells before each level: which share of the rows has come to rest, and how
        many nodes there are."""
        problem, begun = timeline.problem, timeline.state_at(len(timeline.steps))
        known, rows = len(begun.tree) - len(begun.node_rows), len(problem.dataset)

        def tell(share: float, nodes: int) -> None:
            nonlocal known
            if not nodes:  # sorting, which whoever comes later finds done
                self._tell(self._spent / self._most, self._steps)
                return
            many = _many(problem, nodes - known, rows) if share < 1 else 0
            known = max(known, nodes)
            self._spend((1 - share) * problem.dataset.cells * times + many)

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
        rows = 2 * sum(state.node_rows[node].size for node in new)
        times = STEPPED_LOGS if isinstance(problem.recipe.impurity, dt.Entropy) else 1
        cells = times * rows * (len(problem.dataset.columns) + 1)
        return len(new) * STEP + cells + _many(problem, 2 * len(new), rows)
    node = problem.recipe.ordering.next(state.node_rows, lambda nodes: np.zeros(len(nodes)))
    rows = state.node_rows[node].size
    return rows * (len(problem.dataset.columns) + 1) + _many(problem, 1, rows)


def _kept(timeline: Timeline) -> float:
    """Cells that take as long as keeping what a step counts of many classes: at its candidates,
    and at all nodes of the tree after it."""
    problem = timeline.problem
    more = max(0, len(problem.dataset.schema.classes) - FEW)
    return more * (EVIDENCE * len(problem.dataset.columns) + COUNTED * len(timeline.state.tree))


def _many(problem: Problem, nodes: int, rows: int) -> int:
    """Cells that take as long as so many nodes of so many rows where there are many classes or
    levels: what is counted is as many numbers, and the groupings of the levels are even more, of
    those that a node has, which are no more than its rows."""
    splitter, schema = problem.recipe.splitter.nominal, problem.dataset.schema
    sizes = [len(column.levels) for column in problem.dataset.columns if column.levels]
    numbers = nodes * max(1, len(schema.classes)) * (CLASSED + COUNTED * sum(sizes))
    there = [most for size in sizes if (most := min(size, rows)) > 1]
    groupings = sum(min(nodes, rows / most) * most * splitter.tries(most, schema) for most in there)
    return round(numbers + GROUPED * groupings)
