"""What all trees that fit best say of a row: each has one vote, and none is written out.

The row on which they are most divided is the one to ask next: whatever its class turns out to be,
the most trees are ruled out. Mitchell 1997, §3.5, on what ID3 loses by keeping a single hypothesis.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

import numpy as np

from dtcore.errors import DataError
from dtcore.model.statistics import predictions
from dtcore.space.count import Mask, Space

MOST_ROWS: Final = 2000
"""Possible rows that are gone through in about a second."""


@dataclass(frozen=True)
class Vote:
    """``cells``: the code of each column's level; ``trees`` (k,): how many say each class."""

    cells: tuple[int, ...]
    trees: tuple[int, ...]


def vote(space: Space, cells: tuple[int, ...]) -> Vote:
    """What the trees with the fewest errors say of a row."""
    return Vote(cells, _votes(space, space.everything, cells))


def most_divided(space: Space, most: int = MOST_ROWS) -> Vote | None:
    """Of all possible rows the one whose most frequent answer has the fewest votes, None if the
    trees agree on every row; of tied ones the first by its levels.

    Raises DataError if there are more than ``most`` possible rows.
    """
    levels = [range(len(branches)) for branches in space.branches]
    rows = prod(map(len, levels))
    if rows > most:
        raise DataError(
            "There are {rows} possible rows, and {most} is the limit here. Ignore some columns.",
            rows=rows,
            most=most,
        )
    votes = (vote(space, cells) for cells in product(*levels))
    best = min(votes, key=lambda found: max(found.trees))
    return best if sum(n > 0 for n in best.trees) > 1 else None


def _votes(space: Space, mask: Mask, cells: tuple[int, ...]) -> tuple[int, ...]:
    """(k,) of the trees on a set."""
    result = [0] * len(space.weights[0])
    if space.errors(mask) == space.fewest_of(mask):
        result[_says(space, mask)] += 1
    for column in space.open_columns(mask):
        parts = space.parts(mask, column)
        mine = parts.pop(cells[column])
        others = prod(sum(space.fitting_of(part).values()) for part in parts)
        below = _votes(space, mine, cells) if mine else _empty(space, mask)
        result = [n + others * more for n, more in zip(result, below, strict=True)]
    return tuple(result)


def _empty(space: Space, parent: Mask) -> tuple[int, ...]:
    """An empty branch says what its parent would."""
    said = _says(space, parent)
    return tuple(int(code == said) for code in range(len(space.weights[0])))


def _says(space: Space, mask: Mask) -> int:
    """The class that a leaf with the rows of a set predicts."""
    stats = np.array(space.counts(mask), np.float64)
    return int(predictions(stats, space.problem.dataset.schema))
