"""The hundred trees, grown and counted in the background, once for all who ask for the same."""

from __future__ import annotations

from typing import Any, Final

from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dttools.evaluation import Stability, resampled, stability
from pages.ui.explore.stability.stability_view import StabilityView
from pages.ui.shell import cache, session
from pages.ui.shell.progress import in_sight, of_trees
from pages.ui.trees.whole import whole

TREES: Final = 100


def of_recipe(lesson: Lesson) -> Lesson:
    """The whole tree that the recipe grows on the table of ``lesson``, whatever has been made of it
    by hand or by pruning: the samples have the recipe alone."""
    return whole(Lesson.begin(lesson.choice, lesson.recipe_choice, lesson.dataset, cache.start))


def grown(lesson: Lesson) -> Stability:
    """Raises UnfinishedError until they are there; then the bar has been drawn."""
    view, recipe, data = session.view(StabilityView), lesson.recipe, lesson.dataset
    original, sampling, seed = lesson.tree, view.sampling, view.seed

    def make(tell: Progress) -> Stability:
        trees = resampled(data, recipe, sampling, trees=TREES, seed=seed, progress=tell)
        return stability(original, data, trees)

    kept = _slot(lesson)
    if not kept:
        in_sight(_key(lesson), lambda tell: kept.append(make(tell)), of_trees(TREES), stop)
    found: Stability = kept[0]
    return found


def is_grown(lesson: Lesson) -> bool:
    return bool(_slot(lesson))


def _slot(lesson: Lesson) -> list[Any]:
    return cache.slot(_key(lesson), cache.large(lesson.dataset))


def _key(lesson: Lesson) -> tuple[object, ...]:
    view = session.view(StabilityView)
    return ("stability", lesson.recipe, lesson.dataset, view.sampling, view.seed)


def stop() -> None:
    """For callbacks: the trees are not asked for any more."""
    session.change(StabilityView, run=False)
