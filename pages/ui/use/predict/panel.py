"""The tab: the form at the left; at the right the tree with the way of the case, and the answer."""

from __future__ import annotations

import streamlit as st

from dtcore.explain import How, Met, Predicted, prediction
from dtcore.model import NodeId, Tree, encode, path
from pages.ui.lesson.lesson import Lesson
from pages.ui.use.predict.answer import answer, not_known, sums
from pages.ui.use.predict.changes import changes
from pages.ui.use.predict.chosen import case_of
from pages.ui.use.predict.form import form
from pages.ui.use.tree import tree
from pages.ui.wording import number_format


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
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
                    not_known(lesson, found)
                changes(lesson, case)


def values(asked: Tree, found: Predicted) -> dict[NodeId, str]:
    """By node on the way: what the case has in the column that led there, if the branch does not
    say it."""
    return {
        (*met.node, branch): text
        for met in found.steps
        for branch in met.onward
        if (text := _own(asked, met, (*met.node, branch)))
    }


def _own(asked: Tree, met: Met, child: NodeId) -> str:
    if met.cell is None or met.how != How.CELL:
        return ""
    text = number_format.exact(met.cell) if isinstance(met.cell, float) else met.cell
    return "" if number_format.value(asked.conditions(child)[-1]) == text else text
