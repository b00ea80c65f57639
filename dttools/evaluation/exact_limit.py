"""The upper limit of an error rate that C4.5's pessimistic pruning approximates, worked out.

Not done here: the approximation, by which trees are pruned (``dtcore.pruning.pessimistic``).
"""

import math


def exact_limit(errors: float, rows: float, confidence: float = 0.25) -> float:
    """The rate p at which e errors or fewer among n rows have probability ``confidence``.

    Weights that are no whole numbers are read through the beta distribution. 1 if all rows are
    wrong. Clopper and Pearson 1934.
    """
    if errors >= rows:
        return 1.0
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if probability_of_at_most(errors, rows, middle) > confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def probability_of_at_most(errors: float, rows: float, rate: float) -> float:
    """The binomial's sum up to ``errors``: the beta integral of 1 - rate from n - e and e + 1."""
    return _beta(1 - rate, rows - errors, errors + 1)


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b). Abramowitz and Stegun, 26.5.8."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other side converges
        return 1 - _beta(1 - x, b, a)
    log = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log + a * math.log(x) + b * math.log1p(-x)) / a
    return front / _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """1 + d_1/(1 + d_2/(1 + ...)), worked out from the front as Lentz does."""
    value = numerator = 1.0
    denominator = 0.0
    for k in range(1, 20_000):
        m, below = k // 2, (a + k - 1) * (a + k)
        step = (-(a + m) * (a + b + m) if k % 2 else m * (b - m)) * x / below
        denominator = 1 / (1 + step * denominator)
        numerator = 1 + step / numerator
        value *= numerator * denominator
        if abs(numerator * denominator - 1) < 1e-16:
            break
    return value
