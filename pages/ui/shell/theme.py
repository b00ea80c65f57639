"""How figures are shown: in the theme that the reader sees, without Plotly's bar of buttons."""

from typing import Any, Final

import streamlit as st

from dtshow.figures.palette import Theme

CONFIG: Final[dict[str, Any]] = {"displayModeBar": False}


def theme() -> Theme:
    return "dark" if st.context.theme.type == "dark" else "light"
