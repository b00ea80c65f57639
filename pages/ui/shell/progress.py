"""Waiting for long work: a bar that grows, a sentence, and a button that ends it.

The page is drawn and can be used meanwhile: the browser asks for the bar again and again, and
for the page when the work is done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil
from typing import Any, Final, NoReturn

import streamlit as st

import dtcore as dt
from dtcore.progress import Progress
from dtshow.words.language import _, ngettext
from pages.ui.shell import cache, session
from pages.work.jobs import GLANCE, Job, works

LONG: Final = 20_000
"""With more rows to grow on than this, over all folds, one is told how far the work is."""
Says = Callable[[Job], str]
Stop = Callable[[], None]
EVERY: Final = 0.4
"""Seconds from one look at the bar to the next."""
SOON: Final = 2.5
"""Seconds in which work needs no bar."""
IN_LINE: Final = 2.0
"""The same while other work goes first: many may wait, and little is to be seen."""


@dataclass(frozen=True)
class StoppedWork:
    """What was stopped last and waits for Go on."""

    key: str = ""


class UnfinishedError(Exception):
    """What the rest of the page needs is not there yet, and the page has said so."""


def done(
    key: object, make: Callable[[Progress], object], says: Says, stop: Stop, cells: int = 0
) -> bool:
    """Whether ``make`` has been done; if not, it goes on, and the bar is drawn.

    ``stop`` is what the button does besides ending the work. Small tables go first: ``cells``.
    What ``make`` raises is raised.
    """
    work = works.on(key, make, cells, session.allowance())
    if work.ended(GLANCE) and work.fault is None:  # what is soon done needs no bar
        return True
    if work.failed and work.fault is not None:
        raise work.fault
    if work.begun:
        st.fragment(_bar, run_every=EVERY)(work, says, stop)
    else:
        st.fragment(_bar_in_line, run_every=IN_LINE)(work, says, stop, count())
    return False


def _bar_in_line(work: Job, says: Says, stop: Stop, looks: Iterator[int]) -> None:
    """The bar of work that has not begun; once it has, the page is drawn to be asked more often."""
    _bar(work, says, stop)
    if next(looks) and work.begun:
        st.rerun()


def _bar(work: Job, says: Says, stop: Stop) -> None:
    if work.ended():
        st.rerun()
    first = _("Other work comes first; this is next.")
    if work.crowded:
        first = _("The server’s memory is full. This starts as soon as others have left.")
    if work.rest:
        first = _resting(ceil(work.rest))
    with st.container(key="waiting", horizontal=True, vertical_alignment="center", gap="small"):
        st.progress(work.share, says(work) if work.begun else first)
        if st.button(_("Stop"), key="stop_work", icon=":material/stop_circle:"):
            work.leave()
            stop()
            st.rerun()


def _resting(seconds: int) -> str:
    return ngettext(
        "The server has computed a lot for you in the last minutes. This starts in {n} second.",
        "The server has computed a lot for you in the last minutes. This starts in {n} seconds.",
        seconds,
    )


def worked_out(
    key: Hashable,
    make: Callable[[Progress], Any],
    large: bool,
    says: Says,
    stop: Stop | None = None,
) -> Any:
    """What ``make`` gives, made once for all who ask for it. If ``large``, one waits in sight.

    Raises UnfinishedError until it is there. ``key`` names it in full. ``stop`` is what the
    button does; without it there is a way to go on.
    """
    result = cache.slot(key, large)
    if not result and large:
        in_sight(key, lambda tell: result.append(make(tell)), says, stop)
    elif not result:
        result.append(make(lambda share, count: None))
    return result[0]


def in_sight(
    key: Hashable, make: Callable[[Progress], object], says: Says, stop: Stop | None = None
) -> None:
    """Wait until ``make`` is done, with the bar in sight. Raises UnfinishedError until then."""
    name = cache.name_of(key)
    if stop is None and session.view(StoppedWork).key == name:
        _go_on()
    halt = stop or (lambda: session.keep(StoppedWork(name)))
    if not done(name, make, says, halt, cells_of(key)):
        raise UnfinishedError


def soon(key: Hashable, make: Callable[[Progress], Any], large: bool, says: Says) -> None:
    """Have that made which ``worked_out`` gives; the page is drawn without it."""
    result = cache.slot(key, large)

    def fill(tell: Progress) -> None:
        result.append(make(tell))

    if not ended_soon(works.on(cache.name_of(key), fill, cells_of(key), session.allowance())):
        in_sight(key, fill, says)


def ended_soon(work: Job) -> bool:
    """Whether it is done in its first seconds, which need no bar; a click ends the waiting."""
    for _glance in range(round(SOON / GLANCE)):
        if work.ended(GLANCE):
            return work.fault is None
        session.view(StoppedWork)  # here a run ends that a click has overtaken
    return False


def under_way(key: Hashable) -> bool:
    """Whether ``worked_out`` is at it, for whomever."""
    return works.going(cache.name_of(key))


def cells_of(key: object) -> int:
    """Of all tables that the key of some work names."""
    if isinstance(key, dt.Dataset):
        return key.cells
    return sum(map(cells_of, key)) if isinstance(key, tuple) else 0


def _go_on() -> NoReturn:
    with st.container(key="work_stopped", horizontal=True, vertical_alignment="center"):
        st.markdown(_("This was stopped before it was done."), width="content")
        st.button(_("Go on"), key="go_on_working", on_click=session.keep, args=(StoppedWork(),))
    raise UnfinishedError


def long(rows: int) -> bool:
    """Whether growing trees on so many rows, over all folds, takes so long that one is told."""
    return rows > LONG


def growing(work: Job) -> str:
    """How far a tree is."""
    if not work.count:
        return _("Sorting the columns…")
    return ngettext(
        "Growing the tree: {n:,} node so far.", "Growing the tree: {n:,} nodes so far.", work.count
    )


def of_trees(trees: int) -> Says:
    """How many of several trees are grown."""
    return lambda work: _("{done} of {trees} trees grown").format(done=work.count, trees=trees)
