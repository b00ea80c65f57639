"""Which tree is judged on which rows, those that Pruning holds out or each fold in turn; and its
scores as lines of working, whose counts list their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

import dtcore as dt
from dtcore.formula import Query
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.sums import Counts, Line
from dtshow.words.language import _, joined
from dttools.evaluation import ClassEvaluation, Evaluation, Score, evaluate, evaluate_folds
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.shell import cache, session
from pages.ui.shell.progress import growing, long, of_trees, worked_out
from pages.ui.trees import pruning_session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL
from pages.ui.use.use_view import UseView

Cell = tuple[int | None, int | None]
"""The true and the predicted class that a count of an evaluation is about."""


@dataclass(frozen=True, eq=False)
class Judged:
    """``found`` on the rows of ``data``, which the tree of ``lesson`` has not seen; by ``folds``
    each row is judged by the tree of the other folds, and ``lesson`` is that of all rows.
    ``training``: the same tree on the rows that it grew on."""

    lesson: Lesson
    data: dt.Dataset
    found: Evaluation
    training: Evaluation
    way: Literal["held_out", "folds"]


def judged(lesson: Lesson) -> Judged:
    """By folds where no row is held out, too. Raises DtError."""
    now = pruning_session.current()
    by_folds = session.view(UseView).folds or now.grown.held_out is None
    return _by_folds(lesson) if by_folds else _held_out(now)


def _held_out(now: PruningSession) -> Judged:
    pruned = session.view(UseView).pruned
    lesson = now.lesson if pruned else now.start
    unseen = now.grown.unseen

    def judge(tell: Progress) -> Judged:
        on = evaluate(lesson.tree, unseen), evaluate(lesson.tree, lesson.dataset)
        return Judged(lesson, unseen, *on, "held_out")

    key = ("judged", *now.rows, now.moves if pruned else "")
    result: Judged = worked_out(key, judge, cache.large(lesson.dataset), growing)
    return result


def folds_of(data: dt.Dataset) -> int:
    """As many as Pruning has."""
    return pruning_session.current().settings.folds_of(data)


def unasked(lesson: Lesson) -> bool:
    """Whether the folds of a large table, where no row is held out, wait for somebody to ask."""
    held_out = pruning_session.current().grown.held_out
    return held_out is None and not session.view(UseView).folds and _large(lesson.dataset)


def _large(data: dt.Dataset) -> bool:
    return long(len(data) * folds_of(data))


def _by_folds(lesson: Lesson) -> Judged:
    settings, recipe = pruning_session.current().settings, lesson.recipe_choice.recipe
    data, folds = lesson.dataset, folds_of(lesson.dataset)

    def judge(tell: Progress) -> Judged:
        found = evaluate_folds(data, recipe, folds, settings.foldseed, progress=tell)
        return Judged(lesson, data, found, evaluate(lesson.tree, data), "folds")

    grown = tuple(lesson.tree.splits)  # by hand it may be another
    key = ("judged folds", recipe, data, folds, settings.foldseed, grown)
    result: Judged = worked_out(key, judge, _large(data), of_trees(folds))
    return result


def hold_out(share: float = USUAL.share) -> None:
    """For callbacks: judge on rows held out; a share of 0 gives them back."""
    session.change(UseView, folds=False)
    pruning_session.take("share", share)


def by_folds(on: bool = True) -> None:
    """For callbacks: let each row be judged by a tree that has not seen it."""
    session.change(UseView, folds=on)


def pick(cell: tuple[int | None, int | None] | None) -> None:
    """For callbacks: list the rows of a cell of the matrix, or of a row or column of it."""
    session.change(UseView, cell=cell)


def sums(
    scores: Sequence[Score],
    names: Sequence[str],
    key: str,
    classes: Sequence[str] = (),
    cell: Callable[[Query], Cell] = lambda query: (query.label, query.branch),
) -> None:
    """What is undefined, for it divides by 0, is said and not worked out. ``classes``: of the
    confusion matrix whose counts these are, so that it is heard what each counts."""
    lines = [
        Line(score.formula, name, result=True)
        for score, name in zip(scores, names, strict=True)
        if score.value is not None
    ]
    if lines:
        counts = Counts(
            lambda query: _said(cell(query), classes),
            on_press=lambda query: pick(cell(query) if query else None),
        )
        formula_view(lines, Digits(), key, counts)
    for score, name in zip(scores, names, strict=True):
        if score.value is None:
            capitalized = name[:1].upper() + name[1:]
            st.caption(_("{name} is undefined here: it divides 0 by 0.").format(name=capitalized))


def _said(cell: Cell, classes: Sequence[str]) -> str:
    truth, told = cell
    parts = [] if truth is None else [_("True: {truth}.").format(truth=classes[truth])]
    parts += [] if told is None else [_("Predicted: {told}.").format(told=classes[told])]
    return joined(*parts) or _("All judged rows.")


def per_class(found: ClassEvaluation, k: int) -> list[Score]:
    told = k < found.known
    return [found.precision(k), found.recall(k), found.f1(k)] if told else [found.recall(k)]
