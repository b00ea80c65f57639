"""Trying cuts of a numeric column: the score of each, what it leaves, and any cut of one's own."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore import explain
from dtcore.formula import Query
from dtcore.growth import KNOWN_FROM_MISSING, Scored
from dtcore.model import FloatArray, IntArray, weight_of
from dtcore.stepping import Candidate
from dtshow.figures import curve as figure
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.study import cut_scores, sends_missing, standings, values_here
from pages.ui.components.controls import class_key
from pages.ui.grow.grow_view import APART, PanelView, cut_tried, side_chosen, try_cut
from pages.ui.grow.trial import branches, outcome, score, take, working
from pages.ui.shell import session
from pages.ui.shell.frame import CONFIG, theme

CURVE: Final = session.Chart("threshold_curve")
MOST_CUTS = 1000
"""Of a column with more, so many are drawn and offered, evenly, and those that matter."""


def cuts(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    problem, at, column = lesson.timeline.problem, lesson.timeline.state, candidate.column
    scored = _as_printed(problem, dt.curve(problem, at, lesson.node, column), column)
    side = _side(scored, candidate)
    if side == APART:
        apart = dt.Threshold(column, KNOWN_FROM_MISSING, 1)
        judged = dt.judge(problem, at, lesson.node, apart)
        outcome(lesson, judged, digits)
        _in_full(lesson, judged, digits)
        return
    mine = np.flatnonzero(sends_missing(scored, side))
    values, rows = values_here(problem, at, lesson.node, column), _known_rows(lesson, column)
    tried = _tried(float(scored.key[mine[0]]), lesson, candidate)
    places = _drawn(lesson, scored, mine, values, tried)
    marks = scored.key[places].tolist()
    judged = dt.judge(problem, at, lesson.node, dt.Threshold(column, tried, side))
    at_mark = _mark(marks, values, tried)
    seen = _explored(lesson, scored, places, _Trial(judged, rows, tried, values))
    _controls(column, marks, seen, tried, at_mark)
    score(lesson, judged, digits)  # above the curves, so that it is seen while one tries
    _curves(column, seen)
    branches(lesson, judged, digits)
    _remark(seen, at_mark, tried not in marks, judged)
    if lesson.dataset.counted:
        whole = lesson.tree.weight(lesson.node)
        points = _("The rows drawn are a sample: {shown} of {all}.")
        st.caption(points.format(shown=f"{len(rows):,}", all=f"{whole:,.0f}"))
    if len(places) < len(mine):
        st.caption(
            _("{shown} of {all} cuts are drawn.").format(
                shown=f"{len(places):,}", all=f"{len(mine):,}"
            )
        )
    _in_full(lesson, judged, digits)


def _known_rows(lesson: Lesson, column: int) -> IntArray:
    """The rows of the node, as far as they are at hand, whose value is known."""
    problem, at = lesson.timeline.problem, lesson.timeline.state
    rows = explain.rows_of(problem, at, Query(lesson.node)).rows
    known: IntArray = rows[~np.isnan(lesson.dataset.at_hand.columns[column].values[rows])]
    return known


def _curves(column: int, seen: figure.Explored) -> None:
    """A touched cut is tried."""
    with st.container(key="cuts_box", height="stretch"):
        class_key(seen.classes)
        st.plotly_chart(
            figure.threshold(seen, theme=theme()),
            key=CURVE.key,
            theme=None,
            height="stretch",
            on_select=lambda: _pick(column),
            selection_mode="points",
            config=CONFIG,
            alt=_heard(seen),
        )


def _heard(seen: figure.Explored) -> str:
    """The curve in words, with the numbers that are read off it."""
    best = int(np.argmax(seen.scores))
    column, name, impurity, _target = seen.names
    values = [seen.tried_score, *seen.tried_sides, seen.scores[best]]
    score, left, right, most = (number_format.shown(float(f"{value:.4g}")) for value in values)
    text = _(
        "{n} cuts of {column}. At {tried}: {name} {score}; {impurity} {left} on the left, {right} "
        "on the right. Highest: {most}, at {best}."
    )
    return text.format(
        n=len(seen.cuts),
        column=column,
        tried=number_format.cut(seen.tried, seen.distinct, seen.single),
        name=name,
        score=score,
        impurity=impurity,
        left=left,
        right=right,
        most=most,
        best=number_format.cut(seen.cuts[best], seen.distinct, seen.single),
    )


def _as_printed(problem: dt.Problem, scored: Scored, column: int) -> Scored:
    """With each cut where the algorithm puts it, so that it is one number wherever it stands: C4.5
    takes a value of the table, at the midpoint or below."""
    cuts, key = problem.recipe.splitter.numeric, scored.key
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    placed = cuts.placed(key, problem.dataset.columns[column].distinct)
    return replace(scored, key=np.where(key == KNOWN_FROM_MISSING, key, placed))


def _in_full(lesson: Lesson, judged: Candidate, digits: Digits) -> None:
    """The split that is tried, to be taken, and its arithmetic."""
    assert judged.split is not None
    take(lesson, judged.split, key="take_cut")
    working(lesson, judged, digits, key="cut_working")


def _side(scored: Scored, candidate: Candidate) -> int:
    """Where the cuts on show send missing cells, -1 if nowhere: chosen, where there is a choice."""
    names = {1: _("to the right"), 0: _("to the left"), APART: _("apart from all others")}
    able = [side for side in (1, 0) if sends_missing(scored, side).any()]
    if (scored.key == KNOWN_FROM_MISSING).any():
        able.append(APART)
    if len(able) < 2:
        return able[0] if able else -1
    shown = side_chosen(candidate)
    shown = shown if shown in able else able[0]
    st.segmented_control(
        _("Missing cells go"),
        able,
        format_func=names.__getitem__,
        required=True,
        **session.control("cut_side_control", shown, partial(_send, candidate.column)),
    )
    return int(shown)


def _send(column: int, side: int) -> None:
    session.change(PanelView, missing_side=(column, side))


def _drawn(
    lesson: Lesson, scored: Scored, mine: IntArray, values: FloatArray, tried: float
) -> IntArray:
    """Of the cuts at the places ``mine``, those to draw: some of very many, but the best, and
    the one that parts the rows as ``tried`` does."""
    if len(mine) <= MOST_CUTS:
        return mine
    weight = float(weight_of(lesson.evidence.stats, lesson.dataset.schema))
    best = cut_scores(lesson.recipe, scored, weight)[mine].argmax()
    marks = scored.key[mine]
    near = np.searchsorted(marks, values[values <= tried].max())
    even = np.linspace(0, len(mine) - 1, MOST_CUTS).astype(int)
    drawn: IntArray = mine[np.unique([*even, best, min(near, len(mine) - 1)])]
    return drawn


@dataclass(frozen=True, eq=False)
class _Trial:
    """What comes of the ``cut`` that is tried, over the ``rows`` at hand that have a value;
    ``distinct`` are the different values of all rows, rising."""

    judged: Candidate
    rows: IntArray
    cut: float
    distinct: FloatArray


def _explored(lesson: Lesson, scored: Scored, mine: IntArray, trial: _Trial) -> figure.Explored:
    """The cuts at the places ``mine`` of ``scored``, and the one that is tried."""
    recipe, dataset, judged = lesson.recipe, lesson.dataset, trial.judged
    after = recipe.impurity.of(judged.branch_stats)
    result = standings(recipe, lesson.evidence, scored)
    weight = float(weight_of(lesson.evidence.stats, dataset.schema))
    cost = dataset.columns[judged.column].cost
    return figure.Explored(
        cuts=scored.key[mine].tolist(),
        scores=cut_scores(recipe, scored, weight, cost)[mine].tolist(),
        sides=recipe.impurity.of(scored.stats[mine]).T,
        standings=[result[place] for place in mine],
        before=judged.scores["impurity_before"],
        tried=trial.cut,
        tried_score=judged.scores[explain.headline(recipe)],
        tried_sides=(float(after[0]), float(after[1])),
        values=dataset.at_hand.columns[judged.column].values[trial.rows],
        distinct=trial.distinct,
        target=dataset.at_hand.target.values[trial.rows].astype(float),
        classes=dataset.schema.classes,
        single=dataset.columns[judged.column].field.single,
        names=(
            dataset.columns[judged.column].name,
            narration.score_name(recipe),
            narration.impurity_name(recipe),
            dataset.target.name,
        ),
    )


def _mark(marks: list[float], values: FloatArray, cut: float) -> int | None:
    """The place of the mark that parts the rows as ``cut`` does."""
    below, above = values[values <= cut].max(), values[values > cut].min()
    return next((i for i, mark in enumerate(marks) if below <= mark < above), None)


def _controls(
    column: int, marks: list[float], seen: figure.Explored, tried: float, at_mark: int | None
) -> None:
    """A slider over the algorithm's cuts, and a field for any number at all."""
    nearest = min(marks, key=lambda cut: abs(cut - tried)) if at_mark is None else marks[at_mark]
    says = {mark: number_format.cut(mark, seen.distinct, seen.single) for mark in marks}
    says[nearest] = number_format.cut(tried, seen.distinct, seen.single)
    low, high = float(seen.distinct[0]), float(seen.distinct[-1])
    with st.container(
        key="cut_controls", horizontal=True, gap="small", vertical_alignment="bottom"
    ):
        st.select_slider(
            _("Try a cut"),
            marks,
            format_func=says.__getitem__,
            label_visibility="collapsed",
            **session.control("cut_slider", nearest, partial(_try, column)),
        )
        st.number_input(
            _("or any number"),
            min_value=low,
            max_value=math.nextafter(high, -math.inf),
            step=_step(low, high),
            format=number_format.typed(tried, seen.distinct, seen.single),
            width=150,
            label_visibility="collapsed",
            **session.control(
                "cut_typed",
                min(max(tried, low), math.nextafter(high, -math.inf)),
                partial(_try, column),
            ),
        )
    with st.container(key="cut_reach"):  # seen while what is typed is no cut
        told = _("“{column}” goes from {low} to {high} here. A cut lies between.")
        ends = {"low": number_format.shown(low), "high": number_format.shown(high)}
        st.caption(told.format(column=literal(seen.names[0], 40), **ends))


def _step(low: float, high: float) -> float:
    """A hundredth of the reach, as a round number."""
    return 10.0 ** math.floor(math.log10(min(max(high - low, 1e-12), 1e308)) - 1)


def _tried(first: float, lesson: Lesson, candidate: Candidate) -> float:
    """The cut being tried, if it parts these values; else the candidate's, or the ``first``."""
    if own := cut_tried(lesson, candidate):
        return own.cut
    split = candidate.split
    return split.cut if isinstance(split, dt.Threshold) and np.isfinite(split.cut) else first


def _try(column: int, cut: float | None) -> None:
    try_cut(None if cut is None else (column, float(cut)))


def _pick(column: int) -> None:
    points = CURVE.points
    if points and points[0].get("customdata") is not None:
        picked = points[0]["customdata"]
        _try(column, picked[0] if isinstance(picked, list) else picked)


def _remark(seen: figure.Explored, at_mark: int | None, between: bool, judged: Candidate) -> None:
    """Why a cut at this place may not be taken, or why it cannot be the best."""
    another = _(
        "Not where the algorithm cuts, but any cut between the same two values splits the rows the "
        "same way."
    )
    sentence = joined(
        another if between else "",
        "" if at_mark is None else verdicts.standing_words(seen.standings[at_mark], judged),
    )
    if sentence:
        st.caption(sentence)
