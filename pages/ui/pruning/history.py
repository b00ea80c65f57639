"""Undo and redo where no stage has them: for changes by hand, of the settings and of the table."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui.pruning import pruning_session as sessions
from pages.ui.wording.language import _


def undo_redo() -> None:
    with st.container(key="tools", horizontal=True, gap="small", width="content", wrap=False):
        help = _("Undo the last change of the tree, the settings or the data")
        _button("undo", _("Undo"), help, sessions.can_undo(), sessions.undo)
        _button("redo", _("Redo"), _("Redo"), sessions.can_redo(), sessions.redo)


def _button(key: str, label: str, help: str, able: bool, press: Callable[[], None]) -> None:
    icon = f":material/{key}:"
    st.button(label, key=key, icon=icon, help=help, disabled=not able, on_click=press)
