"""A few lines of script in Streamlit's page: they keep the presses of page keys from its first
moment on until the stage is there, fetch the stage's modules meanwhile, and keep Back for pages.
Whatever else the app draws comes a second later.

Without ``early_keys.js`` a clicker's presses on a page that still comes are lost (four tests of
``test_clicker.py``); without ``early_history.js`` Back leads from click to click and not to the
page before (two of ``test_back.py``); without ``early_modules.js`` the first sentence of a cold
Grow page comes 0.6 s later (3.6 instead of 3.0 s, medians of eleven in turns on a busy machine). A
page of Streamlit's of another build is passed on as it is. The script never changes;
``security_headers`` names it by its digest.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HERE: Final = Path(__file__).parent
SCRIPT: Final = b"".join(
    (HERE / name).read_bytes() for name in ("early_keys.js", "early_modules.js", "early_history.js")
)
AFTER: Final = b"<head>"
PAGE: Final = b'id="root"'
"""What Streamlit's page has, and nothing else that is served."""
ROOT: Final = b'<div id="root"></div>'
DRAWN_AT_ONCE: Final = (
    b'<div id="root"><style>:root { color-scheme: light dark }</style>'
    b'<p style="margin: 40vh 0; text-align: center; font: 16px sans-serif; opacity: .6">'
    b"Node by Node</p></div>"
)
SHEET: Final = re.compile(rb'<link rel="stylesheet"[^>]*>')
NEGOTIATED: Final = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")


class EarlyScript:
    """Puts the script into the page, which is a file of Streamlit's own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _asks_for_a_page(scope):
            await self.app(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name not in NEGOTIATED]
        await self.app({**scope, "headers": plain}, receive, _Page(send))


def _asks_for_a_page(scope: Scope) -> bool:
    """An answer to HEAD has no body that a script could be put into."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


class _Page:
    """Holds an answer back until it is whole."""

    def __init__(self, send: Send) -> None:
        self.send, self.body = send, b""
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if Headers(raw=message["headers"]).get("content-type", "").startswith("text/html"):
                self.start = message
                return
        elif self.start is not None:
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._sent(self.start)
            return
        await self.send(message)

    async def _sent(self, start: Message) -> None:
        body = with_script(self.body)
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["content-length"] = str(len(body))
        if body != self.body:
            for name in ("etag", "last-modified"):
                del headers[name]
        await self.send({**start, "headers": headers.raw})
        await self.send({"type": "http.response.body", "body": body})


def with_script(page: bytes) -> bytes:
    """The page with the script first in its head, and first paint at once; anything else as it is.

    Browsers drop what is pressed before a page has painted something. So its style sheets, for
    which painting waits, stand below the root, and in the root stands a word until Streamlit draws.
    """
    if PAGE not in page:
        return page
    sheets = b"".join(SHEET.findall(page))
    page = SHEET.sub(b"", page).replace(ROOT, DRAWN_AT_ONCE + sheets, 1)
    return page.replace(AFTER, AFTER + b"<script>" + SCRIPT + b"</script>", 1)
