"""What is worked out while the page is in use: the way to the end of a lesson on a large table, and
what a switch of the panel asks for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import streamlit as st

from dtcore import explain
from dtcore.errors import DtError
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import in_groups
from dtshow.scene.grow.look import ExactlyCut, GrowLook, Held, candidate_at
from dtshow.scene.parts import lesson_key
from dtshow.words import number_format
from dtshow.words.language import _, ngettext, sentence
from dttools import teach
from dttools.large import exact_cut
from pages.ui.shell import cache, session
from pages.ui.shell.progress import done, ended_soon, growing, in_sight
from pages.ui.trees.beside import steps_of
from pages.work.jobs import Job, works

T = TypeVar("T")


def propose(lesson: Lesson) -> None:
    """Have the next step worked out before the page is drawn, in sight where it takes long. Raises
    UnfinishedError as long as it is not there."""
    _sort(lesson)
    if lesson.dataset.counted and not lesson.timeline.proposed:
        _count(lesson)
    lesson.timeline.propose()  # of a large table this takes half a second, and no one's turn


def _sort(lesson: Lesson) -> None:
    """The first step of all needs the columns of the table sorted."""
    data = lesson.dataset
    if cache.large(data) and not lesson.timeline.sorted:
        in_sight(("sort", data), lambda tell: data.sort(lambda share: tell(share, 0)), growing)


def _count(lesson: Lesson) -> None:
    """Where a database counts the rows, a step may take long; one that is soon there leaves the
    page as it was meanwhile."""
    timeline = lesson.timeline
    key = ("weigh", lesson.dataset, *lesson_key(lesson))

    def make(_tell: Progress) -> object:
        return timeline.propose()

    ended_soon(works.on(cache.name_of(key), make, payer=session.allowance()))
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


def awaited(lesson: Lesson) -> bool:
    """Whether anything has been asked for that is not there yet."""
    return asked(lesson) or any(one.awaited(lesson) for one in SEARCHES)


def work_on(lesson: Lesson) -> None:
    """Have that worked out which is awaited; the page is drawn by now."""
    if asked(lesson):
        _grow_on(lesson)
        return
    for one in SEARCHES:
        if one.awaited(lesson):
            one.find(lesson)
            return
    st.rerun()  # while the page was drawn, it was found for somebody else or in a run before


def _grow_on(lesson: Lesson) -> None:
    """Grow the tree whose end has been asked for, and go there."""
    timeline = lesson.timeline
    try:
        if not done(
            timeline.shared, timeline.look_ahead, growing, session.ask_no_more, lesson.dataset.cells
        ):
            return
    except (DtError, MemoryError) as problem:
        session.say_trouble(problem)
    except Exception:
        session.ask_no_more()
        raise
    else:
        step = session.asked_for(lesson)[1]
        session.go(Lesson.finish if step is None else lambda now: now.jump(step))
    session.ask_no_more()
    st.rerun()


@dataclass(frozen=True)
class Search(Generic[T]):
    """What is looked for when a ``switch``, a field of ``GrowLook``, asks for it. ``of``: what it
    is about, None where there is nothing to find; ``found`` makes it, ``status`` says how far
    it is."""

    switch: str
    of: Callable[[Lesson], Hashable]
    found: Callable[[Lesson, Progress], T]
    status: Callable[[Job], str]

    def result(self, lesson: Lesson) -> T | None:
        """None while it is not known, or nobody asks."""
        known: list[T] = self._slot(lesson) if self._asked(lesson) else []
        return known[0] if known else None

    def awaited(self, lesson: Lesson) -> bool:
        """Whether it is asked for and not known yet."""
        return self._asked(lesson) and not self._slot(lesson)

    def find(self, lesson: Lesson) -> None:
        """Find it and draw anew; the page can be used meanwhile."""
        known: list[T] = self._slot(lesson)

        def make(tell: Progress) -> None:
            if not known:
                known.append(self.found(lesson, tell))

        name = cache.name_of(self._key(lesson))
        cells = 0 if lesson.dataset.counted else lesson.dataset.cells  # a database counts soon
        if done(name, make, self.status, self._stop, cells):
            st.rerun()

    def _asked(self, lesson: Lesson) -> bool:
        asked: bool = getattr(session.view(GrowLook), self.switch)
        return asked and self.of(lesson) is not None

    def _stop(self) -> None:
        stopped: dict[str, Any] = {self.switch: False}
        session.change(GrowLook, **stopped)

    def _key(self, lesson: Lesson) -> Hashable:
        return self.switch, lesson.dataset, *lesson_key(lesson), self.of(lesson)

    def _slot(self, lesson: Lesson) -> list[T]:
        return cache.slot(self._key(lesson))


def _support(lesson: Lesson, tell: Progress) -> Held:
    timeline = lesson.timeline
    try:
        found = teach.split_support(timeline.problem, timeline.state, lesson.node, progress=tell)
    except DtError as problem:
        return Held(trouble=sentence(problem))
    return Held(found)


def _exact_cut(lesson: Lesson, _tell: Progress) -> ExactlyCut:
    timeline, candidate = lesson.timeline, lesson.candidate
    assert candidate is not None
    try:
        found = exact_cut(timeline.problem, timeline.state, lesson.node, candidate.column)
    except DtError as problem:
        return ExactlyCut(trouble=sentence(problem))
    assert found.split is not None
    told = number_format.told(found.split.condition(lesson.dataset.schema, 0))
    return ExactlyCut(told, found.scores[explain.headline(lesson.recipe)])


SUPPORT: Final = Search(
    "holding",
    lambda lesson: lesson.node,
    _support,
    lambda work: ngettext("{n:,} set of rows tried.", "{n:,} sets of rows tried.", work.count),
)
EXACT_CUT: Final = Search(
    "exactly",
    lambda lesson: candidate_at(lesson) if in_groups(lesson, lesson.candidate) else None,
    _exact_cut,
    lambda _work: _("Counting each value in that range…"),
)
SEARCHES: Final = (EXACT_CUT, SUPPORT)
