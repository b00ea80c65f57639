"""Which table the Data page is about, and what happens when it is taken in another way.

It is the lesson's table, and each change begins the lesson anew; or a draft, an upload that
is no lesson yet: it may be as wrong as it likes until someone uses it. A change of the
lesson that cannot be made is refused with its reason, and the lesson stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st

import dtcore as dt
from pages.ui.lesson.choice import recipe_choice_for
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import go_to
from pages.ui.tables.column_facts import ColumnFacts
from pages.ui.tables.upload import Upload, carried_over, first_choice, predicting

Part = Literal["file", "columns", "target", "remarks"]
"""The parts of the page that can ask for a change."""


@dataclass(frozen=True)
class DataView:
    """``columns``: those chosen, by their names in the file; ``refused``: the part of the page
    whose change could not be made, and why, until it has been said; ``confirmed``: whether a
    person said what to predict of the draft, which is a guess until then."""

    draft: TableChoice | None = None
    confirmed: bool = False
    columns: tuple[str, ...] = ()
    refused: tuple[Part, dt.DtError] | None = None


def draft() -> TableChoice | None:
    result = session.view(DataView).draft
    return result if result is not None and result.key in session.uploads() else None


def shown() -> TableChoice:
    """The table that the page is about."""
    return draft() or session.lesson().choice


def look_at(upload: Upload) -> None:
    """Make a draft of an upload; the lesson stays."""
    session.keep_upload(upload)
    session.keep(replace(session.view(DataView), confirmed=False))
    _draft(first_choice(upload))


def forget_draft() -> None:
    """Leave the draft; the file is kept."""
    session.keep(replace(session.view(DataView), draft=None, columns=()))


def choose(columns: Iterable[str]) -> None:
    """For callbacks: choose these columns of the table."""
    session.keep(replace(session.view(DataView), columns=tuple(columns)))


def guessed() -> bool:
    """Whether the target of a draft is a guess that nobody has confirmed."""
    return draft() is not None and not session.view(DataView).confirmed


def predict(column: str) -> None:
    """For callbacks: take ``column`` as the target, as a person says."""
    session.keep(replace(session.view(DataView), confirmed=True))
    choice = shown()
    take(predicting(choice, session.frame(choice), column), "target")


def use_draft() -> None:
    """For callbacks: begin a lesson on the draft, and go there."""
    if _begun():
        go_to("grow")


def ready_to_grow() -> bool:
    """Before a tree is shown: an own table becomes the lesson once its target is confirmed.

    False where the question stands open; it is asked on the Data page.
    """
    return draft() is None or (not guessed() and _begun())


def _begun() -> bool:
    """Whether there is a draft and a lesson could be begun on it."""
    choice = draft()
    if choice is None:
        return False
    try:
        session.open_lesson(choice, recipe_choice_for(session.dataset(choice.whole)))
    except dt.DtError as problem:
        _refuse("target", problem)
        return False
    _draft(None)
    return True


def take(choice: TableChoice, place: Part) -> None:
    """Take the table as ``choice`` says; ``place`` is the part of the page that asked."""
    if draft() is not None:
        _draft(choice)
        return
    if choice == session.lesson().choice:
        return
    recipe_choice = session.lesson().recipe_choice
    try:
        if not session.fits(choice, recipe_choice):
            recipe_choice = recipe_choice_for(session.dataset(choice.whole))
        session.open_lesson(choice, recipe_choice)
    except dt.DtError as problem:
        _refuse(place, problem)


def read_again(upload: Upload, **chosen: object) -> None:
    """Read the file in another way: a new draft, or a reason why not."""
    choice = shown()
    try:
        again = upload.again(**chosen)
    except dt.DtError as problem:
        _refuse("file", problem)
        return
    session.keep_upload(again)
    _draft(carried_over(choice, again))
    choose(())


def problem() -> dt.DtError | None:
    """Why no tree can be grown on a draft as it is taken now."""
    choice = draft()
    if choice is None:
        return None
    try:
        recipe_choice_for(session.dataset(choice))
    except dt.DtError as found:
        return found
    return None


def dataset() -> dt.Dataset | None:
    """The table as the engine sees it; None if a draft cannot be taken so."""
    choice = draft()
    if choice is None:
        return session.lesson().dataset
    try:
        made: dt.Dataset = session.dataset(choice)
    except dt.DtError:
        return None
    return made


def facts() -> tuple[ColumnFacts, ...]:
    choice = shown()
    return cache.facts(choice, session.frame(choice))


def show_refusal(place: Part) -> None:
    """Say once, where it was asked, why a change was not made."""
    part, problem = session.view(DataView).refused or (None, None)
    if problem is not None and part == place:
        session.keep(replace(session.view(DataView), refused=None))
        show_problem(problem)


def _refuse(place: Part, problem: dt.DtError) -> None:
    session.keep(replace(session.view(DataView), refused=(place, problem)))


def _draft(choice: TableChoice | None) -> None:
    session.keep(replace(session.view(DataView), draft=choice))


def heading(text: str) -> None:
    """The heading of a part of the page."""
    st.header(text, anchor=False)
