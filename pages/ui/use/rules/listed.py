"""The list of rules: filtered, sorted, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.printing import Digits, plain
from dttools.rules import TreeRule, TreeRules
from pages.ui.components.switch import switch
from pages.ui.shell import session
from pages.ui.use.rules.lines import RuleLine, consequent, rule_lines
from pages.ui.use.rules.shown import SORTS, Shown, Sort
from pages.ui.use.use_view import UseView

ALL: Final = -1
PARTS: Final = Digits(1)
"""A number within a sum has two decimals more: 12.345 rows."""


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
        (rule.support, _("support {part} ({share})")),
        (rule.confidence, _("confidence {part} ({share})")),
    ):
        if score is not None and score.value is not None:
            part, share = plain(score.formula.body, PARTS), number_format.share(score.value)
            figures.append(said.format(part=part, share=share))
    if rule.spread is not None and rule.spread.value is not None:
        spread = number_format.mean(lesson.tree, rule.spread.value)
        figures.append(_("± {deviation}").format(deviation=spread))
    return RuleLine(str(number), f"{number}. {told}", " · ".join(figures))


def _controls(found: TreeRules) -> None:
    """Class, order and filter in a line."""
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
        "support": _("Most support first"),
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
    st.slider(_("Support at least, in %"), 0, 100, **_part("support", shown.support))
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
    _show(**{name: None if value == every else value})


def _show(**changes: Any) -> None:
    """For callbacks; a chosen rule stays chosen, and one that is no longer listed is told on."""
    session.change(UseView, shown=replace(session.view(UseView).shown, **changes))


def _fewer(rules: Sequence[TreeRule], found: TreeRules) -> None:
    """How many are listed, and the way back to all."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        text = _("Listed: {n} of {all} rules.").format(n=len(rules), all=len(found))
        st.caption(text, width="content")
        st.button(_("List all"), key="use_rules_all", type="tertiary", on_click=_all)


def _all() -> None:
    session.change(UseView, shown=Shown(session.view(UseView).shown.sort), node=None)


def _pick(found: TreeRules, name: str | None) -> None:
    node = None if name is None else found.rules[int(name) - 1].leaf
    session.change(UseView, node=node, highlighted=None)
