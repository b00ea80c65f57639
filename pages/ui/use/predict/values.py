"""What the branches on the way of a case say of it."""

from __future__ import annotations

import numpy as np

from dtcore.model import NodeId, Threshold, Tree
from dtshow.words import number_format
from dttools.study import How, Met, Predicted


def values(asked: Tree, found: Predicted) -> dict[NodeId, str]:
    """By node on the way: what the case has in the column that led there, if the branch does not
    say it."""
    return {
        (*met.node, branch): text
        for met in found.steps
        for branch in met.onward
        if (text := _own(asked, met, (*met.node, branch)))
    }


def _own(asked: Tree, met: Met, child: NodeId) -> str:
    if met.cell is None or met.how != How.CELL:
        return ""
    if isinstance(met.cell, float):
        short = asked.schema.columns[met.split.column].single
        if short and isinstance(met.split, Threshold) and np.isfinite(met.split.cut):
            short = not number_format.denied(met.cell, met.split, asked.schema, child[-1])
        return number_format.exact(met.cell, short)
    return "" if number_format.value(asked.conditions(child)[-1]) == met.cell else met.cell
