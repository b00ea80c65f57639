"""What is done as long as the server lives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pages.serving.memory_cleanup import memory_cleanup
from pages.store.kept_tables import tables_expire
from pages.ui.classroom.served import classes
from pages.ui.components.mount import served
from pages.work.own_process import PROCESSES


@asynccontextmanager
async def while_served(app: object) -> AsyncIterator[None]:
    """The files of components are there before the first page asks for them."""
    served()
    PROCESSES.make_ready()
    try:
        async with memory_cleanup(app), tables_expire(app), classes():
            yield
    finally:
        PROCESSES.close()
