"""What the ways on from a finished tree do: leave for another page, or follow a row."""

from __future__ import annotations

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.steps import prunable
from pages.ui.grow.address import follow_row
from pages.ui.shell import session
from pages.ui.shell.places import go_on, go_to
from pages.ui.trees.chosen_row import row_of
from pages.ui.trees.held_out import give_back, hold_some
from pages.ui.trees.pruning_view import show


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
    give_back(lesson)
    go_to("pruning")


def follow(lesson: Lesson, _column: str) -> None:
    """The next row, the first one at first."""
    row = row_of(lesson)
    follow_row(lesson, 0 if row is None else (row + 1) % len(lesson.dataset.at_hand))


def judge(lesson: Lesson, _column: str) -> None:
    """Pruning, with rows held out and the curves that tell how good the tree was as it grew."""
    show("growth")
    hold_some(lesson)
    go_to("pruning")


def ask(lesson: Lesson, _column: str) -> None:
    """Use, with the tree as it stands and the row that is followed, if one is."""
    row = row_of(lesson)
    case = {} if row is None else {"case": f"row{row + 1}"}
    go_on("use", {"tree": "grown", "tab": "predict", "ask": "form", **case})


def beside(_lesson: Lesson, _column: str) -> None:
    """Compare, with this tree and another one."""
    go_on("explore", {"tab": "compare"})


def tables(_lesson: Lesson, _column: str) -> None:
    go_to("home")
