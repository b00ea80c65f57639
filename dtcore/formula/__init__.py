"""A formula is a value: it evaluates itself and prints itself, in symbols and in numbers.

The same tree of parts gives the number, its plain text and, on the pages, its drawing, so that
what a person reads is what was computed. A definition is such a tree with symbols for numbers.
Read ``parts`` (with how names are written), then ``printing`` (as text, and as a fraction). Not
done here: no algebra, and no names from the user's data (legends beside a formula hold those).
"""

from dtcore.formula.parts import (
    Bars,
    Count,
    Equal,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Over,
    Power,
    Product,
    Query,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    Total,
    mapped,
    named,
    size,
    symbol_parts,
    symbol_text,
    walk,
    within,
)
from dtcore.formula.printing import Digits, exact, in_symbols, plain, several

__all__ = [
    "Bars", "Count", "Digits", "Equal", "Formula", "Log", "Max", "Named", "Number", "Over", "Power",
    "Product", "Query", "Raised", "Ratio", "Root", "Squares", "Sum", "Symbol", "Total", "exact",
    "in_symbols", "mapped", "named", "plain", "several", "size", "symbol_parts", "symbol_text",
    "walk", "within",
]  # fmt: skip
