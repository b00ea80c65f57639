"""Gain of cuts for many classes, at a cost that does not grow with their number.

One row after the other goes from right to left, and what each does to the sum of f(count) over
the classes depends on two numbers alone: q, how many rows of its class have gone before it at
its node, and T, how many there are. On the left f(q + 1) - f(q) comes in, on the right
f(T - q) - f(T - q - 1) goes out. Listed by class, node and value, q and T are the same for all
columns; each column only puts them in its own order. Running sums of that are the sums behind
every cut, in whole numbers, which add up without rounding. For rows that weigh 1; not done
here: two classes, for which counting one of them is enough.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dtcore.kernel.cut_counts import CutCounts
from dtcore.model.columns import FloatArray, IntArray


def multiclass_gini_gain(cut_counts: CutCounts) -> FloatArray:
    """(b, m) the decrease of the Gini index: f(c) = c², so 2q + 1 comes in on the left."""
    node_block = cut_counts.node_block
    squares = (node_block.totals**2).sum(axis=1)
    left = cut_counts.cumulative_sum(
        cut_counts.by_node(cut_counts.once("odd", lambda: _odd(cut_counts))), squares, "c²"
    )
    # Σ (count on the left) (count at the node), from which the right side's squares follow
    total = cut_counts.once("total", lambda: cut_counts.within_classes()[1])
    right = cut_counts.cumulative_sum(cut_counts.by_node(total), squares, "c²")
    right *= -2
    right += left
    all_squares = node_block.spread(squares)
    right += all_squares
    gain = left * cut_counts.once("1/left", lambda: 1.0 / cut_counts.left)
    gain += right * cut_counts.once("1/right", lambda: 1.0 / np.maximum(cut_counts.right, 1.0))
    gain -= cut_counts.once("squares", lambda: all_squares / cut_counts.whole)
    gain *= cut_counts.per_weight
    return np.asarray(np.maximum(gain, 0.0, out=gain))  # rounding must not make it a loss


def _odd(cut_counts: CutCounts) -> IntArray:
    return 2 * cut_counts.within_classes()[0] + 1


def multiclass_entropy_gain(cut_counts: CutCounts, base: int | None) -> FloatArray:
    """(b, m) the decrease of entropy: f(c) = c log c from a table, in units of a power of two."""
    bits = int(cut_counts.node_block.sizes.max()).bit_length()
    scale = 2.0 ** (60 - bits - bits.bit_length())
    table = cut_counts.once("table", lambda: np.rint(c_log_c(bits, base) * scale).astype(np.int64))
    moved = cut_counts.by_node(cut_counts.once("moved", lambda: _moved(cut_counts, table)))
    sums = cut_counts.cumulative_sum(moved, None, None)
    sums += cut_counts.once("less", lambda: _of_sizes(cut_counts, table))
    gain = sums / scale
    gain *= sums > cut_counts.n_classes + 2  # less is the rounding of the table
    gain *= cut_counts.per_weight
    return gain


def _moved(cut_counts: CutCounts, table: IntArray) -> IntArray:
    step = np.diff(table)
    before, total = cut_counts.within_classes()
    return np.asarray(step.take(before) - step.take(total - before - 1))


def _of_sizes(cut_counts: CutCounts, table: IntArray) -> IntArray:
    left, right, whole = (
        table.take(size.astype(np.int64))
        for size in (cut_counts.left, cut_counts.right, cut_counts.whole)
    )
    return np.asarray(whole - left - right)


@lru_cache(maxsize=32)
def c_log_c(bits: int, base: int | None) -> FloatArray:
    """(2**bits,) c log c for whole numbers c."""
    c = np.arange(2**bits, dtype=np.float64)
    c[0] = 1.0
    table = c * (np.log2(c) if base == 2 else np.log(c))
    table.setflags(write=False)
    return table
