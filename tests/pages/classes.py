"""A live class without a server: its routes over a store of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import Message, Scope

from pages.store.rooms import Rooms
from pages.ui.classroom.class_state import begun
from pages.ui.classroom.hub import Hub
from pages.ui.classroom.limits import ClassLimits
from pages.ui.classroom.routes import Classroom
from pages.ui.classroom.view import View
from tests.pages.answers import Answer, sent, sent_at_once

STEP = "/grow?data=playtennis&recipe=id3&step=0"


@dataclass
class AClass:
    """A class at a step, with its teacher's ``secret``."""

    rooms: Rooms
    code: str = ""
    secret: str = ""
    prefix: str = ""
    limits: ClassLimits = field(default_factory=ClassLimits)
    kind: str = "application/json"

    def __post_init__(self) -> None:
        self.code, self.secret = self.rooms.open(begun(STEP).standing)
        classroom = Classroom(Hub(lambda: self.rooms), lambda: self.rooms, self.limits)
        self.app = Starlette(routes=[classroom.mounted(self.prefix)])

    def get(self, path: str, token: str = "", /, **query: str) -> Answer:
        return self._answered("GET", path, token, b"", urlencode(query))

    def post(self, path: str, token: str = "", /, **given: Any) -> Answer:
        return self.send(path, token, json.dumps(given).encode())

    def send(self, path: str, token: str, body: bytes) -> Answer:
        return self._answered("POST", path, token, body)

    def lead(self, act: str, **given: Any) -> None:
        """As the teacher does. Fails if it is not done."""
        answer = self.post("lead", self.secret, act=act, **given)
        assert answer.status == 200, answer.body.decode()

    def join(self) -> str:
        token: str = json.loads(self.post("join").body)["token"]
        return token

    def vote(self, token: str, choice: object, **other: Any) -> int:
        """The status of the answer to a vote on the first question."""
        given = {"question": 1, "round": 1, "choice": choice, "sure": 2, **other}
        return self.post("vote", token, **given).status

    def view(self) -> View:
        return View(self.rooms.look(self.code))

    def posted_at_once(self, path: str, token: str, times: int) -> list[int]:
        """The statuses of as many answers, asked for at the same time."""
        asked = [(self._scope("POST", path, token), _coming(b"")) for _ in range(times)]
        return [answer[0]["status"] for answer in sent_at_once(self.app, asked)]

    def _answered(self, method: str, path: str, token: str, body: bytes, query: str = "") -> Answer:
        start, *parts = sent(self.app, self._scope(method, path, token, query), _coming(body))
        whole = b"".join(part.get("body", b"") for part in parts)
        return Answer(start["status"], Headers(raw=start["headers"]), whole)

    def _scope(self, method: str, path: str, token: str, query: str = "") -> Scope:
        headers = {"content-type": self.kind} if method == "POST" else {}
        headers |= {"authorization": f"Bearer {token}"} if token else {}
        return {
            "type": "http",
            "method": method,
            "path": f"{self.prefix}/class/{self.code}/{path}".rstrip("/"),
            "query_string": query.encode(),
            "headers": Headers(headers).raw,
            "client": ("10.0.0.9", 50_000),
        }


def _coming(body: bytes) -> Iterable[Message]:
    """In parts, as from a network."""
    for start in range(0, len(body), 500):
        yield {"type": "http.request", "body": body[start : start + 500], "more_body": True}
    yield {"type": "http.request", "body": b"", "more_body": False}
    yield {"type": "http.disconnect"}
