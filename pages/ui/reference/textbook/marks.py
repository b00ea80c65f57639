"""Whether a printed number is right, by the digits that it is printed with.

Right: it is ours, rounded to its digits. Rounded: it is less than one unit of its last digit away,
since it was cut off instead or computed from rounded numbers; or it is exactly what the text's own
rounded numbers give. Wrong: everything else.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final, Literal, get_args

from pages.ui.reference.textbook.computed import branches, number, value
from pages.ui.reference.textbook.records import Printed, numbers

Mark = Literal["wrong", "rounded", "right"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
"""The worst first."""
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


def cut_off(one: Printed) -> bool:
    """Whether its digits are ours as far as they go."""
    return 0 <= value(one) - as_number(one.printed) < unit(one.printed)


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
