"""The store of this process: opened when it is first needed, and looked through once an hour.

Where it cannot be reached, whoever asks gets a StoreError, and all else goes on: a table then stays
in its session alone. It is tried again a little later. Where its file is another one than it was,
it is opened anew within a minute.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from pages.store.rooms import Rooms
from pages.store.schema import SchemaError, file_of, usual_url
from pages.store.store import HOUR, Store, StoreError
from pages.work.settings import Retention, settings

NAMED_BY: Final = "NBN_STORE"
"""An environment variable with the URL of the store, before what the owner's file says."""
AGAIN: Final = 15.0
"""Seconds until a store that could not be opened is tried again."""
MINUTE: Final = 60.0
_log: Final = logging.getLogger(__name__)
_turn: Final = threading.Lock()
_opened: dict[str, Store] = {}
_files: dict[str, tuple[int, int] | None] = {}
_failed: dict[str, float] = {}


def url() -> str:
    return os.environ.get(NAMED_BY) or settings().store.url or usual_url()


def retention() -> Retention:
    """For how long tables are kept here, and how many."""
    return settings().store


def store() -> Store:
    """The store of this server. Raises StoreError if it cannot be reached now."""
    place = url()
    with _turn:
        if place not in _opened:
            if time.monotonic() - _failed.get(place, -AGAIN) < AGAIN:
                raise StoreError("The server cannot reach the place where it keeps tables.")
            try:
                _opened[place] = Store.open(place, retention())
                _files[place] = file_of(_opened[place].engine)
            except (SQLAlchemyError, OSError, SchemaError) as error:
                _failed[place] = time.monotonic()
                _log.warning("The store cannot be opened, so tables are not kept: %s", error)
                raise StoreError(
                    "The server cannot reach the place where it keeps tables."
                ) from error
        return _opened[place]


@asynccontextmanager
async def tables_expire(app: object) -> AsyncIterator[None]:
    """Lets go of what is late, as long as the server lives."""
    task = asyncio.create_task(_look_through())
    try:
        yield
    finally:
        task.cancel()


async def _look_through() -> None:
    cleaning = Cleaning()
    while True:
        await asyncio.to_thread(let_go_of_lost)
        with suppress(StoreError):
            await asyncio.to_thread(lambda: cleaning.look(store()))
        await asyncio.sleep(MINUTE)


def let_go_of_lost() -> None:
    """Of stores whose files were deleted or replaced: what is written there, nobody finds again."""
    with _turn:
        for place, lost in list(_opened.items()):
            if file_of(lost.engine) != _files[place]:
                _log.warning("The store's file was deleted or replaced, so it is opened anew.")
                lost.engine.dispose()
                del _opened[place]


@dataclass
class Cleaning:
    """Lets go of what was late at two looks, an hour apart: a clock that jumps ahead and is put
    right deletes nothing. ``steady`` is one that never jumps. A process that begins goes on from
    the last look of those before it: none may run for an hour."""

    steady: Callable[[], float] = time.monotonic
    before: float | None = None
    looked: float = 0.0

    def look(self, kept: Store) -> int:
        """At most once an hour; how many tables and classes went. Raises StoreError."""
        if self.before is not None and self.steady() - self.looked < HOUR:
            return 0
        kept.forget_senders()
        now, last, gone = kept.now(), kept.last_look(), 0
        earlier = self.before
        if earlier is None and last <= now - HOUR:
            earlier = last
        if earlier is not None:
            then = replace(kept, now=lambda: min(earlier, now))
            gone = then.expire() + Rooms(then.engine, then.now).expire()
        if not now - HOUR < last <= now:  # one of this hour stays, until it is an hour old
            kept.write_down_look()
        self.before, self.looked = now, self.steady()
        return gone
