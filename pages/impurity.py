"""Impurity: how mixed a node is, by every criterion, each number with its sum."""

import streamlit as st

from pages.ui.impurity import counts, criteria, curve, two_way, variance
from pages.ui.impurity.controls import style, switch
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.wording.language import _


@st.fragment
def page() -> None:
    if "data" in session.opened_with():  # a link is a lesson, on this page too
        session.lesson()
    session.write_address(session.lesson_address() if session.has_lesson() else None)
    style()
    if problem := session.trouble():
        show_problem(problem)
    sections = {
        "curve": (_("One curve"), curve.section),
        "criteria": (_("Three criteria"), criteria.section),
        "counts": (_("Your own counts"), counts.section),
        "two_way": (_("Two-way table"), two_way.section),
        "variance": (_("Variance"), variance.section),
    }
    names = {key: name for key, (name, _draw) in sections.items()}
    with st.container(
        key="impurity_head", horizontal=True, vertical_alignment="center", gap="medium"
    ):
        st.title(_("How mixed is a node?"), anchor=False, width="content")
        chosen = switch(_("Topic"), names, "impurity_topic")
    sections[chosen][1]()


page()
