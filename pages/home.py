"""Home: a tree that grows by itself, the course, the tables here, and one's own."""

import streamlit as st

from pages.ui.home.gallery import gallery
from pages.ui.home.large import large
from pages.ui.home.own import generator_form, upload, withdraw
from pages.ui.home.welcome import course, style, welcome
from pages.ui.shell import session
from pages.ui.shell.places import depart


def page() -> None:
    depart()
    session.write_address()
    style()
    with st.container(key="home"):
        withdraw()
        welcome()
        course()
        gallery()
        upload()
        large()
        generator_form()


page()
