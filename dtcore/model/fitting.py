"""Whether a split and a table fit each other, said in a sentence where they do not.

Not done here: whether the split leaves a side empty, which depends on the rows at a node.
"""

from __future__ import annotations

from dtcore.errors import MoveError
from dtcore.model.columns import Schema
from dtcore.model.splits import Split, Subset, Threshold


def check_column(column: int, schema: Schema) -> None:
    """Raises MoveError if the table has no column of this number."""
    last = len(schema.columns) - 1
    if not 0 <= column <= last:
        raise MoveError(
            "There is no column number {column}: here they go from 0 to {last}. Choose one of "
            "these.",
            column=column,
            last=last,
        )


def check_fits(split: Split, schema: Schema) -> None:
    """Raises MoveError if ``split`` asks what its column cannot answer."""
    check_column(split.column, schema)
    field = schema.columns[split.column]
    if isinstance(split, Threshold) and not field.numeric:
        raise MoveError(
            "“{column}” has levels, and only numbers can be cut. Split it by its levels.",
            column=field.name,
        )
    if not isinstance(split, Threshold) and field.numeric:
        raise MoveError(
            "“{column}” is numeric and has no levels to split by. Cut it at a number.",
            column=field.name,
        )
    known = range(len(field.levels or ()))
    if isinstance(split, Subset) and not all(k in known for k in (*split.left, *split.right)):
        raise MoveError(
            "“{column}” has no such level: here they are numbered from 0 to {last}. Choose among "
            "these.",
            column=field.name,
            last=len(known) - 1,
        )
