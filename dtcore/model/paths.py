"""The way of one row through a tree: the nodes that a picture of its prediction lights."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dtcore.model.data import Dataset
from dtcore.model.node_id import NodeId
from dtcore.model.predict import route
from dtcore.model.tree import Tree


def ends(tree: Tree, dataset: Dataset, row: int) -> dict[NodeId, float]:
    """The nodes at which ``row`` rests, with its shares, which sum to 1; in pre-order.

    ``dataset`` must be in the terms of the tree (``dtcore.model.predict.encode``). Where a split
    does not place the row, the tree's missing policy sends it on, as it does in prediction.
    """
    result = route(tree, dataset, np.array([row]))
    places = zip(result.place.tolist(), result.share.tolist(), strict=True)
    return {tree.id_at(place): share for place, share in places}


def path(tree: Tree, dataset: Dataset, row: int) -> dict[NodeId, float]:
    """The nodes through which ``row`` passes, with the share of it that does; in pre-order.

    A node's share is the sum over the ends below it (``ends``), so the root's is 1.
    """
    return through(ends(tree, dataset, row))


def through(ends: Mapping[NodeId, float]) -> dict[NodeId, float]:
    """The nodes on the ways to ``ends``, with the share that passes; in pre-order."""
    shares: dict[NodeId, float] = {}
    for end, share in ends.items():
        for depth in range(len(end) + 1):
            shares[end[:depth]] = shares.get(end[:depth], 0.0) + share
    return dict(sorted(shares.items()))
