"""A lesson's steps done again where the table has other columns, as far as they hold there."""

from __future__ import annotations

from dataclasses import replace

import dtcore as dt
from dtcore.model import Column, Dataset
from dtcore.stepping import Move, Step
from dtshow.lesson.lesson import Lesson


def replayed(before: Lesson, begun: Lesson) -> Lesson:
    """``begun`` after the steps of ``before``, up to the first that is not made there: its column
    is gone, or the algorithm now does something else. Looked at is the same node, if it is there,
    else the nearest above it, weighed as it was."""
    timeline = begun.timeline
    for step in before.timeline.done:
        further = _again(timeline, step, _move_on(step.move, before.dataset, begun.dataset))
        if further is None:
            break
        timeline = further
    now = replace(begun, timeline=timeline)
    above = (before.node[:depth] for depth in range(len(before.node), -1, -1))
    now = now.select(next(node for node in above if node in now.tree))
    return now if now.seen else now.show_candidates(now.node)


def _again(timeline: dt.Timeline, step: Step, move: Move | None) -> dt.Timeline | None:
    if move is None:
        return None
    if not step.by_hand:
        coming = timeline.propose()
        return timeline.step() if coming is not None and coming.move == move else None
    try:
        return timeline.do(move, step.found)
    except dt.MoveError:
        return None


def _move_on(move: Move, old: Dataset, new: Dataset) -> Move | None:
    """The same move in the other table; None if its column is not there, or has other levels."""
    if not isinstance(move, dt.Expand):
        return move
    asked = old.columns[move.split.column]
    there = (i for i, column in enumerate(new.columns) if _same(column, asked))
    place = next(there, None)
    return None if place is None else replace(move, split=replace(move.split, column=place))


def _same(one: Column, other: Column) -> bool:
    return one.name == other.name and one.levels == other.levels
