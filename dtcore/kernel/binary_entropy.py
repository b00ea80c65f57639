"""Gain of cuts for two classes by entropy: two look-ups a cut.

How many rows of a class are left of a cut says how many are right of it, as its node's total is
known. So a table over c = 0 .. T of each node and class holds (f(c) + f(T - c)) / n, with
f(c) = c log c; all columns share it, and all tables together are two entries a node longer than
the level. They lie end to end, and the running count of a class over *all* nodes, one more a
node, is the place in them. For rows that weigh 1.
"""

from __future__ import annotations

import numpy as np

from dtcore.kernel.cumulative import cumulative_ones
from dtcore.kernel.cut_counts import CutCounts
from dtcore.kernel.multiclass import c_log_c
from dtcore.kernel.node_block import NodeBlock
from dtcore.model.columns import FloatArray, IntArray


def binary_entropy_gain(cut_counts: CutCounts, base: int | None) -> FloatArray:
    """(b, m) the decrease of entropy."""
    node_block = cut_counts.node_block
    zero = cut_counts.once("zero", lambda: _both_sides(node_block, 0, base))
    one = cut_counts.once("one", lambda: _both_sides(node_block, 1, base))
    place = cumulative_ones(cut_counts.target) + node_block.node
    gain = one.take(place, mode="clip")
    np.subtract(cut_counts.once("places", lambda: _places(node_block)), place, out=place)
    gain += zero.take(place, mode="clip")
    gain += cut_counts.once("less", lambda: _less(cut_counts, base))
    return np.asarray(np.maximum(gain, 0.0, out=gain))  # rounding must not make it a loss


def _both_sides(node_block: NodeBlock, label: int, base: int | None) -> FloatArray:
    """The tables of all nodes for a class, end to end."""
    totals = node_block.totals[:, label]
    length = totals + 1
    left = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
    f = c_log_c(int(totals.max()).bit_length(), base)
    both = f.take(left) + f.take(np.repeat(totals, length) - left)
    return both * np.repeat(node_block.per_weight, length)


def _places(node_block: NodeBlock) -> IntArray:
    """(m,) the sum of both classes' places: every row is of one of them."""
    return np.arange(1, len(node_block.node) + 1) + 2 * node_block.node


def _less(cut_counts: CutCounts, base: int | None) -> FloatArray:
    """What of the gain depends on the sizes of the sides."""
    node_block = cut_counts.node_block
    f = c_log_c(int(node_block.sizes.max()).bit_length(), base)
    left, right = (f.take(side.astype(np.int64)) for side in (cut_counts.left, cut_counts.right))
    whole = node_block.spread(node_block.before * node_block.weight)
    return np.asarray((whole - left - right) * cut_counts.per_weight)
