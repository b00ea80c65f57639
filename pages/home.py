"""Home: a welcome, a table of one's own or a made one, and the tables that are here."""

import streamlit as st

from pages.ui import home_parts, state
from pages.ui.language import _
from pages.ui.places import depart


def page() -> None:
    depart()
    state.write_address()
    with st.container(key="home"):
        left, right = st.columns([1.5, 1], gap="large")
        with left:
            home_parts.welcome()
        with right:
            home_parts.upload()
        home_parts.practice()
        home_parts.own_tables()
        tasks = home_parts.by_task()
        home_parts.bundled(_("Telling classes apart"), tasks["classes"], "classes")
        home_parts.bundled(_("Predicting a number"), tasks["regression"], "regression")


page()
