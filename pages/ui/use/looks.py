"""The closer looks of Evaluate: the errors, of classes the rows that are predicted wrong, of
numbers how far off each is; the counts of training and held-out rows node by node; and what each
column contributes, by its splits or by what shuffling it costs on unseen rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dttools as dt
from dtcore.model import ROOT, NodeId, Schema, path, weight_text
from dtcore.progress import Progress
from dtcore.pruning import held_out_counts, rows_reaching
from dtshow.figures.bars import ImportanceBars, bars, short
from dtshow.figures.evaluation import residuals
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.scene.sums import Line
from dtshow.scene.tree.sketch import held_out_lines
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal, one_line
from dttools.evaluation import (
    ClassEvaluation,
    ColumnImportance,
    NumberEvaluation,
    fall,
    impurity_at,
    opened,
)
from dttools.printing import Digits
from pages.ui.components.controls import quiet, switch
from pages.ui.components.formula import formula_view
from pages.ui.share.sharing import lecturing
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.shell.progress import growing, worked_out
from pages.ui.trees.held_out import hold_out_label, which
from pages.ui.trees.rows import RowList, height, rows
from pages.ui.use.judged import Judged, hold_out, sums
from pages.ui.use.tree_in_use import counted, tree
from pages.ui.use.use_view import Measure, UseView

LIST: Final = RowList(session.RowsWidget("use_errors"), in_sight=13)
"""As many as a large wall has room for."""
MOST: Final = 400
MOST_KINDS: Final = 3
HEIGHT, SLIDE_HEIGHT = 320, 240
"""Of the residuals, in pixels; a slide is enlarged, and shows them whole."""
MOST_TERMS: Final = 5000
"""Rows whose part in the sums is listed."""


def errors(judged: Judged) -> None:
    node = _touched(judged)
    wrong = _passing(judged, node)
    if not len(judged.found.errors):
        st.markdown(_("No row is predicted wrongly."))
        return
    left, right = st.container(key="use_errors_box").columns(2, gap="large")
    chosen = session.view(UseView).error
    row = chosen if chosen in wrong.tolist() else None
    with left:
        _said(judged, len(wrong), node)
        LIST.draw(_table(judged, wrong), wrong, row, lambda row: session.change(UseView, error=row))
    with right:
        _path(judged, row)


def _touched(judged: Judged) -> NodeId | None:
    """The node of the judged tree that was touched last, but for the root, which all pass."""
    node = session.view(UseView).node
    return node if node and node in judged.lesson.tree else None


def _passing(judged: Judged, node: NodeId | None) -> np.ndarray:
    """The first errors, of classes each kind together, the rarest first; with a node, those that
    come through it."""
    first, found = judged.found.errors[:MOST], judged.found
    if isinstance(found, ClassEvaluation):
        kinds = found.truth[first] * len(found.classes) + found.told[first]
        rare = np.bincount(kinds)[kinds] if len(kinds) else kinds
        first = first[np.lexsort((kinds, rare))]
    if node is None:
        return first
    return np.asarray(first[np.isin(first, rows_reaching(judged.lesson.tree, judged.data, node))])


def _said(judged: Judged, shown: int, node: NodeId | None) -> None:
    if node is not None:
        text = ngettext(
            "{n} of them comes through the node.", "{n} of them come through the node.", shown
        )
        st.caption(text.format(n=f"{shown:,}"))
        quiet(_("List all errors"), "use_errors_all", lambda: session.change(UseView, node=None))
    elif isinstance(judged.found, ClassEvaluation):
        n = len(judged.found.errors)
        text = ngettext("{n} row is predicted wrongly.", "{n} rows are predicted wrongly.", n)
        with st.container(key="use_errors_said"):
            st.markdown(joined(text.format(n=f"{n:,}"), _kinds(judged.found)))
    else:
        st.caption(_("The largest errors come first."))


def _kinds(found: ClassEvaluation) -> str:
    """Which class is predicted as which, the most rows first; nothing of too many to read."""
    truth, told = found.truth, found.told
    wrong = Counter(zip(truth[truth != told].tolist(), told[truth != told].tolist(), strict=True))
    if not 1 < len(wrong) <= MOST_KINDS:
        return ""
    text = _("{n} {true} as {predicted}")
    kinds = _(", ").join(
        text.format(
            n=n, true=literal(found.classes[i], 30), predicted=literal(found.classes[k], 30)
        )
        for (i, k), n in wrong.most_common()
    )
    return _("Of these: {kinds}.").format(kinds=kinds)


def _path(judged: Judged, row: int | None) -> None:
    """The way of a row to its leaf, and its own cells."""
    if row is None:
        with st.container(key="use_hint"):
            st.caption(
                _("Choose a row to see its path, or a node to see the errors that come through it.")
            )
        tree(judged.lesson, {})
        return
    if judged.way == "folds":
        st.caption(
            _(
                "The tree drawn is that of all rows; this row was judged by a tree "
                "grown on the other folds."
            )
        )
    tree(judged.lesson, path(judged.lesson.tree, judged.data, row))
    number = int(judged.data.origin[row]) + 1
    rows(judged.lesson, judged.data, np.array([row]), _("row {row}").format(row=f"{number:,}"))


def _table(judged: Judged, wrong: np.ndarray) -> pd.DataFrame:
    found, data = judged.found, judged.data
    if not isinstance(found, ClassEvaluation):
        return terms(data, found, wrong)
    place = {row: k for k, row in enumerate(found.rows.tolist())}
    at = [place[row] for row in wrong.tolist()]
    columns: dict[str, list[object]] = {
        _("row"): [int(data.origin[row]) + 1 for row in wrong.tolist()],
        _("true"): [found.classes[found.truth[k]] for k in at],
        _("predicted"): [found.classes[found.told[k]] for k in at],
    }
    return pd.DataFrame(columns)


def numbers(judged: Judged) -> None:
    found = judged.found
    assert isinstance(found, NumberEvaluation)
    left, right = st.columns(2, gap="large")
    with left:
        high = SLIDE_HEIGHT if lecturing() else HEIGHT
        figure = residuals(found.told, found.residuals, theme=theme(), height=high)
        alt = _("Residuals against predictions")
        st.plotly_chart(figure, key="use_residuals", alt=alt, theme=None, config=CONFIG)
    with right:
        names = [
            _("root mean square error"),
            _("mean absolute error"),
            _("share of the variance explained"),
        ]
        sums([found.rmse, found.mae, found.r2], names, "use_sums_numbers")
        st.caption(_("R² compares with the mean of these rows; below 0 it is worse than that."))
    _rows(judged.data, found)


def _rows(data: dt.Dataset, found: NumberEvaluation) -> None:
    """What each row adds to the sums, those that are furthest off first."""
    with st.container(key="use_per_row"):
        st.markdown("## " + _("Term by term"))
        st.caption(_("The largest errors come first."))
        table = terms(data, found, found.errors[:MOST_TERMS])
        st.dataframe(table, hide_index=True, height=height(len(table)), key="use_terms")
        if len(found.errors) > MOST_TERMS:
            st.caption(_("The first {n} rows are listed.").format(n=f"{MOST_TERMS:,}"))


def terms(data: dt.Dataset, found: NumberEvaluation, rows: np.ndarray) -> pd.DataFrame:
    """Of ``rows`` of ``data`` the numbers that RMSE, MAE and R² add up."""
    place = {row: k for k, row in enumerate(found.rows.tolist())}
    at = [place[row] for row in rows.tolist()]
    away, weights = found.residuals[at], found.weights[at]
    columns = {
        _("row"): data.origin[rows] + 1,
        _("true"): found.truth[at],
        _("predicted"): found.told[at],
        "y − ŷ": away,
        "(y − ŷ)²": away**2,
    }
    if (found.weights != 1).any():
        columns[_("weight")] = weights
    return pd.DataFrame(columns)


MOST_CLASSES: Final = 8
"""With more classes only the sums are offered."""


def nodes(judged: Judged) -> None:
    if judged.way == "folds":
        st.markdown(_("Each fold has a tree of its own. Hold rows out to see them in one tree."))
        st.button(hold_out_label(), key="use_hold_out_nodes", on_click=hold_out)
        return
    left, right = st.container(key="use_nodes").columns([1.6, 1], gap="large")
    with left:
        tree(judged.lesson, {}, held_out=held_out_lines(judged.lesson.tree, judged.data))
        st.caption(which())
    with right:
        _of_node(judged)


def _of_node(judged: Judged) -> None:
    """Its counts as a small table, whose numbers open their rows."""
    shown, chosen = judged.lesson.tree, session.view(UseView).node
    node = chosen if chosen is not None and chosen in shown else ROOT
    conditions = [number_format.told(one) for one in shown.conditions(node)]
    st.markdown(f"**{literal(path_words(shown, node), 200)}**")
    classes = shown.schema.classes if len(shown.schema.classes) <= MOST_CLASSES else ()
    both = {_("training"): judged.lesson.dataset, _("held out"): judged.data}
    rows_of = [held_out_counts(shown, data)[shown.place(node)].tolist() for data in both.values()]
    labels: list[int | None] = [*range(len(classes)), None]
    with st.container(key="use_node_counts"):
        head = st.columns([1.2, 1, 1], vertical_alignment="bottom", gap="xsmall")
        for place, name in zip(head[1:], both, strict=True):
            place.caption(name)
        for label in labels:
            line = st.columns([1.2, 1, 1], vertical_alignment="center", gap="xsmall")
            line[0].markdown(_("all rows") if label is None else literal(classes[label], 30))
            for unseen, (place, row) in enumerate(zip(line[1:], rows_of, strict=True)):
                with place:
                    _count(shown, row, (label, bool(unseen)))
    _listed(judged, node, conditions)


def _count(shown: dt.Tree, row: list[float], cell: tuple[int | None, bool]) -> None:
    """A button with one count of a node, of whose counts ``row`` has all."""
    label, unseen = cell
    numeric = not shown.schema.classes
    weight = row[0] if numeric else sum(row) if label is None else row[label]
    mean = f" · ȳ\u2009=\u2009{number_format.mean(shown, row[1])}" if numeric and weight else ""
    st.button(
        weight_text(weight) + mean,
        key=f"use_node_{label}_{unseen:d}",
        width="stretch",
        disabled=not weight,
        on_click=partial(_open, cell),
    )


def _open(counted: tuple[int | None, bool] | None) -> None:
    session.change(UseView, counted=counted)


def _listed(judged: Judged, node: NodeId, conditions: list[str]) -> None:
    counted = session.view(UseView).counted
    if counted is None:
        return
    label, unseen = counted
    shown, data = judged.lesson.tree, judged.data if unseen else judged.lesson.dataset
    if label is not None and label >= len(shown.schema.classes):
        return
    said = [*conditions, _("held out") if unseen else _("training")]
    if label is not None:
        said.insert(-1, f"{shown.schema.target.name} = {shown.schema.classes[label]}")
    rows(judged.lesson, data, rows_reaching(shown, data, node, label), " · ".join(said))
    close = _("Close this list")
    quiet(close, "use_node_close", _open, None)


BARS: Final = session.Chart("use_importance")
MOST_BARS: Final = 14


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
        _bars(found[:MOST_BARS], chosen, measure)
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
        formula_view(lines, Digits(), "use_importance_sums")
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
