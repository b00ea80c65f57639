"""Which plane shows a lesson's rows and regions: its axes, and where the other columns stand.

The axes are the first columns of numbers that the tree asks about; before it asks, those that
would part the root best, unless that is still to be guessed. The other columns stand at the
values of the chosen row, else at the middle of the table; a column that would then lead off the
path to the selected node stands at the middle of the node's rows, so that the plane meets the
node. Not done here: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore import explain
from dtcore.model import ROOT, Dataset
from dtcore.stepping import Expand, node_rows_of
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept
from dttools.study.plane import Plane, able, middle, towards
from pages.ui.shell import cache, session
from pages.ui.trees.chosen_row import row_of

ALONE = -1
"""In the place of the second axis: there is none."""
Axes = tuple[int, int]


def _choice(lesson: Lesson) -> object:
    return lesson.choice


@dataclass(frozen=True)
class PlaneView:
    """``axes``: those chosen for a table."""

    page: ClassVar = "grow"
    axes: Axes | None = kept(None, scope=_choice)


def axes_of(lesson: Lesson, unseen: bool = False) -> Axes:
    """Across and up: as chosen for this table, else as the lesson has it. ``unseen``: what the
    columns are worth at the root is still to be found out."""
    chosen = session.view(PlaneView).axes
    if chosen and set(chosen) <= {*able(lesson.dataset), ALONE}:
        return chosen
    first, second, *_rest = (*_in_order(lesson, unseen), ALONE)
    return first, second


def choose(before: Axes, across: int, up: int) -> None:
    """For callbacks: take these axes; where they would be the same, they change places."""
    if across == up:
        across, up = (across, before[0]) if across != before[0] else (before[1], up)
    session.change(PlaneView, axes=(across, up))


def plane_of(lesson: Lesson, chosen: Axes) -> Plane:
    axes = tuple(axis for axis in chosen if axis != ALONE)
    data, row = lesson.dataset, row_of(lesson)
    if row is not None:
        return Plane(axes, data.part(np.array([row])))
    usual = _middle_of_all(data)
    at_node = node_rows_of(lesson.timeline.problem, lesson.timeline.state, lesson.node)
    own = middle(data, at_node) if lesson.node and len(at_node.rows) else usual
    return Plane(axes, towards(lesson.tree, lesson.node, usual, own))


@cache.shared()
def _middle_of_all(data: Dataset) -> Dataset:
    return middle(data, data.all_rows)


def _in_order(lesson: Lesson, unseen: bool) -> list[int]:
    """The columns of numbers: those asked about so far, by step, then by what they are worth."""
    fit = able(lesson.dataset)
    asked = _asked(lesson, fit)
    if len(asked) >= min(2, len(fit)):
        return asked
    return list(dict.fromkeys([*asked, *(fit if unseen else _by_worth(lesson, fit))]))


def _asked(lesson: Lesson, fit: tuple[int, ...]) -> list[int]:
    result: dict[int, None] = {}
    for column in _columns(lesson):
        if column in fit:
            result[column] = None
        if len(result) == 2:
            break
    return list(result)


def _columns(lesson: Lesson) -> Iterator[int]:
    for step in lesson.timeline.done:
        if isinstance(step.move, Expand):
            yield step.move.split.column


def _by_worth(lesson: Lesson, fit: tuple[int, ...]) -> list[int]:
    """As the root's candidates are ranked."""
    return [column for column in _ranked(lesson.select(ROOT)) if column in fit]


@cache.shared(by=lambda root: (root.dataset, root.recipe))
def _ranked(root: Lesson) -> tuple[int, ...]:
    """The columns of the candidates at the root, the best first."""
    result = root.evidence.ranked(explain.headline(root.recipe))
    return tuple(candidate.column for candidate in result)
