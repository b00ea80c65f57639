"""The rows at the selected node: its own stand out, the others are greyed.

A pressed count lights the rows that it counts, and the rows that hold the split are lit where
they are asked for; a chosen row lights its path through the tree, which is told in words: one, or
several where a cell is missing. A row that is not in the table is written in an address as
``new=1,1,2,1``: the place of each nominal value among those of its column, and numbers as they are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore import predict
from dtcore.explain import rows_of, weight_counted
from dtcore.formula import Query
from dtcore.model import (
    GAP,
    NOWHERE,
    Column,
    IntArray,
    NodeId,
    NodeRows,
    Split,
    Threshold,
    ends,
    path,
)
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, NewRow
from dtshow.scene.grow.node import why_lit
from dtshow.scene.tree.rows import MOST
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import one_line, pieces
from dttools.printing import Digits

MOST_WAYS = 3
MANY = 5000


def way(lesson: Lesson, row: int, shown: object, digits: Digits) -> list[str]:
    """The ways of ``row`` in its own values, and what the tree says of it; ``shown`` names it.

    In ``pieces``: what the tree says is bold.
    """
    result = sorted(ends(lesson.tree, lesson.dataset.at_hand, row).items(), key=lambda end: -end[1])
    target = lesson.dataset.at_hand.target
    true = target.values[row]
    is_ = one_line(target.levels[int(true)] if target.levels else number_format.shown(float(true)))
    if len(result) == 1:
        end = result[0][0]
        text = one_line(_way(lesson, row, end), 160)
        answer = one_line(answers.in_full(lesson, end))
        sentence = _("Row {row}: {way} → **{answer}**; it is {value}.")
        return pieces(sentence, row=shown, way=text, answer=answer, value=is_)
    sentence = _("Row {row} goes {n} ways: {ways}. Together → **{answer}**; it is {value}.")
    return pieces(
        sentence,
        row=shown,
        n=len(result),
        ways=_("; ").join(_ways(lesson, row, result, digits)),
        answer=one_line(_together(lesson, row)),
        value=is_,
    )


def answer_of_row(lesson: Lesson, row: int) -> str:
    """What the tree says of ``row``."""
    result = ends(lesson.tree, lesson.dataset.at_hand, row)
    return (
        answers.in_full(lesson, next(iter(result))) if len(result) == 1 else _together(lesson, row)
    )


def _ways(
    lesson: Lesson, row: int, found: list[tuple[NodeId, float]], digits: Digits
) -> Iterator[str]:
    """The largest parts of the row, each with where it ends; the others in one."""
    for end, share in found[:MOST_WAYS]:
        text = one_line(_way(lesson, row, end), 120)
        answer = one_line(answers.in_full(lesson, end))
        yield f"{digits.show(share)} · {text} → {answer}"
    if rest := found[MOST_WAYS:]:
        others = _("{share} · {n} others")
        yield others.format(share=digits.show(sum(share for _end, share in rest)), n=len(rest))


def _way(lesson: Lesson, row: int, end: NodeId) -> str:
    """The conditions on the way to ``end``, with the row's own values put in."""
    nodes = [end[:depth] for depth in range(len(end) + 1)]
    steps = [_step(lesson, row, node, below[-1]) for node, below in pairwise(nodes)]
    return " ∧ ".join(steps) or _("all rows")


def _step(lesson: Lesson, row: int, node: NodeId, branch: int) -> str:
    split = lesson.tree[node].split
    assert split is not None
    condition = split.condition(lesson.tree.schema, branch)
    field = lesson.dataset.at_hand.columns[split.column]
    own = float(field.values[row])
    missing = own != own if field.numeric else own < 0
    if missing and GAP in condition.values:  # missing is a value here
        return number_format.told(condition)
    if missing or split.branch(lesson.dataset.at_hand, np.array([row]))[0] == NOWHERE:
        # not the split sent it here
        return f"{condition.column} = {GAP} ({condition.operator} {number_format.value(condition)})"
    if isinstance(split, Threshold) and np.isfinite(split.cut):
        test = number_format.test(own, split, lesson.tree.schema, branch)
        return f"{condition.column} {test}"
    return number_format.told(condition)


def _together(lesson: Lesson, row: int) -> str:
    """What the tree predicts for the row: its leaves count by their shares."""
    told = predict(lesson.tree, lesson.dataset.at_hand.part(np.array([row])))[0]
    return str(told) if lesson.dataset.schema.classes else answers.mean(lesson, float(told))


def read_new(text: str, columns: tuple[Column, ...]) -> NewRow | None:
    """None if it does not fit the columns."""
    parts = text.split(",") if text else []
    if len(parts) != len(columns):
        return None
    try:
        values = tuple(map(float, parts))
    except ValueError:
        return None
    held = [_value(value, column) for value, column in zip(values, columns, strict=True)]
    return tuple(v for v in held if v is not None) if None not in held else None


def read_light(text: str, lesson: Lesson) -> Query | None:
    """The rows of a class at the node of the lesson, by its number from 1 on; None of another."""
    label = re.fullmatch(r"[1-9]\d{0,3}", text)
    if label is None or int(label[0]) > len(lesson.dataset.schema.classes):
        return None
    return Query(lesson.node, label=int(label[0]) - 1)


def write_new(row: NewRow, columns: tuple[Column, ...]) -> str:
    pairs = zip(row, columns, strict=True)
    return ",".join(f"{value if column.numeric else value + 1:g}" for value, column in pairs)


def _value(value: float, column: Column) -> float | None:
    if column.levels is None:
        return value if math.isfinite(value) else None
    return value - 1 if value in range(1, len(column.levels) + 1) else None


def as_table(dataset: dt.Dataset, row: NewRow) -> dt.Dataset:
    """The new row alone, with a target that nobody is to look at."""
    one = dataset.at_hand.part(np.array([0]))
    pairs = zip(one.columns, row, strict=True)
    columns = tuple(replace(c, values=np.array([v], dtype=c.values.dtype)) for c, v in pairs)
    return replace(one, columns=tuple(c.in_single if c.field.single else c for c in columns))


def way_of_new(tree: dt.Tree, dataset: dt.Dataset, row: NewRow) -> dict[NodeId, float]:
    return path(tree, as_table(dataset, row), 0)


def end_of_new(tree: dt.Tree, dataset: dt.Dataset, row: NewRow) -> NodeId:
    reached = ends(tree, as_table(dataset, row), 0)
    return max(reached, key=lambda node: reached[node])


def cells_of_new(dataset: dt.Dataset, row: NewRow, heads: list[str]) -> list[str]:
    """As a row of the table, whose last number it follows; what is not known is "?"."""
    pairs = zip(dataset.columns, row, strict=True)
    told: Mapping[str, str] = {c.name: _cell(c, value) for c, value in pairs}
    told = {dataset.target.name: "?", **told}
    return [str(len(dataset) + 1), *(told.get(name, "") for name in heads)]


def _cell(column: Column, value: float) -> str:
    return number_format.cell(value) if column.levels is None else column.levels[int(value)]


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


PRINTED: Final = 30
"""Rows on a page of paper, as many as a page draws at first (``rows.js``)."""


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
    columns = lesson.dataset.schema.columns
    new = [cells_of_new(lesson.dataset, look.new, names)] if look.new else []
    n_lit = len(lit.rows) + len(new)
    value = digits.show(lesson.tree.impurity(lesson.node))
    impurity = f"{narration.impurity_name(lesson.recipe)} {value}"
    every = f"{_meant(lesson, display):,}"
    printed = _("{shown} of {all} shown").format(shown=PRINTED, all=every)
    return {
        **({"printed": printed} if len(order) > PRINTED else {}),
        "columns": names,
        "cells": [*new, *display.cells(order)],
        "lit": n_lit,
        "all": every,
        "here": f"{_meant_rows(lesson, look, lit) if lesson.dataset.counted else n_lit:,.0f}",
        "tested": _places(names, _tested(lesson, query)),
        "chosen": 0 if new else -1 if look.row is None else _place(order, look.row),
        "asked": _places(names, _asked(lesson, look)),
        "spared": _places(names, [lesson.dataset.target.name]),
        "aside": _places(names, _aside(lesson, names)),
        **({"unused": _places(names, [*look.left_out])} if look.left_out else {}),
        "weighed": _places(names, [] if split is None else [columns[split.column].name]),
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


def _tested(lesson: Lesson, query: Query | None) -> list[str]:
    """The columns that say why these rows are lit."""
    schema, node = lesson.dataset.schema, query.node if query else lesson.node
    tested = {condition.column for condition in lesson.tree.conditions(node)}
    if query and query.split is not None:
        tested.add(schema.columns[query.split.column].name)
    if query and query.label is not None:
        tested.add(schema.target.name)
    return sorted(tested)
