"""C4.5's collapse: undo splits that did not lower the training errors. Part of growth.

Bottom-up, a subtree becomes a leaf when its training errors are at least the leaf's, less a
slack; with losses, what they cost. Quinlan's Release 8 does this inside the building of each
node; without it the tree that the tool prints is not the one that was grown. It is not pruning:
no estimate is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore.model.columns import BoolArray, FloatArray, Schema
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.selection import Claim, Claims
from dtcore.policy import Policy, from_zero, setting
from dtcore.words import Sentence


@dataclass(frozen=True)
class ErrorComparison:
    """Training errors (weight of rows, or their losses) of a node as a leaf and as a subtree."""

    node: NodeId
    leaf: float
    subtree: float
    slack: float

    def reason(self, schema: Schema) -> Sentence:
        """Why the subtree became a leaf, as a sentence; losses are costs."""
        errors = {"subtree": round(self.subtree, 3), "leaf": round(self.leaf, 3)}
        if schema.leaf_rule.loss:
            return Sentence(
                "With these splits the training errors cost no less, so the branch becomes a leaf: "
                "{subtree} with them, {leaf} without.",
                **errors,
            )
        if schema.weighs:
            return Sentence(
                "With these splits the training errors weigh no less, so the branch becomes a "
                "leaf: {subtree} with them, {leaf} without.",
                **errors,
            )
        return Sentence(
            "These splits saved no training error, so the branch becomes a leaf: {subtree} with "
            "them, {leaf} without.",
            **errors,
        )


@dataclass(frozen=True)
class Collapse(Policy):
    slack: float = setting(1e-3, from_zero)
    claims: ClassVar[Claims] = frozenset({Claim.COLLAPSED})
    label = Sentence("a subtree that makes no fewer training errors than a leaf collapses")
    clause = Sentence("a subtree is kept only if it saves more than {slack} training errors")
    clause_of_losses = Sentence(
        "a subtree that lowers the cost of training errors by less than {slack} collapses"
    )

    def next(self, tree: Tree) -> ErrorComparison | None:
        """The first subtree from the bottom that should become a leaf; None if there is none."""
        result = self.compared(tree)
        places = np.flatnonzero(result.falls)
        # all that hangs below the last of them stands
        return result.at(int(places[-1])) if len(places) else None

    def falls(self, tree: Tree) -> BoolArray:
        """(n,) which subtrees become leaves, one after the other from the bottom."""
        return self.compared(tree).falls

    def compared(self, tree: Tree) -> ComparedErrors:
        """Every node with its subtree as it is when all below it has been looked at."""
        leaf = tree.schema.leaf_rule.costs(tree.stats)
        below, falls = np.zeros(len(tree)), np.zeros(len(tree), bool)
        for places in tree.generations[::-1]:
            inner = tree.arity[places] > 0
            falls[places] = inner & (below[places] >= leaf[places] - self.slack)
            stands = np.where(inner & ~falls[places], below[places], leaf[places])
            if places[0]:  # the root has no parent
                np.add.at(below, tree.parent[places], stands)
        return ComparedErrors(tree, self, leaf, below, falls)

    def all(self, tree: Tree) -> Tree:
        """The tree after every such move."""
        return tree.pruned(self.falls(tree))


@dataclass(frozen=True, eq=False)
class ComparedErrors:
    """The errors (n,) of each node of ``tree`` as a leaf, of its branches, and which fall."""

    tree: Tree
    collapse: Collapse
    leaf: FloatArray
    subtree: FloatArray
    falls: BoolArray

    def at(self, place: int) -> ErrorComparison:
        """What speaks for making a leaf of an inner node."""
        errors = float(self.leaf[place]), float(self.subtree[place])
        return ErrorComparison(self.tree.id_at(place), *errors, self.collapse.slack)
