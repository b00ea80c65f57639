"""Guided lessons: those that are here, and a teacher's own file; and the course texts, section by
section."""

import streamlit as st

from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.frame import heading, show_problem
from pages.ui.story.lessons_view import LessonsView
from pages.ui.story.my_text import my_text, texts
from pages.ui.story.saved import save_pages
from pages.ui.story.shelf import aims, bundled, closing, own


def page() -> None:
    session.write_address(session.params_of(LessonsView))
    with st.container(key="lessons"):
        if problem := session.trouble():
            show_problem(problem)
        if text := session.view(LessonsView).text:
            my_text(text)
            return
        heading(
            _("Which lesson shall we follow?"),
            _("A guided lesson leads through the pages, one sentence at a time."),
        )
        closing()
        if saves := session.view(LessonsView).saves:  # whoever comes for it
            save_pages()
        texts()
        bundled()
        with st.expander(_("For teachers: aims, pages, own lessons")):
            st.markdown(aims())
            if not saves:
                save_pages()
            own()


page()
