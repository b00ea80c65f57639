"""What many share is made once and kept, within the bytes that the owner allows.

First how many bytes a value holds: arrays and texts are counted in full and shared ones once; of a
long list, a dictionary or a column of texts some parts are looked at and stand for all. Then the
cache: a ``Shelf`` has room for so many values, all shelves together for so many bytes; what was
asked for longest ago goes first. What live sessions hold (their tables, and what is known of their
lessons) is counted and cannot be taken from them: beyond it, work on a large table has to wait
(``room``). Not done here: what is kept under which key (``pages.ui.shell.cache``).
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from threading import Lock, RLock
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final
from weakref import ref

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dtcore as dt
from dtcore.stepping import Memory
from pages.work.settings import settings

ObjectArray = NDArray[np.object_]
SAMPLE: Final = 100
"""Parts of a long list that are looked at."""
_LEAVES: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_PLAIN: Final = (str, bytes, bytearray, int, float, complex, bool, type(None))
MEGABYTE: Final = 1024**2
BYTES: Final = 20
"""Memory for a cell: its number, its place and rank once its column is sorted, and a part of
what growing needs; measured with a million rows."""
SPARED: Final = 30.0
"""Seconds for which caches that were emptied in vain are spared: others draw from them."""
APART: Final = (dt.Dataset, pd.DataFrame, Memory)
"""Counted once for all who hold them."""


def size_of(value: object, apart: tuple[type, ...] = (), seen: set[int] | None = None) -> int:
    """Bytes of ``value`` and all that it refers to, but for objects of types ``apart`` below it.

    What is in ``seen`` counts nothing, and what is counted is put there.
    """
    seen = set() if seen is None else seen
    total, todo = 0.0, [(value, 1.0)]
    while todo:
        here, times = todo.pop()
        if id(here) in seen or isinstance(here, _LEAVES):
            continue
        if here is not value and isinstance(here, apart):
            continue
        seen.add(id(here))
        total += times * _own(here)
        if isinstance(here, np.ndarray):
            if here.base is not None:
                todo.append((here.base, times))
            continue
        few, scale = _parts(here)
        todo += ((part, times * scale) for part in few)
    return round(total)


def _own(here: object) -> float:
    if isinstance(here, pd.DataFrame):
        return _own(here.index) + sum(_cells(column) for _, column in here.items())
    if isinstance(here, pd.Series):
        return _own(here.index) + _cells(here)
    if isinstance(here, pd.Index):
        return here.memory_usage(deep=True)
    return sys.getsizeof(here, 64)  # of an array that is no view, its cells as well


def _cells(column: pd.Series[Any]) -> float:
    if column.dtype != object:
        return column.memory_usage(index=False, deep=True)
    few, scale = _sample(column.to_numpy())
    return column.memory_usage(index=False) + scale * sum(map(sys.getsizeof, few))


def _parts(here: object) -> tuple[Iterable[object], float]:
    """Some of what ``here`` refers to, and for how many each stands."""
    if isinstance(here, (*_PLAIN, pd.DataFrame, pd.Series, pd.Index)):
        return (), 1
    if isinstance(here, dict):
        both = list(here.items())  # at once: others may write meanwhile
        return _sample([part for pair in both for part in pair])
    if isinstance(here, list | tuple | set | frozenset):
        return _sample(list(here))
    return list(_fields(here)), 1


def _sample(parts: Sequence[object] | ObjectArray) -> tuple[Sequence[object], float]:
    step = max(1, len(parts) // SAMPLE | 1)  # odd: keys and values in turns
    few = list(parts[::step])
    return few, len(parts) / max(len(few), 1)


def _fields(here: object) -> Iterator[Any]:
    own = getattr(here, "__dict__", None)
    if isinstance(own, dict):
        yield own
    for kind in type(here).__mro__:
        slots = getattr(kind, "__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(here, name):
                yield getattr(here, name)


@dataclass
class Cached:
    """``used``: when it was last asked for."""

    value: Any
    size: int
    used: int


class Shelf:
    """Room for ``entries`` values; the one that was asked for longest ago goes first."""

    def __init__(self, cache: ByteCache, entries: int) -> None:
        self.entries, self.kept = entries, OrderedDict[bytes, Cached]()
        self._cache = cache
        self._making: dict[bytes, RLock] = {}

    def __call__(self, name: str, make: Callable[[], Any]) -> Any:
        """What is kept under a name; made, once for all who wait for it, if there is nothing.

        What the making raises is raised, and not kept.
        """
        key = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with self._cache.lock:
            if key in self.kept:
                return self._again(key)
            line = self._making.setdefault(key, RLock())
        with line:
            with self._cache.lock:
                if key in self.kept:
                    return self._again(key)
            try:
                value = make()
                self._cache.put(self, key, value)
                return value
            finally:
                with self._cache.lock:
                    self._making.pop(key, None)

    def _again(self, key: bytes) -> Any:
        entry = self.kept[key]
        entry.used = self._cache.now()
        self.kept.move_to_end(key)
        return entry.value


class ByteCache:
    """All shelves of a process, and the tables that are alive in it."""

    def __init__(self, most: Callable[[], int]) -> None:
        self.lock = Lock()
        self._most, self._clock = most, count()
        self._shelves: list[Shelf] = []
        self._live: dict[int, ref[Any]] = {}
        self._held = self._kept = 0
        self._spared_until = 0.0

    def now(self) -> int:
        return next(self._clock)

    def shelf(self, entries: int) -> Shelf:
        result = Shelf(self, entries)
        self._shelves.append(result)
        return result

    def put(self, shelf: Shelf, key: bytes, value: Any) -> None:
        """Keep a value; whatever has to go for it goes."""
        self.watch(value)
        entry = Cached(value, 0 if isinstance(value, APART) else size_of(value, APART), self.now())
        with self.lock:
            shelf.kept[key] = entry
            self._kept += entry.size
            while len(shelf.kept) > shelf.entries:
                self._drop(shelf)
            self._fit(self._most())

    def watch(self, value: object) -> None:
        """Count a table, or what is known of a lesson, as long as it is alive."""
        if isinstance(value, APART) and id(value) not in self._live:
            place = id(value)
            self._live[place] = ref(value, lambda _gone: self._live.pop(place, None))

    def weigh(self) -> int:
        """Count all anew, since tables are sorted and lists filled later; make it fit. Bytes."""
        seen = set[int]()
        live = [value for alive in list(self._live.values()) if (value := alive()) is not None]
        self._held = sum(size_of(value, APART, seen) for value in live)
        for shelf in self._shelves:
            for entry in list(shelf.kept.values()):
                if not isinstance(entry.value, APART):
                    entry.size = size_of(entry.value, APART, seen)
        with self.lock:
            shelves = (shelf.kept.values() for shelf in self._shelves)
            self._kept = sum(entry.size for entries in shelves for entry in entries)
            self._fit(self._most())
            return self._held + self._kept

    def room(self, needed: int) -> bool:
        """Whether there is room for so many bytes more, what can be spared being let go. It may
        hold tables that count as held; where it was let go in vain, it is not for a while."""
        self.weigh()
        full, now = self._held + needed > self._most(), time.monotonic()
        if full and now < self._spared_until:
            return False
        with self.lock:
            self._fit(self._most() - needed)
        found = self.weigh() + needed <= self._most()
        if full and not found:
            self._spared_until = now + SPARED
        return found

    def _fit(self, most: int) -> None:
        while self._held + self._kept > most:
            full = [shelf for shelf in self._shelves if shelf.kept]
            if not full:
                return
            self._drop(min(full, key=lambda shelf: next(iter(shelf.kept.values())).used))

    def _drop(self, shelf: Shelf) -> None:
        self._kept -= shelf.kept.popitem(last=False)[1].size


byte_cache: Final = ByteCache(lambda: settings().work.megabytes * MEGABYTE)
