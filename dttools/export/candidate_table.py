"""What was weighed at a step, as a data frame or as CSV: a line for each column of the table."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from dtcore.errors import DataError
from dtcore.model.columns import Schema
from dtcore.model.splits import describe
from dtcore.model.tree import Tree
from dtcore.stepping.evidence import Weighed
from dtcore.stepping.moves import Step
from dttools.export.csv_text import csv_text

NOTHING = "Nothing was weighed at this step. Take one that splits a node."


def candidates(step: Step | Weighed, schema: Schema) -> pd.DataFrame:
    """The candidates in table order: column, split, verdict, and a column for each score.

    ``schema`` is that of the data, or of the tree. Raises DataError if nothing was weighed.
    """
    found = weighed(step)
    if found is None:
        raise DataError(NOTHING)
    lines = [
        {
            "column": schema.columns[c.column].name,
            "split": describe(c.split, schema) if c.split else "",
            "verdict": c.verdict.name.lower().replace("_", " "),
            "tied": c.tied,
            "unknown": c.unknown,
            **c.scores,
        }
        for c in found.candidates
    ]
    return pd.DataFrame(lines)


def weighed(step: Step | Weighed) -> Weighed | None:
    found = step if isinstance(step, Weighed) else step.evidence
    return found if isinstance(found, Weighed) else None


def candidates_of(steps: Iterable[Step | Weighed], tree: Tree) -> pd.DataFrame:
    """Those of all steps at which something was weighed, each with its number, counted from 1, and
    the conditions on the path to its node in ``tree``. Raises DataError if there is no such step.
    """
    tables = []
    for number, step in enumerate(steps, 1):
        if found := weighed(step):
            table = candidates(found, tree.schema)
            table.insert(0, "step", number)
            table.insert(1, "path", " ∧ ".join(map(str, tree.conditions(found.node))))
            tables.append(table)
    if not tables:
        raise DataError(NOTHING)
    return pd.concat(tables, ignore_index=True)


def candidates_csv(step: Step | Weighed, schema: Schema) -> str:
    """``candidates`` as CSV."""
    return csv_text(candidates(step, schema))
