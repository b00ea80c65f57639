"""From a recipe to a lesson on its table; a large one is made in sight, and can be stopped.

A link may ask for a large table too. It is then made in sight as well: the reader sees what is
going on and can end it, and a second question before seconds of work would be one too many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import streamlit as st

from dtcore.errors import DataError, DtError
from dtcore.practice import Practice
from pages.ui.data import draft
from pages.ui.lesson import link
from pages.ui.lesson.choice import fits
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.shell import session
from pages.ui.shell.places import Place, go_to, open_page
from pages.ui.tables import table_store
from pages.ui.tables.generated import GeneratedTable, is_generated, made
from pages.ui.wording.language import _, ngettext


@dataclass(frozen=True)
class PracticeView:
    """``making``: the table that waits to be made in sight, and the page to go to then;
    ``stopped``: whether making the table of the address was ended by hand.

    ``recipes``: by the page whose controls they are, the recipe they began with, and the present
    one.
    """

    making: tuple[str, Place] | None = None
    stopped: bool = False
    recipes: Mapping[str, tuple[Practice, Practice]] = field(default_factory=dict)


def ask(key: str, place: Place) -> None:
    """For callbacks: begin a lesson on the table of ``key`` and go to ``place``."""
    entry = made(key)
    if entry.large and not table_store.at_hand(entry.key):
        session.keep(replace(session.view(PracticeView), making=(entry.key, place)))
        return
    try:
        _begin(entry)
    except DtError as problem:
        session.say_trouble(problem)
    else:
        go_to(place)


def asked() -> bool:
    """Whether a table waits to be made in sight."""
    return session.view(PracticeView).making is not None


def in_sight() -> None:
    """Make the table that waits, begin the lesson, and go where it was asked for.

    It waits no more from now on, so a click anywhere ends the making and changes nothing.
    """
    waiting = session.view(PracticeView).making
    if waiting is None:
        return
    key, place = waiting
    session.keep(replace(session.view(PracticeView), making=None))
    try:
        _watched(made(key), _stop)
        _begin(made(key))
    except DtError as problem:
        session.say_trouble(problem)
        st.rerun()
    open_page(place)


def open_address() -> None:
    """Make the large table that the address asks for, before the page asks for its lesson."""
    key = session.opened_with().get("data", "")
    if session.has_lesson() or not is_generated(key):
        return
    try:
        entry = made(key)
        if entry.large and not table_store.at_hand(entry.key):
            if session.view(PracticeView).stopped:
                _offer(entry)
            place = st.empty()
            with place.container():
                _watched(entry, _stop_address)
            place.empty()
    except DtError:  # the lesson meets it too, and says it
        return


def _watched(entry: GeneratedTable, stop: Any) -> None:
    """Each growth of the bar lets a click through: Streamlit then leaves the making there."""
    rows = ngettext("{n} row", "{n} rows", entry.rows)
    with st.container(key="making"):
        text = _("Making {rows} …").format(rows=rows)
        bar = st.progress(0.0, text=text)
        st.button(_("Stop"), key="making_stop", icon=":material/stop:", on_click=stop)
    table = table_store.table(entry, lambda share: bar.progress(0.9 * share, text=text))
    session.hold(entry.key, table)
    bar.progress(0.9, text=_("Taking in {rows} …").format(rows=rows))


def _stop() -> None:
    session.say_trouble(DataError("The table was not finished, and nothing was changed."))


def _stop_address() -> None:
    session.keep(replace(session.view(PracticeView), stopped=True))


def _make_after_all() -> None:
    session.keep(replace(session.view(PracticeView), stopped=False))


def _offer(entry: GeneratedTable) -> NoReturn:
    """What can be done with a link whose table was not made; the address stays as it is."""
    rows = ngettext("{n} row", "{n} rows", entry.rows)
    with st.container(key="making_stopped"):
        st.info(_("The table of this link ({rows}) was not finished.").format(rows=rows))
        with st.container(horizontal=True, gap="small"):
            st.button(
                _("Make it now"),
                key="making_again",
                type="primary",
                on_click=_make_after_all,
            )
            st.button(_("Do not make it"), key="making_leave", on_click=session.forget_address)
    st.stop()


def _begin(entry: GeneratedTable) -> None:
    """A lesson on the table, taken as the lesson takes it if that is on a table of its kind."""
    draft.forget_draft()
    choice, recipe_choice = link.choice_of(entry.key), link.recipe_choice_of(entry.key)
    if session.has_lesson() and _alike(before := session.lesson().choice, entry):
        choice = _carried_over(before, entry)
        if session.lesson().recipe_choice != link.recipe_choice_of(before.key):
            mine = session.lesson().recipe_choice
            recipe_choice = mine if fits(mine, session.dataset(choice)) else recipe_choice
    if not session.has_lesson() or (choice, recipe_choice) != (
        session.lesson().choice,
        session.lesson().recipe_choice,
    ):
        session.open_lesson(choice, recipe_choice)


def _alike(choice: TableChoice, entry: GeneratedTable) -> bool:
    if not is_generated(choice.key):
        return False
    same = made(choice.key).practice.pattern == entry.practice.pattern
    return same and choice.target in entry.columns


def _carried_over(choice: TableChoice, entry: GeneratedTable) -> TableChoice:
    def there(said: Any) -> dict[str, Any]:
        return {name: what for name, what in said.items() if name in entry.columns}

    parts = (choice.roles, choice.kinds, choice.costs)
    roles, kinds, costs = map(there, parts)
    return replace(choice, key=entry.key, roles=roles, kinds=kinds, costs=costs)
