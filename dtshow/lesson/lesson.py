"""A lesson as a value: which table, which algorithm, and where we are in it.

Each method returns another lesson; the page keeps the one that is current. Not done here:
nothing is drawn, and nothing is kept between reruns (``pages.ui.shell.session`` does that).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose
from typing import Final

import dtcore as dt
from dtcore.model import ROOT, FloatArray, NodeId, Split
from dtcore.stepping import Candidate, Move, Step, Weighed, decide
from dtshow.lesson.choice import RecipeChoice
from dtshow.tables.table_choice import TableChoice
from dttools.teach.exercise import rows_of_branches

MANY: Final = 31
"""A tree with more nodes than this is not taken in at a glance."""
Start = Callable[[dt.Dataset, dt.Recipe], dt.Timeline]


@dataclass(frozen=True, eq=False)
class Lesson:
    """Where a class is: the timeline, which node's candidates are on show, what is selected.

    A step has two beats: the candidates of ``weighed`` are seen first, then the move is made.
    ``column`` is the candidate looked at; None means the winner.
    """

    choice: TableChoice
    recipe_choice: RecipeChoice
    timeline: dt.Timeline
    weighed: NodeId | None = None
    node: NodeId = ROOT
    column: int | None = None

    @classmethod
    def begin(
        cls,
        choice: TableChoice,
        recipe_choice: RecipeChoice,
        dataset: dt.Dataset,
        start: Start = dt.start,
    ) -> Lesson:
        """Raises RecipeError or DataError if plan and data do not fit."""
        return cls(choice, recipe_choice, start(dataset, recipe_choice.recipe))

    @property
    def tree(self) -> dt.Tree:
        return self.timeline.state.tree

    @property
    def dataset(self) -> dt.Dataset:
        return self.timeline.problem.dataset

    @property
    def recipe(self) -> dt.Recipe:
        return self.timeline.problem.recipe

    @property
    def finished(self) -> bool:
        return self.timeline.propose() is None

    @property
    def at_start(self) -> bool:
        return self.timeline.cursor == 0 and self.weighed is None

    @property
    def stands(self) -> NodeId:
        """The node that is being weighed, else that of the last step; of a large tree that has
        been grown to its end the root, since its last leaf says nothing of it."""
        last = self.timeline.last
        if self.weighed is not None:
            return self.weighed
        whole = len(self.tree) > MANY and self.finished
        return ROOT if last is None or whole else last.move.node

    @property
    def coming(self) -> Step | None:
        """The step whose candidates are on show and which may come next; else None."""
        steps = (self.turn, self.timeline.propose())
        return next((s for s in steps if s is not None and s.move.node == self.weighed), None)

    @cached_property
    def turn(self) -> Step | None:
        """The step that comes next: that of the selected leaf, where the order of the leaves
        makes no difference to the tree; else the algorithm's."""
        step = self.timeline.propose()
        if not self.follows:
            return step
        return decide(self.timeline.problem, self.timeline.state, self.node)

    @property
    def follows(self) -> bool:
        """Whether the selected leaf may come next although it is another one's turn."""
        return self.waits and self.timeline.can_be_lazy

    @property
    def waits(self) -> bool:
        """Whether the selected leaf is open and another one comes first."""
        step, open_nodes = self.timeline.propose(), self.timeline.state.node_rows
        return step is not None and self.node in open_nodes and step.move.node != self.node

    def next(self, both_beats: bool = False) -> Lesson:
        """The next beat: the candidates first, then the move; a plain closing has one beat. A
        leaf that is taken out of its turn is split by hand."""
        step = self.turn
        if step is None:
            return self
        if self.weighed != step.move.node and _has_argument(step) and not both_beats:
            return replace(self, weighed=step.move.node, node=step.move.node, column=None)
        further = self.timeline.do(step.move) if self.follows else self.timeline.step()
        there = replace(self, timeline=further, weighed=None, column=None)
        return replace(there, node=there.stands)

    def back(self) -> Lesson:
        """The beat before: the screen that ``next`` would leave again."""
        if self.weighed is not None:
            before = replace(self, weighed=None, column=None)
            return replace(before, node=before.stands)
        if not self.timeline.cursor:
            return self
        step = self.timeline.steps[self.timeline.cursor - 1]
        earlier = replace(self, timeline=self.timeline.jump(self.timeline.cursor - 1), column=None)
        if _has_argument(step):
            return replace(earlier, weighed=step.move.node, node=step.move.node)
        return replace(earlier, node=earlier.stands)

    def jump(self, k: int) -> Lesson:
        """After the ``k``-th step."""
        there = replace(self, timeline=self.timeline.jump(k), weighed=None, column=None)
        return replace(there, node=there.stands)

    def over(self) -> Lesson:
        """Past the steps that come next and are taken back later; the same lesson without any."""
        steps = self.timeline.taken_back
        return self.jump(self.timeline.cursor + steps) if steps else self

    def finish(self) -> Lesson:
        return self.jump(self.timeline.length)

    def select(self, node: NodeId) -> Lesson:
        """Look at another node; the same lesson if there is no such node."""
        return replace(self, node=node, column=None) if node in self.tree else self

    def look_at(self, column: int | None) -> Lesson:
        return replace(self, column=column)

    def show_candidates(self, node: NodeId) -> Lesson:
        """Weigh a node out of turn."""
        return replace(self, weighed=node, node=node, column=None)

    def do(self, move: Move, found: bool = False) -> Lesson:
        """A move by hand, or ``found`` by a search. Raises MoveError if it cannot be made."""
        timeline = self.timeline.do(move, found)
        return replace(self, timeline=timeline, weighed=None, node=move.node, column=None)

    def under(self, dataset: dt.Dataset) -> Lesson:
        """The same lesson with the data under other names, in another language."""
        return replace(self, timeline=self.timeline.on(dataset))

    @property
    def seen(self) -> bool:
        """Whether the selected node's candidates may be shown: the argument comes first."""
        return self.node == self.weighed or self.step is not None

    @property
    def step(self) -> Step | None:
        """The step in force that decided the selected node."""
        return self.timeline.step_of(self.node)

    @property
    def unweighed(self) -> bool:
        """Whether the selected node is a leaf that came about without its candidates being
        weighed: what they score is what might have been asked, and none of them wins."""
        step = self.step
        return step is not None and step.evidence is None and self.tree[self.node].leaf

    @cached_property
    def evidence(self) -> Weighed:
        """The candidates of the selected node."""
        return self._evidence_of(self.node)

    @cached_property
    def evidence_at_weighed(self) -> Weighed:
        """The candidates of the node that is being weighed."""
        return self._evidence_of(self.node if self.weighed is None else self.weighed)

    def _evidence_of(self, node: NodeId) -> Weighed:
        for step in (self.timeline.step_of(node), self.timeline.propose(), self.turn):
            if step is not None and step.move.node == node and isinstance(step.evidence, Weighed):
                return step.evidence
        return dt.weigh(self.timeline.problem, self.timeline.state, node)

    @cached_property
    def candidate(self) -> Candidate | None:
        """The candidate looked at: the column chosen, else the split made here, else the winner."""
        result = self.evidence
        split = self.tree[self.node].split
        own = split.column if split is not None else result.winner
        wanted = self.column if self.column is not None else own
        ranked = result.ranked(dt.explain.headline(self.recipe))
        able = [c for c in ranked if c.split is not None]
        found = next((c for c in able if c.column == wanted), able[0] if able else None)
        return found if split is None or self.column is not None else self._taken(split, found)

    def branch_rows(self, candidate: Candidate, node: NodeId | None = None) -> FloatArray:
        """(b, k) the rows of each class, or (b, 1), in the branches of a candidate of ``node``, or
        of the selected one, whatever they weigh."""
        at, stats = self.node if node is None else node, candidate.branch_stats
        if candidate.split is None:
            return stats[:0]
        here = self.timeline.problem, self.timeline.state, at
        return rows_of_branches(*here, candidate.split, stats)

    def unplaced_rows(self, candidate: Candidate) -> float:
        """How many rows of the selected node the counts of a candidate leave out."""
        rest = self.tree.rows(self.node) - float(self.branch_rows(candidate).sum())
        return round(rest, 9) if candidate.unknown else 0.0

    def _taken(self, split: Split, best: Candidate | None) -> Candidate | None:
        """What was taken of its column by hand, which need not be the ``best`` there is of it; the
        best, if the recipe has no score for such a split."""
        if best is not None and best.split == split:
            return best
        try:
            made = dt.judge(self.timeline.problem, self.timeline.state, self.node, split)
        except dt.MoveError:  # Twoing of more than two branches
            return best
        score = dt.explain.headline(self.recipe)
        if best is None or best.column != split.column:
            return made
        if isclose(best.scores[score], made.scores[score]):  # another cut of the same gap
            return replace(made, verdict=best.verdict, tied=best.tied)
        allowed = best.verdict in (dt.Verdict.WINS, dt.Verdict.TIED, dt.Verdict.LOWER)
        return made if allowed else replace(made, verdict=best.verdict)


def _has_argument(step: Step) -> bool:
    return isinstance(step.evidence, Weighed)
