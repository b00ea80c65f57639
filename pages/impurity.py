"""Impurity: what a question is worth, which is what it takes off: each number with its sum."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtshow.words.language import _
from pages.ui.components.controls import switch
from pages.ui.impurity import counts, curve, slide, two_way, variance
from pages.ui.impurity.controls import style
from pages.ui.impurity.impurity_view import ImpurityView, TopicName
from pages.ui.shell import session
from pages.ui.shell.frame import heading, next_step, show_problem
from pages.ui.shell.places import StoryView, depart


@st.fragment
def page() -> None:
    depart()
    if "data" in session.opened_with():  # a link is a lesson, on this page too
        session.lesson()
    lesson = session.lesson_address() if session.has_lesson() else {}
    session.write_address({**lesson, **session.params_of(ImpurityView)})
    style()
    if problem := session.trouble():
        show_problem(problem)
    topic = session.view(ImpurityView).topic
    if slide.drawn(topic):
        return
    topics = _topics()
    names = {key: topic.name for key, topic in topics.items()}
    with st.container(key="impurity_head", horizontal=True, vertical_alignment="bottom"):
        heading(
            _("What is a question worth?"),
            _("As much as it lowers impurity, the measure of how mixed the rows are."),
        )
        folded = st.popover(_("Options")) if session.view(StoryView).key else None
        with folded or nullcontext():
            switch(_("Topic"), names, session.bind(ImpurityView, topic=topic))
    with st.container(key="impurity_purpose"):
        st.caption(topics[topic].purpose)
    topics[topic].draw(folded)


@dataclass(frozen=True)
class Topic:
    """A part of the page: its name, what it is for, and what draws it, given where a guided lesson
    folds the switches away."""

    name: str
    purpose: str
    draw: Callable[[DeltaGenerator | None], None]


def _topics() -> dict[TopicName, Topic]:
    return {
        "curve": Topic(
            _("One curve"),
            _("Two classes: how mixed the rows are for each share p of the first class."),
            curve.one_curve_section,
        ),
        "criteria": Topic(
            _("Criteria compared"),
            _("All criteria at the same p. They agree on what is pure."),
            curve.criteria_section,
        ),
        "counts": Topic(
            _("Your own counts"),
            _("Type the class counts of a node: each criterion is worked out with your numbers."),
            lambda _folded: counts.section(),
        ),
        "two_way": Topic(
            _("Two-way table"),
            _("How much one column tells about another. Change a count, and the gain follows."),
            lambda _folded: two_way.section(),
        ),
        "variance": Topic(
            _("Variance"),
            _("For a numeric target: how far values lie from their mean, before and after a cut."),
            lambda _folded: variance.section(),
        ),
    }


page()
next_step(
    _("You can measure how mixed rows are. Now see which question sorts them best."),
    _("Grow a tree"),
    "grow",
)
