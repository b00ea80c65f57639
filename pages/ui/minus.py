"""The minus sign that people read, U+2212 as in the sums; what machines read keeps its hyphen.

Only numbers are touched: the names of columns and levels stay as they were typed.
"""

from __future__ import annotations

import pandas as pd

from dtcore import export
from dtcore.model.columns import Schema
from dtcore.model.node import NodeId
from dtcore.model.splits import Condition, Split, Threshold, branches, describe, number
from dtcore.model.tree import Tree

SIGN = "−"


def written(text: str) -> str:
    """A number that was written with a hyphen."""
    return text.replace("-", SIGN)


def shown(value: float) -> str:
    """As ``number``."""
    return written(number(value))


def cell(value: object) -> str:
    """A cell of a table as it was in the file: numbers short, missing cells empty."""
    if value is None or value is pd.NA or value != value:
        return ""
    if isinstance(value, float):
        return shown(value)
    return written(str(value)) if isinstance(value, int) else str(value)


def value(condition: Condition) -> str:
    """As ``condition.value``: a cut, or levels."""
    cut = condition.operator in "≤>"
    return written(condition.value) if cut else condition.value


def told(condition: Condition) -> str:
    """As ``str(condition)``."""
    return f"{condition.column} {condition.operator} {value(condition)}"


def question(split: Split, schema: Schema) -> str:
    """As ``describe``."""
    if isinstance(split, Threshold):
        return f"{schema.columns[split.column].name} {sides(split, schema)}"
    return describe(split, schema)


def sides(split: Split, schema: Schema) -> str:
    """As ``branches``."""
    said = branches(split, schema)
    return written(said) if isinstance(split, Threshold) else said


def answer(tree: Tree, node: NodeId) -> str:
    """As ``export.prediction``."""
    said = export.prediction(tree, node)
    return said if tree.schema.classes else written(said)
