"""Running sums of whole numbers along the rows of many columns, the fastest way for each kind."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import IntArray

EIGHT_ONES: Final = np.uint64(0x0101_0101_0101_0101)


def cumulative(cells: NDArray[Any]) -> IntArray:
    """(b, m) running sums over all nodes."""
    if cells.dtype == np.int64:
        return np.cumsum(cells, axis=1)
    sums = cells.astype(np.int64)  # a cumsum that converts is half as fast
    return np.cumsum(sums, axis=1, out=sums)


def cumulative_ones(cells: NDArray[Any]) -> NDArray[np.int32]:
    """(b, m) running counts over all nodes of cells (b, m) of one byte that hold 0 or 1.

    One product sums eight cells at a time: each byte of ``word * 0x0101...01`` is the sum of
    the bytes of ``word`` up to it.
    """
    padded = np.zeros(-(-cells.size // 8) * 8, np.uint8)
    padded[: cells.size] = cells.ravel()
    sums = (padded.view("<u8") * EIGHT_ONES).view(np.uint8)
    words = sums[7::8].astype(np.int32)
    words[1:] = words[:-1].cumsum()
    words[0] = 0
    every = words.repeat(8)
    every += sums
    counts = every[: cells.size].reshape(cells.shape)
    if len(counts) > 1:  # what the columns before have added
        counts[1:] -= counts[:-1, -1:].copy()
    return counts
