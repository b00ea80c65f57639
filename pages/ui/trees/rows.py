"""Rows of the table, with their own numbers, below the sentence that says which they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.shell import cache, session

MOST: Final = 400
LINE: Final = 30
"""Pixels of a line in a list to choose from."""
ROW, HEAD, TALLEST = 24, 37, 14
"""Pixels of a row and of the head, and rows that are in sight at once."""


def height(count: int, row: int = 35) -> int:
    """Of a table with so many rows, as tall as they are while they are few."""
    return HEAD + row * min(count, TALLEST)


@dataclass(frozen=True)
class RowList:
    """A table of rows of which one can be chosen, so many ``in_sight`` without scrolling."""

    widget: session.RowsWidget
    in_sight: int

    def draw(
        self,
        table: pd.DataFrame,
        places: np.ndarray,
        chosen: int | None,
        take: Callable[[int | None], None],
    ) -> None:
        """``places``: of the rows in their dataset; ``take`` hears the one that is chosen."""

        def hear() -> None:
            found = [int(places[line]) for line in self.widget.chosen if line < len(places)]
            take(found[0] if found else None)

        st.dataframe(
            table,
            hide_index=True,
            row_height=LINE,
            height=HEAD + LINE * max(1, min(len(places), self.in_sight)),
            selection_mode="single-row",
            on_select=hear,
            key=self.widget.choosing(np.flatnonzero(places == chosen).tolist()),
        )


def rows(lesson: Lesson, data: dt.Dataset, places: np.ndarray, which: str) -> None:
    """``places``: of rows in ``data``, which is the lesson's table or a part of it; ``which`` says
    what they have in common, as plain text."""
    count = float(data.row_counts[places].sum())
    st.markdown(f"**{number_format.rows_count(count)}** · {literal(which, 200)}")
    if not len(places):
        return
    whole = session.dataset(lesson.choice)
    shown = np.searchsorted(whole.origin, data.origin[places[:MOST]])
    display = cache.display(lesson.choice, session.language(), session.frame)
    tall = height(len(shown), ROW)
    st.dataframe(display.iloc[shown], row_height=ROW, height=tall, key="use_rows")
    if len(places) > MOST:
        st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))
