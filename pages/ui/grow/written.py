"""The lesson's scene as the browser gets it: written once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from pages.ui.lesson.lesson import Lesson
from pages.ui.scene.grow.look import GrowLook
from pages.ui.scene.grow.rows import Display
from pages.ui.scene.grow.scene import GrowScene
from pages.ui.scene.parts import payload
from pages.ui.scene.tree.worker import PictureError
from pages.ui.shell import cache, session


def written(lesson: Lesson, look: GrowLook) -> str:
    """The scene and what the next beat would change, as JSON."""
    known = cache.node_by_node((lesson.dataset, lesson.tree.missing))
    scene = GrowScene(lesson, look, _display(lesson), known)
    try:
        return _payload(scene)
    except PictureError:  # not kept: the next picture may do well
        return payload(replace(scene, placed=False).sections(), None)


@cache.shared(cache.PICTURES, by=lambda scene: scene.by)
def _payload(scene: GrowScene) -> str:
    coming = None if cache.large(scene.lesson.dataset) else scene.coming()
    return payload(scene.sections(), coming.sections() if coming else None, _keep)


def _keep(name: str, by: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    return _section((name, by), make)


@cache.shared(cache.PICTURES, by=lambda key, make: key)
def _section(key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    return make()


@cache.shared(by=lambda lesson: (lesson.choice, session.language()))
def _display(lesson: Lesson) -> Display:
    return Display(cache.display(lesson.choice, session.language(), session.frame))
