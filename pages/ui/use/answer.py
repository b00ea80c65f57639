"""The answer to a case: a sentence, the sum that it comes from, and what decided without a cell."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, isfinite
from typing import Final

import numpy as np
import streamlit as st

from dtcore.model import NodeId, Surrogate, Threshold, Tree, number, weight_text
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.rules import folded
from dttools.study import How, Met, Predicted
from pages.ui.components.controls import quiet
from pages.ui.shell.places import go_on
from pages.ui.use.tree_in_use import counted, number_of
from pages.ui.use.use_view import Case

SUMS: Final = "use_sums"
MOST_TOLD: Final = 4
"""Nodes at which it is told what decided without a cell, column by column."""
MOST_LETTERS: Final = 400


def answer(lesson: Lesson, case: Case, found: Predicted) -> None:
    """``found``: why the tree of ``lesson`` says of ``case`` what it says."""
    with st.container(key="use_answer"):
        st.markdown(number_format.with_measures(said(lesson, found)))
        if parts := narration.in_parts(lesson, found.ends):
            st.caption(parts)
        if true := true_answer(lesson, case):
            st.caption(true)
            there = {"row": str(number_of(lesson.dataset, case.row or 0))}  # which may have more
            quiet(_("See it on Grow"), "use_row_to_grow", go_on, "grow", there)


def said(lesson: Lesson, found: Predicted) -> str:
    tree, ends = lesson.tree, list(found.ends)
    if not tree.schema.classes:
        if found.divided:
            told = _of_target(tree, answers.mean(lesson, float(found.prediction)))
            text = _("**{answer}**, the weighted mean of the {n} leaves that the case reaches.")
            return text.format(answer=told, n=len(ends))
        text = _("**{answer}**, the mean of {rows} like this one.")
        if tree.schema.fractional:
            text = _("**{answer}**, the mean of {rows} like this one, by their weights.")
        count = _rows(tree, tree.rows(tree.predicting_node(ends[0])))
        told = _of_target(tree, literal(answers.in_full(lesson, ends[0])))
        return text.format(answer=told, rows=count)
    label = tree.schema.classes.index(str(found.prediction))
    share = next(score.value for score in found.scores if score.part == label)
    told = _of_target(tree, literal(str(found.prediction)))
    estimate = _estimate(tree, share or 0.0)
    if found.divided:
        text = _("**{answer}**, with a share of {share} in the {n} leaves that the case reaches.")
        if estimate:
            text = _(
                "**{answer}**, with an estimated share of {share} in the {n} leaves that the case "
                "reaches."
            )
        part = estimate or number_format.share(share or 0.0)
        return text.format(answer=told, share=part, n=len(ends))
    node = tree.predicting_node(ends[0])
    rows, own = tree.rows(node), float(tree.rows_of_classes(node)[label])
    like = _like(tree, ends[0], rows, own).format(
        answer=told,
        share=number_format.share(own / max(rows, 1e-300)),
        rows=_rows(tree, rows),
    )
    if not estimate or isclose(share or 0.0, own / max(rows, 1e-300)):
        return like
    return joined(like, _("Estimated share: {share}.").format(share=estimate))


def _like(tree: Tree, end: NodeId, rows: float, own: float) -> str:
    """Of which rows the answer is that of the most, or of which it is chosen."""
    if tree.predicting_node(end) != end:
        return _("**{answer}**: this leaf has no rows; of the {rows} above it, {share} are so.")
    if not tree[end].leaf:
        return _("**{answer}**, like {share} of the {rows} at this node.")
    if own < rows:
        return _("**{answer}**, like {share} of the {rows} in this leaf.")
    if rows == 1:
        return _("**{answer}**, like the only row in this leaf.")
    return _("**{answer}**, like all {rows} in this leaf.")


def _estimate(tree: Tree, share: float) -> str:
    """The share that the tree tells, and what else than numbers of rows it is made of; "" if it
    is made of these alone."""
    rule, schema = tree.schema.leaf_rule, tree.schema
    by = [_("by weight")] if rule.by_weight or schema.fractional else []
    by += [f"m = {number(rule.m)}"] if rule.m else []
    if not by:
        return ""
    share_text = number_format.share(share)
    return _("{share} ({by})").format(share=share_text, by=_(", ").join(by))


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


def _of_target(tree: Tree, told: str) -> str:
    return f"{literal(tree.schema.target.name, 30)}{_(': ')}{told}"


def reason(found: Predicted) -> str:
    """What the case meets, a condition for each column; "" where not all is decided by cells."""
    if found.divided or not found.steps or any(met.how != How.CELL for met in found.steps):
        return ""
    tree, (end,) = found.tree, found.ends
    met = " ∧ ".join(part.text(tree.schema) for part in folded(tree, end))
    return _("Because {conditions}.").format(
        conditions=number_format.unparted(literal(met, MOST_LETTERS))
    )


def way(lesson: Lesson, found: Predicted) -> None:
    """Each test on the way of the case with its own value, and what decided where it has none."""
    if line := in_one_line(lesson.tree, found):
        st.caption(line)
    for text in without_cells(lesson.tree, found):
        st.caption(text)


def in_one_line(tree: Tree, found: Predicted) -> str:
    """The tests on the way, one after the other; "" of a case that is divided, or has no way, or
    of one whose ``reason`` says them all."""
    columns = {met.split.column for met in found.steps}
    if found.divided or (reason(found) and len(columns) == len(found.steps)):
        return ""
    told = values(tree, found)
    tests = [
        _test(tree, met, told.get((*met.node, branch), ""), (*met.node, branch))
        for met in found.steps
        for branch in met.onward
    ]
    if not tests:  # it stays at the root
        return ""
    line = number_format.unparted(literal(" → ".join(tests), MOST_LETTERS))
    return _("Its path: {tests}.").format(tests=line)


def _test(tree: Tree, met: Met, own: str, child: NodeId) -> str:
    condition = tree.conditions(child)[-1]
    if met.how != How.CELL:
        return _("{condition} (assumed)").format(condition=number_format.told(condition))
    if not own:
        return number_format.told(condition)
    name = tree.schema.columns[met.split.column].name
    if isinstance(met.cell, float) and isinstance(met.split, Threshold) and isfinite(met.split.cut):
        test = number_format.test(met.cell, met.split, tree.schema, child[-1])
        return f"{name} {test}"
    return f"{name} {own} {number_format.on_branch(condition)}"


def without_cells(tree: Tree, found: Predicted) -> Iterator[str]:
    """For each column that the case has no cell for where it is asked: what decided instead."""
    by_column: dict[tuple[int, str], list[Met]] = {}
    for met in found.steps:
        if met.how != How.CELL:
            by_column.setdefault((met.split.column, _kind(met, tree)), []).append(met)
    said = {
        "stays": _("The case goes no further, and this node answers."),
        "surrogate": _("A surrogate split decides: {decided}."),
        "assumed": _("Assumed, as of most rows: {decided}."),
        "by weight": _("Assumed, as of most weight: {decided}."),
        "divided": _("The case is divided as the rows are: {decided}."),
    }
    for (column, kind), mets in by_column.items():
        parts = [_decided(tree, met, len(mets) > 1) for met in mets[:MOST_TOLD]]
        if more := len(mets) - len(parts):
            text = ngettext("likewise at {n} more node", "likewise at {n} more nodes", more)
            parts.append(text.format(n=more))
        name, cell = literal(tree.schema.columns[column].name), mets[0].cell
        known = _("{column} is not known.").format(column=name)
        if cell is not None:  # a value that no row had where it is asked for
            text = _("No row there has {column} = {value}.")
            known = text.format(column=name, value=literal(str(cell)))
        yield joined(known, said[kind].format(decided=_("; ").join(parts)))


def _kind(met: Met, tree: Tree) -> str:
    if met.how == How.SURROGATE:
        return "surrogate"
    if met.how == How.STAYS:
        return "stays"
    if len(met.onward) == 1:
        return "by weight" if tree.schema.weighs else "assumed"
    return "divided"


def _decided(tree: Tree, met: Met, several: bool) -> str:
    """``several``: other nodes ask for the same column, so a part of the case says which it is."""
    branches = {branch: tree.conditions((*met.node, branch))[-1] for branch in met.onward}
    if len(branches) == 1:
        (branch, condition), *_none = branches.items()
        told = literal(number_format.told(condition))
        if met.surrogate is not None:
            return _stands_in(tree, met.surrogate, branch, told)
        rows = [tree.weight(child) for child in tree.children(met.node)]
        part, count = weight_text(rows[branch]), _counted(tree, sum(rows))
        return _("{condition} ({part} of {rows})").format(condition=told, part=part, rows=count)
    parts = [
        f"{literal(number_format.on_branch(branches[branch]))} {number_format.share(s / met.share)}"
        for branch, s in met.onward.items()
    ]
    told = " + ".join(parts)
    if not several or not met.node:
        return told
    where = literal(" ∧ ".join(map(number_format.told, tree.conditions(met.node))), MOST_LETTERS)
    return _("where {path}, {parts}").format(path=where, parts=told)


def _stands_in(tree: Tree, surrogate: Surrogate, branch: int, told: str) -> str:
    """What the surrogate finds, and how often the split goes the same way."""
    side = 1 - branch if surrogate.turned else branch
    other = literal(number_format.told(surrogate.split.condition(tree.schema, side)))
    agree, rows = weight_text(surrogate.agree), _counted(tree, surrogate.known)
    text = _("{other}, so {condition}, as in {agree} of {rows}")
    return text.format(other=other, condition=told, agree=agree, rows=rows)


def _rows(tree: Tree, rows: float) -> str:
    """So many rows of a node; of rows in parts what these weigh, where no other weights decide."""
    if tree.schema.weighs or round(rows, 3).is_integer():
        return number_format.rows_count(rows)
    return _("rows (weight {weight})").format(weight=weight_text(rows))


def _counted(tree: Tree, weight: float) -> str:
    """So many rows, or what they weigh where that decides or they are parts."""
    if tree.schema.weighs or not round(weight, 3).is_integer():
        return _("weight {weight}").format(weight=weight_text(weight))
    return number_format.rows_count(weight)


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
    digits = Digits.for_scale(lesson.tree.impurity(()))
    counted(lesson, lines, Digits() if classes else digits, SUMS)
    if weights := narration.weights_decide(lesson.tree.schema):
        st.caption(literal(weights, 400))


def values(asked: Tree, found: Predicted) -> dict[NodeId, str]:
    """By node on the way: what the case has in the column that led there, if the branch does not
    say it."""
    return {
        (*met.node, branch): text
        for met in found.steps
        for branch in met.onward
        if (text := _own(asked, met, (*met.node, branch)))
    }


def _own(asked: Tree, met: Met, child: NodeId) -> str:
    if met.cell is None or met.how != How.CELL:
        return ""
    if isinstance(met.cell, float):
        short = asked.schema.columns[met.split.column].single
        if short and isinstance(met.split, Threshold) and np.isfinite(met.split.cut):
            short = not number_format.denied(met.cell, met.split, asked.schema, child[-1])
        return number_format.exact(met.cell, short)
    return "" if number_format.value(asked.conditions(child)[-1]) == met.cell else met.cell
