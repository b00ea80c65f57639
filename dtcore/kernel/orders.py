"""The rows of a frontier by value, in each numeric column, and how they pass to the next level.

Each column has the same nodes at the same positions, and within a node the rows by value::

    frontier  row of the dataset  [ 3  7  9 | 0  4 ]        (m,), of nodes 0 and 1
    order     column 0            [ 2  0  1 | 3  4 ]        (d, m) places in the frontier
              column 1            [ 0  1  2 | 4  3 ]

Going a level down sorts nothing: the rows that go left keep their order, and so do those that
go right. All left children come first, then all right ones, so that a pass over the column
for each branch is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import IntArray
from dtcore.model.data import Dataset
from dtcore.model.presort import PIECE, Order, Presorted, blocks

FEW = 16
"""So many branches are told apart by a pass over the column for each of them."""


@dataclass(frozen=True, eq=False)
class Orders:
    """``order`` (d, m) int32: places in the frontier by (node, value); ``rank`` (d, m) int32:
    equal where values are equal, None if no value comes twice."""

    order: Order
    rank: Order | None

    @classmethod
    def of(cls, dataset: Dataset, rows: IntArray, node: IntArray, repeated: bool = False) -> Orders:
        """The orders of ``rows`` (m,) at nodes ``node`` (m,) rising.

        ``repeated``: a row may be there several times, at different nodes.
        """
        presorted = dataset.presorted
        if repeated:
            return cls._sorted(presorted, rows, node)
        if len(rows) == len(dataset) and (not len(rows) or node[-1] == 0):
            return cls(presorted.order, presorted.rank)
        if len(rows) < len(dataset) // 8:
            return cls._sorted(presorted, rows, node)
        return cls._picked(presorted, rows, node)

    @classmethod
    def _sorted(cls, presorted: Presorted, rows: IntArray, node: IntArray) -> Orders:
        """A few rows are sorted again."""
        if not presorted.values or not len(rows):
            nothing = np.empty((len(presorted.values), len(rows)), np.int32)
            return cls(nothing, nothing)
        cells = np.stack([values[rows] for values in presorted.values])
        order = np.lexsort((cells, np.broadcast_to(node, cells.shape)), axis=1)
        cells = np.take_along_axis(cells, order, axis=1)
        rank = np.zeros(cells.shape, np.int32)
        np.cumsum(cells[:, 1:] != cells[:, :-1], axis=1, out=rank[:, 1:])
        return cls(order.astype(np.int32), rank)

    @classmethod
    def _picked(cls, presorted: Presorted, rows: IntArray, node: IntArray) -> Orders:
        """Many rows are picked from the columns as they are sorted."""
        place = np.full(len(presorted.order.T), -1, np.int32)
        place[rows] = np.arange(len(rows))
        shape = len(presorted.order), len(rows)
        order = np.empty(shape, np.int32)
        rank = None if presorted.rank is None else np.empty(shape, np.int32)
        for j in range(len(order)):
            result = place.take(presorted.order[j], mode="clip")
            kept = np.flatnonzero(result >= 0)
            result = result[kept]
            if node[-1] > 0:
                by_node = np.argsort(node[result], kind="stable")
                result, kept = result[by_node], kept[by_node]
            order[j] = result
            if rank is not None and presorted.rank is not None:
                rank[j] = presorted.rank[j, kept]
        return cls(order, rank)

    def descend(self, kept: IntArray, bounds: IntArray) -> Orders:
        """The orders of the frontier whose rows are those at ``kept`` (m',) of this one.

        Rows at places ``bounds[b]`` to ``bounds[b + 1]`` of the new frontier come from branch
        b; within a branch the nodes stand as their parents did. These orders are no longer
        valid, as the new ones take their place in memory (those of the whole table stay).
        """
        columns, m = self.order.shape
        place = np.full(m, -1, np.int32)
        place[kept] = np.arange(len(kept))
        below = Orders(
            _room(self.order, len(kept)),
            None if self.rank is None else _room(self.rank, len(kept)),
        )
        for block in blocks(columns, m):
            # copies, since the new orders may lie where these are
            order = self.order[block].flatten()
            rank = None if self.rank is None else self.rank[block].flatten()
            filled, width = bounds.tolist(), block.stop - block.start
            piece = PIECE if len(bounds) <= FEW + 1 else order.size
            for start in range(0, order.size, piece):
                cells = slice(start, start + piece)
                result = place.take(order[cells], mode="clip")
                for branch, lane in _lanes(result, bounds, width):
                    low, high = filled[branch], filled[branch] + lane.size // width
                    filled[branch], lane = high, lane.reshape(width, -1)
                    result.take(lane, mode="clip", out=below.order[block, low:high])
                    if rank is not None and below.rank is not None:
                        rank[cells].take(lane, mode="clip", out=below.rank[block, low:high])
        return below


def _room(order: Order, m: int) -> Order:
    """(d, m) cells for new orders, in the memory of the old ones unless those are read-only.

    Column by column this is safe: what is written never reaches beyond what has been read.
    """
    shape = len(order), m
    if order.flags.writeable:
        return order.ravel()[: len(order) * m].reshape(shape)
    return np.empty(shape, np.int32)


def _lanes(found: Order, bounds: IntArray, width: int) -> list[tuple[int, IntArray]]:
    """For each branch where its rows are in ``found``, or for all of them at once if many."""
    if len(bounds) <= FEW + 1:
        pairs = enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
        last = int(bounds[-1])
        return [(b, _between(found, low, high, last)) for b, (low, high) in pairs if high > low]
    branch = np.searchsorted(bounds, found, side="right").astype(np.int16)
    gone = int((found < 0).sum()) // width
    lanes = np.argsort(branch.reshape(width, -1), axis=1, kind="stable")[:, gone:]
    lanes += np.arange(width)[:, None] * (len(found) // width)
    return [(0, lanes.ravel())]


def _between(found: Order, low: int, high: int, all_of_them: int) -> IntArray:
    """Where ``found`` is at least ``low`` and below ``high``; -1 never is."""
    if high == all_of_them:
        return np.flatnonzero(found >= np.int32(low))
    distance = found - np.int32(low) if low else found
    return np.flatnonzero(distance.view(np.uint32) < np.uint32(high - low))


def lanes_of(branch: NDArray[Any], arity: int) -> tuple[IntArray, IntArray]:
    """Where ``branch`` (m,) is 0, then where it is 1, and so on, -1 left out; and the bounds."""
    if arity <= FEW:
        lanes = [np.flatnonzero(branch == b) for b in range(arity)]
        bounds = np.cumsum([0, *map(len, lanes)])
        return np.concatenate(lanes), bounds
    order = np.argsort(branch, kind="stable")
    bounds = np.searchsorted(branch[order], np.arange(arity + 1))
    return order[bounds[0] :], bounds - bounds[0]
