"""What a class does with a lesson besides growing it: guess first, build one's own, worksheets."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dtcore.formula import Digits
from pages.ui.grow.worksheet import worksheet
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording.language import _


def lesson_tools(lesson: Lesson, digits: Digits) -> None:
    """A popover, drawn when it is opened."""
    name = _("Practise")
    with st.popover(name, key="lesson_tools", icon=":material/school:", on_change="rerun") as place:
        if not place.open:
            return
        st.toggle(
            _("Guess first"),
            key=session.prepared("guess_control", bool(session.get("guess_first"))),
            help=_("The scores stay hidden until you have said what you expect."),
            on_change=lambda: session.put("guess_first", session.get("guess_control")),
        )
        st.toggle(
            _("Build your own"),
            key=session.prepared("build_control", bool(session.get("building"))),
            help=_("Every split is yours; then see where the algorithm's tree is another."),
            on_change=_build,
        )
        worksheet(lesson, digits)


def _build() -> None:
    session.put("building", session.get("build_control"))
    session.put("comparing", False)
    if session.get("building"):
        session.go(lambda now: replace(now, weighed=None))
