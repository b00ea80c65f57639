"""Evaluate: a sentence, and below it one look at a time, the matrix first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtcore.model import weight_text
from dtshow.figures.evaluation import Interval, RocCurve, interval, roc
from dtshow.figures.palette import colour_number
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal, one_line
from dtshow.words.number_format import PERCENT, rows_or_weight, share
from dttools.evaluation import ClassEvaluation, NumberEvaluation, Roc
from pages.ui.components.controls import menu, quiet, switch
from pages.ui.shell import session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.trees import pruning_session
from pages.ui.trees.grown_on import same_rows
from pages.ui.trees.held_out import hold_out_label
from pages.ui.trees.rows import height, rows
from pages.ui.use.judged import (
    Judged,
    by_folds,
    folds_of,
    hold_out,
    judged,
    per_class,
    pick,
    sums,
    unasked,
)
from pages.ui.use.looks import columns, errors, nodes, numbers
from pages.ui.use.use_view import Look, UseView

WIDE: Final = 0.3
"""Of the scale from 0 to 1: such an interval leaves good and poor trees undecided."""
HALVES: Final = [1.35, 1]
"""Of the page, so that what stands below each other begins alike."""
MOST: Final = 8
"""With more classes, those with most errors are shown."""


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``. Raises DtError."""
    if unasked(lesson):
        _ask(lesson)
        return
    result = judged(lesson)
    _said(result)
    _look(result)


def _ask(lesson: Lesson) -> None:
    """Which rows can judge the tree; growing one for each fold of a large table takes a while."""
    data = lesson.dataset
    text = _(
        "The tree on Grow has seen every row. To judge it fold by fold, {folds} more trees are "
        "grown from these {rows} rows, which takes a while."
    )
    st.markdown(text.format(folds=folds_of(data), rows=f"{len(data):,}"))
    with st.container(horizontal=True, gap="small", key="use_unasked"):
        st.button(_("Judge it fold by fold"), key="use_folds", on_click=by_folds)
        _hold_out()


def _hold_out() -> None:
    quiet(hold_out_label(), "use_hold_out", hold_out)


def _said(result: Judged) -> None:
    found = result.found
    rows = number_format.rows_or_weight(found.weights, found.fractional)
    if isinstance(found, ClassEvaluation):
        right = float(found.weights[found.truth == found.told].sum())
        text = _("Right on **{right} of {rows}** that it has never seen.")
        if result.way == "folds":
            text = _("Right on **{right} of {rows}**, each judged by a tree that never saw it.")
        said = text.format(right=f"{right:,.6g}", rows=rows)
        if found.cost is not None:
            cost = _("A row costs **{cost}** on average.")
            said = joined(said, cost.format(cost=_short(found.cost.value or 0.0)))
    else:
        text = _("Off by **{rmse}** (root mean square) on {rows} that it has never seen.")
        said = text.format(rmse=_short(found.rmse.value or 0.0), rows=rows)
    with st.container(key="use_said"):
        st.markdown(number_format.with_measures(said))
    with st.container(key="use_grown_on"):
        st.caption(_grown_on(result))


def _how_judged(result: Judged) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
        give_back = _("Use all rows again")
        if result.way == "folds" and pruning_session.current().grown.held_out is None:
            _hold_out()
        elif result.way == "folds":
            quiet(_("End the folds"), "use_end", by_folds, False)
        else:
            quiet(give_back, "use_end", hold_out, 0.0)
            quiet(_("Judge it fold by fold"), "use_folds", by_folds)


def _short(value: float) -> str:
    """Four digits say how far off; the sum has them all."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _grown_on(result: Judged) -> str:
    """Which tree is judged on which rows, and what it has to do with the tree of Grow."""
    pruned = session.view(UseView).pruned
    if result.way == "folds":
        text = _("Each row is judged by a tree that the same algorithm grew on the other folds.")
        if session.lesson().choice.hold is None:
            text = _(
                "The tree on Grow has seen every row, so it is not judged here: each row is judged "
                "by a tree that the same algorithm grew on the other folds."
            )
        settings = pruning_session.current().settings
        how = _("{folds} folds, seed {seed}; Pruning sets both.")
        how = how.format(folds=folds_of(result.data), seed=settings.foldseed)
        return joined(text, how, _("These trees are not pruned.") if pruned else "")
    if pruned:
        text = _(
            "This is the tree on Pruning, as it is cut there: grown on {n} rows, judged on the "
            "others."
        )
    elif same_rows(result.lesson.dataset, session.lesson().dataset):
        text = _("This is the whole tree that the algorithm grows on the {n} rows of Grow.")
    elif session.lesson().choice.hold is not None:
        text = _("A second tree is judged, grown on {n} other rows than the tree on Grow.")
    else:
        text = _(
            "The tree on Grow has seen every row, so a second one, grown on {n} rows, is judged."
        )
    return text.format(n=f"{result.lesson.dataset.row_count:,.0f}")


def _classes(result: Judged) -> None:
    """The matrix and how sure its share of right answers is, then class by class."""
    if isinstance(result.found, ClassEvaluation):
        left, right = st.container(key="use_judged").columns(HALVES, gap="large")
        with left:
            st.markdown("## " + _("Predicted and true"))
            matrix(result, result.found)
        with right:
            st.markdown("## " + _("How sure is that?"))
            accuracy_interval(result, result.found)
        chosen_rows(result, result.found)
        with st.container(key="use_per_class"):
            st.markdown("## " + _("Per class"))
            per_class_scores(result)


def _look(result: Judged) -> None:
    """What a numeric target has not is not offered."""
    looks: dict[Look, tuple[str, Callable[[Judged], None]]] = {
        "classes": (_("Confusion matrix"), _classes),
        "ranking": (_("ROC curve"), ranking),
        "numbers": (_("Residuals"), numbers),
        "columns": (_("Columns"), columns),
        "wrong": (_("Errors"), errors),
        "nodes": (_("Nodes"), nodes),
    }
    if isinstance(result.found, NumberEvaluation):
        del looks["classes"], looks["ranking"]
    else:
        del looks["numbers"]
        if result.found.known != 2:
            del looks["ranking"]
    now = session.view(UseView).look
    now = now if now in looks else next(iter(looks))
    with st.container(key="use_looks", horizontal=True, horizontal_alignment="distribute"):
        names = {look: name for look, (name, _draw) in looks.items()}
        menu(_("What to look at"), names, session.bind(UseView, look=now))
        _how_judged(result)
    looks[now][1](result)


def per_class_scores(judged: Judged) -> None:
    found = judged.found
    assert isinstance(found, ClassEvaluation)
    left, right = st.columns(HALVES, gap="large")
    with left:
        st.dataframe(_table(found), hide_index=True, key="use_classes")
    with right:
        names, k = _names(found), session.view(UseView).of_class
        k = k if k in names else 0
        switch(_("Arithmetic of"), names, session.bind(UseView, of_class=k), named=True)
        measures = [_("precision"), _("recall"), "F1"]
        scores = per_class(found, k)
        known = measures if len(scores) > 1 else measures[1:2]
        sums(scores, known, "use_sums_class", found.classes)
        if found.cost is not None:
            sums([found.cost], [_("cost of a row")], "use_sums_cost", found.classes)


def _table(found: ClassEvaluation) -> pd.DataFrame:
    known = range(found.known)
    scores = [per_class(found, k) for k in known]
    return pd.DataFrame(
        {
            _("class"): [one_line(found.classes[k], 40) for k in known],
            _("precision"): [_shown(three[0].value) for three in scores],
            _("recall"): [_shown(three[1].value) for three in scores],
            "F1": [_shown(three[2].value) for three in scores],
        }
    )


def _shown(value: float | None) -> str:
    return _("undefined") if value is None else share(value)


def _names(found: ClassEvaluation) -> dict[int, str]:
    return {k: literal(name, 30) for k, name in enumerate(found.classes)}


def ranking(judged: Judged) -> None:
    found = judged.found
    assert isinstance(found, ClassEvaluation)
    left, right = st.columns(2, gap="large")
    with right:
        k = session.view(UseView).positive
        both = {code: name for code, name in _names(found).items() if code < 2}
        label, control = _("Rank the rows by the share of"), session.bind(UseView, positive=k)
        switch(label, both, control, named=True)
        curve = found.roc(k)
        sums(
            [curve.area],
            [_("area under the curve")],
            "use_sums_roc",
            found.classes,
            lambda query: (k if query.label else 1 - k, None),
        )
        st.caption(
            _(
                "The area is the chance that a row of this class has a larger share of "
                "it than a row of the other class; ties count as a half."
            )
        )
    with left:
        if curve.curve is None:
            st.markdown(_("All these rows are of one class, so nothing can be ranked."))
            return
        figure = roc(RocCurve(curve.curve, curve.area.value), theme=theme())
        alt = _("True positives against false positives")
        st.plotly_chart(figure, key="use_roc", alt=alt, theme=None, config=CONFIG)
    chosen_rows(judged, found)
    _steps(curve, literal(found.classes[k], 40))


def _steps(curve: Roc, name: str) -> None:
    """The terms of the area, one for each share that rows have."""
    steps = curve.steps
    with st.container(key="use_per_row"):
        st.markdown("## " + _("Term by term"))
        text = _(
            "A line for each share of {name}: how many rows of the class have it, how many others "
            "have it, how many others have less, and how many pairs are won."
        )
        st.caption(text.format(name=name))
        table = pd.DataFrame(
            {
                _("share"): [100 * step.cut for step in steps],
                "n₊": [step.right for step in steps],
                "n₋": [step.wrong for step in steps],
                "n₋ <": [step.below for step in steps],
                "n₊ · (n₋ < + n₋ / 2)": [step.won for step in steps],
            }
        )
        st.dataframe(
            table,
            hide_index=True,
            height=height(len(table)),
            column_config={_("share"): st.column_config.NumberColumn(format=PERCENT)},
            key="use_terms",
        )


def _on_its_own(training: ClassEvaluation, way: str) -> str:
    right = float(training.weights[training.truth == training.told].sum())
    text = _("On its training rows: {right} of {rows} right, {share}.")
    if way == "folds":
        text = _(
            "The tree on Grow, on the rows that it has seen: {right} of {rows} right, {share}."
        )
    return text.format(
        right=weight_text(right),
        rows=rows_or_weight(training.weights, True)
        if training.fractional
        else weight_text(float(training.weights.sum())),
        share=share(training.accuracy.value or 0.0),
    )


def accuracy_interval(judged: Judged, found: ClassEvaluation) -> None:
    low, high = (score.value or 0.0 for score in found.interval)
    accuracy, baseline = found.accuracy.value or 0.0, found.baseline.value or 0.0
    usual = _("always “{name}”").format(name=one_line(found.classes[found.usual], 20))
    figure = interval(Interval(low, accuracy, high, baseline, usual), theme=theme())
    alt = _("Accuracy {accuracy}, between {low} and {high}").format(
        accuracy=share(accuracy), low=share(low), high=share(high)
    )
    st.plotly_chart(figure, key="use_interval", alt=alt, theme=None, config=CONFIG)
    said = _(
        "Wilson’s interval: {low} to {high}. Of 100 such intervals, each from "
        "another sample, about 95 would contain the true accuracy."
    )
    st.caption(said.format(low=share(low), high=share(high)))
    always = _("The answer “{name}” alone would be right on {share}.")
    if accuracy < baseline:
        always = _("The answer “{name}” alone would be right more often: on {share}.")
    st.caption(always.format(name=literal(found.classes[found.usual], 40), share=share(baseline)))
    if high - low > WIDE:
        text = _("So wide an interval proves little: more rows are needed to judge the tree.")
        st.caption(text)
    if isinstance(judged.training, ClassEvaluation):
        st.caption(_on_its_own(judged.training, judged.way))
    with st.expander(_("The arithmetic"), key="use_sure_sums", on_change="rerun") as fold:
        if fold.open:
            parts = [_("variance"), _("middle"), _("half the width")]
            scores = [found.accuracy, *found.interval_parts, *found.interval, found.baseline]
            names = [_("accuracy"), *parts, _("at least"), _("at most"), usual]
            sums(scores, names, "use_sums_sure", found.classes)


def matrix(judged: Judged, found: ClassEvaluation) -> None:
    shown = _classes_shown(found)
    told = [k for k in shown if k < found.known]
    whole = len(shown) == len(found.classes)  # else what is seen would not add up
    names = (0.16 * len(found.classes[k]) for k in shown)  # a usual word is not broken
    widths = [min(1.6, max(1.1, *names)), *([1.0] * (len(told) + whole))]
    with st.container(key="use_matrix"):
        head = _line(widths)
        head[0].caption(_("true ↓ · predicted →"))
        for place, k in zip(head[1:], told, strict=False):
            place.caption(literal(found.classes[k], 30))
        if whole:
            head[-1].caption(_("sum"))
        for i in shown:
            line = _line(widths)
            line[0].markdown(literal(found.classes[i], 30))
            for place, k in zip(line[1:], told, strict=False):
                with place:
                    _count(found, i, k)
            if whole:
                with line[-1]:
                    _total(found, i, None)
        if whole:
            _totals(found, told, widths)
    if not whole:
        st.caption(_("The {n} classes with most errors are shown.").format(n=MOST))


def _line(widths: list[float]) -> list[DeltaGenerator]:
    return st.columns(widths, vertical_alignment="center", gap="xsmall")


def _totals(found: ClassEvaluation, told: list[int], widths: list[float]) -> None:
    line = _line(widths)
    line[0].caption(_("sum"))
    for place, k in zip(line[1:], (*told, None), strict=True):
        with place:
            _total(found, None, k)


def _total(found: ClassEvaluation, truth: int | None, told: int | None) -> None:
    """The sum of a row, of a column, or of all: opens its rows as a count does."""
    rows = found.counts if truth is None else found.counts[truth : truth + 1]
    weight = float((rows if told is None else rows[:, told]).sum())
    named = [] if truth is None else [_("True: {truth}.").format(truth=_name(found, truth))]
    named += [] if told is None else [_("Predicted: {told}.").format(told=_name(found, told))]
    label, key = _called(joined(*named) or _("All judged rows."), weight), f"use_sum_{truth}_{told}"
    quiet(label, key, pick, (truth, told), width="stretch", disabled=not weight)


def _name(found: ClassEvaluation, k: int) -> str:
    return literal(found.classes[k], 40)


def _called(said: str, weight: float) -> str:
    """A count with ``said`` before it for those who hear it: the style sheet hides emphasis."""
    return f"*{said}* {weight:,.6g}"


def _count(found: ClassEvaluation, truth: int, told: int) -> None:
    """A count as a button; on the diagonal it has its class's tint by the style sheet."""
    weight = float(found.counts[truth, told])
    kind = f"right{colour_number(truth)}" if truth == told else "wrong"
    said = _("True: {truth}. Predicted: {told}.").format(
        truth=_name(found, truth), told=_name(found, told)
    )
    st.button(
        _called(said, weight),
        key=f"use_cell_{kind}_{truth}_{told}",
        width="stretch",
        disabled=not weight,
        help=said,
        on_click=partial(pick, (truth, told)),
    )


def _classes_shown(found: ClassEvaluation) -> list[int]:
    if len(found.classes) <= MOST:
        return list(range(len(found.classes)))
    square = found.counts[: found.known]
    wrong = found.counts.sum(axis=1)
    wrong[: found.known] += square.sum(axis=0) - 2 * np.diag(square)
    return sorted(np.argsort(-wrong, kind="stable")[:MOST].tolist())


def chosen_rows(judged: Judged, found: ClassEvaluation) -> None:
    cell = session.view(UseView).cell
    if cell is None:
        return
    truth, told = cell
    known = all(k is None or k < len(found.classes) for k in cell)
    if known:
        names = found.classes
        said = [] if truth is None else [_("true: {name}").format(name=names[truth])]
        said += [] if told is None else [_("predicted: {name}").format(name=names[told])]
        which = " · ".join(said) or _("all judged rows")
        rows(judged.lesson, judged.data, found.rows_of(truth, told), which)
        label = _("Close this list")
        quiet(label, "use_rows_close", pick, None)
