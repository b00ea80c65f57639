"""The row of buttons that moves a lesson on and back, and the sentence beside it."""

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.growth.moves import Close, Expand, Prune
from dtcore.growth.weighing import Weighed
from pages.ui import state, words
from pages.ui.grow import ahead, guess
from pages.ui.grow.build import building
from pages.ui.grow.settings import settings
from pages.ui.grow.tools import lesson_tools
from pages.ui.language import _, explanation
from pages.ui.lesson import Lesson
from pages.ui.stepping import Buttons, buttons, row, undo_redo, where


def stepper(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(lesson)
        with st.container(key="sentence"):
            hidden = guess.waiting(lesson)
            st.markdown(guess.sentence() if hidden else words.narrate(lesson, digits))
        _tools(lesson, digits)


def _buttons(lesson: Lesson) -> None:
    label, icon = _next(lesson)
    named = Buttons(_go, label, icon, _("The next beat (Page Down)"), _("One beat back (Page Up)"))
    with row("stepper"):
        at_end = lesson.finished or building()
        buttons(named, lesson.at_start, at_end, last=ahead.asked(lesson))
        total = ahead.steps_of(lesson)
        done, made = lesson.timeline.cursor, len(lesson.timeline.steps)
        where(done, total, made if total is None else total, _jump, explanation("grow_keys"))


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


def _tools(lesson: Lesson, digits: Digits) -> None:
    with row("tools"):
        lesson_tools(lesson, digits)
        able = state.can_undo(), state.can_redo()
        undo = _("Undo the last change of the tree, the recipe or the data")
        undo_redo(state.undo, state.redo, able, undo)
        settings(lesson)


def _jump(k: int) -> None:
    state.go(lambda now: now.jump(k))


def _go(key: str) -> None:
    both = bool(state.get("both_beats"))
    moves = {
        "first": lambda: state.go(lambda now: now.jump(0)),
        "back": lambda: state.go(Lesson.back),
        "next": lambda: state.go(lambda now: now.next(both)),
        "last": ahead.to_the_end,
    }
    state.put("lit", "")
    try:
        moves[key]()
    except DtError as problem:
        state.say_trouble(problem)
