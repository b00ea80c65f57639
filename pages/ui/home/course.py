"""The course's path on Home: five stops, each a link to where the app teaches it, and below the
first one a link to all guided lessons.

The stops are the parts of the first guided lesson, in their order; ``LESSON`` names it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import dtcore as dt
from pages.ui.components.home import part
from pages.ui.shell import session
from pages.ui.shell.places import go_to
from pages.ui.story import runner
from pages.ui.story.guide import Guide, read
from pages.ui.wording.language import N_, _

LESSON: Final = "play_tennis"
"""The first guided lesson: what the black button opens."""

SHELF: Final = "lessons"
"""The page of all guided lessons."""


@dataclass(frozen=True)
class CourseQuestion:
    """A question of the course, and a sentence that answers it in short."""

    title: str
    sentence: str


STOPS: Final = (
    CourseQuestion(N_("Why ask?"), N_("A question sorts mixed rows into purer groups.")),
    CourseQuestion(
        N_("What is a question worth?"), N_("Entropy, Gini and gain, one sum at a time.")
    ),
    CourseQuestion(N_("Why greedy?"), N_("The best question now can miss the best tree.")),
    CourseQuestion(
        N_("When to stop?"), N_("A tree without errors may only have memorized its rows.")
    ),
    CourseQuestion(N_("Why prune?"), N_("Cut away what holds for these rows alone.")),
)


def course() -> None:
    part("home_course", _written(), _follow)


def begin(stop: int = 0) -> None:
    """For callbacks: the guided lesson, from one of its parts on."""
    try:
        runner.begin(LESSON, at=places()[stop])
    except dt.DtError as problem:
        session.say_trouble(problem)


def _guide() -> Guide:
    """As its file says it: the numbers in its sentences, which take a while, are not needed."""
    return read(runner.text_of(LESSON))


def places() -> list[int]:
    """Which sentence of the lesson each part begins with, the first being 0."""
    lengths = [len(one.stops) for one in _guide().parts]
    return [sum(lengths[:k]) for k in range(len(lengths))]


def _written() -> bytes:
    stops = [
        {"to": str(k), "href": _href(at), "title": _(one.title), "sentence": _(one.sentence)}
        for k, (one, at) in enumerate(zip(STOPS, places(), strict=True))
    ]
    label = _("The course in five questions")
    href = f"{SHELF}?{urlencode({'lang': session.language()})}"
    shelf = {"to": SHELF, "href": href, "title": _("Guided lessons")}
    shown = {"label": label, "stops": stops, "shelf": shelf, "begun": session.has_lesson()}
    return json.dumps({"part": "course"} | shown, ensure_ascii=False).encode()


def _href(at: int) -> str:
    page = _guide().stops[at].page
    return f"{page}?{urlencode({'lesson': LESSON, 'at': at + 1, 'lang': session.language()})}"


def _follow(to: str) -> None:
    if to == SHELF:
        go_to(SHELF)
    elif to in map(str, range(len(STOPS))):
        begin(int(to))
