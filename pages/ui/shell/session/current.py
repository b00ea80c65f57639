"""The lesson that one is on, and those before and after the last edits."""

from __future__ import annotations

from typing import Final

from pages.ui.lesson.history import History
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell.session.values import Key

LESSON: Final = Key[Lesson | None]("lesson", None)
HISTORY: Final = Key[History[Lesson]]("history", History())


def has_lesson() -> bool:
    return LESSON.value is not None


def tables_in_use() -> set[str]:
    """The keys of the tables that lessons are on: this one, and those one can go back to."""
    now = [LESSON.value] if LESSON.value is not None else []
    return {old.choice.key for old in (*now, *HISTORY.value)}
