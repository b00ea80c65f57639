"""Lines that a node has on request, below its own: per cent, and what comes to it of
the rows held out. A small tree drops them first."""

from __future__ import annotations

from typing import Final

import dtcore as dt
from dtcore.model import NodeId, weight_text
from dtcore.pruning import held_out_counts
from dtshow.words import number_format
from dtshow.words.language import _

APART: Final = " · "


def percent(tree: dt.Tree, node: NodeId) -> str:
    """The share of each class, in the order of the counts; of a numeric target, of all rows."""
    rows = tree.rows(node)
    if not tree.schema.classes:
        return _("{share} of all rows").format(share=per_cent(rows / max(tree.rows(()), 1e-300)))
    each = tree.rows_of_classes(node) / max(rows, 1e-300)
    return APART.join(per_cent(float(share)) for share in each)


def per_cent(share: float) -> str:
    """Whole per cent; what is neither nothing nor all is not said to be."""
    whole = f"{share:.0%}"
    if whole == "0%" and share > 0:
        return "<1%"
    return ">99%" if whole == "100%" and share < 1 - 1e-9 else whole


MOST_CLASSES: Final = 6
"""With more classes than this their counts do not fit a node."""


def held_out_lines(tree: dt.Tree, held_out: dt.Dataset) -> dict[NodeId, tuple[str, ...]]:
    """Of each node, in the order of its own counts; as narrow as they are."""
    say = _class_counts if tree.schema.classes else _mean
    text = _("out {counts}")
    return {
        tree.id_at(place): tuple(text.format(counts=said) for said in say(tree, row))
        for place, row in enumerate(held_out_counts(tree, held_out).tolist())
    }


def _class_counts(tree: dt.Tree, row: list[float]) -> list[str]:
    """With the rows of classes that the tree has never seen behind a plus."""
    known = len(tree.schema.classes)
    if known > MOST_CLASSES:
        return [weight_text(sum(row))]
    new = f" + {weight_text(row[known])}" if row[known] else ""
    return [APART.join(map(weight_text, row[:known])) + new]


def _mean(tree: dt.Tree, row: list[float]) -> list[str]:
    weight, mean = row
    told = [number_format.mean(tree, mean)] if weight else []
    return [*told, f"n\u2009=\u2009{weight_text(weight)}"]
