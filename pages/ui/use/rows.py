"""Rows of the table, with their own numbers, below the sentence that says which they are."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import cache, session
from pages.ui.wording import number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal

MOST: Final = 400


def rows(lesson: Lesson, data: dt.Dataset, places: np.ndarray, which: str) -> None:
    """``places``: of rows in ``data``, which is the lesson's table or a part of it; ``which`` says
    what they have in common, as plain text."""
    weight = float(data.weights[places].sum())
    st.markdown(f"**{number_format.rows_count(weight)}** · {literal(which, 200)}")
    if not len(places):
        return
    whole = session.dataset(lesson.choice)
    shown = np.searchsorted(whole.origin, data.origin[places[:MOST]])
    display = cache.display(lesson.choice, session.language(), session.frame)
    st.dataframe(
        display.iloc[shown], row_height=24, height=min(37 + 24 * len(shown), 230), key="use_rows"
    )
    if len(places) > MOST:
        st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))
