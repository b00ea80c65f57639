"""The switch that has the tree grow on training rows, with held-out counts beside theirs."""

from __future__ import annotations

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.shell import session
from pages.ui.trees.held_out import counts, told, turn_on_grow, which


def on_grow(lesson: Lesson) -> None:
    """Off, the tree is the one of all rows again."""
    now = lesson.choice.hold is not None and tree_look().held_out
    st.toggle(_("Held-out counts"), **session.control("grow_held_out", now, turn_on_grow))
    if lesson.choice.hold is None or not tree_look().held_out:
        st.caption(
            _(
                "Grows the tree again on part of the rows, and shows counts of the "
                "held-out rows beside it."
            )
        )
        return
    st.caption(told(lesson))
    st.caption(which())


def in_short(lesson: Lesson) -> None:
    """For the bar, where the names of the pages end a hand's breadth further left: as on Pruning.
    More says the rest."""
    training, unseen = counts(lesson)
    text = _("{n} of {all} rows").format(n=training, all=training + unseen)
    st.caption(text, width="content")
