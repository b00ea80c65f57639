"""What the stage sends back: a queue of numbered acts, each with a kind and a value.

The browser repeats those that were not yet acknowledged, so that none is lost when clicks come
faster than answers. Whatever else was sent is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Act:
    """``kind`` says what was done, ``value`` to what; each page names its kinds."""

    number: int
    kind: str
    value: object = None


def new_acts(sent: object, done: int) -> Iterator[Act]:
    """The acts of a queue that come after number ``done``, each of them once, in order."""
    for act in sent if isinstance(sent, Sequence) else ():
        match act:
            case [bool(), *_]:
                continue
            case [int(number), str(kind), value] if number > done:
                done = number
                yield Act(number, kind, value)


def whole(value: object) -> int | None:
    """The whole number that was sent; None if it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
