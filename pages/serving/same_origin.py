"""Sockets are opened by the app's own pages, and by those that the owner names.

A browser says which site a page is of that opens a socket. Streamlit compares it, too, but with
the addresses of its own machine, and asks another server for one of them: where packets to the
outside are dropped, nobody gets an answer for two seconds. So it is not left to compare anything.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

VIOLATION = 1008
"""What a socket is closed with that breaks a rule; before it is open the answer is 403."""


class SameOrigin:
    """Refuses sockets of pages elsewhere. ``others``: sites that may open one all the same, with
    blanks between them, each a scheme and a host."""

    def __init__(self, app: ASGIApp, others: str = "") -> None:
        self.app = app
        self.others = set(others.lower().split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            origin, host = headers.get("origin"), headers.get("host", "")
            if origin is not None and not self._allowed(origin.lower(), host.lower()):
                await send({"type": "websocket.close", "code": VIOLATION})
                return
            scope = _of_the_host(scope, host) if origin is not None else scope
        await self.app(scope, receive, send)

    def _allowed(self, origin: str, host: str) -> bool:
        return origin in self.others or _site(origin) == host != ""


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # no address
        return ""


def _of_the_host(scope: Scope, host: str) -> Scope:
    """With the host as its origin, which Streamlit lets pass without a further look."""
    headers = MutableHeaders(raw=list(scope["headers"]))
    headers["origin"] = f"{urlsplit(headers['origin']).scheme}://{host}"
    return {**scope, "headers": headers.raw}
