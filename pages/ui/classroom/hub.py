"""Who listens to a class, and how they learn of it: one task in a process, whatever the number.

SQLite is asked each ``TICK`` whether anything was written, by whatever process, which takes
microseconds; PostgreSQL tells it. A room that changed is then read once, and what it shows goes
out to all who listen. Whoever is slow misses what is out of date. Not done here: what is shown
(``view``), and who may listen (``routes``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool

from pages.store.rooms import CHANNEL, TEACHER, NoRoomError, Rooms
from pages.store.store import StoreError
from pages.ui.classroom.view import View, gone

TICK: Final = 0.1
REST: Final = 0.1
"""Seconds between two readings of one room, at least."""
CALM: Final = 3.0
"""Seconds between two views of a student in which nothing but counts differs, at least."""
BREATH: Final = 15.0
"""Seconds after which a comment is sent, so that nothing on the way takes the line for dead."""
SIGN: Final = 20.0
"""Seconds after which it is written down again who is here."""
ANEW: Final = 30.0
"""Seconds after which the store's file is opened anew to be looked at."""
LINES: Final = 4
"""Streams that one student or teacher may have open; the oldest is ended."""
_log: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class Listener:
    """``text`` is what is still to be sent, ``steady`` and ``own`` what the last one was like."""

    number: int
    text: str | None = None
    over: bool = False
    steady: str = ""
    own: tuple[object, ...] = ()
    told: float = 0.0
    late: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, text: str) -> None:
        self.text, self.told, self.late = text, time.monotonic(), False
        self.woken.set()

    def end(self) -> None:
        self.over = True
        self.woken.set()


@dataclass(eq=False)
class Live:
    """A room that someone listens to in this process."""

    code: str
    listeners: list[Listener] = field(default_factory=list)
    view: View | None = None
    due: bool = False
    task: asyncio.Task[None] | None = None
    version: int = -1
    written: frozenset[int] = frozenset()
    signed: float = 0.0

    @property
    def here(self) -> frozenset[int]:
        return frozenset(one.number for one in self.listeners if one.number != TEACHER)


class Hub:
    """All rooms of this process that someone listens to."""

    def __init__(self, rooms: Callable[[], Rooms]) -> None:
        self._rooms = rooms
        self._live: dict[str, Live] = {}
        self._wanted = asyncio.Event()
        self._stopping = False

    def listening(self) -> int:
        """How many streams are open."""
        return sum(len(live.listeners) for live in self._live.values())

    async def listen(self, code: str, number: int) -> AsyncIterator[str]:
        """The events of one listener, as they are sent, until the class or the server ends."""
        listener = self._enter(code, number)
        try:
            while not (listener.over and listener.text is None):
                try:
                    async with asyncio.timeout(BREATH):
                        await listener.woken.wait()
                except TimeoutError:
                    yield ": \n\n"
                    continue
                listener.woken.clear()
                if listener.text is not None:
                    text, listener.text = listener.text, None
                    yield f"data: {text}\n\n"
        finally:
            self._leave(code, listener)

    def _enter(self, code: str, number: int) -> Listener:
        live = self._live.setdefault(code, Live(code))
        listener = Listener(number, over=self._stopping)
        same = [one for one in live.listeners if one.number == number]
        for old in same[: max(0, len(same) + 1 - LINES)]:
            old.end()
        live.listeners.append(listener)
        self._wanted.set()
        if live.view is None:
            self.due(code)
        else:
            _tell(live.view, listener)
        return listener

    def _leave(self, code: str, listener: Listener) -> None:
        live = self._live.get(code)
        if live is not None and listener in live.listeners:
            live.listeners.remove(listener)

    def stop(self) -> None:
        """End all streams: a server waits for them before it ends."""
        self._stopping = True
        for live in self._live.values():
            for listener in live.listeners:
                listener.end()

    def due(self, code: str) -> None:
        """Read a room again that someone listens to."""
        live = self._live.get(code)
        if live is None:
            return
        live.due = True
        if live.task is None:
            live.task = asyncio.create_task(self._read(live))

    async def _read(self, live: Live) -> None:
        try:
            while live.due:
                live.due = False
                try:
                    view = await run_in_threadpool(_seen, self._rooms, live.code)
                except NoRoomError:
                    self._close(live, gone(live.code))
                    return
                except StoreError:
                    live.due = True
                    await asyncio.sleep(1)
                    continue
                live.view = view
                for listener in list(live.listeners):
                    _tell(view, listener)
                if view.state.ended:
                    self._close(live)
                await asyncio.sleep(REST)
        except Exception:
            _log.exception("A class could not be shown.")
        finally:
            live.task = None

    def _close(self, live: Live, last: str | None = None) -> None:
        for listener in live.listeners:
            if last is not None:
                listener.tell(last)
            listener.end()

    # ------------------------------------------------------------------------- what changes

    async def run(self) -> None:
        """As long as the server lives: learn of changes, and keep house."""
        while True:
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._watch())
                    both.create_task(self._keep_house())
            except* Exception:
                _log.exception("Classes begin anew to be listened to.")
                await asyncio.sleep(1)

    async def _watch(self) -> None:
        while True:
            try:
                await self._wanted.wait()  # no store is opened for nobody
                engine = (await run_in_threadpool(self._rooms)).engine
                if engine.dialect.name == "postgresql":
                    await self._hear(engine)
                else:
                    await self._look_at_file(engine)
            except (StoreError, OSError) as problem:
                _log.warning("Classes are not heard of now: %s", problem)
                await asyncio.sleep(1)

    async def _look_at_file(self, engine: Engine) -> None:
        """``data_version`` differs once another connection has written, be it of another process.
        It waits for nobody, so it needs no thread. It ends: the file may be another one by then."""
        raw = await run_in_threadpool(engine.raw_connection)
        seen, until = None, time.monotonic() + ANEW
        try:
            while time.monotonic() < until:
                await self._wanted.wait()
                await asyncio.sleep(TICK)
                cursor = raw.cursor()
                now = cursor.execute("PRAGMA data_version").fetchone()
                cursor.close()
                if now != seen:
                    seen = now
                    await self._compare()
        finally:
            raw.close()

    async def _compare(self) -> None:
        """Which rooms have changed of those that someone listens to."""
        codes = list(self._live)
        versions = await run_in_threadpool(lambda: self._rooms().versions(codes))
        for code in codes:
            live, version = self._live.get(code), versions.get(code, 0)
            if live is not None and live.version != version:
                live.version = version
                self.due(code)

    async def _hear(self, engine: Engine) -> None:
        import psycopg  # here: only a server with PostgreSQL has it

        address = engine.url.set(drivername="postgresql")
        said = address.render_as_string(hide_password=False)
        try:
            connection = await psycopg.AsyncConnection.connect(said, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                for code in list(self._live):  # it may have changed before
                    self.due(code)
                async for notice in connection.notifies():
                    self.due(notice.payload)
        except psycopg.Error as problem:
            raise OSError("PostgreSQL does not answer") from problem

    # --------------------------------------------------------------------------- once a second

    async def _keep_house(self) -> None:
        while True:
            await self._wanted.wait()
            await asyncio.sleep(1)
            for live in list(self._live.values()):
                self._catch_up(live)
                await self._sign(live)
                if not live.listeners and live.task is None:
                    self._live.pop(live.code, None)
            if not self._live:
                self._wanted.clear()

    def _catch_up(self, live: Live) -> None:
        """Those get their counts whose last view is old enough."""
        before = time.monotonic() - CALM
        for listener in live.listeners:
            if listener.late and listener.told < before and live.view is not None:
                _tell(live.view, listener, now=True)

    async def _sign(self, live: Live) -> None:
        """Write down who is here, when that has changed and from time to time."""
        here = live.here
        if here == live.written and time.monotonic() - live.signed < SIGN:
            return
        try:
            gone = live.written - here
            await run_in_threadpool(lambda: self._rooms().seen(live.code, here, gone))
        except StoreError:
            return
        live.written, live.signed = here, time.monotonic()


def _seen(rooms: Callable[[], Rooms], code: str) -> View:
    """The room as it is, with all texts made: in a thread."""
    view = View(rooms().look(code))
    view.prepare()
    return view


def _tell(view: View, listener: Listener, now: bool = False) -> None:
    """Send what is new to a listener; mere counts to a student not at once."""
    if listener.number == TEACHER:
        if view.teacher != listener.steady:
            listener.steady = view.teacher
            listener.tell(view.teacher)
        return
    own = view.mark(listener.number)
    if now or (view.steady, own) != (listener.steady, listener.own):
        listener.steady, listener.own = view.steady, own
        listener.tell(view.of_student(listener.number))
    else:
        listener.late = True
