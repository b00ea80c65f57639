"""Trying cuts of a numeric column: the score of each, what it leaves, and any cut of one's own."""

from __future__ import annotations

import math

import streamlit as st

import dtcore as dt
from dtcore import explain
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from dtcore.growth.moves import bag_of
from dtcore.growth.scoring import Scored, compared
from dtcore.model.columns import FloatArray
from dtcore.model.splits import number
from dtcore.trials import Standing, standings
from pages.ui import state, words
from pages.ui.figures import curve as figure
from pages.ui.grow.choose import take
from pages.ui.grow.trial import outcome
from pages.ui.grow.working import working
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.tree_view import theme


def cuts(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    problem, at, column = lesson.timeline.problem, lesson.timeline.state, candidate.column
    scored = dt.curve(problem, at, lesson.node, column)
    own = bag_of(problem, at, lesson.node)
    values = problem.dataset.columns[column].values[own.rows]
    marks = [float(cut) for cut in scored.options.mark]
    tried = _tried(marks, values, candidate)
    judged = dt.judge(problem, at, lesson.node, dt.Threshold(column, tried))
    seen = _explored(lesson, scored, judged, values, tried)
    _controls(column, marks, values, tried)
    st.plotly_chart(
        figure.threshold(seen, theme=theme(), _=_),
        key="threshold_curve",
        theme=None,
        on_select=lambda: _pick(column),
        selection_mode="points",
        config={"displayModeBar": False},
        alt=_("The score of every cut, what is left on both sides, and the rows below"),
    )
    _remark(seen, tried)
    outcome(lesson, judged, digits)
    take(lesson, dt.Threshold(column, tried), key="take_cut")
    working(lesson, judged, digits, key="cut_working")


def _explored(
    lesson: Lesson, scored: Scored, judged: Candidate, values: FloatArray, tried: float
) -> figure.Explored:
    recipe, dataset = lesson.recipe, lesson.dataset
    own = bag_of(lesson.timeline.problem, lesson.timeline.state, lesson.node)
    after = recipe.impurity.of(judged.branch_stats)
    return figure.Explored(
        cuts=[float(cut) for cut in scored.options.mark],
        scores=compared(recipe, scored).tolist(),
        sides=recipe.impurity.of(scored.stats).T,
        standings=standings(recipe, lesson.evidence, scored),
        before=float(recipe.impurity.of(lesson.evidence.stats)),
        tried=tried,
        tried_score=judged.scores[explain.headline(recipe)],
        tried_sides=(float(after[0]), float(after[1])),
        values=values,
        target=dataset.target.values[own.rows].astype(float),
        classes=dataset.schema.classes,
        names=(
            dataset.columns[judged.column].name,
            words.score_name(recipe),
            words.impurity_name(recipe),
            dataset.target.name,
        ),
    )


def _controls(column: int, marks: list[float], values: FloatArray, tried: float) -> None:
    """A slider over the midpoints, and a field for any number at all."""
    nearest = min(marks, key=lambda cut: abs(cut - tried))
    low, high = float(values.min()), float(values.max())
    with st.container(
        key="cut_controls", horizontal=True, gap="small", vertical_alignment="bottom"
    ):
        st.select_slider(
            _("Try a cut"),
            marks,
            format_func=number,
            key=state.prepared("cut_slider", nearest),
            on_change=lambda: _try(column, state.get("cut_slider")),
        )
        st.number_input(
            _("or any number"),
            min_value=low,
            max_value=math.nextafter(high, -math.inf),
            step=_step(low, high),
            format="%.6g",
            key=state.prepared("cut_typed", min(max(tried, low), math.nextafter(high, -math.inf))),
            on_change=lambda: _try(column, state.get("cut_typed")),
            width=150,
        )


def _step(low: float, high: float) -> float:
    """A hundredth of the reach, as a round number."""
    return 10.0 ** math.floor(math.log10(max(high - low, 1e-12)) - 1)


def _tried(marks: list[float], values: FloatArray, candidate: Candidate) -> float:
    """The cut being tried, if it parts these values; else the candidate's."""
    column, cut = state.get("cut") or (None, None)
    if column == candidate.column and cut is not None and values.min() <= cut < values.max():
        return float(cut)
    return candidate.split.cut if isinstance(candidate.split, dt.Threshold) else marks[0]


def _try(column: int, cut: float | None) -> None:
    state.put("lit", "")
    state.put("cut", None if cut is None else (column, float(cut)))


def _pick(column: int) -> None:
    points = state.get("threshold_curve")["selection"]["points"]
    if points and points[0].get("customdata") is not None:
        picked = points[0]["customdata"]
        _try(column, picked[0] if isinstance(picked, list) else picked)


def _remark(seen: figure.Explored, tried: float) -> None:
    """Why a cut at this place may not be taken, or why it cannot be the best."""
    at = next((i for i, cut in enumerate(seen.cuts) if math.isclose(cut, tried)), None)
    if at is None:
        between = _("No midpoint, yet a cut anywhere between two neighbours parts the same rows.")
        st.caption(between)
        return
    said = {
        Standing.OPEN: "",
        Standing.TOO_FEW_ROWS: _("The algorithm does not try it: too few rows on one side."),
        Standing.BELOW_AVERAGE_GAIN: _("The algorithm rules it out: it gains less than average."),
        Standing.SAME_CLASS: _(
            "Its neighbours on both sides are of one class: moving the cut one way or the other "
            "only helps."
        ),
    }[seen.standings[at]]
    if said:
        st.caption(said)
