"""Node by Node: ``streamlit run app.py`` serves the app. Nothing else is done here."""

from pathlib import Path

import streamlit as st

# An App with its script elsewhere, and not a script: Streamlit takes a folder pages/ beside a
# script for pages of its own making, and passes by st.navigation on the first deep link.
app = st.App(Path(__file__).resolve().parent / "pages" / "ui" / "navigation.py")
