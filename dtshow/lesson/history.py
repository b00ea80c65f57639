"""What can be had back: the values before the last edits, and those that were undone.

A history is a value. Its entries hold their tables, so of large ones there are few. Not done
here: nothing is kept between reruns (``pages.ui.shell.session`` does that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

import dtcore as dt

LIMIT: Final = 30
CELLS: Final = 30_000_000
"""Of the tables of all to undo to: one as large as can be made, or many small ones."""


class OnTable(Protocol):
    @property
    def dataset(self) -> dt.Dataset: ...


T = TypeVar("T", bound=OnTable)


@dataclass(frozen=True)
class History(Generic[T]):
    """``past``: what can be undone to, ``future``: what can be redone; the nearest stands last."""

    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def __iter__(self) -> Iterator[T]:
        return iter(self.past + self.future)

    def after(self, before: T) -> History[T]:
        """When ``before`` has been edited: it can be had back, and nothing can be redone."""
        return History(affordable((*self.past, before)))

    def undone(self, here: T) -> tuple[T, History[T]]:
        """What was before the last edit, and the history from there; there must be a past."""
        return self.past[-1], History(self.past[:-1], (*self.future, here))

    def redone(self, here: T) -> tuple[T, History[T]]:
        """As ``undone``, the other way; there must be a future."""
        return self.future[-1], History((*self.past, here), self.future[:-1])

    def where(self, here: Callable[[T], bool]) -> History[T]:
        """Without those that are gone."""
        return History(tuple(filter(here, self.past)), tuple(filter(here, self.future)))


def affordable(past: tuple[T, ...]) -> tuple[T, ...]:
    """The last of a past, as many as one may keep: of large tables there is one."""
    cells: dict[int, int] = {}
    kept: list[T] = []
    for old in past[: -LIMIT - 1 : -1]:
        cells[id(old.dataset)] = old.dataset.cells
        if sum(cells.values()) > CELLS:
            break
        kept.append(old)
    return tuple(kept[::-1])
