"""A formula is a value: it evaluates itself and prints itself, in symbols and in numbers.

The same tree of parts gives the number, its LaTeX and its plain text, so that what a person
reads is what was computed. Counts carry a query that says which rows they count.
Not done here: no algebra, and no names from the user's data (legends beside a formula hold
those; in LaTeX they would break it).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from dtcore.model.splits import Split
from dtcore.model.tree import NodeId


@dataclass(frozen=True)
class Query:
    """Which rows a count counts: those at ``node``, of one ``branch`` of ``split``, of a class."""

    node: NodeId
    split: Split | None = None
    branch: int | None = None
    label: int | None = None


@dataclass(frozen=True)
class Number:
    """A constant of the formula itself (2, 0.5, a penalty), written as it is."""

    number: float

    @property
    def value(self) -> float:
        return self.number

    @property
    def parts(self) -> tuple[Formula, ...]:
        return ()


@dataclass(frozen=True)
class Count:
    """A weight of rows: a whole number unless rows carry weights."""

    value: float
    query: Query

    @property
    def parts(self) -> tuple[Formula, ...]:
        return ()


@dataclass(frozen=True)
class Squares:
    """A sum over rows too long to write out: Σ (y - mean)² of the rows that ``query`` names."""

    value: float
    mean: float
    query: Query

    @property
    def parts(self) -> tuple[Formula, ...]:
        return ()


@dataclass(frozen=True)
class Ratio:
    """``top / bottom``; 0 if both are 0 (no rows, no share)."""

    top: Formula
    bottom: Formula

    @property
    def value(self) -> float:
        bottom = self.bottom.value
        return self.top.value / bottom if bottom else 0.0

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.top, self.bottom)


@dataclass(frozen=True)
class Log:
    """The logarithm of ``x`` to the base 2, or the natural one if ``base`` is None."""

    x: Formula
    base: int | None = 2

    @property
    def value(self) -> float:
        x = self.x.value
        return math.log(x) if self.base is None else math.log2(x)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.x,)


@dataclass(frozen=True)
class Power:
    base: Formula
    exponent: int

    @property
    def value(self) -> float:
        return self.base.value**self.exponent

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.base,)


@dataclass(frozen=True)
class Max:
    items: tuple[Formula, ...]

    @property
    def value(self) -> float:
        return max(item.value for item in self.items)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.items


@dataclass(frozen=True)
class Product:
    factors: tuple[Formula, ...]

    @property
    def value(self) -> float:
        return math.prod(factor.value for factor in self.factors)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.factors


@dataclass(frozen=True)
class Sum:
    """Terms with their signs, +1 or -1; an empty sum is 0."""

    terms: tuple[tuple[int, Formula], ...]

    @property
    def value(self) -> float:
        return math.fsum(sign * term.value for sign, term in self.terms) + 0.0

    @property
    def parts(self) -> tuple[Formula, ...]:
        return tuple(term for _, term in self.terms)


@dataclass(frozen=True)
class Named:
    """A formula with a name of its own: H(D_1) is written as a symbol and worked out apart.

    ``symbol`` and ``general`` are LaTeX: the name, and the definition without numbers.
    ``branch`` is the branch that the name speaks of, None if the whole node.
    """

    symbol: str
    general: str
    body: Formula
    branch: int | None = None

    @property
    def value(self) -> float:
        return self.body.value

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.body,)


Formula = Number | Count | Squares | Ratio | Log | Power | Max | Product | Sum | Named


def walk(formula: Formula) -> Iterator[Formula]:
    """The formula and all its parts, outermost first."""
    yield formula
    for part in formula.parts:
        yield from walk(part)


def named(formula: Formula) -> list[Named]:
    """The named parts in the order in which they are worked out: innermost first, once each."""
    found: dict[str, Named] = {}
    for part in formula.parts:
        found |= {name.symbol: name for name in named(part)}
    if isinstance(formula, Named):
        found[formula.symbol] = formula
    return list(found.values())


@dataclass(frozen=True)
class Digits:
    """How numbers are rounded on screen: ``result`` decimals, parts with two more.

    ``for_scale`` keeps four significant digits for a target in millionths.
    """

    result: int = 4
    MORE: ClassVar[int] = 2

    @classmethod
    def for_scale(cls, scale: float) -> Digits:
        """Decimals fit for numbers about as large as ``scale``: four, more if it is tiny."""
        if not math.isfinite(scale) or scale <= 0:
            return cls()
        size = math.floor(math.log10(scale))
        return cls(min(12, 3 - size) if size < -1 else max(0, min(4, 9 - size)))

    def show(self, value: float) -> str:
        """A result: rounded, never "-0.0000"."""
        return f"{round(value, self.result) + 0.0:.{self.result}f}".replace("-", "−")

    def part(self, value: float) -> str:
        """A part of a sum: whole numbers as they are, others with two more decimals."""
        if float(value).is_integer() and abs(value) < 1e15:
            return str(int(value)).replace("-", "−")
        return Digits(self.result + self.MORE).show(value)

    def adds_up(self, formula: Formula) -> bool:
        """Whether the line as printed, with its rounded parts, gives the printed result."""
        return self.show(self._as_printed(formula, top=True)) == self.show(formula.value)

    def _as_printed(self, formula: Formula, top: bool = False) -> float:
        def again(part: Formula) -> float:
            return self._as_printed(part)

        match formula:
            case Named(body=body) if top:
                return self._as_printed(body)
            case Named() | Squares() | Count():
                return float(self.part(formula.value).replace("−", "-"))
            case Ratio(top=above, bottom=below):
                bottom = again(below)
                return again(above) / bottom if bottom else 0.0
            case Log(x=x, base=base):
                return math.log(again(x)) if base is None else math.log2(again(x))
            case Power(base=inner, exponent=exponent):
                return again(inner) ** exponent
            case Max(items=items):
                return max(map(again, items))
            case Product(factors=factors):
                return math.prod(map(again, factors))
            case Sum(terms=terms):
                return math.fsum(sign * again(term) for sign, term in terms)
            case _:
                return formula.value


def latex(formula: Formula, digits: Digits, top: bool = True) -> str:
    """The formula with its numbers put in; named parts by their value, as LaTeX."""

    def again(part: Formula) -> str:
        return latex(part, digits, top=False)

    match formula:
        case Named(body=body) if top:
            return latex(body, digits, top=True)
        case Number(number=number):
            return f"{number:g}"
        case Named() | Count():
            return digits.part(formula.value)
        case Squares(mean=mean):
            return rf"\sum (y_i-{digits.part(mean)})^2"
        case Ratio(top=above, bottom=below):
            return rf"\frac{{{again(above)}}}{{{again(below)}}}"
        case Log(x=x, base=base):
            return (r"\ln" if base is None else r"\log_2") + rf"\left({again(x)}\right)"
        case Power(base=inner, exponent=exponent):
            return rf"\left({again(inner)}\right)^{exponent}"
        case Max(items=items):
            return rf"\max\left({', '.join(map(again, items))}\right)"
        case Product(factors=factors):
            return _join_factors([again(f) for f in factors], factors, r"\cdot ")
        case Sum(terms=terms):
            return _join_terms([(sign, again(term)) for sign, term in terms])


def plain(formula: Formula, digits: Digits, top: bool = True) -> str:
    """The same as one line of text, for screen readers and worksheets."""

    def again(part: Formula) -> str:
        return plain(part, digits, top=False)

    match formula:
        case Named(body=body) if top:
            return plain(body, digits, top=True)
        case Number(number=number):
            return f"{number:g}"
        case Named() | Count():
            return digits.part(formula.value)
        case Squares(mean=mean):
            return f"Σ(y − {digits.part(mean)})²"
        case Ratio(top=above, bottom=below):
            return f"{_enclosed(above, again)}/{_enclosed(below, again)}"
        case Log(x=x, base=base):
            return f"{'ln' if base is None else 'log2'}({again(x)})"
        case Power(base=inner, exponent=exponent):
            return f"({again(inner)})^{exponent}"
        case Max(items=items):
            return f"max({', '.join(map(again, items))})"
        case Product(factors=factors):
            return _join_factors([again(f) for f in factors], factors, " × ")
        case Sum(terms=terms):
            return _join_terms([(sign, again(term)) for sign, term in terms])


def _enclosed(part: Formula, again: Callable[[Formula], str]) -> str:
    text = again(part)
    return f"({text})" if isinstance(part, Sum | Product) else text


def _join_factors(texts: list[str], factors: tuple[Formula, ...], times: str) -> str:
    """Factors side by side; a logarithm needs no sign of multiplication before it."""
    out = ""
    for text, factor in zip(texts, factors, strict=True):
        if isinstance(factor, Sum):
            text = f"({text})"
        glue = "" if not out else " " if isinstance(factor, Log) else times
        out += glue + text
    return out


def _join_terms(terms: list[tuple[int, str]]) -> str:
    if not terms:
        return "0"
    first_sign, first = terms[0]
    out = ("−" if first_sign < 0 else "") + first
    for sign, text in terms[1:]:
        out += f" {'−' if sign < 0 else '+'} {text}"
    return out
