"""The tree that is pruned, on the stage; and what its acts do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dtshow.lesson.lesson import Lesson
from dtshow.scene.acts import whole
from dtshow.scene.parts import payload
from dtshow.scene.pruning import PruningScene, Walk
from dtshow.scene.tree.records import node_of
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.worker import PictureError
from dttools.printing import Digits
from pages.ui.components.stage import Acts, stage
from pages.ui.components.stage.tree_view import explain_signs, fold, show_in_nodes, tree_look
from pages.ui.pruning import alpha, words
from pages.ui.pruning.after_last_cut import way_on
from pages.ui.pruning.lecture import cutting, plainly
from pages.ui.pruning.scale import first_of, ruler
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import cache
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession


def on_stage(now: PruningSession, digits: Digits, overlay: Overlay) -> TreePart:
    """Draw the tree with its buttons; ``digits`` are those of the numbers that are compared."""
    fine = Digits.for_scale(now.grown.tree.impurity(()))
    tree = TreePart(now.lesson, fine, tree_look(), overlay)
    history = sessions.can_undo(), sessions.can_redo()
    above = ruler(now, digits)
    told = cutting(now, digits, above)
    said, score = words.narrate(now, digits), words.purpose(now)
    scene = PruningScene(tree, said, history, above, told, score=score, onward=_onward_of(now))
    show(scene, ACTS, tells=True)
    return tree


def show(scene: PruningScene, acts: Acts, tells: bool = False) -> None:
    try:
        written = _written(scene)
    except PictureError:  # not kept: the next picture may do well
        written = payload(replace(scene, tree=replace(scene.tree, placed=False)).sections(), None)
    stage(written, acts, tells=tells)


def walk(tree: TreePart, said: str, steps: Walk, to: Callable[[int], None]) -> None:
    """Draw a way of pruning whose steps are no cuts; ``to`` goes to one of them."""
    history = sessions.can_undo(), sessions.can_redo()
    told = plainly([], tree.digits) if lecturing() else None
    onward = _onward_of(sessions.current())
    scene = PruningScene(tree, said, history, (), told, steps, onward=onward)
    show(scene, WALK | walked(steps, to))


def _onward_of(now: PruningSession) -> tuple[str, str] | None:
    way = way_on(now)
    return (way.label, way.icon) if way else None


def walked(steps: Walk, to: Callable[[int], None]) -> dict[str, Callable[[Any], None]]:
    def jump(value: object) -> None:
        k = whole(value)
        if k is not None and 0 <= k <= steps.of:
            to(k)

    return {
        "first": lambda _value: to(0),
        "back": lambda _value: to(max(steps.at - 1, 0)),
        "next": lambda _value: to(min(steps.at + 1, steps.of)),
        "last": lambda _value: to(steps.of),
        "onward": lambda _value: _onward() if steps.at == steps.of else None,
        "jump": jump,
    }


@cache.shared(cache.SCENES, by=lambda scene: scene.by)
def _written(scene: PruningScene) -> str:
    return payload(scene.sections(), None, cache.section)


def _onward() -> None:
    if way := way_on(sessions.current()):
        way.go()


def _go(move: Callable[[Lesson], Lesson]) -> Callable[[object], None]:
    return lambda _value: sessions.go(move)


def _by(steps: int) -> Callable[[Lesson], Lesson]:
    return lambda now: now.jump(min(max(now.timeline.cursor + steps, 0), now.timeline.length))


def _jump(value: object) -> None:
    k = whole(value)
    if k is not None and 0 <= k <= sessions.current().lesson.timeline.length:
        sessions.go(lambda now: now.jump(k))


def _take(value: object) -> None:
    """A stretch of the ruler of α."""
    k, now = whole(value), sessions.current()
    if k is not None and 0 <= k < len(now.grown.path) - first_of(now):
        alpha.take(now, first_of(now) + k)


def _pick(value: object) -> None:
    node = node_of(value)
    if node is not None:
        sessions.select(node)


def _fold(value: object) -> None:
    """What was cut away may be folded too, where it is drawn."""
    now, node = sessions.current(), node_of(value)
    trees = now.lesson.tree, now.start.tree
    if node is None or not any(node in tree and not tree[node].leaf for tree in trees):
        return
    if fold(node, now.lesson.node):
        _pick(value)


WALK: Final[dict[str, Callable[[Any], None]]] = {
    "undo": lambda _value: sessions.undo(),
    "redo": lambda _value: sessions.redo(),
    "shows": show_in_nodes,
    "signs": explain_signs,
}
ACTS: Final[dict[str, Callable[[Any], None]]] = WALK | {
    "first": _go(lambda now: now.jump(0)),
    "back": _go(_by(-1)),
    "next": _go(_by(1)),
    "last": _go(Lesson.finish),
    "onward": lambda _value: _onward() if sessions.current().lesson.finished else None,
    "jump": _jump,
    "alpha": _take,
    "pick": _pick,
    "fold": _fold,
}
