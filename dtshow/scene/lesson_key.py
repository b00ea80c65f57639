"""What tells the scenes of one lesson from those of others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from dtcore.model import Tree, digest_of
from dtcore.stepping import Step
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import speaking


def table_key(lesson: Lesson) -> tuple[Hashable, ...]:
    """The table; of one that is counted where it lies the rows as well, which may change there."""
    return lesson.choice, lesson.dataset.digest if lesson.dataset.counted else ""


def lesson_key(lesson: Lesson) -> tuple[Hashable, ...]:
    """All that a lesson's steps hang on, what was made by hand and may be done again included;
    the language; of one that prunes, the tree that it began with."""
    timeline = lesson.timeline
    ahead = timeline.steps[timeline.cursor :]
    again = _moves(ahead.runs()) if ahead.by_hand else ()
    pruning = timeline.problem.pruning
    start = (lesson.dataset, repr(pruning.pruner), _digest(pruning.tree)) if pruning else ()
    moves = _moves(timeline.done.runs())
    return *table_key(lesson), lesson.recipe_choice, speaking(), moves, again, *start


def _moves(runs: Iterable[int | Step]) -> tuple[Hashable, ...]:
    return tuple(run if isinstance(run, int) else run.move for run in runs)


def _digest(tree: Tree) -> str:
    return digest_of((repr(list(tree.splits)).encode(), tree.stats))
