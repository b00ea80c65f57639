"""Which view of the selected node the inspector shows, and the buttons that choose it."""

from dataclasses import replace
from typing import Final

import streamlit as st

from dtcore.model import ROOT
from dtcore.model.plane import able
from pages.ui.grow.grow_view import GrowView, View
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording.language import _

VIEW: Final = session.Widget[View]("view_control", "working")
REGIONS: Final = session.Widget("regions_switch", False)
ANYWAY: Final = session.Widget("anyway", False)


def view_of(lesson: Lesson) -> View:
    """The view in force: that of a node's own numbers ends when the lesson moves on."""
    kept = session.view(GrowView)
    if kept.numbers_at == _here(lesson):
        return "node"
    view = kept.view
    return view if view != "regions" or able(lesson.dataset) else "working"


def open_node(lesson: Lesson) -> None:
    """Show the numbers of the node at hand."""
    session.keep(replace(session.view(GrowView), numbers_at=_here(lesson)))


def open_said_node(lesson: Lesson) -> None:
    """Show the numbers of the node that the last step was about; of the root before any step."""
    last = lesson.timeline.last
    session.go(lambda now: now.select(last.move.node if last else ROOT))
    open_node(session.lesson())


def look_into(lesson: Lesson) -> None:
    """Show the arithmetic of the best candidate of the node that is being weighed."""
    assert lesson.weighed is not None
    node, column = lesson.weighed, lesson.evidence_at_weighed.winner
    session.go(lambda now: now.select(node).look_at(column))
    _show("working")


def unasked(lesson: Lesson) -> bool:
    """Whether the node is a leaf that came about unweighed, and nobody wants to weigh it now."""
    step = lesson.step
    if step is None or step.evidence is not None or ANYWAY.value:
        return False
    return lesson.tree[lesson.node].leaf


def views(lesson: Lesson) -> None:
    """The buttons, where the node's candidates may be seen."""
    names: dict[View, str] = {
        "working": _("Arithmetic"),
        "curve": _cuts(lesson),
        "drop": _("Drop"),
        "node": _("Node"),
    }
    if able(lesson.dataset):
        names["regions"] = _("Regions")
    st.segmented_control(
        _("View"),
        list(names),
        format_func=names.__getitem__,
        key=VIEW.showing(view_of(lesson)),
        on_change=lambda: _choose(lesson, VIEW.value),
        label_visibility="collapsed",
        required=True,
    )


def regions_switch(lesson: Lesson) -> None:
    """What stands in the place of the buttons before the candidates may be seen."""
    if able(lesson.dataset):
        shown = view_of(lesson) == "regions"
        st.toggle(
            _("Regions"),
            key=REGIONS.showing(shown),
            on_change=lambda: _switch(lesson, "working" if shown else "regions"),
        )


def _cuts(lesson: Lesson) -> str:
    looked_at = lesson.candidate
    numeric = looked_at is not None and lesson.dataset.columns[looked_at.column].numeric
    return _("Cuts") if numeric else _("Groups")


def _switch(lesson: Lesson, chosen: View) -> None:
    """After Stop, Streamlit tells of a switch that has gone, though nobody touched it: one that
    was drawn before the lesson went on has no say."""
    if _here(session.lesson()) == _here(lesson):
        _choose(lesson, chosen)


def _choose(lesson: Lesson, chosen: View) -> None:
    if chosen == "node":
        open_node(lesson)
    else:
        _show(chosen)


def _show(view: View) -> None:
    session.keep(replace(session.view(GrowView), view=view, numbers_at=None))


def _here(lesson: Lesson) -> tuple[object, ...]:
    return (lesson.timeline.cursor, lesson.weighed, lesson.node)
