"""What was weighed, as tables to take away: that of one node, and those of all steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pandas as pd
import streamlit as st

import dttools as dt
from dtcore.model import NodeId
from dtcore.stepping import Step, Weighed
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.origin import file_name, origin
from pages.ui.use.use_view import UseView

BOM: Final = "\ufeff"
"""Spreadsheets take a file for UTF-8 by it."""


def candidates(lesson: Lesson) -> None:
    """Choose a node; its table is shown, and the tables of all steps can be had beside it."""
    nodes = [node.id for node in lesson.tree if not node.leaf]
    chosen = session.view(UseView).node, lesson.node, nodes[0]
    at = next(node for node in chosen if node in nodes)
    st.selectbox(
        _("Candidates at the node"),
        nodes,
        format_func=lambda node: _path(lesson, node),
        **session.bind(UseView, node=at),
    )
    table = dt.export.candidates(lesson.select(at).evidence, lesson.tree.schema)
    lines, name = origin(lesson), file_name(lesson)
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            _("Download this table"),
            BOM + dt.export.csv_text(table, lines),
            f"{name}_candidates.csv",
            "text/csv",
            key="use_download",
            icon=":material/download:",
            type="primary",
            on_click="ignore",
        )
        st.download_button(
            _("Candidates of all steps"),
            lambda: BOM + dt.export.csv_text(of_all_steps(lesson, nodes), lines),
            f"{name}_all_candidates.csv",
            "text/csv",
            key="use_download_all",
            icon=":material/download:",
            on_click="ignore",
        )
    st.dataframe(table, hide_index=True, key="use_candidates")
    text = _(
        "Open it in a spreadsheet, or read it with {code}. A text that begins like a formula has "
        "an apostrophe before it."
    )
    code = f'`pandas.read_csv("{name}_candidates.csv", skiprows={len(lines)})`'
    st.caption(text.format(code=code))


def of_all_steps(lesson: Lesson, nodes: list[NodeId]) -> pd.DataFrame:
    """Of all steps; of a tree that is pruned or collapsed, at all nodes that it still splits."""
    done: Iterable[Step | Weighed] = lesson.timeline.done
    gone = any(_is_gone(lesson, step) for step in lesson.timeline.done)
    if lesson.timeline.problem.pruning or gone:
        done = (lesson.select(node).evidence for node in nodes)
    return dt.export.candidates_of(done, lesson.tree)


def _is_gone(lesson: Lesson, step: Step) -> bool:
    """Whether the node that was weighed has been cut off with one above it."""
    return isinstance(step.evidence, Weighed) and step.evidence.node not in lesson.tree


def _path(lesson: Lesson, node: NodeId) -> str:
    conditions = lesson.tree.conditions(node)
    return " ∧ ".join(map(number_format.told, conditions)) or _("all rows")
