"""What happens to missing cells, in growth and in prediction.

Scores are counted over the rows where a column is known, times their share of the node, unless
missing is a branch of its own or cells are filled in. Filling changes no table: a cell is filled
for one node and one column, anew at each node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import FloatArray
from dtcore.model.data import Dataset
from dtcore.model.routing import Routing
from dtcore.policy import Control, Policy, setting, whole
from dtcore.words import Listed, Sentence


@dataclass(frozen=True)
class BaseMissing(Policy, ABC):
    """A policy that takes any table, and sends rows with the majority; the others override what
    they need. In growth and in prediction it is a ``Routing``."""

    missing_as_level: ClassVar[bool] = False
    """Whether missing counts as a value of its own, which splits send to a branch."""
    in_split_info: ClassVar[bool] = False
    """Whether the unknown rows count as one more branch in split info."""
    imputes: ClassVar[bool] = False
    """Whether scores count the unknown rows too, each in the branch that it is sent to."""

    @property
    def by_class(self) -> bool:
        """Whether in growth the branches' rows of the same class decide."""
        return False

    @property
    @abstractmethod
    def reason(self) -> Sentence:
        """How it sent the rows of a node without a branch, as a sentence."""

    def check(self, dataset: Dataset, intervals: bool = False) -> None:
        """Raise DataError if the dataset holds missing cells that the policy cannot take;
        ``intervals``: its numbers will be cut into intervals first."""

    def shares(self, weights: FloatArray) -> FloatArray:
        """(..., b) the share of a row that each branch gets, given their weights (..., b): all to
        the largest, the first of tied ones."""
        return largest(weights)


@dataclass(frozen=True)
class Reject(BaseMissing):
    """Missing cells are refused: ID3 as in Mitchell 1997, Table 3.1, has no rule for them. A row
    that is predicted rests where its missing cell is asked for."""

    key: ClassVar[str] = "reject"
    label = Sentence("refused")
    reason = Sentence("They stay at the node that asks, which answers for them.")

    def check(self, dataset: Dataset, intervals: bool = False) -> None:
        gaps = [(c.name, c.missing) for c in dataset.columns if c.missing]
        if gaps:
            raise DataError(
                "Cells are missing in {columns}. Leave out the rows with missing cells, "
                "ignore these columns, or fill the cells in the file.",
                columns=Listed(f"“{name}” ({count})" for name, count in gaps),
            )

    def shares(self, weights: FloatArray) -> FloatArray:
        return np.zeros_like(weights)


@dataclass(frozen=True)
class Fractions(BaseMissing):
    """A fraction of the row goes down every branch, in proportion to the branches' known rows.

    Gain is the known share times the gain over the known rows; the unknown rows are one more
    branch in split info. Quinlan 1993, chapter 3.
    """

    in_split_info: ClassVar[bool] = True
    key: ClassVar[str] = "fractions"
    label = Sentence("fractions of the row go down every branch")
    reason = Sentence(
        "Each is divided among all branches in proportion to the rows with known values."
    )

    def shares(self, weights: FloatArray) -> FloatArray:
        total = weights.sum(axis=-1, keepdims=True)
        return np.asarray(weights / np.where(total > 0, total, 1.0))


@dataclass(frozen=True)
class Surrogates(BaseMissing):
    """The row goes where the best surrogate sends it, else down the branch with the most rows.

    A surrogate stands in for a split in two; a split with more branches has none. At most
    ``limit`` of them are kept at a node, by falling agreement. ``always``: they are
    looked for in complete tables as well, for rows that are predicted later; this takes time.
    A surrogate cut has two rows on either side, counted by ``weighted`` as in the stopping rules.
    ``of_all``: agreement is a share of all rows that the split places, so that a surrogate pays
    for its own missing cells, as rpart has it unless told otherwise (its ``surrogatestyle``);
    else of those at which both are known. Where no surrogate tells, growth takes the branch with
    most of the rows that the split itself places, prediction the one with the most rows in all,
    both as rpart does: a row of training may be predicted elsewhere. Breiman et al. 1984, §5.3.
    """

    limit: int = setting(
        5, whole(0), Control("surrogates", Sentence("Maximum surrogates kept"), 0, 50)
    )
    always: bool = False
    of_all: bool = False
    weighted: bool = True
    key: ClassVar[str] = "surrogates"
    label = Sentence("surrogate splits")
    clause = Sentence(
        "the row goes where the best of at most {limit} surrogate splits sends it, else down "
        "the branch with the most rows"
    )
    reason = Sentence(
        "Each goes where the best surrogate split with a known value sends it; with none, "
        "down the branch with the most rows."
    )


@dataclass(frozen=True)
class MajorityBranch(BaseMissing):
    """The row goes down the branch with the most known rows, the first of tied ones.

    As rpart does (``usesurrogate = 2``) where no surrogate knows.
    """

    key: ClassVar[str] = "majority"
    label = Sentence("with the majority")
    clause = Sentence("the row goes down the branch with the most rows")
    reason = Sentence("All go down the branch with the most rows.")


@dataclass(frozen=True)
class OwnBranch(BaseMissing):
    """Missing is a value of its own: one more branch, or on either side of a cut in two.

    For a column of numbers each cut is tried with the missing cells on its right and on its
    left, and known against missing is one more cut. Where no cell was missing in training, a
    row goes down the branch with the most rows, the last of tied ones. As scikit-learn does.
    """

    missing_as_level: ClassVar[bool] = True
    key: ClassVar[str] = "own"
    label = Sentence("a value of its own")
    clause = Sentence(
        "a missing cell counts as a value of its own: one more branch, or one side of a cut"
    )
    reason = Sentence("All go down the branch with the most rows.")

    def shares(self, weights: FloatArray) -> FloatArray:
        return largest(weights[..., ::-1])[..., ::-1]


@dataclass(frozen=True)
class MostCommon(BaseMissing):
    """The cell is taken for the most common value at the node, the first of tied ones.

    ``of_class``: the most common one among the node's rows of the same class, or among all where
    no row of the class has a value; a row that is predicted has no class yet and goes by all.
    Gain counts filled rows like others. Mitchell 1997, §3.7.4, which speaks of columns with
    levels, so numbers must be complete or cut into intervals. Each value needs a branch of its
    own: then the most common value is the branch with the most rows, in prediction too, where
    rows that were filled in count with it.
    """

    of_class: bool = False
    imputes: ClassVar[bool] = True
    key: ClassVar[str] = "common"
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"classcommon": {"of_class": True}}

    @property
    def by_class(self) -> bool:
        return self.of_class

    def check(self, dataset: Dataset, intervals: bool = False) -> None:
        numbers = [c.name for c in dataset.columns if c.numeric and c.missing and not intervals]
        if numbers:
            raise DataError(
                "Numbers are missing in {columns}, and a most common value needs "
                "columns with levels. Cut numbers into intervals, or choose another "
                "treatment of missing cells.",
                columns=Listed(f"“{name}”" for name in numbers),
            )

    @property
    def label(self) -> Sentence:
        if self.of_class:
            return Sentence("the most common value in its class")
        return Sentence("the most common value")

    @property
    def clause(self) -> Sentence:
        if self.of_class:
            return Sentence(
                "the cell is filled with the most common value among the node's rows of the same "
                "class (in prediction: of all classes)"
            )
        return Sentence("the cell is filled with the most common value at the node")

    @property
    def reason(self) -> Sentence:
        if self.of_class:
            return Sentence("Each cell is filled with the most common value here in its class.")
        return Sentence("Each cell is filled with the most common value here.")


def shares_by_class(policy: Routing, weights: FloatArray) -> FloatArray:
    """(..., k, b) as ``policy.shares``, for rows of each class, given the class weights of the
    branches (..., k, b). All classes alike unless the policy goes by class."""
    together = policy.shares(weights.sum(axis=-2))[..., None, :]
    if not policy.by_class:
        return np.broadcast_to(together, weights.shape)
    return np.where(weights.sum(axis=-1, keepdims=True) > 0, policy.shares(weights), together)


def largest(weights: FloatArray) -> FloatArray:
    """(..., b) 1 for the first of the largest ``weights`` (..., b), 0 for the others.

    All 0 where there is no weight at all.
    """
    first = np.arange(weights.shape[-1]) == weights.argmax(axis=-1)[..., None]
    return np.asarray(first & (weights.sum(axis=-1, keepdims=True) > 0), np.float64)
