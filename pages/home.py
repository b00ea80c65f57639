"""Home: a welcome, a table of one's own or a made one, and the tables that are here."""

import streamlit as st

from pages.ui.home.cards import bundled, by_task, own_tables
from pages.ui.home.upload import upload
from pages.ui.home.welcome import practice, welcome
from pages.ui.shell import session
from pages.ui.shell.places import depart
from pages.ui.wording.language import _


def page() -> None:
    depart()
    session.write_address()
    with st.container(key="home"):
        left, right = st.columns([1.5, 1], gap="large")
        with left:
            welcome()
        with right:
            upload()
        practice()
        own_tables()
        tasks = by_task()
        bundled(_("Telling classes apart"), tasks["classes"], "classes")
        bundled(_("Predicting a number"), tasks["regression"], "regression")


page()
