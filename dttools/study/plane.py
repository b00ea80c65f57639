"""A plane through a table: along some columns of numbers, with the others at one row's values.

That row is one of the table or the middle of some (``middle``). Not done here: where a tree sends
the points of the plane (``dttools.study.regions``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dtcore.model.columns import MISSING, Column, FloatArray, frozen
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree


@dataclass(frozen=True, eq=False)
class Plane:
    """``axes``: the places of columns of numbers; ``others``: a table of the one row, in the
    terms of the tree, at whose values the other columns stand."""

    axes: tuple[int, ...]
    others: Dataset


def middle(dataset: Dataset, at_node: NodeRows) -> Dataset:
    """A table of one row: of each column the median in ``at_node``, or its most frequent value.

    The lower of two medians and the first of tied values, so that each is one that occurs; missing
    where no row at the node has any.
    """
    columns = tuple(replace(c, values=frozen(_middle(c, at_node))) for c in dataset.columns)
    return replace(dataset.part(at_node.rows[:1]), columns=columns, given=None)


def towards(tree: Tree, node: NodeId, usual: Dataset, own: Dataset) -> Dataset:
    """The row ``usual``, with the values of ``own`` in the columns that would turn it off the
    path to ``node``.

    If ``own`` is the middle of rows at the node and no cell is missing, the row comes there:
    what a path asks of a column holds for all of them, and so for their middle.
    """
    path = ((tree[node[:depth]].split, branch) for depth, branch in enumerate(node))
    first = np.array([0])
    off = {s.column for s, branch in path if s is not None and s.branch(usual, first)[0] != branch}
    pairs = enumerate(zip(usual.columns, own.columns, strict=True))
    return replace(usual, columns=tuple(pair[place in off] for place, pair in pairs))


def numbers(dataset: Dataset, column: int) -> FloatArray | None:
    """(n_rows,) a column's numbers, those too that a recipe cut into intervals; None if it has
    none."""
    here = dataset.columns[column]
    if here.numeric:
        return here.values
    given = dataset.given
    return numbers(given, column) if here.field.cuts is not None and given is not None else None


def able(dataset: Dataset) -> tuple[int, ...]:
    """The columns that can be axes; none where the rows are elsewhere."""
    if dataset.counted:
        return ()
    return tuple(i for i in range(len(dataset.columns)) if numbers(dataset, i) is not None)


def _middle(column: Column, at_node: NodeRows) -> FloatArray:
    values = column.values[at_node.rows]
    known = ~np.isnan(values) if column.numeric else values >= 0
    values, weights = values[known], at_node.weights[known]
    if not len(values):
        return np.array([np.nan if column.numeric else MISSING], column.values.dtype)
    if not column.numeric:
        return np.array([np.bincount(values, weights).argmax()])
    order = np.argsort(values, kind="stable")
    passed = np.cumsum(weights[order])
    half = np.searchsorted(passed, passed[-1] / 2 * (1 - 1e-12))
    return values[order][[half]]
