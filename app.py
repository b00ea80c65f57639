"""Node by Node: ``streamlit run app.py`` serves the app. Nothing else is done here."""

import socket
import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.tidying import tidying


async def not_here(request: Request) -> JSONResponse:
    """No configuration: the browser goes on to look for the server at the root.

    On a deep link Streamlit's page first looks below its own address (/grow/_stcore/...), and
    a 404 there would stand as an error in the console of every student who opens a link.
    """
    return JSONResponse(None)


def excuse(error: Exception) -> bool:
    """What a reader sees of a fault of ours, in their language; the log has the rest."""
    from pages.ui.frame import unexpected  # not before a session runs

    unexpected()
    return True


class AtOnce:
    """Sends what a click brings as it comes.

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


# Threads take turns every millisecond, not every five: while one student's large file is read,
# the clicks of the others wait half as long.
sys.setswitchinterval(0.001)

# An App with its script elsewhere, and not a script: Streamlit takes a folder pages/ beside a
# script for pages of its own making, and passes by st.navigation on the first deep link.
app = st.App(
    Path(__file__).resolve().parent / "pages" / "ui" / "navigation.py",
    routes=[
        Route("/{page}/_stcore/health", not_here),
        Route("/{page}/_stcore/host-config", not_here),
    ],
    middleware=[Middleware(AtOnce)],
    on_script_error=excuse,
    lifespan=tidying,
)
