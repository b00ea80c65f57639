"""The list of rules: filtered, sorted, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd
import streamlit as st

from dtcore.evaluation import Score
from dtcore.explain.worksheet import display_width
from dtcore.model import NodeId
from dtcore.rules import TreeRule, TreeRules
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.use.rules.shown import SORTS, Shown, Sort
from pages.ui.use.use_view import UseView
from pages.ui.wording import answers
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal
from pages.ui.wording.number_format import PERCENT

LIST: Final = session.Rows("use_rule_list")
ALL: Final = -1
CLASS: Final = session.Widget("use_rule_class", ALL)
SORT: Final = session.Widget[Sort]("use_rule_sort", "leaves")
SUPPORT: Final = session.Widget("use_rule_support", 0)
CONFIDENCE: Final = session.Widget("use_rule_confidence", 0)
CONDITIONS: Final = session.Widget("use_rule_conditions", 1)
LINE, MORE, HEAD = 34, 18, 37
"""How high a row of a line is, what each more line adds, and the table's head."""
LONG, MOST_LINES = 32, 4
"""Letters that a line has room for, and lines that a row has."""
WRAPS: Final = 66
"""From what height of a row on Streamlit breaks a text into lines: four rem."""
HIGHEST: Final = 300


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
    at = [number for number, rule in enumerate(rules) if rule.leaf == node]
    row, height = heights([rule.condition_text() for rule in rules])
    st.dataframe(
        _table(lesson, rules, found),
        hide_index=True,
        row_height=row,
        height=height,
        selection_mode="single-row",
        on_select=lambda: _pick(rules),
        key=LIST.choosing(at),
        column_config={
            _("leaf"): st.column_config.NumberColumn(width=56),
            _("Predict"): st.column_config.TextColumn(width=92),
            _("if"): st.column_config.TextColumn(width=240),
            _("rows"): st.column_config.NumberColumn(format="%.5g", width=48),
            _("support"): st.column_config.NumberColumn(format=PERCENT, width=72),
            _("confidence"): st.column_config.NumberColumn(format=PERCENT, width=84),
            _("± deviation"): st.column_config.NumberColumn(
                format="%.4g",
                width=88,
                help=_("The standard deviation of the target in the rule's training rows."),
            ),
        },
    )


def heights(conditions: Sequence[str]) -> tuple[int, int]:
    """Of a row and of the whole, of a table with these texts."""
    lines = -(-max(map(display_width, conditions)) // LONG)
    row = LINE if lines == 1 else max(WRAPS, LINE + MORE * (min(lines, MOST_LINES) - 1))
    return row, min(HEAD + row * len(conditions), HIGHEST)


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
    options = [ALL, *range(len(classes))]
    st.segmented_control(
        _("Rules that predict"),
        options,
        format_func=lambda k: _("All classes") if k == ALL else literal(classes[k], 30),
        key=CLASS.showing(label if label in options and label is not None else ALL),
        on_change=lambda: _show(label=None if CLASS.value == ALL else CLASS.value),
        label_visibility="collapsed",
        wrap=True,
        required=True,
    )


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
        key=SORT.showing(wanted if wanted in options else options[0]),
        on_change=lambda: _show(sort=SORT.value),
        label_visibility="collapsed",
        width=180,
    )


def _filter(found: TreeRules) -> None:
    shown, most = session.view(UseView).shown, max(len(r.conditions) for r in found.rules)
    st.slider(
        _("Support at least, in %"),
        0,
        100,
        key=SUPPORT.showing(shown.support),
        on_change=lambda: _show(support=SUPPORT.value),
    )
    if found.tree.schema.classes:
        st.slider(
            _("Confidence at least, in %"),
            0,
            100,
            key=CONFIDENCE.showing(shown.confidence),
            on_change=lambda: _show(confidence=CONFIDENCE.value),
        )
    if most > 1:
        st.slider(
            _("Conditions at most"),
            1,
            most,
            key=CONDITIONS.showing(min(shown.conditions or most, most)),
            on_change=lambda: _show(
                conditions=CONDITIONS.value if CONDITIONS.value < most else None
            ),
        )


def _show(**changes: Any) -> None:
    """For callbacks; a chosen rule stays chosen, and one that is no longer listed is told on."""
    view = session.view(UseView)
    session.keep(replace(view, shown=replace(view.shown, **changes)))


def _fewer(rules: Sequence[TreeRule], found: TreeRules) -> None:
    """How many are listed, and the way back to all."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        text = _("Listed: {n} of {all} rules.").format(n=len(rules), all=len(found))
        st.caption(text, width="content")
        st.button(_("List all"), key="use_rules_all", type="tertiary", on_click=_all)


def _all() -> None:
    view = session.view(UseView)
    session.keep(replace(view, shown=Shown(view.shown.sort), node=None))


def _table(lesson: Lesson, rules: Sequence[TreeRule], found: TreeRules) -> pd.DataFrame:
    schema = lesson.tree.schema
    number = {rule.leaf: n for n, rule in enumerate(found.rules, 1)}
    columns: dict[str, list[object]] = {
        _("leaf"): [number[rule.leaf] for rule in rules],
        _("Predict"): [answers.in_full(lesson, rule.leaf) for rule in rules],
        _("if"): [rule.condition_text(schema) for rule in rules],
        _("rows"): [rule.covered for rule in rules],
        _("support"): [_per_cent(rule.support) for rule in rules],
    }
    if schema.classes:
        columns[_("confidence")] = [_per_cent(rule.confidence) for rule in rules]
    else:
        columns[_("± deviation")] = [rule.spread and rule.spread.value for rule in rules]
    return pd.DataFrame(columns)


def _per_cent(score: Score | None) -> float | None:
    return None if score is None or score.value is None else 100 * score.value


def _pick(rules: Sequence[TreeRule]) -> None:
    chosen: list[NodeId] = [rules[k].leaf for k in LIST.chosen if k < len(rules)]
    node = chosen[0] if chosen else None
    session.keep(replace(session.view(UseView), node=node, highlighted=None))
