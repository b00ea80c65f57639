"""The rows behind a count, and what the tree on show gets wrong, on the rows that grew it and on
those held out; row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.explain import rows_of, weight_counted
from dtcore.formula import Count, Named, Over, Query, Sum, Symbol
from dtcore.model import weight_text
from dtcore.pruning import ReducedError, rows_reaching
from dtshow.scene.sums import Counts, Line
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.evaluation import confusion, loss
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.shell import cache, session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import PruningView, highlight

MARK: Final = 10**6 + 1
"""Before the numbers of two classes, in a query: no node has so many branches."""
MOST: Final = 400
ROW, HEAD = 30, 37
"""How high a table's rows and its head are, in pixels."""


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.pruner, pruning.moves))
def lost(now: PruningSession) -> tuple[float, ...]:
    """What the tree on show loses in all, on the training rows and on those held out: errors,
    what they cost, or squares."""
    tree = now.lesson.tree
    return tuple(round(loss(tree, rows) * rows.weight, 9) for rows in _sets(now))


def _sets(now: PruningSession) -> list[dt.Dataset]:
    grown = now.grown
    return [rows for rows in (grown.training, grown.held_out) if rows is not None]


def mistakes(now: PruningSession) -> None:
    """Each error is of a class that is told in place of another: their sum, and their rows."""
    held_out = now.grown.held_out
    for which, rows in enumerate(_sets(now)):
        said = (
            _("Held out: **{n}** of {rows} rows wrong.")
            if rows is held_out
            else _("Training: **{n}** of {rows} rows wrong.")
        )
        count = round(lost(now)[which], 3)
        with st.container(key=f"lab_say_{which}"):
            st.markdown(said.format(n=weight_text(count), rows=weight_text(rows.weight)))
            if rows.fractional:
                st.caption(_("Errors and rows are counted by their weight."))
        _sum(now, which, rows)


def _sum(now: PruningSession, which: int, rows: dt.Dataset) -> None:
    tree = now.lesson.tree
    lines = list(_lines(tree, which, rows))
    if not lines:
        return
    query = session.view(PruningView).highlighted
    counts = Counts(lambda query: _kind(tree, query), query, highlight)
    formula_view(lines, Digits(0), f"lab_errors_{which}", counts)
    if query is not None and query.node[:2] == (MARK, which):
        listed(now, rows_of_mistake(now, query), [_kind(tree, query)])


def rows_of_mistake(now: PruningSession, query: Query) -> Counted:
    """Those of one class that are told as another, as a query of ``_lines`` names them."""
    tree, (_mark, which, actual, told) = now.lesson.tree, query.node
    rows, classes = _sets(now)[which].at_hand, tree.schema.classes
    names = np.array(rows.schema.classes, object)[rows.target.values]
    wrong = (names == classes[actual]) & (dt.predict(tree, rows) == classes[told])
    places = np.flatnonzero(wrong)
    weight = confusion(tree, _sets(now)[which])[actual, told]
    return Counted(rows, places, float(weight))


def _lines(tree: dt.Tree, which: int, rows: dt.Dataset) -> Iterator[Line]:
    """A line for each class that is told in place of another, and their sum."""
    table = confusion(tree, rows)
    pairs = [(i, j) for i, j in np.argwhere(table > 0).tolist() if i != j]
    e = "e\u2032" if which else "e"  # of other rows, another number
    parts = [
        Named(f"{e}_{{{k}}}", Symbol("n"), Count(float(table[i, j]), Query((MARK, which, i, j))))
        for k, (i, j) in enumerate(pairs, 1)
    ]
    for part, pair in zip(parts, pairs, strict=True):
        yield Line(part, _kind(tree, Query((MARK, which, *pair))))
    if parts:
        total = Sum(tuple((1, part) for part in parts))
        yield Line(Named(f"{e}(T)", Over("k", Symbol(f"{e}_k")), total), result=True)


def _kind(tree: dt.Tree, query: Query) -> str:
    actual, told = (tree.schema.classes[place] for place in query.node[-2:])
    return _("{actual}, predicted {told}").format(actual=literal(actual), told=literal(told))


def pressed(now: PruningSession) -> Query | None:
    """What the count that was pressed last counts, if its node is still there."""
    query = session.view(PruningView).highlighted
    return query if query is not None and query.node in now.lesson.tree else None


def counted(now: PruningSession) -> None:
    """The rows, with their numbers in the whole table; nothing if no count was pressed."""
    query, lesson = pressed(now), now.lesson
    if query is None:
        return
    tree = lesson.tree
    conditions = [number_format.told(condition) for condition in tree.conditions(query.node)]
    if query.label is not None:
        conditions.append(f"{tree.schema.target.name} = {tree.schema.classes[query.label]}")
    listed(now, _counted_by(now, query), conditions)


def _counted_by(now: PruningSession, query: Query) -> Counted:
    """Of the rows held out, where they decide; else of those that the tree grew on."""
    timeline, grown = now.lesson.timeline, now.grown
    if isinstance(now.pruner, ReducedError):
        rows = rows_reaching(now.lesson.tree, grown.unseen, query.node, query.label)
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


def listed(now: PruningSession, found: Counted, conditions: Sequence[str]) -> None:
    """A sentence that says which rows these are, and the rows."""
    shown, lesson = literal(" ∧ ".join(conditions) or _("all rows"), 200), now.lesson
    unseen = f" · {_('held out')}" if found.dataset is now.grown.held_out else ""
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
