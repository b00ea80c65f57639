"""What the Use page keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from dtcore.model import NodeId

Tab = Literal["predict", "evaluate", "rules", "take"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)


@dataclass(frozen=True)
class UseView:
    """``tab``: what is done with the tree. ``pruned``: the tree is the one of Pruning as far as it
    is cut, and not that of Grow. ``node``: the node that was touched in the tree, if any."""

    tab: Tab = "predict"
    pruned: bool = False
    node: NodeId | None = None
