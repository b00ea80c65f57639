"""The row that tells two trees apart: a combination of levels that they answer differently.

Found from the conditions on the ways to their leaves, without going through all combinations.
Mitchell 1997, §3.5: ID3 cannot pose new queries that resolve among the competing hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from dtcore.errors import DataError
from dtcore.model.splits import Multiway
from dtcore.model.tree import Tree

Row = dict[int, int]
"""Column -> code of its level; columns that are not named may have any."""


@dataclass(frozen=True)
class TellingRow:
    """``cells``: for each column the code of its level, None where any will do; ``answers``: the
    codes of the classes that the two trees predict for it."""

    cells: tuple[int | None, ...]
    answers: tuple[int, int]


def telling_row(one: Tree, other: Tree) -> TellingRow | None:
    """The first such row in the order of the leaves, None if the trees agree on all there can be.

    Raises DataError unless both are trees of classes for the same columns, with a branch for each
    level.
    """
    for row, answers in _apart(one, other):
        cells = tuple(row.get(column) for column in range(len(one.schema.columns)))
        return TellingRow(cells, answers)
    return None


def differing(one: Tree, other: Tree) -> int:
    """On how many of all possible rows the trees differ. Raises DataError as ``telling_row``."""
    levels = [len(column.levels or ()) for column in one.schema.columns]
    return sum(
        prod(n for column, n in enumerate(levels) if column not in row)
        for row, _ in _apart(one, other)
    )


def _apart(one: Tree, other: Tree) -> Iterator[tuple[Row, tuple[int, int]]]:
    """Where a leaf of one and a leaf of the other meet and differ; no row is in two places."""
    if one.schema != other.schema:
        raise DataError("These trees are for different tables. Compare two trees of one table.")
    others = list(_leaves(other))
    for way, answer in _leaves(one):
        for path, said in others:
            if answer != said and all(path.get(c, code) == code for c, code in way.items()):
                yield way | path, (answer, said)


def _leaves(tree: Tree) -> Iterator[tuple[Row, int]]:
    """The levels on the way to each leaf, and what it predicts."""
    splits = [split for split in tree.splits if split is not None]
    if not tree.schema.classes or not all(isinstance(split, Multiway) for split in splits):
        raise DataError(
            "Only trees of classes with a branch for each level can be told apart by one row. "
            "Grow them with ID3."
        )
    for node in tree:
        if node.leaf:
            way = {split.column: branch for split, branch in tree.way(node.id)}
            yield way, int(tree.prediction(node.id))
