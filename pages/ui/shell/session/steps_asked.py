"""The step that one has asked to be taken to, while a large tree is grown in sight."""

from __future__ import annotations

from typing import Final

from dtcore.stepping import Problem
from dtshow.lesson.lesson import Lesson
from pages.ui.shell.session.values import Key

_ASKED_FOR: Final = Key[tuple[Problem, int | None] | None]("asked_for", None)


def ask_for(lesson: Lesson, step: int | None) -> None:
    """To be after so many steps (None: at the end) when a large tree is grown, in sight."""
    _ASKED_FOR.set((lesson.timeline.problem, step))


def asked_for(lesson: Lesson) -> tuple[bool, int | None]:
    """Whether a step has been asked for, and which one."""
    problem, step = _ASKED_FOR.value or (None, None)
    return problem is lesson.timeline.problem, step


def ask_no_more() -> None:
    """The step asked for has been reached, or is not wanted any more."""
    _ASKED_FOR.set(None)
