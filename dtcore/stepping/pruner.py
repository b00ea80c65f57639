"""What pruning is to the engine: two moves, and someone who proposes them with evidence.

The pruners themselves are in ``dtcore.pruning``; a lesson that prunes begins at a grown tree and
steps, undoes and jumps like one that grows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from dtcore.growth.frontier import Frontier
from dtcore.growth.missing_rows import node_rows_of_children
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.node_id import NodeId
from dtcore.model.splits import Splits
from dtcore.model.tree import Tree


@dataclass(frozen=True)
class Prune:
    """Make a leaf of a subtree."""

    node: NodeId


@dataclass(frozen=True)
class Raise:
    """Put the subtree of one branch in the place of a node, with all the node's rows."""

    node: NodeId
    branch: int


@dataclass(frozen=True)
class PruningEvidence:
    """What speaks for a move at ``node``; each pruner has a kind of its own."""

    node: NodeId


@dataclass(frozen=True, eq=False)
class Proposal:
    """A pruner's next move, and the evidence for it."""

    move: Prune | Raise
    evidence: PruningEvidence


class Pruner(Protocol):
    """A way of pruning, as a policy. ``dataset`` is what the tree was grown on."""

    def next(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> Proposal | None:
        """The next move, or None if the tree is as it should be."""

    def left(self, tree: Tree, dataset: Dataset, held_out: Dataset | None) -> int:
        """How many moves are still to come."""


@dataclass(frozen=True, eq=False)
class Pruning:
    """A lesson's other half: the grown tree that it begins at, and who prunes it."""

    tree: Tree
    pruner: Pruner


def node_rows_below(dataset: Dataset, tree: Tree, top: int, at_node: NodeRows) -> list[NodeRows]:
    """The rows of ``at_node`` at the node at place ``top`` and at each below it, in pre-order.

    They are sent down by the splits, whatever rows the subtree was grown on, and by the tree's
    missing policy.
    """
    node_rows = {top: at_node}
    for place in range(top, tree.end(top)):
        if tree.arity[place]:
            parts = node_rows_of_children(dataset, tree, place, node_rows[place])
            node_rows |= zip(tree.child_places(place).tolist(), parts, strict=True)
    return [node_rows[place] for place in range(top, tree.end(top))]


def raised(dataset: Dataset, tree: Tree, move: Raise, at_node: NodeRows) -> Tree:
    """The tree after ``move``; ``at_node`` holds the node's rows, which go down the branch anew."""
    at, top = tree.place(move.node), tree.place((*move.node, move.branch))
    node_rows = node_rows_below(dataset, tree, top, at_node)
    frontier = Frontier.of(dataset, node_rows)
    mine = np.arange(top, top + frontier.size)
    kept = np.concatenate([np.arange(at), mine, np.arange(tree.end(at), len(tree))])
    smaller = tree.only(kept, np.zeros(len(tree), bool))
    parent, branch, above = smaller.parent.copy(), smaller.branch.copy(), smaller.stats.copy()
    parent[at], branch[at] = tree.parent[at], tree.branch[at]
    above[at : at + len(mine)] = frontier.stats()
    if smaller.row_counts is not None and frontier.row_counts is not None:
        told = smaller.row_counts.copy()
        told[at : at + len(mine)] = frontier.row_counts
        smaller = replace(smaller, row_counts=told)
    splits = Splits.of(smaller.splits).placed(at, dataset, [below.rows for below in node_rows])
    return replace(smaller, parent=parent, branch=branch, stats=above, splits=splits)
