"""A mark that no node of the app wears, declared as CONTRIBUTING says, and a tree that wears it."""

from typing import Final

import pytest

from dtshow.scene.tree.node_marks import MARKS, NodeMark
from dtshow.scene.tree.section import Overlay, TreePart
from dttools.printing import Digits
from tests.pages.drawn_trees import lesson

STAR: Final = NodeMark(
    "to be discussed",
    "Somebody wants to say more about this node.",
    named=True,
    path="M0,-5L4,5L-5,-1H5L-4,5z",
    letter="*",
)
WEARERS: Final = ((0,), (1,))


def starred(monkeypatch: pytest.MonkeyPatch) -> TreePart:
    """Golf by C4.5, of which a question and a leaf wear it."""
    monkeypatch.setitem(MARKS, "star", STAR)
    of = lesson(data="golf", recipe="c45", step="99")
    return TreePart(of, Digits(), overlay=Overlay(worn=dict.fromkeys(WEARERS, ("star",))))
