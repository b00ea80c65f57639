"""Columns that tell the classes of the target on their own, as what is known only afterwards does.

The exam score tells who passed, and a code of the species tells the species. Not done here: whether
a column is known beforehand, which only a person can say.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from dtcore.model import IntArray
from dtshow.tables.column_facts import ColumnFacts, kind_of
from dtshow.tables.looks import column_in, once
from dtshow.tables.table_choice import TableChoice
from dttools.study import tells_classes


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
    return tuple(c.name for c in found if tells_classes(c, target.values, len(asked)))
