"""The guided lessons to choose from, and the place for a file of one's own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

import streamlit as st

import dtcore as dt
from dtshow.words.language import _, joined, ngettext, speaking
from dtshow.words.markdown import literal
from pages.ui.bring import bringing
from pages.ui.components.controls import download, name_its_button
from pages.ui.components.home import part
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import OWN, StoryView, go_to
from pages.ui.story.guide import Guide, read
from pages.ui.story.numbers import filled
from pages.ui.story.runner import CASES, COURSE, FIRST, LESSONS, begin, text_of

MOST_BYTES = 100_000
AIMS: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "lessons" / "aims.toml").read_text("utf-8")
)
"""Of each bundled lesson its level, the lessons to know before, and what one can do after it."""


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
    for label, name, keys in (
        (_("To begin with"), "begin", FIRST),
        (_("The course"), "course", COURSE),
    ):
        st.header(label, anchor=False)
        _shelf(label, name, keys)
    titles = " · ".join(read(text_of(key)).subject[0] for key in CASES)
    with st.expander(_("Case studies: {titles}").format(titles=literal(titles))):
        _shelf(_("Case studies"), "cases", CASES)


def aims() -> str:
    """A list of all lessons, by level."""
    guides = {key: read(text_of(key)) for key in LESSONS}
    names = {key: guide.subject[0] for key, guide in guides.items()}
    lines = [_("Minutes in class; after the lesson you can …")]
    for level, label in enumerate((_("First steps"), _("Further"), _("Advanced")), 1):
        lines += ["", f"**{label}**", ""]
        for key in (key for key in LESSONS if AIMS[key]["level"] == level):
            line = aim(key, guides[key], _("{lesson} ({n} min): {aim}."))
            before = _(", ").join(names[one] for one in AIMS[key]["before"])
            known = _("Know before: {lessons}.").format(lessons=before) if before else ""
            lines.append(f"- {joined(line, known)}")
    return "\n".join(lines)


def aim(key: str, guide: Guide, line: str) -> str:
    """The minutes of a lesson, and what one can do after it, in the ``line`` for both."""
    says = AIMS[key].get(speaking(), AIMS[key]["en"])
    return line.format(lesson=f"**{guide.subject[0]}**", n=guide.minutes, aim=says)


def _shelf(label: str, name: str, keys: Sequence[str]) -> None:
    """The title of each lesson is the link to its first sentence."""
    stops = [stop(key) for key in keys]
    shown = {"part": "course", "label": label, "apart": keys is not COURSE, "stops": stops}
    part(f"lessons_{name}", json.dumps(shown, ensure_ascii=False).encode(), follow)


def stop(key: str) -> dict[str, str]:
    """A bundled lesson as a link, and whether it is done or comes next. Its file says what it is
    about: the numbers in its sentences, which take a while, are not needed."""
    guide, done = read(text_of(key)), session.view(StoryView).done
    coming = next((key for key in COURSE if key not in done), "")
    title, says = guide.subject
    state = "done" if key in done else "next" if key == coming else ""
    query = urlencode({"lesson": key, "at": 1, "lang": session.language()})
    return {
        "to": key,
        "href": f"{guide.stops[0].page}?{query}",
        "title": title,
        "sentence": says,
        "state": state,
        "said": {"done": _("Done"), "next": _("Next lesson"), "": ""}[state],
    }


def follow(to: object, own: str = "") -> None:
    """For callbacks: a lesson, from its first sentence on."""
    if to in (*LESSONS, OWN):
        with session.trouble_told():
            begin(str(to), own)


def own() -> None:
    """A teacher's file: opened, or refused with the line that is wrong."""
    st.markdown(_("**Your own lesson**"))
    st.markdown(
        _(
            "A lesson is a text file: a title (#), parts (##), and a list of sentences, each "
            "linked to the page that shows it. Download those here, change one, and open it."
        )
    )
    name, label = f"lessons.{session.language()}.zip", _("Download all lessons")
    download(label, _files, (name, "application/zip"), "lesson_files")
    with st.container(key="bring_row_lesson"):
        file = st.file_uploader(_("A lesson file (.md)"), ["md", "txt"], key="lesson_file")
        name_its_button("lesson", _("Choose a file"), _("Or drop it here."))
    if file is not None:
        _opened(file.getvalue())


def _files() -> bytes:
    """Of all bundled lessons, in the language that is spoken."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as files:
        for key in LESSONS:
            files.writestr(f"{key}.{speaking()}.md", text_of(key))
    return made.getvalue()


def _opened(content: bytes) -> None:
    try:
        guide = filled(text := _text(content))
    except dt.DtError as problem:
        show_problem(problem)
        return
    st.subheader(literal(guide.title), anchor=False)
    st.caption(ngettext("{n} sentence", "{n} sentences", len(guide.stops)))
    st.markdown(" · ".join(literal(part.name) for part in guide.parts))
    key, label = "lesson_start_own", _("Start the lesson")
    st.button(label, key=key, type="primary", on_click=follow, args=(OWN, text))


def _text(content: bytes) -> str:
    """Raises ReadingError."""
    if len(content) > MOST_BYTES:
        raise dt.ReadingError("This file is too large for a lesson.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise dt.ReadingError("This file is not text in UTF-8. Save it as UTF-8.") from None
