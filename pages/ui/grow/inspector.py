"""What was weighed at the selected node: candidates first, then one of them in full."""

import streamlit as st

from dtcore.formula import Digits
from dtcore.growth import used_on_path
from pages.ui.grow import guess
from pages.ui.grow.build import build
from pages.ui.grow.candidates import candidates
from pages.ui.grow.choose import close_or_prune, take
from pages.ui.grow.cuts import cuts
from pages.ui.grow.drop import drop
from pages.ui.grow.groups import groups
from pages.ui.grow.grow_view import building
from pages.ui.grow.missing_rows import sent
from pages.ui.grow.node import node_view
from pages.ui.grow.regions import regions
from pages.ui.grow.verdict import verdict
from pages.ui.grow.views import ANYWAY, regions_switch, unasked, view_of, views
from pages.ui.grow.working import working
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.wording import narration
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal

MOST_QUESTIONS = 12


def inspector(lesson: Lesson, digits: Digits) -> None:
    if building():
        _picture(lesson)
        build(lesson, digits)
    elif guess.waiting(lesson):
        _picture(lesson)
        guess.panel(lesson, digits)
    elif not lesson.seen:
        _picture(lesson)
        _unseen(lesson, digits)
    else:
        _seen(lesson, digits)


def _picture(lesson: Lesson) -> None:
    """The regions above all else, so that they stay where they are while the tree grows."""
    regions_switch(lesson)
    if view_of(lesson) == "regions":
        regions(lesson)


def _seen(lesson: Lesson, digits: Digits) -> None:
    pictured, step = view_of(lesson) == "regions", lesson.step
    if step is not None and unasked(lesson):
        _picture(lesson)
        st.info(narration.stop_words(step, lesson.tree))
        if not pictured:
            node_view(lesson, digits)
        st.toggle(_("Show what could be asked all the same"), key=ANYWAY.key)
        return
    if pictured:
        views(lesson)
        regions(lesson)
    if step is not None and lesson.tree[lesson.node].leaf:
        st.info(narration.stop_words(step, lesson.tree))
    guess.feedback(lesson, digits)
    candidates(lesson, digits)
    if not pictured:
        views(lesson)
        _view(lesson, digits)
    sent(lesson)


def _view(lesson: Lesson, digits: Digits) -> None:
    candidate, view = lesson.candidate, view_of(lesson)
    if view == "node" or candidate is None or candidate.split is None:
        node_view(lesson, digits)
        close_or_prune(lesson)
        return
    if view == "curve":
        numeric = lesson.dataset.columns[candidate.column].numeric
        (cuts if numeric else groups)(lesson, candidate, digits)
        return
    verdict(lesson, candidate, digits)
    if view == "drop":
        drop(lesson, candidate, digits)
    else:
        working(lesson, candidate, digits)
        with st.container(horizontal=True, gap="small"):
            take(lesson, candidate.split, key="take_candidate")
            close_or_prune(lesson)


def _unseen(lesson: Lesson, digits: Digits) -> None:
    st.info(_("Not weighed yet. Which question would you ask about these rows, if any?"))
    pictured = view_of(lesson) == "regions"
    if not pictured:
        _questions(lesson)
    st.button(
        _("Weigh this node now"),
        key="weigh_here",
        icon=":material/balance:",
        on_click=lambda: session.go(lambda now: now.show_candidates(now.node)),
    )
    if not pictured:
        node_view(lesson, digits)


def _questions(lesson: Lesson) -> None:
    """The columns that may still be asked here, the first of them if they are many."""
    asked = used_on_path(lesson.recipe, lesson.tree, lesson.node)[0]
    able = [c.name for c, gone in zip(lesson.dataset.columns, asked, strict=True) if not gone]
    more = len(able) - MOST_QUESTIONS
    items = [literal(name) for name in able[:MOST_QUESTIONS]]
    items += [ngettext("and {n} more", "and {n} more", more)] if more > 0 else []
    st.markdown("\n".join(f"- {item}" for item in items))
