"""The numeric columns of a table, each sorted once; whatever grows on the table starts here.

A float64 has the order of its bits (turned round where negative), so a column is sorted as
whole numbers with the row in the lowest bits: numpy sorts those several times faster than it
finds a sorting order. The few neighbours that the lost bits would have told apart are sorted
again. Not done here: columns with missing cells; where such a column is known it makes a
table of its own (``Dataset.complete_columns``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import BoolArray, Column, FloatArray, IntArray, frozen
from dtcore.progress import ShareProgress, unheard

Order = NDArray[np.int32]
BLOCK: Final = 32_768
"""Cells that are worked on at a time: small tables whole, large ones a column at a time."""

PIECE: Final = 4 * BLOCK
"""Cells of one column that are worked on at a time where that can be helped: what is made on the
way stays in the cache, and memory is used again instead of being asked for."""


def blocks(columns: int, rows: int) -> list[slice]:
    """Slices of columns that hold about ``BLOCK`` cells each."""
    width = max(1, BLOCK // max(rows, 1))
    return [slice(j, min(j + width, columns)) for j in range(0, columns, width)]


@dataclass(frozen=True, eq=False)
class Presorted:
    """``columns`` (d,): the places of the complete numeric columns among all, in table order.

    ``order`` (d, n) int32: the rows by rising value, equal values in row order. ``rank``
    (d, n) int32: the number of the distinct value at each place of ``order``; None if no
    column holds a value twice.
    """

    columns: IntArray
    order: Order
    rank: Order | None
    values: tuple[FloatArray, ...] = field(repr=False)
    _narrow: dict[float, BoolArray] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        columns: Sequence[Column],
        n_rows: int,
        progress: ShareProgress = unheard,
    ) -> Presorted:
        """Sort ``columns``; ``progress`` hears what share is done, and may raise."""
        complete = [column.numeric and not column.missing for column in columns]
        places = [place for place, whole in enumerate(complete) if whole]
        values = tuple(columns[place].values for place in places)
        order = np.empty((len(values), n_rows), np.int32)
        rank = None
        for block in blocks(len(values), n_rows):
            progress(block.start / len(values))
            cells = np.stack(values[block])
            order[block] = by_value(cells)
            cells = taken(cells, order[block])
            new = cells[:, 1:] != cells[:, :-1]
            if rank is None and not new.all():
                rank = np.empty_like(order)
                rank[: block.start] = np.arange(n_rows)
            if rank is not None:
                rank[block, 0] = 0
                np.cumsum(new, axis=1, out=rank[block, 1:])
        ranks = None if rank is None else frozen(rank)
        return cls(np.array(places, np.int64), frozen(order), ranks, values)

    def narrow(self, apart: float) -> BoolArray:
        """(d,) whether some neighbouring values of a column are no more than ``apart`` apart.

        If not, two cells are further apart as soon as their ranks differ.
        """
        if apart not in self._narrow:
            result = np.zeros(len(self.values), bool)
            for j, values in enumerate(self.values if apart > 0 else ()):
                cells = values[self.order[j]]
                result[j] = ((gaps(cells) <= apart) & (cells[1:] > cells[:-1])).any()
            self._narrow[apart] = result
        return self._narrow[apart]


def by_value(cells: FloatArray) -> Order:
    """(b, n) int32 places of ``cells`` (b, n) by rising value, equal ones as they stood."""
    n = cells.shape[1]
    low = (1 << max(n - 1, 1).bit_length()) - 1
    bits = cells.view(np.int64)
    keys = bits >> 63
    keys &= 0x7FFF_FFFF_FFFF_FFFF
    keys ^= bits
    keys &= ~low
    keys |= np.arange(n)
    keys.sort(axis=1)
    order = (keys & low).astype(np.int32)
    result = taken(cells, order)
    for j in np.flatnonzero((result[:, 1:] < result[:, :-1]).any(axis=1)):
        _repair(keys[j] & ~low, order[j], cells[j])
    return np.asarray(order)


def gaps(values: FloatArray) -> FloatArray:
    """(m - 1,) what lies between neighbours; infinite if it is too much for a float."""
    with np.errstate(over="ignore"):
        return np.diff(values)


def taken(cells: FloatArray, order: Order) -> FloatArray:
    """(b, n) each row of ``cells`` (b, n) in its order."""
    width, n = cells.shape
    places = order if width == 1 else order + np.arange(0, width * n, n)[:, None]
    return np.asarray(cells.ravel().take(places, mode="clip"))


def _repair(keys: IntArray, order: Order, cells: FloatArray) -> None:
    """Sort, in place, the rows whose keys are equal though their cells may not be."""
    same = keys[1:] == keys[:-1]
    doubtful = np.zeros(len(keys), bool)
    doubtful[1:] |= same
    doubtful[:-1] |= same
    where = np.flatnonzero(doubtful)
    rows = np.sort(order[where])
    # groups of equal keys do not overlap in value, so all of them can be sorted together
    order[where] = rows[np.argsort(cells[rows], kind="stable")]
