"""Columns that tell the classes of the target on their own, as what is known only afterwards does.

The exam score tells who passed, and a code of the species tells the species. Not done here: whether
a column is known beforehand, which only a person can say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lgamma, log
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.model import Column, IntArray
from dtshow.tables.column_facts import ColumnFacts, kind_of
from dtshow.tables.looks import column_in, once
from dtshow.tables.table_choice import TableChoice

CHANCE: Final = 0.001
"""How likely it may be, at most, that any column of a table does so by chance."""
MOSTLY: Final = 0.9
"""Of the rows have to have a value in the column."""
FIRST: Final = 1000
"""Rows that are looked at first: most columns are clear then."""


def leaks(
    frame: pd.DataFrame, facts: Sequence[ColumnFacts], choice: TableChoice, rows: IntArray | None
) -> tuple[str, ...]:
    """The columns, used or set aside, that tell the class of every row on their own: a number by
    one cut between each two classes, another value by value. ``rows`` (m,) are those used."""
    return once(frame, ("leaks", choice), lambda: _leaks(frame, facts, choice, rows))


def _leaks(
    frame: pd.DataFrame, facts: Sequence[ColumnFacts], choice: TableChoice, rows: IntArray | None
) -> tuple[str, ...]:
    target = column_in(frame, choice.target, kind_of(frame, choice.target, choice), rows)
    asked = [
        one
        for one in facts
        if choice.role(one.name) in ("input", "ignore")
        and not (one.identifier or one.rises or one.row_number or one.constant or one.empty)
    ]
    if target.numeric or len(target.distinct) < 2:
        return ()
    found = (column_in(frame, one.name, one.kind, rows) for one in asked)
    return tuple(c.name for c in found if _chance(c, target.values) * len(asked) <= CHANCE)


def _chance(column: Column, classes: NDArray[Any]) -> float:
    """How likely a column with these values would tell all classes if they were dealt out at
    random, at most; infinite if it does not tell them."""
    known = np.isfinite(column.values) if column.numeric else column.values >= 0
    both = known & (classes >= 0)
    if both.sum() < MOSTLY * len(both):
        return inf
    values, classes = column.values[both], classes[both]
    tells = _in_order if column.numeric else _one_by_one
    if not (tells(values[:FIRST], classes[:FIRST]) and tells(values, classes)):
        return inf
    counts = np.bincount(classes)
    counts = counts[counts > 0]
    of_order = lgamma(len(counts) + 1)
    ways = of_order if column.numeric else len(np.unique(values)) * log(len(counts))
    dealt = lgamma(len(classes) + 1) - sum(lgamma(count + 1) for count in counts.tolist())
    return float(np.exp(min(0.0, ways - dealt)))


def _in_order(values: NDArray[Any], classes: NDArray[Any]) -> bool:
    """Whether the numbers of each class lie together, apart from those of the others."""
    order = np.argsort(values, kind="stable")
    values, classes = values[order], classes[order]
    ends = np.flatnonzero(np.diff(classes))
    apart = len(ends) == len(np.unique(classes)) - 1
    return apart and bool((values[ends] < values[ends + 1]).all())


def _one_by_one(codes: NDArray[Any], classes: NDArray[Any]) -> bool:
    """Whether each value has rows of one class only."""
    one = np.zeros(int(codes.max(initial=0)) + 1, dtype=classes.dtype)
    one[codes] = classes
    return bool((one[codes] == classes).all())
