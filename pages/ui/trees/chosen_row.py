"""The row that is followed through a tree: one of the table, or one that is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept
from dtshow.scene.grow.look import NewRow
from pages.ui.shell import session


def _beat(lesson: Lesson) -> object:
    return (lesson.choice, lesson.timeline.cursor, lesson.weighed)


@dataclass(frozen=True)
class ChosenRow:
    """``row``: its place in a table, which is named first; ``new``: one that is not in the table;
    ``here``: it was chosen at this beat."""

    page: ClassVar = "grow"
    row: tuple[str, int] | None = kept(None, reset_by=("new",))
    new: NewRow | None = kept(None, reset_by=("row",), scope=_beat)
    here: bool = kept(False, scope=_beat)


def choose_row(lesson: Lesson, row: int | None) -> None:
    """For callbacks: choose a row of the lesson's table, or none."""
    chosen = None if row is None else (repr(lesson.choice), row)
    session.change(ChosenRow, row=chosen, here=True)


def row_of(lesson: Lesson) -> int | None:
    """The row of this table that was chosen."""
    table, row = session.view(ChosenRow).row or ("", None)
    return row if table == repr(lesson.choice) else None
