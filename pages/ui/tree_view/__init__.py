"""The tree of a lesson, drawn by Graphviz."""

import streamlit as st

from dtcore import export
from pages.ui.figures.palette import Theme
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.tree_view.drawing import draw


def tree_view(lesson: Lesson, theme: Theme, fit: bool) -> None:
    """Draw the tree so far; ``fit`` shrinks it to its panel, else it scrolls at reading size."""
    source = draw(lesson, theme)
    # a new key for each drawing: Streamlit takes seconds to change one that stands
    with st.container(key=f"tree_{abs(hash(source))}"):
        st.graphviz_chart(
            source,
            width="stretch" if fit else "content",
            height="stretch" if fit else "content",
            alt=_("Decision tree") + "\n" + export.text(lesson.tree),
        )


def theme() -> Theme:
    """The theme that the reader sees."""
    return "dark" if st.context.theme.type == "dark" else "light"


__all__ = ["draw", "theme", "tree_view"]
