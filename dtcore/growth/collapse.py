"""C4.5's collapse: undo splits that did not lower the training errors. Part of growth.

Bottom-up, a subtree becomes a leaf when its training errors are at least the leaf's, less a
slack. Quinlan's Release 8 does this inside the building of each node; without it the tree
that the tool prints is not the one that was grown. It is not pruning: no estimate is made.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.model.columns import BoolArray
from dtcore.model.statistics import errors_of
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.checks import check_from_zero


@dataclass(frozen=True)
class ErrorComparison:
    """Training errors (weight of rows) of a node as a leaf and as a subtree."""

    node: NodeId
    leaf: float
    subtree: float
    slack: float


@dataclass(frozen=True)
class Collapse:
    slack: float = 1e-3

    def __post_init__(self) -> None:
        check_from_zero(self, self.slack)

    def next(self, tree: Tree) -> ErrorComparison | None:
        """The first subtree from the bottom that should become a leaf; None if there is none."""
        leaf = errors_of(tree.stats)
        subtree = leaf.copy()
        for place in range(len(tree) - 1, -1, -1):
            if tree.arity[place]:
                subtree[place] = subtree[tree.child_places(place)].sum()
                if subtree[place] >= leaf[place] - self.slack:
                    return ErrorComparison(
                        tree.id_at(place), float(leaf[place]), float(subtree[place]), self.slack
                    )
        return None

    def falls(self, tree: Tree) -> BoolArray:
        """(n,) which subtrees become leaves, in one pass from the bottom."""
        leaf = errors_of(tree.stats)
        subtree = leaf.copy()
        falls = np.zeros(len(tree), bool)
        for place in range(len(tree) - 1, -1, -1):
            if tree.arity[place]:
                subtree[place] = subtree[tree.child_places(place)].sum()
                falls[place] = subtree[place] >= leaf[place] - self.slack
                if falls[place]:
                    subtree[place] = leaf[place]
        return falls

    def all(self, tree: Tree) -> Tree:
        """The tree after every such move."""
        # from the end, so that the places before it stay valid
        for place in np.flatnonzero(self.falls(tree))[::-1]:
            tree = tree.prune(tree.id_at(int(place)))
        return tree
