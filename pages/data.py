"""Data: what is in the table, what the tree is to predict, and from what."""

import streamlit as st

from dtshow.tables.column_facts import ColumnFacts
from dtshow.tables.find import find
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.bring import bringing, draft
from pages.ui.bring.in_sight import read_what_was_asked
from pages.ui.bring.panel import bring
from pages.ui.data import large
from pages.ui.data.about import about, counted, kept, recipe
from pages.ui.data.columns import controls, listing, table
from pages.ui.data.how_read import how_read, left_out, notes, offers, sheets
from pages.ui.data.rows import rows
from pages.ui.data.target import spread, target
from pages.ui.data.warnings import warnings
from pages.ui.shell import session
from pages.ui.shell.frame import heading, next_step, show_problem
from pages.ui.shell.places import depart, title_of
from pages.ui.shell.progress import UnfinishedError
from pages.ui.tables.large import is_large


def page() -> None:
    depart()
    read_what_was_asked()
    choice = draft.shown()
    session.write_address(draft.address())
    with st.container(key="data"):
        if problem := session.trouble():  # an address that could not be read
            show_problem(problem)
        if is_large(choice.key):
            large.overview(choice)
            return
        _head(choice)
        try:
            facts = draft.facts()
        except UnfinishedError:
            recipe(choice)
            how_read(choice)
        else:
            _what_it_says(choice, facts)
        with draft.rest("rows"):
            rows(choice)
        about(choice)
        kept(choice)


def _what_it_says(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """What may be misread, what to predict and from what, and what was found in the file."""
    offers(choice, odd=True)
    target(choice)
    recipe(choice)
    left, right = st.columns([7, 4], gap="large")
    with left:
        _columns(choice, facts)
    with right, draft.rest("file"):
        how_read(choice)
        draft.heading(_("Worth knowing before you grow"))
        warnings(choice, facts)
        spread()


def _head(choice: TableChoice) -> None:
    """A bundled table has a name and teaches something; of one's own the question is asked."""
    entry = find(choice.key)
    if entry is not None:
        heading(literal(title_of(choice), 60), entry.text("teaches", session.language()))
    else:
        heading(
            _("What do you want to predict?"),
            _("Choose one column. The tree may ask about all the others."),
        )
    size = counted(choice)
    if entry is None:
        name = literal(title_of(choice), 60)
        size = _("**{name}:** {size}").format(name=name, size=size)
    with st.container(horizontal=True, vertical_alignment="center", key="data_counted"):
        st.markdown(size, width="content")
        sheets(choice)
        left_out(choice)
        own = _("Bring another table") if choice.uploaded else _("Bring your own table")
        st.button(own, key="data_bring", type="tertiary", on_click=bringing.open_or_close)
    if bringing.now().open:
        bring("data")


def _columns(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """What their cells may mean, then what is in them; how they are taken is changed in a place of
    its own."""
    offers(choice, odd=False)
    notes(choice)
    with draft.rest("columns"):
        draft.heading(_("Columns"))
        listing(choice, facts)
        with st.expander(_("Change how columns are used"), key="data_columns"):
            table(choice, facts)
            controls(choice, facts)
    draft.way_to_rest()


page()
if draft.draft() is None:
    next_step(
        _("You have seen the columns. Now let a tree ask about them."), _("Grow the tree"), "grow"
    )
