"""The arithmetic of a split that is tried, below the curves that Streamlit draws."""

from __future__ import annotations

import streamlit as st

from dtcore.stepping import Candidate
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.working import cautions, introduction, working_block, working_lines
from dtshow.scene.sums import keys_of
from dttools.printing import Digits
from pages.ui.components.formula import sum_view
from pages.ui.grow.grow_view import highlight
from pages.ui.shell import session


def working(lesson: Lesson, candidate: Candidate, digits: Digits, key: str) -> None:
    """The question it answers, a line for each part, and where a number can mislead."""
    st.markdown(introduction(lesson, candidate))
    queries = {name: query for query, name in keys_of(working_lines(lesson, candidate)).items()}

    def press() -> None:
        if count := session.reported(key, "count"):
            highlight(queries.get(count))

    look = GrowLook(highlighted=session.view(GrowLook).highlighted)
    block = working_block(lesson, candidate, digits, look)
    sum_view(block | {"exact": None}, key, press)
    for caution in cautions(lesson, candidate):
        st.caption(caution)
