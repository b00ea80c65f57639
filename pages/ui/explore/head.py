"""How the page opens: its question, and the tabs."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dtshow.words.language import _
from dtshow.words.markdown import literal
from pages.ui.components.controls import switch
from pages.ui.explore.explore_view import ExploreView, Tab
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import title_of


def style() -> None:
    sheet(Path(__file__).with_name("explore.css"))


def head() -> None:
    names: dict[Tab, tuple[str, str]] = {
        "compare": (
            _("Compare"),
            _("{table}: other trees for the same rows, where they differ, and why."),
        ),
        "stability": (
            _("Stability"),
            _("{table}: the same algorithm on slightly different rows, a hundred times."),
        ),
        "space": (
            _("Space of trees"),
            _("{table}: all possible trees, and the few that the algorithm looked at."),
        ),
    }
    table = literal(title_of(session.lesson().choice), 40)
    now = session.view(ExploreView).tab
    with st.container(key="explore_head", horizontal=True, vertical_alignment="bottom"):
        heading(_("What else could have grown?"), names[now][1].format(table=table))
        tabs = {tab: name for tab, (name, _purpose) in names.items()}
        switch(_("What to explore"), tabs, session.bind(ExploreView, tab=now))
