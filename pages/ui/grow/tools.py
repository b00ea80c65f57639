"""What a class does with a lesson besides growing it: guess first, build one's own, worksheets."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dtcore.formula import Digits
from pages.ui import state
from pages.ui.grow.worksheet import worksheet
from pages.ui.language import _
from pages.ui.lesson import Lesson


def lesson_tools(lesson: Lesson, digits: Digits) -> None:
    """A popover, drawn when it is opened."""
    name = _("Practise")
    with st.popover(name, key="lesson_tools", icon=":material/school:", on_change="rerun") as place:
        if not place.open:
            return
        st.toggle(
            _("Guess first"),
            key=state.prepared("guess_control", bool(state.get("guess_first"))),
            help=_("The scores stay hidden until you have said what you expect."),
            on_change=lambda: state.put("guess_first", state.get("guess_control")),
        )
        st.toggle(
            _("Build your own"),
            key=state.prepared("build_control", bool(state.get("building"))),
            help=_("Every split is yours; then see where the algorithm's tree is another."),
            on_change=_build,
        )
        worksheet(lesson, digits)


def _build() -> None:
    state.put("building", state.get("build_control"))
    state.put("comparing", False)
    if state.get("building"):
        state.go(lambda now: replace(now, weighed=None))
