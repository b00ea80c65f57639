"""What is set for a lesson, and not touched at each step: the algorithm, and behind one place all
that is rare: practising, a worksheet, how the tree is drawn, the tree as a file."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, digits_of
from dtshow.scene.tree.section import TreePart
from dtshow.words.language import _, ngettext
from pages.ui.components.stage.options import files, how
from pages.ui.grow import held_out
from pages.ui.grow.grow_view import build_own, building
from pages.ui.grow.guess import guess_first, guessing
from pages.ui.grow.looking import look_of
from pages.ui.grow.settings import settings
from pages.ui.grow.worksheet import worksheet
from pages.ui.shell import session
from pages.ui.shell.places import title_of

MORE: Final = "more"
TABS: Final = "more_tabs"


def tools(lesson: Lesson) -> None:
    """The name of the table, and two popovers, drawn when they are opened."""
    with st.container(key="tools", horizontal=True, gap="small", width="content"):
        title = escape(title_of(lesson.choice))
        st.html(f'<h1 title="{title}">{title}</h1>', width="content")
        settings(lesson)
        if gone := len(lesson.choice.without):
            st.caption(ngettext("{n} row removed", "{n} rows removed", gone), width="content")
            st.button(_("Put back"), key="put_back", type="tertiary", on_click=_put_back)
        if lesson.choice.hold is not None:
            held_out.in_short(lesson)
        popover = st.popover(_("More"), key=MORE, icon=":material/more_horiz:", on_change="rerun")
        if popover.open:
            with popover:
                _more(lesson)


def _put_back() -> None:
    lesson = session.lesson()
    session.open_lesson(replace(lesson.choice, without=()), lesson.recipe_choice)


def _more(lesson: Lesson) -> None:
    look = look_of(lesson)
    digits = digits_of(lesson, look)
    tree = TreePart(lesson, digits, look.tree)
    names = [_("Practise"), _("Tree"), _("Files")]
    practise, shows, takes = st.tabs(names, key=TABS, on_change="rerun")
    if practise.open:
        with practise:
            _practise()
    if shows.open:
        with shows:
            held_out.on_grow(lesson)
            how(lesson)
            _sums()
    if takes.open:
        with takes:
            worksheet(lesson, digits)
            st.markdown(_("**Picture of the tree**"))
            files(tree)


def _practise() -> None:
    st.toggle(
        _("Guess first"),
        help=_("Scores stay hidden until you submit a guess."),
        **session.control("guess_control", guessing(), _guess),
    )
    st.toggle(
        _("Build your own"),
        help=_("Choose every split yourself, then compare your tree with the algorithm's."),
        **session.control("build_control", building(), _build),
    )


def _sums() -> None:
    exact = session.view(GrowLook).exact
    st.toggle(_("Exact fractions in the arithmetic"), **session.bind(GrowLook, exact=exact))


def _guess(on: bool) -> None:
    """The first node to be guessed is on show at once."""
    guess_first(on)
    lesson = session.lesson()
    if guessing() and lesson.weighed is None and not building():
        after = lesson.next()
        if after.weighed is not None:
            session.go(lambda _: after)


def _build(on: bool) -> None:
    build_own(on)
    if building():
        session.go(lambda now: replace(now, weighed=None))
