"""Guided lessons: those that are here, and a teacher's own file; and the course texts, section by
section."""

import streamlit as st

from dtshow.words.language import _
from pages.ui.components.controls import switch
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet, show_problem
from pages.ui.story.lessons_view import LessonsView, Tab
from pages.ui.story.my_text import SHEET, my_text
from pages.ui.story.shelf import bundled, closing, own


def page() -> None:
    session.write_address(session.params_of(LessonsView))
    tab = session.view(LessonsView).tab
    with st.container(key="lessons"):
        if problem := session.trouble():
            show_problem(problem)
        sheet(SHEET)
        _head(tab)
        if tab == "text":
            my_text()
            return
        closing()
        bundled()
        own()


def _head(tab: Tab) -> None:
    names: dict[Tab, str] = {"lessons": _("Lessons"), "text": _("My text")}
    with st.container(key="lessons_head", horizontal=True, vertical_alignment="bottom"):
        if tab == "text":
            heading(
                _("Where is it in your course text?"),
                _("Each section of the text, what it prints, and the step that computes it here."),
            )
        else:
            heading(
                _("Which lesson shall we follow?"),
                _("A guided lesson leads through the pages, one sentence at a time."),
            )
        switch(_("Lessons or a course text"), names, session.bind(LessonsView, tab=tab))


page()
