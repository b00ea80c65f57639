"""The style sheet of what Streamlit draws on Home."""

from functools import cache
from pathlib import Path

import streamlit as st


def style() -> None:
    st.html(f"<style>{_sheet()}</style>")


@cache
def _sheet() -> str:
    return (Path(__file__).parent / "home.css").read_text("utf-8")
