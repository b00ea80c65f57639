"""A worksheet of the lesson's first steps, and its key, to take away and print."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, spoken
from dtshow.worksheet.sheet import html_of
from dtshow.worksheet.steps import Sheet
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from pages.ui.grow.grow_view import PanelView
from pages.ui.shell import cache, session
from pages.ui.shell.places import title_of

MOST = 30


def worksheet(lesson: Lesson, digits: Digits) -> None:
    """How many steps, and two files to download; they are made when they are asked for."""
    st.markdown(_("**Worksheet**"))
    steps = session.view(PanelView).worksheet_steps
    control = session.bind(PanelView, worksheet_steps=steps)
    st.number_input(_("Number of steps"), 1, MOST, **control)
    with st.container(horizontal=True, gap="small"):
        for answers, label in ((False, _("Worksheet with blanks")), (True, _("Answer key"))):
            st.download_button(
                label,
                _page(lesson, steps, digits, answers),
                file_name=f"{'key' if answers else 'worksheet'}.html",
                mime="text/html",
                key=f"download_{'key' if answers else 'sheet'}",
                on_click="ignore",
                icon=":material/download:",
            )


def _page(lesson: Lesson, steps: int, digits: Digits, answers: bool) -> Callable[[], str]:
    """What makes the page. It runs outside the session, so all that it needs is taken here."""
    language = session.language()
    title, name = title_of(lesson.choice), narration.recipe_name(lesson.recipe_choice.name)
    rows = cache.display(lesson.choice, language, session.frame)

    def make() -> str:
        result = list(exercises(lesson.timeline, steps))
        tree = lesson.timeline.jump(len(result)).state.tree
        with spoken(language):
            return html_of(
                Sheet(title, lesson.recipe, name, result, tree, rows, digits, language, answers)
            )

    return make
