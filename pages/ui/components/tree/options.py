"""How the tree is shown, and the tree as a file."""

from __future__ import annotations

from typing import Final

import streamlit as st

import pages.ui.components.tree.drawing as drawing
from pages.ui.components.tree.folding import Folding, limit
from pages.ui.components.tree.sketch import Box
from pages.ui.components.tree.worker import WORKER
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording.language import _

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
SHARES, HISTOGRAM = "shares", "histogram"
"""What is drawn in a node: its class shares, or how its rows lie along the column it asks for."""


def shows() -> str:
    """What nodes show in this session."""
    return str(session.get("nodes_show", SHARES))


def options(lesson: Lesson, boxes: list[Box], placed: bool) -> None:
    """A popover; what is in it is made when it is opened. No pictures without Graphviz."""
    popover = st.popover(
        _("Tree: how, and as a file"),
        icon=":material/more_horiz:",
        key="tree_more",
        help=_("Tree: how, and as a file"),
        on_change="rerun",
    )
    if popover.open:
        with popover:
            _how(lesson)
            _files(lesson, boxes, placed)


def _how(lesson: Lesson) -> None:
    st.toggle(
        _("The tree across the page"),
        key=session.prepared("across_now", bool(session.get("across"))),
        on_change=lambda: session.put("across", session.get("across_now")),
    )
    st.toggle(
        _("Branches as wide as their share of the rows"),
        key=session.prepared("wide_now", bool(session.get("wide_branches", True))),
        on_change=lambda: session.put("wide_branches", session.get("wide_now")),
    )
    numeric = not lesson.tree.schema.classes
    names = {
        SHARES: _("Spread of the target") if numeric else _("Class shares"),
        HISTOGRAM: _("Target against the question") if numeric else _("Histogram of the question"),
    }
    st.segmented_control(
        _("What nodes show"),
        list(names),
        format_func=names.__getitem__,
        key=session.prepared("nodes_show_now", shows()),
        on_change=lambda: session.put("nodes_show", session.get("nodes_show_now")),
        required=True,
        wrap=True,
    )
    deepest = int(lesson.tree.depths.max())
    if deepest > 1:
        folding = session.get("folding", Folding())
        st.slider(
            _("Show so many levels of questions"),
            1,
            deepest,
            key=session.prepared("levels", limit(lesson.tree, folding)),
            on_change=lambda: session.put("folding", Folding(session.get("levels"))),
        )


def _files(lesson: Lesson, boxes: list[Box], placed: bool) -> None:
    st.caption(_("The tree as shown, as a file:"))
    source = drawing.picture(lesson.tree, boxes, "light")
    with st.container(horizontal=True, gap="small", key="tree_files"):
        for form, mime in TYPES.items() if placed else ():
            st.download_button(
                form.upper(),
                lambda form=form: WORKER.render(source, form),
                f"tree.{form}",
                mime,
                key=f"tree_{form}",
                on_click="ignore",
            )
        st.download_button(
            "DOT", source, "tree.dot", "text/vnd.graphviz", key="tree_dot", on_click="ignore"
        )
    if not placed:
        st.caption(
            _(
                "SVG, PNG and PDF need Graphviz, which is missing here or failed on this tree. "
                "Where it is installed, `dot -Tsvg tree.dot -o tree.svg` draws the DOT file."
            )
        )
