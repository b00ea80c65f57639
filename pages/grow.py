"""Grow: step through a tree, and see the arithmetic of every candidate split."""

import streamlit as st

from dtcore.formula import Digits
from pages.ui import compute, state, words
from pages.ui.frame import show_problem
from pages.ui.grow.candidates import candidates, opener
from pages.ui.grow.choose import close_or_prune, take
from pages.ui.grow.curve import curve
from pages.ui.grow.rows import rows
from pages.ui.grow.stepper import stepper
from pages.ui.grow.working import working
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal
from pages.ui.tree_view import tree_view


@st.fragment
def page() -> None:
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
                rows(lesson, compute.display(lesson.choice, state.language(), state.frame))
        with right, st.container(key="right"):
            _inspector(lesson, digits)


def _tree(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="tree", border=True):
        tree_view(lesson, digits, on_pick=_select)


def _inspector(lesson: Lesson, digits: Digits) -> None:
    """What was weighed at the selected node: candidates first, then one of them in full."""
    if not lesson.seen:
        _unseen(lesson)
        return
    step = lesson.step
    if step is not None and lesson.tree[lesson.node].leaf:
        st.info(words.stop_words(step, lesson.tree))
        if step.evidence is None and not state.get("anyway"):
            st.toggle(_("Show what could be asked all the same"), key="anyway")
            return
    candidates(lesson, digits)
    with st.container(key="openers", horizontal=True, gap="small", vertical_alignment="center"):
        opener(lesson)
        _views(lesson)
    candidate = lesson.candidate
    if candidate is None or candidate.split is None:
        close_or_prune(lesson)
        return
    st.caption(words.verdict_in_full(candidate, lesson.evidence, digits))
    if state.get("view", "working") == "curve":
        curve(lesson, candidate, digits)
    else:
        working(lesson, candidate, digits)
        with st.container(horizontal=True, gap="small"):
            take(lesson, candidate.split, key="take_candidate")
            close_or_prune(lesson)


def _views(lesson: Lesson) -> None:
    looked_at = lesson.candidate
    numeric = looked_at is not None and lesson.dataset.columns[looked_at.column].numeric
    views = {"working": _("Arithmetic"), "curve": _("Every cut") if numeric else _("Counts")}
    st.segmented_control(
        _("View"),
        list(views),
        format_func=views.__getitem__,
        key=state.prepared("view_control", state.get("view", "working")),
        on_change=lambda: state.put("view", state.get("view_control")),
        label_visibility="collapsed",
        required=True,
    )


def _unseen(lesson: Lesson) -> None:
    st.info(_("Not weighed yet. Which question would you ask about these rows?"))
    for column in lesson.dataset.columns[:12]:
        st.markdown(f"- {literal(column.name)}")
    st.button(
        _("Weigh this node now"),
        key="weigh_here",
        icon=":material/balance:",
        on_click=lambda: state.go(lambda now: now.show_candidates(now.node)),
    )


def _select(node: tuple[int, ...]) -> None:
    state.put("lit", "")
    state.go(lambda now: now.select(node))


def _scale(lesson: Lesson) -> float:
    """The size of the numbers on show, so that they are rounded alike at every node."""
    impurity = lesson.tree.impurity(())
    return impurity * lesson.tree.weight(()) if lesson.recipe.impurity.numeric else impurity


page()
