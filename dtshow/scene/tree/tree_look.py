"""How trees are drawn, as a value."""

from __future__ import annotations

from dataclasses import dataclass

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

    folding: Folding = Folding()
    wide: bool = True
    shows: str = SHARES
    signs: bool = False
    scores: bool = True
    percent: bool = False
    asks: bool = False
    held_out: bool = False
