"""The first rows of a table."""

from __future__ import annotations

from typing import Final

import pandas as pd
import streamlit as st

from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _
from pages.ui.shell import cache, session
from pages.ui.shell.places import column_label

ROWS: Final = 50


def preview(choice: TableChoice) -> None:
    frame = session.frame(choice)
    shown = _labelled(frame.head(ROWS), choice)
    shown.index = pd.RangeIndex(1, len(shown) + 1)
    st.dataframe(
        shown,
        height=min(38 + 35 * len(shown), 353),
        placeholder="?",
        alt=_("The first rows of the table"),
    )
    if len(frame) > ROWS:
        st.caption(_("The first {shown} of {all} rows.").format(shown=ROWS, all=f"{len(frame):,}"))


def _labelled(frame: pd.DataFrame, choice: TableChoice) -> pd.DataFrame:
    """Names and values as the session's language has them."""
    values = cache.labels(choice.key, session.language()).values
    return pd.DataFrame(
        {
            column_label(choice, str(name)): frame[name]
            if pd.api.types.is_numeric_dtype(frame[name])
            else frame[name].astype(object).map(values[str(name)].__getitem__, na_action="ignore")
            for name in frame.columns
        }
    )
