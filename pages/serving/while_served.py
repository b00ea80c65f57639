"""What is done as long as the server lives; and what students leave behind is given back to the
system when most of them have gone.

Streamlit keeps a session for a while after its page is closed, and then drops it only when
another one comes or goes; and the C library keeps most of what was freed. Not done here:
what is kept and for how long, but for its being weighed (``pages.work.byte_cache``).
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from pages.store.kept_tables import tables_expire
from pages.streamlit_inside import sessions
from pages.ui.classroom.opening import GuidedLessons, lessons_from
from pages.ui.classroom.served import classes
from pages.ui.components.mount import served
from pages.work.byte_cache import byte_cache
from pages.work.own_process import PROCESSES

EVERY: Final = 60.0
"""Seconds from one look to the next."""


@asynccontextmanager
async def memory_cleanup(app: object) -> AsyncIterator[None]:
    """Tidies up as long as the server lives."""
    task = asyncio.create_task(_tidy())
    try:
        yield
    finally:
        task.cancel()


async def _tidy() -> None:
    most = 0
    while True:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(byte_cache.weigh)
        await asyncio.to_thread(trim)
        now = sessions.count()
        most = max(most, now)
        if now <= most // 2 and most:  # collecting takes a moment for all who are still there
            most = now
            await asyncio.to_thread(give_back)


def give_back() -> None:
    """Collect what nobody refers to, and give it back."""
    gc.collect()
    trim()


def trim() -> None:
    """Give free pages back where the C library can: each click leaves some between others."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another library than glibc
            ctypes.CDLL(None).malloc_trim(0)


def _story() -> Any:
    """The guided lessons as classes follow them, loaded when somebody asks: they need all pages."""
    from pages.ui.story import to_class

    return to_class


@asynccontextmanager
async def while_served(app: object) -> AsyncIterator[None]:
    """The files of components are there before the first page asks for them."""
    served()
    lessons_from(
        GuidedLessons(
            lambda: _story().listed(),
            lambda key: _story().stops(key),
            lambda address: _story().tree_at(address),
        )
    )
    PROCESSES.make_ready()
    try:
        async with memory_cleanup(app), tables_expire(app), classes():
            yield
    finally:
        PROCESSES.close()
