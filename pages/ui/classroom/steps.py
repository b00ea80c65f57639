"""A step of a lesson as a class is shown it: in both languages, and with the way on and back.

It is opened from an address, in any thread: no session is asked. What an address may ask for is
bounded as everywhere (``StepBudget``), and a table that is large is not opened. Not done here: no
tree is drawn (``picture``), and nobody is asked anything (``questions``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import pandas as pd

import dtcore as dt
from dtcore.model import NodeId
from dtshow.lesson import link, narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import AT_ONCE, StepBudget
from dtshow.scene.grow.lecture import asked, statement
from dtshow.scene.grow.look import digits_at_root
from dtshow.tables.catalogue import LANGUAGES
from dtshow.tables.find import find
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import N_, _, sentence, speaking, spoken
from dtshow.words.markdown import literal, pieces_of
from dttools.printing import Digits
from pages.store import kept_tables
from pages.ui.shell import cache
from pages.ui.shell.session.own_tables import KEPT, own_of
from pages.ui.tables.large import is_large
from pages.ui.tables.upload import Upload
from pages.work.settings import settings

Both = dict[str, str]
"""A text in each language."""
PAGE: Final = "/grow"
NO_STEP: Final = N_("A class is opened on a step of Grow, and this address is of no step.")
LONGEST: Final = 8000
"""Characters of an address."""


@dataclass(frozen=True, eq=False)
class ClassStep:
    """A step, its lesson under the names of each language. ``address`` names it in full; ``own``
    is the table if it is one's own, and ``upload`` what it was read from; ``title`` what a table
    is called."""

    address: str
    lessons: Mapping[str, Lesson]
    title: Both
    own: link.Own | None = None
    upload: Upload | None = None

    @property
    def lesson(self) -> Lesson:
        return self.lessons["en"]

    @property
    def node(self) -> NodeId:
        """The node that the step is about."""
        return self.lesson.node

    def frame(self, choice: TableChoice) -> pd.DataFrame:
        """The raw table."""
        return self.upload.frame if self.upload else cache.table(choice.key)

    def at(self, timeline: dt.Timeline) -> ClassStep:
        """The same lesson where ``timeline`` is, which has gone on from here."""
        if timeline.cursor == self.lesson.timeline.cursor:
            return self
        lessons = {lang: here.jump(timeline.cursor) for lang, here in self.lessons.items()}
        return replace(self, address=address_of(lessons["en"], self.own), lessons=lessons)


def both(say: Callable[[], str]) -> Both:
    """What ``say`` says in each language."""
    result = {}
    for language in LANGUAGES:
        with spoken(language):
            result[language] = say()
    return result


def plain(markdown: str) -> str:
    """A sentence of ours without its markup."""
    return "".join(pieces_of(markdown))


def trouble(problem: dt.DtError) -> Both:
    """What is wrong, in each language; a field that has a text for each is filled with its own."""

    def said() -> str:
        own = {k: v[speaking()] for k, v in problem.fields.items() if isinstance(v, dict)}
        return plain(sentence(problem, **{k: literal(v, 200) for k, v in own.items()}))

    return both(said)


def opened(address: str) -> ClassStep:
    """The step at an address of Grow. Raises DtError."""
    params = params_of(address)
    params.pop("lang", None)
    return _opened(tuple(sorted(params.items())))


def params_of(address: str) -> dict[str, str]:
    """What an address of Grow asks for. Raises LinkError."""
    try:
        parts = urlsplit(address[: LONGEST + 1])
    except ValueError:  # of a host that cannot be
        parts = None
    if parts is None or len(address) > LONGEST or parts.path.rstrip("/") not in ("", PAGE):
        raise dt.LinkError(NO_STEP)
    return dict(parse_qsl(parts.query))


@cache.shared(cache.store(32))
def _opened(given: tuple[tuple[str, str], ...]) -> ClassStep:
    params = dict(given)
    upload = _upload(params.get("data", ""))
    own = own_of(upload, params["data"]) if upload else None
    _check_size(params.get("data", link.DEFAULT), upload)

    def data(choice: TableChoice, language: str = "en") -> dt.Dataset:
        return cache.dataset(choice, language, upload.frame if upload else None)

    budget = StepBudget(settings().work.link / AT_ONCE)
    lesson = link.read(params, data, cache.start, own, budget)
    names = {language: data(lesson.choice, language) for language in LANGUAGES}
    lessons = {language: _under(lesson, named) for language, named in names.items()}
    return ClassStep(address_of(lesson, own), lessons, _title(lesson, upload), own, upload)


def _under(lesson: Lesson, named: dt.Dataset) -> Lesson:
    same = named.digest == lesson.dataset.digest
    return lesson if same else lesson.under(named)


def _upload(data: str) -> Upload | None:
    """The table of one's own that an address is about, if it is about one."""
    if not data.startswith(KEPT):
        return None
    record = kept_tables.store().find(data.removeprefix(KEPT))
    if record is None:
        raise dt.LinkError(
            "The table of this link is no longer kept: it was deleted, or was not used "
            "for too long. Upload its file again on the home page."
        )
    return cache.kept_table(record)


def _check_size(data: str, upload: Upload | None) -> None:
    entry = None if upload else find(data)
    rows = len(upload.frame) if upload else entry.rows if entry else 0
    columns = upload.frame.columns if upload else entry.columns if entry else ()
    if is_large(data) or rows * len(columns) > cache.LARGE:
        raise dt.LinkError(
            "This table is too large for a live class. Choose one of at most {n} cells.",
            n=f"{cache.LARGE:,}",
        )


def _title(lesson: Lesson, upload: Upload | None) -> Both:
    entry = None if upload else find(lesson.choice.key)
    if entry is not None:
        return {language: entry.text("title", language) for language in LANGUAGES}
    return dict.fromkeys(LANGUAGES, upload.name if upload else lesson.choice.key)


def address_of(lesson: Lesson, own: link.Own | None) -> str:
    return f"{PAGE}?{urlencode(link.write(lesson, own))}"


def digits(lesson: Lesson) -> Digits:
    return digits_at_root(lesson)


def in_each(opened: ClassStep, say: Callable[[Lesson], str]) -> Both:
    """What ``say`` says of the lesson in each language, as plain text."""
    result = {}
    for language, lesson in opened.lessons.items():
        with spoken(language):
            result[language] = plain(say(lesson))
    return result


def step(opened: ClassStep, hidden: bool = False, told: bool = True) -> dict[str, Any]:
    """What a class is told of a step. While it is asked something, nothing that was worked out is
    told (``hidden``); nor, of a node that was weighed, before it was ``told``."""
    guessing = not told and bool(asked(opened.lesson))
    return {
        "address": opened.address,
        "title": in_each(opened, lambda here: _heading(opened, here)),
        "statement": dict.fromkeys(LANGUAGES, "")
        if hidden
        else both(lambda: _("Which question is best?"))
        if guessing
        else in_each(opened, lambda here: statement(here, digits(here))),
        "next": further(opened),
        "back": earlier(opened),
    }


def further(opened: ClassStep) -> str | None:
    """The address of the next step; None at the end."""
    there = opened.lesson.next()
    return None if there is opened.lesson else address_of(there, opened.own)


def earlier(opened: ClassStep) -> str | None:
    """The address of the step before; None at the start."""
    there = opened.lesson.back()
    return None if there is opened.lesson else address_of(there, opened.own)


def _heading(opened: ClassStep, lesson: Lesson) -> str:
    recipe = narration.recipe_name(lesson.recipe_choice.name)
    at = lesson.timeline.cursor + (lesson.coming is not None)  # as the board counts
    where = _("step {k}").format(k=at)
    return f"{opened.title[speaking()]} · {recipe} · {where}"
