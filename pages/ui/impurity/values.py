"""Where the values of the variance topic come from: typed, or the lesson's node."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dtcore.errors import DataError
from dtcore.stepping import node_rows_of
from dtshow.words.language import _
from pages.ui.impurity import typed
from pages.ui.impurity.impurity_view import VALUES, ImpurityView
from pages.ui.shell import session

MOST_ROWS = 500


@dataclass(frozen=True)
class Values:
    """A numeric target y and where its values stand, x, with their names."""

    x: list[float]
    y: list[float]
    names: tuple[str, str] = ("x", "y")

    def parted(self, cut: float) -> tuple[list[float], list[float]]:
        pairs = list(zip(self.x, self.y, strict=True))
        return [y for x, y in pairs if x <= cut], [y for x, y in pairs if x > cut]


def from_text() -> Values:
    """Boxes for y and x, and the values in them. Raises DataError."""
    now = session.view(ImpurityView)
    y_box, x_box, presets = st.columns([1.2, 0.8, 1.3], vertical_alignment="bottom")
    with y_box:
        control = session.bind(ImpurityView, values=now.values)
        st.text_input(_("Values of y, separated by commas"), **control)
    with x_box:
        st.text_input(
            _("Values of x (optional)"),
            placeholder="1, 2, 3, …",
            **session.bind(ImpurityView, places=now.places),
        )
    with presets, st.container(horizontal=True, gap="small"):
        for text in VALUES:
            st.button(
                text if len(text) < 20 else _("Ten points (Li Hang)"),
                key=f"impurity_values_{text}",
                on_click=_take,
                args=(text,),
            )
    y = typed.values(now.values)
    return Values(typed.places(now.places, len(y)), y)


def lesson_columns() -> list[int]:
    """The numeric columns of a regression lesson whose rows all count once."""
    if not session.has_lesson():
        return []
    dataset = session.lesson().dataset
    if not dataset.target.numeric or not (dataset.weights == 1).all():
        return []
    return [i for i, column in enumerate(dataset.columns) if column.numeric]


def choose_column() -> None:
    """Which numeric column of the lesson the threshold is on."""
    columns = session.lesson().dataset.columns
    st.selectbox(
        _("Cut on"),
        lesson_columns(),
        format_func=lambda i: columns[i].name,
        width=220,
        label_visibility="collapsed",
        **session.bind(ImpurityView, column=_column()),
    )


def from_lesson(by_column: bool) -> Values:
    """The rows of the node at hand, by a column or in their order. Raises DataError."""
    lesson = session.lesson()
    rows = node_rows_of(lesson.timeline.problem, lesson.timeline.state, lesson.node).rows
    if len(rows) > MOST_ROWS:
        raise DataError(
            "This node has {rows} rows, too many to draw one by one. Choose a node with at most "
            "{most} on the Grow page.",
            rows=len(rows),
            most=MOST_ROWS,
        )
    target, column = lesson.dataset.target, lesson.dataset.columns[_column()]
    x = column.values[rows] if by_column else np.arange(1.0, len(rows) + 1)
    known = ~np.isnan(x)
    if known.sum() < min(2, len(rows)):
        raise DataError(
            "Hardly any row here has a value in “{column}”. Choose another column.",
            column=column.name,
        )
    return Values(
        x[known].tolist(), target.values[rows][known].tolist(), (column.name, target.name)
    )


def _column() -> int:
    """The column chosen, else the one looked at in the lesson, else the first."""
    lesson, columns = session.lesson(), lesson_columns()
    looked_at = lesson.candidate.column if lesson.seen and lesson.candidate else None
    asked = (session.view(ImpurityView).column, looked_at)
    return next((column for column in asked if column in columns), columns[0])


def _take(text: str) -> None:
    session.change(ImpurityView, values=text, places="")
