"""The row of buttons that moves a lesson on and back, and the sentence beside it."""

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.growth.moves import Close, Expand, Prune, Weighed
from pages.ui import state, words
from pages.ui.grow.settings import settings
from pages.ui.language import _, explanation
from pages.ui.lesson import Lesson


def stepper(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(lesson)
        with st.container(key="sentence"):
            st.markdown(words.narrate(lesson, digits))
        _tools(lesson)


def _buttons(lesson: Lesson) -> None:
    first, last = lesson.at_start, lesson.finished
    with st.container(
        key="stepper",
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        width="content",
        wrap=False,
    ):
        st.button(
            _("To the start"),
            icon=":material/first_page:",
            key="first",
            on_click=_go,
            args=("first",),
            disabled=first,
            help=_("To the start"),
        )
        st.button(
            _("Back"),
            icon=":material/arrow_back:",
            key="back",
            on_click=_go,
            args=("back",),
            disabled=first,
            shortcut="PageUp",
            help=_("One beat back (Page Up)"),
        )
        label, icon = _next(lesson)
        st.button(
            label,
            icon=icon,
            key="next",
            type="primary",
            on_click=_go,
            args=("next",),
            disabled=last,
            shortcut="PageDown",
            help=_("The next beat (Page Down)"),
            width=150,
        )
        st.button(
            _("To the end"),
            icon=":material/last_page:",
            key="last",
            on_click=_go,
            args=("last",),
            disabled=last,
            help=_("To the end"),
        )
        _where(lesson)


def _next(lesson: Lesson) -> tuple[str, str]:
    """What the next beat is called, and its icon."""
    step = lesson.timeline.propose()
    if step is None:
        return _("Finished"), ":material/check:"
    if isinstance(step.evidence, Weighed) and lesson.coming is None:
        return _("Weigh"), ":material/balance:"
    match step.move:
        case Expand():
            return _("Split"), ":material/call_split:"
        case Close():
            return _("Make a leaf"), ":material/eco:"
        case Prune():
            return _("Collapse"), ":material/call_merge:"


def _where(lesson: Lesson) -> None:
    """ "step 3 of 8", which opens a slider to jump."""
    done, total = lesson.timeline.cursor, lesson.timeline.length
    with st.popover(_("step {k} of {n}").format(k=done, n=total), key="where", type="tertiary"):
        if total:
            st.slider(
                _("Jump to step"),
                0,
                total,
                key=state.prepared("jump", done),
                on_change=lambda: state.go(lambda now: now.jump(state.get("jump"))),
            )
        st.caption(explanation("grow_keys"))


def _tools(lesson: Lesson) -> None:
    with st.container(key="tools", horizontal=True, gap="small", width="content", wrap=False):
        st.button(
            _("Undo"),
            icon=":material/undo:",
            key="undo",
            on_click=state.undo,
            disabled=not state.can_undo(),
            help=_("Undo the last change of the tree, the recipe or the data"),
        )
        st.button(
            _("Redo"),
            icon=":material/redo:",
            key="redo",
            on_click=state.redo,
            disabled=not state.can_redo(),
            help=_("Redo"),
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
