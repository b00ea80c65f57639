"""The page's head: where we stand, which method, on which rows; undo and redo. What is rare stands
behind two places: five further methods, and examples of the rows. The question of the method is
seen where nothing else leads the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import streamlit as st

from dtcore.model import weight_text
from dtshow.lesson import link
from dtshow.lesson import narration as spoken
from dtshow.lesson.choice import RecipeChoice
from dtshow.tables.table_choice import TableChoice
from dtshow.words import number_format
from dtshow.words.language import _, explanation, joined
from dtshow.words.markdown import literal
from pages.ui.components.controls import quiet, switch
from pages.ui.pruning import words
from pages.ui.pruning.early import FEW
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import StoryView, title_of
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import FOR_CLASSES, METHODS, Method, PruningSettings, show

FIRST: Final[tuple[Method, ...]] = ("cost", "reduced")
MORE: Final = session.Widget("lab_more", False)
MOST_LETTERS: Final = 26
"""Of a table's name beside its rows."""


def head(now: PruningSession) -> None:
    """Where we stand, and beside it the method, the rows and what is rare."""
    name = now.settings.method
    with st.container(key="lab_head", horizontal=True, vertical_alignment="bottom", gap="medium"):
        # what the stage or a lesson says is the heading that one sees
        told = name != "compare" or session.view(StoryView).key
        with st.container(key="lab_told" if told else "lab_title"):
            heading(words.question(name), words.purpose(now))
        with st.container(
            key="lab_bar",
            horizontal=True,
            vertical_alignment="center",
            gap="small",
            width="content",
        ):
            if name == "compare":
                undo_redo()
            _methods(now)
            _rows(now)


def _methods(now: PruningSession) -> None:
    """Two to choose from first, and the one in force; the others are asked for."""
    name = now.settings.method
    first = {one: words.choice(one) for one in dict.fromkeys((*FIRST, name))}
    switch(_("Method"), first, sessions.bind(now, "method"))
    popover = st.popover(_("More methods"), key=MORE.staying(), on_change="rerun")
    if not popover.open:
        return
    with popover:
        for other in METHODS:
            if other not in first and not (now.numeric and other in FOR_CLASSES):
                text, help = words.method(other), words.question(other)
                key = f"method_{other}"
                st.button(text, key, help, _turn, args=(other,), width="stretch")


def _turn(method: Method) -> None:
    MORE.set(False)
    sessions.take("method", method)


def style() -> None:
    sheet(Path(__file__).with_name("pruning.css"))


def _uses_all(now: PruningSession) -> bool:
    """Stopping early grows on all rows of a very small table."""
    return now.settings.method == "early" and now.grown.all_rows < FEW


def _rows(now: PruningSession) -> None:
    """Which rows are held out: the same for every way of pruning."""
    grown = now.grown
    label = _("{n} of {all} rows").format(
        n=weight_text(len(grown.training)), all=weight_text(grown.all_rows)
    )
    if grown.held_out is None or _uses_all(now):
        label = number_format.rows_count(grown.all_rows)
    table = literal(title_of(now.lesson.choice), MOST_LETTERS)
    label = _("{table}: {rows}").format(table=table, rows=label)
    popover = st.popover(label, key="lab_rows", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown(explanation("lab_held_out"))
        least, share = 0.05 if now.settings.asks_held_out else 0.0, sessions.bind(now, "share")
        st.slider(_("Share of the rows held out"), least, 0.9, step=0.01, **share)
        if now.settings.share and not (now.settings.asks_held_out or _uses_all(now)):
            quiet(_("Use all rows"), "all_rows", partial(sessions.take, "share", 0.0))
        if now.settings.share:
            seed = sessions.bind(now, "seed")
            st.number_input(_("Seed of the held-out rows"), 0, 999_999, **seed)
            both = sessions.bind(now, "stratified")
            st.toggle(_("Keep the class shares in both parts"), disabled=now.numeric, **both)
        _origin(now)
        _examples()


def _origin(now: PruningSession) -> None:
    table = literal(title_of(now.lesson.choice), 40)
    recipe = spoken.recipe_name(now.lesson.recipe_choice.name)
    by_hand = _("This is the tree from Grow, including your moves by hand.")
    said = f"{table} · {recipe}."
    st.caption(joined(said, by_hand) if now.grown.by_hand else said)


def _examples() -> None:
    with st.expander(_("Examples"), key="lab_examples"):
        st.markdown(explanation("lab_examples"))
        for key, (label, *lesson) in _lessons().items():
            st.button(label, key=f"example_{key}", on_click=_open, args=lesson, width="stretch")


def _lessons() -> dict[str, tuple[str, TableChoice, RecipeChoice, PruningSettings]]:
    """Those that show what pruning is for, one click away."""
    small = RecipeChoice.of("cart", rows=10, leaf=5)
    return {
        "biopsy": (
            _("Biopsies: 500 rows to grow on, then four leaves"),
            link.choice_of("biopsy").with_complete(True),
            small,
            PruningSettings(share=0.2679, seed=61, foldseed=61),
        ),
        "biopsy_full": (
            _("Biopsies, grown to the end: cross-validation is lowest at four leaves"),
            link.choice_of("biopsy").with_complete(True),
            RecipeChoice("cart"),
            PruningSettings(share=0.2679, seed=7, foldseed=7),
        ),
        "carseats": (
            _("Carseats: 300 rows to grow on, seven leaves within one standard error"),
            link.choice_of("carseats"),
            RecipeChoice("regression"),
            PruningSettings(share=0.25),
        ),
        "xor": (
            _("Three switches, one lamp (XOR): stopping early stops too early"),
            link.choice_of("xor"),
            RecipeChoice("cart"),
            PruningSettings(method="early", share=0.0),
        ),
    }


def _open(choice: TableChoice, recipe_choice: RecipeChoice, settings: PruningSettings) -> None:
    by_cost = settings.method == "cost"
    show("path" if by_cost else "table", by_cost)
    with session.trouble_told():
        sessions.open_table(choice, recipe_choice, settings)


def undo_redo() -> None:
    with st.container(key="tools", horizontal=True, gap="small", width="content", wrap=False):
        help = _("Undo the last change to the tree, the algorithm or the data")
        undone, redone = sessions.can_undo(), sessions.can_redo()
        told = help if undone else _("Nothing to undo")
        _button("undo", _("Undo"), told, undone, sessions.undo)
        told = _("Redo") if redone else _("Nothing to redo")
        _button("redo", _("Redo"), told, redone, sessions.redo)


def _button(key: str, label: str, help: str, able: bool, press: Callable[[], None]) -> None:
    icon = f":material/{key}:"
    st.button(label, key=key, icon=icon, help=help, disabled=not able, on_click=press)
