"""What would change the answer: of each column the nearest change that alone does, as buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

import dttools as dt
from dtcore.model import Column
from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.study import Change, Piece, WhatIf
from pages.ui.use.predict.case import Case, Cell
from pages.ui.use.predict.chosen import before_change, case_of, choose

MOST: Final = 8
"""Changes shown, column by column."""
MOST_NAMES: Final = 6
"""Of columns that change nothing, one by one."""


def changes(lesson: Lesson, case: Case) -> None:
    """Of the columns that the tree asks; pressing one puts it into the form."""
    found = [w for w in dt.what_if(lesson.tree, case.frame(lesson.tree)) if w.asked]
    turning = [change for what in found for change in _told(what)]
    with st.container(key="use_changes", gap=None):
        st.markdown(_("**What would change the answer**"))
        for change in turning[:MOST]:
            _change(lesson, change)
        if (before := before_change(lesson.dataset)) is not None:
            st.button(
                _("Undo the change"),
                key="use_change_undo",
                icon=":material/undo:",
                type="tertiary",
                on_click=choose,
                args=(lesson.dataset, before),
            )
        if stuck := [literal(what.name, 40) for what in found if what.nearest is None]:
            st.caption(_stuck(stuck, bool(turning)))


def _stuck(names: Sequence[str], some: bool) -> str:
    """Of which columns no cell changes it; of ``some`` other a cell does."""
    if not some:
        return _("Changing any one column leaves the answer as it is.")
    if len(names) == 1:
        return _("Changing {column} alone leaves the answer as it is.").format(column=names[0])
    if len(names) > MOST_NAMES:
        text = _("Changing any one of the other {n} columns leaves the answer as it is.")
        return text.format(n=len(names))
    text = _("Changing any one of these leaves the answer as it is: {columns}.")
    return text.format(columns=_(", ").join(names))


def _told(what: WhatIf) -> tuple[Change, ...]:
    """Of numbers the nearest; levels are all as near."""
    return tuple(c for c in what.changes if c is what.nearest or c.piece.code is not None)


def _change(lesson: Lesson, change: Change) -> None:
    st.button(
        f"{literal(_cells(lesson.tree, change.piece))} → **{literal(_answer(lesson, change))}**",
        key=f"use_change_{change.piece.column}_{change.piece.code or 0}",
        type="tertiary",
        on_click=partial(_take, lesson, change),
    )


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
