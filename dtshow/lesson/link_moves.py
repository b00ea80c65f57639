"""The moves of a lesson as one word of an address.

Runs of proposed steps are a number, moves by hand are spelled out: ``x0.1:c2<=77.5`` (split node
0.1 by a cut of column 2), ``x:m1`` (one branch per level), ``x:s1=0.2|1.3`` (two groups of
levels), ``c0`` (close), ``p0`` (prune), joined by ``~``. ``?1`` after a split is the branch of
missing cells, where they count as a value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, groupby
from typing import Final

import dtcore as dt
from dtcore.model import NOWHERE, NodeId, Split
from dtcore.stepping import Move, RaiseSubtree, Step, Timeline
from dtshow.lesson.step_budget import StepBudget

MOST_STEPS: Final = 2000
MOST_DIGITS: Final = 9
_NODE: Final = r"(?:\d+(?:\.\d+)*)?"
_HAND: Final = re.compile(
    rf"(?P<do>[xcp])(?P<node>{_NODE})"
    r"(?::(?P<kind>[cms])(?P<column>\d+)"
    r"(?:<=(?P<cut>[-+.\de]+|inf)|=(?P<left>[\d.]+)\|(?P<right>[\d.]*))?"
    r"(?:\?(?P<gap>\d+))?)?"
)


def write_moves(timeline: Timeline) -> str:
    """A run as numbers that are read in full; the last of growing as one, for ``step`` tells where
    it ends."""
    runs = list(timeline.done.runs())
    words = [_words(run) for run in runs]
    if runs and isinstance(runs[-1], int) and not timeline.problem.pruning:
        words[-1] = [str(runs[-1])]
    return "~".join(chain.from_iterable(words))


def _words(run: int | Step) -> list[str]:
    if not isinstance(run, int):
        return [_write_move(run.move)]
    full, rest = divmod(run, MOST_STEPS)
    return [str(MOST_STEPS)] * full + [str(rest)] * (rest > 0)


def _write_move(move: Move) -> str:
    node = ".".join(map(str, move.node))
    match move:
        case dt.MakeLeaf():
            return f"c{node}"
        case dt.Prune():
            return f"p{node}"
        case dt.Expand(split=split):
            return f"x{node}:{_write_split(split)}"
        case RaiseSubtree():
            raise AssertionError("only a pruner raises a branch, and its moves are counted")


def _write_split(split: Split) -> str:
    gap = f"?{split.missing}" if split.missing >= 0 else ""
    return _write_question(split) + gap


def _write_question(split: Split) -> str:
    match split:
        case dt.Threshold(column=column, cut=cut):
            return f"c{column}<={cut!r}"
        case dt.Subset(column=column, left=left, right=right):
            sides = (".".join(map(str, side)) for side in (left, right))
            return f"s{column}={'|'.join(sides)}"
        case dt.Multiway(column=column):
            return f"m{column}"


def read_moves(timeline: Timeline, text: str, budget: StepBudget | None = None) -> Timeline:
    """The timeline after the moves. Raises LinkError, MoveError."""
    budget = budget or StepBudget()
    words = text.split("~")[:MOST_STEPS]
    for are_steps, some in groupby(words, str.isdecimal):
        if are_steps:  # numbers in a row are one way, so that it is gone once
            steps = sum(min(whole(word), MOST_STEPS) for word in some)
            timeline = budget.on(timeline, timeline.cursor + steps)
        else:
            timeline = _by_hand(timeline, some, budget)
    return timeline


def _by_hand(timeline: Timeline, words: Iterable[str], budget: StepBudget) -> Timeline:
    for word in words:
        move = _read_move(timeline.problem.dataset, word)
        if isinstance(move, dt.Expand) and timeline.problem.pruning:
            raise dt.LinkError(
                "This link splits a node of a tree that is being pruned. Splits belong in "
                "“moves”, prunings in “cuts”."
            )
        timeline = budget.do(timeline, move)
    return timeline


def _read_move(dataset: dt.Dataset, word: str) -> Move:
    result = _HAND.fullmatch(word)
    if result is None:
        raise dt.LinkError("This link holds a move that cannot be read.")
    node = node_of(result["node"])
    if result["do"] == "c":
        return dt.MakeLeaf(node)
    if result["do"] == "p":
        return dt.Prune(node)
    return dt.Expand(node, _read_split(dataset, result))


def _read_split(dataset: dt.Dataset, found: re.Match[str]) -> Split:
    column = whole(found["column"] or "999999999")
    if column < len(dataset.columns):
        split = _read_question(dataset, column, found)
        gap = whole(found["gap"]) if found["gap"] else NOWHERE
        if split is not None and _may_have_gap(dataset, split, gap):
            return replace(split, missing=gap)
    raise dt.LinkError("This link splits a column in a way that does not fit it.")


def _read_question(dataset: dt.Dataset, column: int, found: re.Match[str]) -> Split | None:
    levels = dataset.columns[column].levels
    if found["kind"] == "c" and levels is None and found["cut"]:
        apart = found["cut"] == "inf"  # the known cells from the missing ones
        return dt.Threshold(column, math.inf if apart else decimal(found["cut"]))
    if found["kind"] == "m" and levels is not None:
        return dt.Multiway(column)
    if found["kind"] == "s" and levels is not None and found["left"]:
        left, right = node_of(found["left"]), node_of(found["right"])
        if not set(left) & set(right) and max(left + right, default=0) < len(levels):
            return dt.Subset(column, left, right)
    return None


def _may_have_gap(dataset: dt.Dataset, split: Split, gap: int) -> bool:
    """Whether missing cells may be sent to branch ``gap`` of ``split``, -1 if to none."""
    column = dataset.columns[split.column]
    match split:
        case dt.Threshold(cut=cut) if gap == NOWHERE:
            return math.isfinite(cut)
        case dt.Subset(right=right) if gap == NOWHERE:
            return bool(right)
        case dt.Multiway():
            return gap == NOWHERE or (column.missing > 0 and gap == len(column.levels or ()))
        case _:
            return column.missing > 0 and gap in (0, 1)


def node_of(text: str) -> NodeId:
    """The node that is written as ``0.1``. Raises LinkError."""
    return tuple(whole(part) for part in text.split(".") if part.isdecimal())


def whole(digits: str) -> int:
    """A number of steps, a column, a branch or a level. Raises LinkError."""
    if len(digits) > MOST_DIGITS:
        raise dt.LinkError("This link holds a number that cannot be read.")
    return int(digits)


def decimal(text: str) -> float:
    """A finite number. Raises LinkError."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e300:
        raise dt.LinkError("This link holds a number that cannot be read.")
    return value
