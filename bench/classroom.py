"""A live class on the real app: how long until the teacher sees a vote, and what it costs.

A hundred phones follow a room over sockets of their own, as the pages do, and vote: within three
seconds, all at once, beside one who floods the server, and while it is started anew. Not done
here: nothing is drawn, so the browser's part is not in the figures.

    python3 tasks.py bench class
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.machine import description
from bench.server import Server, load, serving
from bench.students import Student, thinking

STEP = "/grow?data=playtennis&recipe=id3&step="
STUDENTS = 100
OVER = 3.0
"""Seconds within which a class votes."""
IDLE = 10.0
FLOOD, FLOODED = 200, 10.0
"""Requests a second, and for how many seconds."""
PATIENCE = 60.0
LONG = 2**20
View = dict[str, Any]


class Line:
    """One connection for what is sent, as a browser keeps it open."""

    def __init__(self, address: str, code: str, token: str = "") -> None:
        self.address, self.code, self.token = address, code, token
        self.pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, **given: Any) -> tuple[int, View]:
        """The status and what is answered."""
        if self.pair is None or self.pair[0].at_eof():  # idle for some seconds
            host, port = self.address.split(":")
            self.pair = await asyncio.open_connection(host, int(port), limit=LONG)
        reader, writer = self.pair
        writer.write(request(self.code, path, self.token, json.dumps(given).encode()))
        status = int((await reader.readline()).split()[1])
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].split()[0])
        return status, json.loads(await reader.readexactly(length))

    def close(self) -> None:
        if self.pair is not None:
            self.pair[1].close()
        self.pair = None


def request(code: str, path: str, token: str, body: bytes) -> bytes:
    lines = [f"POST /class/{code}/{path} HTTP/1.1", "host: bench", f"content-length: {len(body)}"]
    lines += [f"authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode() + body


class Follower:
    """A phone or the board: every view that it was sent, and when."""

    def __init__(self, line: Line) -> None:
        self.line, self.seen = line, list[tuple[float, View]]()
        self.bytes = 0
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        self._task = asyncio.create_task(self._read())
        await self.until(lambda view: True)

    async def _read(self) -> None:
        host, port = self.line.address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=LONG)
        writer.write(request(self.line.code, "events", self.line.token, b""))
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.bytes += len(line)
                    self.seen.append((time.perf_counter(), json.loads(line[6:])))
                    self._news.set()
        finally:
            writer.close()

    async def until(self, holds: Callable[[View], bool]) -> float:
        """When the first view came, of all that were seen, of which it ``holds``."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                for when, view in self.seen:
                    if holds(view):
                        return when
                await self._news.wait()

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.line.close()


class Room:
    """A class with its board and its phones."""

    def __init__(self, server: Server, code: str, secret: str) -> None:
        self.server, self.code = server, code
        self.board = Follower(Line(server.address, code, secret))
        self.phones: list[Follower] = []

    async def fill(self, number: int) -> None:
        await self.board.follow()
        for _student in range(number):
            line = Line(self.server.address, self.code)
            _status, said = await line.post("join")
            line.token = said["token"]
            self.phones.append(Follower(line))
        await asyncio.gather(*(phone.follow() for phone in self.phones))
        await self.board.until(lambda view: view["here"] == number)

    async def lead(self, act: str, **given: Any) -> float:
        """When the act was sent."""
        start = time.perf_counter()
        status, said = await self.board.line.post("lead", act=act, **given)
        assert status == 200, said
        return start

    async def vote(self, phone: Follower, over: float, **where: int) -> float:
        """When the vote was sent, at some moment of ``over`` seconds."""
        await asyncio.sleep(random.random() * over)
        start = time.perf_counter()
        choice = random.choice("0123")
        status, said = await phone.line.post("vote", choice=choice, sure=2, **where)
        assert status == 200, said
        return start

    async def votes(self, over: float, **where: int) -> tuple[list[float], float]:
        """Seconds from each vote until the board shows it, and of CPU for one."""

        def open_(view: View) -> bool:
            asked = view["question"]
            return asked is not None and (asked["id"], asked["round"]) == tuple(where.values())

        await asyncio.gather(*(one.until(open_) for one in (self.board, *self.phones)))
        before = self.server.cpu()
        cast = (self.vote(phone, over, **where) for phone in self.phones)
        sent = sorted(await asyncio.gather(*cast))
        shown = [
            await self.board.until(
                lambda view, k=k: open_(view) and view["question"]["answered"] >= k
            )
            for k in range(1, len(sent) + 1)
        ]
        await asyncio.sleep(1)
        waits = [max(0.0, there - start) for start, there in zip(sent, shown, strict=True)]
        return sorted(waits), (self.server.cpu() - before) / len(sent)

    async def step(self, number: int) -> list[float]:
        """Seconds until each phone is on a step."""
        start = await self.lead("go", address=f"{STEP}{number}")
        there = f"step={number}"
        whens = [
            await phone.until(lambda view: view["lead"].endswith(there) and not view["question"])
            for phone in self.phones
        ]
        return sorted(when - start for when in whens)

    def close(self) -> None:
        for one in (self.board, *self.phones):
            one.leave()


@asynccontextmanager
async def room(server: Server, number: int) -> AsyncIterator[Room]:
    from pages.ui.classroom.opening import opened_class

    result = Room(server, *opened_class(f"{STEP}0"))
    try:
        await result.fill(number)
        yield result
    finally:
        result.close()


def told(what: str, waits: Sequence[float], more: str = "") -> None:
    ordered = sorted(1000 * wait for wait in waits)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(
        f"{what}: median {statistics.median(ordered):.0f}, p95 {late:.0f}, "
        f"last {ordered[-1]:.0f} ms{more} (load {load()})",
        flush=True,
    )


async def measure_votes(server: Server) -> None:
    async with room(server, STUDENTS) as here:
        before, start = server.cpu(), time.perf_counter()
        await asyncio.sleep(IDLE)
        share = (server.cpu() - before) / (time.perf_counter() - start)
        print(f"idle room of {STUDENTS}: {share:.1%} of a core", flush=True)
        await here.lead("ask", kind="column")
        waits, cpu = await here.votes(OVER, question=1, round=1)
        told(
            f"{STUDENTS} votes over {OVER:g} s, on the board",
            waits,
            f", CPU {1000 * cpu:.1f} ms a vote",
        )
        await here.lead("revote")
        waits, cpu = await here.votes(0, question=1, round=2)
        told(f"{STUDENTS} votes at once, on the board", waits, f", CPU {1000 * cpu:.1f} ms a vote")
        await here.lead("dismiss")  # an open vote is not left by a step
        for number in (1, 2):
            told(f"a new step on {STUDENTS} phones", await here.step(number))


async def measure_flood(server: Server) -> None:
    """One who sends what is not asked, beside another student's clicks."""
    async with room(server, 20) as here:
        await here.lead("ask", kind="column")
        student = Student(server.address, "data=playtennis&recipe=id3&step=0")
        await student.open()

        async def clicks() -> list[float]:
            return await thinking([student], lambda one: one.click("next", "first"), 0.3, FLOODED)

        told("clicks of a student in no class", await clicks())
        waits, answers = await asyncio.gather(clicks(), flood(here))
        told(f"clicks beside {FLOOD} hostile requests a second", waits, f", answers {answers}")
        counted = here.board.seen[-1][1]["question"]["answered"]
        print(f"hostile votes counted: {counted}", flush=True)
        await student.leave()


async def flood(here: Room) -> dict[int, int]:
    """How many answers had which status."""
    answers: dict[int, int] = {}
    token = here.phones[0].line.token
    bodies: list[tuple[str, View]] = [
        ("x" * 24, {"question": 1, "round": 1, "choice": "0", "sure": 1}),
        (token, {"question": 1, "round": 2, "choice": "0", "sure": 1}),
        (token, {"question": 1, "round": 1, "choice": "<img onerror=1>", "sure": 1}),
        (token, {"question": 1, "round": 1, "choice": "0" * 900, "sure": 1}),
    ]

    async def send(number: int) -> None:
        await asyncio.sleep(number / FLOOD)
        stranger, given = bodies[number % len(bodies)]
        line = Line(here.server.address, here.code, stranger)
        status, _said = await line.post("vote", **given)
        line.close()
        answers[status] = answers.get(status, 0) + 1

    await asyncio.gather(*(send(number) for number in range(int(FLOOD * FLOODED))))
    return dict(sorted(answers.items()))


async def measure_restart() -> None:
    """Half of a class has voted when the server is killed; the rest votes on the next one."""
    with serving() as first:
        async with room(first, STUDENTS) as here:
            await here.lead("ask", kind="column")
            half = here.phones[: STUDENTS // 2]
            await asyncio.gather(*(here.vote(one, 0, question=1, round=1) for one in half))
            first.child.kill()
            start = time.perf_counter()
            with serving() as second:
                begun = time.perf_counter() - start
                await go_on(here, second, begun)


async def go_on(here: Room, server: Server, begun: float) -> None:
    start = time.perf_counter()
    here.server = server
    for one in (here.board, *here.phones):
        one.leave()
        one.line.address, one.seen = server.address, []
    await asyncio.gather(*(one.follow() for one in (here.board, *here.phones)))
    back = time.perf_counter() - start
    rest = here.phones[STUDENTS // 2 :]
    await asyncio.gather(*(here.vote(one, 0, question=1, round=1) for one in rest))
    await here.board.until(lambda view: view["question"]["answered"] == STUDENTS)
    print(
        f"killed in the middle of a vote: server there again after {begun:.1f} s, all {STUDENTS} "
        f"phones {back:.2f} s later, {STUDENTS} of {STUDENTS} votes counted",
        flush=True,
    )


def main() -> None:
    print(description())
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("NBN_STORE", f"sqlite:///{Path(folder) / 'store.db'}")
        with serving() as server:
            asyncio.run(measure_votes(server))
            asyncio.run(measure_flood(server))
        asyncio.run(measure_restart())


if __name__ == "__main__":
    main()
