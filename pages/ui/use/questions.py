"""Question by question: one large question at a time, and the tree as far as it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.model import ROOT, NodeId, Tree
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import Folding
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal, unasked
from dttools.study import How, Met, Predicted, prediction
from pages.ui.components.controls import quiet
from pages.ui.shell import session
from pages.ui.use.answer import said, sums, values, way
from pages.ui.use.tree_in_use import tree
from pages.ui.use.use_view import Case, Cell, UseView, range_of

MOST_BUTTONS: Final = 8
"""Of more levels one is chosen from a list."""
TYPED: Final = session.Widget[float | None]("use_typed", None)
LISTED: Final = session.Widget[int | None]("use_listed", None)
Told = tuple[tuple[int, Cell], ...]
"""Answers in their order: a column and its cell, None: not known."""


def questions(lesson: Lesson) -> None:
    """The next question, or the answer, with the way through the tree beside it."""
    told = session.view(UseView).told
    at = walk(lesson.tree, lesson.dataset, told)
    with st.container(key="use_questions", horizontal=True, gap="large"):
        with st.container(key="use_question"):
            if at.column is None:
                _answer(lesson, at.found)
            else:
                _question(lesson, at, at.column)
            for text in _beyond(lesson.dataset, told):
                st.caption(text)
            _foot(at.column)
        with st.container(key="use_so_far"):
            shares = {node: share for node, share in _shares(at).items() if node in at.reached}
            here = lesson.select(at.node if at.node is not None else next(iter(at.found.ends)))
            told_there = {
                node: text
                for node, text in values(lesson.tree, at.found).items()
                if node in at.reached
            }
            framed = at.node is not None or len(at.found.ends) == 1  # else all lit leaves answer
            tree(here, shares, told_there, Folding(0, opened=at.passed), framed=framed)


def _shares(at: QuestionWalk) -> dict[tuple[int, ...], float]:
    """Of the case, by node: what goes there as far as it is told."""
    shares: dict[tuple[int, ...], float] = {ROOT: 1.0}
    for met in at.found.steps:
        shares |= {(*met.node, branch): share for branch, share in met.onward.items()}
    return shares


def _question(lesson: Lesson, at: QuestionWalk, column: int) -> None:
    tree, done = lesson.tree, len(session.view(UseView).told)
    node = at.node or ROOT
    asked = lesson.dataset.columns[column]
    counted = _("Question {n} of at most {most}")
    if at.longer:
        counted = _("Question {n} of at most {most}, if you know each answer")
    number = counted.format(n=done + 1, most=done + at.most)
    st.markdown(joined(_("{number}.").format(number=number), _so_far(tree, at, node)))
    with st.container(key="use_asked"):
        st.markdown(_("{column}?").format(column=literal(unasked(asked.name), 60)))
    with st.container(key="use_options"):
        if asked.levels is not None and len(asked.levels) <= MOST_BUTTONS:
            for code, level in enumerate(asked.levels):
                key = f"use_option_{column}_{code}"
                st.button(
                    literal(level, 60),
                    key=key,
                    on_click=_tell,
                    args=(column, code),
                    width="stretch",
                    shortcut=str(code + 1),
                )
        else:
            _open_question(column, asked.name, asked.levels)


def _so_far(tree: dt.Tree, at: QuestionWalk, node: NodeId) -> str:
    """Which branch led here, with its rows; what no cell decided is not told as a fact."""
    if not node:
        return ""
    last = literal(number_format.told(tree.conditions(node)[-1]), 80)
    met = next(met for met in at.found.steps if met.node == node[:-1])
    text = _("{path}: {rows}.")
    if met.how != How.CELL:
        text = _("{path} (assumed): {rows}.")
        if len(met.onward) > 1:
            text = _("If {path}: {rows}.")
    return text.format(path=last, rows=number_format.rows_count(tree.rows(node)))


def _beyond(data: dt.Dataset, told: Told) -> Iterator[str]:
    """Of each number that was told and lies where the table has none."""
    text = _("{column} {value} is outside the table, which has {low} to {high} here.")
    for place, cell in told:
        column = data.columns[place]
        low, high, _step = range_of(column)
        if column.numeric and cell is not None and not low <= cell <= high:
            value, *ends = map(number_format.shown, (float(cell), low, high))
            name = literal(column.name, 60)
            yield text.format(column=name, value=value, low=ends[0], high=ends[1])


def _open_question(column: int, name: str, levels: tuple[str, ...] | None) -> None:
    with st.form(f"use_ask_{column}", border=False):
        if levels is None:
            st.number_input(
                name, key=TYPED.showing(None), label_visibility="collapsed", format="%.6g"
            )
        else:
            st.selectbox(
                name,
                range(len(levels)),
                index=None,
                format_func=lambda code: literal(levels[code], 60),
                key=LISTED.showing(None),
                label_visibility="collapsed",
            )
        widget: session.Widget[Cell] = TYPED if levels is None else LISTED  # type: ignore[assignment]
        st.form_submit_button(
            _("Give the answer"), type="primary", on_click=_typed, args=(column, widget)
        )


def _typed(column: int, widget: session.Widget[Cell]) -> None:
    if widget.value is None:
        session.say_trouble(dt.DataError("Give an answer, or press “I don’t know”."))
    else:
        _tell(column, widget.value)


def _tell(column: int, cell: Cell) -> None:
    before = (pair for pair in session.view(UseView).told if pair[0] != column)
    session.change(UseView, told=(*before, (column, cell)))


def _answer(lesson: Lesson, found: Predicted) -> None:
    with st.container(key="use_asked"):
        st.markdown(said(lesson, found))
    sums(lesson, found)
    way(lesson, found)


def _foot(column: int | None) -> None:
    """Back, and not to know; or again."""
    told = session.view(UseView).told
    with st.container(key="use_foot", horizontal=True, horizontal_alignment="distribute"):
        back = partial(session.change, UseView, told=told[:-1])
        quiet(_("← Back"), "use_back", back, disabled=not told)
        if column is not None:
            label, then = _("I don’t know"), (column, None)
            st.button(
                label, key="use_not", type="tertiary", on_click=_tell, args=then, shortcut="0"
            )
        else:
            st.button(_("Ask again"), key="use_again", type="primary", on_click=again)


def again() -> None:
    """For callbacks: from the first question."""
    session.change(UseView, told=())


@dataclass(frozen=True, eq=False)
class QuestionWalk:
    """As far as the answers lead. ``case``: what they say. ``found``: what the tree would say with
    nothing more. ``passed``: the nodes whose question is answered. ``reached``: all nodes seen.
    ``node`` and ``column``: what is asked next, None if nothing is; ``most``: so many questions
    may come from it on, where each is answered; ``longer``: whether more may come where one is
    not."""

    case: Case
    found: Predicted
    passed: frozenset[NodeId]
    reached: tuple[NodeId, ...]
    node: NodeId | None = None
    column: int | None = None
    most: int = 0
    longer: bool = False


def walk(tree: Tree, data: dt.Dataset, told: Told) -> QuestionWalk:
    """Down the tree with these answers, one branch after another where a case is divided."""
    cells = dict(told)
    case = Case(tuple(cells.get(column) for column in range(len(data.columns))))
    found = prediction(tree, case.frame(tree))
    by_node = {met.node: met for met in found.steps}
    waiting, reached, passed = [ROOT], list[NodeId](), set[NodeId]()
    while waiting:
        reached.append(node := waiting.pop(0))
        if (met := by_node.get(node)) is None:
            continue
        column = next((c for c in _wanted(tree, met) if c not in cells), None)
        if column is not None:
            left = most(tree, [node, *waiting], {*cells})
            at = QuestionWalk(case, found, frozenset(passed), tuple(reached), node, column)
            return replace(at, most=left, longer=longer(tree, [node, *waiting], {*cells}, left))
        passed.add(node)
        waiting[:0] = [(*node, branch) for branch in met.onward]
    return QuestionWalk(case, found, frozenset(passed), tuple(reached))


def _wanted(tree: Tree, met: Met) -> Iterator[int]:
    """The columns that decide at a node: its own, and surrogates' up to one that tells."""
    yield met.split.column
    if met.how == How.CELL:
        return
    for surrogate in tree.surrogates.get(tree.place(met.node), ()):
        yield surrogate.split.column
        if surrogate is met.surrogate:
            return


def most(tree: Tree, nodes: Sequence[NodeId], told: Set[int]) -> int:
    """So many columns at most are asked below ``nodes``, each of which a part of the case meets."""
    ways = [[_asked(tree, node, end) - told for end in _ends(tree, node)] for node in nodes]
    longest = sum(max(map(len, below)) for below in ways)
    return max(1, min(longest, len(set[int]().union(*(way for below in ways for way in below)))))


def longer(tree: Tree, nodes: Sequence[NodeId], told: Set[int], most: int) -> bool:
    """Whether a case that is not told all may meet more than ``most`` columns below ``nodes``: it
    goes down several branches, or surrogates ask for it."""
    if tree.surrogates:
        return True
    below = set[int]().union(
        *(_asked(tree, node, end) for node in nodes for end in _ends(tree, node))
    )
    return len(below - told) > most and 0 < tree.missing.shares(np.ones(2)).max() < 1


def _asked(tree: Tree, node: NodeId, end: NodeId) -> set[int]:
    """The columns that are asked from ``node`` on down to ``end``."""
    splits = (tree[end[:depth]].split for depth in range(len(node), len(end)))
    return {split.column for split in splits if split is not None}


def _ends(tree: Tree, node: NodeId) -> Iterator[NodeId]:
    place = tree.place(node)
    for below in range(place, tree.end(place)):
        if not tree.arity[below]:
            yield tree.id_at(below)
