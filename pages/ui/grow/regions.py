"""The rows in the plane of two columns, on the regions of the tree as grown so far.

A touched region selects its node, a touched row is chosen; the tree and the table of rows do
the same by keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from dtcore.model import GAP, ROOT, Dataset, Split, weight_text
from dtshow.figures import regions as figure
from dtshow.figures.palette import Theme
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import candidates_seen
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.study.plane import able, numbers
from pages.ui.components.controls import class_key
from pages.ui.grow import guess
from pages.ui.grow.grow_view import building, highlight
from pages.ui.grow.looking import look_of
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.trees.picture import (
    ALONE,
    Axes,
    Picture,
    axes_of,
    choose,
    choose_row,
    depends_on,
    pictured,
    row_of,
    selected,
)

FIGURE: Final = session.Chart("regions_figure")
SPOKEN = 40
"""So many regions are told to those who hear the page."""


def regions(lesson: Lesson) -> None:
    axes, coming = axes_of(lesson, _unseen(lesson)), _coming(lesson)
    _axes(lesson, axes)
    seen = pictured(lesson, axes, coming)
    drawn = _drawn(lesson, axes, coming, theme())
    with st.container(key="regions", height="stretch"):
        class_key(seen.drawn.classes)
        st.plotly_chart(
            drawn,
            key=FIGURE.key,
            theme=None,
            height="stretch",
            on_select=lambda: _touch(lesson),
            selection_mode="points",
            config=CONFIG,
            alt=_alt(lesson, seen),
        )
    st.caption(_said(lesson, seen))


@cache.figure(by=depends_on)
def _drawn(lesson: Lesson, axes: Axes, coming: Split | None, look: Theme) -> go.Figure:
    return figure.regions(pictured(lesson, axes, coming).drawn, theme=look)


def _unseen(lesson: Lesson) -> bool:
    """Whether one is to find out oneself what the columns are worth at the root."""
    begun = lesson.timeline.cursor > 0 or lesson.weighed is not None
    hidden = guess.guessing() and (not begun or guess.waiting(lesson.select(ROOT)))
    return building() or hidden


def _coming(lesson: Lesson) -> Split | None:
    """The best split of the column looked at, once it may be seen, if the node asks another."""
    if not candidates_seen(lesson, look_of(lesson)) or lesson.candidate is None:
        return None
    split = lesson.evidence.candidates[lesson.candidate.column].split
    return split if split != lesson.tree[lesson.node].split else None


def _axes(lesson: Lesson, axes: Axes) -> None:
    """Which column goes across, and which one up."""
    columns, (across, up) = lesson.dataset.columns, axes
    fit = able(lesson.dataset)
    with st.container(key="axes", horizontal=True, gap="small"):
        st.selectbox(
            _("Across"),
            fit,
            format_func=lambda place: f"→ {columns[place].name}",
            label_visibility="collapsed",
            **session.control("axis_across", across, lambda place: choose(axes, place, up)),
        )
        alone = _("no second column")
        if not lesson.dataset.schema.classes:
            alone = _("{target}, in steps").format(target=lesson.dataset.target.name)
        st.selectbox(
            _("Up"),
            [*fit, ALONE],
            format_func=lambda place: f"↑ {alone if place == ALONE else columns[place].name}",
            label_visibility="collapsed",
            **session.control("axis_up", up, lambda place: choose(axes, across, place)),
        )


def _said(lesson: Lesson, seen: Picture) -> str:
    """What is drawn, and how true it is, as Markdown."""
    drawn, placed = seen.rows
    sentences = [
        *_without(lesson, seen),
        selected(lesson, seen),
        _truth(lesson, seen),
        _(
            "Hollow marks: {rows} that the tree sends to a different region because of "
            "columns not on the axes."
        ).format(rows=number_format.rows_count(seen.elsewhere))
        if seen.elsewhere
        else "",
        _("{shown} of {all} rows are drawn.").format(
            shown=weight_text(drawn), all=weight_text(placed)
        )
        if drawn < placed
        else "",
        _("There are {n} regions, too many to draw.").format(n=seen.found)
        if not seen.drawn.areas
        else "",
    ]
    return joined(*sentences)


def _without(lesson: Lesson, seen: Picture) -> Iterator[str]:
    """How many rows a column on an axis leaves out, which is said first: the picture lacks them."""
    for axis in seen.plane.axes:
        values, name = numbers(lesson.dataset, axis), lesson.dataset.columns[axis].name
        gaps = 0 if values is None else int(np.isnan(values).sum())
        text = (
            _("**{n} of {all} rows have no value of {column} and are not drawn.**")
            if gaps > 1
            else _("**{n} of {all} rows has no value of {column} and is not drawn.**")
        )
        if gaps:
            yield text.format(
                n=weight_text(gaps), all=weight_text(len(lesson.dataset)), column=literal(name, 40)
            )


def _truth(lesson: Lesson, seen: Picture) -> str:
    """What holds for the columns that are not in the picture."""
    if len(lesson.tree) == 1:
        return _(
            "Nothing has been asked yet, so all rows are in one region. Select a "
            "region to see its node, or a mark to see its row."
        )
    if not seen.asked:
        return _("The tree asks about no other column, so the picture shows all of it.")
    stand = _(", ").join(_value(seen.plane.others, column) for column in seen.asked)
    row = row_of(lesson)
    if row is not None:
        return _("The other columns are fixed at the values of row {row}: {values}.").format(
            values=stand, row=row + 1
        )
    text = _("The other columns are fixed at typical values: {values}.")
    return text.format(values=stand)


def _value(others: Dataset, column: int) -> str:
    """ "Sex = female", of the one row of ``others``."""
    here = others.columns[column]
    value = here.values[0]
    if here.levels is not None:
        shown = here.levels[int(value)] if value >= 0 else GAP
    else:
        shown = GAP if value != value else number_format.shown(float(value))
    return f"{literal(here.name, 30)} = {literal(shown, 30)}"


def _alt(lesson: Lesson, seen: Picture) -> str:
    """The regions in words, one a line."""
    shown = seen.drawn.names if seen.drawn.flat else seen.drawn.names[:2]
    head = _("The rows by {columns}, and the regions of the tree:").format(
        columns=_(", ").join(shown)
    )
    lines = [area.says.replace("\n", " → ") for area in seen.drawn.areas[:SPOKEN]]
    return "\n".join([head, *lines])


def _touch(lesson: Lesson) -> None:
    """Select the node of a region, told by its name, or choose a row, told by its number."""
    points = FIGURE.points
    touched = points[0].get("customdata") if points else None
    match touched[0] if isinstance(touched, list) else touched:
        case int(row) if 0 <= row < len(lesson.dataset):
            choose_row(lesson, None if row == row_of(lesson) else row)
        case str(name) if name == "" or re.fullmatch(r"\d{1,4}(\.\d{1,4})*", name):
            node = tuple(map(int, filter(None, name.split("."))))
            highlight(None)
            session.go(lambda now: now.select(node))
