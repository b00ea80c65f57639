"""Gain of cuts for two classes by entropy: two look-ups a cut.

How many rows of a class are left of a cut says how many are right of it, as its node's total is
known. So a table over c = 0 .. T of each node and class holds (f(c) + f(T - c)) / n, with
f(c) = c log c; all columns share it, and all tables together are two entries a node longer than
the level. They lie end to end, and the running count of a class over *all* nodes, one more a
node, is the place in them. For rows that weigh 1.
"""

from __future__ import annotations

import numpy as np

from dtcore.kernel.cumulative import ones_so_far
from dtcore.kernel.cut_counts import Sides
from dtcore.kernel.multiclass import c_log_c
from dtcore.kernel.node_block import Level
from dtcore.model.columns import FloatArray, IntArray


def entropy_of_two(sides: Sides, base: int | None) -> FloatArray:
    """(b, m) the decrease of entropy."""
    level = sides.level
    zero = sides.once("zero", lambda: _both_sides(level, 0, base))
    one = sides.once("one", lambda: _both_sides(level, 1, base))
    place = ones_so_far(sides.target) + level.node
    gain = one.take(place, mode="clip")
    np.subtract(sides.once("places", lambda: _places(level)), place, out=place)
    gain += zero.take(place, mode="clip")
    gain += sides.once("less", lambda: _less(sides, base))
    return np.asarray(np.maximum(gain, 0.0, out=gain))  # rounding must not make it a loss


def _both_sides(level: Level, label: int, base: int | None) -> FloatArray:
    """The tables of all nodes for a class, end to end."""
    totals = level.totals[:, label]
    length = totals + 1
    left = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
    f = c_log_c(int(totals.max()).bit_length(), base)
    both = f.take(left) + f.take(np.repeat(totals, length) - left)
    return both * np.repeat(level.per_weight, length)


def _places(level: Level) -> IntArray:
    """(m,) the sum of both classes' places: every row is of one of them."""
    return np.arange(1, len(level.node) + 1) + 2 * level.node


def _less(sides: Sides, base: int | None) -> FloatArray:
    """What of the gain depends on the sizes of the sides."""
    level = sides.level
    f = c_log_c(int(level.sizes.max()).bit_length(), base)
    left, right = (f.take(side.astype(np.int64)) for side in (sides.left, sides.right))
    whole = level.spread(level.before * level.weight)
    return np.asarray((whole - left - right) * sides.per_weight)
