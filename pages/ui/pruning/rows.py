"""The rows behind a count: those that a pressed number in the working counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.explain import rows_of, weight_counted
from dtcore.formula import Query
from dtcore.pruning import ReducedError, rows_reaching
from dtshow.scene.sums import Line, keys_of
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.shell import cache, session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView, highlight

MOST: Final = 400
ROW, HEAD = 30, 37
"""How high a table's rows and its head are, in pixels."""


def pressed(pruning_session: PruningSession) -> Query | None:
    """What the count that was pressed last counts, if its node is still there."""
    query = session.view(PruningView).highlighted
    return query if query is not None and query.node in pruning_session.lesson.tree else None


def press(key: str, lines: Sequence[Line]) -> None:
    """For the callback of the formula ``key`` that shows ``lines``."""
    if count := session.reported(key, "count"):
        highlight({name: query for query, name in keys_of(lines).items()}.get(count))


def counted(pruning_session: PruningSession) -> None:
    """The rows, with their numbers in the whole table; nothing if no count was pressed."""
    query, lesson = pressed(pruning_session), pruning_session.lesson
    if query is None:
        return
    tree = lesson.tree
    conditions = [number_format.told(condition) for condition in tree.conditions(query.node)]
    if query.label is not None:
        conditions.append(f"{tree.schema.target.name} = {tree.schema.classes[query.label]}")
    listed(pruning_session, _counted_by(pruning_session, query), conditions)


def _counted_by(pruning_session: PruningSession, query: Query) -> Counted:
    """Of the rows held out, where they decide; else of those that the tree grew on."""
    timeline, grown = pruning_session.lesson.timeline, pruning_session.grown
    if isinstance(pruning_session.pruner, ReducedError):
        rows = rows_reaching(pruning_session.lesson.tree, grown.unseen, query.node, query.label)
        return Counted(grown.unseen, rows, float(grown.unseen.row_counts[rows].sum()))
    at_node = rows_of(timeline.problem, timeline.state, query)
    count = (
        weight_counted(timeline.problem, timeline.state, query)
        if grown.training.counted
        else float(timeline.problem.dataset.rows_in(at_node).sum())
    )
    return Counted(grown.training.at_hand, at_node.rows, count)


@dataclass(frozen=True, eq=False)
class Counted:
    """Rows by their numbers in ``dataset``, and how many they are, in fractions too."""

    dataset: dt.Dataset
    rows: np.ndarray
    count: float


def listed(pruning_session: PruningSession, found: Counted, conditions: Sequence[str]) -> None:
    """A sentence that says which rows these are, and the rows."""
    shown, lesson = literal(" ∧ ".join(conditions) or _("all rows"), 200), pruning_session.lesson
    unseen = f" · {_('held out')}" if found.dataset is pruning_session.grown.held_out else ""
    st.markdown(f"**{number_format.rows_count(found.count)}** · {shown}{unseen}")
    all_rows = session.dataset(lesson.choice)
    whole = all_rows.at_hand
    places = np.searchsorted(whole.origin, found.dataset.origin[found.rows[:MOST]])
    display = cache.display(lesson.choice, session.language(), session.frame)
    st.dataframe(display.iloc[places], row_height=24, height=min(37 + 24 * len(places), 230))
    if all_rows.counted:
        some = _("These are from a sample of {shown} of {all} rows.")
        st.caption(some.format(shown=f"{len(whole):,}", all=f"{len(all_rows):,}"))
    elif len(found.rows) > MOST:
        st.caption(
            _("The first {shown} of {all} rows are shown.").format(
                shown=f"{MOST:,}", all=f"{len(found.rows):,}"
            )
        )
