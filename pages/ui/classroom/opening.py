"""Opening a class: at a step, at a stop of a guided lesson, or with one question.

What guided lessons there are, and their stops, is said by ``pages.ui.story``, which registers
itself by ``lessons_from``: it stands above what a class may import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import dtcore as dt
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import Folding
from dtshow.tables.catalogue import LANGUAGES, catalogue
from dtshow.words.language import spoken
from pages.store import kept_tables
from pages.store.rooms import Rooms
from pages.store.store import StoreError
from pages.ui.classroom import picture, questions
from pages.ui.classroom.class_state import begun
from pages.ui.classroom.limits import Buckets
from pages.ui.shell import cache

Record = dict[str, Any]
_OPENED: Final = Buckets(rate=1 / 300, burst=30)
"""Classes of one address, and attempts at one: thirty, and one more every five minutes."""


@dataclass(frozen=True)
class GuidedLessons:
    """``listed``: those that a class can follow, each with its key as ``lesson`` and its ``title``;
    ``stops``: those of a key, as a class keeps them (``ClassState``); ``tree_at``: the lesson whose
    tree another page shows at the address of a stop, in the language that is spoken."""

    listed: Callable[[], Sequence[Record]] = tuple
    stops: Callable[[str], Sequence[Record]] = lambda _key: ()
    tree_at: Callable[[str], Lesson] | None = None


_lessons = GuidedLessons()


def lessons_from(lessons: GuidedLessons) -> None:
    """From now on, these are the guided lessons."""
    global _lessons
    _lessons = lessons


@cache.shared(cache.store(64))
def tree_of_page(address: str, lang: str, folding: Folding) -> str:
    """What the stage shows of the tree of another page at a stop of a guided lesson. Raises
    DtError."""
    if _lessons.tree_at is None:
        raise dt.LinkError(picture.NO_PICTURE)
    with spoken(lang):
        lesson = _lessons.tree_at(address)
    return picture.tree(lesson, lang, picture.Marks(), folding)


def rooms() -> Rooms:
    """The rooms of this server's store. Raises StoreError if it cannot be reached."""
    return Rooms(kept_tables.store().engine)


def opened_class(address: str, sender: str = "", lesson: str = "", at: int = 0) -> tuple[str, str]:
    """Open a class at a step, or at a stop of a guided lesson, the first being 0: its code, and
    the secret of its teacher. Raises DtError."""
    _count(sender)
    return _opened(address, _lessons.stops(lesson) if lesson else (), at)


def opened_on(given: Mapping[str, Any], sender: str) -> tuple[str, str]:
    """Likewise, as it comes from outside: a ``lesson``, a table (``data``), or the ``address`` of a
    step with what is asked there first (``ask``). Raises DtError."""
    if lesson := given.get("lesson"):
        return opened_class("", sender, str(lesson))
    if (table := given.get("data")) is not None:
        return opened_class(f"/grow?{urlencode({'data': table})}", sender)
    _count(sender)
    address, ask = str(given.get("address", "")), given.get("ask")
    stops = [stop_of(address, ask)] if isinstance(ask, Mapping) else []
    return _opened(address, stops, 0)


def stop_of(address: str, ask: Mapping[str, Any]) -> Record:
    """A step at which a class is asked something before it is told anything. Raises DtError."""
    said = {name: str(ask.get(name) or "") for name in ("kind", "node")}
    whole = {name: k if type(k := ask.get(name)) is int else None for name in ("column", "row")}
    asked = questions.again({"address": address, **said, **whole})
    return dict.fromkeys(("says", "title", "open", "note")) | {
        "step": asked.opened.address,
        "ask": asked.record,
    }


def choices() -> Record:
    """What a class can be opened on, in both languages."""
    tables = [
        {"data": key, "title": {lang: entry.text("title", lang) for lang in LANGUAGES}}
        for key, entry in catalogue().items()
        if entry.rows * len(entry.columns) <= cache.LARGE
    ]
    return {"lessons": list(_lessons.listed()), "tables": tables}


def _count(sender: str) -> None:
    """Before anything is worked out for it, be it in vain. Raises StoreError if it is too often."""
    if sender and not _OPENED.take(sender):
        raise StoreError(
            "Too many classes were opened from your network. Try again in five minutes."
        )


def _opened(address: str, stops: Sequence[Record], at: int) -> tuple[str, str]:
    return rooms().open(begun(address, stops, at).standing)
