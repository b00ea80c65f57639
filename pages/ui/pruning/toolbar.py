"""Which way of pruning, on which rows: what stands above the stepper."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dtcore.errors import DtError
from pages.ui.lesson import link
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import TableChoice
from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning import words
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import show
from pages.ui.pruning.settings import METHODS, Method, Settings
from pages.ui.shell import session
from pages.ui.shell.places import title_of
from pages.ui.wording import narration as spoken
from pages.ui.wording.language import _, explanation
from pages.ui.wording.markdown import literal

METHOD: Final = session.Widget[Method]("lab_method", "cost")
SHARE: Final = session.Widget("share", 0.3)
SEED: Final = session.Widget("seed", 0)
STRATIFIED: Final = session.Widget("stratified", True)


def bar(pruning_session: PruningSession) -> None:
    with st.container(key="lab_bar", horizontal=True, vertical_alignment="center", gap="small"):
        st.segmented_control(
            _("Way of pruning"),
            METHODS,
            format_func=words.method,
            key=METHOD.showing(pruning_session.settings.method),
            on_change=lambda: _turn(method=METHOD.value),
            label_visibility="collapsed",
            required=True,
            width="content",
        )
        _rows(pruning_session)
        _examples()


def _rows(pruning_session: PruningSession) -> None:
    """Which rows are held out: the same for every way of pruning."""
    grown = pruning_session.grown
    label = _("{table}: {rows} rows to grow on, {out} held out").format(
        table=literal(title_of(pruning_session.lesson.choice), 30),
        rows=len(grown.training),
        out=len(grown.held_out),
    )
    popover = st.popover(label, key="lab_rows", icon=":material/call_split:", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown(explanation("lab_held_out"))
        st.slider(
            _("Share of the rows held out"),
            0.05,
            0.9,
            step=0.01,
            key=SHARE.showing(pruning_session.settings.share),
            on_change=lambda: _turn(share=round(SHARE.value, 4)),
        )
        st.number_input(
            _("Seed of the split"),
            0,
            999_999,
            key=SEED.showing(pruning_session.settings.seed),
            on_change=lambda: _turn(seed=SEED.value),
        )
        st.toggle(
            _("The same share of each class"),
            key=STRATIFIED.showing(pruning_session.settings.stratified),
            disabled=pruning_session.numeric,
            on_change=lambda: _turn(stratified=STRATIFIED.value),
        )
        recipe = spoken.recipe_name(pruning_session.lesson.recipe_choice.name)
        st.caption(_("Grown by {recipe}; change it on the Grow page.").format(recipe=recipe))


def _examples() -> None:
    popover = st.popover(
        _("Examples"), key="lab_examples", icon=":material/school:", on_change="rerun"
    )
    if not popover.open:
        return
    with popover:
        st.markdown(explanation("lab_examples"))
        for key, (label, _choice, _plan, _settings) in examples().items():
            st.button(label, key=f"example_{key}", on_click=_open, args=(key,), width="stretch")


def examples() -> dict[str, tuple[str, TableChoice, RecipeChoice, Settings]]:
    """Lessons that show what pruning is for, one click away."""
    small = RecipeChoice.of("cart", rows=10, leaf=5)
    return {
        "biopsy": (
            _("Biopsies: 500 rows to grow on, then four leaves"),
            link.choice_of("biopsy").with_complete(True),
            small,
            Settings(share=0.2679, seed=61, foldseed=61),
        ),
        "biopsy_full": (
            _("Biopsies, grown to the end: a valley at four leaves"),
            link.choice_of("biopsy").with_complete(True),
            RecipeChoice("cart"),
            Settings(share=0.2679, seed=7, foldseed=7),
        ),
        "carseats": (
            _("Carseats: 300 rows to grow on, then a few leaves"),
            link.choice_of("carseats"),
            RecipeChoice("regression"),
            Settings(share=0.25),
        ),
        "xor": (
            _("Two switches, one lamp (XOR): stopping early stops too early"),
            link.choice_of("xor"),
            RecipeChoice("cart"),
            Settings(method="early"),
        ),
    }


def _open(key: str) -> None:
    _label, choice, recipe_choice, settings = examples()[key]
    show("risk" if settings.method == "cost" else "table")
    try:
        desks.open_table(choice, recipe_choice, settings)
    except DtError as problem:
        session.say_trouble(problem)


def _turn(**changes: object) -> None:
    try:
        desks.turn(**changes)
    except DtError as problem:
        session.say_trouble(problem)
