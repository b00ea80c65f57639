"""A formula is a value: a tree of parts that evaluates itself. Counts name the rows they count.

The same tree gives the number, its text (``dttools.printing``) and on the pages its drawing, so
that what a person reads is what was computed. A definition is a formula too: it has symbols in
place of numbers, and no value. A symbol is a name as plain text: H(D_1), e_{1,2}, ΔSS. What stands
below the line comes after _, in braces if it is more than one sign; a single letter is italic, a
word upright. Not done here: no algebra, no fraction or root within a name, and no names from the
user's data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import elsewhere


class Branching(Protocol):
    """What sends the rows (m,) of a dataset to branches (m,), -1 for none: any ``Split``.

    ``condition`` gives the ``Condition`` under which a row takes a branch.
    """

    @property
    def column(self) -> int: ...
    def branch(self, dataset: Any, rows: NDArray[np.intp]) -> NDArray[np.intp]: ...
    def condition(self, schema: Any, branch: int) -> Any: ...


@dataclass(frozen=True)
class Query:
    """Which rows a count counts: those at ``node``, of one ``branch`` of ``split``, of a class.

    ``node`` is the branches taken from the root. Without a branch, all rows that the split
    places; branch -1 are those that it does not.
    """

    node: tuple[int, ...]
    split: Branching | None = None
    branch: int | None = None
    label: int | None = None


class Part:
    """What a formula is made of; ``held`` names the fields that hold parts of its own.

    The operators make formulas of two parts, each of the kind that it says.
    """

    held: ClassVar[tuple[str, ...]] = ()

    @property
    def parts(self) -> tuple[Formula, ...]:
        return tuple(getattr(self, name) for name in self.held)

    def __add__(self: Any, other: Formula) -> Sum:
        return Sum(((1, self), (1, other)))

    def __sub__(self: Any, other: Formula) -> Sum:
        return Sum(((1, self), (-1, other)))

    def __neg__(self: Any) -> Sum:
        return Sum(((-1, self),))

    def __mul__(self: Any, other: Formula) -> Product:
        return Product((self, other))

    def __truediv__(self: Any, other: Formula) -> Ratio:
        return Ratio(self, other)

    def __pow__(self: Any, exponent: int) -> Power:
        return Power(self, exponent)


@dataclass(frozen=True)
class Number(Part):
    """A constant of the formula itself (2, 0.5, a penalty), written as it is."""

    number: float

    @property
    def value(self) -> float:
        return self.number


@dataclass(frozen=True)
class Count(Part):
    """A weight of rows: a whole number unless rows carry weights."""

    value: float
    query: Query


@dataclass(frozen=True)
class Total(Part):
    """The sum of the target over the rows that ``query`` names: one number, its rows apart."""

    value: float
    query: Query


@dataclass(frozen=True)
class Squares(Part):
    """A sum over rows too long to write out: Σ (y - mean)² of the rows that ``query`` names."""

    value: float
    mean: float
    query: Query


@dataclass(frozen=True)
class Ratio(Part):
    """``top / bottom``; 0 if both are 0 (no rows, no share)."""

    top: Formula
    bottom: Formula
    held: ClassVar[tuple[str, ...]] = ("top", "bottom")

    @property
    def value(self) -> float:
        bottom = self.bottom.value
        return self.top.value / bottom if bottom else 0.0


@dataclass(frozen=True)
class Log(Part):
    """The logarithm of ``x`` to the base 2, or the natural one if ``base`` is None."""

    x: Formula
    base: int | None = 2
    held: ClassVar[tuple[str, ...]] = ("x",)

    @property
    def value(self) -> float:
        x = self.x.value
        return math.log(x) if self.base is None else math.log2(x)


@dataclass(frozen=True)
class Power(Part):
    base: Formula
    exponent: int
    held: ClassVar[tuple[str, ...]] = ("base",)

    @property
    def value(self) -> float:
        return self.base.value**self.exponent


@dataclass(frozen=True)
class Raised(Part):
    """``base`` to a power that is a formula itself: 2 to the gain."""

    base: Formula
    exponent: Formula
    held: ClassVar[tuple[str, ...]] = ("base", "exponent")

    @property
    def value(self) -> float:
        return float(self.base.value**self.exponent.value)


@dataclass(frozen=True)
class Root(Part):
    """The root of ``x`` that ``degree`` says: the square root if 2; of a share, the n-th."""

    x: Formula
    degree: Formula = Number(2)
    held: ClassVar[tuple[str, ...]] = ("x", "degree")

    @property
    def value(self) -> float:
        return float(max(self.x.value, 0.0) ** (1 / self.degree.value))

    @property
    def square(self) -> bool:
        return self.degree == Number(2)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.x,) if self.square else (self.x, self.degree)


@dataclass(frozen=True)
class Max(Part):
    items: tuple[Formula, ...]

    @property
    def value(self) -> float:
        return max(item.value for item in self.items)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.items


@dataclass(frozen=True)
class Product(Part):
    factors: tuple[Formula, ...]

    @property
    def value(self) -> float:
        return math.prod(factor.value for factor in self.factors)

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.factors


@dataclass(frozen=True)
class Sum(Part):
    """Terms with their signs, +1 or -1; an empty sum is 0."""

    terms: tuple[tuple[int, Formula], ...]

    @property
    def value(self) -> float:
        return math.fsum(sign * term.value for sign, term in self.terms) + 0.0

    @property
    def parts(self) -> tuple[Formula, ...]:
        return tuple(term for _, term in self.terms)


@dataclass(frozen=True)
class Symbol(Part):
    """A name that stands for a number in a definition, written as below."""

    name: str

    @property
    def value(self) -> float:
        return math.nan


@dataclass(frozen=True)
class Bars(Part):
    """|x|: how many rows a set has, or how far a number is from 0."""

    x: Formula
    held: ClassVar[tuple[str, ...]] = ("x",)

    @property
    def value(self) -> float:
        return abs(self.x.value)


@dataclass(frozen=True)
class Over(Part):
    """In a definition: the sum of ``x`` over an index such as "k" or "i∈D", or its maximum."""

    index: str
    x: Formula
    sign: Literal["∑", "max"] = "∑"
    held: ClassVar[tuple[str, ...]] = ("x",)

    @property
    def value(self) -> float:
        return math.nan


@dataclass(frozen=True)
class Equal(Part):
    """In a definition: the same in two ways."""

    one: Formula
    other: Formula
    held: ClassVar[tuple[str, ...]] = ("one", "other")

    @property
    def value(self) -> float:
        return self.one.value


@dataclass(frozen=True)
class Named(Part):
    """A formula with a name of its own: H(D_1) is written as a symbol and worked out apart.

    ``symbol`` is the name, ``general`` the definition in symbols. ``branch`` is the branch that
    the name speaks of, None if the whole node.
    """

    symbol: str
    general: Formula
    body: Formula
    branch: int | None = None
    held: ClassVar[tuple[str, ...]] = ("body",)

    @property
    def value(self) -> float:
        return self.body.value


Formula = (
    Number | Count | Total | Squares | Ratio | Log | Power | Raised | Root
    | Max | Product | Sum | Symbol | Bars | Over | Equal | Named
)  # fmt: skip


def walk(formula: Formula) -> Iterator[Formula]:
    """The formula and all its parts, outermost first."""
    yield formula
    for part in formula.parts:
        yield from walk(part)


def replace_parts(formula: Formula, change: Callable[[Formula], Formula | None]) -> Formula:
    """The formula with parts replaced: ``change`` gives another part, or None to look inside."""

    def again(part: Formula) -> Formula:
        return replace_parts(part, change)

    other = change(formula)
    if other is not None:
        return other
    match formula:
        case Max(items=items):
            return Max(tuple(map(again, items)))
        case Product(factors=factors):
            return Product(tuple(map(again, factors)))
        case Sum(terms=terms):
            return Sum(tuple((sign, again(term)) for sign, term in terms))
    held: dict[str, Any] = {name: again(getattr(formula, name)) for name in formula.held}
    return replace(formula, **held)


def sum_of(parts: Iterable[Formula], sign: Literal[1, -1] = 1) -> Sum:
    """The sum of ``parts``, each with this sign."""
    return Sum(tuple((sign, part) for part in parts))


def named_parts(formula: Formula) -> list[Named]:
    """The named parts in the order in which they are worked out: innermost first, once each."""
    result: dict[str, Named] = {}
    for part in formula.parts:
        result |= {name.symbol: name for name in named_parts(part)}
    if isinstance(formula, Named):
        result[formula.symbol] = formula
    return list(result.values())


_SIGN: Final = re.compile(
    r"_\{(?P<sub>[^}]*)\}|_(?P<one>\w)|(?P<rm>[A-Za-z]{2,})|(?P<it>[^\W\d_])|(?P<other>[^_])"
)


def within(whole: str, index: str) -> str:
    """The name of a part of the set ``whole``: D_k of D, D_{1k} of D_{1}, D_{t,k} of D_t."""
    name, _, below = whole.partition("_")
    below = below.strip("{}")
    if not below:
        return f"{name}_{index}" if len(index) == 1 else f"{name}_{{{index}}}"
    comma = "" if below.isdecimal() and index.isalpha() else ","
    return f"{name}_{{{below}{comma}{index}}}"


def size(of: str) -> Bars:
    """|D|, how many rows the set ``of`` has."""
    return Bars(Symbol(of))


def symbol_parts(symbol: str) -> list[tuple[str, str]]:
    """A name in parts: ("it" | "rm" | "sub" | "other", text).

    ``ΔSS(D_{1})`` is Δ upright, SS upright, (, D italic, 1 below, ).
    """
    out = []
    for found in _SIGN.finditer(symbol):
        kind = found.lastgroup or "other"
        text = found[kind]
        if kind == "it" and "Α" <= text <= "Ω":  # Greek capitals are upright
            kind = "rm"
        out.append(("sub" if kind == "one" else kind, text))
    return out


def symbol_text(symbol: str) -> str:
    """A name as plain text: H(D_{1}) is H(D1)."""
    parts = symbol_parts(symbol)
    return "".join(f"_{t}" if kind == "sub" and not t.isdecimal() else t for kind, t in parts)


if not TYPE_CHECKING:  # which would take every name for one that is here
    __getattr__ = elsewhere(__name__, {"dttools.printing": "Digits exact in_symbols plain several"})
