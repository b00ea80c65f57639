"""A numeric target: RMSE, MAE and R² with their sums, the residuals in a picture and by row."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtshow.figures.residuals import residuals
from dtshow.words.language import _
from dttools.evaluation import NumberEvaluation
from pages.ui.share.lecturing import lecturing
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.trees.rows import height
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.evaluate.sums import sums

HEIGHT, SLIDE_HEIGHT = 320, 240
"""Of the residuals, in pixels; a slide is enlarged, and shows them whole."""
MOST: Final = 5000
"""Rows whose part in the sums is listed."""


def look(judged: Judged) -> None:
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
        table = terms(data, found, found.errors[:MOST])
        st.dataframe(table, hide_index=True, height=height(len(table)), key="use_terms")
        if len(found.errors) > MOST:
            st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))


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
