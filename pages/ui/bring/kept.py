"""Where a table of one's own is kept, for how long, and the way to have it forgotten."""

from __future__ import annotations

from typing import Final

import streamlit as st

import dtcore as dt
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, sentence
from pages.ui.bring import draft
from pages.ui.shell import session
from pages.ui.shell.links import before_it_is_brought, lost_by_a_reload
from pages.ui.shell.places import go_to

FORGET: Final = "data_forget"


def kept(choice: TableChoice) -> None:
    """Nothing of a table that is not one's own."""
    if not choice.uploaded:
        return
    as_kept = session.kept_as(choice)
    with st.container(key="data_kept"):
        if as_kept.problem is not None:
            st.warning(joined(sentence(as_kept.problem), lost_by_a_reload()))
        else:
            st.caption(_where(as_kept.name))
        st.button(_("Delete my tables now"), key=FORGET, type="tertiary", on_click=_forget)


def _where(name: str) -> str:
    if not name:
        return lost_by_a_reload()
    return joined(
        before_it_is_brought(),
        _("Nobody can guess the address of this page; whoever has it can open the table."),
    )


def _forget() -> None:
    try:
        session.forget_uploads()
    except dt.DtError as problem:
        session.say_trouble(problem)
        return
    draft.forget_draft()
    st.toast(_("Your tables are deleted."))
    go_to("home")
