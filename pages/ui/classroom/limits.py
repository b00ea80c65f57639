"""How much one may ask of a class in a while, so that one phone cannot take it from the others.

Students of a school often share one address: by address only those are counted who join, or whose
code or token is unknown. Not done here: how long a body may be (``routes``).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

REMEMBERED: Final = 10_000


@dataclass
class Buckets:
    """Each key may do ``burst`` at once, and ``rate`` a second from then on."""

    rate: float
    burst: float
    now: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, key: str) -> bool:
        """Whether ``key`` may do one more, which is counted if so."""
        left, now = self.left(key), self.now()
        self._left[key] = (left - 1 if left >= 1 else left, now)
        self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return left >= 1

    def give_back(self, key: str) -> None:
        """One that was taken does not count."""
        self._left[key] = (min(self.burst, self.left(key) + 1), self.now())

    def left(self, key: str) -> float:
        left, at = self._left.get(key, (self.burst, self.now()))
        return min(self.burst, left + (self.now() - at) * self.rate)


@dataclass
class KnownMembers:
    """The keys that were found good lately."""

    _keys: OrderedDict[str, None] = field(default_factory=OrderedDict)

    def add(self, key: str) -> None:
        self._keys[key] = None
        self._keys.move_to_end(key)
        while len(self._keys) > REMEMBERED:
            self._keys.popitem(last=False)

    def __contains__(self, key: str) -> bool:
        return key in self._keys


@dataclass(frozen=True)
class ClassLimits:
    """``votes`` and ``moves``: of a token; ``joins`` and ``strangers`` (an unknown code or token):
    of an address. ``members``, by code and token, are heard whatever strangers do at their
    address."""

    votes: Buckets = field(default_factory=lambda: Buckets(2, 2))
    moves: Buckets = field(default_factory=lambda: Buckets(5, 10))
    joins: Buckets = field(default_factory=lambda: Buckets(5, 300))
    strangers: Buckets = field(default_factory=lambda: Buckets(20, 200))
    members: KnownMembers = field(default_factory=KnownMembers)
