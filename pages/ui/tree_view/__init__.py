"""The tree of a lesson, drawn by Graphviz."""

import html
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from dtcore import export
from pages.ui.figures.palette import Theme, colour
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.tree_view.drawing import draw


def tree_view(lesson: Lesson, theme: Theme, fit: bool) -> None:
    """Draw the tree so far; ``fit`` shrinks it to its panel, else it scrolls at reading size."""
    source = draw(lesson, theme)
    size = st.container(key="tree_fit" if fit else "tree_read")
    # a new key for each drawing: Streamlit takes seconds to change one that stands
    with size, st.container(key=f"tree_{abs(hash(source))}"):
        st.graphviz_chart(
            source,
            width="stretch" if fit else "content",
            height="stretch" if fit else "content",
            alt=_("Decision tree") + "\n" + export.text(lesson.tree),
        )


def follow(lesson: Lesson) -> None:
    """Keep the selected node in sight, once it is drawn."""
    node = f"n{lesson.tree.place(lesson.node)}"
    _follower()(key="follow", data={"node": node, "nodes": len(lesson.tree)}, height=1)


def legend(lesson: Lesson) -> None:
    """The classes in the order of the counts, with their colours."""
    names = lesson.tree.schema.classes
    marks = (
        f'<span><i style="background:{colour(k)}"></i>{html.escape(name[:40])}</span>'
        for k, name in enumerate(names[:12])
    )
    if names:
        st.html(f'<div class="legend">{"".join(marks)}</div>')


def theme() -> Theme:
    """The theme that the reader sees."""
    return "dark" if st.context.theme.type == "dark" else "light"


@cache
def _follower() -> Any:
    script = (Path(__file__).parent / "follow.js").read_text("utf-8")
    return st.components.v2.component("nbn_follow", html="<span></span>", js=script)


__all__ = ["draw", "follow", "legend", "theme", "tree_view"]
