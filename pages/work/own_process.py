"""Work in a process of its own: pages keep Python's one lock, its memory is given back, and no more
of it is used than it may.

A thread that makes objects holds every click up, however often it steps aside. A process is ready
before it is needed, with what the work imports; it goes on to the next piece of work unless that
took much memory. It ends as soon as nobody wants its work any more, and at its bounds; then another
one is made ready. Not a pool: those of Python's library start by running the page again. Nothing
is forked: the server has threads. Not done here: who may begin long work (``jobs``).
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from dtcore.progress import ShareProgress
from pages.work.draw_limit import drawing
from pages.work.jobs import GLANCE, spend_elsewhere

T = TypeVar("T")
Heard = SimpleQueue[tuple[str, Any, float, bool]]
"""What the process says: see ``own_process_child``."""
ROOT: Final = Path(__file__).resolve().parents[2]
CHILD: Final = f"{__name__}_child"
IMPORTED: Final = ("dttools.files", "python_calamine", "pyarrow.parquet")
PLACES: Final = 3
"""So many work at a time: as many as there is long work (``jobs``), and one for what is short."""
MOST_IN_LINE: Final = 100
SHORT: Final = 1.0
"""Seconds. For work that takes longer another process is made ready, for what comes meanwhile."""
READY: Final = 1
"""So many are kept that have nothing to do: each holds as much memory as what it imports."""


class LostProcessError(RuntimeError):
    """The process ended without an answer: it was killed, most likely for want of memory."""


class LateError(RuntimeError):
    """The process took longer than it may."""


class FullError(RuntimeError):
    """Too many wait already."""


@dataclass(frozen=True)
class Bounds:
    """What a piece of work may take: ``seconds`` of a processor (where the system counts none for
    us, on Windows, of a clock), and ``megabytes`` of memory more than the process has when ready
    (no bound on Windows, nor on a Mac)."""

    seconds: int = 3600
    megabytes: int = 100_000


def in_own_process(
    work: Callable[[ShareProgress], T], told: ShareProgress, *, bounds: Bounds = Bounds()
) -> T:
    """``work(told)``, done elsewhere; ``work`` and what it gives have to be picklable.

    Raises what ``work`` raises, what ``told`` raises, LostProcessError, LateError, and FullError.
    """
    pickled = pickle.dumps((work, bounds.seconds, bounds.megabytes), pickle.HIGHEST_PROTOCOL)
    with PROCESSES.one(told) as process:
        made: T = process.done(pickled, told, bounds)
        return made


class Process:
    """One that does a piece of work after the other. ``free``: whether it may do another."""

    def __init__(self) -> None:
        command, pipe = [sys.executable, "-m", CHILD, *IMPORTED], subprocess.PIPE
        # Arrow's own pool takes a gigabyte of addresses at once, or asks for them again and again.
        variables = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=variables)
        self.free, self._ready = True, False

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    def done(self, pickled: bytes, told: ShareProgress, bounds: Bounds) -> Any:
        """What the work gives. Raises what it and ``told`` raise, LostProcessError, LateError."""
        self.free, heard = False, Heard()
        talk = threading.Thread(target=self._talk, args=(pickled, heard))
        talk.start()
        try:
            return self._answer(heard, told, bounds)
        finally:
            if not self.free:
                self.end()
            talk.join()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answer(self, heard: Heard, told: ShareProgress, bounds: Bounds) -> Any:
        share, spent, kind = 0.0, 0.0, "share"
        begun = time.monotonic()
        first = begun if self._ready else begun + bounds.seconds  # what is not ready is not late
        try:
            while True:
                with suppress(Empty):
                    with drawing.resting():
                        kind, said, used, self.free = heard.get(timeout=GLANCE)
                    spend_elsewhere(used - spent)
                    spent = used
                    if kind == "made":
                        return said
                    if kind != "share":
                        raise said
                    share, first, self._ready = said, min(first, time.monotonic()), True
                if time.monotonic() - first > SHORT:
                    PROCESSES.make_ready()
                if sys.platform == "win32" and time.monotonic() - first > bounds.seconds:
                    raise LateError
                told(share)  # even if nothing was heard: it raises when nobody looks any more
        finally:
            if kind in ("share", "lost"):  # it did not say what it used
                spend_elsewhere(max(0.0, time.monotonic() - begun - spent))

    def _talk(self, work: bytes, heard: Heard) -> None:
        """Give it the work, and hear it out."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            with suppress(OSError):  # what has ended reads no more
                self._process.stdin.write(work)
                self._process.stdin.flush()
            kind = "share"
            while kind == "share":
                kind, *said = pickle.load(self._process.stdout)
                heard.put((kind, *said))
        except Exception:  # at its end; its last word may be torn anywhere
            self._process.kill()
            late = self._process.wait() == -getattr(signal, "SIGXCPU", 0) != 0
            heard.put(("lost", LateError() if late else LostProcessError(), 0.0, False))


class Processes:
    """Those that are ready, and those at work: so many at a time, the others in line."""

    def __init__(self, places: int = PLACES, in_line: int = MOST_IN_LINE) -> None:
        self._places = threading.Semaphore(places)
        self._line = threading.Semaphore(places + in_line)
        self._lock = threading.Lock()
        self._ready: list[Process] = []
        self._all: list[Process] = []

    @contextmanager
    def one(self, told: ShareProgress) -> Iterator[Process]:
        """One for a piece of work; in line, ``told`` is called, and may raise. Raises FullError."""
        if not self._line.acquire(blocking=False):
            raise FullError
        try:
            with self._place(told):
                process = self._taken()
                try:
                    yield process
                finally:
                    self._put_back(process)
        finally:
            self._line.release()

    @contextmanager
    def _place(self, told: ShareProgress) -> Iterator[None]:
        while not self._has_place():
            told(0.0)
        try:
            yield
        finally:
            self._places.release()

    def _has_place(self) -> bool:
        if self._places.acquire(blocking=False):
            return True
        with drawing.resting():
            return self._places.acquire(timeout=GLANCE)

    def make_ready(self) -> None:
        """See to it that there is one for the next piece of work."""
        with self._lock:
            self._ready = [one for one in self._ready if one.lives]
            if len(self._ready) < READY:
                self._ready.append(self._started())

    def close(self) -> None:
        """End all, at work or not. Each also ends by itself when the server has."""
        with self._lock:
            for process in self._all:
                process.end()
            self._ready, self._all = [], []

    def _started(self) -> Process:
        self._all = [one for one in self._all if one.lives]
        self._all.append(process := Process())
        return process

    def _taken(self) -> Process:
        with self._lock:
            while self._ready:
                if (process := self._ready.pop()).lives:
                    return process
            return self._started()

    def _put_back(self, process: Process) -> None:
        with self._lock:
            keeps = process.free and process.lives and len(self._ready) < READY
            if keeps:
                self._ready.append(process)
        if not keeps:
            process.end()
            self.make_ready()


PROCESSES: Final = Processes()
