"""Grow: step through a tree, and see the arithmetic of every candidate split."""

import streamlit as st

from dtcore.formula import Digits
from pages.ui import compute, state
from pages.ui.frame import show_problem
from pages.ui.grow.inspector import inspector
from pages.ui.grow.rows import lit_path, rows
from pages.ui.grow.stepper import stepper
from pages.ui.language import spoken
from pages.ui.lesson import Lesson
from pages.ui.tree_view import tree_view
from pages.ui.turns import drawing


@st.fragment
def page() -> None:
    # the language is asked of the session once, and not for each sentence
    with drawing.turn(), spoken(state.language()):
        _page()


def _page() -> None:
    lesson = state.lesson()
    state.write_address(state.lesson_address())
    digits = Digits.for_scale(_scale(lesson))
    with st.container(key="grow"):
        if problem := state.trouble():
            show_problem(problem)
        stepper(lesson, digits)
        left, right = st.columns([1.28, 1], gap="small")
        with left:
            _tree(lesson, digits)
            with st.container(key="rowbox"):
                rows(lesson, compute.display(lesson.choice, state.language(), state.frame), digits)
        with right, st.container(key="right"):
            inspector(lesson, digits)


def _tree(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="tree", border=True):
        tree_view(lesson, digits, on_pick=_select, lit=lit_path(lesson))


def _select(node: tuple[int, ...]) -> None:
    state.put("lit", "")
    state.go(lambda now: now.select(node))


def _scale(lesson: Lesson) -> float:
    """The size of the numbers on show, so that they are rounded alike at every node."""
    impurity = lesson.tree.impurity(())
    return impurity * lesson.tree.weight(()) if lesson.recipe.impurity.numeric else impurity


page()
