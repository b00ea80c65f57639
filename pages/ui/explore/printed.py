"""A tree that another program printed: pasted, grown again by hand on the lesson's rows, and put
beside the lesson's own, with the reason why it is not ours.

As a lesson of moves by hand it can be opened, predicted with, judged and read as rules like any
other. Not done here: what is read, and why (``dttools.study.printouts``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import streamlit as st

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import lesson_key
from dtshow.tables.catalogue import called
from dtshow.words.language import _, sentence
from dttools.study.printouts import Followed, follow, read, reason
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.trees.beside import word_of


@dataclass(frozen=True)
class PrintedView:
    """``open``: the place to paste lies over the page; ``texts``: what was pasted, by the word of
    the tree that stands beside ours for it."""

    open: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)


def opener(own: Lesson) -> None:
    """The button that opens the place; a large table has none, where nothing is grown to try."""
    if not cache.large(own.dataset):
        st.button(
            _("Paste a printed tree"),
            key="printed_open",
            icon=":material/content_paste:",
            help=_("From scikit-learn, rpart, J48 or C4.5: where it differs from ours, and why."),
            on_click=_set,
            args=(True,),
        )


def _set(open_: bool) -> None:
    session.change(PrintedView, open=open_)


def over_the_page(own: Lesson, put: Callable[[str], None]) -> None:
    if session.view(PrintedView).open:
        title = _("Paste a printed tree")
        show = partial(_paste, own, put)
        st.dialog(title, width="large", on_dismiss=partial(_set, False))(show)()


def _paste(own: Lesson, put: Callable[[str], None]) -> None:
    st.caption(
        _(
            "A tree grown on this table: what scikit-learn’s export_text, rpart, J48 or C4.5 "
            "prints, the arrays of tree_ as JSON, or our own text or JSON."
        )
    )
    with st.form("printed_form", border=False):  # which Ctrl+Enter sends
        text = st.text_area(
            _("Printed tree"),
            height=260,
            key="printed_text",
            placeholder="|--- Petal.Length <= 2.45\n|   |--- class: setosa\n|--- …",
            label_visibility="collapsed",
        )
        if not st.form_submit_button(_("Put beside ours"), type="primary", key="printed_read"):
            return
    try:
        word = word_of(_lesson(own, _followed(own, text)))
    except DtError as problem:
        show_problem(problem)
        return
    texts = {**session.view(PrintedView).texts, word: text}
    session.change(PrintedView, open=False, texts=texts)
    put(word)
    st.rerun()


def _lesson(own: Lesson, theirs: Followed) -> Lesson:
    """The lesson that makes the moves of a printed tree."""
    lesson = Lesson.begin(own.choice, own.recipe_choice, own.dataset, cache.start)
    for step in theirs.lesson.done:
        lesson = lesson.do(step.move)
    return lesson


@cache.shared(by=lambda own, text: (lesson_key(own), text))
def _followed(own: Lesson, text: str) -> Followed:
    return follow(read(text), own.dataset, own.recipe, called(own.choice.key))


def name(own: Lesson, word: str) -> str:
    """What a tree is called that was pasted; "" of others."""
    text = session.view(PrintedView).texts.get(word)
    if text is None:
        return ""
    program = _followed(own, text).printout.program.value
    return _("{program}, pasted").format(program=program)


@cache.shared(by=lambda own, text: (lesson_key(own), text, own.timeline.cursor))
def _why(own: Lesson, text: str) -> str:
    return sentence(reason(own.timeline, _followed(own, text)).said)


def why(own: Lesson, word: str) -> str:
    """Why a tree that was pasted is not the lesson's; "" of others. Markdown."""
    text = session.view(PrintedView).texts.get(word)
    return "" if text is None else _why(own, text)
