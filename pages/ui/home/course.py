"""The course's path on Home: its lessons in order, each a link to its first sentence, and below the
last one a link to all guided lessons. Those followed to their end in this browser are marked.
"""

from __future__ import annotations

import json
from typing import Final
from urllib.parse import urlencode

import dtcore as dt
from dtshow.words.language import _
from pages.ui.components.home import part
from pages.ui.shell import session
from pages.ui.shell.places import StoryView, go_to
from pages.ui.story import runner
from pages.ui.story.guide import read

LESSON: Final = "play_tennis"
"""The first guided lesson: what the black button opens."""

SHELF: Final = "lessons"
"""The page of all guided lessons."""


def course() -> None:
    part("home_course", _written(), _follow)


def begin(key: str = LESSON) -> None:
    """For callbacks: a guided lesson, from its first sentence on."""
    try:
        runner.begin(key)
    except dt.DtError as problem:
        session.say_trouble(problem)


def coming() -> str:
    """The first lesson of the course that is not done, "" once all are."""
    done = session.view(StoryView).done
    return next((key for key in runner.COURSE if key not in done), "")


def _written() -> bytes:
    href = f"{SHELF}?{urlencode({'lang': session.language()})}"
    shelf = {
        "to": SHELF,
        "href": href,
        "title": _("Guided lessons"),
        "sentence": _("all, and your own"),
    }
    shown = {"label": _("The course"), "stops": [_stop(key) for key in runner.COURSE]}
    return json.dumps({"part": "course", "shelf": shelf} | shown, ensure_ascii=False).encode()


def _stop(key: str) -> dict[str, str]:
    """As its file says it: the numbers in its sentences, which take a while, are not needed."""
    guide = read(runner.text_of(key))
    title, sentence = guide.subject
    query = urlencode({"lesson": key, "at": 1, "lang": session.language()})
    done = key in session.view(StoryView).done
    state = "done" if done else "next" if key == coming() else ""
    said = {"done": _("Done"), "next": _("Next lesson"), "": ""}[state]
    href = f"{guide.stops[0].page}?{query}"
    shown = {"to": key, "href": href, "title": title, "sentence": sentence}
    return shown | {"state": state, "said": said}


def _follow(to: object) -> None:
    if to == SHELF:
        go_to(SHELF)
    elif to in runner.COURSE:
        begin(str(to))
