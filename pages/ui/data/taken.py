"""Which table the Data page is about, and what happens when it is taken in another way.

It is the lesson's table, and each change begins the lesson anew; or a draft, an upload that
is no lesson yet: it may be as wrong as it likes until someone uses it. A change of the
lesson that cannot be made is refused with its reason, and the lesson stays.
"""

from __future__ import annotations

import streamlit as st

import dtcore as dt
from pages.ui import compute, state
from pages.ui.facts import Facts
from pages.ui.frame import show_problem
from pages.ui.lesson import Choice
from pages.ui.places import go_to
from pages.ui.plan import fits, plan_for
from pages.ui.upload import Upload, carried_over, first_choice


def draft() -> Choice | None:
    found: Choice | None = state.get("draft")
    return found if found is not None and found.key in state.uploads() else None


def shown() -> Choice:
    """The table that the page is about."""
    return draft() or state.lesson().choice


def look_at(upload: Upload) -> None:
    """Make a draft of an upload; the lesson stays."""
    state.keep_upload(upload)
    state.put("draft", first_choice(upload))


def forget_draft() -> None:
    """Leave the draft; the file is kept."""
    state.put("draft", None)
    state.put("data_columns", [])


def use_draft() -> None:
    """Begin a lesson on the draft, and go there."""
    choice = draft()
    if choice is None:
        return
    try:
        state.open_lesson(choice, plan_for(state.dataset(choice)))
    except dt.DtError as problem:
        _refuse("target", problem)
    else:
        state.put("draft", None)
        go_to("grow")


def take(choice: Choice, place: str) -> None:
    """Take the table as ``choice`` says; ``place`` is the part of the page that asked."""
    if draft() is not None:
        state.put("draft", choice)
        return
    if choice == state.lesson().choice:
        return
    plan = state.lesson().plan
    try:
        dataset = state.dataset(choice)
        state.open_lesson(choice, plan if fits(plan, dataset) else plan_for(dataset))
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
    state.keep_upload(again)
    state.put("draft", carried_over(choice, again))
    state.put("data_columns", [])


def problem() -> dt.DtError | None:
    """Why no tree can be grown on a draft as it is taken now."""
    choice = draft()
    if choice is None:
        return None
    try:
        plan_for(state.dataset(choice))
    except dt.DtError as found:
        return found
    return None


def dataset() -> dt.Dataset | None:
    """The table as the engine sees it; None if a draft cannot be taken so."""
    choice = draft()
    if choice is None:
        return state.lesson().dataset
    try:
        made: dt.Dataset = state.dataset(choice)
    except dt.DtError:
        return None
    return made


def facts() -> tuple[Facts, ...]:
    choice = shown()
    return compute.facts(choice, state.frame(choice))


def show_refusal(place: str) -> None:
    """Say once, where it was asked, why a change was not made."""
    found = state.get("refused")
    if found and found[0] == place:
        state.put("refused", None)
        show_problem(found[1])


def _refuse(place: str, problem: dt.DtError) -> None:
    state.put("refused", (place, problem))


def heading(text: str) -> None:
    """The heading of a part of the page."""
    st.header(text, anchor=False)
