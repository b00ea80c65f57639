"""What comes through a socket faster than it may is not read on; who sends it has to wait."""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from starlette.types import Message, Receive, Scope, Send

from pages.serving import socket_limit
from pages.serving.socket_limit import Pace, SocketLimit
from tests.browser.processes import free_port
from tests.pages.served import served

BURST, RATE = 20, 200
HEAD = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
KEY = bytes(4)
LARGE = 20 * 2**20
BEGINS = bytes([0x02, 0x80]) + KEY
"""The first part of a message."""
FRAMES = {
    "a message": bytes([0x82, 0x84]) + KEY + b"abcd",
    "an empty message": bytes([0x82, 0x80]) + KEY,
    "a ping": bytes([0x89, 0xFD]) + KEY + bytes(125),
    "a pong": bytes([0x8A, 0x80]) + KEY,
    "a part of a message": bytes([0x00, 0x80]) + KEY,
}


@dataclass
class Listener:
    """An app that takes whatever comes; ``came``: when and what; ``open``: so many sockets."""

    came: list[tuple[float, Message]] = field(default_factory=list)
    open: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        self.open += 1
        await send({"type": "websocket.accept"})
        while message["type"] != "websocket.disconnect":
            message = await receive()
            self.came.append((time.perf_counter(), message))
        self.open -= 1


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Listener, int]]:
    monkeypatch.setattr(socket_limit, "BURST", BURST)
    monkeypatch.setattr(socket_limit, "RATE", RATE)
    app, port = Listener(), free_port()
    with served(SocketLimit(app), port):
        yield app, port


def opened(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    line.sendall(HEAD)
    assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
    return line


def test_messages_are_taken_at_the_pace_that_they_may_have(listener: tuple[Listener, int]) -> None:
    app, port = listener
    with opened(port) as line:
        begun = time.perf_counter()
        line.sendall(b"".join(bytes([0x82, 0x82]) + KEY + bytes([0, k]) for k in range(200)))
        while len(app.came) < 200:
            assert time.perf_counter() < begun + 20
            time.sleep(0.01)
    assert [message["bytes"][1] for _, message in app.came[:200]] == list(range(200))
    for number, (moment, _message) in enumerate(app.came[:200], start=2):  # the first opened it
        assert number <= BURST + RATE * (moment - begun + 0.05) + 1


def test_a_burst_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limit, "BURST", BURST)
    monkeypatch.setattr(socket_limit, "RATE", 1e-6)
    waits = list[float]()

    async def receive() -> Message:
        return {"type": "websocket.receive"}

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def take(number: int) -> None:
        pace = Pace(receive)
        for _message in range(number):
            await pace()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(take(BURST))
    assert not waits
    asyncio.run(take(BURST + 1))
    assert len(waits) == 1


@pytest.mark.parametrize("kind", FRAMES)
def test_what_comes_behind_is_taken_too(kind: str, listener: tuple[Listener, int]) -> None:
    """A socket that was not read on for a while is read again."""
    app, port = listener
    part = kind == "a part of a message"
    end = bytes([0x80 if part else 0x82, 0x83]) + KEY + b"end"
    with opened(port) as line:
        begun = time.perf_counter()
        line.sendall(BEGINS * part + FRAMES[kind] * 5 * BURST)
        time.sleep(0.1)  # a piece of its own
        line.sendall(end)
        while not (app.came and app.came[-1][1].get("bytes") == b"end"):
            assert time.perf_counter() < begun + 20
            time.sleep(0.01)


def poured(line: socket.socket, kind: str) -> int:
    """How many bytes of such frames go out until a server that hears others takes no more."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**14)
    line.settimeout(0.5)
    many, sent = FRAMES[kind] * 10_000, 0
    if kind == "a part of a message":
        line.sendall(BEGINS)
    while sent < LARGE:
        try:
            sent += line.send(many)
        except TimeoutError:
            opened(line.getpeername()[1]).close()
            if not select.select([], [line], [], 0)[1]:
                break
    return sent


@pytest.mark.parametrize("kind", FRAMES)
def test_who_sends_too_much_has_to_wait(kind: str, listener: tuple[Listener, int]) -> None:
    """Whatever it is: the window of TCP closes, and what is on its way is all that is held."""
    _app, port = listener
    with opened(port) as line:
        assert poured(line, kind) < 2**20


def test_the_server_ends_while_much_waits_to_be_taken() -> None:
    """It tells the app behind all that waits, which would take minutes."""
    app, port = Listener(), free_port()
    with ExitStack() as ending:
        ending.enter_context(served(SocketLimit(app), port))
        line = ending.enter_context(opened(port))
        poured(line, "an empty message")
        begun = time.perf_counter()
    assert time.perf_counter() < begun + 5
    assert app.came
    assert app.open == 0  # each was told


def test_a_message_that_is_too_long_is_refused_by_its_head(listener: tuple[Listener, int]) -> None:
    _app, port = listener
    with opened(port) as line:
        line.sendall(bytes([0x82, 0xFF]) + (26_000_000).to_bytes(8, "big") + KEY)
        said = line.recv(100)
    assert (said[0], int.from_bytes(said[2:4], "big")) == (0x88, 1009)
