"""The shape of a tree: which node is whose child, and what nodes are called.

Nodes are told by their place in pre-order, or by their id, the branches taken from the root.
Not done here: what a node asks, and what is known of the rows there (``dtcore.model.tree``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dtcore.model.columns import IntArray
from dtcore.model.node_id import NodeId


@dataclass(frozen=True, eq=False)
class Shape:
    """``parent``, ``branch``, ``arity``: (n,) int64, in pre-order; -1 for the root's parent and
    branch. The children of a node stand in the order of their branches, 0 to ``arity`` - 1."""

    parent: IntArray
    branch: IntArray
    arity: IntArray

    def __len__(self) -> int:
        return len(self.parent)

    def __contains__(self, node: object) -> bool:
        try:
            self.place(node)  # type: ignore[arg-type]
        except (KeyError, TypeError):
            return False
        return True

    @cached_property
    def _children(self) -> tuple[IntArray, IntArray]:
        """Places sorted by parent, and where each parent's run begins: (n-1,), (n+1,)."""
        order = np.argsort(self.parent, kind="stable")[1:]
        return order, np.searchsorted(self.parent[order], np.arange(len(self) + 1))

    @cached_property
    def _listed_children(self) -> tuple[list[int], list[int]]:
        """The same for single steps, which are dear in arrays."""
        order, start = self._children
        return order.tolist(), start.tolist()

    def place(self, node: NodeId) -> int:
        """The node's pre-order place. Raises KeyError if there is no such node."""
        return self.path(node)[-1]

    def path(self, node: NodeId) -> list[int]:
        """The places from the root's to the node's, both of them. Raises KeyError as ``place``."""
        at, passed = 0, [0]
        order, start = self._listed_children
        for branch in node:
            if not 0 <= branch < start[at + 1] - start[at]:
                raise KeyError(node)
            at = order[start[at] + branch]
            passed.append(at)
        return passed

    def child_places(self, place: int) -> IntArray:
        order, start = self._children
        return order[start[place] : start[place + 1]]

    def id_at(self, place: int) -> NodeId:
        path = []
        while place > 0:
            path.append(int(self.branch[place]))
            place = int(self.parent[place])
        return tuple(reversed(path))

    def children(self, node: NodeId) -> tuple[NodeId, ...]:
        return tuple((*node, b) for b in range(int(self.arity[self.place(node)])))

    @property
    def leaves(self) -> int:
        return int((self.arity == 0).sum())

    @cached_property
    def depths(self) -> IntArray:
        """(n,) the depth of each node; the root's is 0."""
        depth = [0] * len(self)
        for place, up in enumerate(self.parent.tolist()[1:], 1):
            depth[place] = depth[up] + 1
        return np.array(depth, np.int64)

    @cached_property
    def generations(self) -> list[IntArray]:
        """The places of each depth, from the root down."""
        order = np.argsort(self.depths, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.depths))[:-1])

    def end(self, place: int) -> int:
        """One past the last place of the subtree at ``place``."""
        later = np.flatnonzero(self.depths[place + 1 :] <= self.depths[place])
        return place + 1 + int(later[0]) if len(later) else len(self)
