"""Which open node comes next. Unless leaves are limited the finished tree is the same; the
lesson is not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from dtcore.model.columns import FloatArray
from dtcore.model.nodes import NodeId
from dtcore.policies.selection import TIE
from dtcore.policy import Policy
from dtcore.words import Sentence

Decreases = Callable[[Sequence[NodeId]], FloatArray]
"""(w,) by how much splitting each of w nodes lowers the impurity of the tree; 0 for leaves."""


class Ordering(Policy, ABC):
    """Which open node comes next."""

    @abstractmethod
    def next(self, waiting: Collection[NodeId], decreases: Decreases) -> NodeId:
        """The node to look at next, of at least one. Each of ``decreases`` costs a weighing."""


@dataclass(frozen=True)
class DepthFirst(Ordering):
    """A branch to its end before the next one, as the recursion of Mitchell 1997, Table 3.1."""

    key: ClassVar[str] = "depth"
    label = Sentence("a branch to its end (depth first)")

    def next(self, waiting: Collection[NodeId], decreases: Decreases) -> NodeId:
        return min(waiting)


@dataclass(frozen=True)
class BreadthFirst(Ordering):
    """Level by level, as SLIQ does (Mehta, Agrawal and Rissanen 1996)."""

    key: ClassVar[str] = "breadth"
    label = Sentence("level by level (breadth first)")

    def next(self, waiting: Collection[NodeId], decreases: Decreases) -> NodeId:
        return min(waiting, key=lambda node: (len(node), node))


@dataclass(frozen=True)
class BestFirst(Ordering):
    """The node whose split gains most: gain times its share of all rows. Shi 2007.

    As scikit-learn does with ``max_leaf_nodes``; nodes that become leaves come last. Of tied
    nodes the leftmost is first, where scikit-learn leaves it to the state of its heap.
    """

    key: ClassVar[str] = "best"
    label = Sentence("the largest decrease in impurity first (best first)")

    def next(self, waiting: Collection[NodeId], decreases: Decreases) -> NodeId:
        nodes = sorted(waiting)
        result = decreases(nodes)
        best = result.max()
        return nodes[int((best - result <= TIE * best).argmax())]
