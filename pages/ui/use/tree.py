"""The tree that is asked, on the stage, with a path lit in it; and what its acts do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from dtcore.model import ROOT, NodeId
from dttools.printing import Digits
from pages.ui.components.stage import stage
from pages.ui.components.stage.tree_view import explain_signs, fold, show_in_nodes, tree_look
from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.parts import payload
from pages.ui.scene.tree.folding import Folding
from pages.ui.scene.tree.records import node_of
from pages.ui.scene.tree.section import Overlay, TreePart
from pages.ui.scene.tree.worker import PictureError
from pages.ui.scene.use import UseScene
from pages.ui.shell import cache, session
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
    draw(TreePart(at, digits, look, overlay), picked)


def draw(part: TreePart, picked: bool) -> None:
    """``picked``: the selected node is framed."""
    stage(written(part, picked), _acts(part.lesson))


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


def _acts(drawn: Lesson) -> dict[str, Callable[[Any], None]]:
    """What is done in the tree that is drawn, which may be another than that of Grow."""
    return {
        "pick": lambda value: _pick(drawn, value),
        "fold": lambda value: _fold(drawn, value),
        "shows": show_in_nodes,
        "signs": explain_signs,
    }


def _pick(drawn: Lesson, value: object) -> None:
    node = node_of(value)
    if node is not None and node in drawn.tree:
        session.keep(replace(session.view(UseView), node=node))


def _fold(drawn: Lesson, value: object) -> None:
    node = node_of(value)
    if node is not None and node in drawn.tree and not drawn.tree[node].leaf:
        fold(node, drawn.node)
