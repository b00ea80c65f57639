"""Reading a file in sight: what takes long has a bar that grows, and a button that ends it.

A large file is read like any long work, beside the page: no more than two at a time, when there is
memory for it, and no longer than its visitor looks. A small one is read at once; each growth of its
bar is where Streamlit ends the reading when its visitor has left.
Not done here: what is read, and what becomes of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import streamlit as st

import dtcore as dt
from dtcore.progress import Progress, ShareProgress
from dtshow.words.language import _
from pages.ui.bring import draft
from pages.ui.shell import session
from pages.ui.shell.progress import UnfinishedError, done
from pages.ui.tables.upload import Upload, look_over
from pages.work.byte_cache import byte_cache
from pages.work.jobs import Job, paid_elsewhere

LARGE: Final = 1024**2
"""Bytes."""
SOON: Final = 0.4
"""Seconds. What is read by then needs no bar."""
READ: Final = 0.6
"""Of the bar; in the rest of it the columns are looked over."""
CELLS: Final = 1
"""For each byte of a file its reading takes as much memory as growing a tree does for so many
cells."""


T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class LargeFile:
    """What is read beside the page: ``key`` names it, and ``made`` is where it is put."""

    key: str = ""
    made: list[Upload] = field(default_factory=list)


def in_sight(
    key: str, size: int, read: Callable[[ShareProgress], Upload], stop: Callable[[], None]
) -> Upload:
    """What ``read`` gives, and its columns looked over. ``key`` names it in full; ``stop`` is what
    the button of the bar does besides.

    Raises what ``read`` raises, and UnfinishedError until a large file is read.
    """

    def made(told: ShareProgress) -> Upload:
        result = read(lambda share: told(READ * share))
        byte_cache.watch(result.frame)
        look_over(result.frame, lambda share: told(READ + (1 - READ) * share))
        return result

    if size > LARGE or session.allowance().wait():
        return _beside(key, size, made, stop)
    return at_once(made, stop)


def _beside(
    key: str, size: int, made: Callable[[ShareProgress], Upload], stop: Callable[[], None]
) -> Upload:
    if session.view(LargeFile).key != key:
        session.keep(LargeFile(key))
    result = session.view(LargeFile).made
    work = key, id(result)  # the list is this visitor's own, and so is the work

    def make(tell: Progress) -> None:
        result.append(made(lambda share: tell(share, 0)))

    if not result and not done(work, make, _says, stop, CELLS * size):
        raise UnfinishedError
    session.keep(LargeFile())
    return result[0]


def _says(_work: Job) -> str:
    return _("Reading the file…")


def at_once(made: Callable[[ShareProgress], T], stop: Callable[[], None]) -> T:
    """What ``made`` gives, with a bar as soon as it takes long; who asked pays for it."""
    place, begun = st.empty(), time.monotonic()
    drawn: list[ShareProgress] = []

    def told(share: float) -> None:
        if not drawn and time.monotonic() - begun > SOON:
            drawn.append(_bar(place, stop))
        if drawn:
            drawn[0](min(share, 1.0))

    with paid_elsewhere(session.allowance()):
        result = made(told)
    place.empty()
    return result


def _bar(place: st.delta_generator.DeltaGenerator, stop: Callable[[], None]) -> ShareProgress:
    text = _("Reading the file…")
    with place.container():
        bar = st.progress(0.0, text=text)
        st.button(_("Stop"), key="stop_reading", icon=":material/stop_circle:", on_click=stop)

    def told(share: float) -> None:
        bar.progress(share, text=text)

    return told


def read_what_was_asked() -> None:
    """The table of the page in another way, where someone asked for it."""
    asked = draft.asked()
    if asked is None:
        return
    upload, chosen = asked

    def read(told: ShareProgress) -> Upload:
        return upload.under(chosen, told)

    try:
        key = f"{upload.key} {chosen!r}"
        draft.answer(in_sight(key, len(upload.content), read, _leave))
    except UnfinishedError:
        return  # the page stays as it was until then
    except dt.DtError as problem:
        draft.answer(problem)


def _leave() -> None:
    draft.answer(dt.ReadingError("The reading was stopped. The table stays as it was."))


def stopped() -> dt.ReadingError:
    return dt.ReadingError(
        "The file was not read to the end, and nothing was changed. Choose it again to read it."
    )
