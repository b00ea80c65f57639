"""What a class does with a lesson besides growing it: guess first, build one's own, worksheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from dtcore.formula import Digits
from pages.ui.components.stage.options import options
from pages.ui.grow.grow_view import build_own, building
from pages.ui.grow.guess import guess_first, guessing
from pages.ui.grow.looking import look_of
from pages.ui.grow.settings import settings
from pages.ui.grow.worksheet import worksheet
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.grow.digits import digits_of
from pages.ui.scene.tree.section import TreePart
from pages.ui.shell import session
from pages.ui.wording.language import _

GUESS: Final = session.Widget("guess_control", False)
BUILD: Final = session.Widget("build_control", False)


def tools(lesson: Lesson) -> None:
    """What is set for a lesson, and not touched at each step: popovers, drawn when opened."""
    with st.container(key="tools", horizontal=True, gap="small", width="content"):
        look = look_of(lesson)
        digits = digits_of(lesson, look)
        _practise(lesson, digits)
        options(TreePart(lesson, digits, look.tree))
        settings(lesson)


def _practise(lesson: Lesson, digits: Digits) -> None:
    name = _("Practise")
    with st.popover(name, key="lesson_tools", icon=":material/school:", on_change="rerun") as place:
        if not place.open:
            return
        st.toggle(
            _("Guess first"),
            key=GUESS.showing(guessing()),
            help=_("The scores stay hidden until you have said what you expect."),
            on_change=lambda: guess_first(GUESS.value),
        )
        st.toggle(
            _("Build your own"),
            key=BUILD.showing(building()),
            help=_("Every split is yours; then see where the algorithm's tree is another."),
            on_change=_build,
        )
        worksheet(lesson, digits)


def _build() -> None:
    build_own(BUILD.value)
    if building():
        session.go(lambda now: replace(now, weighed=None))
