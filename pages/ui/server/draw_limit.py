"""Who draws when: a few pages at a time, where a hundred at once would hinder each other.

Threads of Python take turns anyway. When all draw at once, all are done at the end; one after
the other, half of them wait half as long, and the thread that sends does not wait for hundreds.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PLACES: Final = 2
PATIENCE: Final = 0.25
"""Seconds. Drawing takes a hundredth; a line that has not moved for longer is not waited in."""


class DrawLimit:
    """So many threads at a time; but nobody waits for work that takes long, only for a line."""

    def __init__(self, places: int = PLACES, patience: float = PATIENCE) -> None:
        self._free = threading.Semaphore(places)
        self._patience = patience
        self._done = 0

    @contextmanager
    def turn(self) -> Iterator[None]:
        placed = self._placed()
        try:
            yield
        finally:
            self._done += 1
            if placed:
                self._free.release()

    def _placed(self) -> bool:
        """Whether a place came free; if nothing moves any more, one goes on without."""
        while True:
            before = self._done
            if self._free.acquire(timeout=self._patience):
                return True
            if self._done == before:
                return False


drawing: Final = DrawLimit()
