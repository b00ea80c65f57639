"""Ways to cut a column of numbers into intervals before a tree is grown.

ID3 knows no numbers; with intervals for levels it can take them. The cut points are found once,
from the whole table, so each node asks the same intervals; C4.5 and CART find their cuts anew
at each node. Not done here: cutting two columns together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np

from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.cut import midpoints
from dtcore.policies.impurity import Entropy
from dtcore.policies.selection import TIE
from dtcore.policy import Control, Policy, setting, whole
from dtcore.words import Sentence

_BINS = Control("intervals", Sentence("Intervals of a numeric column"), 2, 20)


class Bins(Policy, ABC):
    """How a column of numbers is cut into intervals."""

    @abstractmethod
    def cuts(self, values: FloatArray, weights: FloatArray, codes: IntArray) -> FloatArray:
        """Cut points, rising, from the known values (m,) of a column with their weights and
        class codes; a value equal to a cut belongs below it. None if one interval is best."""


@dataclass(frozen=True)
class EqualWidth(Bins):
    """``bins`` intervals of the same width between the least and the largest value.

    Dougherty, Kohavi and Sahami 1995, §2, as ``EqualFrequency``.
    """

    bins: int = setting(4, whole(1), _BINS)
    key: ClassVar[str] = "width"
    label = Sentence("intervals of equal width")

    def cuts(self, values: FloatArray, weights: FloatArray, codes: IntArray) -> FloatArray:
        if not len(values) or values.min() == values.max():
            return np.zeros(0)
        low, high = (Decimal(repr(float(end))) for end in (values.min(), values.max()))
        parts = ((low * (self.bins - k) + high * k) / self.bins for k in range(1, self.bins))
        return np.array(sorted({*map(float, parts)}))


@dataclass(frozen=True)
class EqualFrequency(Bins):
    """``bins`` intervals with as nearly the same weight of rows as equal values allow.

    Each cut is the midpoint between two neighbouring values that comes nearest to its share;
    of two as near the lower. Dougherty, Kohavi and Sahami 1995, §2.
    """

    bins: int = setting(4, whole(1), _BINS)
    key: ClassVar[str] = "frequency"
    label = Sentence("intervals of equal frequency")

    def cuts(self, values: FloatArray, weights: FloatArray, codes: IntArray) -> FloatArray:
        distinct, place = np.unique(values, return_inverse=True)
        if len(distinct) < 2:
            return np.zeros(0)
        below = np.cumsum(np.bincount(place, weights))
        wanted = below[-1] * np.arange(1, self.bins) / self.bins
        nearest = np.abs(below[None, :-1] - wanted[:, None]).argmin(axis=1)
        return np.asarray(midpoints(distinct[:-1], distinct[1:])[np.unique(nearest)])


@dataclass(frozen=True)
class MdlBins(Bins):
    """Cuts that lower the class entropy by more than it takes to write them down.

    An interval of N rows with k classes is cut where that leaves the least entropy, if the gain
    exceeds (log2(N - 1) + log2(3^k - 2) - k H + k_1 H_1 + k_2 H_2) / N, and so on within its
    parts. Fayyad and Irani 1993.
    """

    key: ClassVar[str] = "mdl"
    label = Sentence("intervals by class entropy (MDL)")

    def cuts(self, values: FloatArray, weights: FloatArray, codes: IntArray) -> FloatArray:
        distinct, place = np.unique(values, return_inverse=True)
        counts = np.zeros((len(distinct), int(codes.max(initial=0)) + 1))
        np.add.at(counts, (place, codes), weights)
        middles = midpoints(distinct[:-1], distinct[1:])
        result, waiting = [], [(0, len(distinct))]
        while waiting:
            low, high = waiting.pop()
            at = _mdl_cut(counts[low:high])
            if at is not None:
                result.append(middles[low + at])
                waiting += [(low, low + at + 1), (low + at + 1, high)]
        return np.sort(np.array(result, np.float64))


def _mdl_cut(counts: FloatArray) -> int | None:
    """After which value to cut an interval with class weights (v, k); None if it should stay."""
    if len(counts) < 2:
        return None
    below = counts.cumsum(axis=0)[:-1]
    whole = counts.sum(axis=0)
    n, entropy = whole.sum(), Entropy()
    parts = np.stack([below, whole - below], axis=1)
    after = (parts.sum(axis=2) * entropy.of(parts)).sum(axis=1) / n
    before = float(entropy.of(whole))
    at = int((after <= after.min() + TIE * before).argmax())
    classes, mixed = (parts[at] > 0).sum(axis=1), entropy.of(parts[at])
    k = int((whole > 0).sum())
    theory = np.log2(3.0**k - 2) - (k * before - float((classes * mixed).sum()))
    cut_penalty = (np.log2(max(n - 1, 1.0)) + theory) / n
    return at if before - after[at] > cut_penalty else None
