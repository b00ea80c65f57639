"""Guided lessons: those that are here, and a teacher's own file."""

import streamlit as st

from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.frame import heading, show_problem
from pages.ui.story.shelf import bundled, closing, own


def page() -> None:
    session.write_address()
    with st.container(key="lessons"):
        if problem := session.trouble():
            show_problem(problem)
        heading(
            _("Which lesson shall we follow?"),
            _("A guided lesson leads through the pages, one sentence at a time."),
        )
        closing()
        bundled()
        own()


page()
