"""The words on Streamlit's place for files."""

from __future__ import annotations

import streamlit as st


def name_its_button(place: str, name: str, hint: str) -> None:
    """Streamlit's own words are English only."""
    text = "".join(
        f'.st-key-bring_row_{place} {part}::after {{ content: "{_quoted(words)}"; }}'
        for part, words in (("section button p", name), ("section", hint))
    )
    st.html(f"<style>{text}</style>")


def _quoted(words: str) -> str:
    return words.replace("\\", "").replace('"', "")
