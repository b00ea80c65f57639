"""Every column with its best split: a table and bars that meet its rows."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from dtcore import explain
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from pages.ui import minus, state, words
from pages.ui.bars_view import Bar, bars_view
from pages.ui.grow.verdict import mark
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal

ROW, HEAD = 30, 37
MOST_BUTTONS = 6
MOST_LETTERS = 34
"""Longer names than this in all go into a list, so that the views stay beside them."""
MOST_ROWS = 7
"""More columns than this scroll in their table, so that the working stays on the screen."""


def candidates(lesson: Lesson, digits: Digits) -> None:
    """The table, winner first, and the bars."""
    score = explain.headline(lesson.recipe)
    ranked = list(lesson.evidence.ranked(score))
    with st.container(
        key="candidates", horizontal=True, wrap=False, gap=None, vertical_alignment="top"
    ):
        with st.container(key="table", width=440 if score == "gain_ratio" else 400):
            _table(lesson, ranked, score, digits)
        with st.container(key="bars"):
            _bars(lesson, ranked, score, digits)


def _table(lesson: Lesson, ranked: list[Candidate], score: str, digits: Digits) -> None:
    recipe = lesson.recipe
    number = st.column_config.NumberColumn(format=f"%.{digits.result}f")
    columns: dict[str, list[object]] = {
        _("Question"): [_question(lesson, c) for c in ranked],
    }
    if score == "gain_ratio":
        name = _("Net gain") if lesson.evidence.counted is not None else _("Gain")
        columns[name] = [c.scores.get("worth", c.scores.get("gain")) for c in ranked]
    columns[words.score_name(recipe)] = [c.scores.get(score) for c in ranked]
    columns[_("Verdict")] = [mark(lesson, c) for c in ranked]
    places = {c.column: place for place, c in enumerate(ranked)}
    chosen = lesson.candidate
    at = [places[chosen.column]] if chosen else [0]
    key = state.prepared("ranking", {"selection": {"rows": at, "columns": [], "cells": []}})
    shown = minus.table(pd.DataFrame(columns), digits)
    if not isinstance(shown, pd.DataFrame):  # its numbers are written already
        number = st.column_config.NumberColumn()
    st.dataframe(
        shown,
        hide_index=True,
        placeholder="–",
        row_height=ROW,
        height=HEAD + ROW * min(len(ranked), MOST_ROWS),
        selection_mode=["single-row-required", "single-cell"],
        on_select=lambda: _pick_row([c.column for c in ranked], at[0]),
        key=key,
        column_config=_widths(list(columns), number),
    )


def _widths(names: list[str], number: Any) -> dict[str, Any]:
    """Room for the verdict: a long question is cut, and shown in full under the pointer."""
    wide = st.column_config.Column(width=110 if len(names) > 3 else 140)
    return {names[0]: wide} | dict.fromkeys(names[1:-1], number)


def _question(lesson: Lesson, candidate: Candidate) -> str:
    if candidate.split is None:
        return lesson.dataset.columns[candidate.column].name
    return minus.question(candidate.split, lesson.tree.schema)


def _pick_row(columns: list[int], before: int) -> None:
    chosen = state.get("ranking")["selection"]
    cells = [row for row, _column in chosen["cells"]]
    place = cells[0] if cells and cells[0] != before else (chosen["rows"] or [before])[0]
    _look_at(columns[place])


def _bars(lesson: Lesson, ranked: list[Candidate], score: str, digits: Digits) -> None:
    shown = ranked[:MOST_ROWS]
    bars = [
        Bar(
            lesson.dataset.columns[c.column].name,
            max(c.scores.get(score, 0.0), 0.0),
            digits.show(c.scores[score]) if score in c.scores else "–",
            best=c.verdict.name in ("WINS", "TIED"),
            chosen=c is lesson.candidate,
        )
        for c in shown
    ]
    columns = [c.column for c in shown]
    bars_view(bars, row=ROW, head=HEAD, key="score_bars", on_choose=lambda: _pick_bar(columns))


def _pick_bar(columns: list[int]) -> None:
    touched = state.get("score_bars")
    place = touched.get("bar") if touched else None
    if place is not None:
        _look_at(columns[int(place)])


def opener(lesson: Lesson) -> None:
    """The keyboard's way to choose a column."""
    ranked = lesson.evidence.ranked(explain.headline(lesson.recipe))
    able = [c.column for c in ranked if c.split is not None]
    if not able:
        return
    chosen = lesson.candidate
    key = state.prepared("opened", chosen.column if chosen else able[0])
    names = {column: lesson.dataset.columns[column].name for column in able}
    buttons = len(able) <= MOST_BUTTONS and sum(map(len, names.values())) <= MOST_LETTERS
    choose = st.segmented_control if buttons else st.selectbox
    required = {"required": True} if buttons else {}
    choose(
        _("Look into"),
        able,
        # radios and buttons read Markdown; a selectbox does not
        format_func=lambda c: literal(names[c], 30) if buttons else names[c],
        key=key,
        on_change=lambda: _look_at(state.get("opened")),
        label_visibility="collapsed",
        **required,
    )


def _look_at(column: int) -> None:
    state.put("lit", "")
    state.put("cut", None)
    state.go(lambda now: now.look_at(column))
