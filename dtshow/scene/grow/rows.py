"""The rows at the selected node: its own stand out, the others are greyed.

A pressed count lights the rows that it counts, and the rows that hold the split are lit where
they are asked for; a chosen row lights its path through the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from dtcore.explain import rows_of, weight_counted
from dtcore.formula import Query
from dtcore.model import IntArray, NodeId, NodeRows, Split, path
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.node import why_lit
from dtshow.scene.grow.row_paths import cells_of_new, way, way_of_new
from dtshow.scene.tree.trays import MOST
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import pieces
from dttools.printing import Digits

MANY = 5000


@dataclass(frozen=True, eq=False)
class Display:
    """The rows of a table as people read them, to be cut into texts."""

    frame: pd.DataFrame

    def __len__(self) -> int:
        return len(self.frame)

    def cells(self, order: IntArray) -> list[list[str]]:
        """Rows in this order, each with its number first. Of tables that are not large, all are
        made at once, and once."""
        if len(self.frame) > MANY:
            return _made(self.frame.iloc[order])
        return [self._all[place] for place in order.tolist()]

    @cached_property
    def _all(self) -> list[list[str]]:
        return _made(self.frame)


def section(
    lesson: Lesson, look: GrowLook, display: Display, digits: Digits, split: Split | None = None
) -> dict[str, Any]:
    """The scene's ``rows``: the first so many that are ``lit``, ``here`` in words, stand out,
    ``tested`` columns of them most; they are ``counted`` if a count is pressed. Of the ``chosen``
    one, a place, the columns ``asked`` on its path stand out and others are greyed, but for those
    ``spared``. No question can ask about those ``aside``; the one that is looked at, a ``split``,
    asks about the one ``weighed``."""
    query = _query(lesson, look)
    lit = _lit(lesson, look)
    order, names = first_rows(len(display), lit.rows), [*map(str, display.frame.columns)]
    new = [cells_of_new(lesson.dataset, look.new, names)] if look.new else []
    n_lit = len(lit.rows) + len(new)
    value = digits.show(lesson.tree.impurity(lesson.node))
    impurity = f"{narration.impurity_name(lesson.recipe)} {value}"
    return {
        "columns": names,
        "cells": [*new, *display.cells(order)],
        "lit": n_lit,
        "all": f"{_meant(lesson, display):,}",
        "here": f"{_meant_rows(lesson, look, lit) if lesson.dataset.counted else n_lit:,.0f}",
        "tested": _places(names, _tested(lesson, query)),
        "chosen": 0 if new else -1 if look.row is None else _place(order, look.row),
        "asked": _places(names, _asked(lesson, look)),
        "spared": _places(names, [lesson.dataset.target.name]),
        "aside": _places(names, _aside(lesson, names)),
        "weighed": _places(names, _weighed(lesson, split)),
        "head": _head(lesson, look, lit),
        "counted": query is not None,
        "opens": "" if query or look.lit.rows or look.counts_only else impurity,
        "about": _("Show the arithmetic of this number"),
        "said": _said(lesson, look, display, digits),
        "label": _("Rows"),
        "says": _("Row {row}: show its path through the tree"),
    }


def row_at(lesson: Lesson, look: GrowLook, place: int) -> int | None:
    """The row of the table at a place among those on show; None if there is none."""
    order = first_rows(len(lesson.dataset.at_hand), _lit(lesson, look).rows)
    place -= look.new is not None
    return int(order[place]) if 0 <= place < len(order) else None


def _said(lesson: Lesson, look: GrowLook, display: Display, digits: Digits) -> list[list[str]]:
    """What is to be said below the rows."""
    parts, row = [], look.row
    if row is not None:
        parts.append(way(lesson, row, display.frame.index[row], digits))
    node, children = lesson.node, lesson.tree.children(lesson.node)
    shared = narration.in_parts(lesson, [node, *children])
    if listed := joined(_listed(lesson, display), _without(lesson), shared):
        parts.append([listed])
    return parts


def _listed(lesson: Lesson, display: Display) -> str:
    """How many of the rows are in sight; nothing if all are."""
    if lesson.dataset.counted:
        some = _("A sample of {shown} of {all} rows, the lit ones first.")
        return some.format(shown=f"{len(display):,}", all=f"{_meant(lesson, display):,}")
    if len(display) > MOST:
        some = _("{shown} of {all} rows are listed, the lit ones first.")
        return some.format(shown=f"{MOST:,}", all=f"{len(display):,}")
    return ""


def _without(lesson: Lesson) -> str:
    """How many are not used for their missing cells; nothing if all are."""
    n = lesson.dataset.left_out.get("missing cells", 0)
    if not n:
        return ""
    return ngettext(
        "{n} row with missing cells left out.", "{n} rows with missing cells left out.", n
    )


def _meant(lesson: Lesson, display: Display) -> int:
    """The rows of the table, of which those at hand may be a sample."""
    return len(lesson.dataset) if lesson.dataset.counted else len(display)


def _lit(lesson: Lesson, look: GrowLook) -> NodeRows:
    """Those of the pressed count, else those that hold the split, else the node's."""
    query, timeline = _query(lesson, look), lesson.timeline
    rows = rows_of(timeline.problem, timeline.state, query or Query(lesson.node))
    held = look.lit.rows if query is None else ()
    return rows.take(np.isin(rows.rows, held)) if held else rows


def _head(lesson: Lesson, look: GrowLook, lit: NodeRows) -> list[str]:
    """How many rows are lit, and why these."""
    query = _query(lesson, look)
    asked = lesson.tree.conditions(query.node if query else lesson.node)
    told = [*map(number_format.told, asked), *_counted(lesson, query)]
    if query is None and look.lit.rows:
        told = [why_lit(lesson, look.lit)]
    why = " ∧ ".join(told) or _("all rows")
    n = number_format.rows_count(_meant_rows(lesson, look, lit))
    if look.new is not None and query is None:
        n = _("{rows} and the new one").format(rows=n)
    return pieces("**{n}** · {why}", n=n, why=why)


def _meant_rows(lesson: Lesson, look: GrowLook, lit: NodeRows) -> float:
    """How many are meant, and not those alone that are at hand."""
    if not lesson.dataset.counted:
        return float(lesson.dataset.rows_in(lit).sum())
    query, timeline = _query(lesson, look) or Query(lesson.node), lesson.timeline
    return weight_counted(timeline.problem, timeline.state, query)


def _query(lesson: Lesson, look: GrowLook) -> Query | None:
    """What the pressed count counts, if its node is still there."""
    query = look.highlighted
    return query if query is not None and query.node in lesson.tree else None


def _counted(lesson: Lesson, query: Query | None) -> list[str]:
    """The conditions of the pressed count."""
    schema = lesson.dataset.schema
    if query is None:
        return []
    parts = []
    if query.split is not None and query.branch is not None:
        parts.append(number_format.told(query.split.condition(schema, query.branch)))
    if query.label is not None and query.label < len(schema.classes):
        parts.append(f"{schema.target.name} = {schema.classes[query.label]}")
    return parts


def _places(columns: list[str], names: list[str]) -> list[int]:
    return [i for i, name in enumerate(columns) if name in names]


def _place(order: IntArray, row: int) -> int:
    result = np.flatnonzero(order == row)
    return int(result[0]) if len(result) else -1


def first_rows(n: int, highlighted: IntArray) -> IntArray:
    """The rows to show, at most MOST: the lit ones first, so that they are in sight."""
    others = np.ones(min(n, MOST), bool)
    others[highlighted[highlighted < len(others)]] = False
    return np.concatenate([highlighted, np.flatnonzero(others)])[:MOST]


def _made(rows: pd.DataFrame) -> list[list[str]]:
    columns = [
        [number_format.cell(value) for value in rows[name].tolist()] for name in rows.columns
    ]
    return [[str(i), *cells] for i, *cells in zip(rows.index, *columns, strict=True)]


def highlighted_path(lesson: Lesson, look: GrowLook) -> dict[NodeId, float]:
    """The nodes through which the chosen row passes, with the share of it that does."""
    if look.new is not None:
        return way_of_new(lesson.tree, lesson.dataset, look.new)
    return {} if look.row is None else path(lesson.tree, lesson.dataset.at_hand, look.row)


def _asked(lesson: Lesson, look: GrowLook) -> list[str]:
    """The columns by which the tree sends the chosen row on."""
    splits = (lesson.tree[node].split for node in highlighted_path(lesson, look))
    names = {lesson.dataset.columns[split.column].name for split in splits if split is not None}
    return sorted(names)


def _aside(lesson: Lesson, names: list[str]) -> list[str]:
    """The columns that the tree is not grown from, such as the number of a row."""
    schema = lesson.dataset.schema
    used = {schema.target.name, *(column.name for column in schema.columns)}
    return [name for name in names if name not in used]


def _weighed(lesson: Lesson, split: Split | None) -> list[str]:
    return [] if split is None else [lesson.dataset.schema.columns[split.column].name]


def _tested(lesson: Lesson, query: Query | None) -> list[str]:
    """The columns that say why these rows are lit."""
    schema, node = lesson.dataset.schema, query.node if query else lesson.node
    tested = {condition.column for condition in lesson.tree.conditions(node)}
    if query and query.split is not None:
        tested.add(schema.columns[query.split.column].name)
    if query and query.label is not None:
        tested.add(schema.target.name)
    return sorted(tested)
