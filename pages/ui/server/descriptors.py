"""Open files and sockets: as few as may be for each student, and as many as the system allows.

Streamlit makes a loop of asyncio for the script of each session, in case a library asks for one.
Ours never does, and each would hold three descriptors beside the student's socket.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final

from streamlit.runtime import app_session

if sys.platform != "win32":
    import resource

OWN: Final = ("close", "is_closed", "is_running")


def raise_limit() -> None:
    """As many as the system lets this process have. Windows has no such limit."""
    if sys.platform != "win32":
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS names a limit that it does not take
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def limit() -> int | None:
    """How many this process may have, if there is a limit."""
    if sys.platform == "win32":
        return None
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def make_loops_on_demand() -> None:
    """Streamlit has no public way to this: its module of sessions gets an asyncio with another
    way to make loops. The server's own loop is made elsewhere."""
    sessions: Any = app_session
    sessions.asyncio = SimpleNamespace(**{**vars(asyncio), "new_event_loop": LoopOnDemand})


class LoopOnDemand(asyncio.AbstractEventLoop):
    """A loop that is made when it is used, by whatever is asked of it first."""

    def __init__(self) -> None:
        self._made: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def is_closed(self) -> bool:
        return self._closed or (self._made is not None and self._made.is_closed())

    def is_running(self) -> bool:
        return self._made is not None and self._made.is_running()

    def close(self) -> None:
        if self._made is not None:
            self._made.close()
        self._closed = True

    def made(self) -> asyncio.AbstractEventLoop:
        if self._closed:
            raise RuntimeError("Event loop is closed")
        if self._made is None:
            self._made = asyncio.new_event_loop()
        return self._made


def _asks_the_made_one(name: str) -> Any:
    def ask(self: LoopOnDemand, *given: Any, **more: Any) -> Any:
        return getattr(self.made(), name)(*given, **more)

    return ask


for _name in vars(asyncio.AbstractEventLoop):
    if not _name.startswith("_") and _name not in OWN:
        setattr(LoopOnDemand, _name, _asks_the_made_one(_name))
