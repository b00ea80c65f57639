"""The way out where rows are needed and a large table has been counted."""

from __future__ import annotations

import streamlit as st

from dtshow.words.language import _
from pages.ui.bring import draft
from pages.ui.shell import session
from pages.ui.shell.places import go_to


def offer_sample() -> None:
    """Some of its rows as a table of one's own; nothing where the rows are there."""
    lesson = session.lesson()
    if not lesson.dataset.counted:
        return
    label = _("Take {n} rows of it as a table of your own").format(n=len(lesson.dataset.at_hand))
    st.button(label, key="take_sample", icon=":material/table_rows:", on_click=_take)


def _take() -> None:
    draft.take_sample()
    go_to("data")
