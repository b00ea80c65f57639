"""The criteria: how mixed a node is, and how much better its branches are.

A criterion reads statistics (see ``dtcore.model.nodes``) of shape (..., k) in one call, and
can say what it did as a formula. Statistics without weight have impurity 0. One that scores a
split directly overrides ``of_splits`` and ``formula_of_split``, and takes from another how mixed a
node is, as ``Twoing`` does. Not done here: which splits there are, and which wins.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import numpy as np

from dtcore.errors import RecipeError
from dtcore.formula import (
    Bars,
    Count,
    Equal,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Over,
    Product,
    Query,
    Squares,
    Sum,
    Symbol,
    size,
    sum_of,
    symbol_text,
    within,
)
from dtcore.model.columns import FloatArray
from dtcore.policy import Policy
from dtcore.words import Sentence

TINY: Final = np.finfo(np.float64).tiny
"""Above zero, and below any weight: what nothing is divided by."""
ONE: Final = Number(1)
P: Final = Symbol("p")
REST: Final = ONE - P


@dataclass(frozen=True)
class ImpurityCriterion(Policy, ABC):
    """How mixed a node is, and so how good a split: by the impurity that it takes away.

    What it gives a split is called its gain: per unit of the node's weight, never negative.
    """

    numeric: ClassVar[bool] = False
    """Whether it is for a numeric target."""
    symbol: ClassVar[str]
    """Its letter in formulas, written as in ``dtcore.formula``."""
    arity: ClassVar[int | None] = None
    """How many branches it can compare, None if any number."""
    is_decrease: ClassVar[bool] = True
    """Whether its gain is how far the impurity falls, and not a number of its own."""

    @property
    def node_label(self) -> Sentence:
        """What the impurity of a node is called."""
        return self.label

    @property
    def score_label(self) -> Sentence:
        """What the gain of a split is called, as a heading."""
        return Sentence("Decrease")

    @property
    def letter(self) -> str:
        """Its letter where there is no room for a formula, plain text."""
        return symbol_text(self.symbol)

    @property
    def unit(self) -> str:
        return ""

    @property
    def for_two(self) -> Formula:
        """Its definition for two classes with shares p and 1 - p."""
        return self.general("D")

    @abstractmethod
    def general(self, of: str) -> Formula:
        """Its definition for the set called ``of``: D, or D_{1}."""

    @abstractmethod
    def of(self, stats: FloatArray) -> FloatArray:
        """Impurity per unit of weight, shape (...) for statistics (..., k); at least 0."""

    @abstractmethod
    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        """The arithmetic behind ``of`` for statistics (k,); ``centre`` as in the schema."""

    def of_splits(
        self, branches: FloatArray, weights: FloatArray, before: FloatArray
    ) -> FloatArray:
        """(o,) the gain of splits with statistics (o, b, k) and weights (o, b) of the branches;
        ``before``, (o,) or (1,), is the impurity of the nodes."""
        return before - impurity_after(self, branches, weights)

    def formula_of_split(
        self, branches: FloatArray, where: Sequence[Query], decrease: Named
    ) -> Named:
        """The arithmetic behind ``of_splits`` for one split with statistics (b, k) of the rows
        at ``where``; ``decrease`` is that of the impurity."""
        return decrease


def impurity_after(
    measure: ImpurityCriterion, branches: FloatArray, weights: FloatArray
) -> FloatArray:
    """(o,) the impurity of the branches (o, b, k), by their weights (o, b)."""
    inside = np.add.reduce(weights * measure.of(branches), axis=-1)
    return np.asarray(inside / np.maximum(np.add.reduce(weights, axis=-1), TINY))


@dataclass(frozen=True)
class Entropy(ImpurityCriterion):
    """-Σ p log p, in bits (``base`` 2) or nats (None). Shannon 1948; Quinlan 1986.

    Range 0 to log(number of classes). 0 log 0 is 0, so absent classes have no term.
    """

    base: int | None = 2
    key: ClassVar[str] = "entropy"
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"nats": {"base": None}}
    symbol: ClassVar[str] = "H"
    node_label = Sentence("entropy")

    def __post_init__(self) -> None:
        if self.base not in (2, None):
            raise RecipeError(
                "Entropy is counted in bits (base 2) or in nats (no base), not to the base {base}.",
                base=self.base,
            )

    @property
    def label(self) -> Sentence:
        return Sentence("entropy in bits") if self.base == 2 else Sentence("entropy in nats")

    @property
    def score_label(self) -> Sentence:
        unit = Sentence("bits") if self.base == 2 else Sentence("nats")
        return Sentence("Gain ({unit})", unit=unit)

    @property
    def for_two(self) -> Formula:
        return self._of_shares(P, REST)

    @property
    def unit(self) -> str:
        return "bits" if self.base == 2 else "nats"

    def general(self, of: str) -> Formula:
        share = share_of_class(of)
        return -Over("k", share * Log(share, self.base))

    def of(self, stats: FloatArray) -> FloatArray:
        share = _shares(stats)
        safe = np.where(share > 0, share, 1.0)
        log = np.log2(safe) if self.base == 2 else np.log(safe)
        return np.asarray(np.maximum(-(share * log).sum(axis=-1), 0.0))

    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        return self._of_shares(*_share_terms(stats, where))

    def _of_shares(self, *shares: Formula) -> Formula:
        return sum_of((share * Log(share, self.base) for share in shares), sign=-1)


@dataclass(frozen=True)
class Gini(ImpurityCriterion):
    """1 - Σ p²: how often two rows drawn at random differ in class. Breiman et al. 1984, §4.3.

    Range 0 to 1 - 1 / number of classes.
    """

    key: ClassVar[str] = "gini"
    symbol: ClassVar[str] = "Gini"
    label = Sentence("Gini index")
    for_two: ClassVar[Formula] = Sum(((1, ONE), (-1, P**2), (-1, REST**2)))

    def general(self, of: str) -> Formula:
        return ONE - Over("k", share_of_class(of) ** 2)

    def of(self, stats: FloatArray) -> FloatArray:
        share = _shares(stats)
        together = np.add.reduce(share * share, axis=-1)
        return np.asarray(np.maximum((together > 0) - together, 0.0))

    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        squares = tuple((-1, p**2) for p in _share_terms(stats, where))
        return Sum(((1, ONE), *squares)) if squares else Sum(())


@dataclass(frozen=True)
class ErrorRate(ImpurityCriterion):
    """1 - max p: the share of rows a leaf would get wrong. Breiman et al. 1984, §4.1.

    Range 0 to 1 - 1 / number of classes. It often sees no gain where the others do.
    """

    key: ClassVar[str] = "error"
    symbol: ClassVar[str] = "E"
    label = Sentence("error rate")
    for_two: ClassVar[Formula] = ONE - Max((P, REST))

    def general(self, of: str) -> Formula:
        return ONE - Over("k", share_of_class(of), "max")

    def of(self, stats: FloatArray) -> FloatArray:
        share = _shares(stats)
        return np.where(share.sum(axis=-1) > 0, 1.0 - share.max(axis=-1), 0.0)

    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        shares = tuple(_share_terms(stats, where))
        return ONE - Max(shares) if shares else Sum(())


@dataclass(frozen=True)
class Variance(ImpurityCriterion):
    """Mean square about the node's mean, in squared target units. Breiman et al. 1984, §8.3.

    Times the weight it is the sum of squares that regression trees reduce.
    """

    numeric: ClassVar[bool] = True
    symbol: ClassVar[str] = "Var"
    letter: ClassVar[str] = "s²"
    label = Sentence("variance")
    score_label = Sentence("Decrease in squares")

    def general(self, of: str) -> Formula:
        return ONE / size(of) * squares_about_mean(of)

    def of(self, stats: FloatArray) -> FloatArray:
        weight = stats[..., 0]
        return np.where(weight > 0, stats[..., 2] / np.where(weight > 0, weight, 1.0), 0.0)

    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        return squares_of(stats, where, centre) / Count(float(stats[0]), where)


def share_of_class(of: str) -> Formula:
    """|D_k| / |D| in a definition."""
    return size(within(of, "k")) / size(of)


def squares_about_mean(of: str) -> Formula:
    """The sum of squares of the set ``of`` in a definition."""
    return Over(f"i∈{of}", (Symbol("y_i") - Symbol("ȳ")) ** 2)


def squares_of(stats: FloatArray, where: Query, centre: float) -> Squares:
    """The sum of squares about the mean, from the moments (3,) of the rows at ``where``."""
    weight, total, squares = map(float, stats)
    return Squares(squares, centre + (total / weight if weight else 0.0), where)


def share_explained(residual: Formula, whole: Formula) -> Named:
    """R²: the share of the squares about the mean, ``whole``, that is not ``residual``."""
    general = ONE - Symbol("SS_{res}") / Symbol("SS")
    return Named("R²", general, ONE - residual / whole)


def _shares(stats: FloatArray) -> FloatArray:
    total = np.add.reduce(stats, axis=-1, keepdims=True)
    return np.asarray(stats / np.maximum(total, TINY))


def _share_terms(stats: FloatArray, where: Query) -> Iterator[Formula]:
    """|D_k| / |D| of each class that is present."""
    total = Count(float(stats.sum()), where)
    for label, weight in enumerate(stats):
        if weight > 0:
            yield Count(float(weight), replace(where, label=label)) / total


_EVEN: Final = Symbol("p_L") * Symbol("p_R")
_APART: Final = Over("k", Bars(Symbol("p_{k,L}") - Symbol("p_{k,R}"))) ** 2


@dataclass(frozen=True)
class Twoing(Gini):
    """Φ = p_L p_R / 4 · (Σ_k |p_kL - p_kR|)², range 0 to 1/4.

    The classes fall into two superclasses, those more common on the left and the others, and Φ
    is p_L p_R (P_L - P_R)² for the share P of the first. For two classes it is half of the
    decrease of the Gini index, so it ranks splits alike. How mixed a node is, is said by the
    Gini index. Breiman et al. 1984, §4.3.
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
