"""The arithmetic of a split that is tried, below the curves that Streamlit draws."""

from __future__ import annotations

import streamlit as st

from dtcore.formula import Digits
from dtcore.stepping import Candidate
from pages.ui.components.formula import definition_view, formula_view
from pages.ui.grow.grow_view import GrowView, highlight
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.grow.working import cautions, definitions, introduction, working_lines
from pages.ui.scene.sums import Counts, keys_of
from pages.ui.shell import session
from pages.ui.wording import narration
from pages.ui.wording.language import _


def working(lesson: Lesson, candidate: Candidate, digits: Digits, key: str) -> None:
    """The question it answers, a line for each part, and where a number can mislead."""
    st.markdown(introduction(lesson, candidate))
    lines = working_lines(lesson, candidate)
    definition_view(definitions(lines), f"{key}_definitions", _("Definition"))
    queries = {name: query for query, name in keys_of(lines).items()}

    def press() -> None:
        if count := session.reported(key, "count"):
            highlight(queries.get(count))

    counts = Counts(
        describe=lambda query: narration.query_words(lesson.tree, query),
        pressed=session.view(GrowView).highlighted,
        on_press=press,
    )
    formula_view(lines, digits, key, _("Working"), counts)
    for caution in cautions(lesson, candidate):
        st.caption(caution)
