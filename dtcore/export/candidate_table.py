"""What was weighed at a step, as a data frame or as CSV: a line for each column of the table."""

from __future__ import annotations

import pandas as pd

from dtcore.errors import DataError
from dtcore.model.columns import Schema
from dtcore.model.splits import describe
from dtcore.stepping.evidence import Weighed
from dtcore.stepping.moves import Step


def candidates(step: Step | Weighed, schema: Schema) -> pd.DataFrame:
    """The candidates in table order: column, split, verdict, and a column for each score.

    ``schema`` is that of the data, or of the tree. Raises DataError if nothing was weighed.
    """
    found = step if isinstance(step, Weighed) else step.evidence
    if not isinstance(found, Weighed):
        raise DataError("Nothing was weighed at this step. Take one that splits a node.")
    lines = [
        {
            "column": schema.columns[c.column].name,
            "split": describe(c.split, schema) if c.split else "",
            "verdict": str(c.verdict.label),
            "tied": c.tied,
            "unknown": c.unknown,
            **c.scores,
        }
        for c in found.candidates
    ]
    return pd.DataFrame(lines)


def candidates_csv(step: Step | Weighed, schema: Schema) -> str:
    """The same as CSV, numbers in full."""
    text: str = candidates(step, schema).to_csv(index=False)
    return text
