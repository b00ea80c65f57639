"""What this session looks at of its lesson: the page's own values as one ``GrowLook``."""

from __future__ import annotations

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, Mode, View, on_way
from dttools.study.plane import able
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.grow import background, exact_cut, guess, holding
from pages.ui.grow.grow_view import GrowView, building
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import session
from pages.ui.shell.story_view import StoryView
from pages.ui.trees.chosen_row import ChosenRow, row_of
from pages.ui.trees.whole import steps_of


def look_of(lesson: Lesson) -> GrowLook:
    kept, chosen = session.view(GrowView), session.view(ChosenRow)
    waiting, row = guess.waiting(lesson), _row(lesson)
    return GrowLook(
        view="node" if kept.numbers else _kept_view(lesson),
        mode=_mode(lesson, waiting),
        guessing=guess.guessing(),
        waiting=waiting,
        guess=guess.chosen(lesson),
        one_click=kept.one_click,
        highlighted=kept.highlighted,
        row=row,
        anyway=kept.anyway,
        holding=holding.held(lesson),
        exactly=exact_cut.exactly(lesson),
        exact=kept.exact,
        sent=kept.sent,
        more=kept.more,
        total=steps_of(lesson),
        busy=background.asked(lesson),
        history=(session.can_undo(), session.can_redo()),
        feedback=tuple(guess.feedback(lesson)),
        tree=tree_look(),
        lecture=lecturing(),
        then=_kept_view(lesson),
        counts_only=kept.counts,
        guided=bool(session.view(StoryView).key),
        follows=row is not None and chosen.here,
        new=chosen.new,
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


def _kept_view(lesson: Lesson) -> View:
    """The view when a node's own numbers are not open, which end when the lesson moves on."""
    kept = session.view(GrowView).view
    return kept if kept != "regions" or able(lesson.dataset) else "working"


def choose_view(chosen: View) -> None:
    """For callbacks: show this of the selected node."""
    if chosen == "node":
        open_node()
    else:
        session.change(GrowView, view=chosen)


def open_node() -> None:
    """For callbacks: show the numbers of the node at hand."""
    session.change(GrowView, numbers=True)
