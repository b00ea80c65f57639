"""Pruning from the bottom: a subtree falls if a leaf in its place would cost no more.

What a node costs is for the pruner to say (held-out errors, an estimate of errors to come); how
the tree is gone through is the same for all, and so is the evidence. Costs tie if they differ by
no more than ``TIE`` of the root's. Values of a whole tree go up from the leaves or down from the
root a level at a time (``of_children`` to ``from_above``).

Minimum-error pruning, that of ASSISTANT, estimates the error of a leaf with an m-estimate: m rows
more, spread as the classes are in the whole table, are added to those that came there, and the
leaf predicts the class that is then least often wrong, or with losses costs least. Niblett and
Bratko 1986 (m = number of classes, all alike: Laplace's law of succession); Cestnik 1990; Cestnik
and Bratko 1991.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import PruningError
from dtcore.model.columns import BoolArray, FloatArray, IntArray, LeafRule
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.tree import Tree, check_tree
from dtcore.policies.selection import TIE
from dtcore.stepping.problem import Proposal, Prune, PruningEvidence


def of_children(tree: Tree, values: FloatArray) -> FloatArray:
    """(n,) the sum of ``values`` (n,) over each node's children; 0 for leaves."""
    return np.asarray(np.bincount(tree.parent[1:], values[1:], len(tree)), np.float64)


def of_leaves(tree: Tree, values: FloatArray) -> FloatArray:
    """(n,) the sum of ``values`` (n,) over the leaves below each node, or of a leaf's own."""
    return of_all(tree, np.where(tree.arity == 0, values, 0.0))


def of_all(tree: Tree, values: NDArray[Any]) -> NDArray[Any]:
    """(n,) the sum of ``values`` (n,) over each node and all nodes below it."""
    total = values.copy()
    for places in tree.generations[:0:-1]:
        np.add.at(total, tree.parent[places], total[places])
    return total


def from_above(
    tree: Tree, values: FloatArray, join: Callable[[FloatArray, FloatArray], FloatArray]
) -> FloatArray:
    """(n,) ``values`` (n,) joined along the way from the root to each node."""
    result = values.copy()
    for places in tree.generations[1:]:
        result[places] = join(result[places], result[tree.parent[places]])
    return result


Row = TypeVar("Row")


@dataclass(frozen=True, eq=False)
class Costs:
    """What each node costs: ``leaf`` (n,) were it a leaf, ``rest`` (n,) for the rows that reach
    an inner node but none of its branches; in weights of rows or squared target units."""

    leaf: FloatArray
    rest: FloatArray


@dataclass(frozen=True, eq=False)
class InnerNodes(PruningEvidence, Generic[Row]):
    """Evidence with a row for each inner node, at ``places`` (m,) of ``tree``, in pre-order."""

    tree: Tree = field(repr=False)
    places: IntArray

    @abstractmethod
    def row(self, number: int) -> Row:
        """The row of the node at the place of this number."""

    def __iter__(self) -> Iterator[Row]:
        return map(self.row, range(len(self)))

    def __len__(self) -> int:
        return len(self.places)

    def of(self, node: NodeId) -> Row:
        """The row of an inner node. Raises KeyError if it is none."""
        result = np.flatnonzero(self.places == self.tree.place(node))
        if not len(result):
            raise KeyError(node)
        return self.row(int(result[0]))


@dataclass(frozen=True)
class Comparison:
    """One node as a leaf against its subtree; ``falls`` if the leaf costs no more."""

    node: NodeId
    leaf: float
    subtree: float
    falls: bool


@dataclass(frozen=True, eq=False)
class Comparisons(InnerNodes[Comparison]):
    """All inner nodes compared as the tree stands; ``node`` is the lowest that falls, or the root.

    ``leaf`` and ``subtree`` (m,) costs, ``falls`` (m,). An ancestor may fall by this table and
    stand once what is below has fallen.
    """

    leaf: FloatArray
    subtree: FloatArray
    falls: BoolArray

    @property
    def move(self) -> Prune | None:
        """What follows; None if every subtree stands."""
        return Prune(self.node) if self.falls.any() else None

    def row(self, number: int) -> Comparison:
        leaf, subtree = float(self.leaf[number]), float(self.subtree[number])
        node = self.tree.id_at(int(self.places[number]))
        return Comparison(node, leaf, subtree, bool(self.falls[number]))


def comparisons(tree: Tree, costs: Costs) -> Comparisons | None:
    """Every inner node as a leaf against its subtree as it stands; None if there is none."""
    total = of_all(tree, np.where(tree.arity > 0, costs.rest, costs.leaf))
    places = np.flatnonzero(tree.arity)
    if not len(places):
        return None
    falls = costs.leaf[places] <= total[places] + TIE * costs.leaf[0]
    lowest = tree.id_at(int(places[falls][-1])) if falls.any() else ROOT
    return Comparisons(lowest, tree, places, costs.leaf[places], total[places], falls)


def falls(tree: Tree, costs: Costs) -> BoolArray:
    """(n,) which subtrees fall, each compared with what is left below it; in one pass."""
    fallen, subtree, best = np.zeros(len(tree), bool), costs.rest.copy(), costs.leaf.copy()
    for places in reversed(tree.generations):
        inner = places[tree.arity[places] > 0]
        fallen[inner] = costs.leaf[inner] <= subtree[inner] + TIE * costs.leaf[0]
        best[inner] = np.where(fallen[inner], costs.leaf[inner], subtree[inner])
        if tree.parent[places[0]] >= 0:
            np.add.at(subtree, tree.parent[places], best[places])
    return fallen


class BottomUp(ABC):
    """A pruner that makes leaves from the bottom: of the lowest subtrees that fall, the last in the
    tree comes first."""

    @abstractmethod
    def costs(self, tree: Tree, held_out: Dataset | None) -> Costs:
        """What each node costs. Raises PruningError if that cannot be said."""

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        result = comparisons(tree, self.costs(tree, held_out))
        return Proposal(result.move, result) if result and result.move else None

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        return int(falls(tree, self.costs(tree, held_out)).sum())


@dataclass(frozen=True)
class MinimumError(BottomUp):
    """Make a leaf of a subtree whose expected error is no smaller, lowest first; ties prune.

    ``m`` is how many rows the prior counts for, 0 or more; None takes Laplace's law: as many as
    there are classes, the same of each.
    """

    m: float | None = 2.0

    def __post_init__(self) -> None:
        if self.m is not None and not 0 <= self.m < np.inf:
            raise PruningError(
                "m says how many rows the prior counts for: zero or more, and finite."
            )

    def costs(self, tree: Tree, held_out: Dataset | None) -> Costs:
        return expected_costs(tree, self.m)


def minimum_error(tree: Tree, m: float | None = 2.0) -> Tree:
    """``tree`` pruned where a leaf is expected to err no more. Raises PruningError if it cannot."""
    check_tree(tree)
    costs = expected_costs(tree, MinimumError(m).m)
    return tree.pruned(falls(tree, costs))


def expected_costs(tree: Tree, m: float | None) -> Costs:
    """What to expect of each node's rows: their weight times ``expected_errors``."""
    weight = tree.schema.leaf_rule.counts(tree.stats).sum(axis=1)
    return Costs(weight * expected_errors(tree, m), np.zeros(len(tree)))


def expected_errors(tree: Tree, m: float | None) -> FloatArray:
    """(n,) min_i [n - n_i + (1 - p_i) m] / (n + m) of each node, over all classes i.

    p_i is the share of i at the root, or 1 / number of classes if ``m`` is None. With losses
    what saying i costs: min_i Σ_j (n_j + p_j m) L(j, i) / (n + m).
    """
    leaf_rule = estimating(tree, m)
    weights = leaf_rule.adjusted_weights(tree.stats)
    total = weights.sum(axis=1)
    return np.asarray(
        leaf_rule.cost_of(weights, leaf_rule.choice(weights)) / np.where(total > 0, total, 1.0)
    )


def estimating(tree: Tree, m: float | None) -> LeafRule:
    """How leaves of ``tree`` would be read with this m-estimate."""
    classes = len(tree.schema.classes)
    if not classes:
        raise PruningError("Minimum-error pruning counts classes; this target is numeric.")
    if m is None:
        return replace(tree.schema.leaf_rule, m=float(classes), priors=(1 / classes,) * classes)
    whole = tree.schema.leaf_rule.counts(tree.stats[0])
    return replace(tree.schema.leaf_rule, m=m, priors=tuple(map(float, whole / whole.sum())))
