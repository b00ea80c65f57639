"""Whoever listens to a class learns of its changes, on both databases and from other processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from pages.store.rooms import TEACHER, Rooms
from pages.store.schema import engine_of
from pages.ui.classroom import hub as hub_module
from pages.ui.classroom.class_state import begun
from pages.ui.classroom.hub import LINES, Hub

STEP = "/grow?data=playtennis&recipe=id3&step=0"
PATIENCE = 30


class Heard:
    """The events of one listener."""

    def __init__(self, hub: Hub, code: str, number: int) -> None:
        self.events: AsyncIterator[str] = hub.listen(code, number)

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first view of which it ``holds``."""
        async with asyncio.timeout(PATIENCE):
            async for event in self.events:
                if event.startswith("data: "):
                    view: dict[str, Any] = json.loads(event[6:])
                    if holds(view):
                        return view
        raise AssertionError("The events ended before.")

    async def rest(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return len([event async for event in self.events])


def played(url: str, play: Callable[[Rooms, Hub, str, str], Awaitable[None]]) -> None:
    """With a hub, and a store of one's own as another process has it."""

    async def all_of_it() -> None:
        rooms, other = Rooms(engine_of(url)), Rooms(engine_of(url))
        hub = Hub(lambda: rooms)
        task = asyncio.create_task(hub.run())
        code, secret = other.open(begun(STEP).standing)
        try:
            await play(other, hub, code, secret)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(all_of_it())


def lead(rooms: Rooms, code: str, secret: str, **said: Any) -> None:
    from dataclasses import replace

    from pages.ui.classroom.class_state import state_of

    rooms.lead(code, secret, lambda room: replace(state_of(room.standing), **said).standing)


def test_a_change_elsewhere_is_heard(url: str) -> None:
    async def play(other: Rooms, hub: Hub, code: str, secret: str) -> None:
        student = other.join(code)
        phone, board = Heard(hub, code, student.number), Heard(hub, code, TEACHER)
        first = await board.until(lambda view: True)
        assert (first["role"], first["joined"]) == ("teacher", 1)
        assert (await phone.until(lambda view: True))["mine"]["number"] == 1
        assert (await board.until(lambda view: view["here"] == 1))["phase"] == "lesson"
        other.join(code)
        await board.until(lambda view: view["joined"] == 2)
        lead(other, code, secret, paused=True)
        assert (await phone.until(lambda view: view["paused"]))["role"] == "student"

    played(url, play)


def test_the_end_is_the_last_that_is_heard(url: str) -> None:
    async def play(other: Rooms, hub: Hub, code: str, secret: str) -> None:
        board = Heard(hub, code, TEACHER)
        await board.until(lambda view: view["phase"] == "lesson")
        lead(other, code, secret, phase="ended", ended=True)
        await board.until(lambda view: view["phase"] == "ended")
        assert await board.rest() == 0

    played(url, play)


def test_a_forgotten_class_is_gone(url: str) -> None:
    async def play(other: Rooms, hub: Hub, code: str, secret: str) -> None:
        board = Heard(hub, code, TEACHER)
        await board.until(lambda view: True)
        other.forget(code, secret)
        await board.until(lambda view: view.get("gone", False))
        assert await board.rest() == 0

    played(url, play)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_class_in_a_file_that_was_replaced_is_heard(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "ANEW", 0.2)
    place = Path(str(make_url(url).database))

    async def play() -> None:
        opened = [Rooms(engine_of(url))]
        hub = Hub(lambda: opened[-1])
        task = asyncio.create_task(hub.run())
        code, _secret = opened[-1].open(begun(STEP).standing)
        await Heard(hub, code, TEACHER).until(lambda view: True)
        for file in place.parent.glob(f"{place.name}*"):
            file.unlink()
        opened.append(Rooms(engine_of(url)))
        code, secret = opened[-1].open(begun(STEP).standing)
        board, other = Heard(hub, code, TEACHER), Rooms(engine_of(url))
        for paused in (True, False, True):  # the first may be read when it enters
            lead(other, code, secret, paused=paused)
            await board.until(lambda view, now=paused: view["paused"] is now)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(play())


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_streams_end_with_the_server_and_are_few(url: str) -> None:
    async def play(other: Rooms, hub: Hub, code: str, secret: str) -> None:
        many = [Heard(hub, code, TEACHER) for _line in range(LINES + 1)]
        for one in many:
            await one.until(lambda view: True)
        assert await many[0].rest() == 0  # the oldest, once there is one more
        assert hub.listening() == LINES
        hub.stop()
        for one in many[1:]:
            assert await one.rest() == 0
        assert hub.listening() == 0

    played(url, play)
