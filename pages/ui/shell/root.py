"""What the root of the page is told, by the one script that a page of ours has in it."""

import json
from html import escape
from pathlib import Path
from typing import Final

import streamlit as st

from dtshow.words.language import _
from pages.ui.shell import session
from pages.ui.shell.places import Departure

HERE: Final = Path(__file__).parent
WORDS: Final = (HERE.parents[2] / "dtshow/web/stage/words.js").read_text("utf-8")
ROOT: Final = (HERE / "root.js").read_text("utf-8")
SCRIPT: Final = "{\n" + WORDS.replace("export ", "") + ROOT + "}"
"""Each run brings it again: in a block, names are declared anew."""


def tell_root(page: str) -> None:
    """Which page it is, for another one begins at its top; which language it is in, for those who
    have it read to them, which theme, and what it says when the server does not answer: then
    nothing else can be asked for."""
    words = {
        "page": f"{page} {session.view(Departure).times}",
        "language": {"zh": "zh-Hans"}.get(session.language(), session.language()),
        "menu": _("Pages"),
        "theirs": json.dumps(_of_streamlit(), ensure_ascii=False),
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


def _of_streamlit() -> dict[str, str]:
    """Its own words, which are English, and what stands for them: of its menus, of the buttons
    above a table and in a widget, of the way past its head. Its menu of pages is a sidebar in
    English too."""
    menu = {
        "Sidebar": _("Menu of pages"),
        "App pages": _("Pages"),
        "Expand sidebar": _("Open the menu of pages"),
        "Collapse sidebar": _("Close the menu of pages"),
    }
    if session.language() == "en":
        return menu
    return menu | {
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
        "Increment": _("Step up"),
        "Decrement": _("Step down"),
        "Help for": _("Help"),
        "Link to heading": _("Link to this heading"),
        "file upload": _("Choose a file"),
    }
