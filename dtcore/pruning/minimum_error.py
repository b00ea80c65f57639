"""Minimum-error pruning: a leaf where the error to be expected of it is no larger.

The error of a leaf is estimated with an m-estimate: m rows more, spread as the classes are in
the whole table, are added to those that came there. Niblett and Bratko 1986 (m = number of
classes, all alike: Laplace's law of succession); Cestnik 1990; Cestnik and Bratko 1991. The
pruning of ASSISTANT.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.errors import PruningError
from dtcore.growth.pruner import Proposal
from dtcore.model.arguments import check_tree
from dtcore.model.columns import FloatArray
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree
from dtcore.pruning.bottom_up import Costs, falls, proposal


@dataclass(frozen=True)
class MinimumError:
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

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        return proposal(tree, expected_costs(tree, self.m))

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        return int(falls(tree, expected_costs(tree, self.m)).sum())


def minimum_error(tree: Tree, m: float | None = 2.0) -> Tree:
    """``tree`` pruned where a leaf is expected to err no more. Raises PruningError if it cannot."""
    check_tree(tree)
    costs = expected_costs(tree, MinimumError(m).m)
    return tree.pruned(falls(tree, costs))


def expected_costs(tree: Tree, m: float | None) -> Costs:
    """The expected errors of each node's rows: its weight times ``error_of``."""
    weight = tree.stats.sum(axis=1)
    return Costs(weight * expected_errors(tree, m), np.zeros(len(tree)))


def expected_errors(tree: Tree, m: float | None) -> FloatArray:
    """(n,) 1 - (n_c + p_c m) / (n + m) of each node for its majority class c.

    p_c is the share of c at the root, or 1 / number of classes if ``m`` is None.
    """
    classes = len(tree.schema.classes)
    if not classes:
        raise PruningError("Minimum-error pruning counts classes; this target is numeric.")
    whole = tree.stats[0]
    prior = np.full(classes, 1 / classes) if m is None else whole / whole.sum()
    rows = float(classes if m is None else m)
    told = tree.stats.argmax(axis=1)
    hits, weight = tree.stats.max(axis=1), tree.stats.sum(axis=1)
    total = np.where(weight + rows > 0, weight + rows, 1.0)
    return np.asarray(1 - (hits + prior[told] * rows) / total)
