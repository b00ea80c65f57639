"""Long work in a thread of its own: a page says how far it is, and can be used meanwhile.

Those who ask for the same work wait for the same thread. Work at which nobody looks any more,
since it was stopped or its students have gone, ends the next time it says how far it is. Who
asked for it pays for the time that a processor takes, and waits if too much is spent. Not done
here: nothing is drawn, and what is made is kept by those who gave the work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

from dtcore.errors import DtError
from dtcore.progress import Progress
from pages.work.allowance import UNBOUNDED, Allowance
from pages.work.byte_cache import byte_cache
from pages.work.draw_limit import drawing

PLACES: Final = 2
"""So much work at a time, however many ask: growing on a million rows takes half a gigabyte."""
PATIENCE: Final = 10.0
"""Seconds for which work goes on that nobody looks at: a page that is out of sight looks seldom."""
PARTING: Final = 1.5
"""Seconds for which it goes on when someone has stopped it, lest others look at it, too."""
GLANCE: Final = 0.2
Ticket = tuple[float, int]
"""What it costs, and a number: of two that cost the same, the earlier one goes first."""
_numbers: Final = count()
_elsewhere: Final = threading.local()
BREATH: Final = 1.0
"""Seconds from one look to the next at whether there is room, or somebody who pays, by now."""
BYTES_ON_THE_WAY: Final = 16
"""Of memory for each cell of the tables, while a tree is grown: see BENCHMARKS.md."""


class ForsakenError(Exception):
    """Nobody looks any more."""


def spend_elsewhere(seconds: float) -> None:
    """So long another processor worked for the work of this thread, and is paid for with it."""
    _elsewhere.seconds = _spent_elsewhere() + seconds


def _spent_elsewhere() -> float:
    seconds: float = getattr(_elsewhere, "seconds", 0.0)
    return seconds


@contextmanager
def paid_elsewhere(payer: Allowance) -> Iterator[None]:
    """For work that is no job: ``payer`` pays for other processors that work for this thread."""
    before = _spent_elsewhere()
    try:
        yield
    finally:
        payer.spend(_spent_elsewhere() - before)


class Places:
    """So much work at a time, the cheapest first: dearer work steps aside for it where it says how
    far it is. Work begins when there is ``room`` for so many bytes, beside what the other work has
    been given; what costs more does not overtake what waits for that."""

    def __init__(self, free: int, room: Callable[[int], bool] = lambda needed: True) -> None:
        self._free, self._room = free, room
        self._given, self._full_at = 0, -BREATH
        self._waiting: list[Ticket] = []
        self._changed = threading.Condition()

    @contextmanager
    def one(
        self,
        ticket: Ticket,
        look: Callable[[], None],
        needed: int = 0,
        crowded: Callable[[bool], None] = lambda is_so: None,
    ) -> Iterator[None]:
        """A place, as long as the block goes on, with room for ``needed`` bytes. ``look`` is
        called in line, and may raise; ``crowded`` hears whether there is no room."""
        self._take(ticket, look, needed, crowded)
        try:
            yield
        finally:
            self._leave(needed)

    def let_pass(self, ticket: Ticket, look: Callable[[], None]) -> None:
        """For who has a place: cheaper work that waits is done first."""
        if any(other[0] < ticket[0] for other in self._waiting):
            self._leave()
            try:
                self._take(ticket, look)
            except BaseException:
                with self._changed:
                    self._free -= 1  # the block that has the place gives it back
                raise

    def _take(
        self,
        ticket: Ticket,
        look: Callable[[], None],
        needed: int = 0,
        crowded: Callable[[bool], None] = lambda is_so: None,
    ) -> None:
        with self._changed:
            self._waiting.append(ticket)
            try:
                while not (self._is_next(ticket) and self._has_room(needed, crowded)):
                    self._changed.wait(GLANCE)
                    look()
                self._free -= 1
                self._given += needed
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()

    def _is_next(self, ticket: Ticket) -> bool:
        return self._free > 0 and ticket <= min(self._waiting)

    def _has_room(self, needed: int, crowded: Callable[[bool], None]) -> bool:
        """To look takes a while, so where there was none it is looked for once a second."""
        if not needed:
            return True
        if time.monotonic() - self._full_at < BREATH:
            return False
        found = self._room(needed + self._given)
        self._full_at = -BREATH if found else time.monotonic()
        crowded(not found)
        return found

    def _leave(self, needed: int = 0) -> None:
        with self._changed:
            self._free += 1
            self._given -= needed
            self._changed.notify_all()


class Job:
    """``share`` and ``count`` as last told; ``begun`` is False while other work goes first, and
    ``crowded`` is True while there is no memory for it. ``rest``: seconds until whose work it is
    may have more of it done."""

    def __init__(
        self,
        make: Callable[[Progress], object],
        places: Places,
        patience: float,
        cost: float = 0,
        payer: Allowance = UNBOUNDED,
    ) -> None:
        self.share, self.count, self.begun, self.crowded = 0.0, 0, False, False
        self.rest = 0.0
        self.fault: Exception | None = None
        self._payer, self._paid = payer, 0.0
        self._make, self._places, self._patience = make, places, patience
        self._ticket = cost, next(_numbers)
        self._ended = threading.Event()
        self._looked = time.monotonic()
        threading.Thread(target=self._run, daemon=True).start()

    def ended(self, seconds: float = 0.0) -> bool:
        """Whether it is over, waiting for it for so long at most, while others draw. Looking keeps
        it going."""
        self._looked = time.monotonic()
        if not seconds:
            return self.over
        with drawing.resting():
            return self._ended.wait(seconds)

    def join(self, payer: Allowance) -> None:
        """Who has more left pays for all who wait."""
        if not self.begun and payer.wait() < self._payer.wait():
            self._payer = payer

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
            self._wait_for_payer()
            needed = round(self._ticket[0] * BYTES_ON_THE_WAY)
            with self._places.one(self._ticket, self._look, needed, self._crowd):
                self.begun = True
                self._make(self._tell)
        except (ForsakenError, DtError) as fault:
            self.fault = fault.with_traceback(None)  # whose frames hold all that was being made
        except Exception as fault:
            self.fault = fault
        finally:
            self._pay()
            del self._make  # and all that it holds
            self._ended.set()

    def _wait_for_payer(self) -> None:
        while (rest := self._payer.wait()) > 0:
            self.rest = rest
            time.sleep(BREATH)
            self._look()
        self.rest = 0.0

    def _pay(self) -> None:
        # of this thread, so what is waited for costs nothing
        used = time.thread_time() + _spent_elsewhere()
        self._payer.spend(used - self._paid)
        self._paid = used

    def _crowd(self, crowded: bool) -> None:
        self.crowded = crowded

    def _tell(self, share: float, count: int) -> None:
        self._look()
        self._pay()
        self.share, self.count = share, count
        drawing.step_aside()
        self._places.let_pass(self._ticket, self._look)

    def _look(self) -> None:
        if time.monotonic() - self._looked > self._patience:
            raise ForsakenError


class Jobs:
    """Work by what it is called, as long as it goes on."""

    def __init__(
        self,
        places: int = PLACES,
        patience: float = PATIENCE,
        room: Callable[[int], bool] = lambda needed: True,
    ) -> None:
        self._places = Places(places, room)
        self._patience = patience
        self._lock = threading.Lock()
        self._going: dict[object, Job] = {}

    def on(
        self,
        key: object,
        make: Callable[[Progress], object],
        cost: float = 0,
        payer: Allowance = UNBOUNDED,
    ) -> Job:
        """The work ``key``; it begins now unless it is going on, or has just failed."""
        with self._lock:
            known = self._going.pop(key, None)
            self._going = {other: work for other, work in self._going.items() if not work.over}
            if known is not None and (not known.over or known.failed):
                work = known
                work.join(payer)
            else:
                work = Job(make, self._places, self._patience, cost, payer)
            if not work.over:
                self._going[key] = work
            return work

    def going(self, key: object) -> bool:
        """Whether the work ``key`` goes on or waits."""
        with self._lock:
            return key in self._going and not self._going[key].over

    def count(self) -> int:
        """How much goes on or waits."""
        with self._lock:
            return sum(not work.over for work in self._going.values())


works: Final = Jobs(room=byte_cache.room)
