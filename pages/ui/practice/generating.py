"""From a recipe to a lesson on its table; a large one is made in sight, and can be stopped.

A link may ask for a large table too. It is then made in sight as well: the reader sees what is
going on and can end it, and a second question before seconds of work would be one too many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import pandas as pd
import streamlit as st

from dtcore.errors import DataError, DtError
from dtcore.progress import Progress
from dtshow.lesson import link
from dtshow.lesson.choice import fits
from dtshow.tables.generated import GeneratedTable, is_generated, made
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from dttools.teach import Practice
from pages.ui.bring import draft
from pages.ui.shell import cache, session
from pages.ui.shell.places import Place, go_to, open_page
from pages.ui.shell.progress import Stop, UnfinishedError, under_way, worked_out
from pages.ui.tables import table_store


@dataclass(frozen=True)
class Making:
    """A table on its way: its key, the page to go to then, and the page on which it was asked
    for."""

    key: str
    place: Place
    where: Place


@dataclass(frozen=True)
class PracticeView:
    """``making``: the table that is made in sight; ``stopped``: whether making the table of the
    address was ended by hand.

    ``recipes``: by the page whose controls they are, the recipe they began with, and the present
    one.
    """

    making: Making | None = None
    stopped: bool = False
    recipes: Mapping[str, tuple[Practice, Practice]] = field(default_factory=dict)


def ask(key: str, place: Place, where: Place) -> None:
    """For callbacks: begin a lesson on the table of ``key`` and go to ``place``."""
    entry = made(key)
    if entry.large and not table_store.at_hand(entry.key):
        session.change(PracticeView, making=Making(entry.key, place, where))
        return
    with session.trouble_told():
        _begin(entry)
        go_to(place)


def asked() -> bool:
    """Whether a table is on its way."""
    return session.view(PracticeView).making is not None


def leave(page: str) -> None:
    """Who has gone to another ``page`` does not wait any more."""
    making = session.view(PracticeView).making
    if making is not None and making.where != page:
        session.change(PracticeView, making=None)


def in_sight() -> None:
    """Make the table that was asked for, with the page in use meanwhile; then begin the lesson,
    and go where it was asked for."""
    making = session.view(PracticeView).making
    if making is None:
        return
    try:
        _watched(made(making.key), _stop)
        _begin(made(making.key))
    except UnfinishedError:
        return
    except DtError as problem:
        session.change(PracticeView, making=None)
        session.say_trouble(problem)
        st.rerun()
    session.change(PracticeView, making=None)
    open_page(making.place)


def open_address() -> None:
    """Make the large table that the address asks for, before the page asks for its lesson.
    Raises UnfinishedError as long as it is not there."""
    key = session.opened_with().get("data", "")
    if not is_generated(key):
        return
    try:
        entry = made(key)
        if entry.large and _to_come(entry):
            if session.view(PracticeView).stopped:
                _offer(entry)
            _watched(entry, lambda: session.change(PracticeView, stopped=True))
    except DtError:  # the lesson meets it too, and says it
        return


def _watched(entry: GeneratedTable, stop: Stop) -> None:
    """The session holds the table from here on, and no cache does."""
    rows = ngettext("{n} row", "{n} rows", entry.rows)
    text = _("Generating {rows}…").format(rows=rows)
    key = ("made", entry.key)
    if _to_come(entry):

        def make(tell: Progress) -> pd.DataFrame:
            return table_store.table(entry, lambda share: tell(share, 0))

        worked_out(key, make, True, lambda work: text, stop)
    session.hold(entry.key, table_store.table(entry))
    cache.slot(key, True).clear()


def _to_come(entry: GeneratedTable) -> bool:
    """Whether the table is still to be made, or to be taken from those who made it: it is at hand
    a moment before their work is over, which then lays it down for whoever waits."""
    key = ("made", entry.key)
    laid_down = bool(cache.slot(key, True))
    return laid_down or under_way(key) or not table_store.at_hand(entry.key)


def _stop() -> None:
    session.change(PracticeView, making=None)
    session.say_trouble(DataError("The table was not finished, and nothing was changed."))


def _offer(entry: GeneratedTable) -> NoReturn:
    """What can be done with a link whose table was not made; the address stays as it is."""
    rows = ngettext("{n} row", "{n} rows", entry.rows)
    with st.container(key="making_stopped"):
        st.info(_("The table of this link ({rows}) was not finished.").format(rows=rows))
        with st.container(horizontal=True, gap="small"):
            st.button(
                _("Generate it now"),
                key="making_again",
                type="primary",
                on_click=session.change,
                args=(PracticeView,),
                kwargs={"stopped": False},
            )
            st.button(_("Do not generate it"), key="making_leave", on_click=session.forget_address)
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
