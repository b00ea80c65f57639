"""Long work in a thread of its own: a page says how far it is, and can be used meanwhile.

Those who ask for the same work wait for the same thread. Work at which nobody looks any more,
since it was stopped or its students have gone, ends the next time it says how far it is. Not
done here: nothing is drawn, and what is made is kept by those who gave the work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

Tell = Callable[[float, int], None]
"""OnProgress the share that is done, and how much there is of what is made (nodes, trees)."""
PLACES: Final = 2
"""So much work at a time, however many ask: growing on a million rows takes half a gigabyte."""
PATIENCE: Final = 10.0
"""Seconds for which work goes on that nobody looks at: a page that is out of sight looks seldom."""
PARTING: Final = 1.5
"""Seconds for which it goes on when someone has stopped it, lest others look at it, too."""
GLANCE: Final = 0.2


class ForsakenError(Exception):
    """Nobody looks any more."""


class Job:
    """``share`` and ``count`` as last told; ``begun`` is False while other work goes first."""

    def __init__(
        self, make: Callable[[Tell], object], places: threading.Semaphore, patience: float
    ) -> None:
        self.share, self.count, self.begun = 0.0, 0, False
        self.fault: Exception | None = None
        self._make, self._places, self._patience = make, places, patience
        self._ended = threading.Event()
        self._looked = time.monotonic()
        threading.Thread(target=self._run, daemon=True).start()

    def ended(self, seconds: float = 0.0) -> bool:
        """Whether it is over, waiting for it for so long at most. Looking keeps it going."""
        self._looked = time.monotonic()
        return self._ended.wait(seconds)

    def leave(self) -> None:
        """It ends soon, unless others look at it."""
        self._looked = time.monotonic() - self._patience + PARTING

    @property
    def over(self) -> bool:
        return self._ended.is_set()

    @property
    def failed(self) -> bool:
        return self.fault is not None and not isinstance(self.fault, ForsakenError)

    def _run(self) -> None:
        try:
            with self._place():
                self.begun = True
                self._make(self._tell)
        except Exception as fault:
            self.fault = fault
        finally:
            del self._make  # and all that it holds
            self._ended.set()

    def _tell(self, share: float, count: int) -> None:
        if time.monotonic() - self._looked > self._patience:
            raise ForsakenError
        self.share, self.count = share, count

    @contextmanager
    def _place(self) -> Iterator[None]:
        while not self._places.acquire(timeout=GLANCE):
            self._tell(0.0, 0)
        try:
            yield
        finally:
            self._places.release()


class Jobs:
    """Work by what it is called, as long as it goes on."""

    def __init__(self, places: int = PLACES, patience: float = PATIENCE) -> None:
        self._places = threading.Semaphore(places)
        self._patience = patience
        self._lock = threading.Lock()
        self._going: dict[object, Job] = {}

    def on(self, key: object, make: Callable[[Tell], object]) -> Job:
        """The work ``key``; it begins now unless it is going on, or has just failed."""
        with self._lock:
            known = self._going.pop(key, None)
            self._going = {other: work for other, work in self._going.items() if not work.over}
            if known is not None and (not known.over or known.failed):
                work = known
            else:
                work = Job(make, self._places, self._patience)
            if not work.over:
                self._going[key] = work
            return work

    def count(self) -> int:
        """How much goes on or waits."""
        with self._lock:
            return sum(not work.over for work in self._going.values())


works: Final = Jobs()
