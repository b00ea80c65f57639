"""Which open node comes next. The finished tree is the same; the lesson is not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from dtcore.model.tree import NodeId


class Ordering(Protocol):
    def next(self, waiting: Collection[NodeId]) -> NodeId:
        """The node to look at next, of at least one."""


@dataclass(frozen=True)
class DepthFirst:
    """A branch to its end before the next one, as the recursive pseudocode does."""

    def next(self, waiting: Collection[NodeId]) -> NodeId:
        return min(waiting)


@dataclass(frozen=True)
class BreadthFirst:
    """Level by level."""

    def next(self, waiting: Collection[NodeId]) -> NodeId:
        return min(waiting, key=lambda node: (len(node), node))
