"""How a page opens: with a question, and a sentence that says what the page is for."""

import streamlit as st

from dtshow.words.number_format import with_measures


def heading(question: str, purpose: str) -> None:
    """The page's first heading, which is its only one of that level, and its purpose."""
    with st.container(key="heading"):
        st.title(question, anchor=False)
        st.markdown(with_measures(purpose))
