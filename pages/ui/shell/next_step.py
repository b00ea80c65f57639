"""A way on at the foot of a page: a sentence, and a button that leads to another page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.ui.shell import session
from pages.ui.shell.places import Place, go_on
from pages.ui.shell.sheet import sheet
from pages.ui.shell.story_view import StoryView


def next_step(sentence: str, label: str, page: Place, **address: str) -> None:
    """``address``: what is opened there; without it the lesson stays as it is. To be drawn outside
    of fragments, since it leaves the page. Nothing while a guided lesson runs."""
    if session.view(StoryView).key:  # a guided lesson says itself where it goes on
        return
    sheet(Path(__file__).with_name("next_step.css"))
    with st.container(
        key=f"next_step_{page}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        st.markdown(sentence, width="content")
        st.button(
            label,
            key=f"next_to_{page}",
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=go_on,
            args=(page, address),
        )
