"""Columns of numbers as columns of intervals: ≤ 5.45, 5.45 – 6.1, > 6.1.

The cut points stay in the field, so that a tree can place numbers that it has never seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from dtcore.model.columns import MISSING, Column, Field, FloatArray, IntArray, frozen
from dtcore.model.cut import in_full, read, written
from dtcore.model.data import Dataset
from dtcore.model.splits import gap_of


def in_intervals(dataset: Dataset, cuts: Mapping[int, FloatArray]) -> Dataset:
    """``dataset`` with the numeric columns at these places cut into intervals."""
    columns = tuple(
        _binned(column, cuts[place]) if place in cuts else column
        for place, column in enumerate(dataset.columns)
    )
    return replace(dataset, columns=columns)


def codes_of(values: FloatArray, cuts: tuple[float, ...]) -> IntArray:
    """(n,) the interval of each value, -1 where it is missing; a cut belongs below itself."""
    codes = np.searchsorted(np.array(cuts, np.float64), values, side="left")
    return np.where(np.isnan(values), MISSING, codes).astype(np.intp)


def names_of(cuts: tuple[float, ...]) -> tuple[str, ...]:
    """What the intervals between ``cuts`` are called, all different."""
    if not cuts:
        return ("−∞ – ∞",)
    words = [in_full(cut) for cut in cuts]
    inner = (f"{low} – {high}" for low, high in pairwise(words))
    return (f"≤ {words[0]}", *inner, f"> {words[-1]}")


def _binned(column: Column, cuts: FloatArray) -> Column:
    # one may lie anywhere between its neighbours: where it can be written short
    short = tuple(read(written(cut, *gap_of(cut, column.distinct))) for cut in cuts.tolist())
    points = short if len(set(short)) == len(cuts) else tuple(cuts.tolist())
    field = Field(column.name, names_of(points), points)
    return replace(column, field=field, values=frozen(codes_of(column.values, points)))
