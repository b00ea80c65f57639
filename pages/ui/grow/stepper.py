"""The row of buttons that moves a lesson on and back, and the sentence beside it."""

from typing import Any

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.growth.moves import Close, Expand, Prune
from dtcore.growth.weighing import Weighed
from pages.ui import state, words
from pages.ui.grow import guess
from pages.ui.grow.build import building
from pages.ui.grow.settings import settings
from pages.ui.grow.tools import lesson_tools
from pages.ui.language import _, explanation
from pages.ui.lesson import Lesson


def stepper(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(lesson)
        with st.container(key="sentence"):
            hidden = guess.waiting(lesson)
            st.markdown(guess.sentence() if hidden else words.narrate(lesson, digits))
        _tools(lesson, digits)


def _buttons(lesson: Lesson) -> None:
    first, last = lesson.at_start, lesson.finished or building()
    label, icon = _next(lesson)
    with _row("stepper"):
        _button("first", _("To the start"), "first_page", first, help=_("To the start"))
        back = _("One beat back (Page Up)")
        _button("back", _("Back"), "arrow_back", first, help=back, shortcut="PageUp")
        _button(
            "next",
            label,
            icon,
            last,
            help=_("The next beat (Page Down)"),
            shortcut="PageDown",
            type="primary",
            width=150,
        )
        _button("last", _("To the end"), "last_page", last, help=_("To the end"))
        _where(lesson)


def _row(key: str) -> Any:
    return st.container(
        key=key,
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        width="content",
        wrap=False,
    )


def _button(key: str, label: str, icon: str, disabled: bool, **more: Any) -> None:
    """A button that goes where its key says, unless ``on_click`` says otherwise."""
    more = {"on_click": _go, "args": (key,)} | more
    st.button(label, key=key, icon=f":material/{icon}:", disabled=disabled, **more)


def _next(lesson: Lesson) -> tuple[str, str]:
    """What the next beat is called, and the name of its icon."""
    step = lesson.timeline.propose()
    if step is None:
        return _("Finished"), "check"
    if isinstance(step.evidence, Weighed) and lesson.coming is None:
        return _("Weigh"), "balance"
    match step.move:
        case Expand():
            return _("Split"), "call_split"
        case Close():
            return _("Make a leaf"), "eco"
        case Prune():
            return _("Collapse"), "call_merge"


def _where(lesson: Lesson) -> None:
    """ "step 3 of 8", which opens a slider to jump."""
    done, total = lesson.timeline.cursor, lesson.timeline.length
    label = _("step {k} of {n}").format(k=done, n=total)
    key = state.prepared("where", bool(state.get("where")))
    with st.popover(label, key=key, type="tertiary", on_change="rerun") as place:
        if place.open and total:
            st.slider(
                _("Jump to step"),
                0,
                total,
                key=state.prepared("jump", done),
                on_change=lambda: state.go(lambda now: now.jump(state.get("jump"))),
            )
        if place.open:
            st.caption(explanation("grow_keys"))


def _tools(lesson: Lesson, digits: Digits) -> None:
    with _row("tools"):
        lesson_tools(lesson, digits)
        undo = _("Undo the last change of the tree, the recipe or the data")
        _button(
            "undo", _("Undo"), "undo", not state.can_undo(), help=undo, on_click=state.undo, args=()
        )
        redo = state.redo
        _button(
            "redo", _("Redo"), "redo", not state.can_redo(), help=_("Redo"), on_click=redo, args=()
        )
        settings(lesson)


def _go(where: str) -> None:
    both = bool(state.get("both_beats"))
    moves = {
        "first": lambda now: now.jump(0),
        "back": Lesson.back,
        "next": lambda now: now.next(both),
        "last": Lesson.finish,
    }
    state.put("lit", "")
    try:
        state.go(moves[where])
    except DtError as problem:
        state.say_trouble(problem)
