"""The tab: the picture, the trees that fit, and what decides between them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import streamlit as st

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.tables.column_facts import kind_of
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, explanation, sentence
from pages.ui.explore.space.bias import bias, examples
from pages.ui.explore.space.counted import ID3, counted
from pages.ui.explore.space.fitting import fitting
from pages.ui.explore.space.picture import picture
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_to
from pages.ui.shell.sheet import sheet


def show(lesson: Lesson) -> None:
    """Draw the tab for the table of ``lesson``; which recipe it is with makes no difference."""
    sheet(Path(__file__).with_name("space.css"))
    with st.container(key="space"):
        try:
            space = counted(lesson.dataset)
        except DtError as problem:
            st.info(sentence(problem))  # nothing went wrong
            _mended(lesson)
            st.markdown(explanation("explore_space_small"))
            examples(lesson)
            return
        picture(lesson, space)
        fitting(lesson, space)
        bias(lesson)


def _mended(lesson: Lesson) -> None:
    """A button for what makes the trees countable, if something does."""
    choice = lesson.choice
    if cache.large(lesson.dataset):
        return
    for label, other in (
        (_("Take the numbers as nominal"), _nominal(choice)),
        (_("Leave out rows with missing cells"), choice.with_complete(True)),
        (
            _("Take the numbers as nominal, without rows that have gaps"),
            _nominal(choice).with_complete(True),
        ),
    ):
        with suppress(DtError):
            if other != choice and counted(session.dataset(other)):
                st.button(label, key="space_mend", type="primary", on_click=_open, args=(other,))
                return


def _nominal(choice: TableChoice) -> TableChoice:
    """``choice`` with each number as a level, those of the target as they are."""
    frame = session.frame(choice)
    columns = [name for name in map(str, frame.columns) if choice.role(name) == "input"]
    numbers = [name for name in columns if kind_of(frame, name, choice) == "numeric"]
    return choice.with_kind(numbers, "nominal") if numbers else choice


def _open(choice: TableChoice) -> None:
    session.open_lesson(choice, ID3)
    go_to("explore")
