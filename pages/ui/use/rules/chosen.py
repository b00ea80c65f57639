"""One rule: what it says, which tests it folds, its sums, its rows, and its region."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from dtcore.explain.nodes import rows_of
from dtcore.formula import Query
from dtshow.figures import regions as figure
from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.scene.sums import Counts, Line, keys_of
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.rules import TreeRule
from dttools.study.plane import able
from pages.ui.components.class_key import class_key
from pages.ui.components.formula import formula_view
from pages.ui.shell import session
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.trees.chosen_row import row_of
from pages.ui.trees.picture import pictured, selected
from pages.ui.trees.plane import axes_of
from pages.ui.trees.rows import rows
from pages.ui.use.predict.chosen import pressed, see
from pages.ui.use.rules.lines import consequent

SUMS = "use_rule_sums"


def says(lesson: Lesson, rule: TreeRule) -> None:
    """The rule in a sentence, what is folded in it, how many rows it is of and how much alike."""
    told = consequent(lesson.tree.schema, answers.in_full(lesson, rule.leaf))
    text = _("Always {answer}.")
    if rule.conditions:
        text = _("If {conditions}, then {answer}.")
    st.markdown(text.format(conditions=literal(rule.condition_text(), 400), answer=told))
    for fold in folds(rule):
        st.caption(fold)
    names = {
        "support": _("support"),
        "confidence": _("confidence"),
        "spread": _("standard deviation"),
    }
    found = (rule.support, rule.confidence, rule.spread)
    scores = [score for score in found if score is not None]
    lines = [Line(score.formula, names[score.name], result=True) for score in scores]
    counts = Counts(lambda query: _which(lesson, rule, query), pressed(), lambda: _press(lines))
    formula_view(lines, Digits(), SUMS, _("Working"), counts)


def folds(rule: TreeRule) -> Iterator[str]:
    """For each column that the path asks about more than once: its tests, and what they come to."""
    text = _("Combined: {tests} on the path amount to {condition}.")
    for tests, condition in zip(rule.tests, rule.conditions, strict=True):
        if len(tests) > 1:
            asked = _(", ").join(literal(number_format.told(test), 60) for test in tests)
            yield text.format(tests=asked, condition=literal(condition.text(rule.schema), 80))


def _press(lines: list[Line]) -> None:
    if count := session.reported(SUMS, "count"):
        see({name: query for query, name in keys_of(lines).items()}.get(count))


def _which(lesson: Lesson, rule: TreeRule, query: Query) -> str:
    parts = [rule.condition_text()] if query.node and rule.conditions else []
    if query.label is not None:
        target = lesson.tree.schema.target
        parts.append(f"{target.name} = {(target.levels or ())[query.label]}")
    return " ∧ ".join(parts) or _("all rows")


def rows_of_rule(lesson: Lesson, rule: TreeRule) -> None:
    """The rows that a pressed count counts, else those of the rule."""
    query = pressed() or Query(rule.leaf)
    timeline = lesson.timeline
    places = np.asarray(rows_of(timeline.problem, timeline.state, query).rows)
    rows(lesson, lesson.dataset, places, _which(lesson, rule, query))


def region(lesson: Lesson) -> None:
    """The plane of Grow, with the region of the selected leaf outlined."""
    if not _drawable(lesson):
        return
    seen = pictured(lesson, axes_of(lesson), None)
    drawn: go.Figure = figure.regions(seen.drawn, theme=theme())
    class_key(seen.drawn.classes)
    st.plotly_chart(drawn, key="use_region", theme=None, height=300, config=CONFIG)
    st.caption(selected(lesson, seen))


def _drawable(lesson: Lesson) -> bool:
    """Whether the tree asks about a number, so that a plane shows something of it; a row that was
    chosen on Grow has its place in the table of Grow alone."""
    asked = {split.column for split in lesson.tree.splits if split is not None}
    cut = bool(lesson.timeline.problem.pruning)
    return bool(asked & {*able(lesson.dataset)}) and not (cut and row_of(lesson) is not None)
