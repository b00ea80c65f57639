"""Grow: step through a tree, and see the arithmetic of every candidate split."""

from contextlib import suppress

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtcore.explain import headline
from dtcore.formula import Digits
from pages.ui.components.tree import Overlay, tree_view
from pages.ui.grow import background
from pages.ui.grow.grow_view import highlight
from pages.ui.grow.inspector import inspector
from pages.ui.grow.rows import highlighted_path, rows
from pages.ui.grow.stepper import stepper
from pages.ui.grow.views import unasked
from pages.ui.lesson.lesson import Lesson
from pages.ui.server.draw_limit import drawing
from pages.ui.shell import cache, session
from pages.ui.shell.frame import body, show_problem
from pages.ui.shell.progress import UnfinishedError
from pages.ui.wording.language import spoken


@st.fragment
def page() -> None:
    ready = session.lesson()
    with suppress(UnfinishedError):  # a large table is being sorted
        background.sorted_in_sight(ready)
        _drawn(ready)


def _drawn(ready: Lesson) -> None:
    ready.timeline.propose()  # of a large table this takes half a second, and no one's turn
    # the language is asked of the session once, and not for each sentence
    with drawing.turn(), spoken(session.language()):
        place = _page(ready)
    if place is not None:
        with place:
            background.grow_on(ready)


def _page(lesson: Lesson) -> DeltaGenerator | None:
    """Draws the page; where to say how far a large tree is grown, if one is."""
    session.write_address(session.lesson_address())
    digits = Digits.for_scale(_scale(lesson)).down_to(_least(lesson))
    if problem := session.trouble():
        show_problem(problem)
    stepper(lesson, digits)
    place = st.container(key="ahead") if background.asked(lesson) else None
    with body():
        _tree(lesson, digits)
        rows(lesson, cache.display(lesson.choice, session.language(), session.frame), digits)
        with st.container(key="right"):
            inspector(lesson, digits)
    return place


def _tree(lesson: Lesson, digits: Digits) -> None:
    with st.container(key="tree", border=True):
        overlay = Overlay(highlighted=highlighted_path(lesson))
        tree_view(lesson, digits, _select, overlay)


def _select(node: tuple[int, ...]) -> None:
    highlight(None)
    session.go(lambda now: now.select(node))


def _scale(lesson: Lesson) -> float:
    """The size of the numbers on show, so that they are rounded alike at every node."""
    impurity = lesson.tree.impurity(())
    return impurity * lesson.tree.weight(()) if lesson.recipe.impurity.numeric else impurity


def _least(lesson: Lesson) -> float:
    """The score of the best candidate on show, which is to be told from 0; 0 if it gains nothing.

    On a million rows XOR gains some millionths.
    """
    best = lesson.evidence.best if lesson.seen and not unasked(lesson) else None
    return best.scores[headline(lesson.recipe)] if best is not None and best.gains else 0.0


page()
