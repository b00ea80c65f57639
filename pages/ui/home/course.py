"""The course's path on Home: five stops, each a link to where the app teaches it.

``STOPS`` is the one place that says where they lead.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from pages.ui.components.home import part
from pages.ui.home.leading import Address, lead
from pages.ui.shell import session
from pages.ui.wording.language import N_, _


@dataclass(frozen=True)
class Stop:
    """A question of the course, a sentence that answers it in short, and where it is taught."""

    title: str
    sentence: str
    to: Address


FIRST: Final = Address("grow", {"data": "playtennis", "recipe": "id3", "step": "0"})
"""The first lesson: what the black button opens."""
STOPS: Final = (
    Stop(N_("Why ask?"), N_("A question sorts mixed rows into purer groups."), FIRST),
    Stop(
        N_("What is a question worth?"),
        N_("Entropy, Gini and gain, one sum at a time."),
        Address("impurity", {"data": "playtennis", "recipe": "id3", "step": "0"}),
    ),
    Stop(
        N_("Why greedy?"),
        N_("The best question now can miss the best tree."),
        Address("grow", {"data": "xor", "recipe": "id3", "step": "0"}),
    ),
    Stop(
        N_("When to stop?"),
        N_("A tree without errors may only have memorized its rows."),
        Address("pruning", {"data": "kyphosis", "recipe": "cart", "lab_method": "early"}),
    ),
    Stop(
        N_("Why prune?"),
        N_("Cut away what holds for these rows alone."),
        Address("pruning", {"data": "kyphosis", "recipe": "cart"}),
    ),
)


def course() -> None:
    part("home_course", _written(), _follow)


def _written() -> bytes:
    stops = [
        {"to": str(k), "href": one.to.href, "title": _(one.title), "sentence": _(one.sentence)}
        for k, one in enumerate(STOPS)
    ]
    label = _("The course in five questions")
    sent = {"part": "course", "label": label, "stops": stops, "begun": session.has_lesson()}
    return json.dumps(sent, ensure_ascii=False).encode()


def _follow(to: str) -> None:
    if to in map(str, range(len(STOPS))):
        lead(STOPS[int(to)].to)
