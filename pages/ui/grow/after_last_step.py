"""What the ways on from a finished tree do: leave for another page, or follow a row."""

from __future__ import annotations

from dataclasses import replace

from dtcore.errors import DtError
from pages.ui.explore.explore_view import ExploreView
from pages.ui.grow.address import follow_row
from pages.ui.grow.grow_view import row_of
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session
from pages.ui.pruning.pruning_view import show
from pages.ui.pruning.settings import USUAL
from pages.ui.scene.grow.after_last_step import prunable
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to
from pages.ui.use.predict.case import Case
from pages.ui.use.predict.chosen import choose
from pages.ui.use.use_view import UseView


def onward(_value: object) -> None:
    """The big button, once there is no step left: this very tree is pruned, on all its rows."""
    lesson = session.lesson()
    if not lesson.finished:
        return
    if prunable(lesson):
        prune(lesson)
    else:
        go_to("home")


def prune(lesson: Lesson) -> None:
    """On Pruning, this very tree, on all its rows."""
    _hold_out(lesson, 0.0)
    go_to("pruning")


def follow(lesson: Lesson, _column: str) -> None:
    """The next row, the first one at first."""
    row = row_of(lesson)
    follow_row(lesson, 0 if row is None else (row + 1) % len(lesson.dataset.at_hand))


def judge(lesson: Lesson, _column: str) -> None:
    """Pruning, with rows held out and the curves that tell how good the tree was as it grew."""
    show("growth")
    _hold_out(lesson, USUAL.share)
    go_to("pruning")


def ask(lesson: Lesson, _column: str) -> None:
    """Use, with the tree as it stands and the row that is followed, if one is."""
    row = row_of(lesson)
    session.keep(replace(session.view(UseView), pruned=False, tab="predict", mode="form"))
    if row is not None:
        choose(lesson.dataset, Case.of_row(lesson.dataset, row))
    go_to("use")


def _hold_out(lesson: Lesson, share: float) -> None:
    """On Pruning, some rows or none; a share that somebody has chosen there is as good as any."""
    if cache.large(lesson.dataset):  # its tree would have to be waited for here
        return
    try:
        if bool(pruning_session.current().settings.share) != bool(share):
            pruning_session.turn(share=share)
    except DtError as problem:
        session.say_trouble(problem)


def beside(_lesson: Lesson, _column: str) -> None:
    """Compare, with this tree and another one."""
    session.keep(ExploreView())
    go_to("explore")


def tables(_lesson: Lesson, _column: str) -> None:
    go_to("home")
