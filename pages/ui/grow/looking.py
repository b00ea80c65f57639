"""What this session looks at of its lesson, a ``GrowLook``, kept and in full; and the scene as the
browser gets it, written once for all who see the same."""

from __future__ import annotations

from dataclasses import replace

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import ExactlyCut, GrowLook, Held, Mode, View, on_way
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import payload
from dtshow.scene.tree.worker import PictureError
from dtshow.tables.generated import is_generated
from dttools.study.plane import able
from pages.ui.components.stage.tree_view import tree_look
from pages.ui.grow import background, guess
from pages.ui.grow.grow_view import building
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import cache, session
from pages.ui.shell.story_view import StoryView
from pages.ui.tables.large import sample_frame
from pages.ui.trees.chosen_row import ChosenRow, row_of
from pages.ui.trees.whole import steps_of


def look_of(lesson: Lesson) -> GrowLook:
    """What is kept, with what goes with it where the lesson stands."""
    kept, chosen = session.view(GrowLook), session.view(ChosenRow)
    waiting, row = guess.waiting(lesson), _row(lesson)
    return replace(
        kept,
        view="working" if kept.view == "regions" and not able(lesson.dataset) else kept.view,
        mode=_mode(lesson, waiting),
        guessing=guess.guessing(),
        waiting=waiting,
        guess=guess.chosen(lesson),
        feedback=tuple(guess.feedback(lesson)),
        held=background.SUPPORT.result(lesson) or Held(),
        exact_cut=background.EXACT_CUT.result(lesson) or ExactlyCut(),
        row=row,
        follows=row is not None and chosen.here,
        new=chosen.new,
        total=steps_of(lesson),
        busy=background.asked(lesson),
        history=(session.can_undo(), session.can_redo()),
        tree=tree_look(),
        lecture=lecturing(),
        guided=bool(session.view(StoryView).key),
    )


def _row(lesson: Lesson) -> int | None:
    """The chosen row: where it was chosen, and at the steps that are about a node on its path."""
    row = row_of(lesson)
    if row is None or session.view(ChosenRow).here:
        return row
    return row if on_way(lesson, row) else None


def _mode(lesson: Lesson, waiting: bool) -> Mode:
    if building():
        return "build"
    return "guess" if waiting and lesson.node == lesson.weighed else "grow"


def choose_view(chosen: View) -> None:
    """For callbacks: show this of the selected node."""
    if chosen == "node":
        open_node()
    else:
        session.change(GrowLook, view=chosen)


def open_node() -> None:
    """For callbacks: show the numbers of the node at hand."""
    session.change(GrowLook, numbers=True)


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
    return _display_made(lesson) if is_generated(lesson.choice.key) else _display_kept(lesson)


@cache.shared(cache.store(16), by=lambda lesson: (lesson.choice, session.language()))
def _display_kept(lesson: Lesson) -> Display:
    return _display_made(lesson)


def _display_made(lesson: Lesson) -> Display:
    return Display(cache.display(lesson.choice, session.language(), session.frame))
