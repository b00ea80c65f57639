"""The made tables that someone is on: each is made once, shared, and gone with the last session.

They may be large, so no cache holds them: a session does (``pages.ui.shell.session``), and what
stands here does not count as holding. Large ones are made one at a time, so that a class that
opens the same link makes one table, and the others on the server keep a processor.
"""

from __future__ import annotations

import gc
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

import pandas as pd

from dtcore.errors import DataError
from dtcore.progress import ShareProgress, unheard
from dtshow.tables.generated import GeneratedTable
from pages.work.byte_cache import BYTES, byte_cache

PATIENCE: Final = 0.2
"""Seconds between two words to those who wait in line."""

_tables: WeakValueDictionary[str, pd.DataFrame] = WeakValueDictionary()
_line = Lock()


def at_hand(key: str) -> bool:
    """Whether the table of ``key`` need not be made, since someone is on it."""
    return key in _tables


def table(entry: GeneratedTable, progress: ShareProgress = unheard) -> pd.DataFrame:
    """A made table, for as long as the caller keeps it; the same for all who ask meanwhile.

    ``progress`` hears the share that is done, 0 in line, and may raise. Raises DataError if
    there is no room.
    """
    result = _tables.get(entry.key)
    if result is not None:
        return result
    if not entry.large:
        return _tables.setdefault(entry.key, entry.practice.make())
    while not _line.acquire(timeout=PATIENCE):
        progress(0.0)
    try:
        result = _tables.get(entry.key)  # someone before us in line may have made it
        if result is None:
            _check_room(entry.practice.cells)
            result = _tables[entry.key] = entry.practice.make(progress)
            byte_cache.watch(result)
        return result
    finally:
        _line.release()


def _check_room(cells: int) -> None:
    if not byte_cache.room(cells * BYTES):
        gc.collect()  # what was let go in a circle counts until then
        if byte_cache.room(cells * BYTES):
            return
        raise DataError(
            "So many large tables are open here that there is no room for this one. "
            "Generate one with fewer rows or columns, or try again later."
        )
