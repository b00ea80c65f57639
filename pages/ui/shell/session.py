"""What is kept between reruns, and the address bar: the only file that names either.

A session keeps its language, its lesson, the lessons before the last edits, and the tables
that were uploaded or made in it. The address says enough to open the same lesson again elsewhere.
What a page keeps for itself is one frozen value of its own type (``view``, ``keep``), made in a
module that the page imports: the script of a page runs anew each time, and its classes with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.stepping import Problem
from pages.store.store import HOUR, SharedName
from pages.ui.lesson import link
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.history import History
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.step_budget import AT_ONCE, StepBudget, Tell, TooMuchWorkError
from pages.ui.lesson.table_choice import UPLOAD, TableChoice
from pages.ui.server import kept_tables
from pages.ui.server.settings import settings
from pages.ui.shell import cache
from pages.ui.tables.find import find
from pages.ui.tables.generated import is_generated
from pages.ui.tables.kept_form import form_of
from pages.ui.tables.upload import Upload, first_choice, taking
from pages.ui.wording.language import asked_of

V = TypeVar("V")
T = TypeVar("T")

LANGUAGES: Final = {"en": "English", "zh": "中文"}
UPLOADS: Final = 3
KEPT: Final = "own:"
"""Before the name of a kept table, in an address."""
Read = tuple[Lesson, int | None]
"""A lesson, and the step that it is to be at when its tree is grown, if that takes long."""
Watched = Callable[[tuple[Hashable, ...], Callable[[Tell], Read]], Read]
"""Has something read that takes long, which its first argument names in full."""
STAYING: Final = ("lecture", "stage")
"""What an address says of how all is shown, and not of what."""


@dataclass(frozen=True)
class Kept:
    """Under which ``name`` a table of one's own is kept, or the ``problem`` why it is not; when it
    was last ``seen`` to be there, in seconds since 1970."""

    name: str = ""
    problem: dt.DtError | None = None
    seen: float = 0.0
    shared: SharedName | None = None
    """Under which name others can open it, once it has been shared here."""


@dataclass(frozen=True)
class Key(Generic[T]):
    """A place for one value in the session; it is the ``usual`` one until it is set."""

    key: str
    usual: T

    @property
    def value(self) -> T:
        value: T = st.session_state.get(self.key, self.usual)
        return value

    def set(self, value: T) -> None:
        """Let it be ``value`` from now on; for callbacks, where it is that of a widget."""
        st.session_state[self.key] = value


_LANGUAGE: Final = Key[str | None]("language", None)
_ADDRESS: Final = Key[dict[str, str] | None]("opened_with", None)
_LESSON: Final = Key[Lesson | None]("lesson", None)
_HISTORY: Final = Key[History[Lesson]]("history", History())
_UPLOADS: Final = Key[Mapping[str, Upload]]("uploads", {})
_KEPT: Final = Key[Mapping[str, Kept]]("kept", {})
_MADE: Final = Key[Mapping[str, pd.DataFrame]]("made", {})
_ASKED_FOR: Final = Key[tuple[Problem, int | None] | None]("asked_for", None)
_TROUBLE: Final = Key[Exception | None]("trouble", None)
_LED_TO: Final = Key[tuple[object, ...]]("led_to", ())
_ALONG: Final = Key[Mapping[str, str]]("along", {})
_WRITTEN: Final = Key[Mapping[str, str]]("written", {})


def language() -> str:
    """The session's language: chosen by hand, else by the address, else the browser's."""
    known = _LANGUAGE.value  # asked for each sentence: one look
    if known is None:
        asked = opened_with().get("lang", "")
        spoken = (st.context.locale or "").partition("-")[0].lower()
        known = next((code for code in (asked, spoken) if code in LANGUAGES), "en")
        _LANGUAGE.set(known)
    return known


asked_of(language)


def opened_with() -> dict[str, str]:
    """The address that the session was opened with; choosing a page empties the address bar."""
    address = _ADDRESS.value
    if address is None:
        address = st.query_params.to_dict()
        _ADDRESS.set(address)
    return address


def open_address(params: Mapping[str, str], led: bool = False) -> None:
    """Go to where an address leads, as if the session had been opened with it; the lesson before
    can be had back if it was another one or changed by hand. Who is ``led`` from one address to
    the next has done nothing that could be undone. Raises LinkError, DataError, RecipeError."""
    if "data" in params:
        try:
            found, here = _read(params), _LESSON.value
        except TooMuchWorkError:  # at once
            _leave_for(params)
            return
        same = here is not None and _same(here, found) and not here.timeline.done.by_hand
        kept = not led or here is None or _chosen(here) != _LED_TO.value
        (edit if kept and not same else go)(lambda _: found)
        _LED_TO.set(_chosen(found) if led else ())
    stays = {name: said for name, said in opened_with().items() if name in STAYING}
    _ADDRESS.set({**stays, **params, "lang": language()})


def _leave_for(params: Mapping[str, str]) -> None:
    """The next page reads the address in sight, as if the session had been opened with it."""
    if (here := _LESSON.value) is not None:
        _HISTORY.set(_HISTORY.value.after(here))
    _LESSON.set(None)
    _ADDRESS.set({**params, "lang": language()})


def _same(one: Lesson, other: Lesson) -> bool:
    return (one.choice, one.recipe_choice) == (other.choice, other.recipe_choice)


def _chosen(here: Lesson) -> tuple[object, ...]:
    """What a lesson is, wherever one stands in it: its table, its recipe and its moves by hand."""
    made = here.timeline.steps.runs()
    return here.choice, here.recipe_choice, *(run.move for run in made if not isinstance(run, int))


def take_along(params: Mapping[str, str]) -> None:
    """What every page's address says from now on, beside what the page writes."""
    _ALONG.set(params)


def forget_address() -> None:
    """Go on as if the session had been opened without a lesson."""
    lang = opened_with().get("lang")
    _ADDRESS.set({"lang": lang} if lang else {})


def set_language(code: str) -> None:
    _LANGUAGE.set(code)
    current = _LESSON.value
    if current is not None:
        _LESSON.set(_in_own_language(current))


def dataset(choice: TableChoice) -> dt.Dataset:
    """The data of a choice in the session's language. Raises DataError."""
    return cache.dataset(choice, language(), _frame(choice))


def held_out(choice: TableChoice) -> dt.Dataset | None:
    """The rows that the tree of a choice has not seen; None if it grows on all of them."""
    return cache.parts(dataset(choice.all_rows), choice.hold)[1] if choice.hold else None


def dataset_for(choice: TableChoice, recipe_choice: RecipeChoice) -> dt.Dataset:
    """The data of a choice as a recipe would get it. Raises DataError or RecipeError."""
    return dataset(choice.under(recipe_choice.recipe))


def fits(choice: TableChoice, recipe_choice: RecipeChoice) -> bool:
    """Whether a recipe can grow a tree on the table of a choice."""
    try:
        recipe_choice.recipe.check(dataset_for(choice, recipe_choice))
    except dt.DtError:
        return False
    return True


def frame(choice: TableChoice) -> pd.DataFrame:
    """The raw table behind a choice."""
    raw = _frame(choice)
    assert raw is not None, "an upload is kept as long as a lesson or a draft is on it"
    return raw


def _frame(choice: TableChoice) -> pd.DataFrame | None:
    if choice.uploaded:
        upload = uploads().get(choice.key)
        return upload.frame if upload else None
    table = cache.table(choice.key)
    if is_generated(choice.key):
        hold(choice.key, table)
    return table


def hold(key: str, table: pd.DataFrame) -> None:
    """Keep a made table as long as a lesson of the session is on it, or until the next edit."""
    _MADE.set({**_MADE.value, key: table})


def _let_go() -> None:
    """Of the made tables, keep those that lessons are on."""
    now = [_LESSON.value] if _LESSON.value is not None else []
    used = {old.choice.key for old in (*now, *_HISTORY.value)}
    _MADE.set({key: table for key, table in _MADE.value.items() if key in used})


def uploads() -> Mapping[str, Upload]:
    """The tables uploaded in this session by choice key, the last one last."""
    return _UPLOADS.value


def own_table(params: Mapping[str, str]) -> link.Own | None:
    """The table of one's own that an address is about: one that is kept, or the last that was
    brought with the ``columns`` of a guided lesson; None if it is about none, or there is none.
    Raises LinkError or StoreError if it is kept no more or cannot be had now."""
    data = params.get("data", "")
    if data.startswith(KEPT):
        return _own(_opened(data.removeprefix(KEPT)), data)
    if data != UPLOAD:
        return None
    columns = params.get("columns", "").split("~")
    for upload in reversed(list(uploads().values())):
        if (choice := taking(upload, columns)) is not None:
            return link.Own(UPLOAD, choice, tuple(map(str, upload.frame.columns)))
    return None


def own(choice: TableChoice) -> link.Own | None:
    """What an address says of a table of one's own; None if it is kept in this session alone."""
    upload, kept = uploads().get(choice.key), kept_as(choice)
    return _own(upload, KEPT + kept.name) if upload and kept.name else None


def kept_as(choice: TableChoice) -> Kept:
    """What became of keeping a table of one's own."""
    return _KEPT.value.get(choice.key, Kept())


def linked(choice: TableChoice) -> bool:
    """Whether an address opens the table, with all that is done with it."""
    return not choice.uploaded or bool(kept_as(choice).name)


def _own(upload: Upload, data: str) -> link.Own:
    return link.Own(data, first_choice(upload), tuple(map(str, upload.frame.columns)))


def _opened(name: str) -> Upload:
    """The kept table of this name, from now on one of the session's. Raises LinkError, StoreError
    or ReadingError."""
    for key, kept in _KEPT.value.items():
        if kept.name == name and key in uploads():
            return uploads()[key]
    record = kept_tables.store().find(name)
    if record is None:
        raise dt.LinkError(
            "The table of this link is kept no more: it was forgotten, or not used for too long. "
            "Bring its file again on the home page."
        )
    upload = cache.kept_table(record)
    _hold(upload, Kept(name, seen=time.time()))
    return upload


def _keep(upload: Upload) -> Kept:
    hours, known = kept_tables.retention().hours, _KEPT.value.get(upload.key, Kept())
    if known.name and time.time() - known.seen < hours * HOUR:
        return known
    if not hours:
        return Kept()
    try:
        before = (_KEPT.value.get(key, Kept()) for key, one in uploads().items() if one.of(upload))
        after = next((kept.name for kept in before if kept.name), "")
        name = kept_tables.store().keep(upload.content, form_of(upload), _sender(), after)
    except dt.DtError as problem:
        return Kept(problem=problem)
    return Kept(name, seen=time.time())


def share_table(choice: TableChoice) -> None:
    """Keep the table for others too, under a name of its own. Raises StoreError."""
    upload, kept = uploads()[choice.key], kept_as(choice)
    if kept.shared is None:
        shared = kept_tables.store().share(upload.content, form_of(upload), _sender())
        _KEPT.set({**_KEPT.value, choice.key: replace(kept, shared=shared)})


def _sender() -> str:
    said = st.context.ip_address
    return said if isinstance(said, str) else ""  # none on one's own machine


def stay() -> None:
    """A table that someone is on has been used, however long the page stays open."""
    for key, kept in _KEPT.value.items():
        if key in uploads() and kept.name and time.time() - kept.seen > HOUR:
            with suppress(dt.DtError):
                kept_tables.store().find(kept.name)
            _KEPT.set({**_KEPT.value, key: replace(kept, seen=time.time())})


def forget_uploads() -> None:
    """Let go of all tables of one's own, here and where they are kept. Raises StoreError."""
    for kept in _KEPT.value.values():
        if kept.name:
            kept_tables.store().forget(kept.name)
    _KEPT.set({})
    _UPLOADS.set({})
    _HISTORY.set(History())
    _LESSON.set(None)
    forget_address()


def keep_upload(upload: Upload) -> None:
    """Remember an upload, and keep it for when the page is opened again."""
    _hold(upload, _keep(upload))


def _hold(upload: Upload, as_kept: Kept) -> None:
    """Hold an upload in the session. Only a few are held, and the current lesson's always.

    The same file as it was read before goes, unless a lesson is on it; lessons to undo to go
    with their table.
    """
    on = _LESSON.value
    used = {old.choice.key for old in (*_HISTORY.value, *([on] if on else []))}
    kept = {
        key: old
        for key, old in uploads().items()
        if key != upload.key and (key in used or not old.of(upload))
    }
    while len(kept) >= UPLOADS:
        del kept[next(key for key in kept if on is None or key != on.choice.key)]
    _UPLOADS.set({**kept, upload.key: upload})
    _KEPT.set({**_KEPT.value, upload.key: as_kept})
    _HISTORY.set(_HISTORY.value.where(lambda old: _is_here(old.choice)))


def lesson() -> Lesson:
    """The session's lesson: the one from the address at first, else PlayTennis by ID3."""
    current = _LESSON.value
    if current is None:
        current = _from_address()
        _LESSON.set(current)
    return current


def has_lesson() -> bool:
    return _LESSON.value is not None


def saved() -> tuple[dict[str, str], Upload | None]:
    """The lesson's address in full, and its table if that is one's own: for a file."""
    now, upload = lesson(), uploads().get(lesson().choice.key)
    own_table = _own(upload, UPLOAD) if upload else None
    return link.write(now, own_table), upload


def open_saved(params: Mapping[str, str], upload: Upload | None) -> None:
    """Go to where a lesson was that had been saved. Raises LinkError, DataError, RecipeError."""
    if upload is None:
        open_address(params)
        return
    keep_upload(upload)
    name = _KEPT.value[upload.key].name
    if name:
        open_address({**params, "data": KEPT + name})
        return
    found = _read(params, own=_own(upload, UPLOAD))
    edit(lambda _: found)


def open_lesson(choice: TableChoice, recipe_choice: RecipeChoice) -> None:
    """Start a lesson; the one before can be had back by undo. Raises DataError, RecipeError."""
    choice = choice.under(recipe_choice.recipe)
    edit(lambda _: Lesson.begin(choice, recipe_choice, dataset(choice), cache.start))


def go(move: Callable[[Lesson], Lesson]) -> None:
    """Move within the lesson: steps and selections, which have their own way back."""
    _LESSON.set(move(lesson()))


def ask_for(lesson: Lesson, step: int | None) -> None:
    """To be after so many steps (None: at the end) when a large tree is grown, in sight."""
    _ASKED_FOR.set((lesson.timeline.problem, step))


def asked_for(lesson: Lesson) -> tuple[bool, int | None]:
    """Whether a step has been asked for, and which one."""
    problem, step = _ASKED_FOR.value or (None, None)
    return problem is lesson.timeline.problem, step


def ask_no_more() -> None:
    """The step asked for has been reached, or is not wanted any more."""
    _ASKED_FOR.set(None)


def edit(change: Callable[[Lesson], Lesson]) -> None:
    """Change the lesson by hand, so that it can be undone."""
    known = has_lesson()
    before = lesson()
    after = change(before)
    if after is not before:
        # a lesson that nobody has seen is nothing to go back to
        _HISTORY.set(_HISTORY.value.after(before) if known else History())
        _LESSON.set(after)
        _let_go()


def can_undo() -> bool:
    return bool(_HISTORY.value.past)


def can_redo() -> bool:
    return bool(_HISTORY.value.future)


def undo() -> None:
    if can_undo():
        _turn_to(*_HISTORY.value.undone(lesson()))


def redo() -> None:
    if can_redo():
        _turn_to(*_HISTORY.value.redone(lesson()))


def trouble() -> Exception | None:
    """What went wrong with the address or the last action, said once."""
    problem = _TROUBLE.value
    if problem is not None:
        _TROUBLE.set(None)
    return problem


def say_trouble(problem: Exception) -> None:
    _TROUBLE.set(problem)


def view(kind: type[V]) -> V:
    """What the session keeps for a page: a frozen value of its ``kind``, at first its defaults."""
    kept = st.session_state.get(kind.__name__)
    return kept if isinstance(kept, kind) else kind()


def keep(value: object) -> None:
    """Keep a page's value in place of the one before; gone with the session."""
    st.session_state[type(value).__name__] = value


@dataclass(frozen=True)
class Widget(Key[T]):
    """A widget whose value a callback reads or a page sets; ``key`` is its hook for CSS and tests,
    ``usual`` its value before it has been drawn.
    """

    def showing(self, value: T) -> str:
        """The key of the widget about to be made, set to show ``value``: one truth, no loops."""
        st.session_state[self.key] = value
        return self.key

    def staying(self) -> str:
        """The key of a widget whose label changes, set to stay as it is: open or closed."""
        return self.showing(self.value)


@dataclass(frozen=True)
class Chart:
    """A chart whose points can be clicked."""

    key: str

    @property
    def points(self) -> Sequence[Mapping[str, Any]]:
        """Those chosen last, as Plotly describes them: ``x``, ``customdata``."""
        points: Sequence[Mapping[str, Any]] = st.session_state[self.key]["selection"]["points"]
        return points


@dataclass(frozen=True)
class Rows:
    """A table whose lines can be chosen."""

    key: str

    @property
    def chosen(self) -> list[int]:
        rows: list[int] = st.session_state[self.key]["selection"]["rows"]
        return rows

    @property
    def cells(self) -> list[tuple[int, str]]:
        """The cells chosen: line and column."""
        cells: list[tuple[int, str]] = st.session_state[self.key]["selection"]["cells"]
        return cells

    def choosing(self, rows: list[int]) -> str:
        """The key of the table about to be drawn, with these lines chosen."""
        st.session_state[self.key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
        return self.key


@dataclass(frozen=True)
class Cells:
    """A table whose cells can be typed in."""

    key: str

    @property
    def typed(self) -> Mapping[str, Any]:
        """What was done in it, as Streamlit has it: ``edited_rows``, ``added_rows``, ..."""
        state: Mapping[str, Any] = st.session_state.get(self.key, {})
        return state


def reported(key: str, name: str) -> Any:
    """What the component ``key`` has reported under ``name``; None if nothing yet."""
    report = st.session_state.get(key)
    return report.get(name) if report else None


def write_address(params: Mapping[str, str] | None = None) -> None:
    """Make the address bar say where we are; nothing is sent if it says so already.

    What the browser tells of it may be older than what was written last, and still on its way.
    """
    wanted = {**(params or {}), **_ALONG.value, "lang": language()}
    if st.query_params.to_dict() != wanted or _WRITTEN.value != wanted:
        st.query_params.from_dict(wanted)
    _WRITTEN.set(wanted)


def address() -> dict[str, str]:
    """What the address bar says."""
    return st.query_params.to_dict()


def lesson_address() -> Mapping[str, str]:
    now = lesson()
    return link.write(now, own(now.choice))


def _turn_to(back: Lesson, history: History[Lesson]) -> None:
    _LESSON.set(_in_own_language(back))
    _HISTORY.set(history)


def _in_own_language(back: Lesson) -> Lesson:
    """An uploaded table has only its own names, so nothing about it changes."""
    return back if back.choice.uploaded else back.under(dataset(back.choice))


def _is_here(choice: TableChoice) -> bool:
    return not choice.uploaded or choice.key in uploads()


def read_address(watched: Watched) -> None:
    """Read an address with steps before the page asks for its lesson; what takes long is
    ``watched``."""
    if _LESSON.value is None and not {"moves", "step"}.isdisjoint(opened_with()):
        _LESSON.set(_from_address(watched))


def leave_steps(why: dt.DtError) -> None:
    """Go on as if the address had named its table alone, and say ``why``."""
    _ADDRESS.set({name: said for name, said in opened_with().items() if name in ("data", "lang")})
    say_trouble(why)


def _from_address(watched: Watched | None = None) -> Lesson:
    """As the address says; if it cannot be read, its table from the start, or any."""
    params = opened_with()
    known = find(params.get("data", "")) or params.get("data", "").startswith(KEPT)
    data = {"data": params["data"]} if known else {}
    for less in (params, data):
        try:
            return _read(less, watched)
        except dt.RecipeError:  # its advice would be for what the next turn mends
            say_trouble(
                dt.RecipeError(
                    "The algorithm of this address does not fit the table. The table’s usual one "
                    "was taken instead."
                )
            )
        except ValueError as problem:
            say_trouble(problem)
    return link.read({}, dataset, cache.start)


class _Asking(StepBudget):
    """A step for which a large tree has to be grown is not gone to, but ``asked`` for."""

    asked: int | None = None

    def to(self, lesson: Lesson, k: int) -> Lesson:
        if cache.large(lesson.dataset) and lesson.timeline.far(k):
            self.asked = k
            return lesson
        return super().to(lesson, k)


def _read(
    params: Mapping[str, str], watched: Watched | None = None, own: link.Own | None = None
) -> Lesson:
    """The lesson of an address. What takes long is left to ``watched``; without it, it is too
    much. Raises LinkError, DataError or RecipeError, and what ``watched`` does."""
    own = own or own_table(params)
    most, taken = settings().work.link, dict[TableChoice, dt.Dataset]()

    def of(choice: TableChoice) -> dt.Dataset:
        return taken.setdefault(choice, dataset(choice))

    def read(budget: _Asking) -> tuple[Lesson, int | None]:
        data = of if not taken else taken.__getitem__  # a thread of its own has no session
        return link.read(params, data, cache.start, own, budget), budget.asked

    try:
        found, step = read(_Asking(most / AT_ONCE))
    except TooMuchWorkError:
        if watched is None:
            raise
        named = (own, *taken.values(), *sorted(params.items()))
        found, step = watched(named, lambda tell: read(_Asking(most, tell)))
    if step is not None:
        ask_for(found, step)
    return found
