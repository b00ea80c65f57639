"""The tree that is asked, on the stage; and what its acts do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.tree_look import node_of
from dtshow.scene.trees import UseScene
from pages.ui.components import graphviz
from pages.ui.components.stage import LOOKS, fold, keep_open, stage
from pages.ui.shell import cache

Pick = Callable[[NodeId], None]


def draw(part: TreePart, picked: bool, pick: Pick) -> None:
    """``picked``: the selected node is framed; ``pick`` hears which one is touched."""
    stage(cache.written(UseScene(part, picked)), _acts(part.lesson, pick))
    graphviz.over_the_page(part)


def way_to(node: NodeId) -> dict[NodeId, float]:
    """The path to a node, as a row that comes to it passes."""
    return {node[:depth]: 1.0 for depth in range(len(node) + 1)}


def _acts(drawn: Lesson, pick: Pick) -> dict[str, Callable[[Any], None]]:
    """What is done in the tree that is drawn, which may be another than that of Grow."""

    def touch(value: object) -> None:
        if (node := node_in(drawn, value)) is not None:
            keep_open(drawn.tree, node)
            pick(node)

    def turn(value: object) -> None:
        if (node := node_in(drawn, value)) is not None and not drawn.tree[node].leaf:
            fold(drawn.tree, node, drawn.node)

    return {"pick": touch, "fold": turn, **LOOKS, "graphviz": graphviz.look}


def node_in(drawn: Lesson, value: object) -> NodeId | None:
    """The node of the tree that an act names, if it is there."""
    node = node_of(value)
    return node if node is not None and node in drawn.tree else None
