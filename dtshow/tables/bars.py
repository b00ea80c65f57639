"""How a column is spread, as a few bars split by the classes of the target; no Streamlit here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from dtcore.model import Column, IntArray
from dtshow.tables.column_facts import ColumnFacts, kind_of
from dtshow.tables.looks import column_in
from dtshow.tables.table_choice import TableChoice

STEPS: Final = 12
"""Bars of a column of numbers."""
LEVELS: Final = 8
"""Bars of a column of levels; rarer ones share the last."""
CLASSES: Final = 6
"""Of a target with more, or of a number, the bars are not split."""


@dataclass(frozen=True)
class ClassBars:
    """``counts``: for each bar, the rows of each class; one number a bar if it is not split."""

    counts: tuple[tuple[int, ...], ...]

    @property
    def highest(self) -> int:
        return max((sum(bar) for bar in self.counts), default=0)


def bars_of(
    frame: pd.DataFrame,
    facts: Sequence[ColumnFacts],
    choice: TableChoice,
    rows: IntArray | None = None,
) -> tuple[ClassBars, ...]:
    """The bars of each column, over all rows of the table or those at ``rows`` (m,)."""
    target = column_in(frame, choice.target, kind_of(frame, choice.target, choice), rows)
    split = 0 < len(target.levels or ()) <= CLASSES
    known = np.asarray(target.values >= 0) if target.levels else np.isfinite(target.values)
    classes = np.where(known & split, target.values, 0).astype(int)
    columns = (column_in(frame, column.name, column.kind, rows) for column in facts)
    return tuple(_bars(column, classes, known) for column in columns)


def _bars(column: Column, classes: np.ndarray, known: np.ndarray) -> ClassBars:
    places, bars = _places(column)
    there = known & (places >= 0)
    wide = int(classes.max(initial=0)) + 1
    counts = np.bincount(places[there] * wide + classes[there], minlength=bars * wide)
    return ClassBars(tuple(tuple(map(int, bar)) for bar in counts.reshape(bars, wide)))


def _places(column: Column) -> tuple[np.ndarray, int]:
    """The bar of each row, -1 where the cell is missing, and how many bars there are."""
    values = column.values
    if column.levels is not None:
        return np.minimum(values, LEVELS - 1), max(1, min(LEVELS, len(column.levels)))
    distinct, there = column.distinct, np.isfinite(values)
    if len(distinct) <= STEPS:
        places, bars = np.searchsorted(distinct, values), max(1, len(distinct))
    else:
        edges = np.linspace(distinct[0], distinct[-1], STEPS + 1)[1:-1]
        places, bars = np.searchsorted(edges, values, side="right"), STEPS
    return np.where(there, places, -1), bars
