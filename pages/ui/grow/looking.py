"""What this session looks at of its lesson: a ``GrowLook``, kept and in full."""

from __future__ import annotations

from dataclasses import replace

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import ExactlyCut, GrowLook, Held, Mode, View, on_way
from dttools.study.plane import able
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.grow import background, exact_cut, guess, holding
from pages.ui.grow.grow_view import building
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import session
from pages.ui.shell.story_view import StoryView
from pages.ui.trees.chosen_row import ChosenRow, row_of
from pages.ui.trees.whole import steps_of


def look_of(lesson: Lesson) -> GrowLook:
    """What is kept, with what goes with it where the lesson stands."""
    kept, chosen = session.view(GrowLook), session.view(ChosenRow)
    waiting, row = guess.waiting(lesson), _row(lesson)
    return replace(
        kept,
        view="working" if kept.view == "regions" and not able(lesson.dataset) else kept.view,
        mode=_mode(lesson, waiting),
        guessing=guess.guessing(),
        waiting=waiting,
        guess=guess.chosen(lesson),
        feedback=tuple(guess.feedback(lesson)),
        held=holding.held(lesson) or Held(),
        exact_cut=exact_cut.exactly(lesson) or ExactlyCut(),
        row=row,
        follows=row is not None and chosen.here,
        new=chosen.new,
        total=steps_of(lesson),
        busy=background.asked(lesson),
        history=(session.can_undo(), session.can_redo()),
        tree=tree_look(),
        lecture=lecturing(),
        guided=bool(session.view(StoryView).key),
    )


def _row(lesson: Lesson) -> int | None:
    """The chosen row: where it was chosen, and at the steps that are about a node on its path."""
    row = row_of(lesson)
    if row is None or session.view(ChosenRow).here:
        return row
    return row if on_way(lesson, row) else None


def _mode(lesson: Lesson, waiting: bool) -> Mode:
    if building():
        return "build"
    return "guess" if waiting and lesson.node == lesson.weighed else "grow"


def choose_view(chosen: View) -> None:
    """For callbacks: show this of the selected node."""
    if chosen == "node":
        open_node()
    else:
        session.change(GrowLook, view=chosen)


def open_node() -> None:
    """For callbacks: show the numbers of the node at hand."""
    session.change(GrowLook, numbers=True)
