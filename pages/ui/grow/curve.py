"""Trying other splits of the candidate's column: every cut of a numeric one, the value table
of a nominal one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from dtcore.growth.moves import bag_of
from dtcore.growth.scoring import compared
from dtcore.model.splits import number
from pages.ui import state, words
from pages.ui.figures import curve as figure
from pages.ui.grow.choose import take
from pages.ui.grow.working import working
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.tree_view import theme


def curve(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    if lesson.dataset.columns[candidate.column].numeric:
        _cuts(lesson, candidate, digits)
    else:
        _levels(lesson, candidate)


def _cuts(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    """The score against every cut; a slider tries one."""
    problem, at = lesson.timeline.problem, lesson.timeline.state
    scored = dt.curve(problem, at, lesson.node, candidate.column)
    cuts = [float(c) for c in scored.options.mark]
    tried = _tried(cuts, candidate)
    column = lesson.dataset.columns[candidate.column]
    own = bag_of(problem, at, lesson.node)
    st.plotly_chart(
        figure.threshold(
            cuts,
            compared(lesson.recipe, scored).tolist(),
            scored.admitted.tolist(),
            tried,
            column.values[own.rows],
            lesson.dataset.target.values[own.rows],
            names=(column.name, words.score_name(lesson.recipe), lesson.dataset.target.name),
            classes=lesson.dataset.schema.classes,
            theme=theme(),
            _=_,
        ),
        key="threshold_curve",
        config={"displayModeBar": False},
    )
    st.select_slider(
        _("Try a cut"),
        cuts,
        format_func=number,
        key=state.prepared("cut_slider", tried),
        on_change=lambda: state.put("cut", (candidate.column, state.get("cut_slider"))),
    )
    split = dt.Threshold(candidate.column, tried)
    judged = dt.judge(problem, at, lesson.node, split)
    take(lesson, split, key="take_cut")
    working(lesson, judged, digits, key="cut_working")


def _tried(cuts: list[float], candidate: Candidate) -> float:
    """The cut being tried: the slider's if it is one of this column's, else the candidate's."""
    column, cut = state.get("cut") or (None, None)
    if column == candidate.column and cut in cuts:
        return float(cut)
    best = candidate.split.cut if isinstance(candidate.split, dt.Threshold) else cuts[0]
    return min(cuts, key=lambda c: abs(c - best))


def _levels(lesson: Lesson, candidate: Candidate) -> None:
    """The rows of the node counted by value and class."""
    column = lesson.dataset.columns[candidate.column]
    own = bag_of(lesson.timeline.problem, lesson.timeline.state, lesson.node)
    names = [*(column.levels or ())]
    present = column.values[own.rows]
    schema = lesson.dataset.schema
    if schema.classes:
        target = lesson.dataset.target.values[own.rows]
        counts = {
            name: np.bincount(present[target == k], own.weights[target == k], len(names))
            for k, name in enumerate(schema.classes)
        }
        table = pd.DataFrame(counts, index=pd.Index(names, name=column.name))
        table[_("all")] = table.sum(axis=1)
    else:
        values = pd.Series(lesson.dataset.target.values[own.rows])
        table = values.groupby(present).agg(["count", "mean"])
        table.index = pd.Index([names[i] for i in table.index], name=column.name)
        table.columns = [_("rows"), _("mean of {target}").format(target=schema.target.name)]
    st.dataframe(table, key="value_table", height=min(37 + 30 * len(table), 337), row_height=30)
