"""A lesson's rows and regions in a plane, ready to be drawn, with what there is to say of them.

The axes are the first columns of numbers that the tree asks about; before it asks, those that
would part the root best, unless that is still to be guessed. The other columns stand at the
values of the chosen row, else at the middle of the table; a column that would then lead off the
path to the selected node stands at the middle of the node's rows, so that the plane meets the
node.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dtcore import explain
from dtcore.model import ROOT, Column, Dataset, FloatArray, IntArray, Split
from dtcore.stepping import Expand, node_rows_of
from dtshow.figures import regions as figure
from dtshow.figures.curve import strips
from dtshow.figures.regions import Marks
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import write_moves
from dtshow.lesson.state import kept
from dtshow.scene.grow.look import NewRow
from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools import export
from dttools.study.plane import Plane, able, middle, numbers, towards
from dttools.study.regions import (
    Box,
    Interval,
    Region,
    asked,
    borders,
    boxes_of,
    prediction,
    regions,
    shares,
    true_to,
)
from pages.ui.shell import cache, session


def _beat(lesson: Lesson) -> object:
    return (lesson.choice, lesson.timeline.cursor, lesson.weighed)


@dataclass(frozen=True)
class ChosenRow:
    """``row``: its place in a table, which is named first; ``new``: one that is not in the table;
    ``here``: it was chosen at this beat."""

    page: ClassVar = "grow"
    row: tuple[str, int] | None = kept(None, reset_by=("new",))
    new: NewRow | None = kept(None, reset_by=("row",), scope=_beat)
    here: bool = kept(False, scope=_beat)


def choose_row(lesson: Lesson, row: int | None) -> None:
    """For callbacks: choose a row of the lesson's table, or none."""
    chosen = None if row is None else (repr(lesson.choice), row)
    session.change(ChosenRow, row=chosen, here=True)


def row_of(lesson: Lesson) -> int | None:
    table, row = session.view(ChosenRow).row or ("", None)
    return row if table == repr(lesson.choice) else None


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
    return [column for column in _ranked(lesson.select(ROOT)) if column in fit]


@cache.shared(by=lambda root: (root.dataset, root.recipe))
def _ranked(root: Lesson) -> tuple[int, ...]:
    result = root.evidence.ranked(explain.headline(root.recipe))
    return tuple(candidate.column for candidate in result)


Frame = tuple[Interval, Interval]
"""How far the picture reaches across and up."""
MOST_ROWS = 2000
MOST_REGIONS = 800
WIDEST = 1.6e308  # with some room about it a float can say it


@dataclass(frozen=True, eq=False)
class Picture:
    """``drawn``, and how true it is in ``plane``. ``asked``: the columns beside the axes that
    decide about it; ``elsewhere``: rows drawn that go elsewhere, since they differ in those;
    ``rows``: how many are drawn of how many that have a place; ``here``: whether the selected
    node is in it; ``found``: how many regions there are."""

    drawn: figure.DrawnRegions
    plane: Plane
    asked: tuple[int, ...]
    elsewhere: float
    rows: tuple[int, int]
    here: bool
    found: int


def depends_on(lesson: Lesson, axes: Axes, coming: Split | None, *more: Hashable) -> Hashable:
    moves = write_moves(lesson.timeline), lesson.weighed, lesson.node, coming
    where = axes, row_of(lesson), session.language()
    return lesson.choice, lesson.recipe_choice, moves, where, more


@cache.shared(cache.PICTURES, by=depends_on)
def pictured(lesson: Lesson, axes: Axes, coming: Split | None) -> Picture:
    """``coming``: a split of the selected node that is looked at and not made."""
    return picture(lesson, plane_of(lesson, axes), coming)


def selected(lesson: Lesson, seen: Picture) -> str:
    """Which region is outlined, and what it answers if it is a leaf's."""
    node = lesson.node
    if not seen.here:
        return _("The selected node has no region in this picture.")
    if not node:
        return ""
    where = literal(narration.path_words(lesson.tree, node), 160)
    if lesson.tree[node].leaf and node not in lesson.timeline.state.node_rows:
        text = _("**Outlined: the leaf {answer}**, where {conditions}.")
        return text.format(answer=literal(answers.in_full(lesson, node)), conditions=where)
    return _("Outlined: the selected node, where {conditions}.").format(conditions=where)


def picture(lesson: Lesson, plane: Plane, coming: Split | None) -> Picture:
    result = regions(lesson.tree, plane)
    placed = _placed(lesson, plane)
    rows = placed[:: max(1, -(-len(placed) // MOST_ROWS))]
    marks = _marks(lesson, plane, rows)
    frame, box = _frame(lesson, plane), boxes_of(lesson.tree, plane, lesson.node)
    few = result if len(result) <= MOST_REGIONS else ()
    axes = [lesson.dataset.columns[axis] for axis in plane.axes]
    drawn = figure.DrawnRegions(
        areas=[_area(lesson, region, axes) for region in few if _in_sight(region.box, frame)],
        marks=marks,
        names=[*(axis.name for axis in axes), lesson.dataset.target.name],
        classes=lesson.dataset.schema.classes,
        frame=frame,
        reach=_bulk(lesson.dataset.target.values),
        outline=[side for side in box if _in_sight(side, frame)],
        fresh=_seen(_fresh(lesson, plane), frame),
        coming=_seen(borders(lesson.tree, plane, lesson.node, coming), frame) if coming else (),
        chosen=_place(lesson, plane, marks, row_of(lesson)),
        revision=f"{lesson.timeline.cursor} {lesson.node} {row_of(lesson)}",
    )
    return Picture(
        drawn,
        plane,
        asked=asked(lesson.tree, plane, result),
        elsewhere=float(marks.weight[~marks.true].sum()),
        rows=(len(rows), len(placed)),
        here=bool(box),
        found=len(result),
    )


def _fresh(lesson: Lesson, plane: Plane) -> list[figure.Line]:
    """The borders that the last step made, until the next node is weighed."""
    last = lesson.timeline.last
    if last is None or lesson.weighed is not None or not isinstance(last.move, Expand):
        return []
    return borders(lesson.tree, plane, last.move.node, last.move.split)


def _seen(lines: Sequence[figure.Line], frame: Frame) -> list[figure.Line]:
    """Those that lie in the picture; a cut by hand may lie beyond all rows."""
    return [
        (axis, at, box)
        for axis, at, box in lines
        if frame[axis][0] < at < frame[axis][1] and _in_sight(box, frame)
    ]


def _in_sight(box: Box, frame: Frame) -> bool:
    sides = zip(box, frame[: len(box)], strict=True)
    return all(low < most and high > least for (low, high), (least, most) in sides)


def conditions(axes: Sequence[Column], box: Box) -> str:
    """What holds in a box, in the words of the tests: 2.45 < Petal.Length ≤ 4.75."""
    parts = [_within(axis, side) for axis, side in zip(axes, box, strict=True)]
    return " ∧ ".join(filter(None, parts)) or _("all rows")


def _within(axis: Column, side: Interval) -> str:
    known = axis.distinct if axis.numeric else np.zeros(0)  # codes of intervals are no numbers
    low, high = (number_format.cut(end, known, axis.field.single) for end in side)
    if np.isinf(side[0]):
        return "" if np.isinf(side[1]) else f"{axis.name} ≤ {high}"
    return f"{axis.name} > {low}" if np.isinf(side[1]) else f"{low} < {axis.name} ≤ {high}"


def _area(lesson: Lesson, region: Region, axes: Sequence[Column]) -> figure.Area:
    tree = lesson.tree
    answer = prediction(tree, region)
    if tree.schema.classes:
        held = shares(tree, region)
        told, share = tree.schema.classes[int(answer)], float(held[int(answer)])
    else:
        told, share = answers.mean(lesson, float(answer)), 1.0
    node = max(region.ends, key=lambda end: region.ends[end])
    undecided = any(end in lesson.timeline.state.node_rows for end in region.ends)
    counts = number_format.class_counts if tree.schema.classes else export.counts
    counted = _(": ") + counts(tree, node) if len(region.ends) == 1 else ""
    return figure.Area(
        box=region.box,
        answer=answer,
        share=share,
        label=_maybe(lesson, region, told) if undecided else told,
        says=f"{conditions(axes, region.box)}\n{told}{counted}",
        node=".".join(map(str, node)),
    )


def _maybe(lesson: Lesson, region: Region, told: str) -> str:
    """What a region would say that is not a leaf's yet; classes with equally many rows tie."""
    if not lesson.tree.schema.classes:
        return f"{told}?"
    held = shares(lesson.tree, region)
    return _("a tie") if np.isclose(held, held.max()).sum() > 1 else f"{told}?"


def _placed(lesson: Lesson, plane: Plane) -> IntArray:
    """The rows that have a value on each axis."""
    gaps = [np.isnan(_values(lesson, axis)) for axis in plane.axes]
    return np.flatnonzero(~np.any(gaps, axis=0))


def _marks(lesson: Lesson, plane: Plane, rows: IntArray) -> Marks:
    """Rows of classes that cannot be told apart share a mark."""
    dataset = lesson.dataset
    true = true_to(lesson.tree, plane, dataset.part(rows))
    order = np.argsort(~true, kind="stable")
    rows, true = rows[order], true[order]
    target = dataset.target.values[rows].astype(float)
    x, y = _coordinates(lesson, plane, rows)
    weight = dataset.row_counts[rows]
    if not dataset.schema.classes or len(plane.axes) == 1:
        back = slice(None, None, -1)  # hollow ones are drawn below
        return Marks(x[back], y[back], target[back], weight[back], true[back], rows[back])
    table = np.stack([x, y, target, true], axis=1)
    alike, first, which = np.unique(table, axis=0, return_index=True, return_inverse=True)
    total = np.bincount(which.reshape(-1), weight, len(alike)).astype(float)
    many = np.argsort(-total, kind="stable")
    x, y, target, fate = alike[many].T
    return Marks(x, y, target, total[many], fate > 0, rows[first[many]])


def _coordinates(lesson: Lesson, plane: Plane, rows: IntArray) -> tuple[FloatArray, FloatArray]:
    """(m,) how far across and up each of ``rows`` stands."""
    across, *up = (_values(lesson, axis)[rows] for axis in plane.axes)
    target = lesson.dataset.target.values[rows].astype(float)
    if not up:
        up = [strips(across, target) if lesson.dataset.schema.classes else target]
    return across, up[0]


def _place(
    lesson: Lesson, plane: Plane, marks: Marks, row: int | None
) -> tuple[float, float] | None:
    """Where a row stands; in a strip, only if it is one of those drawn."""
    if row is None:
        return None
    if len(plane.axes) == 2:
        across, up = _coordinates(lesson, plane, np.array([row]))
    else:
        across, up = marks.x[marks.row == row], marks.y[marks.row == row]
    known = len(across) > 0 and not np.isnan([across[0], up[0]]).any()
    return (float(across[0]), float(up[0])) if known else None


def _frame(lesson: Lesson, plane: Plane) -> Frame:
    """How far the picture reaches across and up: over all rows, so that it stands still."""
    classes = lesson.dataset.schema.classes
    sides = [_reach(_values(lesson, axis)) for axis in plane.axes]
    if len(sides) == 1:
        ends = (-0.6, len(classes) - 0.4)
        sides.append(ends if classes else _reach(lesson.dataset.target.values))
    return sides[0], sides[1]


def _reach(values: FloatArray) -> Interval:
    known = values[~np.isnan(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    if high - low > WIDEST:
        return max(low, -WIDEST / 2), min(high, WIDEST / 2)
    room = 0.05 * (high - low) or 1.0
    return low - room, high + room


def _bulk(values: FloatArray) -> Interval:
    """Where most values lie: one far from all others would leave the rest one colour."""
    low, high = np.quantile(values, (0.05, 0.95))
    return (float(low), float(high)) if high > low else _reach(values)


def _values(lesson: Lesson, column: int) -> FloatArray:
    result = numbers(lesson.dataset, column)
    assert result is not None
    return result
