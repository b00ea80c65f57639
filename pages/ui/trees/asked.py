"""The tree that is asked, on the stage."""

from __future__ import annotations

from collections.abc import Callable

from dtcore.model import NodeId
from dtshow.scene.tree.section import TreePart
from dtshow.scene.trees import UseScene
from pages.ui.components import graphviz
from pages.ui.components.stage import Around, stage, tree_acts
from pages.ui.shell import cache
from pages.ui.trees.grown_on import as_pruning_holds


def draw(part: TreePart, picked: bool, pick: Callable[[NodeId], None]) -> None:
    """``picked``: the selected node is framed; ``pick`` hears which one is touched."""
    around = Around(rows=as_pruning_holds(part.lesson))
    acts = tree_acts(lambda: (part.lesson.tree, part.lesson.node), pick)
    written = cache.written(UseScene(part, picked))
    stage(written, {**acts, "graphviz": graphviz.look}, around=around)
    graphviz.over_the_page(part)


def way_to(node: NodeId) -> dict[NodeId, float]:
    """The path to a node, as a row that comes to it passes."""
    return {node[:depth]: 1.0 for depth in range(len(node) + 1)}
