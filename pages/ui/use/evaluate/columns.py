"""What each column contributes: by its splits, or by what shuffling it costs on unseen rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.evaluation import ColumnImportance, opened
from dtcore.evaluation.importance import fall
from dtcore.formula import Digits
from pages.ui.components.formula import formula_view
from pages.ui.figures.importance import ImportanceBars, bars, short
from pages.ui.scene.sums import NO_ROWS, Line
from pages.ui.server.jobs import Tell
from pages.ui.shell import cache, session
from pages.ui.shell.progress import growing, worked_out
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.tree import tree
from pages.ui.use.use_view import UseView
from pages.ui.wording.language import _
from pages.ui.wording.markdown import one_line
from pages.ui.wording.narration import path_words

MEASURES: Final = ("share", "rpart", "permuted")
MEASURE: Final = session.Widget("use_measure", "share")
BARS: Final = session.Chart("use_importance")
OPENED: Final = session.Widget[int | None]("use_column", None)
SEED: Final = session.Widget("use_shuffle_seed", 0)
REPEATS: Final = session.Widget("use_shuffle_repeats", 5)
MOST: Final = 14
MOST_OPENED: Final = 4
"""Splits of a column whose own sums stand below that of the column."""


def look(judged: Judged) -> None:
    measure = _measure(judged)
    if judged.way == "folds":
        st.caption(_("Of the tree on all rows, that of Grow: each fold has a tree of its own."))
    found = sorted(_found(judged), key=lambda one: -value(one, measure))
    chosen = _chosen(judged, found)
    left, right = st.columns(2, gap="large")
    with left:
        _bars(found[:MOST], chosen, measure)
        st.caption(_purpose(measure))
    with right:
        _list(found, chosen, measure)
        if chosen is not None:
            _terms(judged, chosen, measure)
        tree(judged.lesson, {} if chosen is None else dict.fromkeys(chosen.nodes, 1.0))


def _bars(shown: Sequence[ColumnImportance], chosen: ColumnImportance | None, measure: str) -> None:
    labels = [one_line(one.name, 24) for one in shown]
    at = next((k for k, one in enumerate(shown) if one is chosen), None)
    of = ImportanceBars(labels, [value(one, measure) for one in shown], at)
    st.plotly_chart(
        bars(of, theme=theme()),
        key=BARS.key,
        alt=_("Importance of each column"),
        theme=None,
        on_select=lambda: _pick(shown),
        selection_mode="points",
        config=CONFIG,
    )


def _list(found: Sequence[ColumnImportance], chosen: ColumnImportance | None, measure: str) -> None:
    """All columns by their values: what the bars are for the pointer, for the keyboard."""
    of = {one.column: f"{one_line(one.name, 40)} · {short(value(one, measure))}" for one in found}
    st.selectbox(
        _("Column"),
        list(of),
        index=None,
        format_func=of.__getitem__,
        key=OPENED.showing(None if chosen is None else chosen.column),
        on_change=lambda: _open(OPENED.value),
        placeholder=_("Choose a bar, a node or a column"),
    )


def _measure(judged: Judged) -> str:
    """What is summed, by a control; by folds there is no one tree to shuffle the rows of."""
    names = {
        "share": _("splits, as scikit-learn counts"),
        "rpart": _("splits and surrogates, as rpart counts"),
        "permuted": _("shuffled, on unseen rows"),
    }
    if judged.way != "held_out":
        del names["permuted"]
    now = MEASURE.value if MEASURE.value in names else MEASURES[0]
    st.segmented_control(
        _("Measure"),
        list(names),
        format_func=names.__getitem__,
        key=MEASURE.showing(now),
        required=True,
        label_visibility="collapsed",
        wrap=True,
    )
    if now == "permuted":
        with st.container(horizontal=True, gap="small"):
            for control, label, least, most in (
                (REPEATS, _("Repeats"), 1, 100),
                (SEED, _("Seed"), 0, 999_999),
            ):
                st.number_input(
                    label, least, most, step=1, key=control.showing(control.value), width=140
                )
    return now


def _found(judged: Judged) -> tuple[ColumnImportance, ...]:
    asked, unseen = judged.lesson.tree, judged.data
    held_out = unseen if judged.way == "held_out" else None

    drawn = REPEATS.value, SEED.value

    def make(tell: Tell) -> tuple[ColumnImportance, ...]:
        return dt.importance(asked, held_out, repeats=drawn[0], seed=drawn[1])

    key = ("importance", *drawn, judged.lesson.recipe_choice.recipe, judged.lesson.dataset, unseen)
    made: tuple[ColumnImportance, ...] = worked_out(
        (*key, asked.leaves), make, cache.large(unseen), growing
    )
    return made


def value(one: ColumnImportance, measure: str) -> float:
    if measure == "permuted":
        return one.permuted.mean if one.permuted else 0.0
    return one.share if measure == "share" else one.rpart


def _purpose(measure: str) -> str:
    if measure == "permuted":
        text = _(
            "How much more a row costs on average once the column is shuffled among the unseen "
            "rows, {n} times, seed {seed}."
        )
        return text.format(n=REPEATS.value, seed=SEED.value)
    if measure == "rpart":
        return _("The decrease of each split of the column, in rows × impurity, and of surrogates.")
    return _("The column’s part of what all splits decrease. The bars sum to 1.")


def _chosen(judged: Judged, found: Sequence[ColumnImportance]) -> ColumnImportance | None:
    """The column of the node that was touched last, or that was chosen by name or bar."""
    view, of = session.view(UseView), judged.lesson.tree
    split = of[view.node].split if view.node is not None and view.node in of else None
    at = view.column if split is None else split.column
    return next((one for one in found if one.column == at), None)


def _pick(shown: Sequence[ColumnImportance]) -> None:
    points = BARS.points
    if points:
        _open(shown[int(points[0]["point_index"])].column)


def _open(column: int | None) -> None:
    session.keep(replace(session.view(UseView), column=column, node=None))


def _terms(judged: Judged, one: ColumnImportance, measure: str) -> None:
    """The measure's own sum, term by term."""
    asked = ("decrease", "share") if measure == "share" else (measure,)
    scores = {score.name: score for score in opened(judged.lesson.tree, one)}
    if measure == "rpart" and measure not in scores:  # no surrogate asks it
        asked = ("decrease",)
    if measure != "permuted" and not one.terms:
        st.caption(_("No split asks it."))
        return
    lines = [Line(scores[name].formula, "", result=True) for name in asked if name in scores]
    if measure != "permuted" and len(one.nodes) <= MOST_OPENED:
        of = judged.lesson.tree
        lines += [Line(fall(of, node), one_line(path_words(of, node), 40)) for node in one.nodes]
    if lines:
        formula_view(lines, Digits(), "use_importance_sums", _("Working"), NO_ROWS)
