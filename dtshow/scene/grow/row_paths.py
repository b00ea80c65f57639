"""A row's ways through the tree in words: one, or several where a cell is missing; and a row that
is not in the table, as an address writes it: ``new=1,1,2,1``, the place of each nominal value
among those of its column, and numbers as they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

import dtcore as dt
from dtcore import predict
from dtcore.model import GAP, NOWHERE, Column, NodeId, Threshold, ends, path
from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import one_line, pieces
from dttools.printing import Digits

MOST = 3
NewRow = tuple[float, ...]
"""A value for each column, in their order; a level by its place from 0."""


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
        ways="; ".join(_ways(lesson, row, result, digits)),
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
    for end, share in found[:MOST]:
        text = one_line(_way(lesson, row, end), 120)
        answer = one_line(answers.in_full(lesson, end))
        yield f"{digits.show(share)} · {text} → {answer}"
    if rest := found[MOST:]:
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
