"""Twoing: how differently the classes go left and right. Breiman et al. 1984, §4.3.2 and §11.8.

It is a criterion of a split, and there is no impurity of a node that it is the decrease of. Not
done here: more than two branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from dtcore.formula.parts import (
    Bars,
    Count,
    Equal,
    Formula,
    Named,
    Number,
    Over,
    Product,
    Query,
    Symbol,
    sum_of,
)
from dtcore.model.columns import FloatArray
from dtcore.policies.impurity import Gini
from dtcore.words import Sentence

_EVEN: Final = Symbol("p_L") * Symbol("p_R")
_APART: Final = Over("k", Bars(Symbol("p_{k,L}") - Symbol("p_{k,R}"))) ** 2


@dataclass(frozen=True)
class Twoing(Gini):
    """Φ = p_L p_R / 4 · (Σ_k |p_kL - p_kR|)², range 0 to 1/4.

    The classes fall into two superclasses, those more common on the left and the others, and Φ
    is p_L p_R (P_L - P_R)² for the share P of the first. For two classes it is half of the
    decrease of the Gini index, so it ranks splits alike. How mixed a node is, is said by the
    Gini index.
    """

    key: ClassVar[str] = "twoing"
    arity: ClassVar[int | None] = 2
    is_decrease: ClassVar[bool] = False
    split_general: ClassVar[Formula] = Equal(
        _EVEN * (_APART / Number(4)),
        _EVEN * (Symbol("P_L") - Symbol("P_R")) ** 2,
    )

    label = Sentence("twoing")
    node_label = Gini.label
    score_label = Sentence("Twoing")

    def of_splits(
        self, branches: FloatArray, weights: FloatArray, before: FloatArray
    ) -> FloatArray:
        """(o,) Φ of splits with class weights (o, 2, k); 0 if a branch is empty."""
        shares = branches / np.where(weights > 0, weights, 1.0)[:, :, None]
        total = weights.sum(axis=1)
        even = weights.prod(axis=1) / np.where(total > 0, total * total, 1.0)
        apart = np.abs(shares[:, 0] - shares[:, 1]).sum(axis=1)
        return np.asarray(even * apart * apart / 4)

    def formula_of_split(
        self, branches: FloatArray, where: Sequence[Query], decrease: Named
    ) -> Named:
        left, right = (Count(float(w.sum()), q) for w, q in zip(branches, where, strict=True))
        whole = Count(float(branches.sum()), Query(where[0].node))
        shares = branches / branches.sum(axis=1, keepdims=True)
        first = np.flatnonzero(shares[0] > shares[1])
        sums = [
            sum_of(self._share(counts, there, int(k)) for k in first if counts[k] > 0)
            for counts, there in zip(branches, where, strict=True)
        ]
        apart = (sums[0] - sums[1]) ** 2
        body = Product((left / whole, right / whole, apart))
        return Named("Φ", self.split_general, body)

    def _share(self, counts: FloatArray, where: Query, label: int) -> Formula:
        count = Count(float(counts[label]), Query(where.node, where.split, where.branch, label))
        return count / Count(float(counts.sum()), where)
