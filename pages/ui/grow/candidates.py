"""Every column with its best split: a ranking that one can touch."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dtcore import explain
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from dtcore.model.splits import describe
from dtcore.policies.selection import Verdict
from pages.ui import state, words
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal
from pages.ui.ranking_view import Row, ranking_view

MOST_BUTTONS = 6
MOST_LETTERS = 34
"""Longer names than this in all go into a list, so that the views stay beside them."""


def candidates(lesson: Lesson, digits: Digits) -> None:
    """The ranking, winner first; a row opens its column."""
    names, chosen = heads(lesson), lesson.candidate
    ranked = lesson.evidence.ranked(explain.headline(lesson.recipe))
    ranking_view(
        [_("Question"), *names.values(), _("Verdict")],
        [row(lesson, candidate, list(names)) for candidate in ranked],
        digits,
        chosen=_name(lesson, chosen) if chosen else None,
        key="candidates",
        on_choose=lambda: _choose(lesson),
    )


def heads(lesson: Lesson) -> dict[str, str]:
    """The scores on show, the one that decides last, and what they are called."""
    score = explain.headline(lesson.recipe)
    decides = {score: words.score_name(lesson.recipe)}
    if score != "gain_ratio":
        return decides
    gain = _("Net gain") if lesson.evidence.counted is not None else _("Gain")
    return {"worth": gain} | decides


def row(lesson: Lesson, candidate: Candidate, scores: Sequence[str]) -> Row:
    name, split, verdict = _name(lesson, candidate), candidate.split, candidate.verdict
    # a gain that nothing is taken off is worth all of it
    known = {"worth": candidate.scores.get("gain"), **candidate.scores}
    return Row(
        name,
        name if split is None else describe(split, lesson.tree.schema),
        tuple(known.get(score) for score in scores),
        words.verdict(candidate),
        int(verdict),
        best=verdict in (Verdict.WINS, Verdict.TIED),
    )


def _name(lesson: Lesson, candidate: Candidate) -> str:
    return lesson.dataset.columns[candidate.column].name


def _choose(lesson: Lesson) -> None:
    touched = state.get("candidates")
    name = touched.get("name") if touched else None
    places = {column.name: place for place, column in enumerate(lesson.dataset.columns)}
    if name in places:
        _look_at(places[name])


def opener(lesson: Lesson) -> None:
    """Buttons for the columns that have a split, or a list of them."""
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
