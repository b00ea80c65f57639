"""The rows of a level by node and code in some columns, and how they pass to the next level::

    level     row of the table    [ 3  7  9 | 0  4 ]        (m,), of nodes 0 and 1
    order     column 0            [ 2  0  1 | 3  4 ]        (m,) places in the level
              column 1            [ 0  1  2 | 4  3 ]

For numbers and weights, which are no part of a key: keys that hold the place of their row are
wide, and slow to sort level by level. Going a level down sorts nothing: the rows that go left
keep their order, and so do those that go right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.kernel.sorting import Piece, pieces
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.runs import RunTable, Summands

LANES: Final = 16
"""So many branches are told apart by a pass over the rows for each; of more, rows are sorted."""


@dataclass(frozen=True, eq=False)
class Orders:
    """``order`` by column: (m,) int32, the places of ``level`` by node and code. ``distinct``:
    columns in which no code comes twice at a node."""

    codes: Codes
    level: Summands
    order: dict[int, NDArray[np.int32]]
    distinct: frozenset[int]

    @classmethod
    def of(cls, codes: Codes, level: Summands, columns: Iterable[int]) -> Orders:
        """The rows of ``level`` sorted by each of ``columns``."""
        order, distinct, m = {}, set(), len(level.rows)
        low = (1 << (m - 1).bit_length()) - 1
        place = np.arange(m, dtype=np.int32)
        for j in columns:
            cells, size = codes.columns[j].codes.take(level.rows), codes.columns[j].size
            if size == m and len(level.sizes) == 1:
                order[j] = np.full(m, -1, np.int32)
                order[j][cells] = place
                if (order[j] >= 0).all():
                    distinct.add(j)
                    continue
            keys = (level.node * size + cells) * (low + 1) + place
            keys.sort()
            order[j] = keys.astype(np.int32) & np.int32(low)
            keys |= low
            if (keys[1:] != keys[:-1]).all():
                distinct.add(j)
        return cls(codes, level, order, frozenset(distinct))

    def below(
        self, level: Summands, parent: IntArray, kept: IntArray, columns: Iterable[int]
    ) -> Orders:
        """Those of the next level by ``columns``, some of which may be new.

        Its nodes come from nodes ``parent`` (S',) of this one, its rows from places ``kept``
        (m',). What was the order here is dropped column by column, for the sake of memory.
        """
        # where parents rise, their children stand as they do
        lanes = np.append(0, (np.diff(parent) <= 0).nonzero()[0] + 1)
        known = [j for j in columns if j in self.order and len(lanes) <= LANES]
        below = Orders.of(self.codes, level, [j for j in columns if j not in known])
        place = np.full(len(self.level.rows), -1, np.int32)
        place[kept] = np.arange(len(kept))
        ends = np.add.reduceat(level.sizes, lanes).cumsum().tolist()
        for j in known:
            found = place.take(self.order.pop(j), mode="clip")
            below.order[j] = _by_lane(found, ends)
        return Orders(
            self.codes, level, below.order, below.distinct | self.distinct.intersection(known)
        )

    def tables(self, columns: IntArray) -> Iterator[RunTable]:
        """The runs of ``columns`` (b,): some nodes at a time, and of large nodes a column."""
        for piece, places in pieces(self.level):
            width = max(1, SMALL // len(piece.level.rows))
            for first in range(0, len(columns), width):
                some = columns[first : first + width]
                yield self._table(piece, places, some)

    def _table(self, piece: Piece, places: slice, columns: IntArray) -> RunTable:
        level, m = self.level, len(piece.level.rows)
        orders = [self.order[j][places] for j in columns.tolist()]
        rest = np.empty((len(columns), m), level.target.dtype if level.by_class else np.intp)
        for into, order in zip(rest, orders, strict=True):
            if level.by_class:
                level.target.take(order, mode="clip", out=into)
            else:
                np.subtract(order, places.start, out=into)

        def code(at: IntArray) -> NDArray[Any]:
            found, column = np.empty(len(at), np.intp), at // m
            in_turn = bool((column[1:] >= column[:-1]).all())
            ends = column.searchsorted(np.arange(len(columns) + 1)).tolist() if in_turn else []
            for i, j in enumerate(columns.tolist()):
                mine = slice(ends[i], ends[i + 1]) if in_turn else (column == i).nonzero()[0]
                rows = level.rows.take(orders[i].take(at[mine] - i * m))
                found[mine] = self.codes.columns[j].codes.take(rows)
            return found

        new = self._new(piece, columns, orders)
        return piece.table(piece.cells(self.codes, columns), rest.ravel(), new, code)

    def _new(
        self, piece: Piece, columns: IntArray, orders: Sequence[NDArray[np.int32]]
    ) -> BoolArray | None:
        """(b, m) whether another code comes next; None if it is so everywhere."""
        if self.distinct.issuperset(columns.tolist()):
            return None
        new = np.ones((len(columns), len(piece.level.rows)), bool)
        for j, order, differs in zip(columns.tolist(), orders, new, strict=True):
            codes = self.codes.columns[j].codes.take(self.level.rows.take(order))
            np.not_equal(codes[1:], codes[:-1], out=differs[:-1])
        new[:, piece.level.sizes.cumsum() - 1] = True
        return new


def _by_lane(found: NDArray[np.int32], ends: list[int]) -> NDArray[np.int32]:
    """``found`` (m,) below the first of ``ends``, then below the second, and so on, -1 left out."""
    order, begin = np.empty(ends[-1], np.int32), 0
    for end in ends:
        # as whole numbers without a sign, those below the first are too large
        mine = (found - np.int32(begin) if begin else found).view(np.uint32) < end - begin
        lane = mine.nonzero()[0]
        found.take(lane, mode="clip", out=order[begin:end])
        begin = end
    return order
