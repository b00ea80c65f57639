"""Going through the parts of a formula: to find some, to put others in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dtcore.formula.parts import (
    Formula,
    Log,
    Max,
    Named,
    Power,
    Product,
    Raised,
    Ratio,
    Root,
    Sum,
)


def walk(formula: Formula) -> Iterator[Formula]:
    """The formula and all its parts, outermost first."""
    yield formula
    for part in formula.parts:
        yield from walk(part)


def mapped(formula: Formula, change: Callable[[Formula], Formula | None]) -> Formula:
    """The formula with parts replaced: ``change`` gives another part, or None to look inside."""

    def again(part: Formula) -> Formula:
        return mapped(part, change)

    other = change(formula)
    if other is not None:
        return other
    match formula:
        case Ratio(top=top, bottom=bottom):
            return Ratio(again(top), again(bottom))
        case Log(x=x):
            return replace(formula, x=again(x))
        case Power(base=base):
            return replace(formula, base=again(base))
        case Raised(base=base, exponent=power):
            return Raised(again(base), again(power))
        case Root(x=x, degree=degree):
            return Root(again(x), again(degree))
        case Max(items=items):
            return Max(tuple(map(again, items)))
        case Product(factors=factors):
            return Product(tuple(map(again, factors)))
        case Sum(terms=terms):
            return Sum(tuple((sign, again(term)) for sign, term in terms))
        case Named(body=body):
            return replace(formula, body=again(body))
        case _:
            return formula


def named(formula: Formula) -> list[Named]:
    """The named parts in the order in which they are worked out: innermost first, once each."""
    found: dict[str, Named] = {}
    for part in formula.parts:
        found |= {name.symbol: name for name in named(part)}
    if isinstance(formula, Named):
        found[formula.symbol] = formula
    return list(found.values())
