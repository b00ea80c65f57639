"""A row that is not in the table, as an address writes it: ``new=1,1,2,1``, the place of each
nominal value among those of its column, and numbers as they are. The tree is asked about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import dtcore as dt
from dtcore.model import Column, NodeId, ends, path
from dtshow.words import number_format

NewRow = tuple[float, ...]
"""A value for each column, in their order; a level by its place from 0."""


def read(text: str, columns: tuple[Column, ...]) -> NewRow | None:
    """None if it does not fit the columns."""
    parts = text.split(",") if text else []
    if len(parts) != len(columns):
        return None
    try:
        values = tuple(map(float, parts))
    except ValueError:
        return None
    held = [_held(value, column) for value, column in zip(values, columns, strict=True)]
    return tuple(v for v in held if v is not None) if None not in held else None


def write(row: NewRow, columns: tuple[Column, ...]) -> str:
    pairs = zip(row, columns, strict=True)
    return ",".join(f"{value if column.numeric else value + 1:g}" for value, column in pairs)


def _held(value: float, column: Column) -> float | None:
    if column.levels is None:
        return value if math.isfinite(value) else None
    return value - 1 if value in range(1, len(column.levels) + 1) else None


def as_table(dataset: dt.Dataset, row: NewRow) -> dt.Dataset:
    """The new row alone, with a target that nobody is to look at."""
    one = dataset.at_hand.part(np.array([0]))
    pairs = zip(one.columns, row, strict=True)
    columns = tuple(replace(c, values=np.array([v], dtype=c.values.dtype)) for c, v in pairs)
    return replace(one, columns=tuple(c.in_single if c.field.single else c for c in columns))


def way(tree: dt.Tree, dataset: dt.Dataset, row: NewRow) -> dict[NodeId, float]:
    return path(tree, as_table(dataset, row), 0)


def end(tree: dt.Tree, dataset: dt.Dataset, row: NewRow) -> NodeId:
    reached = ends(tree, as_table(dataset, row), 0)
    return max(reached, key=lambda node: reached[node])


def cells(dataset: dt.Dataset, row: NewRow, heads: list[str]) -> list[str]:
    """As a row of the table, whose last number it follows; what is not known is "?"."""
    pairs = zip(dataset.columns, row, strict=True)
    told: Mapping[str, str] = {c.name: _cell(c, value) for c, value in pairs}
    told = {dataset.target.name: "?", **told}
    return [str(len(dataset) + 1), *(told.get(name, "") for name in heads)]


def _cell(column: Column, value: float) -> str:
    return number_format.cell(value) if column.levels is None else column.levels[int(value)]
