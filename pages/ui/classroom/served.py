"""The classes of this process. Their hub lives as long as the server, and lets go of its listeners
before the server waits for them: streams would hold up its end for ever."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any, Final

from pages.ui.classroom.hub import Hub
from pages.ui.classroom.opening import rooms
from pages.ui.classroom.routes import Classroom

HUB: Final = Hub(rooms)
CLASSROOM: Final = Classroom(HUB)
ENDS: Final = (signal.SIGINT, signal.SIGTERM)


@asynccontextmanager
async def classes(hub: Hub = HUB) -> AsyncIterator[None]:
    """Runs the hub."""
    task = asyncio.create_task(hub.run())
    loop = asyncio.get_running_loop()
    try:
        with _heard_first(lambda: loop.call_soon_threadsafe(hub.stop)):
            yield
    finally:
        hub.stop()
        task.cancel()


@contextmanager
def _heard_first(end: Callable[[], object]) -> Iterator[None]:
    """What ends the server calls ``end`` first. Only the main thread can be told of it; in any
    other the server is no process of its own."""

    def before(usual: Any) -> Callable[[int, FrameType | None], object]:
        def heard(number: int, frame: FrameType | None) -> None:
            end()
            if callable(usual):
                usual(number, frame)

        return heard

    try:
        usual = {number: signal.getsignal(number) for number in ENDS}
        for number, handler in usual.items():
            signal.signal(number, before(handler))
    except ValueError:
        usual = {}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
