"""The steps of a lesson one after the other: those that were made, and those that are foreseen.

A tree of a million rows takes hundreds of thousands of steps. Those that growth will take are
known by arrays (``dtcore.stepping.lazy_steps``), and become objects when someone asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import overload

from dtcore.model.node_id import NodeId
from dtcore.stepping.moves import Step
from dtcore.stepping.problem import Problem, State


class MadeSteps(tuple[Step, ...]):
    """Steps that are there as objects."""

    @cached_property
    def last(self) -> Mapping[NodeId, Step]:
        """The last step about each node."""
        return {step.move.node: step for step in self}


class LazySteps(ABC):
    """Steps that the algorithm will take, none of them by hand."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __getitem__(self, number: int) -> Step: ...

    def __iter__(self) -> Iterator[Step]:
        return (self[number] for number in range(len(self)))

    @abstractmethod
    def number(self, node: NodeId) -> int:
        """Which of the steps is about ``node``; as many as there are if none is."""

    @abstractmethod
    def state_after(self, problem: Problem, count: int) -> State:
        """The state after the first ``count`` steps, without making them."""


@dataclass(frozen=True, eq=False)
class Steps(Sequence[Step]):
    """Of each of the ``pieces`` the first so many steps; of steps that were made, all."""

    pieces: tuple[tuple[MadeSteps | LazySteps, int], ...] = ()

    @classmethod
    def of(cls, steps: Iterable[Step]) -> Steps:
        made = MadeSteps(steps)
        return cls(((made, len(made)),) if made else ())

    @cached_property
    def _length(self) -> int:
        return sum(count for _, count in self.pieces)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> Steps: ...
    def __getitem__(self, place: int | slice) -> Step | Steps:
        if isinstance(place, slice):
            start, stop, stride = place.indices(len(self))
            if start or stride != 1:
                return Steps.of([self[k] for k in range(start, stop, stride)])
            return self._first(stop)
        place = range(len(self))[place]
        for piece, count in self.pieces:
            if place < count:
                return piece[place]
            place -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Step]:
        for piece, count in self.pieces:
            yield from islice(piece, count)

    def then(self, more: Iterable[Step]) -> Steps:
        """Goes on with ``more``; steps that are lazy stay so."""
        if isinstance(more, LazySteps):
            return Steps((*self.pieces, (more, len(more)))) if len(more) else self
        if self.pieces and isinstance(self.pieces[-1][0], MadeSteps):
            *before, (last, _) = self.pieces
            return Steps((*before, *Steps.of((*last, *more)).pieces))
        return Steps((*self.pieces, *Steps.of(more).pieces))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def about(self, node: NodeId) -> Step | None:
        """The last step about ``node``."""
        for piece, count in reversed(self.pieces):
            if isinstance(piece, MadeSteps):
                if node in piece.last:
                    return piece.last[node]
            elif (number := piece.number(node)) < count:
                return piece[number]
        return None

    @property
    def by_hand(self) -> bool:
        """Whether any of them is."""
        made = (piece for piece, _ in self.pieces if isinstance(piece, MadeSteps))
        return any(step.by_hand for piece in made for step in piece)

    def runs(self) -> Iterator[int | Step]:
        """Runs of the algorithm's own steps as their numbers, and between them steps by hand."""
        run = 0
        for piece, count in self.pieces:
            if isinstance(piece, LazySteps):
                run += count
                continue
            for step in piece:
                if step.by_hand:
                    yield from (run,) if run else ()
                    yield step
                run = 0 if step.by_hand else run + 1
        if run:
            yield run

    def last_lazy(self, k: int) -> tuple[int, LazySteps, int] | None:
        """The last of the first ``k`` steps that is lazy: its number from 1, its piece, and
        its number there; None if there is none."""
        result, end = None, 0
        for piece, count in self._first(k).pieces:
            end += count
            if isinstance(piece, LazySteps):
                result = end, piece, count
        return result

    def _first(self, k: int) -> Steps:
        if k >= len(self):
            return self
        kept = list[tuple[MadeSteps | LazySteps, int]]()
        for piece, count in self.pieces:
            part = min(count, k)
            if part > 0:
                kept.append(
                    (MadeSteps(piece[:part]) if isinstance(piece, MadeSteps) else piece, part)
                )
            k -= part
        return Steps(tuple(kept))
