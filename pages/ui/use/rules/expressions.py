"""Each class as one expression: a disjunction of conjunctions."""

from __future__ import annotations

import streamlit as st

from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.rules import TreeRules


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
