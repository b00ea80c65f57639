"""Who draws when: a few at a time, where a hundred at once would hinder each other; and long work
steps aside for them.

Threads of Python take turns anyway. When all draw at once, all are done at the end; one after
the other, half of them wait half as long, and the thread that sends does not wait for hundreds.
A whole page takes ten times as long as a click, so pages have a line of their own: however many
are opened, a click shares the interpreter with one of them.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

CLICKS: Final = 2
WHOLE_PAGES: Final = 1
PATIENCE: Final = 0.12
"""Seconds. A click takes a hundredth; a line that has not moved for longer is not waited in."""
ASIDE: Final = 0.05
"""Seconds. So long may a page hold up long work each time that it says how far it is."""


class _Line:
    """A line before a few places, in which nobody waits for one long piece of work: when nobody has
    come or gone for ``patience`` seconds, the next in line takes the place held longest."""

    def __init__(self, places: int, patience: float) -> None:
        self._free = threading.Semaphore(places)
        self._patience = patience
        self._lock = threading.Lock()
        self._placed: list[int] = []
        self._moved = time.monotonic()

    def take(self) -> None:
        while not self._free.acquire(timeout=self._patience):
            if self._taken_over():
                break
        with self._lock:
            self._move()
            self._placed.append(threading.get_ident())

    def leave(self) -> None:
        me = threading.get_ident()
        with self._lock:
            self._move()
            placed = me in self._placed
            if placed:
                self._placed.remove(me)
        if placed:
            self._free.release()

    def _taken_over(self) -> bool:
        """Whether the place of one who takes long is ours: one of those in line has it."""
        with self._lock:
            stands = time.monotonic() - self._moved >= self._patience
            if not (stands and self._placed):
                return False
            self._move()
            del self._placed[0]
            return True

    def _move(self) -> None:
        self._moved = time.monotonic()


class DrawLimit:
    """So many clicks and so many whole pages are drawn at a time."""

    def __init__(
        self, clicks: int = CLICKS, whole_pages: int = WHOLE_PAGES, patience: float = PATIENCE
    ) -> None:
        self._clicks, self._pages = _Line(clicks, patience), _Line(whole_pages, patience)
        self._mine = threading.local()
        self._drawing = 0
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, *, whole_page: bool = False) -> Iterator[None]:
        """A turn to draw, as long as the block goes on; within another, it is that one."""
        if self._line() is not None:
            yield
            return
        with self._in(self._pages if whole_page else self._clicks):
            yield

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While who has a turn only waits, others have it."""
        line = self._line()
        if line is None:
            yield
            return
        self._count(-1)
        self._mine.line = None
        line.leave()
        try:
            yield
        finally:
            self._count(1)
            line.take()
            self._mine.line = line

    def step_aside(self, longest: float = ASIDE) -> None:
        """For work that takes long: wait until nobody draws, for so many seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._drawing, longest)

    @contextmanager
    def _in(self, line: _Line) -> Iterator[None]:
        self._count(1)
        line.take()
        self._mine.line = line
        try:
            yield
        finally:
            self._mine.line = None
            line.leave()
            self._count(-1)

    def _line(self) -> _Line | None:
        """Where this thread has its turn."""
        line: _Line | None = getattr(self._mine, "line", None)
        return line

    def _count(self, more: int) -> None:
        with self._changed:
            self._drawing += more
            self._changed.notify_all()


drawing: Final = DrawLimit()
