"""A style sheet beside the file that asks for it, for what Streamlit draws."""

from functools import cache
from pathlib import Path

import streamlit as st


def sheet(*paths: Path) -> None:
    """The page has them as long as it asks for them."""
    st.html(f"<style>{''.join(map(_read, paths))}</style>")


@cache
def _read(path: Path) -> str:
    return path.read_text("utf-8")
