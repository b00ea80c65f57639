"""The form: one control for each column, by its kind, and "don't know" beside each.

The columns of the tree come first, in the order in which it asks; the rest are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.model import Column, Tree
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal, one_line
from pages.ui.shell import session
from pages.ui.use.predict.case import Case
from pages.ui.use.predict.chosen import choose, number_of, put, row_at

MOST_CHIPS: Final = 5
"""With more levels, or longer ones, a list is opened to choose from."""
MOST_LETTERS: Final = 26
"""Of all levels together, beside each other."""


def asked_first(tree: Tree) -> list[int]:
    """The columns that the tree splits on, in the order in which it asks for them."""
    return list(dict.fromkeys(split.column for split in tree.splits if split is not None))


def form(lesson: Lesson, case: Case, on_way: Sequence[int]) -> None:
    """``on_way``: the columns that are asked for on the way of this case."""
    data, first = lesson.dataset, asked_first(lesson.tree)
    rest = [place for place in range(len(data.columns)) if place not in first]
    with st.container(key="use_form"):
        if case == Case.usual(data):
            st.caption(
                _(
                    "A usual case to begin with: each column’s median or most frequent value. "
                    "Change it into yours."
                )
            )
        _row(lesson, case)
        for place in first:
            _field(FormField(data, place, case.cells[place], place in on_way))
        if rest:
            text = ngettext(
                "{n} column it never asks about", "{n} columns it never asks about", len(rest)
            )
            folded = st.expander(text.format(n=len(rest)), key="use_unasked", on_change="rerun")
            if folded.open:
                with folded:
                    for place in rest:
                        _field(FormField(data, place, case.cells[place], False))


def _row(lesson: Lesson, case: Case) -> None:
    """The number of a row of the table, as its rows are numbered."""
    data = lesson.dataset
    own = None if case.row is None else number_of(data, case.row)
    with st.container(key="use_of_table", horizontal=True, vertical_alignment="center"):
        st.markdown(_("Row of the table"))
        st.number_input(
            _("Row of the table"),
            step=1,
            label_visibility="collapsed",
            placeholder="–",
            width=110,
            **session.control("use_row", own, partial(_take_row, data)),
        )


def _take_row(data: dt.Dataset, number: int | None) -> None:
    """For callbacks: the row of that number, or the next that the tree has."""
    last = number_of(data, len(data) - 1)
    if number is None:
        return
    if 1 <= number <= last:
        choose(data, Case.of_row(data, row_at(data, number)))
    else:
        session.say_trouble(
            dt.DataError(
                "There is no row {number}: the rows are numbered from 1 to {last}.",
                number=number,
                last=last,
            )
        )


@dataclass(frozen=True, eq=False)
class FormField:
    """A column of the form: its ``cell`` now, None if not known; ``used``: on the way of the
    case, so that the answer may hang on it."""

    data: dt.Dataset
    place: int
    cell: int | float | None
    used: bool

    @property
    def column(self) -> Column:
        return self.data.columns[self.place]

    @property
    def label(self) -> str:
        """What a screen reader says of it."""
        if self.used:
            return self.column.name
        return _("{column}, not asked on this path").format(column=self.column.name)


def _field(asked: FormField) -> None:
    name = literal(asked.column.name, 60)
    with st.container(key=f"use_{'used' if asked.used else 'idle'}_{asked.place}", gap=None):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{name}**")
            _not_known(asked)
        (_number if asked.column.numeric else _level)(asked)


def _not_known(asked: FormField) -> None:
    st.button(
        _("not known") if asked.cell is None else _("don’t know"),
        key=f"use_unknown_{asked.place}",
        type="tertiary",
        disabled=asked.cell is None,
        help=_("Let the tree answer without {column}").format(column=literal(asked.column.name)),
        on_click=put,
        args=(asked.data, asked.place, None),
    )


def _level(asked: FormField) -> None:
    levels = asked.column.levels or ()
    options = list(range(len(levels)))
    take = partial(put, asked.data, asked.place)
    shared = session.control(f"use_cell_{asked.place}", asked.cell, take)
    shared["label_visibility"] = "collapsed"
    if len(levels) <= MOST_CHIPS and sum(map(len, levels)) <= MOST_LETTERS:
        st.segmented_control(
            asked.label,
            options,
            format_func=lambda code: literal(levels[code], 40),
            required=True,  # what is chosen already is no wish to forget it
            **shared,
        )
    else:
        unknown = _("not known")
        shared |= {"placeholder": unknown, "index": None}  # whose options are no Markdown
        st.selectbox(
            asked.label, options, format_func=lambda code: one_line(levels[code], 40), **shared
        )


def _number(asked: FormField) -> None:
    """A slider and a field; of a number that is not known the field alone."""
    low, high, step = range_of(asked.column)
    take = partial(put, asked.data, asked.place)
    known = None if asked.cell is None else float(asked.cell)
    written = (number_format.digits(one) for one in (low, high, known) if one is not None)
    shared: dict[str, Any] = {
        "step": step,
        "label_visibility": "collapsed",
        "format": f"%.{max(6, *written)}g",
    }
    with st.container(horizontal=True, vertical_alignment="center"):
        if known is not None and low < high:
            st.slider(
                asked.label,
                min(low, known),
                max(high, known),
                **shared,
                **session.control(f"use_slide_{asked.place}", known, take),
            )
        st.number_input(
            asked.label,
            placeholder=_("not known"),
            width=110,
            **shared,
            **session.control(f"use_cell_{asked.place}", known, take),
        )
    if known is not None and not low <= known <= high:
        text = _("Outside the table, which has {low} to {high} here.")
        st.caption(text.format(low=number_format.shown(low), high=number_format.shown(high)))


def range_of(column: Column) -> tuple[float, float, float]:
    """From the least to the largest known number, and a step in which the table is written."""
    known = column.values[np.isfinite(column.values)]
    if not len(known):
        return 0.0, 0.0, 1.0
    low, high = (number_format.unrounded(float(end), column) for end in (known.min(), known.max()))
    digits = next((k for k in range(6) if np.allclose(known, known.round(k), atol=1e-9)), 6)
    return low, high, 10.0**-digits
