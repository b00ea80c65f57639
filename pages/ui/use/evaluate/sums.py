"""Scores as lines of working, each with its name; a pressed count lists its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from dtcore.formula import Query
from dtshow.scene.sums import Counts, Line, keys_of
from dtshow.words.language import _, joined
from dttools.evaluation import ClassEvaluation, Score
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.shell import session
from pages.ui.use.evaluate.judged import pick

Cell = tuple[int | None, int | None]
"""The true and the predicted class that a count of an evaluation is about."""


def cell_of(query: Query) -> Cell:
    return query.label, query.branch


def sums(
    scores: Sequence[Score],
    names: Sequence[str],
    key: str,
    classes: Sequence[str] = (),
    cell: Callable[[Query], Cell] = cell_of,
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
            lambda query: _said(cell(query), classes), on_press=lambda: _press(key, lines, cell)
        )
        formula_view(lines, Digits(), key, _("Working"), counts)
    for score, name in zip(scores, names, strict=True):
        if score.value is None:
            capitalized = name[:1].upper() + name[1:]
            st.caption(_("{name} is undefined here: it divides 0 by 0.").format(name=capitalized))


def _press(key: str, lines: Sequence[Line], cell: Callable[[Query], Cell]) -> None:
    if count := session.reported(key, "count"):
        query = {name: query for query, name in keys_of(lines).items()}.get(count)
        pick(None if query is None else cell(query))


def _said(cell: Cell, classes: Sequence[str]) -> str:
    truth, told = cell
    parts = [] if truth is None else [_("True: {truth}.").format(truth=classes[truth])]
    parts += [] if told is None else [_("Predicted: {told}.").format(told=classes[told])]
    return joined(*parts) or _("All judged rows.")


def per_class(found: ClassEvaluation, k: int) -> list[Score]:
    told = k < found.known
    return [found.precision(k), found.recall(k), found.f1(k)] if told else [found.recall(k)]
