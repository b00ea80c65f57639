"""A link to a table that is kept: the table is fetched before a page asks for its lesson. For how
long it is kept.

Where the store cannot be reached the address stays as it is, since nobody could guess it again.
"""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from dtcore.errors import DtError
from dtshow.words.language import _, ngettext, sentence
from pages.store import kept_tables
from pages.store.store import StoreError
from pages.ui.shell import session


def fetch_own_table() -> None:
    params = session.opened_with()
    if session.has_lesson() or not params.get("data", "").startswith(session.KEPT):
        return
    try:
        with st.spinner(_("Opening the table of this link…")):
            session.own_table(params)
    except StoreError as problem:
        _offer(problem)
    except DtError:  # the lesson meets it too, and says it
        return


def _offer(problem: StoreError) -> NoReturn:
    with st.container(key="own_link"):
        st.warning(sentence(problem))
        with st.container(horizontal=True, gap="small"):
            st.button(_("Try again"), key="own_link_again", type="primary")
            st.button(_("Go on without it"), key="own_link_leave", on_click=session.forget_address)
    st.stop()


def before_it_is_brought() -> str:
    """What will become of a table."""
    hours = kept_tables.retention().hours
    if not hours:
        return lost_by_a_reload()
    return ngettext(
        "The server keeps your table for {n} hour after its last use.",
        "The server keeps your table for {n} hours after its last use.",
        hours,
    )


def lost_by_a_reload() -> str:
    return _("A table stays here only as long as its page is open: reloading the page loses it.")
