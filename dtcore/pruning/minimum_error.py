"""Minimum-error pruning: a leaf where the error to be expected of it is no larger.

The error of a leaf is estimated with an m-estimate: m rows more, spread as the classes are in
the whole table, are added to those that came there, and the class is told that is then least
often wrong, or with losses costs least. Niblett and Bratko 1986 (m = number of
classes, all alike: Laplace's law of succession); Cestnik 1990; Cestnik and Bratko 1991. The
pruning of ASSISTANT.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dtcore.errors import PruningError
from dtcore.model.columns import FloatArray, LeafRule
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree, check_tree
from dtcore.pruning.bottom_up import BottomUp, Costs, falls


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
    told = leaf_rule.adjusted_weights(tree.stats)
    total = told.sum(axis=1)
    return np.asarray(
        leaf_rule.charged(told, leaf_rule.choice(told)) / np.where(total > 0, total, 1.0)
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
