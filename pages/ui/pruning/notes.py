"""What stands in the nodes of the tree beside their counts: the numbers that are compared."""

from __future__ import annotations

from dtcore.model import NodeId, number
from dttools.printing import Digits
from pages.ui.pruning.evidence import CostRow, Evidence
from pages.ui.pruning.scale import divisor_of
from pages.ui.trees.pruning_session import PruningSession

LEAF, SUBTREE = "▪", "⋔"


def notes(pruning_session: PruningSession, found: Evidence, digits: Digits) -> dict[NodeId, str]:
    """g(t), or the cost as a leaf ▪ against the subtree's ⋔."""
    return {row.node: _note(pruning_session, row, digits) for row in found.rows}


def _note(pruning_session: PruningSession, row: CostRow, digits: Digits) -> str:
    if pruning_session.settings.method == "cost":
        return f"g = {digits.show(row.others[1] / divisor_of(pruning_session))}"
    sign = "≤" if row.leaf <= row.subtree else ">"
    return f"{LEAF} {_shown(row.leaf, digits)} {sign} {SUBTREE} {_shown(row.subtree, digits)}"


def _shown(value: float, digits: Digits) -> str:
    return number(value) if float(value).is_integer() else Digits(min(digits.result, 2)).show(value)
