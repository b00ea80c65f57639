"""Two trees of one table side by side: where they first part, and what that cost.

Not done here: nothing is grown, and no rows are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtcore.model.node_id import NodeId
from dtcore.model.splits import Split, Threshold
from dtcore.model.tree import Tree


@dataclass(frozen=True)
class Parting:
    """The first node that two trees treat differently; a split of None is a leaf."""

    node: NodeId
    mine: Split | None
    theirs: Split | None


@dataclass(frozen=True)
class Likeness:
    """``parting`` is None if the trees are the same; ``alike`` counts the nodes before it differs.

    ``leaves`` and ``wrong`` (weight of training rows; None for a numeric target) are of both.
    """

    parting: Parting | None
    alike: int
    leaves: tuple[int, int]
    wrong: tuple[float, float] | None


def compare(mine: Tree, theirs: Tree) -> Likeness:
    """Both trees must be of the same table: the same columns, levels and root."""
    first, alike = None, 0
    level: list[NodeId] = [()]
    while level:
        below: list[NodeId] = []
        for node in level:
            if _same_split(mine, theirs, node):
                alike += 1
                below += mine.children(node)
            elif first is None:
                first = Parting(node, mine[node].split, theirs[node].split)
        level = below
    errors = (_wrong(mine), _wrong(theirs)) if mine.schema.classes else None
    return Likeness(first, alike, (mine.leaves, theirs.leaves), errors)


def _same_split(mine: Tree, theirs: Tree, node: NodeId) -> bool:
    """Whether both ask the same; of two cuts of a column, whether they part the same rows."""
    one, other = mine[node].split, theirs[node].split
    if one == other:
        return True
    if not (isinstance(one, Threshold) and isinstance(other, Threshold)):
        return False
    # the rows left of the lower cut are left of the higher one too: as many are the same ones
    return one.column == other.column and bool(
        np.array_equal(mine[(*node, 0)].stats, theirs[(*node, 0)].stats)
    )


def _wrong(tree: Tree) -> float:
    return float(tree.schema.leaf_rule.wrong(tree.stats[tree.arity == 0]).sum())
