"""A formula is a value: it evaluates itself and prints itself, in symbols and in numbers.

The same tree of parts gives the number, its LaTeX and its plain text, so that what a person
reads is what was computed. Not done here: no algebra, and no names from the user's data
(legends beside a formula hold those; in LaTeX they would break it).
"""

from dtcore.formula.parts import (
    Count,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Power,
    Product,
    Query,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Total,
    mapped,
    named,
    walk,
)
from dtcore.formula.printing import Digits, latex, plain, symbol_parts, symbol_text

__all__ = [
    "Count",
    "Digits",
    "Formula",
    "Log",
    "Max",
    "Named",
    "Number",
    "Power",
    "Product",
    "Query",
    "Raised",
    "Ratio",
    "Root",
    "Squares",
    "Sum",
    "Total",
    "latex",
    "mapped",
    "named",
    "plain",
    "symbol_parts",
    "symbol_text",
    "walk",
]
