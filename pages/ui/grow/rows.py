"""The rows at the selected node: its own stand out, the others are greyed.

A pressed count lights the rows that it counts; a chosen row lights its way through the tree.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd

from dtcore.explain.nodes import rows_of
from dtcore.formula import Digits, Query
from dtcore.model import IntArray, NodeId, NodeRows, path
from pages.ui.components.rows import RowTable, row_text, rows_view
from pages.ui.grow.grow_view import GrowView, choose_row, row_of
from pages.ui.grow.row_paths import way
from pages.ui.grow.views import open_node
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import cache, session
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import pieces

KEY: Final = "rows"
MOST, MANY = 400, 5000


def rows(lesson: Lesson, display: pd.DataFrame, digits: Digits) -> None:
    """The table ``display`` (all rows of the data set), lit where the selection says."""
    highlighted = highlighted_rows(lesson)
    order, chosen = first_rows(len(display), highlighted.rows), row_of(lesson)
    parts = [] if chosen is None else [way(lesson, chosen, display.index[chosen], digits)]
    if len(display) > MOST:
        some = _("{shown} of {all} rows are shown, those of the node first.")
        parts.append(pieces(some, shown=MOST, all=len(display)))
    impurity = digits.show(lesson.tree.impurity(lesson.node))
    table = RowTable(
        [str(name) for name in display.columns],
        _texts(lesson, display, order),
        highlighted=len(highlighted.rows),
        tested=_tested(lesson),
        chosen=None if chosen is None else _place(order, chosen),
        asked=_asked(lesson),
        answer=lesson.dataset.target.name,
        head=_head(lesson, highlighted),
        opens="" if _query(lesson) else f"{narration.impurity_name(lesson.recipe)} {impurity}",
        said=parts,
    )
    choose, open_ = lambda: _choose(lesson, order), lambda: open_node(lesson)
    rows_view(table, KEY, on_choose=choose, on_open=open_)


def highlighted_rows(lesson: Lesson) -> NodeRows:
    """The rows at the node, or those that the pressed count counts, with their weights."""
    problem, at = lesson.timeline.problem, lesson.timeline.state
    return rows_of(problem, at, _query(lesson) or Query(lesson.node))


def highlighted_path(lesson: Lesson) -> dict[NodeId, float]:
    """The nodes through which the chosen row passes, with the share of it that does."""
    row = row_of(lesson)
    return {} if row is None else path(lesson.tree, lesson.dataset, row)


def _head(lesson: Lesson, highlighted: NodeRows) -> list[str]:
    """How many rows are lit, and why these."""
    query = _query(lesson)
    asked = lesson.tree.conditions(query.node if query else lesson.node)
    why = " ∧ ".join([*map(number_format.told, asked), *_counted(lesson)]) or _("all rows")
    return pieces(
        "**{n}** · {why}", n=narration.rows_count(float(highlighted.weights.sum())), why=why
    )


def _query(lesson: Lesson) -> Query | None:
    """What the pressed count counts, if its node is still there."""
    query = session.view(GrowView).highlighted
    return query if query is not None and query.node in lesson.tree else None


def _counted(lesson: Lesson) -> list[str]:
    """The conditions of the pressed count."""
    query, schema = _query(lesson), lesson.dataset.schema
    if query is None:
        return []
    parts = []
    if query.split is not None and query.branch is not None:
        parts.append(number_format.told(query.split.condition(schema, query.branch)))
    if query.label is not None and query.label < len(schema.classes):
        parts.append(f"{schema.target.name} = {schema.classes[query.label]}")
    return parts


def _choose(lesson: Lesson, order: IntArray) -> None:
    place = session.reported(KEY, "row")
    if place is not None:
        choose_row(lesson, int(order[place]) if place >= 0 else None)


def _place(order: IntArray, row: int) -> int | None:
    result = np.flatnonzero(order == row)
    return int(result[0]) if len(result) else None


def first_rows(n: int, highlighted: IntArray) -> IntArray:
    """The rows to show, at most MOST: the lit ones first, so that they are in sight."""
    others = np.ones(min(n, MOST), bool)
    others[highlighted[highlighted < len(others)]] = False
    return np.concatenate([highlighted, np.flatnonzero(others)])[:MOST]


def _texts(lesson: Lesson, display: pd.DataFrame, order: IntArray) -> list[str]:
    """The rows to show as they travel. Of tables that are not large, all are made at once."""
    if len(display) > MANY:
        return _made(display.iloc[order])
    made = _all_made(lesson, display)
    return [made[place] for place in order.tolist()]


@cache.shared(by=lambda lesson, display: (lesson.choice, session.language()))
def _all_made(lesson: Lesson, display: pd.DataFrame) -> list[str]:
    return _made(display)


def _made(rows: pd.DataFrame) -> list[str]:
    columns = [
        [number_format.cell(value) for value in rows[name].tolist()] for name in rows.columns
    ]
    return [row_text([str(i), *cells]) for i, *cells in zip(rows.index, *columns, strict=True)]


def _asked(lesson: Lesson) -> list[str]:
    """The columns by which the tree sends the chosen row on."""
    splits = (lesson.tree[node].split for node in highlighted_path(lesson))
    names = {lesson.dataset.columns[split.column].name for split in splits if split is not None}
    return sorted(names)


def _tested(lesson: Lesson) -> list[str]:
    """The columns that say why these rows are lit."""
    query, schema = _query(lesson), lesson.dataset.schema
    node = query.node if query else lesson.node
    tested = {condition.column for condition in lesson.tree.conditions(node)}
    if query and query.split is not None:
        tested.add(schema.columns[query.split.column].name)
    if query and query.label is not None:
        tested.add(schema.target.name)
    return sorted(tested)
