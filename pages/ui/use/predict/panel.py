"""The tab: the form at the left, the tree with the way of the case, and the answer below it."""

from __future__ import annotations

import streamlit as st

from dtcore.model import encode, path
from pages.ui.lesson.lesson import Lesson
from pages.ui.use.predict.chosen import case_of
from pages.ui.use.predict.form import form
from pages.ui.use.tree import tree


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``."""
    case = case_of(lesson.dataset)
    one = encode(case.frame(lesson.tree), lesson.tree.schema)
    passed = path(lesson.tree, one, 0)
    splits = [lesson.tree[node].split for node in passed]
    left, right = st.columns([1, 3], gap="large")
    with left:
        form(lesson, case, [split.column for split in splits if split is not None])
    with right:
        tree(lesson, passed)
