"""Where the session is in a guided lesson: which one, which stop, and its band on every page.

A stop is an address that is opened in the session. One may look around from it, on any page;
``lesson=play_tennis&at=3`` stays in the address bar meanwhile. Not done here: the band's look and
its keys (``pages.ui.components.story``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final

import streamlit as st

import dtcore as dt
from dtshow.scene.words import key_words, lecture_words
from dtshow.words import number_format
from dtshow.words.language import _, speaking
from pages.ui.bring import bringing, draft
from pages.ui.components.noted import noted
from pages.ui.components.story import band
from pages.ui.share.sharing import lecturing, share, shared, turn_lecture, with_lecture
from pages.ui.shell import session
from pages.ui.shell.frame import sheet, show_problem
from pages.ui.shell.places import OWN, StoryView, go_to, open_page
from pages.ui.story import texts
from pages.ui.story.guide import Guide, GuideStop
from pages.ui.story.lessons_view import COURSE_TEXTS, LessonsView
from pages.ui.story.numbers import filled
from pages.ui.trees import pruning_session
from pages.ui.trees.pruning_settings import PruningView

HERE: Final = Path(__file__).parent
FIRST: Final = ("play_tennis", "iris")
CASES: Final = ("loan", "biopsy", "carseats", "heart")
"""The case studies of the course texts."""
COURSE: Final = (
    "why_trees",
    "entropy",
    "id3",
    "many_values",
    "numbers",
    "gaps",
    "cart",
    "overfitting",
    "pruning",
    "judging",
    "limits",
)
"""The course: short lessons, each of which leads to the next."""
LESSONS: Final = (*COURSE, *FIRST, *CASES)
"""The bundled ones, in the order of a course."""
WITH_STAGE: Final = ("grow", "pruning")


def open_address(page: str, params: Mapping[str, str], led: bool = False) -> None:
    """Raises LinkError, DataError or RecipeError; then nothing has changed."""
    session.open_address(params, led)
    session.open_views(page, params)
    if "data" not in params:
        _put_aside(params)
    arrive()


def arrive() -> None:
    """What is not declared (``dtshow.lesson.state``) follows the address that was opened last."""
    if (opening := session.unread("pages")) is None:
        return
    page, params = opening.page, opening.params
    if "data" in params:  # else one goes on from page to page with the table that is being set up
        _put_aside(params)
    if page == "pruning" or (page == "use" and "data" in params):  # it begins anew
        pruning_session.forget()
        session.keep(PruningView())


def _put_aside(params: Mapping[str, str]) -> None:
    """Leave a table that is being set up, unless the address is about what was brought."""
    if "bring" not in params:
        draft.forget_draft()
    bringing.keep(open="bring" in params and draft.draft() is None)


def look_at(params: Mapping[str, str]) -> None:
    """Show of the lesson what the session's first address names beside it."""
    session.open_views("", params)
    session.unread("pages")


def text_of(key: str) -> str:
    """The file of a lesson in the session's language. Raises LinkError."""
    if key == OWN and (own := session.view(StoryView).own):
        return own
    if key == OWN:
        raise dt.LinkError("Your own lesson is not open here any more. Open its file again.")
    if key not in LESSONS:
        raise dt.LinkError("There is no lesson “{name}”.", name=key)
    return _bundled(key, speaking())


@cache
def _bundled(key: str, language: str) -> str:
    """In English where nobody has translated it."""
    paths = (HERE / "lessons" / folder / f"{key}.md" for folder in (language, "en"))
    return next(path for path in paths if path.exists()).read_text("utf-8")


def guide_of(key: str) -> Guide:
    """A lesson, or a course text, with its numbers. Raises LinkError or ReadingError."""
    return texts.guide_of(key) if key in COURSE_TEXTS else filled(text_of(key))


def running() -> Guide | None:
    key = session.view(StoryView).key
    return guide_of(key) if key else None


def begin(key: str, own: str = "", at: int = 0) -> None:
    """For callbacks: open a stop of a lesson, the first being 0. Raises LinkError, ReadingError."""
    session.keep(replace(session.view(StoryView), own=own or session.view(StoryView).own))
    guide_of(key)
    _start(key, at)
    go(at)


def _start(key: str, at: int) -> None:
    session.keep(replace(session.view(StoryView), key=key, at=at, ended=False))
    _take_along()


def _take_along(page: str = "") -> None:
    """The stage's pages say themselves whether one lectures: there it is begun and ended."""
    view = session.view(StoryView)
    lesson = {"lesson": view.key, "at": str(view.at + 1)}
    session.take_along(with_lecture(lesson) if page and page not in WITH_STAGE else lesson)


def go(at: int) -> None:
    """For callbacks: open a stop, on whatever page it is."""
    guide, view = running(), session.view(StoryView)
    if guide is None or not 0 <= at < len(guide.stops):
        return
    stop = guide.stops[at]
    _start(view.key, at)
    with session.trouble_told():
        open_address(stop.page, stop.params, led=True)
        go_to(stop.page)


def leave() -> None:
    """For callbacks: the lesson ends; what is on show stays."""
    session.keep(replace(session.view(StoryView), key="", at=0))
    session.take_along({})


def meet_address(page: str) -> None:
    """At the session's first run: take up the lesson of its address, before anything is drawn.

    An address that says more than which stop it is shows what it says: someone looked around.
    """
    view, params = session.view(StoryView), session.opened_with()
    if view.met:
        arrive()
        return
    session.keep(replace(view, met=True))
    try:
        stop = _take_up(params)
    except dt.DtError as problem:
        session.say_trouble(problem)
        leave()
        look_at(params)
        return
    if stop is None or "data" in params:
        look_at(params)
    else:
        open_address(stop.page, stop.params, led=True)
        open_page(stop.page)


def _take_up(params: dict[str, str]) -> GuideStop | None:
    """The stop that the address names, the nearest one if there is none so far."""
    if not (key := params.get("lesson", "")):
        return None
    at = place_named(key, params.get("at", "1"))
    _start(key, at)
    return guide_of(key).stops[at]


def place_named(key: str, named: str) -> int:
    """Which stop of a lesson ``at`` of an address names, from 0; the nearest if it is not there."""
    at = int(named) - 1 if re.fullmatch(r"\d{1,4}", named) else 0
    return min(max(at, 0), len(guide_of(key).stops) - 1)


def draw_band(page: str) -> None:
    """The band of the lesson that runs, above what the page draws."""
    done = session.view(StoryView).done
    if done or page == "home":
        noted("lessons", sorted(done), _add_done)
    try:
        guide = running()
    except dt.DtError as problem:  # a file that does not do in the other language
        show_problem(problem)
        leave()
        return
    if guide is None:
        return
    _take_along(page)
    sheet(HERE / "story.css")
    with st.container(key="story"):
        band(_payload(guide, page), hear)


def _add_done(keys: list[str]) -> None:
    view = session.view(StoryView)
    session.keep(replace(view, done=view.done | {*COURSE}.intersection(keys)))


def hear(kind: str, value: object) -> None:
    """What was pressed on the band."""
    match kind, value:
        case "go", [int(asked), int(at)]:
            session.keep(replace(session.view(StoryView), heard=asked))
            go(at)
        case "lecture", bool(on):
            turn_lecture(on)
        case "share", asked:
            share(asked)
        case "leave", _:
            leave()
        case "lessons", _:
            _onward()


def _onward() -> None:
    """To the next lesson of the course from the last stop of one, else to all lessons."""
    guide, view = running(), session.view(StoryView)
    last = guide is not None and view.at == len(guide.stops) - 1
    if last:
        leave()
        done = session.view(StoryView).done | {view.key}
        ended = view.key not in COURSE_TEXTS
        session.keep(replace(session.view(StoryView), ended=ended, done=done))
    if last and (then := after(view.key)):
        begin(then)
        return
    session.change(LessonsView, text=view.key if view.key in COURSE_TEXTS else "")
    go_to("lessons")


def after(key: str) -> str:
    """The lesson of the course that follows, "" if none does."""
    return dict(pairwise(COURSE)).get(key, "")


def _payload(guide: Guide, page: str) -> dict[str, Any]:
    view, shown = session.view(StoryView), contents(guide, session.view(StoryView).key)
    return {
        **shown,
        "key": view.key,
        "heard": view.heard,
        "at": min(view.at, len(guide.stops) - 1),
        "page": page,
        "words": key_words() | (lecture_words() if lecturing() else {}) | shown["words"],
        "staged": page in WITH_STAGE,
        "lecture": lecturing(),
        "share": None if page in WITH_STAGE else shared(),
    }


def contents(guide: Guide, key: str) -> dict[str, Any]:
    """What the band says of a lesson, wherever one is in it. A question that is asked before its
    sentence has that one's number."""
    number, (name, says) = count(), guide.subject
    lines = sorted({stop.line for stop in guide.stops})
    return {
        "title": guide.title,
        "name": name if says else "",
        "parts": [
            {
                "name": part.name,
                "stops": [
                    _told(stop, next(number)) | {"number": lines.index(stop.line) + 1}
                    for stop in part.stops
                ],
            }
            for part in guide.parts
        ],
        "words": _words(key),
    }


def _told(stop: GuideStop, number: int) -> dict[str, Any]:
    return {
        "at": number,
        "sentence": number_format.with_measures(stop.sentence),
        "note": stop.note,
        "page": stop.page,
        "params": dict(stop.params),
    }


def _words(key: str) -> dict[str, str]:
    more = _("My text") if key in COURSE_TEXTS else _("More lessons")
    return {
        "lesson": _("Guided lesson"),
        "of": _("{k} of {n}"),
        "contents": _("Contents"),
        "colon": _(": "),
        "back": _("Back"),
        "next": _("Next"),
        "end": _("Next lesson") if after(key) else more,
        "return": _("Back to the lesson"),
        "leave": _("Leave the lesson"),
        "tries": _("Try it yourself"),
        "lectures": _("Lecture mode (L)"),
        "share": _("Share this step"),
        "lessons": more if key in COURSE_TEXTS else _("Other lessons, or your own file"),
        "keys": _(
            "Page Down and Page Up move through the lesson. While you look around, "
            "they move the tree, until you return to the lesson."
        ),
    }
