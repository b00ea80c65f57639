"""The store of this process: opened when it is first needed, and looked through once an hour.

Where it cannot be reached, whoever asks gets a StoreError, and all else goes on: a table then stays
in its session alone. It is tried again a little later.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from pages.store.rooms import Rooms
from pages.store.schema import SchemaError, usual_url
from pages.store.store import HOUR, Retention, Store, StoreError
from pages.ui.server.settings import settings

NAMED_BY: Final = "NBN_STORE"
"""An environment variable with the URL of the store, before what the owner's file says."""
AGAIN: Final = 15.0
"""Seconds until a store that could not be opened is tried again."""
_log: Final = logging.getLogger(__name__)
_turn: Final = threading.Lock()
_opened: dict[str, Store] = {}
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
    while True:
        with suppress(StoreError):
            await asyncio.to_thread(_expire)
        await asyncio.sleep(HOUR)


def _expire() -> None:
    store().expire()
    Rooms(store().engine).expire()
