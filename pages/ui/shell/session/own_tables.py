"""The tables of the session: those that were uploaded in it, and what became of keeping them in the
store; and the data of a choice under the names of the session's language, made or its own.

A made table is held as long as a lesson of the session is on it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.catalogue import Labels
from dtshow.tables.generated import is_generated
from dtshow.tables.table_choice import UPLOAD, TableChoice
from pages.store import kept_tables
from pages.store.store import HOUR, SharedName
from pages.ui.shell import cache
from pages.ui.shell.session.address_bar import forget_address, language
from pages.ui.shell.session.edited import LESSON, tables_in_use
from pages.ui.shell.session.values import Key
from pages.ui.tables.kept_form import form_of
from pages.ui.tables.large import first_look, is_large, sample_frame
from pages.ui.tables.upload import Upload, first_choice, taking

UPLOADS: Final = 3
KEPT: Final = "own:"
"""Before the name of a kept table, in an address."""
_UPLOADS: Final = Key[Mapping[str, Upload]]("uploads", {})
_MADE: Final = Key[Mapping[str, pd.DataFrame]]("made", {})


@dataclass(frozen=True)
class Kept:
    """Under which ``name`` a table of one's own is kept, or the ``problem`` why it is not; when it
    was last ``seen`` to be there, in seconds since 1970."""

    name: str = ""
    problem: dt.DtError | None = None
    seen: float = 0.0
    shared: SharedName | None = None
    """Under which name others can open it, once it has been shared here."""


_KEPT: Final = Key[Mapping[str, Kept]]("kept", {})


def uploads() -> Mapping[str, Upload]:
    """The tables uploaded in this session by choice key, the last one last."""
    return _UPLOADS.value


def kept_as(choice: TableChoice) -> Kept:
    """What became of keeping a table of one's own."""
    return _KEPT.value.get(choice.key, Kept())


def linked(choice: TableChoice) -> bool:
    """Whether an address opens the table, with all that is done with it."""
    return not choice.uploaded or bool(kept_as(choice).name)


def own(choice: TableChoice) -> link.Own | None:
    """What an address says of a large table or of one's own; None if that is kept in this session
    alone."""
    if is_large(choice.key):
        return _large(choice.key)
    upload, kept = uploads().get(choice.key), kept_as(choice)
    return own_of(upload, KEPT + kept.name) if upload and kept.name else None


def own_table(params: Mapping[str, str]) -> link.Own | None:
    """The table of one's own that an address is about: one that is kept, or the last that was
    brought with the ``columns`` of a guided lesson; None if it is about none, or there is none.
    Raises LinkError or StoreError if it is kept no more or cannot be had now."""
    data = params.get("data", "")
    if is_large(data):
        return _large(data)
    if data.startswith(KEPT):
        return own_of(_opened(data.removeprefix(KEPT)), data)
    if data != UPLOAD:
        return None
    columns = params.get("columns", "").split("~")
    for upload in reversed(list(uploads().values())):
        if (choice := taking(upload, columns)) is not None:
            return link.Own(UPLOAD, choice, tuple(map(str, upload.frame.columns)))
    return None


def _large(key: str) -> link.Own:
    """A large table, which is taken as it is seen at a first look."""
    look = first_look(key)
    return link.Own(key, look.choice, look.columns)


def own_of(upload: Upload, data: str) -> link.Own:
    """An upload as an address is about it that names it ``data``."""
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
            "The table of this link is no longer kept: it was deleted, or was not used "
            "for too long. Upload its file again on the home page."
        )
    upload = cache.kept_table(record)
    _hold(upload, Kept(name, seen=time.time()))
    return upload


def keep_upload(upload: Upload) -> Kept:
    """Remember an upload, and keep it for when the page is opened again."""
    as_kept = _keep(upload)
    _hold(upload, as_kept)
    return as_kept


def _hold(upload: Upload, as_kept: Kept) -> None:
    """Hold an upload in the session. Only a few are held, and the current lesson's always.

    The same file as it was read before goes, unless a lesson is on it; lessons to undo to go
    with their table.
    """
    on, used = LESSON.now, tables_in_use()
    kept = {
        key: old
        for key, old in uploads().items()
        if key != upload.key and (key in used or not old.of(upload))
    }
    while len(kept) >= UPLOADS:
        del kept[next(key for key in kept if on is None or key != on.choice.key)]
    _UPLOADS.set({**kept, upload.key: upload})
    _KEPT.set({**_KEPT.value, upload.key: as_kept})
    LESSON.keep_only(lambda old: _is_here(old.choice))


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
    LESSON.begin(None)
    forget_address()


def _is_here(choice: TableChoice) -> bool:
    return not choice.uploaded or choice.key in uploads()


def dataset(choice: TableChoice) -> dt.Dataset:
    """The data of a choice in the session's language. Raises DataError."""
    return cache.dataset(choice, language(), _frame(choice))


def labels(choice: TableChoice) -> Labels:
    """What columns and values are called in the session's language."""
    return cache.labels(choice.key, language(), _frame(choice) if choice.uploaded else None)


def other_names(choice: TableChoice) -> Labels:
    """From all names of a table's columns and values to those in the session's language."""
    return cache.other_names(choice.key, language(), _frame(choice) if choice.uploaded else None)


def in_own_names(lesson: Lesson) -> Lesson:
    """The lesson under the names that its table has where it was read, for a file made of it."""
    if not lesson.choice.uploaded or not labels(lesson.choice).columns:
        return lesson
    return lesson.under(cache.dataset(lesson.choice, "en", _frame(lesson.choice)))


def usual(choice: TableChoice) -> TableChoice:
    """As the table is first taken, to predict the same column."""
    if is_large(choice.key):
        first = first_look(choice.key).choice
    elif choice.uploaded:
        first = first_choice(uploads()[choice.key])
    else:
        first = link.choice_of(choice.key)
    return first if first.target == choice.target else first.with_target(choice.target)


def held_out(choice: TableChoice) -> dt.Dataset | None:
    """The rows that the tree of a choice has not seen; None if it grows on all of them."""
    if not choice.hold:
        return None
    return cache.parts(dataset(choice.with_all.all_rows), choice.hold)[1]


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
    """The raw table behind a choice; of a large one a sample."""
    if is_large(choice.key):
        return sample_frame(dataset(choice))
    raw = _frame(choice)
    assert raw is not None, "an upload is kept as long as a lesson or a draft is on it"
    return raw


def _frame(choice: TableChoice) -> pd.DataFrame | None:
    if choice.uploaded:
        upload = uploads().get(choice.key)
        return upload.frame if upload else None
    if is_large(choice.key):
        return None
    table = cache.table(choice.key)
    if is_generated(choice.key):
        hold(choice.key, table)
    return table


def hold(key: str, table: pd.DataFrame) -> None:
    """Keep a made table as long as a lesson of the session is on it, or until the next edit."""
    _MADE.set({**_MADE.value, key: table})


def let_go() -> None:
    """Of the made tables, keep those that lessons are on."""
    used = tables_in_use()
    _MADE.set({key: table for key, table in _MADE.value.items() if key in used})
