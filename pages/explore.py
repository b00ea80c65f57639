"""Explore: what else could have been grown on the same table."""

from contextlib import suppress

import streamlit as st

from dtcore.errors import DtError
from pages.ui.data import draft
from pages.ui.explore.stability.address import address
from pages.ui.explore.stability.panel import show
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.heading import heading
from pages.ui.shell.places import depart, open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.use.head import about, style
from pages.ui.use.tree_in_use import tree_in_use
from pages.ui.wording.language import _


@st.fragment
def page() -> None:
    depart()
    with suppress(UnfinishedError):  # a large tree is being grown
        _page()


def _page() -> None:
    style()
    try:
        lesson = tree_in_use()
        session.write_address({**session.lesson_address(), **address()})
        with st.container(key="use_head"):
            heading(_("What else could have grown?"), about(lesson))
        show(lesson)
    except DtError as problem:
        show_problem(problem)


if not draft.ready_to_grow():  # what to predict is asked first
    open_page("data")
page()
