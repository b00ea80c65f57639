"""What the ways on from a finished tree do: leave for another page, or follow a row."""

from __future__ import annotations

from dtcore.errors import DtError
from pages.ui.grow.grow_view import choose_row, row_of
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session
from pages.ui.pruning.pruning_view import show
from pages.ui.pruning.settings import USUAL
from pages.ui.scene.grow.onward import prunable
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to


def onward(_value: object) -> None:
    """The big button, once there is no step left."""
    lesson = session.lesson()
    if lesson.finished:
        go_to("pruning" if prunable(lesson) else "home")


def follow(lesson: Lesson, _column: str) -> None:
    """The next row, the first one at first."""
    row = row_of(lesson)
    choose_row(lesson, 0 if row is None else (row + 1) % len(lesson.dataset))


def judge(lesson: Lesson, _column: str) -> None:
    """Pruning, with rows held out and the curves that tell how good the tree was as it grew."""
    show("growth")
    if not cache.large(lesson.dataset):
        try:
            if not pruning_session.current().settings.share:
                pruning_session.turn(share=USUAL.share)
        except DtError as problem:
            session.say_trouble(problem)
    go_to("pruning")


def tables(_lesson: Lesson, _column: str) -> None:
    go_to("home")
