"""C4.5's pessimistic pruning: errors on the training rows, raised to an upper limit.

U_CF(e, n) is the rate that is still believable if e of n rows were got wrong: the one at which so
few errors would be seen with probability CF only. C4.5 approximates it by a normal limit with a
correction for continuity; the limit itself is ``dttools.evaluation.exact_limit``.

From the bottom up each inner node is estimated three times: as a leaf, as its subtree, and as
its largest branch if that took all the node's rows. Release 8's rules, with a slack of 0.1 error:
a leaf if it is expected to err no more than the other two; else the branch is raised if it errs
no more than the subtree. Quinlan 1993, §4.2. A limit is one of errors, so with losses too the
rows are counted that differ from what the leaf says, not what they cost. Not done here: Release 8
adds up in single precision, which may decide otherwise where two estimates differ by all but
exactly the slack.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import NormalDist
from typing import Final, Literal

import numpy as np

from dtcore.errors import PruningError
from dtcore.growth.frontier import Frontier
from dtcore.model.columns import FloatArray, frozen
from dtcore.model.data import Dataset, NodeRows, check_dataset
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree, check_tree
from dtcore.stepping.problem import (
    Proposal,
    Prune,
    PruningEvidence,
    RaiseSubtree,
    node_rows_below,
    raised,
)

Z = Literal["interpolated", "exact"]
TABLE: Final = (
    (0.0, 4.0),
    (0.001, 3.09),
    (0.005, 2.58),
    (0.01, 2.33),
    (0.05, 1.65),
    (0.10, 1.28),
    (0.20, 0.84),
    (0.40, 0.25),
    (1.0, 0.0),
)
"""(CF, z) as Release 8 holds them; between two it goes in a straight line."""


@dataclass(frozen=True)
class Limit:
    """C4.5's approximation. ``z``: "interpolated" as Release 8, "exact" as Weka's J48.

    ``confidence`` lies above 0 and below 1, and is at most 0.5 with the exact z.
    """

    confidence: float = 0.25
    z: Z = "interpolated"

    def __post_init__(self) -> None:
        if self.z not in ("interpolated", "exact"):
            raise PruningError("z is “interpolated” as in Release 8, or “exact” as in J48.")
        if not 0 < self.confidence < 1:
            raise PruningError("The confidence must lie above 0 and below 1.")
        if self.z == "exact" and self.confidence > 0.5:
            raise PruningError("With the exact z the confidence must be at most 0.5.")

    @property
    def deviations(self) -> float:
        """z: how many standard deviations the limit lies above the rate."""
        if self.neighbours is None:
            return -NormalDist().inv_cdf(self.confidence)  # 1 - CF may round to 1
        (low, z_low), (high, z_high) = self.neighbours
        return z_low + (z_high - z_low) * ((self.confidence - low) / (high - low))

    @property
    def neighbours(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The two points of ``TABLE`` between which z lies; None if it is exact."""
        if self.z == "exact":
            return None
        return next(two for two in pairwise(TABLE) if self.confidence <= two[1][0])

    @property
    def nearly_all(self) -> float:
        """What part of the rows got right is taken for wrong where nearly all are wrong."""
        return 0.67 if self.z == "interpolated" else 1.0

    def expected(self, errors: float, rows: float) -> float:
        """n U_CF(e, n): how many of so many rows to expect wrong, given ``errors`` seen."""
        if rows <= 0:
            return 0.0
        if errors < 1e-6:
            return rows * (1 - float(self.confidence ** (1 / rows)))
        if errors < 0.9999:
            none, one = self.expected(0.0, rows), self.expected(1.0, rows)
            return none + errors * (one - none)
        if errors + 0.5 >= rows:
            return errors + self.nearly_all * (rows - errors)
        square, half = self.deviations**2, errors + 0.5
        spread = math.sqrt(square * (half * (1 - half / rows) + square / 4))
        return rows * (half + square / 2 + spread) / (rows + square)

    def of(self, errors: float, rows: float) -> float:
        """U_CF(e, n), between 0 and 1; 0 if there are no rows."""
        return self.expected(errors, rows) / rows if rows > 0 else 0.0


@dataclass(frozen=True)
class Estimate:
    """A leaf: its rows, those of them got wrong, and how many to expect wrong, n U_CF(e, n).

    Or an inner node, for rows that reach none of its branches.
    """

    node: NodeId
    rows: float
    errors: float
    expected: float


@dataclass(frozen=True, eq=False)
class LimitComparison(PruningEvidence):
    """A node as a leaf, as its subtree, and as its largest branch with all of its rows.

    ``subtree`` and ``raised`` hold an estimate for each of their leaves; ``branch`` is the number
    of the largest branch, None if raising is off. ``move`` is what follows, None to leave it.
    """

    limit: Limit
    slack: float
    leaf: Estimate
    subtree: tuple[Estimate, ...]
    branch: int | None
    raised: tuple[Estimate, ...]

    @property
    def of_subtree(self) -> float:
        """How many errors to expect of the subtree."""
        return math.fsum(estimate.expected for estimate in self.subtree)

    @property
    def of_branch(self) -> float:
        """How many errors to expect of the largest branch; infinite if raising is off."""
        if self.branch is None:
            return math.inf
        return math.fsum(estimate.expected for estimate in self.raised)

    @property
    def move(self) -> Prune | RaiseSubtree | None:
        leaf, subtree, branch = self.leaf.expected, self.of_subtree, self.of_branch
        if leaf <= subtree + self.slack and leaf <= branch + self.slack:
            return Prune(self.node)
        if self.branch is not None and branch <= subtree + self.slack:
            return RaiseSubtree(self.node, self.branch)
        return None


@dataclass(frozen=True)
class Pessimistic:
    """C4.5's pruning as a policy. ``raising`` is off with J48's option ``-S``."""

    limit: Limit = field(default_factory=Limit)
    raising: bool = True
    slack: float = 0.1

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        first = next(self.moves(tree, dataset), None)
        return first[0] if first else None

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        return sum(1 for _ in self.moves(tree, dataset))

    def moves(self, tree: Tree, dataset: Dataset) -> Iterator[tuple[Proposal, Tree]]:
        """Each move, lowest nodes first, and the tree after it.

        A raised subtree is gone through again with its new rows. Raises PruningError for a
        numeric target.
        """
        dataset = as_grown(dataset, tree)
        node_rows = node_rows_below(dataset, tree, 0, dataset.all_rows)
        place = len(tree) - 1
        while place >= 0:
            result = (
                self._compare(tree, dataset, place, node_rows[place]) if tree.arity[place] else None
            )
            move = result.move if result else None
            if result and move:
                end = tree.end(place)
                if isinstance(move, RaiseSubtree):
                    tree = raised(dataset, tree, move, node_rows[place])
                    anew = node_rows_below(dataset, tree, place, node_rows[place])
                    node_rows[place:end] = anew
                    place += len(anew)
                else:
                    tree = tree.prune(move.node)
                    node_rows[place:end] = [node_rows[place]]
                yield Proposal(move, result), tree
            place -= 1

    def comparisons(self, tree: Tree, dataset: Dataset) -> Iterator[LimitComparison]:
        """Of every inner node as the tree stands, lowest first. Raises PruningError likewise."""
        dataset = as_grown(dataset, tree)
        node_rows = node_rows_below(dataset, tree, 0, dataset.all_rows)
        for place in np.flatnonzero(tree.arity)[::-1].tolist():
            yield self._compare(tree, dataset, place, node_rows[place])

    def comparison(self, tree: Tree, dataset: Dataset, node: NodeId) -> LimitComparison:
        """The three estimates of an inner node as the tree stands. Raises KeyError for a leaf."""
        place = tree.place(node)
        if not tree.arity[place]:
            raise KeyError(node)
        dataset = as_grown(dataset, tree)
        at_node = node_rows_below(dataset, tree, 0, dataset.all_rows)[place]
        return self._compare(tree, dataset, place, at_node)

    def _compare(
        self, tree: Tree, dataset: Dataset, place: int, at_node: NodeRows
    ) -> LimitComparison:
        if not tree.schema.classes:
            raise PruningError("Pessimistic pruning counts errors; this target is numeric.")
        leaf = self._estimate(tree, place, tree.stats[place], tree.stats[place])
        subtree = self._estimates(tree, place, tree.stats[place : tree.end(place)])
        largest: int | None = None
        upraised: tuple[Estimate, ...] = ()
        if self.raising:
            largest = _largest(tree, place)
            top = int(tree.child_places(place)[largest])
            stats = Frontier.of(dataset, node_rows_below(dataset, tree, top, at_node)).stats()
            upraised = self._estimates(tree, top, stats)
        node = tree.id_at(place)
        return LimitComparison(node, self.limit, self.slack, leaf, subtree, largest, upraised)

    def _estimates(self, tree: Tree, top: int, stats: FloatArray) -> tuple[Estimate, ...]:
        """Of the leaves from place ``top`` on with ``stats`` (m, k), and of rows left between.

        A raised split may know no branch for a level; such rows count where they rest.
        """
        result = []
        for i, mine in enumerate(stats):
            below = tree.child_places(top + i) - top
            rest = mine - stats[below].sum(axis=0)
            if not len(below) or rest.sum() > 1e-9:
                result.append(self._estimate(tree, top + i, rest, mine))
        return tuple(result)

    def _estimate(self, tree: Tree, place: int, rows: FloatArray, at: FloatArray) -> Estimate:
        """Of ``rows`` (k,), predicted to be what a leaf with the rows ``at`` (k,) predicts."""
        weight = float(rows.sum())
        errors = max(weight - float(rows[tree.schema.leaf_rule.prediction(at)]), 0.0)
        return Estimate(tree.id_at(place), weight, errors, self.limit.expected(errors, weight))


def pessimistic(
    tree: Tree,
    dataset: Dataset,
    confidence: float = 0.25,
    z: Z = "interpolated",
    raising: bool = True,
) -> Tree:
    """``tree``, grown on ``dataset``, pruned as C4.5 does. Raises PruningError if it cannot."""
    check_tree(tree)
    check_dataset(dataset)
    for _, pruned in Pessimistic(Limit(confidence, z), raising).moves(tree, dataset):
        tree = pruned
    return tree


def as_grown(dataset: Dataset, tree: Tree) -> Dataset:
    """``dataset`` with the weights of classes that ``tree`` was grown with."""
    factors = tree.schema.leaf_rule.factors
    if not factors or dataset.given is not None:
        return dataset
    weights = frozen(dataset.weights * np.array(factors)[dataset.target.values])
    return replace(dataset, weights=weights, leaf_rule=tree.schema.leaf_rule, given=dataset)


def _largest(tree: Tree, place: int) -> int:
    """The number of the branch with the most rows; the last of tied ones."""
    weights = tree.stats[tree.child_places(place)].sum(axis=1)
    return int(np.flatnonzero(weights == weights.max())[-1])
