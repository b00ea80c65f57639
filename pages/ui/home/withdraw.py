"""The link that takes a shared table back: asked once more, since previews open links, too."""

from __future__ import annotations

import streamlit as st

import dtcore as dt
from dtshow.words.language import _
from pages.store import kept_tables
from pages.ui.share.sharing import WITHDRAW
from pages.ui.shell import session


def withdraw() -> None:
    """Nothing unless the session was opened with such a link."""
    said = session.opened_with().get(WITHDRAW)
    if said is None:
        return
    with st.container(key="withdraw"):
        st.markdown(_("**Delete the shared table?** Its link will then stop working."))
        with st.container(horizontal=True):
            st.button(
                _("Delete it"), key="withdraw_now", type="primary", on_click=_delete, args=(said,)
            )
            st.button(_("Keep it"), key="withdraw_not", on_click=session.forget_address)


def _delete(said: str) -> None:
    name, _point, secret = said.partition(".")
    try:
        gone = kept_tables.store().withdraw(name, secret)
    except dt.DtError as problem:
        session.say_trouble(problem)
        return
    session.forget_address()
    if gone:
        st.toast(_("The shared table is deleted."))
    else:
        session.say_trouble(
            dt.LinkError(
                "There is no such table: it was deleted earlier, or was not used for too long."
            )
        )
