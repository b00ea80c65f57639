"""Upper confidence limits of an error rate: U_CF(e, n), the rate that is still believable.

If e of n rows were got wrong, the limit is the rate at which so few errors would be seen with
probability CF only. C4.5 approximates it by a normal limit with a correction for continuity;
``exact_limit`` is the limit itself (Clopper and Pearson 1934). Quinlan 1993, §4.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist
from typing import Final, Literal

from dtcore.errors import PruningError

Z = Literal["interpolated", "exact"]
TABLE: Final = (
    (0.0, 4.0),
    (0.001, 3.09),
    (0.005, 2.58),
    (0.01, 2.33),
    (0.05, 1.65),
    (0.10, 1.28),
    (0.20, 0.84),
    (0.40, 0.25),
    (1.0, 0.0),
)
"""(CF, z) as Release 8 holds them; between two it goes in a straight line."""


@dataclass(frozen=True)
class Limit:
    """C4.5's approximation. ``z``: "interpolated" as Release 8, "exact" as Weka's J48.

    ``confidence`` lies above 0 and below 1, and is at most 0.5 with the exact z.
    """

    confidence: float = 0.25
    z: Z = "interpolated"

    def __post_init__(self) -> None:
        if self.z not in ("interpolated", "exact"):
            raise PruningError("z is “interpolated” as in Release 8, or “exact” as in J48.")
        if not 0 < self.confidence < 1:
            raise PruningError("The confidence must lie above 0 and below 1.")
        if self.z == "exact" and self.confidence > 0.5:
            raise PruningError("With the exact z the confidence must be at most 0.5.")

    @property
    def deviations(self) -> float:
        """z: how many standard deviations the limit lies above the rate."""
        if self.neighbours is None:
            return -NormalDist().inv_cdf(self.confidence)  # 1 - CF may round to 1
        (low, z_low), (high, z_high) = self.neighbours
        return z_low + (z_high - z_low) * ((self.confidence - low) / (high - low))

    @property
    def neighbours(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The two points of ``TABLE`` between which z lies; None if it is exact."""
        if self.z == "exact":
            return None
        return next(two for two in pairwise(TABLE) if self.confidence <= two[1][0])

    @property
    def nearly_all(self) -> float:
        """What part of the rows got right is taken for wrong where nearly all are wrong."""
        return 0.67 if self.z == "interpolated" else 1.0

    def expected(self, errors: float, rows: float) -> float:
        """n U_CF(e, n): how many of so many rows to expect wrong, given ``errors`` seen."""
        if rows <= 0:
            return 0.0
        if errors < 1e-6:
            return rows * (1 - float(self.confidence ** (1 / rows)))
        if errors < 0.9999:
            none, one = self.expected(0.0, rows), self.expected(1.0, rows)
            return none + errors * (one - none)
        if errors + 0.5 >= rows:
            return errors + self.nearly_all * (rows - errors)
        square, half = self.deviations**2, errors + 0.5
        spread = math.sqrt(square * (half * (1 - half / rows) + square / 4))
        return rows * (half + square / 2 + spread) / (rows + square)

    def of(self, errors: float, rows: float) -> float:
        """U_CF(e, n), between 0 and 1; 0 if there are no rows."""
        return self.expected(errors, rows) / rows if rows > 0 else 0.0


def exact_limit(errors: float, rows: float, confidence: float = 0.25) -> float:
    """The rate p at which e errors or fewer among n rows have probability ``confidence``.

    Weights that are no whole numbers are read through the beta distribution. 1 if all rows are
    wrong.
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
