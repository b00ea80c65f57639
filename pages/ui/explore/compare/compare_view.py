"""What the Compare tab keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from dtcore.model import NodeId


@dataclass(frozen=True)
class CompareView:
    """``beside``: the trees that stand beside the lesson's, as words
    (``pages.ui.explore.compare.beside``); None: nobody has chosen yet. ``against``: which of them
    the lesson's tree is compared with in full. ``touched``: the node that was touched, and in
    which of the trees, counted from the lesson's own.
    """

    beside: tuple[str, ...] | None = None
    against: int = 0
    touched: tuple[int, NodeId] | None = None
