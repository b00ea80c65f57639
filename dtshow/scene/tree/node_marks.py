"""The marks that nodes wear, each with all that it needs: what is said of it, how it is drawn, and
what it is on paper. One with a ``path`` is drawn by this alone: it finds its room beside the node's
name, its line in the legend and among the signs, its letter in pictures for download.

Not done here: which nodes wear it (``Sketch``, or ``Overlay.worn``); the looks of those without a
path, which ``stage/nodes.js`` and ``tree.css`` draw by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dtshow.words.language import N_, _


@dataclass(frozen=True)
class NodeMark:
    """``says``: to those who hear the node, and in legends. ``meaning``: a sentence for one who
    asks what the sign means. ``named``: it stands in the legend beside the tree. ``path``: its
    strokes within 5 to each side of 0, 0. ``letter``: on paper behind the node's name;
    ``paper``: attributes of the node for Graphviz."""

    says: str
    meaning: str = ""
    named: bool = False
    path: str = ""
    letter: str = ""
    paper: Mapping[str, str] = field(default_factory=dict)


MARKS: Final[dict[str, NodeMark]] = {
    "hand": NodeMark(
        N_("decided by hand"),
        N_("Decided by you, not by the algorithm."),
        named=True,
        paper={"peripheries": "2"},
    ),
    "pruned": NodeMark(N_("pruned"), N_("A subtree was pruned here.")),
    "fallen": NodeMark(N_("pruned away"), N_("Pruned; drawn faintly for comparison.")),
    "parts": NodeMark(N_("the trees differ here")),
    "students": NodeMark(
        N_("students are here"),
        N_("Students who go at their own pace are at this node."),
        named=True,
        letter="s",
        path="M0,-5a2.2,2.2 0 1 0 .01,0M-4.5,5a4.5,4.5 0 0 1 9,0",
    ),
}


def worn() -> dict[str, dict[str, Any]]:
    """What a scene says of marks, whether or not a node wears them now."""
    return {
        name: {"path": mark.path, "named": _(mark.says) if mark.named else ""}
        for name, mark in MARKS.items()
        if mark.path or mark.named
    }


def meanings() -> dict[str, str]:
    return {f"sign_{name}": _(mark.meaning) for name, mark in MARKS.items() if mark.meaning}
