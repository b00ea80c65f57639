"""What lets one process serve a class, where Streamlit alone would serve a few.

All students share one thread's worth of Python, so what is done anew at each click, or looked
at again and again, is done once. Open files and sockets are as many as the system allows: a student
has four, a socket, and the three of a loop of asyncio that Streamlit makes for each session. Not
done here: who draws when (``draw_limit``), and what is given back (``while_served``).
"""

from __future__ import annotations

import gc
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.types import ASGIApp, Receive, Scope, Send

from dtshow.lesson.policies import check_recipe_texts
from pages.streamlit_inside.clicks import finish_clicks
from pages.streamlit_inside.theme import read_theme_once
from pages.work.settings import settings

if sys.platform != "win32":
    import resource


TURN: Final = 0.001
"""Seconds after which threads take turns, a fifth of Python's own: while one student's large file
is read, the clicks of the others wait less."""
YOUNG: Final = (5_000, 20, 50)
"""A click makes some thousand objects. With the 700 of older Pythons each click is held up once or
twice, and about each hundredth until all objects of all students have been looked at."""
LATER: Final = ("grow.acts", "grow.host", "grow.looking", "grow.tools", "pruning.stage")
"""Modules which bring along all that pages need: libraries with 140,000 objects, that stay."""


def ready_for_many() -> None:
    """To be called once, before the first student comes. Raises SettingsError."""
    allow_uploads(settings().limits.megabytes)
    sys.setswitchinterval(TURN)
    raise_limit()
    read_theme_once()
    finish_clicks()
    check_recipe_texts()
    for name in LATER:
        import_module(f"pages.ui.{name}")
    gc.collect()
    gc.freeze()  # the collector need not look at these again
    gc.set_threshold(*YOUNG)


def raise_limit() -> None:
    """As many as the system lets this process have. Windows has no such limit."""
    if sys.platform != "win32":
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS names a limit that it does not take
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def descriptor_limit() -> int | None:
    """How many this process may have, if there is a limit."""
    if sys.platform == "win32":
        return None
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def allow_uploads(megabytes: int) -> None:
    """Streamlit's server refuses what is larger, whatever the place for a file says. It keeps in
    memory what has come, so on its way a file lies there, too: a file on the disk is written to by
    another thread for each piece, at the cost of the one that answers all."""
    st.config.set_option("server.maxUploadSize", megabytes)
    MultiPartParser.spool_max_size = (megabytes + 1) * 2**20


class NoDelay:
    """Sends what a click brings as it comes. For asyncio's own loop; uvloop does so itself.

    Streamlit's socket keeps small messages back until the browser has acknowledged the one
    before (Nagle's algorithm), and browsers put that off by 40 ms: 40 ms more for each click.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            transport = getattr(getattr(receive, "__self__", None), "transport", None)
            connection = transport and transport.get_extra_info("socket")
            if connection and connection.family != getattr(socket, "AF_UNIX", None):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self.app(scope, receive, send)
