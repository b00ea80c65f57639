"""The way of one row through a tree, node by node: what a picture of its prediction lights."""

from __future__ import annotations

import numpy as np

from dtcore.model.data import Dataset
from dtcore.model.tree import ROOT, NodeId, Tree


def path(tree: Tree, dataset: Dataset, row: int) -> dict[NodeId, float]:
    """The nodes through which ``row`` passes, with the share of it that does, root first.

    ``dataset`` must be in the terms of the tree (``dtcore.model.predict.encode``). The last node
    is the one that predicts the row (``leaf_ids``).
    """
    node, rows = ROOT, np.array([row])
    found = {node: 1.0}
    while (split := tree[node].split) is not None:
        branch = int(split.branch(dataset, rows)[0])
        if branch < 0:
            break
        node = (*node, branch)
        found[node] = 1.0
    return found
