"""Where a tree sends every point of a plane: the boxes into which its questions cut it.

A tree that asks about the plane's axes alone is seen whole in it; of any other it is a cut
through, and exact as that. Not done here: where the plane lies (``dttools.study.plane``),
pictures, and a limit to how many boxes there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from dtcore.model.columns import BoolArray, Field, FloatArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId, predictions, weight_of
from dtcore.model.predict import heaviest_places
from dtcore.model.routing import Surrogate
from dtcore.model.splits import NOWHERE, Split, Subset, Threshold
from dtcore.model.tree import Tree
from dttools.study.plane import Plane

Interval = tuple[float, float]
"""Above the first number, up to the second, that one included."""
Box = tuple[Interval, ...]
"""An interval for each axis."""


@dataclass(frozen=True)
class Region:
    """A box all of whose points share their ``ends``: where they rest, with shares that sum to 1.

    There are several ends only where the others' row has no value and the tree's policy sends
    fractions of it down several branches.
    """

    box: Box
    ends: Mapping[NodeId, float]


Going = tuple[tuple[int, float], ...]
"""Places of nodes, with the share of a row that is there."""


def regions(tree: Tree, plane: Plane) -> tuple[Region, ...]:
    """The boxes, which part the plane among them: every point lies in one."""
    whole: Box = ((-np.inf, np.inf),) * len(plane.axes)
    waiting: list[tuple[Box, Going, Going]] = [(whole, ((0, 1.0),), ())]
    result = []
    while waiting:
        box, going, rest = waiting.pop()
        if not going:
            result.append(Region(box, {tree.id_at(place): share for place, share in sorted(rest)}))
            continue
        (place, share), *later = going
        for part, onward in _sent(tree, plane, place, box):
            moved = tuple((child, share * of) for child, of in onward)
            rests = rest if moved else (*rest, (place, share))
            waiting.append((part, (*moved, *later), rests))
    return tuple(result[::-1])


def boxes_of(tree: Tree, plane: Plane, node: NodeId) -> tuple[Box, ...]:
    """Where the points lie that pass through ``node``: one box or none, unless some routing or a
    split takes intervals that do not adjoin."""
    return tuple(r.box for r in regions(tree.prune(node), plane) if node in r.ends)


def borders(tree: Tree, plane: Plane, node: NodeId, split: Split) -> list[tuple[int, float, Box]]:
    """Where ``split`` cuts, or would cut, the boxes of ``node``: the axis by its number, the
    number on it, and the box."""
    if split.column not in plane.axes:
        return []
    axis = plane.axes.index(split.column)
    edges, _ = _edges(split, tree.schema.columns[split.column])
    return [
        (axis, edge, box)
        for box in boxes_of(tree, plane, node)
        for edge in edges
        if box[axis][0] < edge < box[axis][1]
    ]


def asked(tree: Tree, plane: Plane, found: Sequence[Region]) -> tuple[int, ...]:
    """The columns beside the axes that decide about the regions ``found``; none if the plane
    shows the whole tree."""
    ends = (end for region in found for end in region.ends)
    inner = {end[:depth] for end in ends for depth in range(len(end) + 1)}
    tests = (test for node in inner for test in _tests_asked(tree, plane, node))
    return tuple(sorted({test.column for test in tests} - set(plane.axes)))


def _tests_asked(tree: Tree, plane: Plane, node: NodeId) -> Iterator[Split]:
    """The split of a node and, while the row has no value for one test, the surrogate after it.

    Points may rest at a split node too, where it has no branch for the row's value.
    """
    place = tree.place(node)
    split = tree.splits[place]
    tests = () if split is None else (split, *(s.split for s in tree.surrogates.get(place, ())))
    for test in tests:
        yield test
        if test.column in plane.axes or plane.others.columns[test.column].missing == 0:
            return


def shares(tree: Tree, region: Region) -> FloatArray:
    """(n_classes,) the shares of the classes that rows there are predicted with."""
    total = np.zeros(len(tree.schema.classes))
    for node, share in region.ends.items():
        told = tree.schema.leaf_rule.adjusted_weights(tree.effective_stats[tree.place(node)])
        total += share * told / told.sum()
    return total


def prediction(tree: Tree, region: Region) -> float:
    """The class code, or the mean in target units, that rows there are predicted."""
    if tree.schema.classes:
        return float(tree.schema.leaf_rule.choice(shares(tree, region)))
    means = (
        share * float(predictions(tree.effective_stats[tree.place(node)], tree.schema))
        for node, share in region.ends.items()
    )
    return float(sum(means))


def true_to(tree: Tree, plane: Plane, dataset: Dataset) -> BoolArray:
    """(n_rows,) which rows the tree sends where their point in the plane says, whatever their
    other columns hold."""
    columns = tuple(
        column
        if place in plane.axes
        else replace(column, values=np.repeat(at.values, len(dataset)))
        for place, (column, at) in enumerate(
            zip(dataset.columns, plane.others.columns, strict=True)
        )
    )
    return np.equal(
        heaviest_places(tree, dataset), heaviest_places(tree, replace(dataset, columns=columns))
    )


def _sent(tree: Tree, plane: Plane, place: int, box: Box) -> Iterator[tuple[Box, Going]]:
    """The parts of ``box`` at a node, each with where its points go on to; none if they rest."""
    split = tree.splits[place]
    if split is None:
        yield box, ()
        return
    children = tree.child_places(place).tolist()
    tests = (split, *tree.surrogates.get(place, ()))
    for part, branch in _branches(tests, tree, plane, box):
        if branch != NOWHERE:
            yield part, ((children[branch], 1.0),)
            continue
        parts = tree.missing.shares(weight_of(tree.stats[children], tree.schema)).tolist()
        yield part, tuple((c, of) for c, of in zip(children, parts, strict=True) if of > 0)


def _branches(
    tests: Sequence[Split | Surrogate], tree: Tree, plane: Plane, box: Box
) -> Iterator[tuple[Box, int]]:
    """The parts of ``box`` by the first of ``tests`` that tells their branch; -1 if none does."""
    if not tests:
        yield box, NOWHERE
        return
    for part, branch in _pieces(tests[0], tree, plane, box):
        if branch == NOWHERE:
            yield from _branches(tests[1:], tree, plane, part)
        else:
            yield part, branch


def _pieces(
    test: Split | Surrogate, tree: Tree, plane: Plane, box: Box
) -> Iterator[tuple[Box, int]]:
    split = test.split if isinstance(test, Surrogate) else test
    if split.column not in plane.axes:
        yield box, int(test.branch(plane.others, np.array([0]))[0])
        return
    axis = plane.axes.index(split.column)
    edges, branches = _edges(split, tree.schema.columns[split.column])
    turned = isinstance(test, Surrogate) and test.turned
    for (low, high), branch in zip(pairwise((-np.inf, *edges, np.inf)), branches, strict=True):
        low, high = max(low, box[axis][0]), min(high, box[axis][1])
        if low < high:
            part = (*box[:axis], (low, high), *box[axis + 1 :])
            yield part, 1 - branch if turned and branch != NOWHERE else branch


def _edges(split: Split, field: Field) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """The numbers at which a column's branch changes, rising, and the branches between them."""
    if isinstance(split, Threshold):
        return (split.cut,), (0, 1)
    codes = range(len(field.levels or ()))
    side = {code: code for code in codes}
    if isinstance(split, Subset):
        side = dict.fromkeys(split.left, 0) | dict.fromkeys(split.right, 1)
    branches = [side.get(code, NOWHERE) for code in codes]
    ends = [code for code in codes[:-1] if branches[code] != branches[code + 1]]
    cuts = field.cuts or ()
    return tuple(cuts[code] for code in ends), tuple(branches[c] for c in (*ends, len(codes) - 1))
