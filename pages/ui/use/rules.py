"""Rules: the tree as a rule for each leaf, as an expression for each class, as a decision list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dttools as dt
from dtcore.explain.nodes import rows_of
from dtcore.formula import Query, Ratio
from dtcore.model import weight_text
from dtshow.figures import regions as figure
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.sums import Counts, Line
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.rules import TreeRule, TreeRules
from dttools.study.plane import able
from pages.ui.components.controls import class_key, menu, quiet, switch
from pages.ui.components.formula import formula_view
from pages.ui.shell import session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.trees.asked import way_to
from pages.ui.trees.picture import axes_of, pictured, row_of, selected
from pages.ui.trees.rows import rows
from pages.ui.use.decision_list import RuleLine, consequent, decision_list, rule_lines
from pages.ui.use.tree_in_use import pressed, see, tree
from pages.ui.use.use_view import SORTS, RuleSet, Shown, Sort, UseView

ALL: Final = -1


def panel(lesson: Lesson) -> None:
    """A tree of numbers has no decision list, for no rule of it can be judged right."""
    head = st.container(key="use_rules_head", horizontal=True, vertical_alignment="center")
    classes = bool(lesson.tree.schema.classes)
    if classes:
        with head:
            _which()
    if classes and session.view(UseView).rule_set == "list":
        decision_list(head)
    else:
        _of_tree(lesson, head)


def _which() -> None:
    names: dict[RuleSet, str] = {"tree": _("Rules of the tree"), "list": _("Decision list")}
    now = session.view(UseView).rule_set
    menu(_("Which rules"), names, session.bind(UseView, rule_set=now))


def _of_tree(lesson: Lesson, head: DeltaGenerator) -> None:
    found = dt.rules.of(lesson.tree)
    node = session.view(UseView).node
    chosen = next((rule for rule in found.rules if rule.leaf == node), None)
    head.markdown(f"## {_says(found)}")
    with st.container(key="use_rules"):
        with st.container(key="use_rules_left"):
            listed(lesson, found)
            if parts := narration.in_parts(lesson, [rule.leaf for rule in found.rules]):
                st.caption(parts)
            if chosen is None:
                with st.container(key="use_hint"):
                    st.caption(_("Choose a rule, or select a leaf of the tree."))
            else:
                says(lesson, chosen)
                rows_of_rule(lesson, chosen)
            expressions(found)
        with st.container(key="use_rules_right"):
            tree(lesson, {} if node is None or node not in lesson.tree else way_to(node))
            if chosen is not None:
                region(lesson.select(chosen.leaf))


def _says(found: TreeRules) -> str:
    return ngettext(
        "{n} rule. Every row fits it.",
        "{n} rules. A row whose cells are all known fits exactly one.",
        len(found),
    )


def listed(lesson: Lesson, found: TreeRules) -> None:
    """The rules that are asked for, of the leaves below a touched node, the chosen one marked."""
    view = session.view(UseView)
    node = view.node if view.node in lesson.tree else None
    below = () if node is None or lesson.tree[node].leaf else node
    _controls(found)
    rules = view.shown.of(found.rules, below)
    if len(rules) < len(found):
        _fewer(rules, found)
    if not rules:
        return
    number = {rule.leaf: n for n, rule in enumerate(found.rules, 1)}
    lines = [_line(lesson, rule, number[rule.leaf]) for rule in rules]
    chosen = None if node not in number else str(number[node])
    rule_lines(lines, chosen, lambda name: _pick(found, name), "use_rule_list")


def _line(lesson: Lesson, rule: TreeRule, number: int) -> RuleLine:
    """The rule with the number of its leaf, and of how many rows it is and how alike these are."""
    schema, text = lesson.tree.schema, _("If {conditions}, then {answer}.")
    if not rule.conditions:
        text = _("Always {answer}.")
    told = text.format(
        conditions=literal(rule.condition_text(schema), 400),
        answer=consequent(schema, answers.in_full(lesson, rule.leaf)),
    )
    figures = []
    for score, said in (
        (rule.coverage, _("coverage {part} ({share})")),
        (rule.confidence, _("confidence {part} ({share})")),
    ):
        if score is not None and score.value is not None:
            assert isinstance(score.formula.body, Ratio)
            part = "/".join(weight_text(one.value) for one in score.formula.body.parts)
            figures.append(said.format(part=part, share=number_format.share(score.value)))
    if rule.spread is not None and rule.spread.value is not None:
        spread = number_format.mean(lesson.tree, rule.spread.value)
        figures.append(_("± {deviation}").format(deviation=spread))
    return RuleLine(str(number), f"{number}. {told}", " · ".join(figures))


def _controls(found: TreeRules) -> None:
    classes = found.tree.schema.classes
    with st.container(key="use_rule_controls", horizontal=True, vertical_alignment="center"):
        if len(classes) > 1:
            _class(classes)
        _sort(bool(classes))
        icon, name = ":material/filter_list:", _("Filter")
        with st.popover(name, icon=icon, key="use_rule_filter"):
            _filter(found)


def _class(classes: tuple[str, ...]) -> None:
    label = session.view(UseView).shown.label
    names = {ALL: _("All classes")} | {k: literal(name, 30) for k, name in enumerate(classes)}
    now = label if label is not None and label in names else ALL
    control = session.control("use_rule_class", now, partial(_set, "label", ALL))
    switch(_("Rules that predict"), names, control)


def _sort(classes: bool) -> None:
    names: dict[Sort, str] = {
        "leaves": _("In tree order"),
        "coverage": _("Largest coverage first"),
        "confidence": _("Most confident first"),
        "conditions": _("Fewest conditions first"),
    }
    options = [sort for sort in SORTS if classes or sort != "confidence"]
    wanted = session.view(UseView).shown.sort
    st.selectbox(
        _("Order"),
        options,
        format_func=names.__getitem__,
        label_visibility="collapsed",
        width=180,
        **_part("sort", wanted if wanted in options else options[0]),
    )


def _filter(found: TreeRules) -> None:
    shown, most = session.view(UseView).shown, max(len(r.conditions) for r in found.rules)
    st.slider(_("Coverage at least, in %"), 0, 100, **_part("coverage", shown.coverage))
    if found.tree.schema.classes:
        confidence = _part("confidence", shown.confidence)
        st.slider(_("Confidence at least, in %"), 0, 100, **confidence)
    if most > 1:
        conditions = _part("conditions", min(shown.conditions or most, most), most)
        st.slider(_("Conditions at most"), 1, most, **conditions)


def _part(name: str, now: Any, every: Any = None) -> dict[str, Any]:
    """The control of a part of what is shown; ``every``: what leaves nothing out."""
    return session.control(f"use_rule_{name}", now, partial(_set, name, every))


def _set(name: str, every: Any, value: Any) -> None:
    """For callbacks; a chosen rule stays chosen, and one that is no longer listed is told on."""
    shown: dict[str, Any] = {name: None if value == every else value}
    session.change(UseView, shown=replace(session.view(UseView).shown, **shown))


def _fewer(rules: Sequence[TreeRule], found: TreeRules) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        text = _("Listed: {n} of {all} rules.").format(n=len(rules), all=len(found))
        st.caption(text, width="content")
        shown = Shown(session.view(UseView).shown.sort)
        every = partial(session.change, UseView, shown=shown, node=None)
        quiet(_("List all"), "use_rules_all", every)


def _pick(found: TreeRules, name: str | None) -> None:
    node = None if name is None else found.rules[int(name) - 1].leaf
    session.change(UseView, node=node, highlighted=None)


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
        "coverage": _("coverage"),
        "confidence": _("confidence"),
        "spread": _("standard deviation"),
    }
    found = (rule.coverage, rule.confidence, rule.spread)
    scores = [score for score in found if score is not None]
    lines = [Line(score.formula, names[score.name], result=True) for score in scores]
    counts = Counts(lambda query: _counted_rows(lesson, rule, query), pressed(), see)
    formula_view(lines, Digits(), "use_rule_sums", counts)


def folds(rule: TreeRule) -> Iterator[str]:
    """For each column that the path asks about more than once: its tests, and what they come to."""
    text = _("Combined: {tests} on the path amount to {condition}.")
    for tests, condition in zip(rule.tests, rule.conditions, strict=True):
        if len(tests) > 1:
            asked = _(", ").join(literal(number_format.told(test), 60) for test in tests)
            yield text.format(tests=asked, condition=literal(condition.text(rule.schema), 80))


def _counted_rows(lesson: Lesson, rule: TreeRule, query: Query) -> str:
    parts = [rule.condition_text()] if query.node and rule.conditions else []
    if query.label is not None:
        target = lesson.tree.schema.target
        parts.append(f"{target.name} = {(target.levels or ())[query.label]}")
    return " ∧ ".join(parts) or _("all rows")


def rows_of_rule(lesson: Lesson, rule: TreeRule) -> None:
    query = pressed() or Query(rule.leaf)
    timeline = lesson.timeline
    places = np.asarray(rows_of(timeline.problem, timeline.state, query).rows)
    rows(lesson, lesson.dataset, places, _counted_rows(lesson, rule, query))


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


def expressions(found: TreeRules) -> None:
    """Nothing for numbers, which have no classes."""
    classes = found.tree.schema.classes
    if not classes:
        return
    with st.expander(_("Each class as one expression"), key="use_disjunctions"):
        st.caption(_("A tree is a disjunction of conjunctions (Mitchell 1997, §3.2)."))
        for label, name in enumerate(classes):
            st.markdown(f"**{literal(name, 60)}** ⇔")
            st.code(found.disjunction(label), language=None, wrap_lines=True)
