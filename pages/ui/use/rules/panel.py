"""The tab: the rules at the left, the tree with the way of the chosen one at the right."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dttools as dt
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _, ngettext
from dttools.rules import TreeRules
from pages.ui.shell import session
from pages.ui.trees.asked import way_to
from pages.ui.use.rules.chosen import region, rows_of_rule, says
from pages.ui.use.rules.decision_list import decision_list
from pages.ui.use.rules.expressions import expressions
from pages.ui.use.rules.listed import listed
from pages.ui.use.tree import tree
from pages.ui.use.use_view import RuleSet, UseView


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
    st.radio(
        _("Which rules"),
        list(names),
        format_func=names.__getitem__,
        horizontal=True,
        label_visibility="collapsed",
        width="content",
        **session.bind(UseView, rule_set=session.view(UseView).rule_set),
    )


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
