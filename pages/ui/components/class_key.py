"""The classes and their colours, where a chart has no room for their names."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dtshow.figures.regions import key
from pages.ui.shell.theme import theme


def class_key(classes: Sequence[str]) -> None:
    if text := key(classes, theme()):
        st.html(text)
