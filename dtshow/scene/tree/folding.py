"""Which nodes of a large tree are drawn: a depth limit, and nodes folded or opened by hand.

Not done here: nothing is forgotten of the tree; the outline says how much is folded away.
"""

from __future__ import annotations

import sys
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from dtcore.model import NodeId, Tree

MANY: Final = 300
"""A tree with more nodes than this is first shown folded, ..."""
ENOUGH: Final = 150
"""... to the depth at which no more nodes than this are seen."""
EVERY: Final = sys.maxsize
"""A depth that no tree has."""


@dataclass(frozen=True)
class Folding:
    """``depth``: nodes so deep are folded (None: as deep as is sensible); ``turned``: the
    nodes that a person has folded or opened against that.
    """

    depth: int | None = None
    turned: frozenset[NodeId] = frozenset()

    def turn(self, node: NodeId) -> Folding:
        return Folding(self.depth, self.turned ^ {node})


def limit(tree: Tree, folding: Folding) -> int:
    """The depth at which inner nodes are folded; that of the deepest node if none are."""
    deepest = int(tree.depths.max())
    if folding.depth is not None:
        return min(folding.depth, deepest)
    if len(tree) <= MANY:
        return deepest
    depths = tree.depths
    return max(d for d in range(1, deepest + 1) if d == 1 or (depths <= d).sum() <= ENOUGH)


def visible(tree: Tree, folding: Folding, *selected: NodeId) -> tuple[list[int], Set[int]]:
    """The places drawn, in pre-order, and those of them that are folded inner nodes.

    The way to a selected node is always open.
    """
    depth = limit(tree, folding)
    turned = {tree.place(node) for node in folding.turned if node in tree}
    way = {tree.place(node[:k]) for node in selected if node in tree for k in range(len(node))}
    drawn: list[int] = []
    folded: set[int] = set()
    depths, arity, parent = (a.tolist() for a in (tree.depths, tree.arity, tree.parent))
    seen = bytearray(len(tree))
    for place in range(len(tree)):
        if place and (not seen[parent[place]] or parent[place] in folded):
            continue
        seen[place] = 1
        drawn.append(place)
        closed = (depths[place] >= depth) != (place in turned)
        if arity[place] and closed and place not in way:
            folded.add(place)
    return drawn, folded


def below(node: NodeId, top: NodeId) -> bool:
    """Whether ``node`` hangs below ``top``."""
    return len(node) > len(top) and node[: len(top)] == top
