"""The errors: of classes the rows that are predicted wrong, of numbers how far off each is."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.model import NodeId, path
from dtcore.pruning import rows_reaching
from dtshow.figures.evaluation import residuals
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.evaluation import ClassEvaluation, NumberEvaluation
from pages.ui.share.sharing import lecturing
from pages.ui.shell import session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.trees.rows import height, rows
from pages.ui.use.judged import Judged, sums
from pages.ui.use.tree_in_use import tree
from pages.ui.use.use_view import UseView

LIST: Final = session.RowsWidget("use_errors")
MOST: Final = 400
MOST_KINDS: Final = 3
ROW, HEAD = 30, 37
IN_SIGHT: Final = 13
"""Rows of the list that are seen without scrolling: as many as a large wall has room for."""
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
    at = [k for k, row in enumerate(wrong.tolist()) if row == session.view(UseView).error]
    with left:
        _said(judged, len(wrong), node)
        st.dataframe(
            _table(judged, wrong),
            hide_index=True,
            row_height=ROW,
            height=HEAD + ROW * max(1, min(len(wrong), IN_SIGHT)),
            selection_mode="single-row",
            on_select=lambda: _pick(wrong),
            key=LIST.choosing(at),
        )
    with right:
        _path(judged, int(wrong[at[0]]) if at else None)


def _touched(judged: Judged) -> NodeId | None:
    """The node of the judged tree that was touched last, but for the root, which all pass."""
    node = session.view(UseView).node
    return node if node and node in judged.lesson.tree else None


def _passing(judged: Judged, node: NodeId | None) -> np.ndarray:
    """The first errors; with a node, those that come through it."""
    first = judged.found.errors[:MOST]
    if node is None:
        return first
    return np.asarray(first[np.isin(first, rows_reaching(judged.lesson.tree, judged.data, node))])


def _said(judged: Judged, shown: int, node: NodeId | None) -> None:
    if node is not None:
        text = ngettext(
            "{n} of them comes through the node.", "{n} of them come through the node.", shown
        )
        st.caption(text.format(n=f"{shown:,}"))
        st.button(
            _("List all errors"),
            key="use_errors_all",
            type="tertiary",
            on_click=lambda: session.change(UseView, node=None),
        )
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


def _pick(wrong: np.ndarray) -> None:
    chosen = [int(wrong[k]) for k in LIST.chosen if k < len(wrong)]
    session.change(UseView, error=chosen[0] if chosen else None)


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
