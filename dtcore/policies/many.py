"""Gain of cuts for many classes, at a cost that does not grow with their number.

One row after the other goes from right to left, and what each does to the sum of f(count) over
the classes depends on two numbers alone: q, how many rows of its class have gone before it at
its node, and T, how many there are. On the left f(q + 1) - f(q) comes in, on the right
f(T - q) - f(T - q - 1) goes out; running sums of that are the sums behind every cut. All is in
whole numbers, which add up without rounding. For rows that weigh 1; not done here: two classes,
for which counting one of them is enough.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dtcore.model.columns import FloatArray, IntArray
from dtcore.policies.sides import Sides


def gini_of_many(sides: Sides) -> FloatArray:
    """(b, m) the decrease of the Gini index: f(c) = c², so 2q + 1 comes in on the left."""
    level = sides.level
    before, total = sides.earlier_of_class()
    squares = (level.totals**2).sum(axis=1)
    before *= 2
    before += 1
    left = sides.running_sum(before, squares, "squares")
    # Σ (count on the left) (count at the node), from which the right side's squares follow
    mixed = sides.running_sum(total, squares, "squares")
    all_squares = level.spread(squares)
    right = left - 2 * mixed
    right += all_squares
    gain = left * sides.once("1/left", lambda: 1.0 / sides.left)
    gain += right * sides.once("1/right", lambda: 1.0 / np.maximum(sides.right, 1.0))
    gain -= sides.once("squares", lambda: all_squares / sides.whole)
    gain *= sides.per_weight
    return np.asarray(np.maximum(gain, 0.0, out=gain))  # rounding must not make it a loss


def entropy_of_many(sides: Sides, base: int | None) -> FloatArray:
    """(b, m) the decrease of entropy: f(c) = c log c from a table, in units of a power of two."""
    bits = int(sides.level.sizes.max()).bit_length()
    scale = 2.0 ** (60 - bits - bits.bit_length())
    table = np.rint(c_log_c(bits, base) * scale).astype(np.int64)
    step = np.diff(table)
    before, total = sides.earlier_of_class()
    moved = step.take(before, mode="clip")
    total -= before
    total -= 1
    moved -= step.take(total, mode="clip")
    sums = sides.running_sum(moved, None, None)
    sums += sides.once("less", lambda: _of_sizes(sides, table))
    gain = sums / scale
    gain *= sums > sides.n_classes + 2  # less is the rounding of the table
    gain *= sides.per_weight
    return gain


def _of_sizes(sides: Sides, table: IntArray) -> IntArray:
    left, right, whole = (
        table.take(size.astype(np.int64)) for size in (sides.left, sides.right, sides.whole)
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
