"""The tree that Home grows by itself: fourteen days of tennis, as the engine splits them.

Rows, counts, questions and the order of the branches come from the tree; only the sentences are
written here. Not done here: the drawing and its moments (``dtshow/web/home/hero.js``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import dtcore as dt
from dtcore.model import ROOT, NodeId
from dtshow.words.language import _, ngettext

TABLE: Final = "playtennis"
RECIPE: Final = "id3"


def scene(dataset: dt.Dataset) -> dict[str, Any]:
    """What the browser draws of the whole tree: its nodes, its rows, a sentence for a moment."""
    tree = dt.grow(dataset, dt.recipe(RECIPE))
    return {
        "part": "hero",
        "label": spoken(tree),
        "again": _("Play again"),
        "rows": dataset.target.values.tolist(),
        "nodes": list(_nodes(tree, dt.leaf_ids(tree, dataset))),
        "moments": moments(tree),
    }


def moments(tree: dt.Tree) -> list[str]:
    """A heap of rows, the root, the first question, the whole tree."""
    first, second = (int(count) for count in next(iter(tree)).stats)
    questions = len([node for node in tree if not node.leaf])
    days = int(tree.weight(ROOT))
    return [
        ngettext("{n} day, and the weather on it.", "{n} days, and the weather on each.", days),
        _("Tennis on {yes} days, none on {no}: a mixture.").format(yes=first, no=second),
        _("{column} tells most, so it is asked first.").format(column=_column(tree, ROOT)),
        _("{n} questions sort all {days} days.").format(n=questions, days=days),
    ]


def spoken(tree: dt.Tree) -> str:
    """The finished picture, for those who hear it."""
    return _("A decision tree with {leaves} leaves. Its first question is {column}.").format(
        leaves=tree.leaves, column=_column(tree, ROOT)
    )


def _nodes(tree: dt.Tree, rests: list[NodeId]) -> Iterator[dict[str, Any]]:
    """``rows``: those in the node by their number; ``answer``: the class of a leaf."""
    names = tree.schema.target.levels or ()
    for node in tree:
        answer = int(node.stats.argmax()) if node.leaf else None
        condition = tree.conditions(node.id)[-1] if node.id else None
        yield {
            "id": ".".join(map(str, node.id)),
            "words": _column(tree, node.id) if answer is None else str(names[answer]),
            "edge": ", ".join(condition.values) if condition else "",
            "answer": answer,
            "counts": node.stats.astype(int).tolist(),
            "rows": [row for row, leaf in enumerate(rests) if leaf[: len(node.id)] == node.id],
        }


def _column(tree: dt.Tree, node: NodeId) -> str:
    split = next(one.split for one in tree if one.id == node)
    assert split is not None  # an inner node
    return str(tree.schema.columns[split.column].name)
