"""Tables larger than memory that the owner of the server offers in a folder (``settings.large``).

An address names one of them, ``data=large~flights.parquet``, and only by a name that the folder
lists: no path can be said. Each way of taking a table (its target, what is left out) has a coded
copy of its own, and a copy in use is never written anew. Not done here: what is shown while a
table is prepared (``pages.ui.shell.links``).
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from errno import EACCES
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

import pandas as pd

import dttools as dt
from dtcore.model import digest_of
from dtcore.progress import ShareProgress
from dtshow.tables.table_choice import TableChoice
from dtshow.tables.target_guess import guess_target
from dtshow.words.language import N_
from dttools.large import CountedTable, ListedTable, first_rows, tables_in
from pages.work.settings import settings

LARGE: Final = "large~"
"""Before the name of a large table, in an address."""
COPIES: Final = ".counted"
MOST_COPIES: Final = 12
ABANDONED: Final = 3600
"""Seconds after which nobody writes any more on what is not finished."""
LEVELS: Final = 256
"""A column of words with more is left out at first: it cannot be counted value by value."""

_open: Final = WeakValueDictionary[Path, CountedTable]()
"""The tables that someone is on, by their copies."""
_line: Final = Lock()


class NotPreparedError(dt.DataError):
    """A table has no copy yet, and nobody said that there is time to make one."""

    def __init__(self) -> None:
        super().__init__(N_("This large table is not prepared yet. Open it on the home page."))


@dataclass(frozen=True)
class FirstLook:
    """How a large table is first taken, and what its columns are called."""

    choice: TableChoice
    columns: tuple[str, ...]


def is_large(key: str) -> bool:
    return key.startswith(LARGE)


def offered() -> bool:
    """Whether the owner of the server names a folder."""
    return bool(settings().large.folder)


def listed() -> dict[str, ListedTable]:
    """The tables on offer by name. Raises ReadingError with what to do if they cannot be had."""
    try:
        return {one.name: one for one in tables_in(Path(settings().large.folder))}
    except OSError as error:
        raise dt.ReadingError(
            "The folder of large tables cannot be read: {reason}. The owner of this server can "
            "set it: [large] folder, in settings.toml.",
            reason=error.strerror or "?",
        ) from error


def named(key: str) -> ListedTable:
    """The table of a key. Raises LinkError or ReadingError."""
    found = listed().get(key.removeprefix(LARGE)) if offered() else None
    if found is None:
        raise dt.LinkError(
            "This link names a large table “{name}” that this server does not offer. Choose a "
            "table on the home page.",
            name=key.removeprefix(LARGE)[:80],
        )
    return found


def first_look(key: str) -> FirstLook:
    """Raises LinkError or ReadingError."""
    found = named(key)
    return _first_look(found, _state_of(found))


@lru_cache(64)
def _first_look(listed: ListedTable, state: str) -> FirstLook:
    frame = first_rows(listed)
    target, names = guess_target(frame).column, tuple(map(str, frame.columns))
    roles = {str(name): "ignore" for name in frame if name != target and _too_many(frame[name])}
    used = frame[[name for name in frame if str(name) not in roles]]
    gaps = bool(used.isna().to_numpy().any())
    return FirstLook(TableChoice(LARGE + listed.name, target, roles, complete=gaps), names)


def _too_many(cells: pd.Series) -> bool:
    return not pd.api.types.is_numeric_dtype(cells) and cells.nunique() > LEVELS


def table(choice: TableChoice, progress: ShareProgress | None = None) -> CountedTable:
    """The table of a choice, to be counted; prepared now, if ``progress`` hears how far it is.

    Raises NotPreparedError without it, and LinkError, ReadingError or DataError.
    """
    if choice.log or choice.costs or "weight" in choice.roles.values():
        raise dt.DataError(
            "A large table takes its rows and its target as they are: no weights, no costs, no "
            "logarithm. Leave them out, or bring a sample of it as a table of your own."
        )
    found = named(choice.key)
    path = _copy_of(found, choice)
    known = _open.get(path)
    if known is not None and path.exists():
        return known
    with _line if progress else Lock():
        result = _opened(found, choice, path, progress)
    os.utime(path)
    other = _open.get(path)  # opened at the same time
    if other is not None and other is not known:
        return other
    _open[path] = result
    return result


def _opened(
    found: ListedTable, choice: TableChoice, path: Path, progress: ShareProgress | None
) -> CountedTable:
    if progress is None and not path.exists():
        raise NotPreparedError
    if not path.exists():
        _make_room(path.parent)
    return dt.open(
        found.path,
        choice.target,
        ignore=_ignored(choice),
        kinds=choice.kinds,
        complete=choice.complete,
        table=found.table,
        copy=path,
        progress=progress or _at_once,
    )


def _at_once(share: float) -> None:
    if share < 1:
        raise NotPreparedError


def as_counted(choice: TableChoice) -> TableChoice:
    """What can be prepared of a choice that asks for more than counts."""
    roles = {name: role for name, role in choice.roles.items() if role == "ignore"}
    return replace(choice, roles=roles, log=False, costs={}, hold=None, without=())


def copy_of(choice: TableChoice) -> Path:
    """Where its copy is, or will be. Raises LinkError or ReadingError."""
    return _copy_of(named(choice.key), choice)


def _ignored(choice: TableChoice) -> list[str]:
    return sorted(name for name, role in choice.roles.items() if role == "ignore")


def _copy_of(found: ListedTable, choice: TableChoice) -> Path:
    taken = (choice.target, _ignored(choice), sorted(choice.kinds.items()), choice.complete)
    name = digest_of([repr((found.name, _state_of(found), taken)).encode()])[:24]
    return Path(settings().large.folder) / COPIES / f"{name}.parquet"


def _state_of(found: ListedTable) -> str:
    """What changes when the files of a table do."""
    files = sorted(found.path.rglob("*")) if found.path.is_dir() else [found.path]
    stats = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return digest_of([repr(stats).encode()])


def _make_room(copies: Path) -> None:
    """A place for one copy more; those that were not used for longest go. Raises DataError."""
    try:
        copies.mkdir(exist_ok=True)
        if not os.access(copies, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        for part in copies.glob("*.part"):  # of a server that ended while it wrote
            if part.stat().st_mtime < time.time() - ABANDONED:
                part.unlink(missing_ok=True)
        kept = sorted(copies.glob("*.parquet"), key=lambda file: file.stat().st_mtime)
        idle = [file for file in kept if file not in _open]
        for file in idle[: max(0, len(kept) - MOST_COPIES + 1)]:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise dt.DataError(
            "No copy of the table can be kept in the folder of large tables: {reason}. The owner "
            "of this server can let the app write there.",
            reason=error.strerror or "?",
        ) from error
    if len(kept) - len(idle) >= MOST_COPIES:
        raise dt.DataError(
            "So many large tables are open here that there is no room for the copy of one more. "
            "Try again later."
        )


def sample_frame(dataset: dt.Dataset) -> pd.DataFrame:
    """The rows that can be shown, with values by name."""
    rows = dataset.at_hand
    return pd.DataFrame(
        {
            column.name: column.values
            if column.levels is None
            else [column.levels[code] for code in column.values]
            for column in (*rows.columns, rows.target)
        }
    )
