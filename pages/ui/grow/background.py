"""The way to the end of a lesson on a large table: grown in sight, and only when asked for."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dtcore.errors import DtError
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.lesson_key import lesson_key
from dtshow.words.language import _
from pages.ui.shell import cache, session
from pages.ui.shell.progress import done, growing, in_sight
from pages.ui.trees.whole import steps_of
from pages.work.jobs import works

SOON: Final = 2.5
"""Seconds in which a step needs no bar."""


def sorted_in_sight(lesson: Lesson) -> None:
    """The first step of all needs the columns of the table sorted."""
    data = lesson.dataset
    if cache.large(data) and not lesson.timeline.sorted:
        in_sight(("sort", data), lambda tell: data.sort(lambda share: tell(share, 0)), growing)


def weighed_in_sight(lesson: Lesson) -> None:
    """Where a database counts the rows, a step may take long; one that is soon there leaves the
    page as it was meanwhile."""
    timeline = lesson.timeline
    if not lesson.dataset.counted or timeline.proposed:
        return
    key = ("weigh", lesson.dataset, *lesson_key(lesson))

    def make(_tell: Progress) -> object:
        return timeline.propose()

    works.on(cache.name_of(key), make, payer=session.allowance()).ended(SOON)
    if not timeline.proposed:
        in_sight(key, make, lambda work: _("Counting the rows of this node…"))


def to_the_end() -> None:
    """At once, or when the tree has been grown, with the page in use meanwhile."""
    lesson = session.lesson()
    if steps_of(lesson) is None:
        session.ask_for(lesson, None)
    else:
        session.go(Lesson.finish)


def asked(lesson: Lesson) -> bool:
    """Whether the end, or a step far on, has been asked for, and the tree is not grown yet."""
    return session.asked_for(lesson)[0]


def grow_on(lesson: Lesson) -> None:
    """Grow the tree whose end has been asked for, and go there; the page is drawn by now."""
    timeline = lesson.timeline
    try:
        if not done(timeline.shared, timeline.look_ahead, growing, _stay, lesson.dataset.cells):
            return
    except (DtError, MemoryError) as problem:
        session.say_trouble(problem)
    except Exception:
        _stay()
        raise
    else:
        step = session.asked_for(lesson)[1]
        session.go(Lesson.finish if step is None else lambda now: now.jump(step))
    _stay()
    st.rerun()


def _stay() -> None:
    session.ask_no_more()
