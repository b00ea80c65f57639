"""The buttons that decide at the selected node by hand; none where they would change nothing."""

from __future__ import annotations

import dtcore as dt
from dtcore.model import Split
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Button
from dtshow.words.language import _

TAKE, LEAF = "take", "leaf"


def take(lesson: Lesson, split: Split) -> Button | None:
    """Splitting the selected node so, where the algorithm has not, or will not next."""
    current, coming = lesson.tree[lesson.node].split, lesson.turn
    if coming is not None and coming.move == dt.Expand(lesson.node, split):
        return None
    if split == current:
        return Button(TAKE, _("Current split"), "hand", off=True)
    label = _("Split here by hand") if current is None else _("Replace the split with this one")
    return Button(TAKE, label, "hand")


def leaf(lesson: Lesson) -> Button | None:
    """Making the selected node a leaf, where that changes anything."""
    node = lesson.node
    if node in lesson.timeline.state.node_rows or not lesson.tree[node].leaf:
        return Button(LEAF, _("Make this node a leaf"), "leaf")
    return None
