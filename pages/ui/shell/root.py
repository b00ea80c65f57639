"""What the root of the page is told, by the one script that a page of ours has in it."""

from html import escape
from pathlib import Path
from typing import Final

import streamlit as st

from pages.ui.shell import session
from pages.ui.wording.language import _

SCRIPT: Final = Path(__file__).with_name("root.js").read_text("utf-8")


def tell_root() -> None:
    """Which language the page is in, for those who have it read to them, and which theme."""
    code = {"zh": "zh-Hans"}.get(session.language(), session.language())
    said = f'<i data-said-to-root data-language="{code}" data-menu="{escape(_("Pages"))}"></i>'
    st.html(f"{said}<script>{SCRIPT}</script>", unsafe_allow_javascript=True)
