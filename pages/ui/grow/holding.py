"""The rows that hold the split of the selected node: found in the background, when asked for."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from dtcore.errors import DtError
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, Held
from dtshow.scene.lesson_key import lesson_key
from dtshow.words.language import ngettext, sentence
from dttools import teach
from pages.ui.shell import cache, session
from pages.ui.shell.progress import done
from pages.work.jobs import Job


def held(lesson: Lesson) -> Held | None:
    """What is known of them; None if nobody asks."""
    if not session.view(GrowLook).holding:
        return None
    known = cache.slot(_key(lesson))
    return known[0] if known else Held()


def awaited(lesson: Lesson) -> bool:
    """Whether they are asked for and not known yet."""
    now = held(lesson)
    return now is not None and not now.known


def find(lesson: Lesson) -> None:
    """Find them and draw anew; the page is drawn by now, and can be used meanwhile."""
    known = cache.slot(_key(lesson))

    def make(tell: Progress) -> None:
        if not known:
            known.append(_found(lesson, tell))

    name = cache.name_of(_key(lesson))
    if done(
        name, make, _tried, lambda: session.change(GrowLook, holding=False), lesson.dataset.cells
    ):
        st.rerun()


def _key(lesson: Lesson) -> Hashable:
    return "holding", lesson.dataset, *lesson_key(lesson), lesson.node


def _found(lesson: Lesson, tell: Progress) -> Held:
    timeline = lesson.timeline
    try:
        found = teach.split_support(timeline.problem, timeline.state, lesson.node, progress=tell)
    except DtError as problem:
        return Held(trouble=sentence(problem))
    return Held(found)


def _tried(work: Job) -> str:
    return ngettext("{n:,} set of rows tried.", "{n:,} sets of rows tried.", work.count)
