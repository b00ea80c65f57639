"""Predict: what is asked about is filled in, told question by question, or a whole file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st

import dttools as dt
from dtcore.model import Column, encode, path
from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal, one_line
from dttools.study import Change, Piece, prediction
from pages.ui.components.controls import menu, quiet
from pages.ui.shell import session
from pages.ui.use.answer import answer, reason, sums, values, way
from pages.ui.use.many_rows import file
from pages.ui.use.questions import questions
from pages.ui.use.tree_in_use import before_change, case_of, choose, number_of, put, row_at, tree
from pages.ui.use.use_view import Case, Cell, Mode, UseView, range_of

MOST_CHIPS: Final = 5
"""With more levels, or longer ones, a list is opened to choose from."""
MOST_LETTERS: Final = 26
"""Of all levels together, beside each other."""
MOST: Final = 8
"""Changes in sight, of each column as many; the others are unfolded."""
MOST_UNFOLDED: Final = 60
MOST_NAMES: Final = 6
"""Of columns that change nothing, one by one."""


def panel(lesson: Lesson) -> None:
    names: dict[Mode, str] = {
        "form": _("Form"),
        "questions": _("Question by question"),
        "file": _("Many rows"),
    }
    now = session.view(UseView).mode
    menu(_("How to ask"), names, session.bind(UseView, mode=now))
    panels = {"form": _filled_in, "questions": questions, "file": file}
    panels[now](lesson)


def _filled_in(lesson: Lesson) -> None:
    """The form at the left; at the right the answer, and the tree with the way of the case."""
    case, asked = case_of(lesson.dataset), lesson.tree
    frame = case.frame(asked)
    found = prediction(asked, frame)
    with st.container(key="use_predict", horizontal=True, gap="large"):
        with st.container(key="use_left"):
            form(lesson, case, [met.split.column for met in found.steps])
        with st.container(key="use_right"):
            answer(lesson, case, found)
            if told := reason(found):
                st.caption(told)
            tree(lesson, path(asked, encode(frame, asked.schema), 0), values(asked, found))
            with st.container(key="use_below", horizontal=True, gap="large"):
                with st.container(key="use_why"):
                    sums(lesson, found)
                    way(lesson, found)
                changes(lesson, case)


def form(lesson: Lesson, case: Case, on_way: Sequence[int]) -> None:
    """``on_way``: the columns that are asked for on the way of this case."""
    data = lesson.dataset
    first = list(dict.fromkeys(split.column for split in lesson.tree.splits if split is not None))
    rest = [place for place in range(len(data.columns)) if place not in first]
    with st.container(key="use_form"):
        if case == Case.usual(data):
            st.caption(
                _(
                    "A usual case to begin with: each column’s median or most frequent value. "
                    "Change it into yours."
                )
            )
        _row_of_table(lesson, case)
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


def _row_of_table(lesson: Lesson, case: Case) -> None:
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
    unknown = asked.cell is None
    label, key = _("not known") if unknown else _("don’t know"), f"use_unknown_{asked.place}"
    help = _("Let the tree answer without {column}").format(column=literal(asked.column.name))
    quiet(label, key, put, asked.data, asked.place, None, disabled=unknown, help=help)


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
    ends = _ends(low, high, step)
    take = partial(put, asked.data, asked.place)
    known = None if asked.cell is None else float(asked.cell)
    written = (number_format.digits(one) for one in (*ends, known) if one is not None)
    shared: dict[str, Any] = {
        "step": step,
        "label_visibility": "collapsed",
        "format": f"%.{max(6, *written)}g",
    }
    with st.container(horizontal=True, vertical_alignment="center"):
        if known is not None and low < high:
            st.slider(
                asked.label,
                min(ends[0], known),
                max(ends[1], known),
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


def _ends(low: float, high: float, step: float) -> tuple[float, float]:
    """Of a slider, as its steps are written: the least cell may be 0.166700006."""
    places = -round(math.log10(step))
    ends = round(low, places), round(high, places)
    return ends if ends[0] < ends[1] else (low, high)


def changes(lesson: Lesson, case: Case) -> None:
    """Of the columns that the tree asks; pressing one puts it into the form."""
    found = [w for w in dt.what_if(lesson.tree, case.frame(lesson.tree)) if w.asked]
    turning = [what.changes for what in found if what.changes]
    each, most = (max(1, limit // max(1, len(turning))) for limit in (MOST, MOST_UNFOLDED))
    near = [change for many in turning for change in many[:each]]
    more = near[MOST:] + [change for many in turning for change in many[each:most]]
    with st.container(key="use_changes", gap=None):
        st.markdown(_("**What would change the answer**"))
        for change in near[:MOST]:
            _change(lesson, change)
        if left := sum(map(len, turning)) - len(near[:MOST]):
            text = ngettext("and {n} more", "and {n} more", left)
            folded = st.expander(text, key="use_more_changes", on_change="rerun")
            if folded.open:
                with folded:
                    _unfolded(lesson, more, most if len(more) < left else 0)
        if (before := before_change(lesson.dataset)) is not None:
            label, undo = _("Undo the change"), ":material/undo:"
            quiet(label, "use_change_undo", choose, lesson.dataset, before, icon=undo)
        if stuck := [literal(what.name, 40) for what in found if what.nearest is None]:
            st.caption(_stuck(stuck, bool(turning)))


def _unfolded(lesson: Lesson, more: Sequence[Change], most: int) -> None:
    """``most``: so many of each column are listed; 0: all."""
    for change in more:
        _change(lesson, change)
    if most:
        text = _("Of each column at most {n} are listed, the nearest.")
        st.caption(text.format(n=most))


def _change(lesson: Lesson, change: Change) -> None:
    told, piece = literal(_answer(lesson, change)), change.piece
    low = "" if piece.above is None else piece.above.cut
    key = f"use_change_{piece.column}_{low if piece.code is None else piece.code}"
    quiet(f"{literal(_cells(lesson.tree, piece))} → **{told}**", key, _take, lesson, change)


def _stuck(names: Sequence[str], some: bool) -> str:
    """Of which columns no cell changes it; of ``some`` other a cell does."""
    if not some:
        return _("No single column changes the answer.")
    if len(names) == 1:
        return _("{column} alone does not change the answer.").format(column=names[0])
    if len(names) > MOST_NAMES:
        text = _("None of the other {n} columns changes the answer alone.")
        return text.format(n=len(names))
    text = _("None of these changes the answer alone: {columns}.")
    return text.format(columns=_(", ").join(names))


def _cells(tree: dt.Tree, piece: Piece) -> str:
    """ "2 < x ≤ 5" where there are two ends, as rules write it."""
    *first, last = piece.conditions(tree)
    text = number_format.told(last)
    return f"{number_format.value(first[0])} < {text}" if first else text


def _answer(lesson: Lesson, change: Change) -> str:
    if lesson.tree.schema.classes:
        return str(change.prediction)
    return answers.mean(lesson, float(change.prediction))


def _take(lesson: Lesson, change: Change) -> None:
    """For callbacks: the nearest value of the table that does it, the nearest of all if none."""
    data, column = lesson.dataset, change.piece.column
    case = case_of(data)
    cell = _cell(change.piece, data.columns[column], case.cells[column])
    choose(data, case.put(column, cell), before=case)


def _cell(piece: Piece, column: Column, own: Cell) -> Cell:
    if piece.code is not None:
        return piece.code
    start = float("nan") if own is None else float(own)
    low, high = piece.nearest(-np.inf), piece.nearest(np.inf)
    inside = column.values[(column.values >= low) & (column.values <= high)]
    if not len(inside):
        return piece.nearest(start)
    start = start if own is not None else float(np.median(inside))
    return number_format.unrounded(float(inside[np.abs(inside - start).argmin()]), column)
