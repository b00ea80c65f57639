"""The tree that is asked, with a path lit in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dtcore.model import ROOT, NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.folding import Folding
from dtshow.scene.tree.section import Overlay, TreePart
from dttools.printing import Digits
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.shell import session
from pages.ui.trees.asked import draw
from pages.ui.use.use_view import UseView

NONE: Final[Mapping[NodeId, str]] = {}


def tree(
    lesson: Lesson,
    path: Mapping[NodeId, float],
    values: Mapping[NodeId, str] = NONE,
    folding: Folding | None = None,
    held_out: Mapping[NodeId, tuple[str, ...]] | None = None,
    framed: bool = True,
) -> None:
    """Draw the tree, the whole of it if no ``folding`` is given, with ``path`` lit: each node with
    the share of the row that passes; with a ``folding`` the others say "?". ``values``: what it
    has in the column that led to a node. ``held_out``: more lines in each node. ``framed``: with a
    ``folding``, the selected node is what is asked or what answers."""
    digits = Digits.for_scale(lesson.tree.impurity(()))
    chosen = session.view(UseView).node
    at, look, picked = lesson, tree_look(), chosen is not None and chosen in lesson.tree
    if folding is None:
        at = lesson.select(chosen if chosen is not None and picked else ROOT)
    else:
        look, picked = replace(look, folding=folding), framed
    overlay = Overlay(path=path, values=values, held_out=held_out or {}, quiet=folding is not None)
    draw(TreePart(at, digits, look, overlay), picked, touch)


def touch(node: NodeId) -> None:
    """For acts: this node is looked at."""
    session.change(UseView, node=node)
