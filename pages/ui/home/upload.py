"""A table of one's own: what it is for, and the place to bring it (``pages.ui.bring``)."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dtshow.tables.catalogue import catalogue
from dtshow.words.language import _
from pages.ui.bring.panel import bring
from pages.ui.shell import session

ANCHOR: Final = "own-table"
TABLES: Final = "tables"
"""Where the links at the top of Home lead."""


def upload() -> None:
    """A quiet row below the tables."""
    left, right = st.columns([5, 6], gap="large")
    with left, st.container(key="home_own"):
        st.header(_("Or bring your own"), anchor=ANCHOR)
        st.markdown(
            _(
                "An exercise, a project, a hunch. You choose what to predict before a "
                "tree grows, and you see how each cell was read."
            )
        )
    with right:
        bring("home")


def way_there() -> None:
    """Quiet links from the top of the page."""
    own, ours = _("Bring your own table"), _("Take one of {n} tables").format(n=len(catalogue()))
    join = f"[{_('Join a class')}](class/join?lang={session.language()})"
    st.markdown(f"[{own}](#{ANCHOR})&emsp;[{ours}](#{TABLES})&emsp;{join}", width="content")
