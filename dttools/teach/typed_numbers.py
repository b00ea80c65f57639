"""A number as a student types it: 0.25, 0,25, .25, ０．２５, 1/18, 八; 7:30 of hours; with its
unit; and the sums within a text: −9/14·log₂(9/14), ``\\frac{9}{14}``, 1 − (9/14)².

1,000 is none: it is a thousand to some and one to others. 0,025 can only be a decimal.
What the signs of a cell mean, ``dttools.files`` knows. Not done here: no symbols, and no sum that
has one within it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from dttools.files.dates import clock
from dttools.files.numerals import in_digits, measure_of, numeral, same_unit, typed

DECIMALS, FINE = 4, 6
"""Of a fraction, and of one below a tenth."""
_DECIMAL: Final = re.compile(r"[-+]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})", re.ASCII)
_UNCLEAR: Final = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}", re.ASCII)
_FRACTION: Final = re.compile(r"([-+]?\d{1,9}) ?/ ?(\d{1,9})", re.ASCII)


def read_typed(
    text: str, hours: bool = False, units: Iterable[str] = ()
) -> tuple[float, int] | None:
    """The number and its decimals; None if it is none. ``hours``: of the day, or how many;
    ``units``: what is counted, so that one of them may stand behind, or another of its measure."""
    plain = in_digits(typed(text).replace("／", "/").replace("：", ":").strip())
    if found := _FRACTION.fullmatch(plain):
        return _divided(int(found[1]), int(found[2]))
    if hours and (time := clock(plain)) is not None:
        return round(time, FINE), FINE
    if _UNCLEAR.fullmatch(plain):
        return None
    plain = plain.replace(",", ".")
    if not _DECIMAL.fullmatch(plain):
        plain = next(filter(None, (_counted(text.strip(), unit) for unit in units)), "")
    return (float(plain), len(plain.partition(".")[2])) if plain else None


def _counted(cell: str, into: str) -> str | None:
    """A number in this unit or another of its measure, as so many of it: 1小时30分 are 1.5 h."""
    form, own = numeral(cell), same_unit(into)
    if form is None or form.is_ambiguous:
        return None
    if form.bracketed or form.scale or form.rough or form.mark:
        return None
    unit = same_unit(form.unit)
    return form.counted("", own) if unit and (unit == own or measure_of({unit, own})) else None


def _divided(above: int, below: int) -> tuple[float, int] | None:
    if not below:
        return None
    value = above / below
    exact = next((k for k in range(FINE) if (above * 10**k) % below == 0), None)  # 1/4 is 0.25
    decimals = exact if exact is not None else DECIMALS if abs(value) >= 0.1 else FINE
    return round(value, decimals), decimals


@dataclass(frozen=True)
class TypedSum:
    """A number or a sum in a text, from ``start`` to ``end`` of it.

    ``slack``: how far the value may be off for the rounding of its numbers, the last digit of each
    being good to one. ``decimals`` of a number that stands alone; None of a sum.
    """

    start: int
    end: int
    value: float
    slack: float
    decimals: int | None = None


def plain_text(text: str) -> str:
    """``text``, sign for sign as long as it was, with signs as a keyboard has them, and without the
    marks of LaTeX."""
    plain = _MACRO.sub(_macro, _POWER.sub("^ ", text).translate(_SIGNS))
    return "".join(one if len(one) == 1 else " " for one in map(typed, plain))


def typed_sums(plain: str, base: float = 2) -> list[TypedSum]:
    """All numbers and sums in a ``plain_text``, each as far as it goes; ``base``: of a logarithm
    that says none."""
    tokens = [(found.lastgroup or "", found) for found in _TOKEN.finditer(plain)]
    tokens = [(kind, found) for kind, found in tokens if kind != "space"]
    reader, result = _Reader(tokens, base), []
    while reader.at < len(tokens):
        first = reader.at
        read = reader.sum()
        if read is None:
            reader.at = first + 1
            continue
        start, end = tokens[first][1].start(), tokens[reader.at - 1][1].end()
        bare = plain[start:end].strip("() %").replace(",", ".").replace(" ", "")
        alone = _DECIMAL.fullmatch(bare)
        decimals = None
        if alone:
            percent = 2 if "%" in plain[start:end] else 0
            decimals = len(alone[0].partition(".")[2]) + percent
        result.append(TypedSum(start, end, *read, decimals))
    return result


_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("×·⋅∙•∗＊", "*"),
        **dict.fromkeys("÷／", "/"),
        **dict.fromkeys("（［【｛{[", "("),
        **dict.fromkeys("）］】｝}]", ")"),
        **dict.fromkeys("＝≈≒≐≃", "="),
        **dict(zip("：，；。", ":,;;", strict=True)),
    }
)
_MACROS: Final = {
    **dict.fromkeys(("cdot", "times", "ast"), "*"),
    **dict.fromkeys(("approx", "simeq", "doteq", "thickapprox"), "="),
    **dict.fromkeys(("le", "leq", "leqslant"), "≤"),
    **dict.fromkeys(("log", "ln", "lg", "lb"), None),
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), "frac"),
    "div": "/", "mid": "|", "vert": "|", "Delta": "Δ", "gt": ">",
}  # fmt: skip
"""What stands for a macro; None: its own name, as for a name that is not here."""
_POWER: Final = re.compile(r"(?<=[\d)])\*\*(?=\d)")
"""In code; elsewhere the two stars print bold."""
_MACRO: Final = re.compile(r"\\[A-Za-z]+|\\.|\$|&|\*\*")


def _macro(found: re.Match[str]) -> str:
    """What stands for it, as long as it is."""
    text = found[0]
    name = text.strip("\\")
    silent = ("left", "right", "big", "Big", "bigl", "bigr", "text", "mathrm", "operatorname",
              "textbf", "mathbf", "mathit", "quad", "qquad", "displaystyle")  # fmt: skip
    if not name.isalpha() or name in silent:
        return ("%" if text == "\\%" else " ").rjust(len(text))
    return (_MACROS.get(name) or name).rjust(len(text))


_TOKEN: Final = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<log>(?:log|LOG|Log)(?P<base>_?\(?(?:10|2|₂|₁₀|e)\)?(?=[\s\d(.f]))?(?![a-zA-Z])"
    r"|(?:ln|lg|lb|LN|Ln)(?![a-zA-Z]))"
    r"|(?P<frac>frac(?=\s*\())"
    r"|(?P<number>(?:(?<![A-Za-z_.\d])|(?<=ln)|(?<=lg))(?:0,\d+|\d,\d{3,}|\d+\.\d+|\.\d+|\d+)(?!\.\d))"
    r"|(?P<word>[A-Za-z_](?:[A-Za-z0-9_]|[₀-₉])*)"
    r"|(?P<power>\^|²|³)"
    r"|(?P<sign>[-+*/()%])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_Read = tuple[float, float]
DEEPEST: Final = 40
"""Brackets within brackets."""


class _Reader:
    """Reads sums from tokens, (value, slack) each; what is none leaves it where it began."""

    def __init__(self, tokens: list[tuple[str, re.Match[str]]], base: float) -> None:
        self.tokens, self.base, self.at, self.depth = tokens, base, 0, 0

    def _deeper(self, part: Callable[[], _Read | None]) -> _Read | None:
        """A part within another, unless that is deeper than anybody writes."""
        if self.depth >= DEEPEST:
            return None
        self.depth += 1
        read = part()
        self.depth -= 1
        return read

    def _next(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            return "", ""
        kind, found = self.tokens[self.at]
        return kind, found[0]

    def _take(self, signs: str) -> str:
        """The next sign, if it is one of these."""
        _kind, text = self._next()
        if text and text in signs:
            self.at += 1
            return text
        return ""

    def sum(self) -> _Read | None:
        return self._chain(self._product, "+-", self._signed(self._product))

    def _product(self) -> _Read | None:
        return self._chain(self._factor, "*/", self._factor())

    def _chain(
        self, part: Callable[[], _Read | None], signs: str, first: _Read | None
    ) -> _Read | None:
        while first is not None:
            here = self.at
            sign = self._take(signs)
            if not sign and (signs == "+-" or not self._beside()):
                break
            more = part()
            if more is None or (sign == "/" and not more[0]):
                self.at = here
                break
            first = _joined(sign or "*", first, more)
        return first

    def _beside(self) -> bool:
        """Whether a factor follows without a sign."""
        kind, text = self._next()
        return kind in ("log", "frac") or text == "("

    def _signed(self, part: Callable[[], _Read | None]) -> _Read | None:
        here, sign = self.at, self._take("+-")
        read = part()
        if read is None:
            self.at = here
            return None
        return (-read[0], read[1]) if sign == "-" else read

    def _factor(self) -> _Read | None:
        here = self.at
        if self._next()[1] == "-":
            return self._deeper(lambda: self._signed(self._factor))
        read = self._atom()
        if read is None:
            self.at = here
            return None
        while (power := self._power()) is not None:
            value, slack = read
            read = value**power, abs(power * value ** max(power - 1, 0)) * slack
        if self._take("%"):
            read = read[0] / 100, read[1] / 100
        return read

    def _power(self) -> int | None:
        here = self.at
        kind, text = self._next()
        if kind != "power":
            return None
        self.at += 1
        if text != "^":
            return 2 if text == "²" else 3
        bracket = self._take("(")
        kind, text = self._next()
        self.at += 1
        small = kind == "number" and text.isdecimal() and int(text) < 20
        if small and (not bracket or self._take(")")):
            return int(text)
        self.at = here
        return None

    def _atom(self) -> _Read | None:
        kind, text = self._next()
        if kind == "number":
            self.at += 1
            text = text.replace(",", ".")
            decimals = len(text.partition(".")[2])
            return float(text), 10.0**-decimals if decimals else 0.0
        if kind == "log":
            return self._log()
        if kind == "frac":
            self.at += 1
            above, below = self._bracket(), self._bracket()
            usable = above and below and below[0]
            return _joined("/", above, below) if above and below and usable else None
        return self._bracket()

    def _bracket(self) -> _Read | None:
        if not self._take("("):
            return None
        read = self._deeper(self.sum)
        return read if read is not None and self._take(")") else None

    def _log(self) -> _Read | None:
        found = self.tokens[self.at][1]
        self.at += 1
        said, name = (found["base"] or "").strip("_()"), found["log"].lower()
        base = {"2": 2.0, "₂": 2.0, "10": 10.0, "₁₀": 10.0, "e": math.e}.get(said)
        if base is None:
            base = {"ln": math.e, "lg": 10.0, "lb": 2.0}.get(name[:2], self.base)
        bare = self._next()[0] == "number"
        read = self._deeper(self._atom)
        if bare and read is not None and self._next()[1] == "/":  # log2 9/14 is of the fraction
            here = self.at
            self.at += 1
            below = self._atom() if self._next()[0] == "number" else None
            if below is None or not below[0]:
                self.at = here
            else:
                read = _joined("/", read, below)
        if read is None or read[0] <= 0:
            return None
        return math.log(read[0]) / math.log(base), read[1] / read[0] / math.log(base)


def _joined(sign: str, one: _Read, other: _Read) -> _Read:
    (a, s), (b, t) = one, other
    match sign:
        case "+":
            return a + b, s + t
        case "-":
            return a - b, s + t
        case "*":
            return a * b, abs(a) * t + abs(b) * s
    return a / b, s / abs(b) + abs(a / b / b) * t
