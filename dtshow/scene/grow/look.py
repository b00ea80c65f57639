"""What is looked at of a lesson that grows a tree, and what may be seen of it, as a value."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from dtcore.formula import Query
from dtcore.model import path
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Tone
from dtshow.scene.grow.grouped import ExactlyCut
from dtshow.scene.grow.holding import Held
from dtshow.scene.grow.new_row import NewRow
from dtshow.scene.tree.tree_look import TreeLook
from dttools.study.plane import able

View = Literal["working", "curve", "drop", "node", "regions"]
DRAWN_BY_HOST: tuple[View, ...] = ("curve", "drop", "regions")
"""What shows curves that one may touch, which the stage leaves to its host."""
Mode = Literal["grow", "guess", "build"]
assert set(DRAWN_BY_HOST) < set(get_args(View))


@dataclass(frozen=True)
class GrowLook:
    """``mode``: what stands in the place of the candidates while one guesses or builds a tree of
    one's own. ``guessing``: one guesses first, so nothing is told ahead; ``waiting``: what is to
    be guessed is of the node that is weighed, whichever is selected; ``guess``: the column that the
    guess to commit is about.

    ``total``: how many steps there are, None while nobody knows; ``busy``: the end has been asked
    for. ``history``: whether there is something to undo and to redo. ``feedback``: what a guess
    was worth. ``sent``: the list of rows with missing cells is open. ``then``: the view once the
    lesson moves on. ``more``: all numbers of a node are on show, and not its impurity alone.
    ``holding``: what is known of the rows that hold the split of the node, None if nobody asks.
    ``counts_only``: nothing that was worked out is shown here, for no word for it has been said.
    ``exactly``: what is known of the exact cut of the candidate looked at, None if nobody asks.
    ``row`` is lit, and ``follows``: chosen here, so that what is said is about it;
    ``new``: a row that is not in the table, in its place.
    ``guided``: a lesson runs, which says itself where it goes on.
    """

    view: View = "working"
    mode: Mode = "grow"
    guessing: bool = False
    waiting: bool = False
    guess: int | None = None
    one_click: bool = False
    highlighted: Query | None = None
    row: int | None = None
    anyway: bool = False
    holding: Held | None = None
    exactly: ExactlyCut | None = None
    exact: bool = False
    sent: bool = False
    more: bool = False
    total: int | None = None
    busy: bool = False
    history: tuple[bool, bool] = (False, False)
    feedback: tuple[tuple[Tone, str], ...] = ()
    tree: TreeLook = TreeLook()
    lecture: bool = False
    then: View = "working"
    counts_only: bool = False
    follows: bool = False
    new: NewRow | None = None
    guided: bool = False

    @property
    def panel(self) -> GrowLook:
        """What of it the panel depends on."""
        still = replace(self, total=None, busy=False, history=(False, False))
        return replace(still, tree=TreeLook(), lecture=False, then="working")

    @property
    def rows(self) -> tuple[Hashable, ...]:
        """What of it the rows depend on."""
        return self.highlighted, self.row, self.new, self.counts_only, self.held

    @property
    def held(self) -> Held:
        """What is said of the rows that hold the split, where it is on show."""
        return self.holding if self.holding and self.view == "node" else Held()

    @property
    def moved_on(self) -> GrowLook:
        """After the next beat: nothing is pressed any more, and a node's own numbers close."""
        still = replace(self, view=self.then, highlighted=None, feedback=(), anyway=False)
        still = replace(still, holding=None, exactly=None)
        return replace(still, counts_only=False, follows=False, new=None)


def on_way(lesson: Lesson, row: int) -> bool:
    """Whether the step on show is about a node that the row passes."""
    return lesson.stands in path(lesson.tree, lesson.dataset.at_hand, row)


def unasked(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the node is a leaf that came about unweighed, and nobody wants to weigh it now."""
    return lesson.unweighed and not look.anyway


def pictured(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the regions of the plane are on show."""
    return look.view == "regions" and bool(able(lesson.dataset))


def candidates_seen(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the candidates of the selected node are on show."""
    return (
        look.mode == "grow" and lesson.seen and not look.counts_only and not unasked(lesson, look)
    )
