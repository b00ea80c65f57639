"""The lesson that one is on, and those before and after the last edits."""

from __future__ import annotations

from typing import Final

from dtshow.lesson.lesson import Lesson
from pages.ui.shell.session.edited import Edited

LESSON: Final = Edited[Lesson]("lesson")


def has_lesson() -> bool:
    return LESSON.now is not None


def tables_in_use() -> set[str]:
    """The keys of the tables that lessons are on: this one, and those one can go back to."""
    return {old.choice.key for old in LESSON}
