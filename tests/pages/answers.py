"""What an ASGI app answers, asked without a server."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Scope


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Headers
    body: bytes


def answered(
    app: ASGIApp, path: str, query: str = "", headers: Mapping[str, str] | None = None, **more: Any
) -> Answer:
    """What it answers to GET, or as ``more`` of the scope says."""
    asked = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    start, *parts = sent(app, {**asked, "headers": Headers(headers or {}).raw, **more})
    body = b"".join(part.get("body", b"") for part in parts)
    return Answer(start["status"], Headers(raw=start["headers"]), body)


def sent(app: ASGIApp, scope: Scope, coming: Iterable[Message] = ()) -> list[Message]:
    """All that it sends, while what is ``coming`` comes."""
    return sent_at_once(app, [(scope, coming)])[0]


def sent_at_once(
    app: ASGIApp, asked: Iterable[tuple[Scope, Iterable[Message]]]
) -> list[list[Message]]:
    """As ``sent``, to each of those who ask at the same time."""

    async def answer(scope: Scope, coming: Iterable[Message]) -> list[Message]:
        left, answers = iter(coming), list[Message]()

        async def receive() -> Message:
            return next(left)

        async def send(message: Message) -> None:
            answers.append(message)

        await app(scope, receive, send)
        return answers

    async def answer_all() -> None:
        answered.extend(await asyncio.gather(*(answer(*one) for one in asked)))

    answered = list[list[Message]]()
    apart(answer_all)
    return answered


def apart(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Done in a thread, which has no loop: that of a browser test may run in this."""
    with ThreadPoolExecutor() as beside:
        beside.submit(lambda: asyncio.run(work())).result()
