"""What a node answers, as people read it: a class, or a mean with as many digits as it is worth.

The mean of a logarithm has three decimals, for a thousandth of it is a tenth of a per cent of the
target; beside it stands what it comes to in the target itself. The sums have all their digits.
"""

from __future__ import annotations

import math

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.tables.find import find
from dtshow.words import number_format
from dtshow.words.language import _, speaking
from dttools import export

LOG_DECIMALS = 3
"""Of a logarithm."""
DIGITS = 3
"""Of what it comes to."""


def answer(lesson: Lesson, node: NodeId) -> str:
    """The class that a node predicts, or its mean."""
    tree = lesson.tree
    if tree.schema.classes:
        return number_format.answer(tree, node)
    return mean(lesson, tree.prediction(node))


def in_full(lesson: Lesson, node: NodeId) -> str:
    """The answer, and of a logarithm what it comes to: 5.107 (Salary ≈ 165)."""
    short, power = answer(lesson, node), back(lesson, node)
    if not power:
        return short
    text = _("{log} ({target} ≈ {value})")
    return text.format(log=short, target=_target(lesson), value=power)


def _target(lesson: Lesson) -> str:
    """What is predicted, and not its logarithm, as one says it; plain text."""
    if entry := find(lesson.choice.key):
        return entry.labels(speaking()).columns[lesson.choice.target]
    return lesson.dataset.target.name.removeprefix("log(").removesuffix(")")


def mean(lesson: Lesson, value: float) -> str:
    text = (
        f"{value:.{LOG_DECIMALS}f}"
        if lesson.choice.log
        else export.mean(value, ",", lesson.tree.decimals)
    )
    return number_format.written(text)


def back(lesson: Lesson, node: NodeId) -> str:
    """e to the power of a node's mean; "" if the target is no logarithm, or it is too large."""
    value = lesson.tree.prediction(node)
    if not lesson.choice.log or abs(value) > 600:
        return ""
    return number_format.shown(float(f"{math.exp(value):.{DIGITS}g}"))


def geometric(lesson: Lesson, node: NodeId) -> str:
    """What the mean of a logarithm comes to, in a sentence; "" if there is none."""
    if not (power := back(lesson, node)):
        return ""
    text = _(
        "Back in {target}: e to the power of {mean} is about {value}. A mean of logarithms gives "
        "the geometric mean, which lies at or below the ordinary mean."
    )
    return text.format(target=_target(lesson), mean=answer(lesson, node), value=power)
