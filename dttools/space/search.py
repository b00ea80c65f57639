"""A search over whole trees, from simple to complex: Mitchell's BFS-ID3 (1997, §3.6.1).

ID3 asks one column after the other and never looks back; this looks at every tree with no
question, then with one, two and so on, until one gets no more rows wrong than any tree must. A
question has a branch for each value, comes once on a path, and is only asked of rows that
differ in it and are of several classes; asking more would never make a tree smaller. The size
of a tree is the number of its questions. Not done here: columns of numbers, missing cells, and
tables with more trees than a person would wait for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

import numpy as np

from dtcore.algorithms.id3 import ID3
from dtcore.errors import DataError
from dtcore.model.columns import FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT, errors_of
from dtcore.model.splits import Multiway
from dtcore.model.tree import Tree
from dtcore.stepping.grow import grow
from dtcore.stepping.moves import Expand, MakeLeaf, apply
from dtcore.stepping.problem import Problem, begin

LIMIT: Final = 100_000
"""So many trees are looked at in about a second."""

Columns = tuple[int, ...]
Key = tuple[bytes, Columns]
Sketch = tuple[int, "tuple[Sketch, ...]"] | None
"""A tree: the column that is asked and what is below each value; None is a leaf."""
Sized = tuple[float, Sketch]
"""A tree with its training errors."""


@dataclass(frozen=True, eq=False)
class SearchResult:
    """A smallest tree with the fewest possible training errors, and how many were looked at.

    ``errors`` is the weight of the rows that it gets wrong; ``looked_at`` counts the tree itself.
    """

    tree: Tree
    looked_at: int
    errors: float


def bfs_id3(dataset: Dataset, limit: int = LIMIT) -> SearchResult:
    """The first tree of the search that no tree betters, in table order of the columns.

    Raises DataError before it starts if it might have to look at more than ``limit`` trees,
    and what ID3 raises if there are columns of numbers or missing cells.
    """
    problem = Problem.of(dataset, ID3)
    space = _Space(problem.dataset)
    size = questions(grow(dataset, ID3))
    for number in range(size + 1):  # counting them all would take as long as the search
        trees = sum(space.counts(space.everything, space.columns, number))
        if trees > limit:
            raise DataError(
                "There are {trees} trees with up to {questions} splits, and ID3's has "
                "{own}; {limit} trees is the limit. Ignore some columns, or take fewer "
                "rows.",
                trees=trees,
                questions=number,
                own=size,
                limit=limit,
            )
    fewest = space.fewest_errors()
    looked_at = 0
    for number in range(size + 1):
        for errors, sketch in space.trees(space.everything, space.columns, number):
            looked_at += 1
            if errors <= fewest + 1e-9 * dataset.weight:
                return SearchResult(planted(problem, sketch), looked_at, errors)
    raise AssertionError("ID3's own tree is among those that were looked at")


def how_many(dataset: Dataset, size: int) -> list[int]:
    """How many trees there are with 0, 1, ... ``size`` questions."""
    space = _Space(Problem.of(dataset, ID3).dataset)
    return space.counts(space.everything, space.columns, size)


def questions(tree: Tree) -> int:
    """The size of a tree: its inner nodes."""
    return int((tree.arity > 0).sum())


def moves(tree: Tree) -> tuple[Expand | MakeLeaf, ...]:
    """The splits and leaves of a tree in pre-order, to be made again step by step."""
    return tuple(Expand(node.id, node.split) if node.split else MakeLeaf(node.id) for node in tree)


@dataclass(frozen=True, eq=False)
class _Space:
    """All trees on ``dataset``, of parts of its rows (m,) and of the columns not asked yet."""

    dataset: Dataset
    _counted: dict[tuple[Key, int], list[int]] = field(default_factory=dict)
    _known: dict[tuple[Key, int], tuple[Sized, ...]] = field(default_factory=dict)

    @property
    def everything(self) -> IntArray:
        return self.dataset.all_rows.rows

    @property
    def columns(self) -> Columns:
        return tuple(range(len(self.dataset.columns)))

    def counts(self, rows: IntArray, columns: Columns, size: int) -> list[int]:
        """How many trees there are with 0, 1, ... ``size`` questions."""
        if not size:
            return [1]
        key = (rows.tobytes(), columns), size
        if key not in self._counted:
            result = [1] + [0] * size
            for column, rest in self._open(rows, columns):
                ways = [1] + [0] * (size - 1)
                for part in self._parts(rows, column):
                    ways = _product(ways, self.counts(part, rest, size - 1))
                for number in range(size):
                    result[number + 1] += ways[number]
            self._counted[key] = result
        return self._counted[key]

    def trees(self, rows: IntArray, columns: Columns, number: int) -> Iterator[Sized]:
        """Every tree with ``number`` questions, and its training errors."""
        if number == 0:
            yield float(errors_of(self._weights(rows))), None
            return
        for column, rest in self._open(rows, columns):
            parts = self._parts(rows, column)
            for sizes in _shared_out(number - 1, len(parts)):
                below = zip(parts, sizes, strict=True)
                for trees in product(*(self._list(part, rest, n) for part, n in below)):
                    yield sum(errors for errors, _ in trees), (column, tuple(s for _, s in trees))

    def fewest_errors(self) -> float:
        """The training errors of a tree that asks everything."""
        cells = [column.values for column in self.dataset.columns]
        _, kind = np.unique(np.stack(cells, axis=1), axis=0, return_inverse=True)
        table = np.zeros((int(kind.max()) + 1, len(self.dataset.schema.classes)))
        np.add.at(table, (kind.ravel(), self.dataset.target.values), self.dataset.weights)
        return float(errors_of(table).sum())

    def _list(self, rows: IntArray, columns: Columns, number: int) -> tuple[Sized, ...]:
        key = (rows.tobytes(), columns), number
        if key not in self._known:
            self._known[key] = tuple(self.trees(rows, columns, number))
        return self._known[key]

    def _open(self, rows: IntArray, columns: Columns) -> Iterator[tuple[int, Columns]]:
        """The columns worth asking, each with those that are left after it."""
        if (self._weights(rows) > 0).sum() > 1:
            for column in columns:
                if len(np.unique(self.dataset.columns[column].values[rows])) > 1:
                    yield column, tuple(other for other in columns if other != column)

    def _parts(self, rows: IntArray, column: int) -> list[IntArray]:
        """The rows of each branch, empty ones too."""
        there = self.dataset.columns[column]
        return [rows[there.values[rows] == code] for code in range(len(there.levels or ()))]

    def _weights(self, rows: IntArray) -> FloatArray:
        """(k,) the class weights of ``rows``."""
        target, weights = self.dataset.target.values[rows], self.dataset.weights[rows]
        classes = len(self.dataset.schema.classes)
        return np.asarray(np.bincount(target, weights, classes), np.float64)


def _product(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials, as far as they go."""
    terms = range(len(one))
    return [sum(one[i] * other[k - i] for i in range(k + 1)) for k in terms]


def _shared_out(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share ``number`` questions out among so many parts."""
    if parts == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for others in _shared_out(number - first, parts - 1):
            yield (first, *others)


def planted(problem: Problem, sketch: Sketch) -> Tree:
    """A sketch as a tree, with the rows of ``problem`` counted in its nodes."""
    state, waiting = begin(problem), [(ROOT, sketch)]
    while waiting:
        node, drawn = waiting.pop()
        if drawn is not None:
            column, below = drawn
            state = apply(problem, state, Expand(node, Multiway(column)))
            waiting += [((*node, branch), part) for branch, part in enumerate(below)]
    return state.tree
