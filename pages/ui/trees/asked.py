"""The tree that is asked, on the stage; and what its acts do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import payload
from dtshow.scene.tree.graphviz import PictureError
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.tree_look import node_of
from dtshow.scene.trees import UseScene
from pages.ui.components.stage import explain_signs, fold, show_in_nodes, stage
from pages.ui.shell import cache

Pick = Callable[[NodeId], None]


def draw(part: TreePart, picked: bool, pick: Pick) -> None:
    """``picked``: the selected node is framed; ``pick`` hears which one is touched."""
    stage(written(part, picked), _acts(part.lesson, pick))


def written(part: TreePart, picked: bool) -> str:
    """What the stage draws."""
    try:
        return _written(UseScene(part, picked))
    except PictureError:  # not kept: the next picture may do well
        return payload(UseScene(replace(part, placed=False), picked).sections(), None)


@cache.shared(cache.SCENES, by=lambda scene: scene.by)
def _written(scene: UseScene) -> str:
    return payload(scene.sections(), None, cache.section)


def way_to(node: NodeId) -> dict[NodeId, float]:
    """The path to a node, as a row that comes to it passes."""
    return {node[:depth]: 1.0 for depth in range(len(node) + 1)}


def _acts(drawn: Lesson, pick: Pick) -> dict[str, Callable[[Any], None]]:
    """What is done in the tree that is drawn, which may be another than that of Grow."""
    return {
        "pick": lambda value: _pick(drawn, value, pick),
        "fold": lambda value: _fold(drawn, value),
        "shows": show_in_nodes,
        "signs": explain_signs,
    }


def _pick(drawn: Lesson, value: object, pick: Pick) -> None:
    node = node_of(value)
    if node is not None and node in drawn.tree:
        pick(node)


def _fold(drawn: Lesson, value: object) -> None:
    node = node_of(value)
    if node is not None and node in drawn.tree and not drawn.tree[node].leaf:
        fold(node, drawn.node)
