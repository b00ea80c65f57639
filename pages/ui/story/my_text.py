"""My text: a course text section by section, each number that it prints beside ours, which is the
link to the step that computes it.

Each link is a stop of the text as a guided lesson, so that one can walk on from there; here it
is followed in this session. Not done here: what the sections are (``texts``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st

from dtshow.lesson import link
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from pages.ui.components.home import part
from pages.ui.shell import session
from pages.ui.shell.frame import heading, sheet
from pages.ui.shell.places import go_to
from pages.ui.story.guide import GuideStop
from pages.ui.story.lessons_view import COURSE_TEXTS, LessonsView
from pages.ui.story.runner import begin, guide_of, open_address, place_named
from pages.ui.story.texts import Section, sections
from pages.ui.textbook.cells import formula, table
from pages.ui.textbook.marks import SIGNS, mark
from pages.ui.textbook.printed import Misprint, Printed, lesson
from pages.ui.textbook.sentences import name, of_misprint, of_number, ours, title


def texts() -> None:
    """All texts, each a link to its page, folded."""
    own = {"lang": session.language()}
    stops = [
        {
            "to": text,
            "href": f"lessons?{urlencode({'text': text, **own})}",
            "title": name(text),
            "sentence": title(text),
            "state": "",
            "said": "",
        }
        for text in COURSE_TEXTS
    ]
    with st.expander(_("My text, section by section")):
        shown = {"part": "course", "label": _("My text"), "apart": True, "stops": stops}
        part("lessons_texts", json.dumps(shown, ensure_ascii=False).encode(), _choose)


def _choose(to: str) -> None:
    if to in ("", *COURSE_TEXTS):
        session.change(LessonsView, text=to)


def my_text(text: str) -> None:
    """The page of a text."""
    sheet(Path(__file__).with_suffix(".css"))
    heading(
        _("Where is it in your course text?"),
        _("Section by section. A number or a sentence opens the step that computes it."),
    )
    with st.container(key="my_text"):
        _head(text)
        stops, places = iter(guide_of(text).stops), count(1)
        for k, one in enumerate(sections(text), 1):
            st.header(one.title, anchor=f"s{k}")
            _section(text, one, stops, places)
    shown = {"part": "follow", "within": ".st-key-my_text"}
    part("lessons_follow", json.dumps(shown).encode(), follow)


def _head(text: str) -> None:
    """Which text it is, its contents, and the way through it."""
    st.selectbox(
        _("My text"),
        COURSE_TEXTS,
        format_func=title,
        width=640,
        **session.bind(LessonsView, text=text),
    )
    contents = (f"[{literal(one.title)}](#s{k})" for k, one in enumerate(sections(text), 1))
    st.caption("\u00a0· ".join(contents))
    with st.container(key="text_ways", horizontal=True):
        walk, back = _("Walk through it, step by step"), _("All lessons")
        st.button(walk, key="text_start", type="primary", on_click=begin, args=(text,))
        st.button(back, key="text_leave", on_click=_choose, args=("",))


def _section(text: str, one: Section, stops: Iterator[GuideStop], places: Iterator[int]) -> None:
    first = None
    rows, why = list[list[str]](), list[str]()
    for printed in one.printed:
        _stop, place = next(stops), next(places)
        first = first or place
        rows.append(_row(text, printed, place))
        if said := of_number(printed):
            why.append(f"{formula(printed.quantity)}{_(': ')}{said}")
    if rows:
        st.markdown(table([_("Quantity"), _("Printed"), _("Computed")], rows))
    see = list[str]()
    for _one in one.see:
        place = next(places)
        first = first or place
        see.append(f"- {_opening(text, place, literal(next(stops).sentence, 300))}")
    why += [_misprint(text, slip, first or 1) for slip in one.wrong]
    if why:
        st.caption("\n".join(f"- {said}" for said in why))
    if see:
        st.markdown("\n".join(see))


def _row(text: str, one: Printed, place: int) -> list[str]:
    printed = f"{SIGNS[mark(one)]} {one.printed}"
    return [formula(one.quantity), printed, _opening(text, place, ours(one))]


def _misprint(text: str, one: Misprint, place: int) -> str:
    """What is wrong, what is right, why, and the link to where one sees it."""
    shown = " → ".join(formula(tex) for tex in (one.printed, one.right) if tex)
    opening = _opening(text, place, _("Open the step"), **link.write(lesson(one.step)))
    said = f"{shown}{_(': ') if shown else ''}{of_misprint(one)} {opening}"
    return joined(_("**Erratum:**"), said)


def _opening(text: str, place: int, label: str, **params: str) -> str:
    """A link to a stop of the text, or from there on to another step."""
    page = guide_of(text).stops[place - 1].page if not params else "grow"
    query = {"lesson": text, "at": str(place), **params, "lang": session.language()}
    return f"[{label}](/{page}?{urlencode(query)})"


def follow(to: str) -> None:
    """For callbacks: a link of the text in this session, as its address says."""
    parts = urlsplit(to)
    params = dict(parse_qsl(parts.query))
    text, at = params.pop("lesson", ""), params.pop("at", "")
    if text not in COURSE_TEXTS:
        return
    params.pop("lang", None)
    with session.trouble_told():
        begin(text, at=place_named(text, at))
        if params:
            open_address("grow", params, led=True)
            go_to("grow")
