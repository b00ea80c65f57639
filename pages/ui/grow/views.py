"""Which view of the selected node the inspector shows, and the buttons that choose it."""

from typing import Literal, cast

import streamlit as st

from pages.ui import state
from pages.ui.language import _
from pages.ui.lesson import Lesson

View = Literal["working", "curve", "drop", "node"]


def view_of(lesson: Lesson) -> View:
    """The view in force: that of a node's own numbers ends when the lesson moves on."""
    if state.get("node_view") == _here(lesson):
        return "node"
    return cast(View, state.get("view", "working"))


def open_node(lesson: Lesson) -> None:
    """Show the numbers of the node at hand."""
    state.put("node_view", _here(lesson))


def views(lesson: Lesson) -> None:
    looked_at = lesson.candidate
    numeric = looked_at is not None and lesson.dataset.columns[looked_at.column].numeric
    names: dict[View, str] = {
        "working": _("Arithmetic"),
        "curve": _("Cuts") if numeric else _("Groups"),
        "drop": _("Drop"),
        "node": _("Node"),
    }
    st.segmented_control(
        _("View"),
        list(names),
        format_func=names.__getitem__,
        key=state.prepared("view_control", view_of(lesson)),
        on_change=lambda: _choose(lesson),
        label_visibility="collapsed",
        required=True,
    )


def _choose(lesson: Lesson) -> None:
    chosen = state.get("view_control")
    if chosen == "node":
        open_node(lesson)
    else:
        state.put("node_view", None)
        state.put("view", chosen)


def _here(lesson: Lesson) -> tuple[object, ...]:
    return (lesson.timeline.cursor, lesson.weighed, lesson.node)
