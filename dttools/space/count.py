"""How many trees there are, by splits and errors, in whole numbers.

Rows that are alike in every column go together, as one kind; a set of kinds is a bitmask. The
columns that can still be asked are those in which a set's kinds differ, for a column that was
asked leaves them alike: so a set says all of the trees below it, and each is counted once.

An empty branch is a leaf that says what its parent would, and a pure node is a leaf: each is one
way. A node of several classes is a leaf or asks a column in which its rows differ. A leaf errs on
all rows but those of its heaviest class; which of tied ones it says makes no other tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from dtcore.algorithms.id3 import ID3
from dtcore.errors import DataError
from dtcore.model.data import Dataset, check_dataset
from dtcore.stepping.problem import Problem
from dtcore.words import Listed

Mask = int
"""A set of kinds: bit i for kind i."""
Ways = dict[tuple[int, int], int]
"""(splits, errors) -> how many trees."""
WORK: Final = 1_000_000
"""So many products of two counts take about a second."""
MOST_COLUMNS: Final = 100
"""A path may ask as many, and counting goes down each."""


@dataclass(frozen=True, eq=False)
class Space:
    """All trees on the rows of ``problem``, counted.

    ``branches``: for each column and level the kinds that have it; ``weights`` (kinds, k): how
    many rows of each class a kind has; ``ways``: the trees on each set that a path can lead to.
    """

    problem: Problem
    branches: tuple[tuple[Mask, ...], ...]
    weights: tuple[tuple[int, ...], ...]
    ways: Mapping[Mask, Ways]

    @property
    def everything(self) -> Mask:
        return (1 << len(self.weights)) - 1

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """How many trees have 0, 1, ... splits, as far as there are any."""
        total = self.ways[self.everything]
        counts = [0] * (1 + max(splits for splits, _ in total))
        for (splits, _), trees in total.items():
            counts[splits] += trees
        return tuple(counts)

    @cached_property
    def fewest(self) -> int:
        """The training errors that no tree avoids: rows that are alike, of several classes."""
        return self.fewest_of(self.everything)

    @cached_property
    def fitting(self) -> Mapping[int, int]:
        """Splits -> how many trees make the fewest errors, the smallest trees first."""
        return self.fitting_of(self.everything)

    def fewest_of(self, mask: Mask) -> int:
        """As ``fewest``, for a set."""
        return min((errors for _, errors in self.ways[mask]), default=0)

    def fitting_of(self, mask: Mask) -> dict[int, int]:
        """As ``fitting``, for a set."""
        fewest = self.fewest_of(mask)
        found = {s: trees for (s, errors), trees in self.ways[mask].items() if errors == fewest}
        return dict(sorted(found.items()))

    def parts(self, mask: Mask, column: int) -> list[Mask]:
        """The set of each branch, empty ones too."""
        return [mask & branch for branch in self.branches[column]]

    def open_columns(self, mask: Mask) -> list[int]:
        """The columns worth asking, in table order; none of a pure set."""
        if sum(weight > 0 for weight in self.counts(mask)) < 2:
            return []
        columns = range(len(self.branches))
        return [c for c in columns if sum(part > 0 for part in self.parts(mask, c)) > 1]

    def counts(self, mask: Mask) -> tuple[int, ...]:
        """(k,) how many rows of each class are in a set."""
        kinds = [w for kind, w in enumerate(self.weights) if mask >> kind & 1]
        return tuple(map(sum, zip(*kinds, strict=True))) if kinds else (0,) * len(self.weights[0])

    def errors(self, mask: Mask) -> int:
        """Rows that a leaf gets wrong."""
        counts = self.counts(mask)
        return sum(counts) - max(counts)


def space_of(dataset: Dataset, work: int = WORK) -> Space:
    """The trees on ``dataset``, counted in at most ``work`` products.

    Raises DataError if that is too little, if there are numbers or missing cells, or if rows
    count in fractions.
    """
    _check_nominal(dataset)
    problem = Problem.of(dataset, ID3)
    cells = np.stack([column.values for column in problem.dataset.columns], axis=1)
    kinds, kind = np.unique(cells, axis=0, return_inverse=True)
    weights = np.zeros((len(kinds), len(problem.dataset.schema.classes)))
    np.add.at(weights, (kind.ravel(), problem.dataset.target.values), problem.dataset.weights)
    whole = weights.astype(np.int64)
    if not np.array_equal(whole, weights):
        raise DataError(
            "Trees are counted by the rows they get wrong, and here rows count in fractions. "
            "Choose a table without weights, or with whole ones."
        )
    branches = tuple(
        tuple(_mask(kinds[:, c] == code) for code in range(len(column.levels or ())))
        for c, column in enumerate(problem.dataset.columns)
    )
    ways: dict[Mask, Ways] = {}
    space = Space(problem, branches, tuple(map(tuple, whole.tolist())), ways)
    _count(space, ways, work)
    return space


def _check_nominal(dataset: Dataset) -> None:
    check_dataset(dataset)
    given = dataset.given or dataset
    if given.target.numeric:
        raise DataError(
            "Trees are counted by the rows they get wrong, and “{column}” holds numbers. Choose a "
            "table with classes, or take the target as classes.",
            column=given.target.name,
        )
    if numeric := [column.name for column in given.columns if column.numeric]:
        raise DataError(
            "Trees can be counted if each column has a few values, and these hold numbers: "
            "{columns}. Take them as nominal, ignore them, or choose another table.",
            columns=Listed(f"“{name}”" for name in numeric),
        )


def _mask(members: np.ndarray) -> Mask:
    return sum(1 << place for place in np.flatnonzero(members).tolist())


def _count(space: Space, ways: dict[Mask, Ways], work: int) -> None:
    """Fill ``ways``, the sets below a set before it."""
    left = work if len(space.branches) <= MOST_COLUMNS else 0

    def of(mask: Mask) -> Ways:
        nonlocal left
        if mask in ways:
            return ways[mask]
        result: Ways = {(0, space.errors(mask)): 1}
        for column in space.open_columns(mask):
            product: Ways = {(1, 0): 1}
            for below in [of(part) for part in space.parts(mask, column)]:
                left -= len(product) * len(below)
                if left < 0:
                    raise _too_many(space)
                product = times(product, below)
            for key, trees in product.items():
                result[key] = result.get(key, 0) + trees
        ways[mask] = result
        return result

    of(space.everything)


def times(one: Ways, other: Ways) -> Ways:
    """Each tree of one beside each of the other: splits and errors add up."""
    result: Ways = {}
    for (splits, errors), trees in one.items():
        for (more, wrong), ways in other.items():
            key = splits + more, errors + wrong
            result[key] = result.get(key, 0) + trees * ways
    return result


def _too_many(space: Space) -> DataError:
    return DataError(
        "There are too many trees to count on {columns} columns and {rows} different rows. Ignore "
        "some columns, or take fewer rows.",
        columns=len(space.branches),
        rows=len(space.weights),
    )
