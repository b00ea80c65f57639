"""How the tree is shown, and the tree as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree import drawing
from dtshow.scene.tree.folding import limit
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.signed import signed
from dtshow.scene.tree.tree_look import HISTOGRAM, SHARES, TreeLook
from dtshow.scene.tree.worker import WORKER, PictureError
from dtshow.words.language import _
from pages.ui.components.stage.tree_view import fold_to, tree_look
from pages.ui.shell import session
from pages.ui.shell.origin import file_name, origin

TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "dot": "text/vnd.graphviz",
}


def options(tree: TreePart, more: Callable[[], None]) -> None:
    """A popover; what is in it is made when it is opened. ``more``: a control of the page's own."""
    name = _("Tree options")
    icon = ":material/account_tree:"
    popover = st.popover(name, icon=icon, key="tree_more", help=name, on_change="rerun")
    if popover.open:
        with popover:
            more()
            how(tree.lesson)
            files(tree)


def how(lesson: Lesson) -> None:
    """What nodes and branches show, and how many levels are drawn."""
    st.toggle(
        _("Branch width shows the share of rows"),
        **session.bind(TreeLook, wide=tree_look().wide),
    )
    numeric = not lesson.tree.schema.classes
    names = {
        SHARES: _("Spread of the target") if numeric else _("Class shares"),
        HISTOGRAM: _("Target by tested column") if numeric else _("Histogram of the tested column"),
    }
    st.segmented_control(
        _("What nodes show"),
        list(names),
        format_func=names.__getitem__,
        required=True,
        wrap=True,
        **session.bind(TreeLook, shows=tree_look().shows),
    )
    in_files(lesson)


def in_files(lesson: Lesson) -> None:
    """How many levels are drawn and what nodes say, in pictures for download too."""
    st.toggle(
        _("Per cent beside counts"),
        **session.bind(TreeLook, percent=tree_look().percent),
    )
    st.toggle(
        _("Hide answers"),
        help=_("For a quiz: a node shows its answer when you select it."),
        **session.bind(TreeLook, asks=tree_look().asks),
    )
    deepest = int(lesson.tree.depths.max())
    if deepest > 1:
        st.slider(
            _("Levels shown"),
            1,
            deepest,
            **session.control(
                "levels",
                limit(lesson.tree, tree_look().folding),
                lambda level: fold_to(None if level == deepest else level),
            ),
        )


def files(tree: TreePart) -> None:
    """The tree as Graphviz draws it by itself: what the course's ``dot`` prints; no pictures
    without Graphviz. Each file says inside where it comes from."""
    tree = replace(tree, on_paper=True)
    whole, (_places, boxes) = tree.whole.tree, tree.boxes()
    source = drawing.picture(whole, boxes, "light")
    name, lines = file_name(tree.lesson), origin(tree.lesson)
    buttons = st.container(horizontal=True, gap="small", key="tree_files")
    st.caption(_("The tree as drawn by Graphviz:"))
    try:
        drawn = drawing.in_css(WORKER.render(source, "svg"))
        st.image(drawn.decode(), width="stretch", alt=_("Picture of the tree"))
        placed = True
    except PictureError:
        placed = False

    def content(form: str) -> bytes:
        drawn = source.encode() if form == "dot" else WORKER.render(source, form)
        return signed(drawing.in_css(drawn) if form == "svg" else drawn, form, lines)

    with buttons:
        for form in TYPES if placed else ("dot",):
            st.download_button(
                form.upper(),
                partial(content, form),
                f"{name}.{form}",
                TYPES[form],
                key=f"tree_{form}",
                on_click="ignore",
            )
    if not placed:
        st.caption(
            _(
                "SVG, PNG and PDF need Graphviz, which is not installed here or failed on this "
                "tree. Where it is installed, run `dot -Tsvg {file}.dot -o {file}.svg`."
            ).format(file=name)
        )
