"""Where the pages are, and what a table is called on all of them."""

from pathlib import Path
from typing import Final, Literal, NoReturn

import streamlit as st

from pages.ui import compute, state
from pages.ui.lesson import Choice
from pages.ui.tables import find

PAGES: Final = Path(__file__).resolve().parents[1]
Place = Literal["home", "data", "grow"]


def go_to(name: Place) -> None:
    """For callbacks: the page that runs next leaves for another one."""
    state.put("going_to", name)


def depart() -> None:
    """Leave for the page that a callback asked for, before anything is drawn."""
    if name := state.get("going_to"):
        state.put("going_to", None)
        open_page(name)


def open_page(name: Place) -> NoReturn:
    st.switch_page(PAGES / f"{name}.py")


def title_of(choice: Choice) -> str:
    """The title of a bundled or made table, the file name of an upload; plain text."""
    if entry := find(choice.key):
        return entry.text("title", state.language())
    upload = state.uploads().get(choice.key)
    return upload.name if upload else choice.target


def column_label(choice: Choice, name: str) -> str:
    """What a column of the raw table is called in the session's language; plain text."""
    return compute.labels(choice.key, state.language()).columns[name]
