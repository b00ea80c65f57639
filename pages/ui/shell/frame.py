"""What surrounds every page: the style sheet, the language switch, and what went wrong."""

from pathlib import Path
from typing import Final

import streamlit as st

from dtcore.errors import DtError
from dtshow.words.language import _, sentence
from pages.ui.shell import session
from pages.ui.shell.root import tell_root
from pages.ui.shell.sheet import sheet

HERE: Final = Path(__file__).parent
LANGUAGE: Final = session.Widget("language_switch", "en")


def draw(page: str) -> None:
    """``page`` is the name of the page that follows."""
    sheet(HERE / "tokens.css", HERE / "style.css")
    with st.container(key="language", width="content"):
        tell_root(page)
        st.segmented_control(
            _("Language"),
            list(session.LANGUAGES),
            format_func=session.LANGUAGES.__getitem__,
            key=LANGUAGE.showing(session.language()),
            on_change=lambda: session.set_language(LANGUAGE.value),
            label_visibility="collapsed",
            required=True,
        )
    if problem := session.trouble():
        show_problem(problem)


def show_problem(problem: Exception) -> None:
    """One sentence for a person; what is not ours to explain gets a general one."""
    if isinstance(problem, session.FallbackError):
        st.caption(sentence(problem))
    elif isinstance(problem, DtError):
        st.error(sentence(problem))
    else:
        st.error(_("This did not work; nothing was changed."))


def unexpected() -> None:
    """A fault of ours: what a person can do about it."""
    st.error(
        _("Something went wrong on this page. Reload it: the address opens the same step again.")
    )
