"""Split history, as JMP calls it: how good a lesson's tree is after each step, on the same rows.

The numbers are those of ``evaluate``: the share of the weight whose class is told right, or for a
numeric target R², the share of the squares about the mean that the tree explains. A split changes
what is told of the rows of its own node alone, so no tree is asked of all rows: they are sent down
the last one, and counted at every node on their way. A row that goes down several branches is told
what its leaves say together, and changes with each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from dtcore.model.columns import FloatArray, IntArray, Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import predictions
from dtcore.model.predict import encode, route
from dtcore.model.tree import Tree
from dtcore.pruning.bottom_up import of_children
from dtcore.pruning.held_out import target_of
from dtcore.stepping.steps import Change
from dtcore.stepping.timeline import Timeline

FEW = 3
"""So many new splits are added one by one; for more, all rows are sent down again."""


@dataclass(frozen=True, eq=False)
class Judge:
    """Rows in the terms of a tree, ``data``, with their ``truth`` and ``weights`` (n_rows,) as the
    table has them, whatever a recipe has made of it. ``root``: the tree without a split."""

    root: Tree
    data: Dataset
    truth: FloatArray | IntArray
    weights: FloatArray

    @classmethod
    def of(cls, root: Tree, dataset: Dataset) -> Judge:
        rows, schema = dataset.given or dataset, root.schema
        if rows.counted:
            return cls(root, rows, np.zeros(0), np.zeros(0))
        return cls(root, encode(rows, schema), target_of(rows, schema), rows.weights)

    @property
    def schema(self) -> Schema:
        return self.root.schema

    def told(self, tells: FloatArray) -> FloatArray:
        """(m,) the class, or the number, by class shares (m, k) or the mean (m, 1)."""
        if not self.schema.classes:
            return tells[:, 0]
        return self.schema.leaf_rule.choice(tells).astype(np.float64)

    def points(self, rows: IntArray, told: FloatArray) -> FloatArray:
        """(m,) what telling ``told`` (m,) of ``rows`` (m,) is worth: the weight of those that are
        right, or the squares that are left, below 0."""
        if self.schema.classes:
            return np.asarray(self.weights[rows] * (self.truth[rows] == told))
        away = self.truth[rows] - told
        return np.asarray(-self.weights[rows] * away * away)

    @cached_property
    def whole(self) -> float:
        """The weight of all rows, or their squares about their mean."""
        if self.data.counted:
            classes = self.schema.classes
            return float(self.root.class_rows.sum() if classes else self.root.stats[0, 2])
        if self.schema.classes:
            return float(self.weights.sum())
        mean = np.average(self.truth, weights=self.weights)
        return float(self.weights @ (self.truth - mean) ** 2)

    def share(self, points: FloatArray) -> FloatArray:
        """Of as many points as there could be; NaN where all rows have the same number."""
        if self.schema.classes:
            return np.asarray(points / self.whole)
        return 1 + points / self.whole if self.whole > 0 else np.full(len(points), np.nan)


@dataclass(frozen=True, eq=False)
class SplitHistory:
    """The tree is another after so many of the lesson's ``steps`` (s,), first of none; it has
    ``points`` (s,) then. ``tree``: the last one; ``place`` (n_rows,): where each row rests in it,
    None where some rest at several nodes or nothing is known of single rows; ``made``: how many
    steps the lesson has."""

    judge: Judge
    steps: IntArray
    points: FloatArray
    tree: Tree
    place: IntArray | None
    made: int

    @cached_property
    def values(self) -> FloatArray:
        """(s,) the share that is told right, or R²: NaN where all rows have the same number."""
        return self.judge.share(self.points)

    def at(self, step: int) -> int:
        """Which of the trees stands after ``step`` steps."""
        return int(np.searchsorted(self.steps, step, side="right")) - 1

    def split(self, tree: Tree, change: Change) -> SplitHistory | None:
        """One split further on, which made ``tree``; None if it sends a row down no branch, or
        down several."""
        if self.place is None:
            return None
        at, points = tree.place(change.node), self.judge.points
        rows, split = np.flatnonzero(self.place == at), tree.splits[at]
        assert split is not None
        branch = split.branch(self.judge.data, rows)
        if (branch < 0).any():
            return None
        told, child = predictions(tree.effective_stats, tree.schema), tree.child_places(at)[branch]
        place = self.place + tree.arity[at] * (self.place > at)
        place[rows] = child
        more = points(rows, told[child]) - points(rows, told[[at]])
        return replace(
            self,
            steps=np.append(self.steps, change.number),
            points=np.append(self.points, self.points[-1] + more.sum()),
            tree=tree,
            place=place,
        )


def split_history(
    timeline: Timeline, dataset: Dataset, known: SplitHistory | None = None
) -> SplitHistory:
    """Of all steps made of ``timeline``, on the rows of ``dataset``; ``known``: that of the first
    of these steps, on the same rows."""
    changes = list(timeline.steps.changes(known.made if known else 0))
    if known is not None and (further := _further(timeline, known, changes)) is not None:
        return further
    if known is not None:
        changes = list(timeline.steps.changes())
    judge = known.judge if known else Judge.of(timeline.state_at(0).tree, dataset)
    numbers, points = [0], list[float]()
    for splits, falls in _runs(changes):
        tree = timeline.state_at(splits[-1].number if splits else 0).tree
        walk = _Walk(tree, judge)
        place_of = dict(zip(tree.ids(), range(len(tree)), strict=True))
        at = [place_of[change.node] for change in splits]
        begun = walk.begin(at)
        points = [*(points or [begun]), *map(walk.split, at)]
        points += [walk.fall(place_of[change.node]) for change in falls]
        numbers += [change.number for change in (*splits, *falls)]
    place = None if falls else walk.place
    made = len(timeline.steps)
    return SplitHistory(judge, np.array(numbers), np.array(points), tree, place, made)


def _further(
    timeline: Timeline, known: SplitHistory, changes: Sequence[Change]
) -> SplitHistory | None:
    """``known`` with a few splits more; None if there are many, or it takes all rows to tell."""
    made = len(timeline.steps)
    if made <= known.made:
        return known
    if len(changes) > FEW or any(not change.splits for change in changes):
        return None
    result: SplitHistory | None = known
    for change in changes:
        result = result and result.split(timeline.state_at(change.number).tree, change)
    return result and replace(result, made=made)


def _runs(changes: Sequence[Change]) -> Iterator[tuple[Sequence[Change], Sequence[Change]]]:
    """Splits, and then nodes that become leaves; the tree after the splits of a run has all its
    nodes."""
    cuts = [k for k in range(1, len(changes)) if changes[k].splits > changes[k - 1].splits]
    for start, end in pairwise((0, *cuts, len(changes))):
        run = changes[start:end]
        count = sum(change.splits for change in run)
        yield run[:count], run[count:]


class _Walk:
    """The ``points`` of a tree that is split and cut, a node at a time, among those of ``tree``."""

    def __init__(self, tree: Tree, judge: Judge) -> None:
        self.tree, self.judge, self.place = tree, judge, None
        self.parts: _Parts | None = None
        self.stands = tree.arity > 0
        told = predictions(tree.effective_stats, tree.schema)
        if judge.data.counted:
            self.here, stays = _counted(tree, told), np.zeros(len(tree))
        else:
            row, place, share = route(tree, judge.data).columns
            whole = np.bincount(row, minlength=len(judge.data))[row] == 1
            self.here, stays = _points_at(tree, judge, told, row[whole], place[whole])
            if whole.all():
                self.place = place
            else:
                rest = row[~whole], place[~whole], share[~whole]
                self.parts = _Parts(tree, judge, *rest)
        self.more = (of_children(tree, self.here) + stays - self.here).tolist()
        self.points = 0.0

    def begin(self, splits: Sequence[int]) -> float:
        """Before the ``splits`` at these places."""
        self.points = float(self.here[0]) + (self.parts.points.sum() if self.parts else 0.0)
        self.stands[splits] = False
        for place in np.flatnonzero(self.stands).tolist():
            self.split(place)
        return self.points

    def split(self, place: int) -> float:
        return self._change(place, 1)

    def fall(self, place: int) -> float:
        """What hangs below ``place`` goes, the last split of each way first."""
        below = np.flatnonzero(self.stands[place : self.tree.end(place)])[::-1]
        for inner in (place + below).tolist():
            self._change(inner, -1)
        return self.points

    def _change(self, place: int, sign: int) -> float:
        self.stands[place] = sign > 0
        self.points += sign * self.more[place]
        if self.parts:
            self.points += self.parts.change(place, sign)
        return self.points


def _counted(tree: Tree, told: FloatArray) -> FloatArray:
    """(n,) the points of each node, were it a leaf, by what was counted of it."""
    if tree.schema.classes:
        return np.asarray(tree.class_rows[np.arange(len(tree)), told.astype(np.intp)])
    return -tree.stats[:, 2]


def _points_at(
    tree: Tree, judge: Judge, told: FloatArray, row: IntArray, place: IntArray
) -> tuple[FloatArray, FloatArray]:
    """(n,) the points of ``row`` (m,) at each node on their ways to ``place`` (m,), were it a leaf;
    and (n,) of those that stay at an inner node."""
    resting = np.bincount(place, judge.points(row, told[place]), len(tree))
    points = np.zeros(len(tree))
    while len(row):
        points += np.bincount(place, judge.points(row, told[place]), len(tree))
        place = tree.parent[place]
        row, place = row[place >= 0], place[place >= 0]
    return points, np.where(tree.arity > 0, resting, 0.0)


class _Parts:
    """Rows that go down several branches, each told by all of its leaves; ``points`` (m,) of
    each."""

    def __init__(
        self, tree: Tree, judge: Judge, row: IntArray, place: IntArray, share: FloatArray
    ) -> None:
        self.tree, self.judge = tree, judge
        self.rows, number = np.unique(row, return_inverse=True)
        self.row, self.share, self.first = _on_their_ways(tree, number, place, share)
        self.tells = _tells(tree)
        self.sums = np.repeat(self.tells[:1], len(self.rows), axis=0)
        self.points = judge.points(self.rows, judge.told(self.sums))

    def change(self, place: int, sign: int) -> float:
        """How many points more there are once the node is split, or, below 0, no longer."""
        for child in self.tree.child_places(place).tolist():
            rows, share = self._at(child)
            further = self.tells[child] - self.tells[place]
            self.sums[rows] += sign * share[:, None] * further
        rows, _share = self._at(place)
        points = self.judge.points(self.rows[rows], self.judge.told(self.sums[rows]))
        more = float((points - self.points[rows]).sum())
        self.points[rows] = points
        return more

    def _at(self, place: int) -> tuple[IntArray, FloatArray]:
        """The rows that come to a node, and what share of each does."""
        mine = slice(self.first[place], self.first[place + 1])
        return self.row[mine], self.share[mine]


def _on_their_ways(
    tree: Tree, row: IntArray, place: IntArray, share: FloatArray
) -> tuple[IntArray, FloatArray, IntArray]:
    """Of each node in turn the rows that come there and what share of each does, and (n + 1,)
    where those of a node begin; ``place`` (m,): where ``share`` (m,) of ``row`` (m,) rests."""
    ways = []
    while len(row):
        ways.append((row, place, share))
        place = tree.parent[place]
        on = place >= 0
        row, place, share = row[on], place[on], share[on]
    row, place, share = (np.concatenate(parts) for parts in zip(*ways, strict=True))
    count = int(row.max()) + 1
    key, number = np.unique(place * count + row, return_inverse=True)
    first = np.searchsorted(key // count, np.arange(len(tree) + 1))
    return key % count, np.bincount(number, share).astype(np.float64), first


def _tells(tree: Tree) -> FloatArray:
    """(n, k) the class shares of each node, (n, 1) the mean of a numeric target."""
    if not tree.schema.classes:
        return predictions(tree.effective_stats, tree.schema)[:, None]
    weights = tree.schema.leaf_rule.adjusted_weights(tree.effective_stats)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))
