"""The tab: the form at the left; at the right the tree with the way of the case, and the answer."""

from __future__ import annotations

import streamlit as st

from dtcore.explain import prediction
from dtcore.model import encode, path
from pages.ui.lesson.lesson import Lesson
from pages.ui.use.predict.answer import answer
from pages.ui.use.predict.changes import changes
from pages.ui.use.predict.chosen import case_of
from pages.ui.use.predict.form import form
from pages.ui.use.tree import tree


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
    case, asked = case_of(lesson.dataset), lesson.tree
    frame = case.frame(asked)
    found = prediction(asked, frame)
    with st.container(key="use_predict", horizontal=True, gap="large"):
        with st.container(key="use_left"):
            form(lesson, case, [met.split.column for met in found.steps])
        with st.container(key="use_right"):
            tree(lesson, path(asked, encode(frame, asked.schema), 0))
            with st.container(key="use_below", horizontal=True, gap="large"):
                answer(lesson, case, found)
                changes(lesson, case)
