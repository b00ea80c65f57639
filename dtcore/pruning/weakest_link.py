"""Cost-complexity pruning a link at a time, with g(t) of every inner node as evidence."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.node_id import NodeId
from dtcore.model.tree import Tree
from dtcore.pruning.bottom_up import InnerNodes
from dtcore.pruning.cost_complexity import (
    NOISE,
    TIE,
    Risk,
    breaks_of,
    cost_complexity,
    least,
    risk_of,
    tolerance,
)
from dtcore.pruning.levels import from_above, of_all, of_leaves
from dtcore.stepping.pruner import Proposal, Prune


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
class WeakestLinks(InnerNodes[Link]):
    """g(t) = (R(t) - R(T_t)) / (|T_t| - 1) of all inner nodes; ``node`` is the one to cut.

    Arrays (m,) over the inner nodes; ``alpha`` is the least g, on the total scale. Of tied links
    the first in pre-order is cut, so that one above another takes it along.
    """

    risk: Risk
    leaf: FloatArray
    subtree: FloatArray
    leaves: IntArray
    g: FloatArray
    weakest: BoolArray
    alpha: float

    def row(self, number: int) -> Link:
        node = self.tree.id_at(int(self.places[number]))
        risks = float(self.leaf[number]), float(self.subtree[number])
        g, weakest = float(self.g[number]), bool(self.weakest[number])
        return Link(node, *risks, int(self.leaves[number]), g, weakest)


def weakest_links(tree: Tree, risk: Risk = "impurity") -> WeakestLinks | None:
    """g(t) of every inner node of ``tree``; None if it has none."""
    places = np.flatnonzero(tree.arity)
    if not len(places):
        return None
    here, lowest = risk_of(tree, risk), least(tree, risk)
    subtree = of_leaves(tree, here)[places]
    leaves = of_leaves(tree, np.ones(len(tree)))[places].astype(np.int64)
    g = np.maximum((here[places] - subtree) / np.maximum(leaves - 1, 1), lowest)
    breaks = breaks_of(tree, here, lowest, _below(tree, places, g, float(here[0])))[places]
    alpha = float(breaks.min())
    weakest = breaks <= alpha + tolerance(alpha, float(here[0]))
    g = np.where(weakest, breaks, np.maximum(g, alpha))
    first = tree.id_at(int(places[np.argmax(weakest)]))
    return WeakestLinks(first, tree, places, risk, here[places], subtree, leaves, g, weakest, alpha)


def _below(tree: Tree, places: IntArray, g: FloatArray, whole: float) -> BoolArray:
    """(n,) the inner nodes that may be weakest, by ``g`` (m,) as it was added up, and all below.

    g(t) is at most the α at which t falls, and more than four tolerances above the least g no
    rounding makes a tie.
    """
    lowest = float(g.min())
    near = np.zeros(len(tree))
    near[places] = g <= lowest + 4 * tolerance(lowest, whole)
    return np.asarray((from_above(tree, near, np.maximum) > 0) & (tree.arity > 0))


def cuts(tree: Tree, breaks: FloatArray, whole: float, until: float) -> Iterator[int]:
    """The places that are cut one after the other, by the α (n,) at which they fall.

    At each step those near the least α that still stands are tied, and the first of them is cut.
    """
    order = np.argsort(breaks, kind="stable")
    order = order[tree.arity[order] > 0]
    alphas = breaks[order]
    ends = np.searchsorted(alphas, alphas + TIE * np.abs(alphas) + NOISE * whole, side="right")
    due, places = int(np.searchsorted(alphas, until, side="right")), order.tolist()
    sizes = of_all(tree, np.ones(len(tree), np.int64)).tolist()
    gone, tied, seen = bytearray(len(tree)), list[int](), 0
    for place, end in zip(places[:due], ends[:due].tolist(), strict=True):
        while not gone[place]:
            for other in places[seen:end]:
                heapq.heappush(tied, other)
            seen = max(seen, end)
            first = heapq.heappop(tied)
            if not gone[first]:
                gone[first : first + sizes[first]] = b"\1" * sizes[first]
                yield first


@dataclass(frozen=True)
class WeakestLink:
    """Cut the weakest link again and again, up to α = ``until`` (total scale).

    What it leaves is the path's tree at ``until``. Breiman et al. 1984, §3.3.
    """

    risk: Risk = "impurity"
    until: float = math.inf

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        result = weakest_links(tree, self.risk)
        if result is None or result.alpha > self._until(float(result.leaf[0])):
            return None
        return Proposal(Prune(result.node), result)

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        path = cost_complexity(tree, self.risk)
        whole = float(path.risks[-1])
        return sum(1 for _ in cuts(tree, path.breaks, whole, self._until(whole)))

    def _until(self, whole: float) -> float:
        """``until``, and what ties with it; ``whole`` is the root's risk."""
        return self.until + tolerance(min(self.until, whole), whole)
