"""Where a row goes whose split does not say: its cell is missing, or its level is unknown.

A policy (``dtcore.policies.missing``) shares such rows out among the branches; a tree keeps
what it takes to do the same with rows that it has never seen. Not done here: finding
surrogates, which takes the rows of training (``dtcore.growth.surrogates``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.splits import NOWHERE, Subset, Threshold
from dtcore.policy import Policy
from dtcore.words import Sentence


class Routing(Protocol):
    """How rows without a branch are shared out."""

    @property
    def reason(self) -> Sentence:
        """How it sent the rows of a node without a branch, as a sentence."""

    @property
    def by_class(self) -> bool:
        """Whether in growth the branches' rows of the same class decide."""

    def shares(self, weights: FloatArray) -> FloatArray:
        """(..., b) the share of a row that each branch gets, given the branches' weights
        (..., b); they add up to 1, or are all 0 if the row stays where it is."""


@dataclass(frozen=True)
class StopHere(Policy):
    """A row without a branch rests at the node, and is predicted from its statistics."""

    reason = Sentence("They stay at the node that asks, which answers for them.")

    @property
    def by_class(self) -> bool:
        return False

    def shares(self, weights: FloatArray) -> FloatArray:
        return np.zeros_like(weights)


STOP_HERE: Final = StopHere()


@dataclass(frozen=True)
class Surrogate:
    """A split in two of another column, which sends rows much as the node's own split does.

    ``turned``: its left rows go right. Of ``known`` weight of rows (where both columns are
    known, unless the policy counts all), ``agree`` go the same way by both splits; ``majority``
    would if all of them went to the larger branch.
    """

    split: Threshold | Subset
    turned: bool
    agree: float
    majority: float
    known: float

    @property
    def agreement(self) -> float:
        """The share of rows that go the same way, at most 1."""
        return self.agree / self.known

    @property
    def adjusted(self) -> float:
        """The share of the majority's mistakes that the surrogate avoids: above 0, at most 1."""
        return (self.agree - self.majority) / (self.known - self.majority)

    def branch(self, dataset: Dataset, rows: IntArray) -> IntArray:
        """(m,) branch numbers of ``rows`` (m,), -1 where this split does not say either."""
        side = self.split.branch(dataset, rows)
        return np.where(side >= 0, 1 - side, NOWHERE) if self.turned else side


def by_surrogates(
    surrogates: tuple[Surrogate, ...], dataset: Dataset, rows: IntArray
) -> tuple[IntArray, IntArray]:
    """(m,) the branches of ``rows`` (m,) and which surrogate told; -1 where none does."""
    branch, teller = np.full(len(rows), NOWHERE), np.full(len(rows), NOWHERE)
    for number, surrogate in enumerate(surrogates):
        waiting = np.flatnonzero(branch < 0)
        if not len(waiting):
            break
        branch[waiting] = surrogate.branch(dataset, rows[waiting])
        teller[waiting[branch[waiting] >= 0]] = number
    return branch, teller
