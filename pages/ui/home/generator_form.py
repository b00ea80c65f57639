"""A table made to order: a pattern that one plants, to see what a tree finds of it."""

from typing import Final

import streamlit as st

from dtshow.words.language import _
from dttools.teach import Practice
from pages.ui.practice.generator import generator
from pages.ui.shell import session

PRACTICE: Final = session.Widget("home_practice", False)


def generator_form() -> None:
    place = st.expander(
        _("Or generate a table: plant a pattern and see what a tree finds"),
        key=PRACTICE.staying(),
        on_change="rerun",
    )
    if place.open:
        with place:
            st.caption(
                _(
                    "You choose the pattern and the noise. The link alone generates "
                    "the same table again, anywhere."
                )
            )
            generator("home", Practice("xor"))
