"""Cost-complexity pruning: the whole path of subtrees in one pass, or a link at a time.

C_α(T) = R(T) + α|T|, where R(T) sums weight times impurity (or errors, or their losses) over the
|T| leaves. An inner node t is worth keeping while α is below g(t) = (R(t) - R(T_t)) / (|T_t| - 1),
and the nodes with the least g are the weakest links. Where a leaf errs less than its subtree, as
with an m-estimate it may, g is negative and the link is cut at any price. Breiman, Friedman,
Olshen and Stone 1984, §3.3. Not done here: rpart's table of CPs, which is not exact where several
subtrees tie.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

import numpy as np

from dtcore.errors import PruningError
from dtcore.model.columns import BoolArray, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT, NodeId, weight_of
from dtcore.model.tree import Tree, check_tree
from dtcore.policies.selection import TIE
from dtcore.pruning.bottom_up import InnerNodes, from_above, of_children, of_leaves
from dtcore.stepping.problem import Proposal, Prune

Risk = Literal["impurity", "error"]
NOISE: Final = 1e-12
"""Two α are one if they differ by no more than ``TIE`` of them, or than this share of the root's
risk: what adding up leaves of a difference of zero."""

Block = tuple[float, float, float]
"""Nodes that fall at once: -α, the leaves that they are more, the risk that they are less."""


@dataclass(frozen=True, eq=False)
class PruningPath:
    """Each subtree that is the smallest with the least C_α for some α, from large to small.

    ``alphas`` (k,) rising from 0, on the total scale (α against R, not R/n): where each subtree
    begins to be best; ``leaves`` (k,) strictly falling to 1; ``risks`` (k,) R of each.
    ``breakpoints`` (n,) by place of ``tree``: the α at which the node is no longer split, at or
    below 0 if it is at no price; -inf for leaves.
    """

    tree: Tree = field(repr=False)
    risk: Risk
    alphas: FloatArray
    leaves: IntArray
    risks: FloatArray
    breakpoints: FloatArray = field(repr=False)

    def __len__(self) -> int:
        return len(self.alphas)

    @cached_property
    def weight(self) -> float:
        """The weight of all rows: α/weight is α per row, as scikit-learn gives it."""
        return self.tree.weight(ROOT)

    @property
    def per_row(self) -> FloatArray:
        """(k,) the alphas on the per-row scale."""
        return self.alphas / self.weight

    def step_at(self, alpha: float) -> int:
        """Which subtree is best at ``alpha``. Raises PruningError if alpha is negative."""
        if not alpha >= 0:
            raise PruningError("α is a price for each leaf, so it must be zero or more.")
        near = alpha + tolerance(alpha, float(self.risks[-1]))
        return int(np.searchsorted(self.alphas, near, side="right")) - 1

    def at(self, alpha: float) -> Tree:
        """The smallest subtree with the least C_α; ``alpha`` is on the total scale."""
        return self.subtree(self.step_at(alpha))

    def subtree(self, k: int) -> Tree:
        """The k-th subtree of the path."""
        return self.tree.pruned(self.breakpoints <= self.alphas[k])


def cost_complexity(tree: Tree, risk: Risk = "impurity") -> PruningPath:
    """The path from the smallest subtree that loses nothing to the root alone.

    ``risk``: "impurity" (weight times impurity; the sum of squares for a numeric target) or
    "error" (the weight of the rows that differ from what the leaf says, or with losses what
    they cost; for a numeric target the sum of squares too).
    """
    check_tree(tree)
    here = risk_of(tree, risk)
    breakpoints = breakpoints_of(tree, here, least(tree, risk), tree.arity > 0)
    inner = np.flatnonzero(tree.arity)
    stands = alpha_at(tree, breakpoints)[inner]
    alphas = _distinct(stands, float(here[0]))
    more = (tree.arity[inner] - 1).astype(np.float64)
    leaves = 1 + beyond(stands, more, alphas)
    risks = here[0] - beyond(stands, (here - of_children(tree, here))[inner], alphas)
    return PruningPath(
        tree, risk, alphas, leaves.astype(np.intp), np.maximum(risks, 0.0), breakpoints
    )


def at_cp(tree: Tree, cp: float | None) -> Tree:
    """What weakest-link pruning leaves of ``tree`` at α = cp R(root), rpart's scale.

    Of a tree that was grown in full: rpart's own table of CPs comes from the order in which it
    grew, and is not exact. Raises PruningError if ``cp`` (``Recipe.cp``) is negative or None.
    """
    if cp is None:
        raise PruningError("This algorithm has no cp. Give a number of 0 or more, such as 0.01.")
    path = cost_complexity(tree, "error")
    return path.at(cp * float(path.risks[-1]))


def risk_of(tree: Tree, risk: Risk) -> FloatArray:
    """(n,) R of each node, were it a leaf."""
    if risk not in ("impurity", "error"):
        raise PruningError("The risk of a tree is counted as “impurity” or as “error”.")
    if not tree.schema.classes:
        return tree.stats[:, 2].copy()
    if risk == "error":
        return tree.schema.leaf_rule.costs(tree.stats)
    return tree.measure.of(tree.stats) * weight_of(tree.stats, tree.schema)


def least(tree: Tree, risk: Risk) -> float:
    """The least g that a node may have; what lies below comes from rounding.

    A leaf errs no less than its subtree, unless an m-estimate makes a leaf below say what fits
    its rows less well.
    """
    return -np.inf if risk == "error" and tree.schema.leaf_rule.m else 0.0


def alpha_at(tree: Tree, breakpoints: FloatArray) -> FloatArray:
    """(n,) up to which α each node is split; -inf for leaves. Its ancestors must be, too."""
    return from_above(tree, breakpoints, np.minimum)


def beyond(stands: FloatArray, values: FloatArray, alphas: FloatArray) -> FloatArray:
    """(k,) the sum of ``values`` (m,) over the nodes still split at each α; ``stands`` (m,)."""
    order = np.argsort(stands, kind="stable")
    sums = np.append(np.cumsum(values[order][::-1])[::-1], 0.0)
    return np.asarray(sums[np.searchsorted(stands[order], alphas, side="right")])


def tolerance(alpha: float, whole: float) -> float:
    """How far from ``alpha`` a second α still ties with it; ``whole`` is the root's risk."""
    return TIE * abs(alpha) + NOISE * whole


def breakpoints_of(tree: Tree, here: FloatArray, least: float, among: BoolArray) -> FloatArray:
    """(n,) the α at which each subtree, taken alone, is worth no more than its root.

    ``here`` (n,) is R of each node, were it a leaf; ``least`` the least α. Only for the inner
    nodes ``among`` (n,), which must hold all inner nodes below any of them; -inf for leaves, inf
    for other nodes. From the leaves up: when a node falls, the nodes below that still stand fall
    with it. Each node hands up a heap of blocks; the smaller heap goes into the larger.

    No node comes before one that fell with it, so cutting what falls first leaves the numbers of
    all others as they are, to the last bit.
    """
    breakpoints = np.where(tree.arity > 0, np.inf, -np.inf)
    heaps: dict[int, list[Block]] = {}
    saved = here - of_children(tree, here)
    parent, arity, saves = tree.parent.tolist(), tree.arity.tolist(), saved.tolist()
    whole = float(here[0])
    for place in np.flatnonzero(among)[::-1].tolist():
        heap = heaps.pop(place, [])
        more, less = arity[place] - 1, saves[place]
        alpha = less / more if more else 0.0
        while heap and -heap[0][0] >= alpha:
            below, leaves, risk = heapq.heappop(heap)
            more, less = more + leaves, less + risk
            alpha = min(less / more, -below) if more else 0.0
        alpha = max(alpha, least) if abs(alpha) > tolerance(alpha, whole) else 0.0
        breakpoints[place] = alpha
        heapq.heappush(heap, (-alpha, more, less))
        up = parent[place]
        heaps[up] = _joined(heaps[up], heap) if up in heaps else heap
    return breakpoints


def _joined(one: list[Block], other: list[Block]) -> list[Block]:
    small, large = (one, other) if len(one) < len(other) else (other, one)
    for item in small:
        heapq.heappush(large, item)
    return large


def _distinct(stands: FloatArray, whole: float) -> FloatArray:
    """(k,) the different α of 0 or more among ``stands``, 0 first, ties as the largest of them."""
    alphas = np.unique(np.append(np.maximum(stands, 0.0), 0.0))
    apart = np.diff(alphas) > TIE * alphas[1:] + NOISE * whole
    return np.asarray(alphas[np.append(apart, True)])


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
    leaves = of_leaves(tree, np.ones(len(tree)))[places].astype(np.intp)
    g = np.maximum((here[places] - subtree) / np.maximum(leaves - 1, 1), lowest)
    breakpoints = breakpoints_of(tree, here, lowest, _below(tree, places, g, float(here[0])))[
        places
    ]
    alpha = float(breakpoints.min())
    weakest = breakpoints <= alpha + tolerance(alpha, float(here[0]))
    g = np.where(weakest, breakpoints, np.maximum(g, alpha))
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
        path, inner = cost_complexity(tree, self.risk), np.flatnonzero(tree.arity)
        whole, own = float(path.risks[-1]), path.breakpoints[inner]
        above = np.append(alpha_at(tree, path.breakpoints), np.inf)[tree.parent[inner]]
        # a node falls by itself if none above it fell before, or falls with it
        by_itself = above > own + TIE * np.abs(own) + NOISE * whole
        return int((by_itself & (own <= self._until(whole))).sum())

    def _until(self, whole: float) -> float:
        """``until``, and what ties with it; ``whole`` is the root's risk."""
        return self.until + tolerance(min(self.until, whole), whole)
