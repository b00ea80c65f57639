"""Classes that count for more than others, and errors that cost more than others.

All of it is weights: the rows of a class are counted with a factor, in every criterion alike,
and a loss also decides what a leaf says. Breiman et al. 1984, §4.4, calls the factors altered
priors, and rpart does the same. Not done here: a loss within the Gini index (§4.4.1), which
Breiman et al. found no better, and losses for a numeric target.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore.errors import RecipeError
from dtcore.model.columns import FloatArray, LeafRule
from dtcore.model.frames import LEAST, MOST
from dtcore.policy import Policy
from dtcore.words import Sentence


class Classes(Policy, ABC):
    """How the classes count."""

    label: ClassVar[Sentence]

    @abstractmethod
    def leaf_rule(self, weight: FloatArray) -> LeafRule:
        """How classes of ``weight`` (k,) in the whole table count. Raises RecipeError if it does
        not fit their number."""


@dataclass(frozen=True)
class ClassWeights(Classes):
    """Factors above 0 for the rows of each class, in order: scikit-learn's ``class_weight``."""

    factors: tuple[float, ...]
    key: ClassVar[str] = "w"
    label = Sentence("a factor for each class")

    def leaf_rule(self, weight: FloatArray) -> LeafRule:
        _check(self.factors, len(weight))
        return LeafRule(factors=self.factors)


@dataclass(frozen=True)
class Balanced(Classes):
    """Classes of equal weight in all: n / (k n_k), scikit-learn's ``"balanced"``.

    k counts the classes that occur.
    """

    key: ClassVar[str] = "balanced"
    label = Sentence("every class as heavy as any other")

    def leaf_rule(self, weight: FloatArray) -> LeafRule:
        share = weight.sum() / ((weight > 0).sum() * np.where(weight > 0, weight, 1.0))
        return LeafRule(factors=_plain(np.where(weight > 0, share, 1.0)))


@dataclass(frozen=True)
class Priors(Classes):
    """How common each class is in the world, where the table has them otherwise.

    The weight of the whole table stays as it is; a class without rows has no share of it.
    Breiman et al. 1984, §2.4 and §4.4.2.
    """

    shares: tuple[float, ...]
    key: ClassVar[str] = "p"
    label = Sentence("prior shares of the classes")

    def leaf_rule(self, weight: FloatArray) -> LeafRule:
        _check(self.shares, len(weight))
        wanted = np.where(weight > 0, self.shares, 0.0)
        wanted /= wanted.sum()
        return LeafRule(factors=_plain(wanted * weight.sum() / np.where(weight > 0, weight, 1.0)))


@dataclass(frozen=True)
class Losses(Classes):
    """``matrix[j][i]`` is what it costs to say class i where j is true; 0 where i = j.

    The rows of class j count Σ_i matrix[j][i] times, scaled so that the whole weight stays;
    a leaf says what costs least for its rows as they are, and pruning sums those costs, as rpart
    does. ``priors`` as in ``Priors``, those of the table if None. Breiman et al. 1984, §4.4.3;
    rpart's ``loss``. Impurities, and the limits of pessimistic pruning, are of altered rows.
    """

    matrix: tuple[tuple[float, ...], ...]
    priors: tuple[float, ...] | None = None
    key: ClassVar[str] = "l"
    label = Sentence("losses of wrong answers")

    def leaf_rule(self, weight: FloatArray) -> LeafRule:
        self._check(len(weight))
        usual = Priors(self.priors).leaf_rule(weight).factors if self.priors else ()
        before = np.array(usual) if usual else np.ones(len(weight))
        altered = np.array(self.matrix).sum(axis=1)
        scale = (before * weight).sum() / (altered * before * weight).sum()
        return LeafRule(_plain(altered * before * scale), _plain(altered * scale), self.matrix)

    def _check(self, classes: int) -> None:
        rows = [len(row) for row in self.matrix]
        costs = np.array(self.matrix, float) if rows == [classes] * classes else np.zeros((0, 0))
        if not (costs.size and ((costs >= 0) & (costs <= MOST)).all()):
            raise RecipeError(
                "The losses must be a square table of numbers from 0 to 1e150, with a row and a "
                "column for each of the {classes} classes.",
                classes=classes,
            )
        if costs.trace() > 0 or (costs.sum(axis=1) <= 0).any():
            raise RecipeError(
                "A right answer must cost nothing, and every class must have a wrong one that "
                "costs something."
            )


def _check(numbers: tuple[float, ...], classes: int) -> None:
    if len(numbers) != classes or not all(LEAST <= number <= MOST for number in numbers):
        raise RecipeError(
            "Give each of the {classes} classes a number above zero, from 1e-150 to 1e150.",
            classes=classes,
        )


def _plain(numbers: FloatArray) -> tuple[float, ...]:
    return tuple(map(float, numbers))
