"""Undo and redo where no stage has them: for changes by hand, of the settings and of the table."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dtshow.words.language import _
from pages.ui.trees import pruning_session as sessions


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
