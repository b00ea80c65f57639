"""Who draws when: a few pages at a time, where a hundred at once would hinder each other; and
long work steps aside for them.

Threads of Python take turns anyway. When all draw at once, all are done at the end; one after
the other, half of them wait half as long, and the thread that sends does not wait for hundreds.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PLACES: Final = 2
PATIENCE: Final = 0.12
"""Seconds. Drawing takes a hundredth; a line that has not moved for longer is not waited in."""
ASIDE: Final = 0.05
"""Seconds. So long may a page hold up long work each time that it says how far it is."""


class DrawLimit:
    """So many threads at a time; but nobody waits for work that takes long, only for a line."""

    def __init__(self, places: int = PLACES, patience: float = PATIENCE) -> None:
        self._free = threading.Semaphore(places)
        self._patience = patience
        self._done = self._drawing = 0
        self._changed = threading.Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        self._count(1)
        placed = self._placed()
        try:
            yield
        finally:
            self._done += 1
            if placed:
                self._free.release()
            self._count(-1)

    def step_aside(self, longest: float = ASIDE) -> None:
        """For work that takes long: wait until nobody draws, for so many seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._drawing, longest)

    def _count(self, more: int) -> None:
        with self._changed:
            self._drawing += more
            self._changed.notify_all()

    def _placed(self) -> bool:
        """Whether a place came free; if nothing moves any more, one goes on without."""
        while True:
            before = self._done
            if self._free.acquire(timeout=self._patience):
                return True
            if self._done == before:
                return False


drawing: Final = DrawLimit()
