"""Sending rows down a tree.

A row that the tree's splits cannot place (a missing cell, a level never seen in training)
rests at the last node that it reached and is predicted from that node's statistics.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.model.columns import UNKNOWN, Column, Field, FloatArray, IntArray, Schema, level_name
from dtcore.model.data import Dataset
from dtcore.model.intervals import codes_of
from dtcore.model.splits import NOWHERE
from dtcore.model.tree import NodeId, Tree, predictions


def route(tree: Tree, dataset: Dataset) -> IntArray:
    """(n_rows,) the place of the node at which each row rests, a leaf if nothing is missing."""
    rest = np.zeros(len(dataset), np.int64)
    waiting = [(0, np.arange(len(dataset), dtype=np.int64))]
    while waiting:
        place, rows = waiting.pop()
        rest[rows] = place
        split = tree.splits[place]
        if split is None or not len(rows):
            continue
        branch = split.branch(dataset, rows)
        for number, child in enumerate(tree.child_places(place)):
            waiting.append((int(child), rows[branch == number]))
    return rest


def rows_at(tree: Tree, dataset: Dataset, node: NodeId) -> IntArray:
    """The rows of ``dataset`` that pass through ``node``, in the dataset's order."""
    rows = dataset.all_rows.rows
    for depth, branch in enumerate(node):
        split = tree.splits[tree.place(node[:depth])]
        if split is None:
            raise KeyError(node)
        rows = rows[split.branch(dataset, rows) == branch]
    return rows


def predict(tree: Tree, data: pd.DataFrame | Dataset) -> NDArray[Any]:
    """(n_rows,) class names (objects), or means in target units for a numeric target."""
    places = route(tree, encode(data, tree.schema))
    read = predictions(_telling(tree), tree.schema)[places]
    if not tree.schema.classes:
        return read
    return np.array(tree.schema.classes, object)[read.astype(np.int64)]


def predict_proba(tree: Tree, data: pd.DataFrame | Dataset) -> FloatArray:
    """(n_rows, n_classes) class shares of the leaf that each row reaches."""
    if not tree.schema.classes:
        raise DataError("Class shares need a target with classes; this one is numeric.")
    stats = _telling(tree)
    told = tree.schema.reading.told(stats)
    shares: FloatArray = told / told.sum(axis=1, keepdims=True)
    return shares[route(tree, encode(data, tree.schema))]


def leaf_ids(tree: Tree, data: pd.DataFrame | Dataset) -> list[NodeId]:
    """The id of the node at which each row rests."""
    return [tree.id_at(int(place)) for place in route(tree, encode(data, tree.schema))]


def encode(data: pd.DataFrame | Dataset, schema: Schema) -> Dataset:
    """A frame in the terms of ``schema``: its columns, its level codes; the target unknown."""
    if isinstance(data, Dataset):
        if data.schema.columns == schema.columns:
            return data
        data = pd.DataFrame({column.name: _decoded(column) for column in data.columns})
    absent = [field.name for field in schema.columns if field.name not in data.columns]
    if absent:
        raise DataError(
            "The tree tests columns that this table does not have: {columns}.",
            columns=", ".join(f"“{name}”" for name in absent),
        )
    columns = tuple(_cells(data[field.name], field) for field in schema.columns)
    n = len(data)
    nothing = Column(schema.target, np.full(n, NOWHERE, np.int64))
    return Dataset(columns, nothing, np.ones(n), np.arange(n, dtype=np.int64))


def _cells(series: pd.Series[Any], field: Field) -> Column:
    if field.cuts is not None:
        numbers = pd.to_numeric(series, errors="coerce").to_numpy(np.float64)
        return Column(field, codes_of(numbers, field.cuts))
    if field.levels is None:
        return Column(field, pd.to_numeric(series, errors="coerce").to_numpy(np.float64))
    code_of = {level: code for code, level in enumerate(field.levels)}
    names = series.astype(object).map(level_name, na_action="ignore")
    codes = names.map(lambda name: code_of.get(name, UNKNOWN), na_action="ignore")
    return Column(field, codes.fillna(NOWHERE).to_numpy(np.int64))


def _decoded(column: Column) -> NDArray[Any]:
    """The cells of a column as they stand in a frame: numbers, or level names and None."""
    if column.levels is None:
        return column.values
    names: NDArray[Any] = np.array([*column.levels, None], object)
    cells: NDArray[Any] = names[np.maximum(column.values, NOWHERE)]
    return cells


def _telling(tree: Tree) -> FloatArray:
    return np.array([tree.telling_stats(place) for place in range(len(tree))])
