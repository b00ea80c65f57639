"""The switch that has the tree grow on training rows, with held-out counts beside theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

import dtcore as dt
from pages.ui.components.stage.tree_view import keep_look, tree_look
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session
from pages.ui.pruning.held_out import which
from pages.ui.shell import cache, session
from pages.ui.wording.language import _

SWITCH: Final = session.Widget("grow_held_out", False)


def on_grow(lesson: Lesson) -> None:
    """Off, the tree is the one of all rows again."""
    st.toggle(
        _("Held-out counts"),
        key=SWITCH.showing(lesson.choice.hold is not None and tree_look().held_out),
        on_change=lambda: turn(SWITCH.value),
    )
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


def told(lesson: Lesson) -> str:
    """On how many rows the tree grows, and how many are held out, as on Pruning and Use."""
    training, held_out = _counts(lesson)
    return _("The tree grows on {training:,} of {all:,} rows. {held_out:,} are held out.").format(
        training=training, all=training + held_out, held_out=held_out
    )


def in_short(lesson: Lesson) -> None:
    """For the bar, where the names of the pages end a hand's breadth further left: as on Pruning.
    More says the rest."""
    training, unseen = _counts(lesson)
    text = _("{n} of {all} rows").format(n=training, all=training + unseen)
    st.caption(text, width="content")


def _counts(lesson: Lesson) -> tuple[int, int]:
    unseen = session.held_out(lesson.choice)
    return len(lesson.dataset), 0 if unseen is None else len(unseen)


def turn(on: bool) -> None:
    """For callbacks: grow on the training rows of Pruning and Use, or on all rows again."""
    hold = pruning_session.split_in_use() if on else None
    try:
        if hold != session.lesson().choice.hold:
            session.edit(lambda lesson: _grown_on(lesson, hold))
    except dt.DtError as problem:
        session.say_trouble(problem)
        return
    keep_look(replace(tree_look(), held_out=on))


def _grown_on(lesson: Lesson, hold: tuple[float, int, bool] | None) -> Lesson:
    """The lesson on other rows, as far on as it was; of a large table, at its beginning."""
    choice = replace(lesson.choice, hold=hold)
    begun = Lesson.begin(choice, lesson.recipe_choice, session.dataset(choice), cache.start)
    if cache.large(begun.dataset) or not lesson.timeline.cursor:
        return begun
    if lesson.finished:
        return begun.finish()
    return begun.jump(min(lesson.timeline.cursor, begun.timeline.length))
