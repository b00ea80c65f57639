"""Predictions with a report: which cells had no branch, why, and whether a row went on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.model.columns import MISSING, UNKNOWN, Column
from dtcore.model.data import Dataset
from dtcore.model.frames import with_text_names
from dtcore.model.predict import encode_for, predict, route
from dtcore.model.tree import Tree, check_tree
from dtcore.words import Listed

if TYPE_CHECKING:
    import pandas as pd


class Reason(Enum):
    """Why a split has no branch for a cell."""

    MISSING = "the cell is missing"
    NOT_A_NUMBER = "the cell is no number"
    UNSEEN = "no row of training has this level"
    NOT_HERE = "no row of training that came to this node has this level"


@dataclass(frozen=True)
class UnplacedCell:
    """A cell that a split had no branch for: its row, counted from 0, and the column's name.

    ``routed`` is whether the tree's missing policy sent the row on; else the row rests at the node
    and is predicted from its statistics.
    """

    row: int
    column: str
    reason: Reason
    routed: bool


@dataclass(frozen=True, eq=False)
class Report:
    """``values`` (n_rows,) as ``predict`` gives them; ``unplaced`` by row, then from the root down,
    each cell once. ``absent``: the tree's columns that the table did not have."""

    values: NDArray[Any]
    unplaced: tuple[UnplacedCell, ...]
    absent: tuple[str, ...] = ()


def report(tree: Tree, data: pd.DataFrame | Dataset, absent: bool = False) -> Report:
    """Predict every row, and say which cells the tree could not ask about.

    ``absent``: a column that is not there counts as missing in every row. Else, and if none is
    there, raises DataError.
    """
    gone: tuple[str, ...] = ()
    if absent and not isinstance(data, Dataset):
        check_tree(tree)
        data, columns = with_text_names(data), [field.name for field in tree.schema.columns]
        gone = tuple(name for name in columns if name not in data.columns)
        if len(gone) < len(columns):
            data = data.reindex(columns=[*data.columns, *gone])
    dataset = encode_for(data, tree)
    data = data if isinstance(data, Dataset) else with_text_names(data)
    result = route(tree, dataset)
    stays = np.zeros(len(dataset), bool)
    stays[result.row[tree.arity[result.place] > 0]] = True
    cells = {}
    for row, place in result.unplaced.tolist():
        split = tree.splits[place]
        assert split is not None  # only splits lose rows
        column = dataset.columns[split.column]
        reason = reason_of(column, row, data)
        cells[row, column.name] = UnplacedCell(row, column.name, reason, not bool(stays[row]))
    return Report(predict(tree, dataset), tuple(cells.values()), gone)


def check_asked(tree: Tree, frame: pd.DataFrame) -> None:
    """Raise DataError if the table has none of the columns that the tree asks about: all rows
    would get one answer."""
    asked = {tree.schema.columns[s.column].name for s in tree.splits if s is not None}
    if asked and not asked & {*frame.columns}:
        raise DataError(
            "The file has none of the columns that the tree asks about: {columns}. Its "
            "own are {own}. Put the names of the columns in its first line.",
            columns=Listed(f"“{name}”" for name in sorted(asked)[:8]),
            own=Listed(f"“{name}”" for name in [*frame.columns][:8]),
        )


def reason_of(column: Column, row: int, data: pd.DataFrame | Dataset) -> Reason:
    """Why a split has no branch for a cell of ``column``; ``data`` is the table as it was given."""
    value = column.values[row]
    if column.numeric or (column.field.cuts is not None and value == MISSING):
        given = not isinstance(data, Dataset) and data[column.name].iloc[row : row + 1].notna()
        return Reason.NOT_A_NUMBER if np.any(given) else Reason.MISSING
    return {MISSING: Reason.MISSING, UNKNOWN: Reason.UNSEEN}.get(int(value), Reason.NOT_HERE)
