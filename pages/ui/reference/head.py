"""How the page opens: its question, and the tabs."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dtshow.words.language import _
from pages.ui.components.controls import switch
from pages.ui.reference.reference_view import ReferenceView, Tab
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet


def head() -> None:
    sheet(Path(__file__).with_name("reference.css"))
    tab = session.view(ReferenceView).tab
    names: dict[Tab, str] = {
        "algorithms": _("Algorithms"),
        "glossary": _("Glossary"),
        "textbook": _("Textbook"),
    }
    with st.container(key="reference_head", horizontal=True, vertical_alignment="bottom"):
        heading(*_headings()[tab])
        switch(_("What to look up"), names, session.bind(ReferenceView, tab=tab))


def _headings() -> dict[Tab, tuple[str, str]]:
    return {
        "algorithms": (
            _("How do the algorithms differ?"),
            _(
                "Each algorithm is a set of choices: all in one table, then two side by side (≠ "
                "where they differ)."
            ),
        ),
        "glossary": (
            _("What does this word mean?"),
            _("Each word with what other books call it. Any of these finds it."),
        ),
        "textbook": (
            _("Are the printed numbers right?"),
            _(
                "What the course texts print, beside what this app computes from their tables. "
                "Each of our numbers opens the step that computes it."
            ),
        ),
    }
