"""Sending rows down a tree, many at once or a single one with its way.

A row that a split cannot place (a missing cell, a level never seen in training) goes where the
tree's missing policy sends it, in fractions if need be. Where the policy does not say, it rests
at the last node that it reached and is predicted from that node's statistics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.model.columns import (
    UNKNOWN,
    Column,
    Field,
    FloatArray,
    IntArray,
    Schema,
    level_names,
    numbers_of,
    to_single,
)
from dtcore.model.cut import codes_of
from dtcore.model.data import Dataset
from dtcore.model.frames import with_text_names
from dtcore.model.nodes import NodeId, predictions, weight_of
from dtcore.model.routing import by_surrogates
from dtcore.model.splits import NOWHERE, Splits
from dtcore.model.tree import Tree, check_tree
from dtcore.words import Listed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class RestingPlaces:
    """Where rows come to rest: (m,) each, sorted by row; a row's ``share`` sums to 1.

    ``place`` is a leaf's unless the row could go no further. ``unplaced`` lists the rows that
    met a split which did not place them, and the places of those splits: (a, 2).
    """

    row: IntArray
    place: IntArray
    share: FloatArray
    unplaced: IntArray

    @property
    def columns(self) -> tuple[IntArray, IntArray, FloatArray]:
        """``row``, ``place`` and ``share``, (m,) each."""
        return self.row, self.place, self.share


def route(tree: Tree, dataset: Dataset, rows: IntArray | None = None) -> RestingPlaces:
    """Send ``rows`` (m,) of ``dataset``, else all of them, down ``tree``, those without a branch
    by its policy."""
    if rows is None:
        rows = np.arange(len(dataset), dtype=np.intp)
        if (at := _places_by_cuts(tree, dataset)) is not None:
            return RestingPlaces(rows, at, np.ones(len(rows)), np.zeros((0, 2), np.intp))
    waiting = [(0, rows, np.ones(len(rows)))]
    landed, unplaced = [], [np.zeros((0, 2), np.intp)]
    while waiting:
        place, rows, share = waiting.pop()
        split = tree.splits[place]
        if not len(rows):
            continue
        if split is None:
            landed.append((rows, place, share))
            continue
        branch = split.branch(dataset, rows)
        gone = np.flatnonzero(branch < 0)
        for number, child in enumerate(tree.child_places(place).tolist()):
            mine = branch == number
            waiting.append((child, rows[mine], share[mine]))
        if len(gone):
            unplaced.append(np.stack([rows[gone], np.full(len(gone), place)], axis=1))
            stay, onward = _route_unplaced(tree, dataset, place, rows[gone], share[gone])
            waiting += onward
            landed.append((*stay[:1], place, stay[1]))
    sizes = [len(rows) for rows, _, _ in landed]
    row = np.concatenate([np.zeros(0, np.intp), *[rows for rows, _, _ in landed]])
    at = np.repeat(np.array([place for _, place, _ in landed], np.intp), sizes)
    share = np.concatenate([np.zeros(0), *[part for _, _, part in landed]])
    order = np.lexsort((at, row))
    lost = np.concatenate(unplaced)
    return RestingPlaces(row[order], at[order], share[order], lost[np.lexsort(lost.T[::-1])])


def _places_by_cuts(tree: Tree, dataset: Dataset) -> IntArray | None:
    """(n_rows,) where each row rests if all splits are cuts and no cell is missing; else None.

    Then all rows go down a level at a time, which counts where many trees are judged.
    """
    splits = Splits.of(tree.splits)
    asked = np.unique(splits.column[tree.arity > 0])
    if splits.nominal or any(dataset.columns[column].missing for column in asked):
        return None
    cells = np.array([dataset.columns[column].values for column in asked])
    right = np.zeros(len(tree), np.intp)
    second = np.flatnonzero(tree.branch == 1)
    right[tree.parent[second]] = second
    number = np.searchsorted(asked, splits.column)
    place = np.zeros(len(dataset), np.intp)
    rows = np.arange(len(dataset)) if len(asked) else np.zeros(0, np.intp)
    while len(rows):
        here = place[rows]
        goes_right = cells[number[here], rows] > splits.cut[here]
        place[rows] = np.where(goes_right, right[here], here + 1)
        rows = rows[tree.arity[place[rows]] > 0]
    return place


Onward = tuple[int, IntArray, FloatArray]


def _route_unplaced(
    tree: Tree, dataset: Dataset, place: int, rows: IntArray, share: FloatArray
) -> tuple[tuple[IntArray, FloatArray], list[Onward]]:
    """``rows`` (m,), which have no branch at ``place``, with their ``share`` (m,): those that stay
    (s,) with theirs, and where the others go."""
    children = tree.child_places(place)
    branch, _ = by_surrogates(tree.surrogates.get(place, ()), dataset, rows)
    onward: list[Onward] = [
        (int(child), rows[branch == number], share[branch == number])
        for number, child in enumerate(children)
    ]
    left = np.flatnonzero(branch < 0)
    parts = tree.missing.shares(weight_of(tree.stats[children], tree.schema))
    for child, part in zip(children.tolist(), parts.tolist(), strict=True):
        if part > 0:
            onward.append((child, rows[left], share[left] * part))
    stays = left if not parts.any() else left[:0]
    return (rows[stays], share[stays]), onward


def heaviest_places(tree: Tree, dataset: Dataset) -> IntArray:
    """(n_rows,) the place at which each row rests, the heaviest of several, a leaf if placed."""
    result = route(tree, dataset)
    order = np.lexsort((result.place, -result.share, result.row))
    row = result.row[order]
    first = np.flatnonzero(np.diff(row, prepend=-1))
    return result.place[order][first]


def predict(tree: Tree, data: pd.DataFrame | Dataset) -> NDArray[Any]:
    """(n_rows,) class names (objects), or means in target units for a numeric target.

    Of several leaves the class weights, or the means, count by the row's shares.
    """
    dataset = encode_for(data, tree)
    if not tree.schema.classes:
        result = route(tree, dataset)
        means = predictions(tree.effective_stats, tree.schema)[result.place]
        return np.asarray(np.bincount(result.row, means * result.share, len(dataset)))
    best = tree.schema.leaf_rule.choice(_class_shares(tree, dataset))
    names: NDArray[Any] = np.array(tree.schema.classes, object)[best]
    return names


def predict_proba(tree: Tree, data: pd.DataFrame | Dataset) -> FloatArray:
    """(n_rows, n_classes) class shares of the leaf that each row reaches, or of its leaves.

    Raises DataError for a target of numbers, and for rows that do not fit (``encode``).
    """
    dataset = encode_for(data, tree)
    if not tree.schema.classes:
        raise DataError("Class shares need a target with classes; this one is numeric.")
    return _class_shares(tree, dataset)


def leaf_ids(tree: Tree, data: pd.DataFrame | Dataset) -> list[NodeId]:
    """The id of the node at which each row rests, the heaviest of several."""
    return [tree.id_at(int(place)) for place in heaviest_places(tree, encode_for(data, tree))]


def leaf_shares(tree: Tree, data: pd.DataFrame | Dataset) -> list[dict[NodeId, float]]:
    """For each row all the nodes at which it rests, with its shares, which sum to 1."""
    dataset = encode_for(data, tree)
    result = route(tree, dataset)
    shares: list[dict[NodeId, float]] = [{} for _ in range(len(dataset))]
    for row, place, share in zip(*(part.tolist() for part in result.columns), strict=True):
        shares[row][tree.id_at(place)] = share
    return shares


def encode_for(data: pd.DataFrame | Dataset, tree: Tree) -> Dataset:
    """``encode`` for a tree, or what was given for one. Raises DataError if it is none."""
    check_tree(tree)
    return encode(data, tree.schema)


def encode(data: pd.DataFrame | Dataset, schema: Schema) -> Dataset:
    """A frame in the terms of ``schema``: its columns, its level codes; the target unknown.

    Raises DataError for what is no table, lacks a column, or has words where numbers are due.
    """
    if isinstance(data, Dataset) and data.schema.columns == schema.columns:
        return data
    import pandas as pd

    if isinstance(data, Dataset):
        data = pd.DataFrame({column.name: _decoded(column) for column in data.columns})
    if not isinstance(data, pd.DataFrame):
        raise DataError(
            "Rows are predicted from a data frame or a dataset, and this is of type {kind}. Write "
            "pd.DataFrame([row]) for a row as a dict, or pd.DataFrame(X, columns=[c.name for c in "
            "tree.schema.columns]) for an array.",
            kind=type(data).__name__,
        )
    data = with_text_names(data)
    absent = [field.name for field in schema.columns if field.name not in data.columns]
    if absent:
        raise DataError(
            "The tree was grown on columns that this table does not have: {columns}.",
            columns=Listed(f"“{name}”" for name in absent),
        )
    columns = tuple(_cells(data[field.name], field) for field in schema.columns)
    n = len(data)
    nothing = Column(schema.target, np.full(n, NOWHERE, np.intp))
    return Dataset(columns, nothing, np.ones(n), np.arange(n, dtype=np.intp))


def _cells(series: pd.Series[Any], field: Field) -> Column:
    if field.cuts is not None:
        return Column(field, codes_of(numbers_of(series), field.cuts))
    if field.levels is None:
        return Column(field, to_single(numbers_of(series)) if field.single else numbers_of(series))
    code_of = {level: code for code, level in enumerate(field.levels)}
    names = level_names(series)
    codes = names.map(lambda name: code_of.get(name, UNKNOWN), na_action="ignore")
    return Column(field, codes.fillna(NOWHERE).to_numpy(np.intp))


def _decoded(column: Column) -> NDArray[Any]:
    """(n_rows,) the cells as they stand in a frame: numbers, or level names and None."""
    if column.levels is None:
        return column.values
    names: NDArray[Any] = np.array([*column.levels, None], object)
    cells: NDArray[Any] = names[np.maximum(column.values, NOWHERE)]
    return cells


def _class_shares(tree: Tree, dataset: Dataset) -> FloatArray:
    """(n_rows, n_classes) as ``predict_proba``."""
    result = route(tree, dataset)
    weights = tree.schema.leaf_rule.adjusted_weights(tree.effective_stats)
    shares = weights / weights.sum(axis=1, keepdims=True)
    parts = shares[result.place] * result.share[:, None]
    sums = [np.bincount(result.row, column, len(dataset)) for column in parts.T]
    return np.stack(sums, axis=1)


def ends(tree: Tree, dataset: Dataset, row: int) -> dict[NodeId, float]:
    """The nodes at which ``row`` rests, with its shares, which sum to 1; in pre-order.

    ``dataset`` must be in the terms of the tree (``dtcore.model.predict.encode``). Where a split
    does not place the row, the tree's missing policy sends it on, as it does in prediction.
    """
    result = route(tree, dataset, np.array([row]))
    places = zip(result.place.tolist(), result.share.tolist(), strict=True)
    return {tree.id_at(place): share for place, share in places}


def path(tree: Tree, dataset: Dataset, row: int) -> dict[NodeId, float]:
    """The nodes through which ``row`` passes, with the share of it that does; in pre-order.

    A node's share is the sum over the ends below it (``ends``), so the root's is 1.
    """
    return through(ends(tree, dataset, row))


def through(ends: Mapping[NodeId, float]) -> dict[NodeId, float]:
    """The nodes on the ways to ``ends``, with the share that passes; in pre-order."""
    shares: dict[NodeId, float] = {}
    for end, share in ends.items():
        for depth in range(len(end) + 1):
            shares[end[:depth]] = shares.get(end[:depth], 0.0) + share
    return dict(sorted(shares.items()))
