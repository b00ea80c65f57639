"""Rules: the tree read as a rule for each leaf, or as one expression for each class."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.formula import Digits
from dtcore.model import ROOT
from dtcore.rules import TreeRule, TreeRules
from pages.ui.components.formula import formula_view
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.sums import NO_ROWS, Line
from pages.ui.shell import session
from pages.ui.use.rows import rows
from pages.ui.use.tree import tree, way_to
from pages.ui.use.use_view import UseView
from pages.ui.wording import answers
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal

LIST: Final = session.Rows("use_rule_list")
ALL: Final = -1
CLASS: Final = session.Widget("use_rule_class", ALL)
ROW, HEAD = 32, 37
MOST_SHOWN: Final = 12


def panel(lesson: Lesson) -> None:
    """The rules at the left; the tree with the way of the chosen one at the right."""
    found = dt.rules.of(lesson.tree)
    st.markdown(f"##### {_says(found)}")
    left, right = st.columns([1, 1], gap="large")
    with left:
        chosen = _list(lesson, found)
        if chosen is not None:
            _sums(chosen)
        _expressions(found)
    with right:
        tree(lesson, {} if chosen is None else way_to(chosen.leaf))
    if chosen is not None:
        places = np.flatnonzero(chosen.covers(lesson.dataset))
        rows(lesson, lesson.dataset, places, chosen.condition_text(lesson.tree.schema))


def _says(found: TreeRules) -> str:
    text = ngettext(
        "{n} rule. Every row fits it.",
        "{n} rules. A row whose cells are all known fits exactly one.",
        len(found),
    )
    return text.format(n=len(found))


def _list(lesson: Lesson, found: TreeRules) -> TreeRule | None:
    """The rules of the class asked for, best first as its columns are sorted; the chosen one."""
    classes = lesson.tree.schema.classes
    shown = found.rules
    if len(classes) > 1:
        label = _class(classes)
        shown = found.rules if label == ALL else found.of_class(label)
    if not shown:
        st.markdown(_("No leaf answers so."))
        return None
    node = session.view(UseView).node
    at = [number for number, rule in enumerate(shown) if rule.leaf == node]
    st.dataframe(
        _table(lesson, shown),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(shown), MOST_SHOWN),
        selection_mode="single-row",
        on_select=lambda: _pick(shown),
        key=LIST.choosing(at),
        column_config={
            _("If"): st.column_config.Column(width=270),
            _("rows"): st.column_config.NumberColumn(format="%.5g", width=56),
            _("support"): st.column_config.NumberColumn(format="percent", width=70),
            _("confidence"): st.column_config.NumberColumn(format="percent", width=84),
        },
    )
    return shown[at[0]] if at else None


def _class(classes: tuple[str, ...]) -> int:
    options = [ALL, *range(len(classes))]
    st.segmented_control(
        _("Rules that predict"),
        options,
        format_func=lambda k: _("all") if k == ALL else literal(classes[k], 30),
        key=CLASS.showing(CLASS.value if CLASS.value in options else ALL),
        label_visibility="collapsed",
        wrap=True,
        required=True,
    )
    return CLASS.value


def _table(lesson: Lesson, shown: tuple[TreeRule, ...]) -> pd.DataFrame:
    schema = lesson.tree.schema
    columns: dict[str, list[object]] = {
        _("If"): [rule.condition_text(schema) for rule in shown],
        _("then"): [answers.in_full(lesson, rule.leaf) for rule in shown],
        _("rows"): [rule.covered for rule in shown],
        _("support"): [rule.support.value for rule in shown],
    }
    if schema.classes:
        sure = [rule.confidence for rule in shown]
        columns[_("confidence")] = [None if score is None else score.value for score in sure]
    return pd.DataFrame(columns)


def _pick(shown: tuple[TreeRule, ...]) -> None:
    chosen = [shown[k].leaf for k in LIST.chosen if k < len(shown)]
    node = chosen[0] if chosen else ROOT
    session.keep(replace(session.view(UseView), node=node))


def _sums(rule: TreeRule) -> None:
    """Support and confidence of the chosen rule, with the counts that they are shares of."""
    names = {"support": _("support"), "confidence": _("confidence")}
    scores = [score for score in (rule.support, rule.confidence) if score is not None]
    lines = [Line(score.formula, names[score.name], result=True) for score in scores]
    formula_view(lines, Digits(), "use_rule_sums", _("Working"), NO_ROWS)


def _expressions(found: TreeRules) -> None:
    """For each class all its rules in one: a disjunction of conjunctions."""
    classes = found.tree.schema.classes
    if not classes:
        return
    with st.expander(_("Each class as one expression"), key="use_disjunctions"):
        st.caption(_("A tree is a disjunction of conjunctions (Mitchell 1997, §3.2)."))
        for label, name in enumerate(classes):
            st.markdown(f"**{literal(name, 60)}** ⇔")
            st.code(found.disjunction(label), language=None, wrap_lines=True)
