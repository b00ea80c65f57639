"""Tables larger than memory: which there are, what to predict, and preparing one in sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

import dtcore as dt
from dtshow.lesson.choice import recipe_choice_for
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.links import prepared
from pages.ui.shell.places import open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.tables import large as tables

T = TypeVar("T")


@dataclass(frozen=True)
class LargeView:
    """``choice``: the table that is chosen, as it is to be taken; ``opening``: whether it is being
    prepared; ``problem``: why it was not opened."""

    choice: TableChoice | None = None
    opening: bool = False
    problem: dt.DtError | None = None


def large() -> None:
    """A quiet place below the tables; nothing where the server offers none."""
    if not tables.offered():
        return
    place = st.expander(
        _("Or open a large table that stays on the server"),
        key=session.Widget("home_large", False).staying(),
        on_change="rerun",
        expanded=session.view(LargeView).opening,
    )
    if place.open:
        with place:
            _within()


def _within() -> None:
    st.caption(
        _(
            "A table larger than memory stays on the server, and each step counts it anew. It is "
            "prepared once, which may take a minute or more."
        )
    )
    try:
        names = list(tables.listed())
        if not names:
            st.info(_("The folder of large tables is empty."))
            return
        _choose(names)
        view = session.view(LargeView)
        if view.choice is not None:
            _how(tables.first_look(view.choice.key), view.choice)
            _open(view.choice)
        elif view.problem is not None:
            show_problem(view.problem)
    except UnfinishedError:
        return
    except dt.DtError as problem:
        session.change(LargeView, opening=False)
        show_problem(problem)


def _choose(names: list[str]) -> None:
    chosen = session.view(LargeView).choice
    st.selectbox(
        _("Table"),
        names,
        placeholder=_("Choose a table"),
        **session.control(
            "large_table", chosen.key.removeprefix(tables.LARGE) if chosen else None, _look_at
        ),
    )


def _look_at(name: str | None) -> None:
    choice = problem = None
    try:
        choice = tables.first_look(tables.LARGE + name).choice if name else None
    except dt.DtError as found:
        problem = found
    session.keep(LargeView(choice, problem=problem))


def _how(look: tables.FirstLook, choice: TableChoice) -> None:
    st.selectbox(
        _("Column to predict"),
        look.columns,
        **_taking("large_target", choice.target, choice.with_target),
    )
    others = [name for name in look.columns if name != choice.target]
    out = [name for name in others if choice.role(name) == "ignore"]
    st.multiselect(
        _("Columns to leave out"),
        others,
        help=_("Words of more than {n} different values cannot be counted one by one.").format(
            n=tables.LEVELS
        ),
        **_taking(
            "large_without",
            out,
            lambda names: replace(choice, roles=dict.fromkeys(names, "ignore")),
        ),
    )
    st.checkbox(
        _("Leave out rows with missing cells"),
        help=_("A table that is counted where it lies must be complete."),
        **_taking("large_complete", choice.complete, choice.with_complete),
    )


def _taking(key: str, shown: T, taken: Callable[[T], TableChoice]) -> dict[str, Any]:
    """A control that takes the table otherwise."""
    return session.control(key, shown, lambda value: session.keep(LargeView(taken(value))))


def _open(choice: TableChoice) -> None:
    """The button; once pressed, the bar, and then the lesson."""
    view = session.view(LargeView)
    if view.problem is not None:
        show_problem(view.problem)
    if not view.opening:
        st.button(
            _("Open this table"),
            key="large_open",
            on_click=session.change,
            args=(LargeView,),
            kwargs={"opening": True, "problem": None},
        )
        return
    try:
        dataset = prepared(choice, _stop)
        session.open_lesson(choice, recipe_choice_for(dataset))
    except dt.DtError as problem:
        session.keep(LargeView(choice, problem=problem))
        st.rerun()
    session.keep(LargeView())
    open_page("grow")


def _stop() -> None:
    choice = session.view(LargeView).choice
    session.keep(
        LargeView(choice, problem=dt.DataError("The table was not prepared, and nothing was kept."))
    )
