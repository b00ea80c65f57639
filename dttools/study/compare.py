"""Two trees of one table side by side: where they first part, what that cost, and where the rows
of a node of one come to rest in the other.

Not done here: nothing is grown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from dtcore.model.columns import Field
from dtcore.model.data import Dataset, check_dataset
from dtcore.model.nodes import NodeId
from dtcore.model.predict import encode, route
from dtcore.model.splits import GAP, Split, Subset, Threshold
from dtcore.model.tree import Tree, check_tree


@dataclass(frozen=True)
class Parting:
    """The first node that two trees treat differently, ``node`` of mine and ``there`` of theirs; a
    split of None is a leaf."""

    node: NodeId
    mine: Split | None
    theirs: Split | None
    there: NodeId = field(default=(), compare=False)


@dataclass(frozen=True)
class Likeness:
    """``parting`` is None if the trees part the rows alike in every node; ``alike`` counts the
    nodes before that differs, ``rewritten`` those of them whose groups of levels are written
    otherwise: a branch for each level, or two groups.

    ``leaves`` and ``wrong`` (of the training rows; None for a numeric target) are of both.
    """

    parting: Parting | None
    alike: int
    leaves: tuple[int, int]
    wrong: tuple[float, float] | None
    rewritten: int = 0


def compare(mine: Tree, theirs: Tree) -> Likeness:
    """Both trees must be of one table. Columns and levels go by their names: a tree may lack some
    that the other has, and rows too; a test that both make is then alike all the same."""
    first, alike, rewritten = None, 0, 0
    level: list[tuple[NodeId, NodeId]] = [((), ())]
    while level:
        below: list[tuple[NodeId, NodeId]] = []
        for node, there in level:
            one, other = mine[node].split, theirs[there].split
            pairs = _pairs(mine, theirs, node, there)
            if pairs is not None:
                alike += 1
                cut = isinstance(one, Threshold)
                rewritten += not cut and not _same_test(mine, theirs, one, other)
                below += pairs
            elif first is None:
                first = Parting(node, one, other, there)
        level = below
    errors = (_wrong(mine), _wrong(theirs)) if mine.schema.classes else None
    return Likeness(first, alike, (mine.leaves, theirs.leaves), errors, rewritten)


def landings(mine: Tree, theirs: Tree, dataset: Dataset) -> dict[NodeId, tuple[NodeId, ...]]:
    """Of each node of ``mine`` at which rows come to rest, as at a leaf: the nodes of ``theirs``
    at which the same rows do; both in pre-order.

    ``dataset`` (n_rows,) holds the rows. Raises DataError if one of the trees asks for columns
    that it has not.
    """
    check_tree(mine)
    check_tree(theirs)
    check_dataset(dataset)
    here, there = (route(tree, encode(dataset, tree.schema)) for tree in (mine, theirs))
    # a row may rest in parts: each of its parts here meets each of its parts there
    first, end = (np.searchsorted(there.row, here.row, side) for side in ("left", "right"))
    many = end - first
    part = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many - first, many)
    pairs = np.unique(np.stack([np.repeat(here.place, many), there.place[part]], axis=1), axis=0)
    found: dict[NodeId, tuple[NodeId, ...]] = {}
    for one, other in pairs.tolist():
        node = mine.id_at(one)
        found[node] = (*found.get(node, ()), theirs.id_at(other))
    return found


def _pairs(
    mine: Tree, theirs: Tree, node: NodeId, there: NodeId
) -> list[tuple[NodeId, NodeId]] | None:
    """The children that have the same rows; None if the two nodes part theirs otherwise. A branch
    that no row takes has none."""
    one, other = mine[node].split, theirs[there].split
    if _same_test(mine, theirs, one, other):
        return list(zip(mine.children(node), theirs.children(there), strict=True))
    if one is None or other is None or _asked(mine, one).name != _asked(theirs, other).name:
        return None
    ours, others = _taken(mine, node), _taken(theirs, there)
    pairs = [(a, b) for a in ours for b in others if _same_rows(mine, theirs, a, b)]
    # as many as either has branches, and none twice: a way from each to one of the other's
    one_each = len(pairs) == len(ours) == len(others) == len({b for _a, b in pairs})
    return pairs if one_each and len({a for a, _b in pairs}) == len(pairs) else None


def _same_test(mine: Tree, theirs: Tree, one: Split | None, other: Split | None) -> bool:
    if one is None or other is None:
        return one is other
    same_column = _asked(mine, one) == _asked(theirs, other)
    return same_column and one == replace(other, column=one.column)


def _asked(tree: Tree, split: Split) -> Field:
    return tree.schema.columns[split.column]


def _taken(tree: Tree, node: NodeId) -> list[NodeId]:
    return [child for child in tree.children(node) if tree.weight(child) > 0]


def _same_rows(mine: Tree, theirs: Tree, one: NodeId, other: NodeId) -> bool:
    """Of two branches of one column, one within the other: as many rows are the same ones."""
    return _nested(mine, theirs, one, other) and bool(
        np.array_equal(mine.rows_of_classes(one), theirs.rows_of_classes(other))
    )


def _nested(mine: Tree, theirs: Tree, one: NodeId, other: NodeId) -> bool:
    ours, others = mine[one[:-1]].split, theirs[other[:-1]].split
    if isinstance(ours, Threshold) or isinstance(others, Threshold):
        return type(ours) is type(others) and one[-1] == other[-1]  # as cuts, one is the lower
    a, b = _levels(mine, one), _levels(theirs, other)
    return a <= b or b <= a


def _levels(tree: Tree, child: NodeId) -> frozenset[str]:
    """The names of the levels that come to a child of a node that splits on a nominal column."""
    split = tree[child[:-1]].split
    assert split is not None
    names = (*(_asked(tree, split).levels or ()), GAP)
    codes = (split.left, split.right)[child[-1]] if isinstance(split, Subset) else (child[-1],)
    return frozenset(names[code] for code in codes)


def _wrong(tree: Tree) -> float:
    return float((tree.class_rows.sum(axis=1) - tree.rows_right)[tree.arity == 0].sum())
