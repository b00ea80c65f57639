"""How much of what students upload is held: by one of them, and by all together; and that it is
taken in piece by piece.

Streamlit bounds each file, and keeps every one until its session ends, be it asked for or not. A
page that has taken a file lets go of it (``drop_files``). Not done here: how large a file may be
(``tuning``), and what pages keep of it.
"""

from __future__ import annotations

import re
import time
from asyncio import Lock, sleep
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.streamlit_inside.sessions import Shelf

MEGABYTE: Final = 2**20
AROUND: Final = MEGABYTE
"""What may be sent around a file: its name, and where it begins and ends."""
FILES: Final = 3
"""As many files of the largest size may one student have here: a pair, and one more."""
REST: Final = 3
"""After each piece, so many times as long as it took, none is taken in: 10 MB take 0.2
seconds instead of 0.05."""
PLACE: Final = re.compile(r".*/_stcore/upload_file/(?P<session>[^/]+)/[^/]+")
TOO_MUCH: Final = "More than {megabytes} MB at once. Send one file after the other."
FULL: Final = "Too many files are being sent to this server. Try again in a minute."


class UploadLimit:
    """Counts what is here and what is on its way. ``largest``: megabytes of a file; ``total``:
    megabytes of all files of all students."""

    def __init__(self, app: ASGIApp, largest: int, total: int) -> None:
        self.app = app
        self.largest = largest * MEGABYTE + AROUND
        self.each = FILES * self.largest
        self.total = max(total * MEGABYTE, self.each)
        self.coming: Counter[str] = Counter()
        self.taking_in = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        put = scope["type"] == "http" and scope["method"] == "PUT"
        found = PLACE.fullmatch(scope["path"]) if put else None
        if found is None:
            await self.app(scope, receive, send)
            return
        session, size = found["session"], min(_announced(scope), self.largest)
        if refusal := self._refusal(session, size):
            await self._heard_out(receive)
            await refusal(scope, receive, send)
            return
        with self._on_its_way(session, size), PieceByPiece(receive, self.taking_in) as taken_in:
            await self.app(scope, taken_in, send)

    def _refusal(self, session: str, size: int) -> PlainTextResponse | None:
        """Why there is no room, after older files of the student have made some."""
        shelf = Shelf()
        if self.coming[session] + size > self.each:
            text = TOO_MUCH.format(megabytes=self.each // MEGABYTE)
            return PlainTextResponse(text, 413)
        here = shelf.sizes(session)
        for file in here:  # the oldest first
            if sum(here.values()) + self.coming[session] + size > self.each:
                shelf.drop(session, [file])
                here = shelf.sizes(session)
        if shelf.total() > self.total - self.coming.total() - size:
            return PlainTextResponse(FULL, 503, {"retry-after": "60"})
        return None

    async def _heard_out(self, receive: Receive) -> None:
        """Who is still sending hears no answer: the connection would be cut before."""
        heard = 0
        while heard < self.largest:
            message = await receive()
            heard += len(message.get("body", b""))
            if not message.get("more_body", False):
                return

    @contextmanager
    def _on_its_way(self, session: str, size: int) -> Iterator[None]:
        self.coming[session] += size
        try:
            yield
        finally:
            self.coming[session] -= size
            self.coming += Counter()  # without those that have come
            Shelf().drop_if_gone(session)


class PieceByPiece:
    """What ``receive`` brings of one file, each piece when it is its turn: the thread that looks
    pieces through answers all, and forty would go before anybody's click. A turn lasts until the
    next piece is asked for, and ``REST`` times as long for all others; a slow sender has none."""

    def __init__(self, receive: Receive, turn: Lock) -> None:
        self._receive, self._turn, self._has_turn = receive, turn, False
        self._since = 0.0

    async def __call__(self) -> Message:
        if self._has_turn:
            await sleep(REST * (time.perf_counter() - self._since))
        self._give_back()
        message = await self._receive()
        await self._turn.acquire()
        self._has_turn, self._since = True, time.perf_counter()
        return message

    def __enter__(self) -> PieceByPiece:
        return self

    def __exit__(self, *fault: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._has_turn:
            self._turn.release()
        self._has_turn = False


def _announced(scope: Scope) -> int:
    """Bytes that the request says it has; the most if it does not say."""
    said = Headers(scope=scope).get("content-length", "")
    return int(said) if said.isdecimal() else 2**62
