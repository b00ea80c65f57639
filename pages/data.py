"""Data: what is in the table, what the tree is to predict, and from what."""

import streamlit as st

from pages.ui.data import draft
from pages.ui.data.about import about, recipe
from pages.ui.data.columns import controls, table
from pages.ui.data.preview import preview
from pages.ui.data.target import target
from pages.ui.data.warnings import warnings
from pages.ui.lesson.lesson import TableChoice
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import column_label, depart, title_of
from pages.ui.story.next_step import next_step
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal


def page() -> None:
    depart()
    choice = draft.shown()
    session.write_address({} if draft.draft() else session.lesson_address())
    with st.container(key="data"):
        if problem := session.trouble():  # an address that could not be read
            show_problem(problem)
        _head(choice)
        recipe(choice)
        with st.spinner(_("Looking at the columns …"), show_time=False):
            facts = draft.facts()
        left, right = st.columns([1.6, 1], gap="medium")
        with left:
            preview(choice)
        with right:
            target(choice, facts)
        draft.heading(_("Worth knowing before you grow"))
        warnings(choice, facts)
        draft.heading(_("Columns"))
        left, right = st.columns([1.6, 1], gap="medium")
        with left:
            table(choice, facts)
        with right:
            controls(choice, facts)
        about(choice)


def _head(choice: TableChoice) -> None:
    st.title(literal(title_of(choice), 60), anchor=False)
    frame = session.frame(choice)
    inputs = len(frame.columns) - 1 - sum(r != "input" for r in choice.roles.values())
    parts = [
        ngettext("{n} row", "{n} rows", len(frame)),
        ngettext("{n} column", "{n} columns", len(frame.columns)),
        ngettext("{n} input", "{n} inputs", inputs),
        _("target: {column}").format(column=literal(column_label(choice, choice.target), 40)),
    ]
    st.markdown(" · ".join(parts))
    if draft.draft() is not None:
        before = literal(title_of(session.lesson().choice), 40)
        st.info(
            _(
                "Check the rows, choose the target and grow. Your lesson on {title} stays as it "
                "is until you use this table, and can be had back afterwards."
            ).format(title=before)
        )


page()
if draft.draft() is None:
    next_step(
        _("You have seen the columns. Now let a tree ask about them."), _("Grow the tree"), "grow"
    )
