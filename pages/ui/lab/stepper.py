"""The row of buttons that prunes on and back, and the sentence beside it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.growth.moves import Raise
from pages.ui import state
from pages.ui.lab import desk as desks
from pages.ui.lab import words
from pages.ui.lab.desk import Desk
from pages.ui.language import _, explanation
from pages.ui.lesson import Lesson


def stepper(desk: Desk, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(desk)
        with st.container(key="sentence"):
            st.markdown(words.narrate(desk, digits))
        undo_redo()


def _buttons(desk: Desk) -> None:
    first, last = desk.lesson.at_start, desk.lesson.finished
    step = desk.lesson.timeline.propose()
    label, icon = _("Cut"), "content_cut"
    if step is None:
        label, icon = _("Finished"), "check"
    elif isinstance(step.move, Raise):
        label, icon = _("Raise"), "arrow_upward"
    with _row("stepper"):
        _button("first", _("To the start"), "first_page", first, help=_("To the start"))
        back = _("One step back (Page Up)")
        _button("back", _("Back"), "arrow_back", first, help=back, shortcut="PageUp")
        on = _("The next step (Page Down)")
        more: dict[str, Any] = {"type": "primary", "width": 150, "shortcut": "PageDown"}
        _button("next", label, icon, last, help=on, **more)
        _button("last", _("To the end"), "last_page", last, help=_("To the end"))
        _where(desk.lesson)


def undo_redo() -> None:
    """For changes by hand, of the settings and of the table."""
    with _row("tools"):
        undo = _("Undo the last change of the tree, the settings or the data")
        off = not desks.can_undo()
        _button("undo", _("Undo"), "undo", off, help=undo, on_click=desks.undo, args=())
        off = not desks.can_redo()
        _button("redo", _("Redo"), "redo", off, help=_("Redo"), on_click=desks.redo, args=())


def _where(lesson: Lesson) -> None:
    """ "step 3 of 8", which opens a slider to jump."""
    done, total = lesson.timeline.cursor, lesson.timeline.length
    label = _("step {k} of {n}").format(k=done, n=total)
    with st.popover(label, key="where", type="tertiary", on_change="rerun") as place:
        if place.open and total:
            st.slider(
                _("Jump to step"),
                0,
                total,
                key=state.prepared("jump", done),
                on_change=lambda: desks.go(lambda now: now.jump(state.get("jump"))),
            )
        if place.open:
            st.caption(explanation("lab_keys"))


def _row(key: str) -> Any:
    more: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "gap": "small"}
    return st.container(key=key, width="content", wrap=False, **more)


def _button(key: str, label: str, icon: str, disabled: bool, **more: Any) -> None:
    more = {"on_click": _go, "args": (key,)} | more
    st.button(label, key=key, icon=f":material/{icon}:", disabled=disabled, **more)


def _go(where: str) -> None:
    moves = {
        "first": lambda now: now.jump(0),
        "back": lambda now: now.jump(now.timeline.cursor - 1),
        "next": lambda now: now.jump(now.timeline.cursor + 1),
        "last": Lesson.finish,
    }
    try:
        desks.go(moves[where])
    except DtError as problem:
        state.say_trouble(problem)
