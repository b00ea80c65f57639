"""The tab: the picture, the trees that fit, and what decides between them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dtcore.errors import DtError
from pages.ui.explore.space.bias import bias, examples
from pages.ui.explore.space.counted import counted
from pages.ui.explore.space.fitting import fitting
from pages.ui.explore.space.picture import picture
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell.frame import show_problem
from pages.ui.shell.sheet import sheet
from pages.ui.wording.language import explanation


def show(lesson: Lesson) -> None:
    """Draw the tab for the table of ``lesson``; which recipe it is with makes no difference."""
    sheet(Path(__file__).with_name("space.css"))
    with st.container(key="space"):
        try:
            space = counted(lesson.dataset)
        except DtError as problem:
            show_problem(problem)
            st.markdown(explanation("explore_space_small"))
            examples(lesson)
            return
        picture(lesson, space)
        fitting(lesson, space)
        bias(lesson)
