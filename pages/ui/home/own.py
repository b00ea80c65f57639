"""One's own table: the place to bring it, to generate one, and to take a shared one back."""

from __future__ import annotations

from typing import Final

import streamlit as st

import dtcore as dt
from dtshow.tables.catalogue import catalogue
from dtshow.words.language import _
from dttools.teach import Practice
from pages.store import kept_tables
from pages.ui.bring.panel import bring
from pages.ui.practice.generator import generator
from pages.ui.share.sharing import WITHDRAW
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
    own, ours = _("Bring your own table"), _("Take one of {n} tables").format(n=len(catalogue()))
    lang = session.language()
    apart = _("(opens in a new tab)")
    join = f'[{_("Join a class")} ↗](class/join?lang={lang} "{apart}")'
    teach = f'[{_("Open a class")} ↗](class/open?lang={lang} "{apart}")'
    places = (f"[{own}](#{ANCHOR})", f"[{ours}](#{TABLES})", join, teach)
    st.markdown("&emsp;".join(places), width="content")


def generator_form() -> None:
    place = st.expander(
        _("Or generate a table: plant a pattern and see what a tree finds"),
        key=session.Widget("home_practice", False).staying(),
        on_change="rerun",
    )
    if place.open:
        with place:
            st.caption(
                _(
                    "You choose the pattern and the noise. The link alone generates "
                    "the same table again, anywhere."
                )
            )
            generator("home", Practice("xor"))


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
