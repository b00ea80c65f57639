"""The tab: a sentence, and below it one look at a time, the matrix first."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dttools.evaluation import ClassEvaluation, NumberEvaluation
from pages.ui.components.switch import switch
from pages.ui.shell import session
from pages.ui.trees import pruning_session
from pages.ui.trees.pruning_settings import USUAL
from pages.ui.use.evaluate import classes, columns, errors, nodes, numbers
from pages.ui.use.evaluate.interval import accuracy_interval
from pages.ui.use.evaluate.judged import Judged, by_folds, hold_out, judged
from pages.ui.use.evaluate.matrix import chosen_rows, matrix
from pages.ui.use.use_view import Look, UseView


def panel(lesson: Lesson) -> None:
    """Draw it for the present tree of ``lesson``. Raises DtError."""
    result = judged(lesson)
    if result is None:
        _nothing_held_out(lesson)
        return
    _said(result)
    _look(result)


def _nothing_held_out(lesson: Lesson) -> None:
    with st.container(key="use_empty"):
        st.markdown(
            _(
                "This tree has seen every row, so none is left to judge it on. Hold some out: "
                "the algorithm grows a second tree on the rest, which is judged on the held-out "
                "rows. The tree on Grow stays as it is."
            )
        )
        with st.container(horizontal=True, gap="small"):
            share = f"{USUAL.share:.0%}"
            label = _("Hold out {share} of the rows").format(share=share)
            st.button(label, key="use_hold_out", type="primary", on_click=hold_out)
            st.button(_("Judge it fold by fold"), key="use_folds", on_click=by_folds)


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
    """The other ways to judge it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
        give_back = _("Use all rows again")
        if result.way == "folds":
            st.button(
                _("End the folds"), key="use_end", type="tertiary", on_click=by_folds, args=(False,)
            )
        else:
            st.button(give_back, key="use_end", type="tertiary", on_click=hold_out, args=(0.0,))
            st.button(
                _("Judge it fold by fold"), key="use_folds", type="tertiary", on_click=by_folds
            )


def _short(value: float) -> str:
    """Four digits say how far off; the sum has them all."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _grown_on(result: Judged) -> str:
    """Which tree is judged on which rows, and what it has to do with the tree of Grow."""
    pruned = session.view(UseView).pruned
    if result.way == "folds":
        text = _(
            "The tree on Grow has seen every row, so it is not judged here: each row is judged by "
            "a tree that the same algorithm grew on the other folds."
        )
        settings = pruning_session.current().settings
        how = _("{folds} folds, seed {seed}; Pruning sets both.")
        how = how.format(folds=settings.folds, seed=settings.foldseed)
        return joined(text, how, _("These trees are not pruned.") if pruned else "")
    if pruned:
        text = _(
            "This is the tree on Pruning, as it is cut there: grown on {n} rows, judged on the "
            "others."
        )
    elif session.lesson().choice.hold is not None:
        text = _("This is the whole tree that the algorithm grows on the {n} rows of Grow.")
    else:
        text = _(
            "What is judged is a second tree, which the same algorithm grew on {n} rows: the tree "
            "on Grow has seen every row."
        )
    return text.format(n=f"{result.grown_on:,}")


def _classes(result: Judged) -> None:
    """The matrix and how sure its share of right answers is, then class by class."""
    if isinstance(result.found, ClassEvaluation):
        left, right = st.container(key="use_judged").columns([1.35, 1], gap="large")
        with left:
            st.markdown("## " + _("Predicted and true"))
            matrix(result, result.found)
        with right:
            st.markdown("## " + _("How sure is that?"))
            accuracy_interval(result, result.found)
        chosen_rows(result, result.found)
        with st.container(key="use_per_class"):
            st.markdown("## " + _("Per class"))
            classes.look(result)


def _look(result: Judged) -> None:
    """What a numeric target has not is not offered."""
    looks: dict[Look, tuple[str, Callable[[Judged], None]]] = {
        "classes": (_("Confusion matrix"), _classes),
        "ranking": (_("ROC curve"), classes.ranking),
        "numbers": (_("Residuals"), numbers.look),
        "columns": (_("Columns"), columns.look),
        "wrong": (_("Errors"), errors.look),
        "nodes": (_("Nodes"), nodes.look),
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
        switch(_("What to look at"), names, session.bind(UseView, look=now))
        _how_judged(result)
    looks[now][1](result)
