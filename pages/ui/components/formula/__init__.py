"""Arithmetic that one can touch: a formula's lines with real fractions and buttons for counts.

A count that is pressed reports a key; ``keys_of`` says which query it stands for. A line's name
opens its definition, and a number that has a line of its own leads there. User text travels as
data and is set as text, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dtcore.formula import (
    Count,
    Digits,
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
    symbol_parts,
    walk,
)
from pages.ui.components.formula.general import Box, general_box
from pages.ui.components.mount import mount
from pages.ui.wording.language import _

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Line:
    """One line of working: symbol = numbers = result, and which branch it is about."""

    named: Named
    legend: str = ""
    result: bool = False


@dataclass(frozen=True)
class Counts:
    """The buttons of the counts: ``describe`` says in words what one counts, ``pressed`` is the
    one that is down, ``on_press`` hears that another was pressed."""

    describe: Callable[[Query], str] = lambda query: ""
    pressed: Query | None = None
    on_press: Callable[[], None] = lambda: None


NO_ROWS: Final = Counts()
"""Where no count has rows behind it, there is nothing to describe."""


def formula_view(
    lines: Sequence[Line], digits: Digits, key: str, label: str, counts: Counts = NO_ROWS
) -> Any:
    """Draw ``lines``, which are called ``label`` for those who hear them.

    The component's state holds ``count``, the key of the count pressed last ("none" to let go).
    """
    keys = keys_of(lines)
    drawing = Drawing(digits, counts.describe, keys)
    data = {
        "lines": [drawing.line(line) for line in lines],
        "pressed": keys.get(counts.pressed, "") if counts.pressed else "",
        "label": label,
        "opens": _("What this stands for"),
    }
    return mount(HERE, key, data, on_count_change=counts.on_press)


def keys_of(lines: Sequence[Line]) -> dict[Query, str]:
    """The key of each query in ``lines``."""
    parts = (part for line in lines for part in walk(line.named))
    queries = dict.fromkeys(p.query for p in parts if isinstance(p, Count | Total | Squares))
    return {query: f"q{i}" for i, query in enumerate(queries)}


@lru_cache(512)
def symbol_box(symbol: str) -> Box:
    r"""A name such as ``H(D_{1})`` or ``\Delta\mathrm{SS}`` as boxes. Not to be changed."""
    parts = symbol_parts(symbol)
    return ["row", *(text if kind == "other" else [kind, text] for kind, text in parts)]


@dataclass(frozen=True)
class Drawing:
    """Formulas as nested boxes that the browser draws."""

    digits: Digits
    describe: Callable[[Query], str]
    keys: Mapping[Query, str]

    def line(self, line: Line) -> dict[str, Any]:
        whole = line.named
        return {
            "name": whole.symbol,
            "symbol": symbol_box(whole.symbol),
            "general": general_box(whole.general),
            "numbers": self.box(whole.body),
            "relation": "=" if self.digits.adds_up(whole) else "≈",
            "value": (self.digits.part if _whole(whole) else self.digits.show)(whole.value),
            "legend": line.legend,
            "result": line.result,
        }

    def box(self, formula: Formula) -> Box:
        """A formula with its numbers put in."""
        match formula:
            case Number(number=number):
                return self.digits.part(number)
            case Count(value=value, query=query) | Total(value=value, query=query):
                return ["count", self.keys[query], self.digits.part(value), self.describe(query)]
            case Squares(mean=mean, query=query):
                return ["squares", self.keys[query], self.digits.part(mean), self.describe(query)]
            case Named(value=value, symbol=symbol):
                return ["named", self.digits.part(value), symbol]
            case Ratio(top=top, bottom=bottom):
                return ["frac", self.box(top), self.box(bottom)]
            case Log(x=x, base=base):
                # the same counts stand as buttons before the logarithm: here they are only read
                log = ["rm", "ln" if base is None else "log₂"]
                return ["row", log, _read_only(self.box(x))]
            case Power(base=inner, exponent=exponent):
                return ["row", "(", self.box(inner), ")", ["sup", str(exponent)]]
            case Raised(base=inner, exponent=power):
                return ["row", self.term(inner), ["sup", self.digits.part(power.value)]]
            case Root(x=x, degree=degree):
                if formula.square:
                    return ["row", "√(", self.box(x), ")"]
                return [
                    "row",
                    "(",
                    self.box(x),
                    ")",
                    ["sup", f"1/{self.digits.part(degree.value)}"],
                ]
            case Max(items=items):
                commas = [part for item in items for part in (self.box(item), ",")][:-1]
                return ["row", ["rm", "max"], "(", *commas, ")"]
            case Product(factors=factors):
                return ["row", *_spaced([(f, self.box(f)) for f in factors])]
            case Sum(terms=terms):
                return ["terms", *_signed([(sign, self.term(term)) for sign, term in terms])]

    def term(self, part: Formula) -> Box:
        """A part of a sum, in brackets if it is a sum itself."""
        several = isinstance(part, Sum) and len(part.terms) > 1
        return ["row", "(", self.box(part), ")"] if several else self.box(part)


def _whole(formula: Formula) -> bool:
    """Whether a number is made of counts alone: so many rows, and not a measure of them."""

    def of_sums(part: Formula) -> bool:
        return isinstance(part, Product) and all(isinstance(f, Sum) for f in part.factors)

    kinds = Count | Number | Max | Sum | Named
    return all(isinstance(part, kinds) or of_sums(part) for part in walk(formula))


def _read_only(drawn: Box) -> Box:
    """Boxes with their buttons turned into plain numbers."""
    if isinstance(drawn, str):
        return drawn
    if drawn[0] == "count":
        return str(drawn[2])
    if drawn[0] == "named":
        return str(drawn[1])
    return [drawn[0], *map(_read_only, drawn[1:])]


def _spaced(factors: list[tuple[Formula, Box]]) -> list[Box]:
    out: list[Box] = []
    for formula, drawn in factors:
        if out and not isinstance(formula, Log):
            out.append("·")
        out.append(["row", "(", drawn, ")"] if isinstance(formula, Sum) else drawn)
    return out


def _signed(terms: list[tuple[int, Box]]) -> list[Box]:
    """Each term with its sign, so that a long sum breaks between terms only."""
    if not terms:
        return ["0"]
    return [
        ["row", "−" if sign < 0 else "+", drawn] if i or sign < 0 else drawn
        for i, (sign, drawn) in enumerate(terms)
    ]
