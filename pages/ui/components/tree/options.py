"""How the tree is shown, and the tree as a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import streamlit as st

from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.tree import drawing
from pages.ui.scene.tree.folding import Folding, limit
from pages.ui.scene.tree.sketch import Box
from pages.ui.scene.tree.worker import WORKER
from pages.ui.shell import session
from pages.ui.shell.frame import BodyView
from pages.ui.wording.language import _

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
ACROSS: Final = session.Widget("across_now", False)
WIDE: Final = session.Widget("wide_now", True)
SHOWS: Final = session.Widget("nodes_show_now", "shares")
LEVELS: Final = session.Widget("levels", 1)
SHARES, HISTOGRAM = "shares", "histogram"
"""What is drawn in a node: its class shares, or how its rows lie along the column it asks for."""


@dataclass(frozen=True)
class TreeView:
    """How trees are drawn in this session. ``done``: the number of the last act of the browser's
    that has been carried out."""

    folding: Folding = Folding()
    wide: bool = True
    shows: str = SHARES
    done: int = 0


def shows() -> str:
    """What nodes show in this session."""
    return session.view(TreeView).shows


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
        key=ACROSS.showing(session.view(BodyView).across),
        on_change=lambda: session.keep(BodyView(across=ACROSS.value)),
    )
    st.toggle(
        _("Branches as wide as their share of the rows"),
        key=WIDE.showing(session.view(TreeView).wide),
        on_change=lambda: session.keep(replace(session.view(TreeView), wide=WIDE.value)),
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
        key=SHOWS.showing(shows()),
        on_change=lambda: session.keep(replace(session.view(TreeView), shows=SHOWS.value)),
        required=True,
        wrap=True,
    )
    deepest = int(lesson.tree.depths.max())
    if deepest > 1:
        folding = session.view(TreeView).folding
        st.slider(
            _("Show so many levels of questions"),
            1,
            deepest,
            key=LEVELS.showing(limit(lesson.tree, folding)),
            on_change=_fold,
        )


def _fold() -> None:
    session.keep(replace(session.view(TreeView), folding=Folding(LEVELS.value)))


def _files(lesson: Lesson, boxes: list[Box], placed: bool) -> None:
    st.caption(_("The tree as shown, as a file:"))
    source = drawing.picture(lesson.tree, boxes, "light")
    with st.container(horizontal=True, gap="small", key="tree_files"):
        for form, mime in TYPES.items() if placed else ():
            st.download_button(
                form.upper(),
                partial(WORKER.render, source, form),
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
