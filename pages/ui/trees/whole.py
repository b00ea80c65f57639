"""The whole tree of a lesson; a large one is grown in sight."""

from __future__ import annotations

from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import lesson_key
from pages.ui.shell import cache
from pages.ui.shell.progress import growing, in_sight


def steps_of(lesson: Lesson) -> int | None:
    """How many steps there are in all; None if a large tree would have to be grown to know."""
    far = cache.large(lesson.dataset) and not lesson.timeline.grown
    return None if far else lesson.timeline.length


def whole(lesson: Lesson) -> Lesson:
    """The lesson at its end, whether or not anybody has stepped through it."""
    if steps_of(lesson) is None:
        in_sight((lesson.dataset, *lesson_key(lesson)), lesson.timeline.look_ahead, growing)
    return lesson.finish()
