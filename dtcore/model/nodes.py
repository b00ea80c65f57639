"""Nodes: what they are called, what is kept of the rows at one, and which is whose child.

Statistics are a vector of float64: the class weights, shape (n_classes,), or for a numeric
target the three moments (weight, sum of y - centre, sum of squares about the node's own mean).
Prediction and impurity are derived from them and never stored. Nodes are told by their place in
pre-order, or by their id. Not done here: what a tree asks as a whole (``dtcore.model.tree``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.model.splits import Split

NodeId = tuple[int, ...]
"""The branches taken from the root; () is the root, ``id[:-1]`` the parent."""
ROOT: Final[NodeId] = ()


class Measure(Protocol):
    """How to read statistics as impurity; the policies in ``dtcore.policies.impurity`` do."""

    def of(self, stats: FloatArray) -> FloatArray:
        """(...) the impurity of nodes with statistics (..., k)."""


def weight_of(stats: FloatArray, schema: Schema) -> FloatArray:
    """The weight of rows behind statistics of shape (..., k): shape (...)."""
    return np.add.reduce(stats, axis=-1) if schema.classes else stats[..., 0]


def predictions(stats: FloatArray, schema: Schema) -> FloatArray:
    """What statistics (..., k) predict: class codes (first of tied ones) or means, in the
    target's unit; (...)."""
    if schema.classes:
        return schema.leaf_rule.prediction(stats).astype(np.float64)
    weight = np.where(stats[..., 0] > 0, stats[..., 0], 1.0)
    return np.asarray(schema.centre + stats[..., 1] / weight)


def is_pure(stats: FloatArray, schema: Schema) -> BoolArray:
    """Whether all rows behind statistics (..., k) have the same target value, if any; (...)."""
    if schema.classes:
        return np.asarray(np.add.reduce(stats > 0, axis=-1, dtype=np.intp) <= 1)
    return np.asarray(stats[..., 2] <= 0)


def errors_of(stats: FloatArray) -> FloatArray:
    """Weight of the rows (...) that are not of the heaviest class of ``stats`` (..., k)."""
    wrong: FloatArray = stats.sum(axis=-1) - stats.max(axis=-1)
    return wrong


@dataclass(frozen=True, eq=False)
class Node:
    """``stats`` (k,) as above; ``arity`` is 0 for a leaf."""

    id: NodeId
    stats: FloatArray
    split: Split | None = None
    arity: int = 0

    @property
    def leaf(self) -> bool:
        return self.split is None

    @property
    def depth(self) -> int:
        return len(self.id)


@dataclass(frozen=True, eq=False)
class Shape:
    """``parent``, ``branch``, ``arity``: (n,) intp, in pre-order; -1 for the root's parent and
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
        """(arity,) the places of a node's children, in the order of their branches."""
        order, start = self._children
        return order[start[place] : start[place + 1]]

    def id_at(self, place: int) -> NodeId:
        path = []
        while place > 0:
            path.append(int(self.branch[place]))
            place = int(self.parent[place])
        return tuple(reversed(path))

    def ids(self) -> list[NodeId]:
        """Those of all nodes, in pre-order: much sooner made than one by one."""
        found = [ROOT]
        for up, branch in zip(self.parent.tolist()[1:], self.branch.tolist()[1:], strict=True):
            found.append((*found[up], branch))
        return found

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
        return np.array(depth, np.intp)

    @cached_property
    def generations(self) -> list[IntArray]:
        """The places (g,) of each depth, from the root down; rising in each."""
        order = np.argsort(self.depths, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.depths))[:-1])

    def end(self, place: int) -> int:
        """One past the last place of the subtree at ``place``."""
        later = np.flatnonzero(self.depths[place + 1 :] <= self.depths[place])
        return place + 1 + int(later[0]) if len(later) else len(self)
