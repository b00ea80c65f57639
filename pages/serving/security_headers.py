"""What the browser may do with the app's pages: said with each answer, in headers.

Scripts come from this server; the few that stand in a page are named by their digests, so that a
script which someone smuggles in does not run. Two things could not be avoided: styles may stand
anywhere (Streamlit's elements carry theirs), and Streamlit's library of messages compiles 60
bytes of WebAssembly when it is loaded. HSTS belongs to the proxy that speaks HTTPS.

A browser keeps cookies from frames of other sites unless they say that they are meant for it. Where
the owner names such sites, ours do over HTTPS, so that a table can be uploaded there.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.streamlit_inside import web
from pages.streamlit_inside.early_script import SCRIPT
from pages.ui.shell.frame import SCRIPT as OF_THE_ROOT

INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
ALWAYS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # addresses carry names that nobody should guess
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

IN_FRAMES: Final = "; SameSite=None; Secure; Partitioned"
"""What a cookie says to be kept in a frame of another site, for the site around it alone."""


def policy(scripts: Iterable[bytes], ancestors: str) -> str:
    """What a page may load: of this server, what it made itself, and the ``scripts`` in it."""
    digests = (f"'sha256-{b64encode(sha256(one).digest()).decode()}'" for one in scripts)
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(("'self'", "'wasm-unsafe-eval'", *digests)),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-src": "'self'",  # the board of a class shows the pages of a lesson
        "frame-ancestors": ancestors,
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def scripts_of_the_page() -> list[bytes]:
    """What stands in Streamlit's page and in ours."""
    return [SCRIPT, *INLINE.findall(web.page()), OF_THE_ROOT.encode()]


class SecurityHeaders:
    """Says them with each answer. ``ancestors``: the pages that may show the app in a frame."""

    def __init__(self, app: ASGIApp, ancestors: str) -> None:
        self.app, self.framed = app, "://" in ancestors
        rules = policy(scripts_of_the_page(), ancestors)
        self.said = {**ALWAYS, "content-security-policy": rules}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self.said)
                if self.framed and _by_https(scope):
                    cookies = headers.getlist("set-cookie")
                    del headers["set-cookie"]
                    for cookie in cookies:
                        headers.append(
                            "set-cookie", cookie.replace("; SameSite=Lax", "") + IN_FRAMES
                        )
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def _by_https(scope: Scope) -> bool:
    """Whether the reader's browser speaks HTTPS, to the server or to the proxy before it."""
    return Headers(scope=scope).get("x-forwarded-proto", scope.get("scheme")) == "https"
