"""The tree as Graphviz draws it by itself, what the course's ``dot`` prints: to be looked at over
the page or in it, and as files, each of which says inside where it comes from."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from dtshow.figures.palette import Theme
from dtshow.scene.tree import graphviz
from dtshow.scene.tree.graphviz import WORKER, PictureError, signed
from dtshow.scene.tree.section import TreePart
from dtshow.words.language import _
from pages.ui.components.mount import mount
from pages.ui.shell import session
from pages.ui.shell.frame import theme
from pages.ui.shell.places import Departure, file_name, origin

TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "dot": "text/vnd.graphviz",
}


def look(_value: object) -> None:
    """For acts: let the picture lie over this page, until it is closed or the page is left."""
    session.keep(replace(session.view(Departure), over=True))


def over_the_page(tree: TreePart) -> None:
    """The picture of ``tree``, if somebody wants to see it."""
    if session.view(Departure).over:
        title = _("The tree as Graphviz draws it")
        st.dialog(title, width="large", on_dismiss=_close)(partial(files, tree, "_over"))()


def _close() -> None:
    session.keep(replace(session.view(Departure), over=False))


def files(tree: TreePart, place: str = "") -> None:
    """The files, and below them the picture. ``place``: in the keys, where others may be."""
    drawn = downloads(tree, place)
    if not drawn:
        return
    words = [_("Zoom out"), _("Zoom in"), _("Whole tree")]
    picture = graphviz.in_css(drawn).decode()
    data = {"svg": picture, "label": _("Picture of the tree"), "words": words}
    mount("graphviz", f"graphviz{place}", json.dumps(data, ensure_ascii=False).encode())


def _source(tree: TreePart, look: Theme) -> str:
    on_paper = replace(tree, on_paper=True)
    return graphviz.picture(on_paper.whole.tree, on_paper.boxes()[1], look)


def downloads(tree: TreePart, place: str = "") -> bytes:
    """The files, in the colours of paper. Gives the picture as Graphviz draws it in the page's
    colours, nothing where it does not."""
    source = _source(tree, "light")
    try:
        picture = WORKER.render(_source(tree, theme()), "svg")
    except PictureError:
        picture = b""
    name, lines = file_name(tree.lesson), origin(tree.lesson)

    def content(form: str) -> bytes:
        drawn = source.encode() if form == "dot" else WORKER.render(source, form)
        return signed(graphviz.in_css(drawn) if form == "svg" else drawn, form, lines)

    with st.container(horizontal=True, gap="small", key=f"tree_files{place}"):
        for form in TYPES if picture else ("dot",):
            st.download_button(
                form.upper(),
                partial(content, form),
                f"{name}.{form}",
                TYPES[form],
                key=f"tree_{form}{place}",
                on_click="ignore",
            )
    if not picture:
        st.caption(
            _(
                "SVG, PNG and PDF need Graphviz, which is not installed here or failed on this "
                "tree. Where it is installed, run `dot -Tsvg {file}.dot -o {file}.svg`."
            ).format(file=name)
        )
    return picture
