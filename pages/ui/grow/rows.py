"""The rows at the selected node: its own stand out, the others are greyed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from dtcore.growth.moves import bag_of
from dtcore.model.columns import IntArray
from dtcore.model.splits import number
from pages.ui import compute, state, words
from pages.ui.figures.palette import MUTED, Theme
from pages.ui.formula_view import read_key
from pages.ui.language import _
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal
from pages.ui.tree_view import theme

MOST = 400
TINT = "background-color: rgba(230, 159, 0, .28)"


def rows(lesson: Lesson, display: pd.DataFrame) -> None:
    """The table ``display`` (all rows of the data set), lit where the selection says."""
    lit = lit_rows(lesson)
    own = bag_of(lesson.timeline.problem, lesson.timeline.state, lesson.node)
    weight = float(own.weights[np.isin(own.rows, lit)].sum())
    path = [str(condition) for condition in lesson.tree.conditions(lesson.node)]
    shown = " ∧ ".join([*path, *_counted(lesson)]) or _("all rows")
    st.markdown(f"**{words.rows_count(weight)}** · {literal(shown, 200)}")
    order, tested = first_rows(len(display), lit), _tested(lesson)
    shown = (repr(lesson.choice), state.language(), theme(), tested, len(lit), order.tobytes())
    compute.drawn(repr(shown), lambda: _table(display.iloc[order], len(lit), tested, theme()))
    if len(display) > MOST:
        st.caption(
            _("The first {shown} of {all} rows are shown.").format(shown=MOST, all=len(display))
        )


def lit_rows(lesson: Lesson) -> IntArray:
    """The rows at the node, or those of them that the pressed count counts."""
    own = bag_of(lesson.timeline.problem, lesson.timeline.state, lesson.node).rows
    key, candidate = _key(), lesson.candidate
    if key is None or candidate is None or candidate.split is None:
        return own
    branch, label = key
    if branch is not None:
        own = own[candidate.split.branch(lesson.dataset, own) == branch]
    return own if label is None else own[lesson.dataset.target.values[own] == label]


def _key() -> tuple[int | None, int | None] | None:
    return read_key(str(state.get("lit", "")))


def _counted(lesson: Lesson) -> list[str]:
    """The conditions of the pressed count."""
    key, candidate = _key(), lesson.candidate
    if key is None or candidate is None or candidate.split is None:
        return []
    schema = lesson.dataset.schema
    branch, label = key
    parts = [] if branch is None else [str(candidate.split.condition(schema, branch))]
    if label is not None and label < len(schema.classes):
        parts.append(f"{schema.target.name} = {schema.classes[label]}")
    return parts


def first_rows(n: int, lit: IntArray) -> IntArray:
    """The rows to show, at most MOST: the lit ones first, so that they are in sight."""
    others = np.setdiff1d(np.arange(min(n, MOST)), lit)
    return np.concatenate([lit, others])[:MOST]


def _table(rows: pd.DataFrame, lit: int, tested: Sequence[str], theme: Theme) -> None:
    """``rows``, of which the first ``lit`` stand out; each keeps its number."""
    styled = rows.style.apply(_styles, axis=None, lit=lit, tested=tested, theme=theme)
    st.dataframe(styled.format(_cell), height=190, row_height=24, key="rows", placeholder="")


def _tested(lesson: Lesson) -> list[str]:
    """The columns that say why these rows are lit."""
    tested = {condition.column for condition in lesson.tree.conditions(lesson.node)}
    if _key() is not None and lesson.candidate is not None:
        tested |= {lesson.dataset.columns[lesson.candidate.column].name}
        tested |= {lesson.dataset.target.name}
    return sorted(tested)


def _cell(value: object) -> str:
    """A cell as it was in the file: numbers short, missing cells empty."""
    if isinstance(value, float):
        return "" if np.isnan(value) else number(value)
    return "" if value is None else str(value)


def _styles(rows: pd.DataFrame, lit: int, tested: Sequence[str], theme: Theme) -> pd.DataFrame:
    inside = np.arange(len(rows)) < lit
    grey = f"color: {MUTED[theme]}"
    styles = {
        name: np.where(inside, TINT if str(name) in tested else "", grey) for name in rows.columns
    }
    return pd.DataFrame(styles, index=rows.index)
