"""Pearson's chi-squared test of independence, for many contingency tables at once.

A table (b, k) counts the rows of each branch (b) by class (k). Weights of rows count as rows do,
so weights that are not counts of anything give no honest test. Pearson 1900; the critical value is
worked out here by the incomplete gamma function, as there is no scipy at run time.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dtcore.model.columns import FloatArray, IntArray


def expected_counts(observed: FloatArray) -> FloatArray:
    """(..., b, k) what a table would hold if branches and classes were independent."""
    branches, classes = observed.sum(axis=-1, keepdims=True), observed.sum(axis=-2, keepdims=True)
    whole = branches.sum(axis=-2, keepdims=True)
    return np.asarray(branches * classes / np.where(whole > 0, whole, 1.0))


def statistic(observed: FloatArray) -> FloatArray:
    """(...) Σ (o - e)² / e over the cells of tables (..., b, k); empty lines have no term."""
    expected = expected_counts(observed)
    terms = (observed - expected) ** 2 / np.where(expected > 0, expected, 1.0)
    return np.asarray(terms.sum(axis=(-2, -1)))


def degrees_of_freedom(observed: FloatArray) -> IntArray:
    """(...) one less than the branches with rows, times one less than the classes present."""
    branches = (observed.sum(axis=-1) > 0).sum(axis=-1)
    classes = (observed.sum(axis=-2) > 0).sum(axis=-1)
    return np.asarray(np.maximum(branches - 1, 0) * np.maximum(classes - 1, 0))


@lru_cache(4096)
def critical_value(level: float, degrees: int) -> float:
    """What the statistic reaches with probability ``level`` (0 to 1) under independence.

    0 with no degree of freedom. Halved down to neighbouring floating-point numbers.
    """
    if degrees <= 0:
        return 0.0
    low, high = 0.0, float(degrees)
    while upper_tail(high, degrees) > level:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        if upper_tail(middle, degrees) > level:
            low = middle
        else:
            high = middle
    return high


def upper_tail(x: float, degrees: int) -> float:
    """The probability of ``x`` or more: the regularised incomplete gamma Q(degrees/2, x/2)."""
    a, half = degrees / 2, x / 2
    if half <= 0:
        return 1.0
    front = math.exp(a * math.log(half) - half - math.lgamma(a))
    if half < a + 1:
        return 1.0 - front * _series(half, a)
    return front / _continued_fraction(half, a)


def _series(x: float, a: float) -> float:
    """Σ x^n / (a (a+1) ... (a+n)). Abramowitz and Stegun, 6.5.29."""
    total = term = 1 / a
    n = a
    while term > 1e-17 * total:
        n += 1
        term *= x / n
        total += term
    return total


def _continued_fraction(x: float, a: float) -> float:
    """x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...)), from the front as Lentz does: 6.5.31."""
    below = x + 1 - a
    value = numerator = below
    denominator = 0.0
    for n in range(1, 100_000):
        step, below = n * (a - n), below + 2
        denominator = 1 / (below + step * denominator)
        numerator = below + step / numerator
        value *= numerator * denominator
        if abs(numerator * denominator - 1) < 1e-16:
            break
    return value
