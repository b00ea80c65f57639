"""Cost-complexity pruning a link at a time, with g(t) of every inner node as evidence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.tree import NodeId, Tree
from dtcore.pruning.cost_complexity import (
    NOISE,
    TIE,
    Risk,
    cost_complexity,
    least,
    risk_of,
    standing,
    tolerance,
)
from dtcore.pruning.levels import of_leaves
from dtcore.stepping.pruner import Proposal, Prune, PruningEvidence


@dataclass(frozen=True)
class Link:
    """An inner node t: R(t), R(T_t), |T_t|, g(t), and whether no node has a smaller g."""

    node: NodeId
    leaf: float
    subtree: float
    leaves: int
    g: float
    weakest: bool


@dataclass(frozen=True, eq=False)
class WeakestLinks(PruningEvidence):
    """g(t) = (R(t) - R(T_t)) / (|T_t| - 1) of all inner nodes; ``node`` is the one to cut.

    Arrays (m,) over the inner nodes in pre-order, which stand at ``places`` of ``tree``;
    ``alpha`` is the least g, on the total scale. Of tied links the first in pre-order is cut,
    so that one above another takes it along.
    """

    risk: Risk
    tree: Tree = field(repr=False)
    places: IntArray
    leaf: FloatArray
    subtree: FloatArray
    leaves: IntArray
    g: FloatArray
    weakest: BoolArray
    alpha: float

    def __iter__(self) -> Iterator[Link]:
        return (self._row(i) for i in range(len(self.places)))

    def __len__(self) -> int:
        return len(self.places)

    def of(self, node: NodeId) -> Link:
        """The link at an inner node. Raises KeyError if it is none."""
        found = np.flatnonzero(self.places == self.tree.place(node))
        if not len(found):
            raise KeyError(node)
        return self._row(int(found[0]))

    def _row(self, i: int) -> Link:
        node = self.tree.id_at(int(self.places[i]))
        risks = float(self.leaf[i]), float(self.subtree[i])
        return Link(node, *risks, int(self.leaves[i]), float(self.g[i]), bool(self.weakest[i]))


def weakest_links(tree: Tree, risk: Risk = "impurity") -> WeakestLinks | None:
    """g(t) of every inner node of ``tree``; None if it has none."""
    places = np.flatnonzero(tree.arity)
    if not len(places):
        return None
    here = risk_of(tree, risk)
    subtree = of_leaves(tree, here)[places]
    leaves = of_leaves(tree, np.ones(len(tree)))[places].astype(np.int64)
    g = (here[places] - subtree) / np.maximum(leaves - 1, 1)
    g = np.where(np.abs(g) > NOISE * here[0], np.maximum(g, least(tree, risk)), 0.0)
    alpha = float(g.min())
    weakest = g <= alpha + tolerance(alpha, float(here[0]))
    first = tree.id_at(int(places[np.flatnonzero(weakest)[0]]))
    return WeakestLinks(first, risk, tree, places, here[places], subtree, leaves, g, weakest, alpha)


@dataclass(frozen=True)
class WeakestLink:
    """Cut the weakest link again and again, up to α = ``until`` (total scale).

    What it leaves is the path's tree at ``until``. Breiman et al. 1984, §3.3.
    """

    risk: Risk = "impurity"
    until: float = math.inf

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        found = weakest_links(tree, self.risk)
        if found is None or found.alpha > self._until(tree):
            return None
        return Proposal(Prune(found.node), found)

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        path = cost_complexity(tree, self.risk)
        whole, breaks = float(path.risks[-1]), path.breaks
        stands = standing(tree, np.where(tree.arity > 0, breaks, np.inf))
        above = np.append(np.inf, stands[tree.parent[1:]])
        # what falls no earlier than a node above it falls with that one
        alone = breaks < above - TIE * np.abs(np.minimum(above, whole)) - NOISE * whole
        return int((alone & (tree.arity > 0) & (breaks <= self._until(tree))).sum())

    def _until(self, tree: Tree) -> float:
        whole = float(risk_of(tree, self.risk)[0])
        return self.until + tolerance(min(self.until, whole), whole)
