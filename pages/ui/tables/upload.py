"""A table that someone brings: its bytes, how they were read, and how it is first taken.

The key names the bytes and what was chosen of their reading, so the same file read in another
way is another table, and read as before it is the table before. Not done here: nothing is kept
(``pages.ui.shell.session`` does that) or drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from io import BytesIO
from pathlib import PurePath
from typing import Any, Final, TypeVar, cast

import pandas as pd

import dttools.files as files
from dtcore.errors import ReadingError
from dtcore.model import digest_of, guess_kind
from dtcore.progress import ShareProgress, unheard
from dtshow.tables.catalogue import Labels, in_words
from dtshow.tables.column_facts import facts_of
from dtshow.tables.edits import Edit, edited
from dtshow.tables.looks import once
from dtshow.tables.table_choice import UPLOAD, TableChoice
from dtshow.tables.target_guess import choice_of_table, guess_target
from dttools.files import (
    Chosen,
    Dialect,
    Limits,
    Source,
    Table,
    decode,
    guess,
    may_have_sheets,
    no_memory,
    pair,
    read,
    sheets,
)
from pages.ui.tables.made_names import Made, remember
from pages.work.own_process import (
    Bounds,
    FullError,
    LateError,
    LostProcessError,
    in_own_process,
)
from pages.work.settings import settings

_OF_A_TEXT: Final = tuple(field.name for field in fields(Dialect))
T = TypeVar("T")
SECONDS: Final = 5, 2
"""Of a processor, that a file may take, and as many more for each megabyte that files may have:
three times as long as the slowest that we know of."""
MEGABYTES: Final = 300, 50
"""Of memory, that a file may take beside what reads it, and as many more in the same way."""


@dataclass(frozen=True, eq=False)
class Upload:
    """A file as it came and as it was read; ``chosen`` is what of the reading was chosen, and
    ``edits`` what was changed in the table after it; ``by_hand`` says that its cells were pasted
    or typed, so that there never was a file."""

    name: str
    content: bytes
    table: Table
    chosen: Chosen = Chosen()
    edits: tuple[Edit, ...] = ()
    by_hand: bool = False

    @cached_property
    def key(self) -> str:
        said = (_written(self.chosen), repr(self.edits))
        return f"{UPLOAD}:{digest_of((self.content, *map(str.encode, said)))}"

    def of(self, other: Upload) -> bool:
        """Whether both are readings or edits of one file."""
        return self.content == other.content

    def source(self, target: str) -> Source:
        """What rows of another file are read like."""
        return Source.of(self.content, self.chosen, self.table, target)

    @cached_property
    def frame(self) -> pd.DataFrame:
        result = edited(self.table.frame, self.edits)
        remember(result, Made(self.table.made, self.chosen.cells))
        return result

    def edited(self, edits: Sequence[Edit]) -> Upload:
        """The same file with these edits in place of its own. Raises ReadingError."""
        result = replace(self, edits=tuple(edits))
        _made = result.frame  # an edit that cannot be made says so now
        return result

    def again(self, told: ShareProgress = unheard, **more: Any) -> Upload:
        """The same bytes, with more of the reading chosen. Raises ReadingError."""
        return self.under(choosing(self.content, self.chosen, **more), told)

    def under(self, chosen: Chosen, told: ShareProgress = unheard) -> Upload:
        """The same bytes, read as ``chosen``; edits stay with the rows and columns that they
        were made in. Raises ReadingError."""
        made = replace(take(self.name, self.content, chosen, told), by_hand=self.by_hand)
        if self.edits and not _alike(made.frame, self.table.frame):
            raise ReadingError(
                "Read this way, the table has different rows or columns from those "
                "that you edited. Undo your edits first."
            )
        return made.edited(self.edits)


def take(
    name: str, content: bytes, chosen: Chosen = Chosen(), told: ShareProgress = unheard
) -> Upload:
    """Read a file; what is not ``chosen`` is guessed. Raises ReadingError."""
    return Upload(name, content, _read(content, chosen, told), chosen)


def _alike(one: pd.DataFrame, other: pd.DataFrame) -> bool:
    return len(one) == len(other) and list(one.columns) == list(other.columns)


def _read(content: bytes, chosen: Chosen, told: ShareProgress) -> Table:
    """Cells that were chosen of columns that another reading does not have wait for one that
    has them."""
    limits = settings().limits
    try:
        return read_file(content, chosen, told, limits)
    except ReadingError:
        if not chosen.cells:
            raise
    there = read_file(content, replace(chosen, cells={}), told, limits).frame.columns
    cells = {column: keys for column, keys in chosen.cells.items() if column in there}
    return read_file(content, replace(chosen, cells=cells), told, limits)


def read_file(content: bytes, chosen: Chosen, told: ShareProgress, limits: Limits) -> Table:
    """As ``dttools.files.read``, but elsewhere, so that nobody's click waits for it."""
    return _elsewhere(partial(read, content, chosen, limits=limits), told, limits)


def read_alike(content: bytes, source: Source, told: ShareProgress, limits: Limits) -> Table:
    """As ``dttools.files.read_alike``, but elsewhere."""
    return _elsewhere(partial(files.read_alike, content, source, limits=limits), told, limits)


def _elsewhere(reading: Callable[[ShareProgress], T], told: ShareProgress, limits: Limits) -> T:
    """What reads a file that anybody may send, in a process that ends at its bounds."""
    seconds, megabytes = (few + more * limits.megabytes for few, more in (SECONDS, MEGABYTES))
    try:
        return in_own_process(reading, told, bounds=Bounds(seconds, megabytes))
    except LateError as error:
        raise GivenUpError(
            "The file takes too long to read, and reading it was ended after {seconds} seconds of "
            "computing. Leave out rows or columns, or save its table as CSV.",
            seconds=seconds,
        ) from error
    except LostProcessError as error:
        raise GivenUpError(no_memory().template) from error
    except FullError as error:
        raise GivenUpError(
            "Too many files are being read on this server. Try again in a minute."
        ) from error


class GivenUpError(ReadingError):
    """A file was not read to its end, so that nothing is known of it."""


def _written(chosen: Chosen) -> str:
    """What was chosen, the same however it was come by."""
    said = {field.name: getattr(chosen, field.name) for field in fields(Chosen)}
    said |= {"off": sorted(chosen.off), "cells": sorted(chosen.cells.items())}
    said |= {"on": sorted(chosen.on)}
    # Old links name the keys of tables of which nothing newer was chosen.
    return repr(sorted(one for one in said.items() if one not in (("on", []), ("table", 0))))


def choosing(content: bytes, chosen: Chosen, **more: Any) -> Chosen:
    """``chosen`` and ``more``; what is chosen as it would be guessed counts as not chosen, so
    that whoever takes a choice back has the table from before."""
    merged = replace(chosen, **more)
    parts: dict[str, Any] = {part: None for part in _OF_A_TEXT if part in more}
    plain = guessed(content, replace(merged, **parts)) if parts else None
    same = {part: None for part in parts if plain and getattr(plain, part) == more[part]}
    return replace(merged, **cast(dict[str, Any], same))


def are_a_pair(names: Iterable[str]) -> bool:
    """Whether these are the two files of a table of C4.5."""
    return sorted(PurePath(name.lower()).suffix for name in names) == [".data", ".names"]


def together(files: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Files that were chosen at once, by name and content, as one: a single file, or the two of
    C4.5. Raises ReadingError."""
    if len(files) == 1:
        return files[0]
    if not are_a_pair(name for name, content in files):
        raise ReadingError(
            "{count} files were chosen, and a table is read from one. Choose one of them, or a "
            ".names with its .data.",
            count=len(files),
        )
    (name, data), (_names, names) = sorted(files, key=lambda file: PurePath(file[0].lower()).suffix)
    return name, pair(names, data)


def sheets_of(content: bytes) -> tuple[str, ...]:
    """The sheets of a spreadsheet, whether or not they hold a table; none of any other file."""
    limits = settings().limits
    try:
        names = partial(sheets, content, limits)
        return _elsewhere(names, unheard, limits) if may_have_sheets(content) else ()
    except ReadingError:
        return ()


def guessed(content: bytes, chosen: Chosen) -> Dialect | None:
    """How a file that could not be read seems to be written; None if it is no text at all."""
    try:
        return guess(content, chosen)
    except ReadingError:
        return None


def as_text(content: bytes, chosen: Chosen) -> str | None:
    """What stands in a file; None if it is no text."""
    dialect = guessed(content, chosen)
    return decode(content, dialect.encoding) if dialect else None


LOOKED_OVER: Final = "looked over"


def look_over(frame: pd.DataFrame, told: ShareProgress = unheard) -> None:
    """Find out all that is said of a table's columns, so that it is at hand when it is said."""
    names = [str(name) for name in frame.columns]
    for place, name in enumerate(names):
        told(place / len(names))
        facts_of(frame, name, guess_kind(frame[name]))
    guess_target(frame)
    told(1.0)
    once(frame, LOOKED_OVER, lambda: True)


def first_choice(upload: Upload) -> TableChoice:
    """To be confirmed before anything is grown."""
    make = partial(choice_of_table, upload.key, upload.frame, upload.table)
    return once(upload.frame, ("first choice", upload.key), make)


def taking(upload: Upload, columns: Sequence[str]) -> TableChoice | None:
    """With these columns alone, the last as the target, which has classes; None if one lacks."""
    names = [str(name) for name in upload.frame.columns]
    if len(columns) < 2 or not set(columns) <= set(names):
        return None
    target, gaps = columns[-1], bool(upload.frame.isna().any(axis=None))
    roles = {name: "ignore" for name in names if name not in columns}
    return TableChoice(upload.key, target, roles, {target: "nominal"}, as_recipe=gaps)


def carried_over(choice: TableChoice, before: Upload, upload: Upload) -> TableChoice:
    """``choice`` of ``before`` for the table as it was read again: what a person said of columns
    that are still there; what nobody said is as first taken, since they may hold other things."""
    first, usual = first_choice(upload), first_choice(before)
    names = {str(name) for name in upload.frame.columns}
    if choice.target not in names:
        return first
    by_hand = {name: choice.role(name) for name in names if choice.role(name) != usual.role(name)}
    roles = {name: role for name, role in first.roles.items() if name != choice.target}
    made = TableChoice(
        upload.key, choice.target, roles, {}, complete=choice.complete, as_recipe=choice.as_recipe
    )
    for name, role in by_hand.items():
        made = made.with_role([name], role)
    return made


def copy_of(frame: pd.DataFrame, name: str, words: Labels) -> Upload:
    """A table that comes with the app as one's own, under the names in ``words``: to be edited."""
    buffer = BytesIO()
    in_words(frame, words).to_parquet(buffer, index=False)  # kinds and orders of levels stay
    return take(name, buffer.getvalue())


def after_edit(choice: TableChoice, upload: Upload, called: Mapping[str, str]) -> TableChoice:
    """``choice`` for a table that was edited; ``called`` maps names to those that they have now."""

    def now(name: str) -> str:
        return called.get(name, name)

    frame = upload.frame
    names = {str(name) for name in frame.columns}
    if now(choice.target) not in names:
        return first_choice(upload)
    roles = {now(name): role for name, role in choice.roles.items()}
    roles |= {name: "ignore" for name in names if frame[name].isna().all()}
    for name in _filled_just_now(upload) & roles.keys():
        del roles[name]
    kinds = {now(name): kind for name, kind in choice.kinds.items()}
    return replace(
        choice,
        key=upload.key,
        target=now(choice.target),
        roles={name: role for name, role in roles.items() if name in names},
        kinds={
            name: kind
            for name, kind in kinds.items()
            if name in names and (kind == "nominal" or guess_kind(frame[name]) == "numeric")
        },
        costs={now(name): cost for name, cost in choice.costs.items() if now(name) in names},
        as_recipe=choice.as_recipe or bool(frame.isna().any(axis=None)),
    )


def _filled_just_now(upload: Upload) -> set[str]:
    """The columns that were empty before the last edit, and are no more."""
    if not upload.edits:
        return set()
    before, after = edited(upload.table.frame, upload.edits[:-1]), upload.frame
    return {
        str(name)
        for name in before.columns
        if before[name].isna().all() and name in after and after[name].notna().any()
    }
