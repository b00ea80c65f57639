"""How many decimals the numbers of a lesson have."""

from __future__ import annotations

from dtcore import explain
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, candidates_seen
from dttools.printing import Digits


def digits_of(lesson: Lesson, look: GrowLook) -> Digits:
    """Decimals by the scale of the root, so that numbers are rounded alike at every node."""
    return digits_at_root(lesson).down_to(_least(lesson, look))


def digits_at_root(lesson: Lesson) -> Digits:
    """By the impurity there; of a number, by its sum of squares."""
    impurity = lesson.tree.impurity(())
    scale = impurity * lesson.tree.weight(()) if lesson.recipe.impurity.numeric else impurity
    return Digits.for_scale(scale)


def _least(lesson: Lesson, look: GrowLook) -> float:
    """The score of the best candidate on show, which is to be told from 0; 0 if it gains nothing.

    On a million rows XOR gains some millionths.
    """
    best = lesson.evidence.best if candidates_seen(lesson, look) else None
    return best.scores[explain.headline(lesson.recipe)] if best and best.gains else 0.0
