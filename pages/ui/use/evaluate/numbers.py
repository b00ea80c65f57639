"""A numeric target: RMSE, MAE and R² with their sums, and the residuals in a picture."""

from __future__ import annotations

import streamlit as st

from dtcore.evaluation import NumberEvaluation
from pages.ui.figures.residuals import residuals
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.evaluate.sums import sums
from pages.ui.wording.language import _


def look(judged: Judged) -> None:
    found = judged.found
    assert isinstance(found, NumberEvaluation)
    left, right = st.columns(2, gap="large")
    with left:
        figure = residuals(found.told, found.residuals, theme=theme())
        alt = _("Residuals against predictions")
        st.plotly_chart(figure, key="use_residuals", alt=alt, theme=None, config=CONFIG)
    with right:
        sums([found.rmse, found.mae, found.r2], ["RMSE", "MAE", "R²"], "use_sums_numbers")
        st.caption(_("R² compares with the mean of these rows; below 0 it is worse than that."))
