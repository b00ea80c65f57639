"""Lines that a node has on request, below its own: per cent. A small tree drops them first."""

from __future__ import annotations

from typing import Final

import dtcore as dt
from dtcore.model import NodeId
from pages.ui.wording.language import _

APART: Final = " · "


def percent(tree: dt.Tree, node: NodeId) -> str:
    """The share of each class, in the order of the counts; of a numeric target, of all rows."""
    weight = max(tree.weight(node), 1e-300)
    if not tree.schema.classes:
        share = tree.weight(node) / max(tree.weight(()), 1e-300)
        return _("{share} of all rows").format(share=per_cent(share))
    return APART.join(per_cent(float(one) / weight) for one in tree[node].stats)


def per_cent(share: float) -> str:
    """Whole per cent; what is neither nothing nor all is not said to be."""
    whole = f"{share:.0%}"
    if whole == "0%" and share > 0:
        return "<1%"
    return ">99%" if whole == "100%" and share < 1 - 1e-9 else whole
