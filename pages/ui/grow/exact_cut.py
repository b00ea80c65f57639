"""The exact cut of a column that is counted in groups: found in the background, when asked for."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from dtcore import explain
from dtcore.errors import DtError
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import in_groups
from dtshow.scene.grow.look import ExactlyCut, GrowLook, candidate_at
from dtshow.scene.lesson_key import lesson_key
from dtshow.words import number_format
from dtshow.words.language import _, sentence
from dttools.large import exact_cut
from pages.ui.shell import cache, session
from pages.ui.shell.progress import done
from pages.work.jobs import Job


def exactly(lesson: Lesson) -> ExactlyCut | None:
    """What is known of it; None if nobody asks."""
    if not session.view(GrowLook).exactly or not in_groups(lesson, lesson.candidate):
        return None
    known = cache.slot(_key(lesson))
    return known[0] if known else ExactlyCut()


def awaited(lesson: Lesson) -> bool:
    """Whether it is asked for and not known yet."""
    now = exactly(lesson)
    return now is not None and not now.known


def find(lesson: Lesson) -> None:
    """Find it and draw anew; the page is drawn by now, and can be used meanwhile."""
    known = cache.slot(_key(lesson))

    def make(_tell: Progress) -> None:
        if not known:
            known.append(_found(lesson))

    if done(
        cache.name_of(_key(lesson)),
        make,
        _counting,
        lambda: session.change(GrowLook, exactly=False),
    ):
        st.rerun()


def _key(lesson: Lesson) -> Hashable:
    return "exactly", lesson.dataset, *lesson_key(lesson), *candidate_at(lesson)


def _found(lesson: Lesson) -> ExactlyCut:
    timeline, candidate = lesson.timeline, lesson.candidate
    assert candidate is not None
    try:
        found = exact_cut(timeline.problem, timeline.state, lesson.node, candidate.column)
    except DtError as problem:
        return ExactlyCut(trouble=sentence(problem))
    assert found.split is not None
    told = number_format.told(found.split.condition(lesson.dataset.schema, 0))
    return ExactlyCut(told, found.scores[explain.headline(lesson.recipe)])


def _counting(_work: Job) -> str:
    return _("Counting each value in that range…")
