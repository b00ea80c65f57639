"""Where the pages are, and where the session is in a guided lesson; what a table is called on all
pages, and what a file says of where it comes from: the table, the recipe, the lesson's link and
the day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, NoReturn, get_args
from urllib.parse import urlencode

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.tables.find import find
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal_name
from pages.ui.shell import session
from pages.ui.tables.large import LARGE, is_large
from pages.ui.tables.upload import Upload

OWN: Final = "own"
"""The key of a file of one's own, which only its own session has."""
PAGES: Final = Path(__file__).resolve().parents[2]
Place = Literal[
    "home", "data", "impurity", "grow", "pruning", "use", "explore", "reference", "lessons"
]
NAMES: Final[tuple[Place, ...]] = get_args(Place)
"""A page's file, its address and its name are one word."""


@dataclass(frozen=True)
class StoryView:
    """``key``: the lesson that runs, "" if none; ``own``: the text of one's own file; ``at``: the
    place of the stop, from 0. ``met``: the session's first address has been looked at;
    ``heard``: how many presses on the band the browser had counted when the last one came;
    ``ended``: a lesson has been followed to its end, and nothing else has been begun;
    ``done``: the keys of those followed to their end, which the browser keeps."""

    key: str = ""
    at: int = 0
    own: str = ""
    met: bool = False
    heard: int = 0
    ended: bool = False
    done: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Departure:
    """The page that a callback asked for, until it is opened; ``times``: how often one was asked
    for from its top, which may be the page that is open; ``drawn``: the page drawn last; ``over``:
    Graphviz's picture of the tree lies over it."""

    to: Place | None = None
    times: int = 0
    drawn: str = ""
    over: bool = False


def go_to(name: Place) -> None:
    """For callbacks: the page that runs next leaves for another one."""
    session.keep(replace(session.view(Departure), to=name))


def go_to_top(name: Place) -> None:
    """For callbacks: likewise, and its top comes into sight even if it is the page that is open."""
    departure = session.view(Departure)
    session.keep(replace(departure, to=name, times=departure.times + 1))


def go_on(name: Place, params: Mapping[str, str]) -> None:
    """For callbacks: to a page; ``params``: what is opened there, if not the lesson as it is."""
    with session.trouble_told():
        if "data" in params:
            session.open_address(params)
        if params:
            session.open_views(name, params)
        go_to_top(name)


def depart(here: str = "", late: bool = False) -> None:
    """Leave for the page that a callback asked for, before anything is drawn. It is asked for until
    one is ``here``: what else the browser sends on its way runs the page that is left once more.
    ``late``: something was pressed on that page, which nobody has come back to."""
    departure = session.view(Departure)
    if departure.to and departure.to != here:
        open_page(departure.to)
    last = next((name for name in NAMES if name == departure.drawn), None)
    if late and last and last != here:
        open_page(last)
    if here:
        over = departure.over and departure.drawn == here
        session.keep(replace(departure, to=None, drawn=here, over=over))


def open_page(name: Place) -> NoReturn:
    session.keep(replace(session.view(Departure), drawn=name, over=False))
    st.switch_page(PAGES / f"{name}.py")


def title_of(choice: TableChoice) -> str:
    """The title of a bundled or made table, the file name of any other; plain text."""
    if entry := find(choice.key):
        return entry.text("title", session.language())
    if is_large(choice.key):
        return choice.key.removeprefix(LARGE)
    upload = session.uploads().get(choice.key)
    return title_of_own(upload) if upload else choice.target


def title_of_own(upload: Upload) -> str:
    """Its name, and whether it is the table as it came or with edits; plain text."""
    if not upload.edits:
        return upload.name
    edits = ngettext("{n} edit", "{n} edits", len(upload.edits))
    return f"{upload.name} · {edits}"


def column_label(choice: TableChoice, name: str) -> str:
    """What a column of the raw table is called in the session's language; plain text."""
    return session.labels(choice).columns[name]


def literal_label(choice: TableChoice, name: str, limit: int = 40) -> str:
    """As ``column_label``, short, for a sentence in Markdown."""
    return literal_name(column_label(choice, name), limit)


def app_address() -> str:
    """Where the app is, without a page's name, for a file that leads back to it."""
    return (st.context.url or "").rsplit("/", 1)[0]


def origin(lesson: Lesson) -> list[str]:
    """Two lines of plain text, without line breaks in them; for the head of a file."""
    said = [
        "Node by Node",
        title_of(lesson.choice),
        narration.recipe_name(lesson.recipe_choice.name),
        datetime.now(UTC).date().isoformat(),
    ]
    line = " · ".join(" ".join(part.split()) for part in said)
    if not session.linked(lesson.choice):
        return [line, _("The table was uploaded; no link opens it.")]
    return [line, f"{st.context.url or ''}?{urlencode(session.address())}"]


def file_name(lesson: Lesson) -> str:
    """Without its ending."""
    choice = lesson.choice
    return plain("" if choice.uploaded else choice.key, lesson.recipe_choice.name)


def table_name(choice: TableChoice) -> str:
    """For files that are made of a table, without their ending: playtennis."""
    name = Path(title_of(choice)).stem if choice.uploaded else choice.key
    return "_".join(re.findall(r"[^\W_]+", name))[:80] or "table"


def plain(table: str, recipe: str) -> str:
    """Of letters, digits and underlines alone: tree_iris_cart."""
    words = re.findall(r"[^\W_]+", f"{table} {recipe}")
    return "_".join(["tree", *words])[:80]
