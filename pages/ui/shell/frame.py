"""What surrounds every page: the style sheet, what the root is told, the language switch, how a
page opens and leads on, how figures are shown, and what went wrong."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dtcore.errors import DtError
from dtshow.figures.palette import Theme
from dtshow.web.script import FILES
from dtshow.words.language import LANGUAGES, _, sentence
from dtshow.words.number_format import with_measures
from pages.ui.shell import session
from pages.ui.shell.places import Departure, Place, StoryView, go_on

HERE: Final = Path(__file__).parent
CONFIG: Final[dict[str, Any]] = {"displayModeBar": False}
WORDS: Final = (FILES / "stage/words.js").read_text("utf-8")
ROOT: Final = (HERE / "root.js").read_text("utf-8")
SCRIPT: Final = "{\n" + WORDS.replace("export ", "") + ROOT + "}"
"""Each run brings it again: in a block, names are declared anew. No ``<`` before a letter, ``/`` or
``!``, as in a look-behind that denies: what cleans HTML in the browser takes such a script away."""
LANGUAGE: Final = session.Widget("language_switch", "en")


def sheet(*paths: Path) -> None:
    """The page has them as long as it asks for them."""
    st.html(f"<style>{''.join(map(_read, paths))}</style>")


@cache
def _read(path: Path) -> str:
    return path.read_text("utf-8")


def theme() -> Theme:
    return "dark" if st.context.theme.type == "dark" else "light"


def tell_root(page: str) -> None:
    """Which page it is, for another one begins at its top; which language it is in, for those who
    have it read to them, which theme, and what it says when the server does not answer: then
    nothing else can be asked for."""
    words = {
        "page": f"{page} {session.view(Departure).times}",
        "language": {"zh": "zh-Hans"}.get(session.language(), session.language()),
        "menu": _("Pages"),
        "theirs": _of_streamlit(session.language()),
        "close": _("Close"),
        "lost": _("No connection to the server"),
        "lost-means": _(
            "This page continues by itself as soon as the server answers again. If it "
            "does not, check your network and reload the page."
        ),
    }
    said = " ".join(f'data-{name}="{escape(text)}"' for name, text in words.items())
    st.html(
        f"<i data-said-to-root {said}></i><script>{SCRIPT}</script>", unsafe_allow_javascript=True
    )
    st.button("↻", key="answers_again")  # never seen: the script presses it


@cache
def _of_streamlit(language: str) -> str:
    """Its own words, which are English, and what stands for them: of its menus, of the buttons
    above a table and in a widget, of the way past its head. Its menu of pages is a sidebar in
    English too."""
    menu = {
        "Sidebar": _("Menu of pages"),
        "App pages": _("Pages"),
        "Expand sidebar": _("Open the menu of pages"),
        "Collapse sidebar": _("Close the menu of pages"),
        "Upload": "",  # beside the words of controls.name_its_button
    }
    more = {
        "Skip to main content": _("Skip to main content"),
        "Main menu": _("Menu"),
        "Theme": _("Theme"),
        "System": _("As the system"),
        "Light": _("Light theme"),
        "Dark": _("Dark theme"),
        "Print": _("Print"),
        "Show/hide columns": _("Show or hide columns"),
        "Search": _("Search"),
        "Fullscreen": _("Full screen"),
        "Close fullscreen": _("Leave full screen"),
        "Add row": _("Add a row"),
        "Delete row(s)": _("Delete the rows"),
        "Download as CSV": _("Download as CSV"),
        "Copy to clipboard": _("Copy"),
        "Open": _("Open"),
        "Stop": _("Stop"),
        "Running...": _("At work"),
        "Increment": _("Step up"),
        "Decrement": _("Step down"),
        "Help for": _("Help"),
        "Link to heading": _("Link to this heading"),
        "(opens in new tab)": _("(opens in a new tab)"),
        "file upload": _("Choose a file"),
        "Close": _("Close"),
        "Dismiss": _("Close"),
    }
    return json.dumps(menu if language == "en" else menu | more, ensure_ascii=False)


def draw(page: str) -> None:
    """``page`` is the name of the page that follows."""
    sheet(FILES / "tokens.css", HERE / "style.css")
    with st.container(key="language", width="content"):
        tell_root(page)
        st.segmented_control(
            _("Language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
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


def heading(question: str, purpose: str) -> None:
    """The page's first heading, which is its only one of that level, and its purpose."""
    with st.container(key="heading"):
        st.title(question, anchor=False)
        st.markdown(with_measures(purpose))


def next_step(sentence: str, label: str, page: Place, **address: str) -> None:
    """``address``: what is opened there; without it the lesson stays as it is. To be drawn outside
    of fragments, since it leaves the page. Nothing while a guided lesson runs."""
    if session.view(StoryView).key:  # a guided lesson says itself where it goes on
        return
    sheet(Path(__file__).with_name("next_step.css"))
    with st.container(
        key=f"next_step_{page}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        st.markdown(sentence, width="content")
        st.button(
            label,
            key=f"next_to_{page}",
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=go_on,
            args=(page, address),
        )
