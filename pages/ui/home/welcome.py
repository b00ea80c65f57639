"""The first things on the home page: what this is, where to go on, and a table to practise on."""

from typing import Final

import streamlit as st

from dtcore.practice import Practice
from pages.ui.home.cards import begin
from pages.ui.practice.generator import generator
from pages.ui.shell import session
from pages.ui.shell.places import go_to, title_of
from pages.ui.wording.language import _, explanation
from pages.ui.wording.markdown import literal

FIRST = "playtennis"
PRACTICE: Final = session.Widget("home_practice", False)


def welcome() -> None:
    st.title("Node by Node", anchor=False)
    st.markdown(explanation("home"))
    if session.has_lesson():
        _go_on()
    else:
        st.button(
            _("Grow a first tree"), key="home_first", type="primary", on_click=begin, args=(FIRST,)
        )


def _go_on() -> None:
    lesson = session.lesson()
    text = _("Go on with {title}, step {step}") if lesson.timeline.cursor else _("Grow {title}")
    label = text.format(title=literal(title_of(lesson.choice), 40), step=lesson.timeline.cursor)
    st.button(label, key="home_go_on", type="primary", on_click=go_to, args=("grow",))


def practice() -> None:
    """Make a table with a pattern that one knows."""
    heading = _("Make a table to practise on")
    place = st.expander(
        f"**{heading}**",
        key=PRACTICE.staying(),
        icon=":material/scatter_plot:",
        on_change="rerun",
    )
    if place.open:
        with place:
            st.caption(
                _(
                    "You say what is planted and how much noise there is; then see what the tree "
                    "finds of it. The link alone makes the same table again, anywhere."
                )
            )
            generator("home", Practice("xor"))
