"""Addresses that take long, met in sight before a page asks for its lesson: one of a table that is
kept, which is fetched, and for how long it is kept; one of a table larger than memory, which is
prepared; and one of many steps, which are gone through. Each can be stopped.

Where the store cannot be reached the address stays as it is, since nobody could guess it again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NoReturn

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError, LinkError
from dtcore.progress import Progress
from dtshow.lesson import link
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext, sentence
from pages.store import kept_tables
from pages.store.store import StoreError
from pages.ui.shell import session
from pages.ui.shell.progress import Stop, growing, in_sight, worked_out
from pages.ui.tables import large
from pages.work.jobs import Job


def fetch_own_table() -> None:
    """The kept table that the address asks for, before a page asks for its lesson."""
    params = session.opened_with()
    if not params.get("data", "").startswith(session.KEPT):
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


def prepared(choice: TableChoice, stop: Stop) -> dt.Dataset:
    """The table of a choice. Raises UnfinishedError as long as it is not there, and what is wrong
    with it; ``stop`` is what the button does besides ending the work."""

    def make(tell: Progress) -> Any:
        return large.table(choice, lambda share: tell(share, 0))

    try:
        return large.table(choice)
    except large.NotPreparedError:  # or its copy is an earlier version's
        in_sight(("large", str(large.copy_of(choice))), make, _so_far, stop)
    return large.table(choice)


def _prepare_address() -> None:
    """The large table that the address asks for, before a page asks for its lesson. Raises
    UnfinishedError as long as it is not there."""
    params = session.opened_with()
    if not large.is_large(params.get("data", "")):
        return
    try:
        prepared(large.as_counted(link.choice_in(params, session.own_table(params))), _leave_table)
    except dt.DtError as problem:
        session.leave_table(problem)


def _so_far(_work: Job) -> str:
    return _("Preparing the table: what its columns hold, and a copy of one byte a cell…")


def _leave_table() -> None:
    session.leave_table(
        dt.LinkError(
            "Preparing the table of this link was not finished. Open the link again to prepare it."
        )
    )


def read_in_sight() -> None:
    """Before a page asks for its lesson. Raises UnfinishedError as long as it is not there."""
    _prepare_address()
    session.read_address(watched(_leave_steps))


def watched(stop: Stop) -> session.Watched:
    """``stop``: what the button does besides ending the work."""

    def read(
        named: tuple[Hashable, ...], make: Callable[[Progress], session.Read | None]
    ) -> session.Read | None:
        found: session.Read | None = worked_out(("link", *named), make, True, _steps_so_far, stop)
        return found

    return read


def _steps_so_far(work: Job) -> str:
    if not work.count:
        return growing(work)
    return ngettext(
        "The steps of this link: {n:,} so far.", "The steps of this link: {n:,} so far.", work.count
    )


def _leave_steps() -> None:
    session.leave_steps(LinkError("The steps of this link were not finished. This is its table."))
