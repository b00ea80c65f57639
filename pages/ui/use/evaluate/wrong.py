"""The errors: rows that are predicted wrong, each leading to its path and its leaf."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from dtcore.evaluation import ClassEvaluation
from dtcore.model import path
from pages.ui.shell import session
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.tree import tree
from pages.ui.use.use_view import UseView
from pages.ui.wording import number_format
from pages.ui.wording.language import _, ngettext

LIST: Final = session.Rows("use_errors")
MOST: Final = 400
ROW, HEAD = 30, 37


def look(judged: Judged) -> None:
    found = judged.found
    wrong = found.errors[:MOST]
    if not len(wrong):
        st.markdown(_("No row is predicted wrong."))
        return
    left, right = st.columns(2, gap="large")
    at = [k for k, row in enumerate(wrong.tolist()) if row == session.view(UseView).error]
    with left:
        if isinstance(found, ClassEvaluation):
            n = len(found.errors)
            text = ngettext("{n} row is predicted wrong.", "{n} rows are predicted wrong.", n)
            st.caption(text.format(n=f"{n:,}"))
        else:
            st.caption(_("Those that are furthest off come first."))
        st.dataframe(
            _table(judged, wrong),
            hide_index=True,
            row_height=ROW,
            height=HEAD + ROW * min(len(wrong), 12),
            selection_mode="single-row",
            on_select=lambda: _pick(wrong),
            key=LIST.choosing(at),
        )
    with right:
        row = int(wrong[at[0]]) if at else None
        passed = {} if row is None else path(judged.lesson.tree, judged.data, row)
        tree(judged.lesson, passed)
        if row is None:
            st.caption(_("Choose a row to see its path."))


def _table(judged: Judged, wrong: np.ndarray) -> pd.DataFrame:
    found, data = judged.found, judged.data
    place = {row: k for k, row in enumerate(found.rows.tolist())}
    at = [place[row] for row in wrong.tolist()]
    columns: dict[str, list[object]] = {
        _("row"): [int(data.origin[row]) + 1 for row in wrong.tolist()]
    }
    if isinstance(found, ClassEvaluation):
        columns[_("true")] = [found.classes[found.truth[k]] for k in at]
        columns[_("predicted")] = [found.classes[found.told[k]] for k in at]
    else:
        columns[_("true")] = [number_format.shown(float(found.truth[k])) for k in at]
        columns[_("predicted")] = [number_format.shown(float(found.told[k])) for k in at]
    return pd.DataFrame(columns)


def _pick(wrong: np.ndarray) -> None:
    chosen = [int(wrong[k]) for k in LIST.chosen if k < len(wrong)]
    session.keep(replace(session.view(UseView), error=chosen[0] if chosen else None))
