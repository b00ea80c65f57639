"""The tab of that name."""

from __future__ import annotations

from pages.ui.lesson.lesson import Lesson


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
