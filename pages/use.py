"""Use: ask the grown tree about a case, judge it, read it as rules, take it away."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import streamlit as st

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from pages.ui.bring import draft
from pages.ui.bring.draft import offer_sample
from pages.ui.shell import session
from pages.ui.shell.frame import heading, next_step, show_problem
from pages.ui.shell.places import depart, open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.use import take
from pages.ui.use.evaluate import panel as evaluate
from pages.ui.use.head import head, one_leaf, onward, prune_first, style
from pages.ui.use.predict import panel as predict
from pages.ui.use.rules import panel as rules
from pages.ui.use.tree_in_use import address, tree_in_use
from pages.ui.use.use_view import Tab, UseView

PANELS: Final[dict[Tab, Callable[[Lesson], None]]] = {
    "predict": predict,
    "evaluate": evaluate,
    "rules": rules,
    "take": take.panel,
}
OF_ROWS: Final[tuple[Tab, ...]] = ("predict", "evaluate")


@st.fragment
def page() -> None:
    depart()
    with suppress(UnfinishedError):  # a large tree is being grown
        _page()


def _page() -> None:
    style()
    try:
        lesson = tree_in_use()
    except DtError as problem:
        heading(_("Ask the tree"), _("A grown tree answers for new cases."))
        show_problem(problem)
        return
    session.write_address(address())
    with st.container(key="use"):
        head(lesson)
        prune_first(lesson)
        if trouble := session.trouble():
            show_problem(trouble)
        if len(lesson.tree) == 1:
            one_leaf(lesson)
        else:
            _panel(lesson)
            onward()


def _panel(lesson: Lesson) -> None:
    tab = session.view(UseView).tab
    try:
        if tab in OF_ROWS:
            lesson.dataset.need_rows()
        PANELS[tab](lesson)
    except DtError as problem:
        show_problem(problem)
        offer_sample()


if not draft.ready_to_grow():  # what to predict is asked first
    open_page("data")
page()
next_step(_("Another table asks other questions."), _("Choose a table"), "home")
