"""The row of buttons that prunes on and back, and the sentence beside it."""

from __future__ import annotations

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.stepping import Raise
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning import words
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.shell import session, step_buttons
from pages.ui.shell.step_buttons import Buttons, buttons, row, where
from pages.ui.wording.language import _, explanation


def stepper(pruning_session: PruningSession, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(pruning_session)
        with st.container(key="sentence"):
            st.markdown(words.narrate(pruning_session, digits))
        undo_redo()


def _buttons(pruning_session: PruningSession) -> None:
    timeline = pruning_session.lesson.timeline
    step = timeline.propose()
    label, icon = _("Cut"), "content_cut"
    if step is None:
        label, icon = _("Finished"), "check"
    elif isinstance(step.move, Raise):
        label, icon = _("Raise"), "arrow_upward"
    named = Buttons(
        _go,
        lambda k: desks.go(lambda now: now.jump(k)),
        label,
        icon,
        next_help=_("The next step (Page Down)"),
        back_help=_("One step back (Page Up)"),
        keys=explanation("lab_keys"),
    )
    with row("stepper"):
        buttons(named, pruning_session.lesson.at_start, pruning_session.lesson.finished)
        where(named, timeline.cursor, timeline.length, timeline.length)


def undo_redo() -> None:
    """For changes by hand, of the settings and of the table."""
    with row("tools"):
        able = desks.can_undo(), desks.can_redo()
        undo = _("Undo the last change of the tree, the settings or the data")
        step_buttons.undo_redo(desks.undo, desks.redo, able, undo)


def _go(key: str) -> None:
    moves = {
        "first": lambda now: now.jump(0),
        "back": lambda now: now.jump(now.timeline.cursor - 1),
        "next": lambda now: now.jump(now.timeline.cursor + 1),
        "last": Lesson.finish,
    }
    try:
        desks.go(moves[key])
    except DtError as problem:
        session.say_trouble(problem)
