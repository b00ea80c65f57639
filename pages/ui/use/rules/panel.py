"""The tab: the rules at the left, the tree with the way of the chosen one at the right."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.rules import TreeRules
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.use.rules.chosen import rows_and_region, says
from pages.ui.use.rules.decision_list import decision_list
from pages.ui.use.rules.expressions import expressions
from pages.ui.use.rules.listed import listed
from pages.ui.use.tree import tree, way_to
from pages.ui.use.use_view import RuleSet, UseView
from pages.ui.wording.language import _, ngettext

SET: Final = session.Widget[RuleSet]("use_rule_set", "tree")


def panel(lesson: Lesson) -> None:
    """A tree of numbers has no decision list, for no rule of it can be judged right."""
    if lesson.tree.schema.classes:
        names: dict[RuleSet, str] = {
            "tree": _("Rules of the tree"),
            "list": _("Decision list"),
        }
        st.radio(
            _("Which rules"),
            list(names),
            format_func=names.__getitem__,
            key=SET.showing(session.view(UseView).rule_set),
            on_change=_turn,
            horizontal=True,
            label_visibility="collapsed",
        )
        if session.view(UseView).rule_set == "list":
            decision_list(lesson)
            return
    _of_tree(lesson)


def _turn() -> None:
    session.keep(replace(session.view(UseView), rule_set=SET.value, node=None, highlighted=None))


def _of_tree(lesson: Lesson) -> None:
    found = dt.rules.of(lesson.tree)
    node = session.view(UseView).node
    chosen = next((rule for rule in found.rules if rule.leaf == node), None)
    with st.container(key="use_rules"):
        with st.container(key="use_rules_left"):
            st.markdown(f"##### {_says(found)}")
            listed(lesson, found)
            if chosen is None:
                st.caption(_("Choose a rule, or touch a leaf of the tree."))
            else:
                says(lesson, chosen)
            expressions(found)
        with st.container(key="use_rules_right"):
            tree(lesson, {} if node is None or node not in lesson.tree else way_to(node))
    if chosen is not None:
        rows_and_region(lesson, chosen)


def _says(found: TreeRules) -> str:
    return ngettext(
        "{n} rule. Every row fits it.",
        "{n} rules. A row whose cells are all known fits exactly one.",
        len(found),
    )
