"""What was weighed at the selected node: candidates first, then one of them in full."""

import streamlit as st

from dtcore.formula import Digits
from pages.ui import state, words
from pages.ui.grow import guess
from pages.ui.grow.build import build, building
from pages.ui.grow.candidates import candidates, opener
from pages.ui.grow.choose import close_or_prune, take
from pages.ui.grow.cuts import cuts
from pages.ui.grow.drop import drop
from pages.ui.grow.groups import groups
from pages.ui.grow.node import node_view
from pages.ui.grow.sent import sent
from pages.ui.grow.verdict import verdict
from pages.ui.grow.views import view_of, views
from pages.ui.grow.working import working
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal


def inspector(lesson: Lesson, digits: Digits) -> None:
    if building():
        build(lesson, digits)
        return
    if guess.waiting(lesson):
        guess.panel(lesson, digits)
        return
    if not lesson.seen:
        _unseen(lesson, digits)
        return
    step = lesson.step
    if step is not None and lesson.tree[lesson.node].leaf:
        st.info(words.stop_words(step, lesson.tree))
        if step.evidence is None and not state.get("anyway"):
            node_view(lesson, digits)
            st.toggle(_("Show what could be asked all the same"), key="anyway")
            return
    guess.feedback(lesson, digits)
    candidates(lesson, digits)
    with st.container(key="openers", horizontal=True, gap="small", vertical_alignment="center"):
        opener(lesson)
        views(lesson)
    _view(lesson, digits)
    sent(lesson)


def _view(lesson: Lesson, digits: Digits) -> None:
    candidate, view = lesson.candidate, view_of(lesson)
    if view == "node" or candidate is None or candidate.split is None:
        node_view(lesson, digits)
        close_or_prune(lesson)
        return
    if view == "curve":
        numeric = lesson.dataset.columns[candidate.column].numeric
        (cuts if numeric else groups)(lesson, candidate, digits)
        return
    verdict(lesson, candidate, digits)
    if view == "drop":
        drop(lesson, candidate, digits)
    else:
        working(lesson, candidate, digits)
        with st.container(horizontal=True, gap="small"):
            take(lesson, candidate.split, key="take_candidate")
            close_or_prune(lesson)


def _unseen(lesson: Lesson, digits: Digits) -> None:
    st.info(_("Not weighed yet. Which question would you ask about these rows?"))
    for column in lesson.dataset.columns[:12]:
        st.markdown(f"- {literal(column.name)}")
    st.button(
        _("Weigh this node now"),
        key="weigh_here",
        icon=":material/balance:",
        on_click=lambda: state.go(lambda now: now.show_candidates(now.node)),
    )
    node_view(lesson, digits)
