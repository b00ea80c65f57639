"""How much comes through a socket: what is beyond it is not read on, and TCP holds the sender.

A message is counted when it is taken, and a page may have to be drawn for it; a frame that ends no
message (a ping, a pong, a part) when it is read, since Uvicorn answers it at once. As long as a
message waits here to be taken, Uvicorn reads no further, and the system holds ``AHEAD`` for us at
most. Not done here: how many sockets one may open, which the proxy bounds.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

import streamlit as st
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.frames import Frame, Opcode

from pages.work.allowance import Allowance

BURST: Final = 200
RATE: Final = 50
"""Of messages a second. Who clicks, types and draws makes ten."""
AHEAD: Final = 2**14
"""Bytes. What is read at once is taken apart before anybody else is heard."""


class SocketLimit:
    """Takes what comes through a socket at the pace at which it may come."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            receive = Pace(receive)
        await self.app(scope, receive, send)


class Pace:
    """``receive`` of one socket, in time. Uvicorn has no public way to its connection: of another
    server messages are counted, and nothing else."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._allowance = receive, Allowance(BURST, BURST / RATE)
        self._uvicorn: Any = getattr(receive, "__self__", None)
        if hasattr(self._uvicorn, "conn"):
            self._bound()

    async def __call__(self) -> Message:
        self._allowance.spend(1)
        if wait := self._allowance.wait():
            await asyncio.sleep(wait)
            if self._is_closed():  # what it still said is not waited for
                return {"type": "websocket.disconnect", "code": 1006}
        return await self._receive()

    def _bound(self) -> None:
        """Streamlit refuses a message that is too long when it is there; here none comes."""
        connection, said = self._uvicorn.conn, self._uvicorn.conn.events_received
        connection.max_message_size = st.get_option("server.maxWidgetStateSize") * 10**6
        connected = self._uvicorn.transport.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, AHEAD)

        def heard() -> list[Any]:
            events: list[Any] = said()
            frames = [one for one in events if isinstance(one, Frame)]
            self._allowance.spend(sum(not _is_message(one) for one in frames))
            if frames and (wait := self._allowance.wait()):
                self._uvicorn.transport.pause_reading()
                asyncio.get_running_loop().call_later(wait, self._go_on)
            return events

        connection.events_received = heard

    def _go_on(self) -> None:
        if not (self._uvicorn.read_paused or self._is_closed()):
            self._uvicorn.transport.resume_reading()

    def _is_closed(self) -> bool:
        transport = getattr(self._uvicorn, "transport", None)
        return transport is not None and transport.is_closing()


def _is_message(frame: Frame) -> bool:
    """Whether it is a whole one."""
    return frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
