"""The answer to a case: a sentence, the sum that it comes from, and what decided without a cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import streamlit as st

from dtcore.explain import How, Met, Predicted
from dtcore.explain.nodes import rows_of
from dtcore.formula import Digits, Query
from dtcore.model import NodeId, Tree
from pages.ui.components.formula import formula_view
from pages.ui.grow.address import follow_row
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.sums import Counts, Line, keys_of
from pages.ui.shell import session
from pages.ui.shell.places import go_to
from pages.ui.use.predict.case import Case
from pages.ui.use.predict.chosen import number_of, pressed, see
from pages.ui.use.rows import rows
from pages.ui.wording import answers, number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal

SUMS: Final = "use_sums"


def answer(lesson: Lesson, case: Case, found: Predicted) -> None:
    """``found``: why the tree of ``lesson`` says of ``case`` what it says."""
    with st.container(key="use_answer"):
        st.markdown(said(lesson, found))
        if true := true_answer(lesson, case):
            st.caption(true)
            _on_grow(lesson, case.row or 0)


def said(lesson: Lesson, found: Predicted) -> str:
    """The answer in a sentence, Markdown."""
    tree, ends = lesson.tree, list(found.ends)
    if not tree.schema.classes:
        if found.divided:
            told = answers.mean(lesson, float(found.prediction))
            text = _("**{answer}**, the weighted mean of the {n} leaves that the case reaches.")
            return text.format(answer=told, n=len(ends))
        text = _("**{answer}**, the mean of {rows} like this one.")
        count = number_format.rows_count(tree.weight(ends[0]))
        return text.format(answer=literal(answers.in_full(lesson, ends[0])), rows=count)
    label = tree.schema.classes.index(str(found.prediction))
    share = next(score.value for score in found.scores if score.part == label)
    told, part = literal(str(found.prediction)), number_format.share(share or 0.0)
    if found.divided:
        text = _("**{answer}**, with a share of {share} in the {n} leaves that the case reaches.")
        return text.format(answer=told, share=part, n=len(ends))
    text = _("**{answer}**, like {share} of the {rows} in this leaf.")
    weight = tree.weight(ends[0])
    if not tree[ends[0]].leaf:
        text = _("**{answer}**, like {share} of the {rows} at this node.")
    elif share == 1:
        text = _("**{answer}**, like all {rows} in this leaf.")
        if weight == 1:
            text = _("**{answer}**, like the only row in this leaf.")
    rows = number_format.rows_count(weight)
    return text.format(answer=told, share=part, rows=rows)


def true_answer(lesson: Lesson, case: Case) -> str:
    """What a row of the table truly is; "" for a case that is none."""
    if case.row is None:
        return ""
    target = lesson.dataset.target
    value = target.values[case.row]
    text = target.levels[int(value)] if target.levels else number_format.shown(float(value))
    row = number_of(lesson.dataset, case.row)
    return _("This is row {row} of the table. There it is {value}.").format(
        row=row, value=f"**{literal(text)}**"
    )


def _on_grow(lesson: Lesson, row: int) -> None:
    """The row on the way through the tree of Grow, whose rows may be more."""
    st.button(
        _("See it on Grow"),
        key="use_row_to_grow",
        type="tertiary",
        on_click=_to_grow,
        args=(number_of(lesson.dataset, row) - 1,),
    )


def _to_grow(row: int) -> None:
    follow_row(session.lesson(), row)
    go_to("grow")


def not_known(lesson: Lesson, found: Predicted) -> None:
    """What decided where the case has no cell."""
    for text in without_cells(lesson, found):
        st.caption(text)


def without_cells(lesson: Lesson, found: Predicted) -> Iterator[str]:
    """For each column that the case has no cell for where it is asked: what decided instead."""
    by_column: dict[int, list[Met]] = {}
    for met in found.steps:
        if met.how != How.CELL:
            by_column.setdefault(met.split.column, []).append(met)
    for column, mets in by_column.items():
        decided = dict.fromkeys(_decided(lesson, met, len(mets) > 1) for met in mets)
        yield _("{column} is not known: {decided}.").format(
            column=literal(lesson.tree.schema.columns[column].name),
            decided=_("; ").join(decided),
        )


def _decided(lesson: Lesson, met: Met, several: bool) -> str:
    """``several``: other nodes ask for the same column, so it is said which node this is."""
    schema = lesson.tree.schema
    where = _("{path}: ").format(path=literal(_at(lesson.tree, met.node))) if several else ""
    if met.how == How.SURROGATE and met.surrogate is not None:
        other = literal(number_format.question(met.surrogate.split, schema))
        return where + _("the surrogate split {other} decides").format(other=other)
    if met.how == How.STAYS:
        return where + _("the case goes no further, and this node answers")
    if len(met.onward) == 1:
        return where + _("the case goes with most of the rows")
    parts = [number_format.share(share / met.share) for share in met.onward.values()]
    return where + _("the case is divided as the rows are, {parts}").format(parts=" + ".join(parts))


def _at(tree: Tree, node: NodeId) -> str:
    """The way to a node, for a sentence."""
    return " ∧ ".join(number_format.told(c) for c in tree.conditions(node)) or _("at the root")


def sums(lesson: Lesson, found: Predicted) -> None:
    """A line for each class or the mean; counts open their rows."""
    classes = lesson.tree.schema.classes
    scores = sorted(found.scores, key=lambda score: -(score.value or 0.0))
    lines = [
        Line(
            score.formula,
            "" if score.part is None else classes[score.part],
            result=score.part is None or classes[score.part] == found.prediction,
        )
        for score in scores
    ]
    query = pressed()
    counts = Counts(lambda query: _which(lesson, query), query, lambda: _press(lines))
    digits = Digits.for_scale(lesson.tree.impurity(()))
    formula_view(lines, Digits() if classes else digits, SUMS, _("Working"), counts)
    if query is not None and query.node in lesson.tree:
        timeline = lesson.timeline
        places = np.asarray(rows_of(timeline.problem, timeline.state, query).rows)
        rows(lesson, lesson.dataset, places, _which(lesson, query))


def _press(lines: list[Line]) -> None:
    if count := session.reported(SUMS, "count"):
        see({name: query for query, name in keys_of(lines).items()}.get(count))


def _which(lesson: Lesson, query: Query) -> str:
    tree = lesson.tree
    conditions = [number_format.told(condition) for condition in tree.conditions(query.node)]
    if query.label is not None:
        conditions.append(f"{tree.schema.target.name} = {tree.schema.classes[query.label]}")
    return " ∧ ".join(conditions) or _("all rows")
