"""Data: what is in the table, what the tree is to predict, and from what."""

import streamlit as st

from pages.ui import state
from pages.ui.data import taken
from pages.ui.data.about import about, recipe
from pages.ui.data.columns import controls, table
from pages.ui.data.preview import preview
from pages.ui.data.remarks import remarks
from pages.ui.data.target import target
from pages.ui.frame import show_problem
from pages.ui.language import _, ngettext
from pages.ui.lesson import Choice
from pages.ui.markdown import literal
from pages.ui.places import column_label, depart, title_of


def page() -> None:
    depart()
    choice = taken.shown()
    state.write_address({} if taken.draft() else state.lesson_address())
    with st.container(key="data"):
        if problem := state.trouble():  # an address that could not be read
            show_problem(problem)
        _head(choice)
        recipe(choice)
        with st.spinner(_("Looking at the columns …"), show_time=False):
            facts = taken.facts()
        left, right = st.columns([1.6, 1], gap="medium")
        with left:
            preview(choice)
        with right:
            target(choice, facts)
        taken.heading(_("Worth knowing before you grow"))
        remarks(choice, facts)
        taken.heading(_("Columns"))
        left, right = st.columns([1.6, 1], gap="medium")
        with left:
            table(choice, facts)
        with right:
            controls(choice, facts)
        about(choice)


def _head(choice: Choice) -> None:
    st.title(literal(title_of(choice), 60), anchor=False)
    frame = state.frame(choice)
    inputs = len(frame.columns) - 1 - sum(r != "input" for r in choice.roles.values())
    parts = [
        ngettext("{n} row", "{n} rows", len(frame)),
        ngettext("{n} column", "{n} columns", len(frame.columns)),
        ngettext("{n} input", "{n} inputs", inputs),
        _("target: {column}").format(column=literal(column_label(choice, choice.target), 40)),
    ]
    st.markdown(" · ".join(parts))
    if taken.draft() is not None:
        before = literal(title_of(state.lesson().choice), 40)
        st.info(
            _(
                "Check the rows, choose the target and grow. Your lesson on {title} stays as it "
                "is until you use this table, and can be had back afterwards."
            ).format(title=before)
        )


page()
