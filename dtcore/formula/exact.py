"""What a formula is worth as a fraction, where all its numbers are whole.

Not done here: no fraction is looked for behind a rounded number. A logarithm and a root have
none, even where they come out whole.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dtcore.formula.parts import (
    Count,
    Formula,
    Max,
    Named,
    Number,
    Power,
    Product,
    Raised,
    Ratio,
    Sum,
    Total,
)


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
