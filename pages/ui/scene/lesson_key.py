"""What tells the scenes of one lesson from those of others."""

from __future__ import annotations

from collections.abc import Hashable

from pages.ui.lesson.lesson import Lesson
from pages.ui.wording.language import speaking


def lesson_key(lesson: Lesson) -> tuple[Hashable, ...]:
    """What tells a lesson's tree from others, and its language."""
    runs = lesson.timeline.done.runs()
    moves = tuple(run if isinstance(run, int) else run.move for run in runs)
    return lesson.choice, lesson.recipe_choice, speaking(), moves
