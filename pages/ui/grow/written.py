"""The lesson's scene as the browser gets it: written once for all who see the same."""

from __future__ import annotations

from dataclasses import replace

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import payload
from dtshow.scene.tree.worker import PictureError
from dtshow.tables.generated import is_generated
from pages.ui.shell import cache, session
from pages.ui.tables.large import sample_frame


def written(lesson: Lesson, look: GrowLook) -> str:
    """The scene and what the next beat would change, as JSON."""
    known = cache.node_by_node((lesson.dataset, lesson.tree.missing))
    unseen = session.held_out(lesson.choice) if look.tree.held_out else None
    scene = GrowScene(lesson, look, _display(lesson), known, unseen=unseen)
    try:
        return _payload(scene)
    except PictureError:  # not kept: the next picture may do well
        return payload(replace(scene, placed=False).sections(), None)


@cache.shared(cache.SCENES, by=lambda scene: scene.by)
def _payload(scene: GrowScene) -> str:
    coming = None if cache.large(scene.lesson.dataset) else scene.coming()
    return payload(scene.sections(), coming.sections() if coming else None, cache.section)


def _display(lesson: Lesson) -> Display:
    """Of a made table, which may be large, nothing is kept; of a counted one, its own sample is
    shown, whatever has become of the file."""
    if lesson.dataset.counted:
        return Display(cache.numbered(sample_frame(lesson.dataset)))
    return _made(lesson) if is_generated(lesson.choice.key) else _kept(lesson)


@cache.shared(cache.store(16), by=lambda lesson: (lesson.choice, session.language()))
def _kept(lesson: Lesson) -> Display:
    return _made(lesson)


def _made(lesson: Lesson) -> Display:
    return Display(cache.display(lesson.choice, session.language(), session.frame))
