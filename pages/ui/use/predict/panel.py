"""The tab: what is asked about is filled in, told question by question, or a whole file."""

from __future__ import annotations

import streamlit as st

from dtcore.model import encode, path
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from dttools.study import prediction
from pages.ui.shell import session
from pages.ui.use.predict.answer import answer, sums, way
from pages.ui.use.predict.changes import changes
from pages.ui.use.predict.chosen import case_of
from pages.ui.use.predict.file import file
from pages.ui.use.predict.form import form
from pages.ui.use.predict.questions import questions
from pages.ui.use.predict.values import values
from pages.ui.use.tree import tree
from pages.ui.use.use_view import Mode, UseView


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
    names: dict[Mode, str] = {
        "form": _("Form"),
        "questions": _("Question by question"),
        "file": _("Many rows"),
    }
    now = session.view(UseView).mode
    st.radio(
        _("How to ask"),
        list(names),
        format_func=names.__getitem__,
        horizontal=True,
        label_visibility="collapsed",
        **session.bind(UseView, mode=now),
    )
    panels = {"form": _filled_in, "questions": questions, "file": file}
    panels[now](lesson)


def _filled_in(lesson: Lesson) -> None:
    """The form at the left; at the right the tree with the way of the case, and the answer."""
    case, asked = case_of(lesson.dataset), lesson.tree
    frame = case.frame(asked)
    found = prediction(asked, frame)
    with st.container(key="use_predict", horizontal=True, gap="large"):
        with st.container(key="use_left"):
            form(lesson, case, [met.split.column for met in found.steps])
        with st.container(key="use_right"):
            tree(lesson, path(asked, encode(frame, asked.schema), 0), values(asked, found))
            with st.container(key="use_below", horizontal=True, gap="large"):
                with st.container(key="use_why"):
                    answer(lesson, case, found)
                    sums(lesson, found)
                    way(lesson, found)
                changes(lesson, case)
