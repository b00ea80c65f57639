"""What the Compare tab keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from dtcore.model import NodeId
from dtshow.lesson.state import kept, text

MOST: Final = 3
"""Trees beside the lesson's own."""
NAMES: Final = tuple(f"beside{k}" for k in range(1, MOST + 1))
LONGEST: Final = 20_000
"""Characters of a tree."""


@dataclass(frozen=True)
class CompareView:
    """``beside``: the trees that stand beside the lesson's, as words
    (``pages.ui.trees.beside``); None: nobody has chosen yet. ``against``: which of them
    the lesson's tree is compared with in full. ``touched``: the node that was touched, and in
    which of the trees, counted from the lesson's own.
    """

    page: ClassVar = "explore"
    beside: tuple[str, ...] | None = kept(None, NAMES, text(LONGEST))
    against: int = kept(0, widget="beside_against", reset_by=("beside",))
    touched: tuple[int, NodeId] | None = kept(None, reset_by=("beside", "against"))
