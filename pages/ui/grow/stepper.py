"""The row of buttons that moves a lesson on and back, and the sentence beside it."""

import streamlit as st

from dtcore.errors import DtError
from dtcore.formula import Digits
from dtcore.growth import ErrorComparison
from dtcore.stepping import Close, Expand, Prune, Raise, Weighed
from pages.ui.grow import background, guess
from pages.ui.grow.grow_view import GrowView, building, highlight
from pages.ui.grow.settings import settings
from pages.ui.grow.tools import lesson_tools
from pages.ui.grow.views import look_into, open_said_node
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.shell.step_buttons import Buttons, button, buttons, row, undo_redo, where
from pages.ui.wording import narration
from pages.ui.wording.language import _, explanation


def stepper(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        _buttons(lesson)
        hidden = guess.waiting(lesson)
        text = guess.sentence() if hidden else narration.narrate(lesson, digits)
        st.markdown(text, width="content")
        if not hidden and not building():
            _open_said(lesson)
        _tools(lesson, digits)


def _open_said(lesson: Lesson) -> None:
    """A way into the number that the sentence names, if it names one."""
    last = lesson.timeline.last
    if lesson.weighed is not None:
        move = look_into if lesson.evidence_at_weighed.winner is not None else None
    else:
        compared = last is not None and isinstance(last.evidence, ErrorComparison)
        move = open_said_node if last is None or compared else None
    if move:
        name = _("Open the number in this sentence")
        more = {"type": "tertiary", "help": name, "on_click": move, "args": (lesson,)}
        button("open_said", name, "function", False, **more)


def _buttons(lesson: Lesson) -> None:
    named = Buttons(
        _go,
        lambda k: session.go(lambda now: now.jump(k)),
        *_next(lesson),
        next_help=_("The next beat (Page Down)"),
        back_help=_("One beat back (Page Up)"),
        keys=explanation("grow_keys"),
    )
    with row("stepper"):
        at_end = lesson.finished or building()
        buttons(named, lesson.at_start, at_end, last=background.asked(lesson))
        total, made = background.steps_of(lesson), len(lesson.timeline.steps)
        far = lesson.timeline.cursor if building() else made if total is None else total
        where(named, lesson.timeline.cursor, total, far)  # who builds, goes on by hand alone


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
        case Raise():
            raise AssertionError("no branch is raised while a tree grows")


def _tools(lesson: Lesson, digits: Digits) -> None:
    lesson_tools(lesson, digits)
    able = session.can_undo(), session.can_redo()
    undo = _("Undo the last change of the tree, the recipe or the data")
    undo_redo(session.undo, session.redo, able, undo)
    settings(lesson)


def _go(key: str) -> None:
    both = session.view(GrowView).one_click
    moves = {
        "first": lambda: session.go(lambda now: now.jump(0)),
        "back": lambda: session.go(Lesson.back),
        "next": lambda: session.go(lambda now: now.next(both)),
        "last": background.to_the_end,
    }
    highlight(None)
    try:
        moves[key]()
    except DtError as problem:
        session.say_trouble(problem)
