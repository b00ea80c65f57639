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
from dtcore.model.nodes import predictions
from dttools.space.count import Mask, Space

WORK: Final = 50_000
"""So many sets on the ways of all possible rows are gone through in about a second."""


@dataclass(frozen=True)
class Vote:
    """``cells``: the code of each column's level; ``trees`` (k,): how many say each class."""

    cells: tuple[int, ...]
    trees: tuple[int, ...]


def vote(space: Space, cells: tuple[int, ...]) -> Vote:
    """What the trees with the fewest errors say of a row."""
    return Vote(cells, _votes(space, space.everything, cells, {}))


def most_divided(space: Space, work: int = WORK) -> Vote | None:
    """Of all possible rows the one whose most frequent answer has the fewest votes, None if the
    trees agree on every row; of tied ones the first by its levels.

    Raises DataError if the rows might lead to more than ``work`` sets.
    """
    levels = [range(len(branches)) for branches in space.branches]
    rows = prod(map(len, levels))
    if rows * min(2 ** len(levels), len(space.ways)) > work:
        raise DataError(
            "There are {rows} possible rows, too many to ask all trees about each. Ignore some "
            "columns.",
            rows=rows,
        )
    votes = (vote(space, cells) for cells in product(*levels))
    best = min(votes, key=lambda found: max(found.trees))
    return best if sum(n > 0 for n in best.trees) > 1 else None


Known = dict[Mask, tuple[int, ...]]
"""Of one row: what the trees say on each set that it comes to."""


def _votes(space: Space, mask: Mask, cells: tuple[int, ...], known: Known) -> tuple[int, ...]:
    """(k,) of the trees on a set."""
    if mask in known:
        return known[mask]
    result = [0] * len(space.weights[0])
    if space.errors(mask) == space.fewest_of(mask):
        result[_says(space, mask)] += 1
    for column in space.open_columns(mask):
        parts = space.parts(mask, column)
        mine = parts.pop(cells[column])
        others = prod(sum(space.fitting_of(part).values()) for part in parts)
        below = _votes(space, mine, cells, known) if mine else _empty(space, mask)
        result = [n + others * more for n, more in zip(result, below, strict=True)]
    known[mask] = tuple(result)
    return known[mask]


def _empty(space: Space, parent: Mask) -> tuple[int, ...]:
    """An empty branch says what its parent would."""
    said = _says(space, parent)
    return tuple(int(code == said) for code in range(len(space.weights[0])))


def _says(space: Space, mask: Mask) -> int:
    """The class that a leaf with the rows of a set predicts."""
    stats = np.array(space.counts(mask), np.float64)
    return int(predictions(stats, space.problem.dataset.schema))
