"""How much one may ask for in a while: seconds of a processor for the long work of a session, or
messages of a socket.

What is spent comes back as time goes by, all of it within a period. Work that has begun goes on
to its end, however long it takes; what the session asks for next waits until the rest is back.
A link has a budget of its own, the same for all (``dtshow.lesson.step_budget``). Not done here:
nothing is measured, and what a page does at once is not counted (``pages.work.jobs``).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import Lock
from typing import Final

PERIOD: Final = 600.0
"""Seconds, for long work."""


class Allowance:
    """So ``much`` within ``period`` seconds; spent by threads, one after the other."""

    def __init__(
        self, much: float, period: float = PERIOD, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._much, self._period, self._now = much, period, now
        self._lock = Lock()
        self._spent, self._at = 0.0, now()

    def spend(self, much: float) -> None:
        with self._lock:
            self._spent, self._at = self._still_spent() + much, self._now()

    def wait(self) -> float:
        """Seconds until more may begin; 0 if it may now."""
        with self._lock:
            return max(0.0, self._still_spent() - self._much) * self._period / self._much

    def _still_spent(self) -> float:
        back = (self._now() - self._at) * self._much / self._period
        return max(0.0, self._spent - back)


UNBOUNDED: Final = Allowance(sys.maxsize)
"""Of work that no session asks for."""
