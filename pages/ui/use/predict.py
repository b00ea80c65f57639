"""Predict: what the tree says of one case, and why."""

from __future__ import annotations

from pages.ui.lesson.lesson import Lesson
from pages.ui.use.tree import tree


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
    tree(lesson, {})
