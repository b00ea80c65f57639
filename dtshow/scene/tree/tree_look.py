"""How trees are drawn on all pages, as a value; what an address says of it: ``percent=1``,
``answers=0`` and ``heldout=1``."""

from __future__ import annotations

from dataclasses import dataclass

from dtshow.lesson.state import flag, kept
from dtshow.scene.tree.folding import Folding

SHARES, HISTOGRAM = "shares", "histogram"
"""What is drawn in a node: its class shares, or how its rows lie along the column it asks for."""


@dataclass(frozen=True)
class TreeLook:
    """How trees are drawn: what is folded, how wide branches are, what nodes show, and whether
    somebody has asked what the signs mean; without ``scores`` nodes show their counts alone.

    ``percent``: shares stand beside counts. ``asks``: nodes hide their answer, for a class to find;
    the selected node shows it. ``held_out``: what comes to a node of rows that are held
    out stands beside its counts."""

    folding: Folding = kept(Folding())
    wide: bool = kept(True, widget="wide_now")
    shows: str = kept(SHARES, widget="nodes_show_now")
    signs: bool = kept(False)
    percent: bool = kept(False, "percent", flag(), widget="percent_now")
    asks: bool = kept(False, "answers", flag("0", "1"), widget="asks_now")
    held_out: bool = kept(False, "heldout", flag(), widget="held_out_now")
    scores: bool = True
