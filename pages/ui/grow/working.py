"""The arithmetic of the candidate looked at, in symbols, with counts put in, and its result."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dtcore import explain
from dtcore.formula import Digits, Named, named
from dtcore.stepping import Candidate
from pages.ui.components.formula import Counts, Line, formula_view, keys_of
from pages.ui.grow.grow_view import GrowView, highlight
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _, sentence
from pages.ui.wording.markdown import literal


def working(lesson: Lesson, candidate: Candidate, digits: Digits, key: str = "working") -> None:
    """The question it answers, the general formula, and a line for each part."""
    score = explain.headline(lesson.recipe)
    schema = lesson.dataset.schema
    formula = explain.score(lesson.recipe, schema, lesson.evidence, candidate, score)
    st.markdown(f"{_introduction(lesson, candidate)}\n\n{_general(formula)}")
    lines = lines_of(lesson, candidate, formula)
    average = explain.average_gain(lesson.recipe, schema, lesson.evidence)
    if average is not None:  # what the gain is compared with stands below it
        lines.append(Line(average, _("the average gain of the candidates")))
    for test, meaning in explain.tests(lesson.recipe, lesson.evidence, candidate):
        lines += [*lines_of(lesson, candidate, test)[:-1], Line(test, sentence(meaning))]
    touchable(lesson, lines, digits, key, _("Working"))
    cautions = (rule.caution(candidate.branch_stats) for rule in lesson.recipe.stopping)
    for caution in filter(None, cautions):
        st.caption(sentence(caution))


def touchable(lesson: Lesson, lines: Sequence[Line], digits: Digits, key: str, label: str) -> None:
    """Lines whose counts light the rows that they count."""
    counts = Counts(
        describe=lambda query: narration.query_words(lesson.tree, query),
        pressed=session.view(GrowView).highlighted,
        on_press=lambda: _press(key, lines),
    )
    formula_view(lines, digits, key, label, counts)


def lines_of(lesson: Lesson, candidate: Candidate, formula: Named) -> list[Line]:
    """One line for each named part, innermost first; branches are named at the end of theirs."""
    parts = named(formula)
    return [
        Line(part, _legend(lesson, candidate, part), result=part is parts[-1]) for part in parts
    ]


def _legend(lesson: Lesson, candidate: Candidate, part: Named) -> str:
    if part.branch is None or candidate.split is None:
        return ""
    return number_format.told(candidate.split.condition(lesson.tree.schema, part.branch))


def _introduction(lesson: Lesson, candidate: Candidate) -> str:
    column = literal(lesson.dataset.columns[candidate.column].name)
    if lesson.recipe.impurity.numeric:
        return _("**How much closer to their means of {target} does {column} bring rows?**").format(
            target=literal(lesson.dataset.target.name), column=column
        )
    text = _("**How much purer does {column} make the rows?**").format(column=column)
    unit = {"bits": _("log base 2: bits"), "nats": _("natural log: nats")}
    return " ".join([text, unit.get(lesson.recipe.impurity.unit, "")]).strip()


def _general(formula: Named) -> str:
    """The score's definition, and that of its innermost part, without numbers."""
    parts = named(formula)
    shown = [formula]
    if len(parts) > 1 and any(p.symbol in formula.general for p in parts[:-1]):
        shown.append(next(p for p in reversed(parts[:-1]) if p.symbol in formula.general))
    # inline, so that a narrow screen can break between the two
    return " &emsp; ".join(rf"$\displaystyle {part.symbol}={part.general}$" for part in shown)


def _press(key: str, lines: Sequence[Line]) -> None:
    if count := session.reported(key, "count"):
        highlight({name: query for query, name in keys_of(lines).items()}.get(count))
