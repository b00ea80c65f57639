"""Explore: what else there is beside the tree that was grown."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import streamlit as st

from pages.ui.data import draft
from pages.ui.explore import space
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.shell.heading import heading
from pages.ui.shell.places import depart, open_page
from pages.ui.shell.progress import UnfinishedError
from pages.ui.story.next_step import next_step
from pages.ui.wording.language import _

PANELS: Final[dict[str, Callable[[Lesson], None]]] = {"space": space.show}


@st.fragment
def page() -> None:
    depart()
    with suppress(UnfinishedError):
        _page()


def _page() -> None:
    session.write_address(session.lesson_address())
    with st.container(key="explore"):
        heading(_("The space of trees"), _("ID3 goes one way. What did it never look at?"))
        PANELS["space"](session.lesson())


if not draft.ready_to_grow():  # what to predict is asked first
    open_page("data")
page()
next_step(_("Another table asks other questions."), _("Choose a table"), "home")
