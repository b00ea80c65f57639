"""What each column contributes: by its splits, or by what shuffling it costs on unseen rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.evaluation import ColumnImportance, opened
from dtcore.formula import Digits
from pages.ui.components.formula import formula_view
from pages.ui.figures.importance import ImportanceBars, bars
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

MEASURES: Final = ("share", "rpart", "permuted")
MEASURE: Final = session.Widget("use_measure", "share")
BARS: Final = session.Chart("use_importance")
SEED: Final = 0
REPEATS: Final = 5
MOST: Final = 14


def look(judged: Judged) -> None:
    found = _found(judged)
    measure = _measure()
    shown = sorted(found, key=lambda one: -value(one, measure))[:MOST]
    chosen = _chosen(found)
    left, right = st.columns(2, gap="large")
    with left:
        labels = [one_line(one.name, 24) for one in shown]
        at = None if chosen is None or chosen not in shown else shown.index(chosen)
        figure = bars(
            ImportanceBars(labels, [value(one, measure) for one in shown], at), theme=theme()
        )
        st.plotly_chart(
            figure,
            key=BARS.key,
            alt=_("Importance of each column"),
            theme=None,
            on_select=lambda: _pick(shown),
            selection_mode="points",
            config=CONFIG,
        )
        st.caption(_purpose(measure))
    with right:
        if chosen is None:
            st.markdown(_("Choose a bar to see the nodes that it sums."))
            tree(judged.lesson, {})
            return
        tree(judged.lesson, dict.fromkeys(chosen.nodes, 1.0))
        _terms(judged, chosen, measure)


def _measure() -> str:
    """What is summed, by a control."""
    names = {
        "share": _("splits, as scikit-learn counts"),
        "rpart": _("splits and surrogates, as rpart counts"),
        "permuted": _("shuffled, on unseen rows"),
    }
    st.segmented_control(
        _("Measure"),
        list(names),
        format_func=names.__getitem__,
        key=MEASURE.showing(MEASURE.value),
        required=True,
        label_visibility="collapsed",
        wrap=True,
    )
    return MEASURE.value


def _found(judged: Judged) -> tuple[ColumnImportance, ...]:
    asked, unseen = judged.lesson.tree, judged.data
    held_out = unseen if judged.way == "held_out" else None

    def make(tell: Tell) -> tuple[ColumnImportance, ...]:
        return dt.importance(asked, held_out, repeats=REPEATS, seed=SEED)

    key = ("importance", judged.lesson.recipe_choice.recipe, judged.lesson.dataset, unseen)
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
        return text.format(n=REPEATS, seed=SEED)
    if measure == "rpart":
        return _("The decrease of each split of the column, in rows × impurity, and of surrogates.")
    return _("The column’s part of what all splits decrease. The bars sum to 1.")


def _chosen(found: tuple[ColumnImportance, ...]) -> ColumnImportance | None:
    at = session.view(UseView).column
    return found[at] if at is not None and at < len(found) else None


def _pick(shown: list[ColumnImportance]) -> None:
    points = BARS.points
    if points:
        at = shown[int(points[0]["point_index"])].column
        session.keep(replace(session.view(UseView), column=at))


def _terms(judged: Judged, one: ColumnImportance, measure: str) -> None:
    if measure == "permuted":
        if one.permuted is not None:
            rises = pd.DataFrame(
                {_("loss with it"): one.permuted.before, _("shuffled"): one.permuted.after}
            )
            st.dataframe(rises, hide_index=True)
        return
    if not one.terms:
        st.caption(_("No split asks it."))
        return
    lines = [Line(score.formula, "", result=True) for score in opened(judged.lesson.tree, one)]
    formula_view(lines, Digits(), "use_importance_sums", _("Working"), NO_ROWS)
