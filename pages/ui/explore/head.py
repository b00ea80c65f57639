"""How the page opens: its question."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.ui.shell import session
from pages.ui.shell.heading import heading
from pages.ui.shell.places import title_of
from pages.ui.shell.sheet import sheet
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal


def style() -> None:
    sheet(Path(__file__).with_name("explore.css"))


def head() -> None:
    table = literal(title_of(session.lesson().choice), 40)
    said = _("{table}: other trees on the same rows, where they part, and why.")
    with st.container(key="explore_head", horizontal=True, vertical_alignment="bottom"):
        heading(_("What else could have grown?"), said.format(table=table))
