"""Small trees, as the stage draws them where there is no room for words: nodes are marked by the
column that they ask, leaves by the bar of their rows.

A column's sign is the mark of a class that the table has not; the columns asked most have one each,
all others share a ring. Not done here: what the columns are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import dtcore as dt
from dtshow.figures.palette import COLOURS
from dtshow.scene.tree.rows import scale_of
from dtshow.scene.tree.sketch import bar_of
from dtshow.scene.tree.tree_look import name_of

MOST_NODES: Final = 120
"""Deeper nodes of a tree with more are not drawn."""
MOST_SIGNS: Final = 6
OTHER: Final = -1
"""The sign of all columns that have none of their own."""


def signs(trees: Sequence[dt.Tree], levels: int) -> dict[int, int]:
    """A sign for each column that ``trees`` ask in their first ``levels``, most asked first."""
    asked = Counter(
        split.column
        for tree in trees
        for split, depth in zip(tree.splits, tree.depths.tolist(), strict=True)
        if split is not None and depth < levels
    )
    free = range(len(trees[0].schema.classes), COLOURS)[:MOST_SIGNS]
    columns = [column for column, _count in asked.most_common()]
    return dict.fromkeys(columns, OTHER) | dict(zip(columns, free, strict=False))


def levels_of(trees: Sequence[dt.Tree]) -> int:
    """So many levels, the roots' included, that no tree has too many nodes to be told apart."""
    deepest = max(int(tree.depths.max()) for tree in trees)
    fits = (
        depth + 1
        for depth in range(deepest, 0, -1)
        if all((tree.depths <= depth).sum() <= MOST_NODES for tree in trees)
    )
    return next(fits, 2)


def records(
    tree: dt.Tree, dataset: dt.Dataset, levels: int, own: Mapping[int, int] | None = None
) -> list[dict[str, Any]]:
    """The nodes of the first ``levels``, in pre-order. Without signs (``own``) those that ask have
    a bar, too."""
    return list(_records(tree, scale_of(dataset), levels, own))


def _records(
    tree: dt.Tree, scale: tuple[float, float], levels: int, own: Mapping[int, int] | None
) -> Iterator[dict[str, Any]]:
    for place, depth in enumerate(tree.depths.tolist()):
        if depth >= levels:
            continue
        split, node = tree.splits[place], tree.id_at(place)
        kind = {"id": name_of(node), "kind": "leaf" if split is None else "ask"}
        if split is None or own is None:
            yield kind | {"bar": bar_of(tree, node, scale)}
        else:
            yield kind | {"bar": (), "sign": own.get(split.column, OTHER)}
