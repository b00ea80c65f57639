"""Reading a file in sight: what takes long has a bar that grows, and a button that ends it.

Each growth of the bar lets a click through, on the button or anywhere, and is where Streamlit
ends the reading when its visitor has left. Not done here: what is read, and what becomes of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import streamlit as st

import dtcore as dt
from pages.ui.data import draft
from pages.ui.tables.upload import Told, Upload, look_over
from pages.ui.wording.language import _

MEGABYTE: Final = 1024**2
SOON: Final = 0.4
"""Seconds. What is read by then needs no bar."""
READ: Final = 0.6
"""Of the bar; in the rest of it the columns are looked over."""


def in_sight(
    key: str, size: int, read: Callable[[Told], Upload], stop: Callable[[], None]
) -> Upload:
    """What ``read`` gives, and its columns looked over; of more than a megabyte the bar stands
    there from the first. ``stop`` is what its button does besides. Raises what ``read`` raises."""
    place, begun = st.empty(), time.monotonic()
    drawn: list[Told] = []

    def told(share: float) -> None:
        if not drawn and time.monotonic() - begun > SOON:
            drawn.append(_bar(place, key, stop))
        if drawn:
            drawn[0](min(share, 1.0))

    if size > MEGABYTE:
        drawn.append(_bar(place, key, stop))
    made = read(lambda share: told(READ * share))
    look_over(made.frame, lambda share: told(READ + (1 - READ) * share))
    place.empty()
    return made


def _bar(place: st.delta_generator.DeltaGenerator, key: str, stop: Callable[[], None]) -> Told:
    text = _("Reading the file …")
    with place.container():
        bar = st.progress(0.0, text=text)
        st.button(_("Stop reading"), key=key, on_click=stop)

    def told(share: float) -> None:
        bar.progress(share, text=text)

    return told


def read_what_was_asked() -> None:
    """The table of the page in another way, where someone asked for it."""
    asked = draft.asked()
    if asked is None:
        return
    upload, chosen = asked

    def read(told: Told) -> Upload:
        return upload.under(chosen, told)

    try:
        draft.answer(in_sight("data_stop_again", len(upload.content), read, _leave))
    except dt.DtError as problem:
        draft.answer(problem)


def _leave() -> None:
    draft.answer(dt.ReadingError("The reading was stopped. The table stays as it was."))


def stopped() -> dt.ReadingError:
    return dt.ReadingError(
        "The file was not read to its end, and nothing was changed. Choose it again to read it."
    )
