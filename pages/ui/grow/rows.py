"""The rows at the selected node: its own stand out, the others are greyed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from dtcore.growth.moves import bag_of
from dtcore.model.columns import IntArray
from dtcore.model.splits import number
from pages.ui import state, words
from pages.ui.figures.palette import MUTED
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
    order = _order(len(display), lit)
    table = display.iloc[order[:MOST]]
    styled = table.style.apply(_styles, axis=None, inside=np.isin(order[:MOST], lit), lesson=lesson)
    st.dataframe(
        styled.format(_cell),
        height=190,
        row_height=24,
        key="rows",
        placeholder="",
    )
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


def _order(n: int, lit: IntArray) -> IntArray:
    """The lit rows first, so that none of them is out of sight; each keeps its number."""
    return np.concatenate([lit, np.setdiff1d(np.arange(n), lit)])


def _cell(value: object) -> str:
    """A cell as it was in the file: numbers short, missing cells empty."""
    if isinstance(value, float):
        return "" if np.isnan(value) else number(value)
    return "" if value is None else str(value)


def _styles(shown: pd.DataFrame, inside: np.ndarray, lesson: Lesson) -> pd.DataFrame:
    tested = {condition.column for condition in lesson.tree.conditions(lesson.node)}
    if _key() is not None and lesson.candidate is not None:
        tested |= {lesson.dataset.columns[lesson.candidate.column].name}
        tested |= {lesson.dataset.target.name}
    grey = f"color: {MUTED[theme()]}"
    styles = {
        name: np.where(inside, TINT if str(name) in tested else "", grey) for name in shown.columns
    }
    return pd.DataFrame(styles, index=shown.index)
