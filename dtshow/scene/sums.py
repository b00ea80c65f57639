"""Formulas as nested boxes, which the browser draws: lines of working with buttons for counts.

A box is a sign or a number, or a list whose first item says how the others are put together; the
kinds are those that ``dtshow/web/stage/mathml.js`` knows. Numbers and definitions are
drawn by the same walker. A count has a key; ``keys_of`` says which query it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

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
    Query,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    Total,
    symbol_parts,
    symbol_text,
    walk,
)
from dtshow.words.language import _
from dtshow.words.number_format import is_chinese
from dttools.printing import Digits, exact, in_symbols, plain, several

Box = str | list[Any]
GAP: Final = " "
"""A little room between two factors."""
LONGEST: Final = 9
"""A fraction with more digits than this above or below is shown rounded."""


@dataclass(frozen=True)
class Line:
    """One line of working: symbol = numbers = result, and which branch it is about."""

    named: Named
    legend: str = ""
    result: bool = False


@dataclass(frozen=True)
class Counts:
    """The buttons of the counts: ``describe`` says in words what one counts, ``terms`` writes out
    a sum of squares; ``pressed`` is the one that is down, ``on_press`` hears which one is pressed,
    None: none is down any more."""

    describe: Callable[[Query], str] = lambda query: ""
    pressed: Query | None = None
    on_press: Callable[[Query | None], object] = lambda query: None
    terms: Callable[[Squares], Sum | None] = lambda squares: None


NO_ROWS: Final = Counts()
"""Where no count has rows behind it, there is nothing to describe."""


@dataclass(frozen=True)
class Writing:
    """How numbers are written: rounded to ``digits``, or as fractions where they have one."""

    digits: Digits
    exact: bool = False


def sum_block(
    lines: Sequence[Line],
    writing: Writing,
    label: str,
    counts: Counts = NO_ROWS,
    above: Sequence[Named] = (),
) -> dict[str, Any]:
    """``lines``, called ``label`` for those who hear them, as the stage draws them; ``above``
    are formulas in symbols, which stand above them."""
    keys = keys_of(lines)
    drawing = Drawing(writing.digits, counts.describe, keys, writing.exact, counts.terms)
    drawn = [drawing.line(line) for line in lines]
    opens_sums = any("terms" in line for line in drawn)
    return {
        "type": "sum",
        "key": label,
        "label": label,
        "opens": _("Show the definition"),
        "folds": _("Hide or show the numbers of this line"),
        "writes": _("Write the sum term by term, or as one sum") if opens_sums else "",
        "general": [definition(named) for named in above],
        "lines": drawn,
        "pressed": keys.get(counts.pressed, "") if counts.pressed else "",
        "play": False,
        "exact": None,
        "latex": _("Copy as LaTeX") if lines else "",
    }


def exact_switch(lines: Iterable[Line], on: bool) -> dict[str, Any] | None:
    """The switch to exact fractions; None if no line has one that is not whole."""
    found = (exact(line.named) for line in lines)
    if not any(one is not None and one.denominator > 1 for one in found):
        return None
    return {"on": on, "label": _("Exact fractions")}


def keys_of(lines: Sequence[Line]) -> dict[Query, str]:
    """The key of each query in ``lines``."""
    parts = (part for line in lines for part in walk(line.named))
    queries = dict.fromkeys(p.query for p in parts if isinstance(p, Count | Total | Squares))
    return {query: f"q{i}" for i, query in enumerate(queries)}


@lru_cache(512)
def symbol_box(symbol: str) -> Box:
    """A name such as ``H(D_{1})`` or ``ΔSS`` as boxes. Not to be changed."""
    boxes: list[Box] = []
    for kind, text in symbol_parts(symbol):
        if kind == "sub":
            boxes.append(["sub", symbol_box(text)])
        else:
            boxes.append(text.replace("'", "′") if kind == "other" else [kind, text])
    return boxes[0] if len(boxes) == 1 else ["row", *boxes]


@lru_cache(512)
def general_box(general: Formula) -> Box:
    """A definition as boxes. Not to be changed."""
    return Drawing(Digits(), lambda query: "", {}).box(general)


def definition(named: Named) -> list[Box]:
    """A name and what it stands for."""
    return [symbol_box(named.symbol), general_box(named.general)]


@dataclass(frozen=True)
class Drawing:
    """Formulas as nested boxes; one place says how each part is drawn."""

    digits: Digits
    describe: Callable[[Query], str]
    keys: Mapping[Query, str]
    exact: bool = False
    terms: Callable[[Squares], Sum | None] = lambda squares: None

    def line(self, line: Line) -> dict[str, Any]:
        whole, digits = line.named, self.digits.of_line(line.named)
        here = replace(self, digits=digits)
        symbol, general = definition(whole)
        fraction = here.fraction(whole)
        relation = "=" if fraction or digits.adds_up(whole) else "≈"
        shown = (digits.part if _whole(whole) else digits.show)(whole.value)
        return {
            "name": whole.symbol,
            "symbol": symbol,
            "general": general,
            **here.numbers(whole.body),
            "relation": relation,
            "value": fraction or shown,
            "legend": line.legend,
            "result": line.result,
            "plain": _plain(line),
            "says": here.says(line, relation, shown),
        }

    def says(self, line: Line, relation: str, shown: str) -> str:
        """The whole line as text, for those who would hear it in pieces."""
        name, numbers = symbol_text(line.named.symbol), plain(line.named, self.digits)
        text = f"{name} = {numbers}" if _plain(line) else f"{name} = {numbers} {relation} {shown}"
        comma = "，" if is_chinese(line.legend) else ", "  # a class has no language of its own
        return f"{text}{comma}{line.legend}" if line.legend else text

    def fraction(self, formula: Formula) -> Box | None:
        """The value as a reduced fraction, if that is wanted and it has one."""
        found = exact(formula) if self.exact else None
        if found is None or max(len(str(found.numerator)), len(str(found.denominator))) > LONGEST:
            return None
        return _fraction_box(found)

    def numbers(self, body: Formula) -> dict[str, Box]:
        """The right side of a line; that of squares, or of their mean, can be written out."""
        squares = body.top if isinstance(body, Ratio) else body
        written = self.terms(squares) if isinstance(squares, Squares) else None
        if written is None:
            return {"numbers": self.box(body)}
        opens, terms = [*self.box(squares), "∑"], self.signed(written.terms)
        if not isinstance(body, Ratio):
            return {"numbers": opens, "terms": ["terms", *terms]}
        below = self.box(body.bottom)
        terms[0] = ["row", ["frac", "1", read_only(below)], GAP, "(", terms[0]]
        terms[-1] = [*terms[-1], ")"]
        return {"numbers": ["frac", opens, below], "terms": ["terms", *terms]}

    def box(self, formula: Formula) -> Box:
        """A formula with its numbers put in, or a definition."""
        match formula:
            case Number(number=number):
                return self.digits.part(number)
            case Count(value=value, query=query) | Total(value=value, query=query):
                return ["count", *self.button(value, query)]
            case Squares(mean=mean, query=query):
                return ["squares", *self.button(mean, query)]
            case Named(value=value, symbol=symbol):
                return ["named", self.fraction(formula) or self.digits.part(value), symbol]
            case Ratio(top=top, bottom=bottom):
                return ["frac", self.box(top), self.box(bottom)]
            case Log(x=x, base=base):
                name: list[Box] = [["rm", "ln"]] if base is None else [["rm", "log"], ["sub", "2"]]
                # the same counts stand as buttons before the logarithm: here they are only read
                return ["row", *name, GAP, read_only(self.enclosed(x))]
            case Power(base=inner, exponent=exponent):
                return ["pow", self.powered(inner), str(exponent)]
            case Raised(base=inner, exponent=power):
                return ["pow", self.powered(inner), read_only(self.box(power))]
            case Root(x=x, degree=degree):
                if formula.square:
                    return ["sqrt", self.box(x)]
                return ["root", self.box(x), read_only(self.box(degree))]
            case Max(items=items):
                commas = [part for item in items for part in (self.box(item), ",")][:-1]
                return ["row", ["rm", "max"], ["paren", *commas]]
            case Product(factors=factors):
                return ["row", *self.factors(factors, GAP if in_symbols(formula) else "·")]
            case Sum(terms=terms):
                return ["terms", *self.signed(terms)]
            case Symbol() | Bars() | Over() | Equal():
                return self.symbols(formula)

    def symbols(self, part: Symbol | Bars | Over | Equal) -> Box:
        """What only definitions have."""
        match part:
            case Symbol(name=name):
                return symbol_box(name)
            case Bars(x=x):
                return ["row", "|", self.box(x), "|"]
            case Over(index=index, x=x, sign=sign):
                below, body = symbol_box(index), self.enclosed(x)
                greatest = ["row", ["rm", "max"], ["sub", below], GAP, body]
                return ["sum", below, body] if sign == "∑" else greatest
            case Equal(one=one, other=other):
                return ["row", self.box(one), "=", self.box(other)]

    def button(self, value: float, query: Query) -> list[Box | int]:
        """A number with rows behind it: key, text, words, and their branch and class or -1."""
        branch = -1 if query.branch is None else query.branch
        label = -1 if query.label is None else query.label
        return [self.keys[query], self.digits.part(value), self.describe(query), branch, label]

    def enclosed(self, part: Formula) -> Box:
        """A part of a product or a sum, in brackets if it is a sum itself."""
        return ["paren", self.box(part)] if several(part) else self.box(part)

    def powered(self, base: Formula) -> Box:
        """What a power is taken of: in brackets unless it is a name or a number."""
        alone = isinstance(base, Symbol | Number | Named) and not base.value < 0
        return self.box(base) if alone else ["paren", self.box(base)]

    def factors(self, factors: Sequence[Formula], times: str) -> list[Box]:
        """Factors side by side; a logarithm needs no sign of multiplication before it."""
        out: list[Box] = []
        for factor in factors:
            if out:
                out.append(GAP if isinstance(factor, Log) else times)
            bracketed = isinstance(factor, Sum | Equal)
            out.append(["paren", self.box(factor)] if bracketed else self.box(factor))
        return out

    def signed(self, terms: Sequence[tuple[int, Formula]]) -> list[Box]:
        """Each term with its sign, so that a long sum breaks between terms only."""
        if not terms:
            return ["0"]
        return [
            ["row", "−" if sign < 0 else "+", self.enclosed(term)]
            if i or sign < 0
            else self.enclosed(term)
            for i, (sign, term) in enumerate(terms)
        ]


def _plain(line: Line) -> bool:
    """Whether its right side is one number, so that a result would say it twice."""
    return not line.result and isinstance(line.named.body, Number | Count)


def _fraction_box(value: Fraction) -> Box:
    if value < 0:
        return ["row", "−", _fraction_box(-value)]
    if value.denominator == 1:
        return str(value.numerator)
    return ["frac", str(value.numerator), str(value.denominator)]


def _whole(formula: Formula) -> bool:
    """Whether a number is made of counts alone: so many rows, and not a measure of them."""

    def of_sums(part: Formula) -> bool:
        return isinstance(part, Product) and all(isinstance(f, Sum) for f in part.factors)

    kinds = Count | Number | Max | Sum | Named
    return all(isinstance(part, kinds) or of_sums(part) for part in walk(formula))


def read_only(drawn: Box) -> Box:
    """Boxes with their buttons turned into plain numbers. Where nobody can press, all of them."""
    if isinstance(drawn, str):
        return drawn
    if drawn[0] == "count":
        return str(drawn[2])
    if drawn[0] == "squares":
        return ["row", "∑", ["pow", ["paren", ["it", "y"], "−", str(drawn[2])], "2"]]
    if drawn[0] == "named":
        number: Box = drawn[1]
        return number
    return [drawn[0], *map(read_only, drawn[1:])]
