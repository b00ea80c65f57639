"""What is set for a lesson, and not touched at each step: the algorithm, and behind one place all
that is rare: practising, a worksheet, how the tree is drawn, the tree as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, digits_of
from dtshow.scene.tree.section import TreePart
from dtshow.words.language import _, ngettext, spoken
from dtshow.worksheet.sheet import html_of
from dtshow.worksheet.steps import Sheet
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from pages.ui.components.stage.options import files, how
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.grow.grow_view import PanelView, build_own, building
from pages.ui.grow.guess import guess_first, guessing
from pages.ui.grow.looking import look_of
from pages.ui.grow.settings import settings
from pages.ui.shell import cache, session
from pages.ui.shell.places import title_of
from pages.ui.trees.held_out import counts, told, turn_on_grow, which

MORE: Final = "more"
TABS: Final = "more_tabs"
MOST_STEPS = 30


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
            _held_out_in_short(lesson)
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
            _held_out(lesson)
            how(lesson)
            _sums()
    if takes.open:
        with takes:
            _worksheet(lesson, digits)
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


def _worksheet(lesson: Lesson, digits: Digits) -> None:
    """How many steps, and two files to download; they are made when they are asked for."""
    st.markdown(_("**Worksheet**"))
    steps = session.view(PanelView).worksheet_steps
    control = session.bind(PanelView, worksheet_steps=steps)
    st.number_input(_("Number of steps"), 1, MOST_STEPS, **control)
    with st.container(horizontal=True, gap="small"):
        for answers, label in ((False, _("Worksheet with blanks")), (True, _("Answer key"))):
            st.download_button(
                label,
                _page(lesson, steps, digits, answers),
                file_name=f"{'key' if answers else 'worksheet'}.html",
                mime="text/html",
                key=f"download_{'key' if answers else 'sheet'}",
                on_click="ignore",
                icon=":material/download:",
            )


def _page(lesson: Lesson, steps: int, digits: Digits, answers: bool) -> Callable[[], str]:
    """What makes the page. It runs outside the session, so all that it needs is taken here."""
    language = session.language()
    title, name = title_of(lesson.choice), narration.recipe_name(lesson.recipe_choice.name)
    rows = cache.display(lesson.choice, language, session.frame)

    def make() -> str:
        result = list(exercises(lesson.timeline, steps))
        tree = lesson.timeline.jump(len(result)).state.tree
        with spoken(language):
            return html_of(
                Sheet(title, lesson.recipe, name, result, tree, rows, digits, language, answers)
            )

    return make


def _held_out(lesson: Lesson) -> None:
    """Off, the tree is the one of all rows again."""
    now = lesson.choice.hold is not None and tree_look().held_out
    st.toggle(_("Held-out counts"), **session.control("grow_held_out", now, turn_on_grow))
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


def _held_out_in_short(lesson: Lesson) -> None:
    """For the bar, where the names of the pages end a hand's breadth further left: as on Pruning.
    More says the rest."""
    training, unseen = counts(lesson)
    text = _("{n} of {all} rows").format(n=training, all=training + unseen)
    st.caption(text, width="content")
