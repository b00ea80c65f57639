"""A column with missing cells as a table of its own, of the rows where it is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dtcore.model.columns import IntArray, frozen

if TYPE_CHECKING:  # a dataset offers what is made here
    from dtcore.model.data import Dataset


def alone(dataset: Dataset, place: int) -> tuple[Dataset, IntArray]:
    """The table of a column of numbers where it is known, with no gap.

    With the place of each row of ``dataset`` in it, (n_rows,), -1 where the cell is missing.
    """
    known = ~np.isnan(dataset.columns[place].values)
    rows = np.flatnonzero(known)
    column, goal = (
        replace(kept, values=frozen(kept.values[rows]))
        for kept in (dataset.columns[place], dataset.target)
    )
    table = replace(
        dataset,
        columns=(column,),
        target=goal,
        weights=frozen(dataset.weights[rows]),
        origin=frozen(dataset.origin[rows]),
    )
    return table, np.where(known, np.cumsum(known) - 1, -1)
