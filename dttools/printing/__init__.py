"""A formula in print: rounding that says when a line does not add up, text, and its value as a
fraction, where all its numbers are whole.

Not done here: no fraction is looked for behind a rounded number. A logarithm and a root have
none, even where they come out whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dtcore.formula import (
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
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    Total,
    replace_parts,
    symbol_text,
    walk,
)

MORE: Final = 2
"""Decimals that parts have beyond those of the result."""
MOST: Final = 4
"""As many at most, where a line adds up only with them."""

LONGEST: Final = 150
"""Of a sum in a sentence."""


@dataclass(frozen=True)
class Digits:
    """How numbers are rounded on screen: ``result`` decimals, parts with so many ``more``.

    ``for_scale`` keeps four significant digits for a target in millionths. What lies beyond
    ``settled`` decimals is noise: 1/32 is rounded alike however it was computed.
    """

    result: int = 4
    settled: int = 12
    more: int = MORE

    @classmethod
    def for_scale(cls, scale: float) -> Digits:
        """Decimals fit for numbers about as large as ``scale``: four, more if it is tiny."""
        if not math.isfinite(scale) or scale <= 0:
            return cls()
        size = math.floor(math.log10(scale))
        decimals = min(12, 3 - size) if size < -1 else max(0, min(4, 9 - size))
        return cls(decimals, max(decimals + MORE, min(12 - size, 24)))

    def down_to(self, least: float) -> Digits:
        """With decimals enough for two digits of ``least``, unless it is told from 0 well enough;
        never so many that they are noise."""
        if not 0 < least < 5 * 10.0**-self.result:
            return self
        wanted = 1 - math.floor(math.log10(least))
        decimals = max(self.result, min(wanted, self.settled - MORE - 1))
        return Digits(decimals, max(self.settled, decimals + MORE))

    def rounded(self, value: float) -> float:
        """``value`` as it is shown."""
        # numpy rounds halves another way than Python does
        return round(round(float(value), self.settled), self.result) + 0.0

    def show(self, value: float) -> str:
        """A result: rounded, never "-0.0000"; 0 is "0", told from what is rounded to "0.0000"."""
        if round(float(value), self.settled) == 0:
            return "0"
        return f"{self.rounded(value):.{self.result}f}".replace("-", "−")

    def apart(self, one: float, other: float) -> Digits:
        """With decimals enough for two numbers that differ not to look alike."""
        if self.rounded(one) != self.rounded(other):
            return self
        less = abs(one - other)
        finer = self.down_to(less)
        if finer.rounded(one) == finer.rounded(other) and less >= 10.0**-self.settled:
            return Digits(self.settled, self.settled + MORE)  # more than noise, as squares of gains
        return finer

    def less(self, one: float, other: float) -> str:
        """By how much ``other`` is less than ``one``: the difference of the two as they are shown,
        so that whoever subtracts them finds it."""
        return self.show(self.rounded(one) - self.rounded(other))

    def of_line(self, formula: Formula) -> Digits:
        """As these, with more decimals in the parts, ``MOST`` beyond the result's, where only with
        them they add up."""
        finer = (replace(self, more=more) for more in range(self.more, MOST + 1))
        return next((digits for digits in finer if digits.adds_up(formula)), self)

    def part(self, value: float) -> str:
        """A part of a sum: with more decimals, or as it is where fewer say all of it."""
        if float(value).is_integer() and abs(value) < 1e15:
            return str(int(value)).replace("-", "−")
        decimals = self.result + self.more
        settled = max(decimals, self.settled)
        shown = Digits(decimals, settled).show(value)
        says_all = float(shown.replace("−", "-")) == round(float(value), settled) != 0
        return shown.rstrip("0").rstrip(".") if says_all else shown

    def adds_up(self, formula: Formula) -> bool:
        """Whether the line as printed, with its rounded parts, gives the printed result."""
        unit = 10.0**-self.result
        away = abs(self._as_printed(formula) - self.rounded(formula.value))
        # exactly between two results one may round either way, so that does not add up
        return away < unit * (0.5 - 1e-6)

    def _as_printed(self, formula: Formula) -> float:
        """The value that the printed parts give; undefined where they divide by 0."""

        def printed(part: Formula) -> Formula | None:
            if isinstance(part, Bars | Over | Equal):
                return Number(part.value)
            if isinstance(part, Named | Number | Squares | Count | Total):
                return Number(float(self.part(part.value).replace("−", "-")))
            return None

        if isinstance(formula, Named):
            return self._as_printed(formula.body)
        if isinstance(formula, Squares):  # a sum over rows is not printed term by term
            return formula.value
        line = replace_parts(formula, printed)
        ratios = (part for part in walk(line) if isinstance(part, Ratio))
        return line.value if all(ratio.bottom.value for ratio in ratios) else math.nan


def plain(formula: Formula, digits: Digits, top: bool = True) -> str:
    """The same as one line of text, for screen readers and worksheets."""

    def again(part: Formula) -> str:
        return plain(part, digits, top=False)

    match formula:
        case Named(body=body) if top:
            return plain(body, digits, top=True)
        case Named() | Number() | Count() | Total():
            return digits.part(formula.value)
        case Squares(mean=mean):
            return f"Σ(y − {digits.part(mean)})²"
        case Ratio(top=above, bottom=below):
            return f"{_enclosed(above, again)}/{_enclosed(below, again)}"
        case Log(x=x, base=base):
            return f"{'ln' if base is None else 'log2'}({again(x)})"
        case Power(base=inner, exponent=exponent):
            text = again(inner)
            return f"{text if isinstance(inner, Symbol) else f'({text})'}^{exponent}"
        case Raised(base=inner, exponent=power):
            return f"({again(inner)})^({again(power)})"
        case Root(x=x, degree=degree):
            return f"√({again(x)})" if formula.square else f"({again(x)})^(1/{again(degree)})"
        case Max(items=items):
            return f"max({', '.join(map(again, items))})"
        case Product(factors=factors):
            times = " " if in_symbols(formula) else " × "
            return join_factors([again(f) for f in factors], factors, times)
        case Sum(terms=terms):
            return join_terms([(sign, _term(term, again)) for sign, term in terms])
        case Symbol(name=name):
            return symbol_text(name)
        case Bars(x=x):
            return f"|{again(x)}|"
        case Over(index=index, x=x, sign=sign):
            return f"{sign}_{symbol_text(index)} {_term(x, again)}"
        case Equal(one=one, other=other):
            return f"{again(one)} = {again(other)}"


def equation(formula: Formula, digits: Digits) -> str:
    """A number with the sum that it comes from, in one line: 9/14 − 0.25 = 0.3929; without it where
    it is longer than can be read in a sentence."""
    shown = digits.show(formula.value)
    said = f"{plain(formula, digits.of_line(formula))} = {shown}"
    return said if len(said) <= LONGEST else shown


def in_symbols(formula: Formula) -> bool:
    """Whether it is a definition, or a part of one, rather than a sum of numbers."""
    return any(isinstance(part, Symbol) for part in walk(formula))


def _enclosed(part: Formula, again: Callable[[Formula], str]) -> str:
    text = again(part)
    return f"({text})" if isinstance(part, Product | Ratio) or several(part) else text


def _term(part: Formula, again: Callable[[Formula], str]) -> str:
    return f"({again(part)})" if several(part) else again(part)


def several(part: Formula) -> bool:
    """Whether a part is a sum that needs brackets inside another."""
    return isinstance(part, Sum) and (len(part.terms) > 1 or any(s < 0 for s, _ in part.terms))


def join_factors(
    texts: list[str], factors: tuple[Formula, ...], times: str, brackets: str = "({})"
) -> str:
    """Factors, written as ``texts``, side by side; a logarithm needs no sign of multiplication
    before it. ``brackets`` go around a sum."""
    out = ""
    for text, factor in zip(texts, factors, strict=True):
        if isinstance(factor, Sum | Equal):
            text = brackets.format(text)
        glue = "" if not out else " " if isinstance(factor, Log) else times
        out += glue + text
    return out


def join_terms(terms: list[tuple[int, str]]) -> str:
    """Terms with their signs; none is 0."""
    if not terms:
        return "0"
    first_sign, first = terms[0]
    out = ("−" if first_sign < 0 else "") + first
    for sign, text in terms[1:]:
        out += f" {'−' if sign < 0 else '+'} {text}"
    return out


def exact(formula: Formula) -> Fraction | None:
    """The value as a reduced fraction; None if it has none or a number in it is not whole."""
    if isinstance(formula, Number | Count | Total):
        whole = math.isfinite(formula.value) and float(formula.value).is_integer()
        return Fraction(int(formula.value)) if whole else None
    inside = []
    for part in formula.parts:
        one = exact(part)
        if one is None:
            return None
        inside.append(one)
    return _of(formula, inside)


def _of(formula: Formula, inside: list[Fraction]) -> Fraction | None:
    """The value of a formula whose parts are worth ``inside``."""
    match formula:
        case Named():
            return inside[0]
        case Ratio():
            return inside[0] / inside[1] if inside[1] else Fraction(0)
        case Power(exponent=exponent):
            return inside[0] ** exponent
        case Raised():
            base, power = inside
            # a whole power of a whole number soon has more digits than anyone can read
            return base**power.numerator if power in range(65) else None
        case Max():
            return max(inside)
        case Product():
            return math.prod(inside, start=Fraction(1))
        case Sum(terms=terms):
            signed = (sign * one for (sign, _), one in zip(terms, inside, strict=True))
            return sum(signed, start=Fraction(0))
    return None
