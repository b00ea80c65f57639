"""What each column contributes: by its splits, or by what shuffling it costs on unseen rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

import dttools as dt
from dtcore.model import Schema
from dtcore.progress import Progress
from dtshow.figures.bars import ImportanceBars, bars, short
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.scene.sums import NO_ROWS, Line
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal, one_line
from dttools.evaluation import ColumnImportance, fall, impurity_at, opened
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.components.formula import formula_view
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.shell.progress import growing, worked_out
from pages.ui.use.judged import Judged
from pages.ui.use.tree_in_use import counted, tree
from pages.ui.use.use_view import Measure, UseView

BARS: Final = session.Chart("use_importance")
MOST: Final = 14


def columns(judged: Judged) -> None:
    measure = _measure(judged)
    if judged.way == "folds":
        st.caption(
            _(
                "Importance in the tree of all rows, the one on Grow: each fold has a "
                "tree of its own."
            )
        )
    found = sorted(_found(judged), key=lambda one: -value(one, measure))
    chosen = _chosen(judged, found)
    left, right = st.columns(2, gap="large")
    with left:
        _bars(found[:MOST], chosen, measure)
        st.caption(_purpose(measure, judged.lesson.tree.schema))
        _list(found, chosen, measure)
    with right, st.container(key="use_columns"):
        tree(judged.lesson, {} if chosen is None else dict.fromkeys(chosen.nodes, 1.0))
        if chosen is not None:
            _terms(judged, chosen, measure)


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
        placeholder=_("Choose a bar, a node or a column"),
        **session.bind(UseView, column=None if chosen is None else chosen.column),
    )


def _measure(judged: Judged) -> Measure:
    """What is summed, by a control; by folds there is no one tree to shuffle the rows of."""
    view = session.view(UseView)
    names: dict[Measure, str] = {
        "share": _("splits, as scikit-learn counts"),
        "rpart": _("splits and surrogates, as rpart counts"),
        "permuted": _("shuffled, on unseen rows"),
    }
    if judged.way != "held_out":
        del names["permuted"]
    now = view.measure if view.measure in names else "share"
    switch(_("Measure"), names, session.bind(UseView, measure=now))
    if now == "permuted":
        with st.container(horizontal=True, gap="small"):
            repeats = session.bind(UseView, repeats=view.repeats)
            st.number_input(_("Repeats"), 1, 100, step=1, width=140, **repeats)
            seed = session.bind(UseView, shuffle=view.shuffle)
            st.number_input(_("Seed"), 0, 999_999, step=1, width=140, **seed)
    return now


def _found(judged: Judged) -> tuple[ColumnImportance, ...]:
    asked, unseen = judged.lesson.tree, judged.data
    held_out = unseen if judged.way == "held_out" else None

    drawn = session.view(UseView).repeats, session.view(UseView).shuffle

    def make(tell: Progress) -> tuple[ColumnImportance, ...]:
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


def _risen(schema: Schema) -> str:
    """What rises if a column is shuffled, and in what it is counted."""
    if schema.leaf_rule.loss:
        return _("By how much the mean cost of a row rises, in the units of the loss matrix.")
    if schema.classes:
        return _("By how much the share of misclassified rows rises.")
    target = literal(schema.target.name, 40)
    return _("By how much the mean squared error rises, in squared units of {target}.").format(
        target=target
    )


def _purpose(measure: str, schema: Schema) -> str:
    if measure == "permuted":
        how = _("The column is shuffled among the unseen rows {n} times, seed {seed}.")
        view = session.view(UseView)
        return joined(_risen(schema), how.format(n=view.repeats, seed=view.shuffle))
    if measure == "rpart":
        return _("The decrease of each split of the column, in rows × impurity, and of surrogates.")
    return _("The column’s share of the decrease made by all splits. The bars add up to 1.")


def _chosen(judged: Judged, found: Sequence[ColumnImportance]) -> ColumnImportance | None:
    """The column of the node that was touched last, or that was chosen by name or bar."""
    view, of = session.view(UseView), judged.lesson.tree
    split = of[view.node].split if view.node is not None and view.node in of else None
    at = view.column if split is None else split.column
    return next((one for one in found if one.column == at), None)


def _pick(shown: Sequence[ColumnImportance]) -> None:
    points = BARS.points
    if points:
        session.change(UseView, column=shown[int(points[0]["point_index"])].column)


def _terms(judged: Judged, one: ColumnImportance, measure: str) -> None:
    """The measure's own sum, term by term."""
    asked = ("decrease", "share") if measure == "share" else (measure,)
    scores = {score.name: score for score in opened(judged.lesson.tree, one)}
    if measure == "rpart" and measure not in scores:  # no surrogate asks it
        asked = ("decrease",)
    if measure != "permuted" and not one.terms:
        st.caption(_("No split uses it."))
        return
    lines = [Line(scores[name].formula, "", result=True) for name in asked if name in scores]
    if lines:
        formula_view(lines, Digits(), "use_importance_sums", _("Working"), NO_ROWS)
    if measure != "permuted" and one.nodes:
        _split(judged.lesson, one)


def _split(lesson: Lesson, one: ColumnImportance) -> None:
    """One of the column's splits, the touched one or one by its way, down to its counts."""
    of = lesson.tree
    touched = session.view(UseView).node
    node = touched if touched is not None and touched in one.nodes else one.nodes[0]
    st.selectbox(
        _("Split"),
        one.nodes,
        format_func=lambda at: one_line(path_words(of, at), 80),
        **session.bind_to("use_split", UseView, node=node),
    )
    lines = [Line(fall(of, node), _("decrease by this split"), result=True)]
    if of.schema.classes:
        lines.append(Line(impurity_at(of, node), _("at the node")))
        for child in of.children(node):
            if of.weight(child):
                way = number_format.told(of.conditions(child)[-1])
                lines.append(Line(impurity_at(of, child), one_line(way, 60)))
    counted(lesson, lines, Digits(), "use_importance_split")
