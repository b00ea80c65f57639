"""Whether a printed number is right, by the digits that it is printed with.

Right: it is ours, rounded to its digits. Rounded: it is less than one unit of its last digit away,
as ``worked`` out from numbers that were rounded or truncated first; or it is exactly what the
text's own rounded numbers give. Wrong: everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import log2
from typing import Final, Literal, get_args

from pages.ui.textbook.printed import Printed, branches, number, numbers, value

Mark = Literal["wrong", "rounded", "right"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
"""The worst first."""
SIGNS: Final[dict[Mark, str]] = {"wrong": "✗", "rounded": "≈", "right": "✓"}
EXACT: Final = 1e-9


def unit(printed: str) -> float:
    """One unit of the last digit; of a fraction, which has all its digits, next to nothing."""
    if "/" in printed:
        return EXACT
    return float(Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)))


def as_number(printed: str) -> float:
    """ "0.246" or "5/18"."""
    return float(Fraction(printed))


def mark(one: Printed) -> Mark:
    away, step = abs(as_number(one.printed) - value(one)), unit(one.printed)
    if away <= step / 2 + EXACT:
        return "right"
    if away < step:
        return "rounded"
    if one.slip == "printed_ratio" and explains(one):
        worst = min(map(mark, ratio(one)), key=MARKS.index)
        return "wrong" if worst == "wrong" else "rounded"
    return "wrong"


@dataclass(frozen=True)
class Worked:
    """A sum of rounded numbers that ends in what is printed: its ``text``, its ``total`` with all
    its digits, and the part that is ``cut``, not rounded, if there is one."""

    text: str
    total: Fraction
    cut: str = ""


def worked(one: Printed) -> Worked | None:
    """How the text's own digits lead to a number that is not ours, rounded; None if no sum does."""
    goal = Fraction(one.printed)
    rounds = [way for way in _ways(one) if rounded(way.total, one.printed) == goal]
    cuts = [way for way in _ways(one) if cut(way.total, one.printed) == goal]
    return next(iter([*rounds, *cuts]), None)


def _ways(one: Printed) -> Iterator[Worked]:
    """The sums that a text may have made, from parts with as many digits as the result."""
    if one.of == "gain":
        yield from _gains(one)
    if one.of == "gain_ratio":
        below = rounded(number("split_info", one.step), one.printed)
        for way in _gains(one):
            yield Worked(f"({way.text}) / {below}", way.total / Fraction(below), way.cut)
    if one.of == "split_info":
        weights = [weight for weight, _rest in branches(one.step)]
        shares = [weight / sum(weights) for weight in weights]
        terms = [rounded(-share * log2(share), one.printed) for share in shares]
        yield Worked(" + ".join(map(str, terms)), Fraction(sum(terms)))


def _gains(one: Printed) -> Iterator[Worked]:
    """Before less after; before less the branches by their shares; a cut before less after."""
    printed, whole, parts = one.printed, number("impurity", one.step), branches(one.step)
    before, after = (
        rounded(number(of, one.step), printed) for of in ("impurity", "impurity_after")
    )
    yield Worked(f"{before} − {after}", Fraction(before - after))
    text, left, total = str(before), Fraction(before), sum(weight for weight, _rest in parts)
    for weight, rest in parts:
        text += f" − {weight:g}/{total:g} · {rounded(rest, printed)}"
        left -= Fraction(weight) / Fraction(total) * Fraction(rounded(rest, printed))
    yield Worked(text, left)
    short = cut(whole, printed)
    yield Worked(f"{short} − {after}", Fraction(short - after), str(short))


def rounded(number: float | Fraction, printed: str) -> Decimal:
    """With as many digits as are ``printed``, half up."""
    return _to_digits(number, printed, ROUND_HALF_UP)


def cut(number: float | Fraction, printed: str) -> Decimal:
    return _to_digits(number, printed, ROUND_DOWN)


def _to_digits(number: float | Fraction, printed: str, how: str) -> Decimal:
    exact = Fraction(repr(number)) if isinstance(number, float) else number
    with localcontext(prec=50):
        long = Decimal(exact.numerator) / exact.denominator
        return long.quantize(Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)), how)


def explains(one: Printed) -> bool:
    """Whether the slip gives the printed number, up to one unit of its last digit."""
    return abs(slipped(one) - as_number(one.printed)) <= unit(one.printed) + EXACT


@cache
def slipped(one: Printed) -> float:
    """What the engine computes if it makes the text's mistake."""
    match one.slip:
        case "no_weights":
            return number("impurity", one.step) - sum(rest for _, rest in branches(one.step))
        case "one_minus":
            return 1 - value(one)
        case "printed_ratio":
            above, below = (as_number(part.printed) for part in ratio(one))
            return above / below
        case "other_table":
            assert one.instead is not None
            return number(one.of, one.instead)
        case None:
            return value(one)


def ratio(one: Printed) -> tuple[Printed, Printed]:
    """The printed gain and the printed split info of the same question in the same text."""
    same = [
        other
        for other in numbers()
        if (other.text, other.step.table, other.step.split)
        == (one.text, one.step.table, one.step.split)
    ]
    above = next(other for other in same if other.of == "gain")
    return above, next(other for other in same if other.of == "split_info")
