"""The guided lessons to choose from, and the place for a file of one's own."""

from __future__ import annotations

from typing import Literal

import streamlit as st

import dtcore as dt
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import bringing
from pages.ui.components.controls import name_its_button
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import OWN, StoryView, go_to
from pages.ui.story.guide import Guide, read
from pages.ui.story.numbers import filled
from pages.ui.story.runner import CASES, COURSE, FIRST, begin, text_of

MOST_BYTES = 100_000


def closing() -> None:
    """What was learnt, to one who comes from the end of a lesson; and a table of one's own."""
    if not session.view(StoryView).ended:
        return
    with st.container(key="closing"):
        st.markdown(
            _(
                "**That is a decision tree.** It asks the question that gains most, "
                "asks again in each group, stops where nothing is left to gain, and is "
                "pruned where it only memorizes its rows."
            )
        )
        own = _("Grow one on your own table")
        st.button(own, key="closing_own", type="primary", on_click=_bring_own)


def _bring_own() -> None:
    if not bringing.now().open:
        bringing.open_or_close()
    go_to("data")


def bundled() -> None:
    parts = (
        (_("To begin with"), FIRST),
        (_("The course"), COURSE),
        (_("Case studies"), CASES),
    )
    for heading, keys in parts:
        st.header(heading, anchor=False)
        for key in keys:
            _row(key, text_of(key))


def own() -> None:
    """A teacher's file: opened, or refused with the line that is wrong."""
    st.header(_("Your own lesson"), anchor=False)
    st.markdown(
        _(
            "A lesson is a text file: a title (#), parts (##), and a list of sentences, each "
            "linked to the page that shows it. Download one, change it, and open it here."
        )
    )
    with st.container(key="bring_row_lesson"):
        file = st.file_uploader(_("A lesson file (.md)"), ["md", "txt"], key="lesson_file")
        name_its_button("lesson", _("Choose a file"), _("Or drop it here."))
    if file is None:
        return
    try:
        text = _text(file.getvalue())
        filled(text)
    except dt.DtError as problem:
        show_problem(problem)
        return
    _opened(text)


def _row(key: str, text: str) -> None:
    """A bundled lesson in one line; its numbers, which take a while, are not needed."""
    with st.container(
        key=f"lesson_{key}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        with st.container(gap=None):
            _titled(read(text))
        _start(key, "", "primary" if _first(key) else "secondary")
        name = f"{key}.{session.language()}.md"
        file = f"lesson_file_{key}"
        st.download_button(_("Download its file"), text, name, "text/markdown", key=file)


def _opened(text: str) -> None:
    guide = filled(text)
    _titled(guide)
    st.markdown(" · ".join(literal(part.name) for part in guide.parts))
    _start(OWN, text, "primary")


def _titled(guide: Guide) -> None:
    st.subheader(literal(guide.title), anchor=False)
    st.caption(ngettext("{n} sentence", "{n} sentences", len(guide.stops)))


def _start(key: str, text: str, kind: Literal["primary", "secondary"]) -> None:
    label, start = _("Start the lesson"), f"lesson_start_{key}"
    st.button(label, key=start, type=kind, on_click=_begin, args=(key, text))


def _first(key: str) -> bool:
    """Whether it is the lesson to begin with; who has ended one has another black button."""
    return key == FIRST[0] and not session.view(StoryView).ended


def _begin(key: str, own: str) -> None:
    try:
        begin(key, own)
    except dt.DtError as problem:
        session.say_trouble(problem)


def _text(content: bytes) -> str:
    """Raises ReadingError."""
    if len(content) > MOST_BYTES:
        raise dt.ReadingError("This file is too large for a lesson.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise dt.ReadingError("This file is not text in UTF-8. Save it as UTF-8.") from None
