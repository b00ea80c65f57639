"""Values of a whole tree, passed up from the leaves or down from the root, a level at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import FloatArray
from dtcore.model.tree import Tree


def of_children(tree: Tree, values: FloatArray) -> FloatArray:
    """(n,) the sum of ``values`` (n,) over each node's children; 0 for leaves."""
    return np.asarray(np.bincount(tree.parent[1:], values[1:], len(tree)), np.float64)


def of_leaves(tree: Tree, values: FloatArray) -> FloatArray:
    """(n,) the sum of ``values`` (n,) over the leaves below each node, or of a leaf's own."""
    return of_all(tree, np.where(tree.arity == 0, values, 0.0))


def of_all(tree: Tree, values: NDArray[Any]) -> NDArray[Any]:
    """(n,) the sum of ``values`` (n,) over each node and all nodes below it."""
    total = values.copy()
    for places in tree.generations[:0:-1]:
        np.add.at(total, tree.parent[places], total[places])
    return total


def from_above(
    tree: Tree, values: FloatArray, join: Callable[[FloatArray, FloatArray], FloatArray]
) -> FloatArray:
    """(n,) ``values`` (n,) joined along the way from the root to each node."""
    result = values.copy()
    for places in tree.generations[1:]:
        result[places] = join(result[places], result[tree.parent[places]])
    return result
