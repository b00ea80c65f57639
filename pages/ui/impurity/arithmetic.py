"""The formulas of the Impurity page: of a share p, of typed counts, of typed values.

Counts that a person typed have no rows behind them, so they are written as plain numbers.
Values are written out up to ``MOST_TERMS``; longer sums stand as one number beside a table.
Not done here: nothing is drawn.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

import dtcore as dt
from dtcore.formula import (
    Count,
    Formula,
    Log,
    Named,
    Number,
    Over,
    Power,
    Product,
    Query,
    Ratio,
    Sum,
    Symbol,
    replace_parts,
    size,
)
from dtcore.model import ROOT, FloatArray, midpoints, number
from dtcore.policies import ImpurityCriterion

MOST_TERMS: Final = 10


def shares(p: float) -> FloatArray:
    """The shares (2,) of two classes, free of what binary fractions leave behind 1 - p."""
    return np.array([p, round(1 - p, 10)])


def of_share(measure: ImpurityCriterion, p: float) -> Named:
    body = as_written(measure.formula(shares(p), Query(ROOT)))
    return Named(f"{measure.symbol}(p)", measure.for_two, body)


def scaled(measure: ImpurityCriterion, p: float) -> Named:
    """The measure with its peak for two classes brought to one half."""
    whole, peak = of_share(measure, p), of_share(measure, 0.5).value
    if abs(peak - 0.5) < 1e-12:
        return whole
    if isinstance(measure, dt.Entropy) and measure.base is None:
        by = Product((Number(2), Log(Number(2), None)))
        return Named("H(p)/(2 ln 2)", Ratio(Symbol(whole.symbol), by), Ratio(whole, by))
    twice = number(2 * peak)
    general = Ratio(Symbol(whole.symbol), Number(2 * peak))
    return Named(f"{whole.symbol}/{twice}", general, Ratio(whole, Number(2 * peak)))


def of_counts(measure: ImpurityCriterion, counts: FloatArray) -> Named:
    """The impurity of a node with the class weights ``counts`` (k,)."""
    return without_rows(dt.explain.impurity(measure, counts, ROOT))


def most_entropy(measure: dt.Entropy, classes: int) -> Named:
    """The entropy of ``classes`` classes in equal shares; none is larger."""
    return Named("H_{max}", Log(Symbol("k"), measure.base), Log(Number(classes), measure.base))


def surprise(share: float, measure: dt.Entropy) -> float | None:
    """Minus the log of a class's share; None, for infinity, of a class without rows."""
    return -Log(Number(share), measure.base).value + 0.0 if share else None


def code_length(counts: FloatArray, words: Sequence[str]) -> Named:
    """How long the ``words`` of the classes are, on average over the rows of a node."""
    each = Product((Ratio(size("D_k"), size("D")), Symbol("\u2113_k")))
    whole = Number(float(counts.sum()))
    some = [(c, len(word)) for c, word in zip(counts.tolist(), words, strict=True) if c > 0]
    terms = [(1, Product((Ratio(Number(c), whole), Number(n)))) for c, n in some]
    return Named("L(D)", Over("k", each), Sum(tuple(terms)))


def mean(values: Sequence[float], part: str = "D", branch: int | None = None) -> Named:
    """m, the mean of the values."""
    total: Formula = Sum(tuple(_signed(value) for value in values))
    if len(values) > MOST_TERMS:
        total = Named("S", Over(f"i∈{part}", Symbol("y_i")), Number(float(np.sum(values))))
    body = Ratio(total, Number(len(values)))
    general = Product((Ratio(Number(1), size(part)), Over(f"i∈{part}", Symbol("y_i"))))
    return Named(f"m({part})", general, body, branch)


def squares(values: Sequence[float], part: str = "D", branch: int | None = None) -> Named:
    """SS, the sum of squares of the values about their mean."""
    centre = mean(values, part, branch)
    terms = [Power(Sum((_signed(value), (-1, centre))), 2) for value in values]
    body: Formula = Sum(tuple((1, term) for term in terms))
    if len(values) > MOST_TERMS:
        body = Number(squares_of(values))
    away = Sum(((1, Symbol("y_i")), (-1, Symbol(centre.symbol))))
    return Named(f"SS({part})", Over(f"i∈{part}", Power(away, 2)), body, branch)


def variance(values: Sequence[float]) -> Named:
    body = Ratio(squares(values), Number(len(values)))
    return Named("Var(D)", Ratio(Symbol("SS(D)"), size("D")), body)


def decrease(left: Sequence[float], right: Sequence[float]) -> Named:
    """By how much the sum of squares falls if the values are parted in two."""
    whole = squares([*left, *right])
    parts = (squares(left, "D_{1}", 0), squares(right, "D_{2}", 1))
    terms = ((1, whole), *((-1, part) for part in parts))
    general = Sum(tuple((sign, Symbol(part.symbol)) for sign, part in terms))
    return Named("ΔSS", general, Sum(terms))


def squares_of(values: Sequence[float]) -> float:
    """The sum of squares about the mean, exactly 0 if all values are equal."""
    away = np.asarray(values, float) - values[0]
    return float(((away - away.mean()) ** 2).sum())


def cuts_of(x: Sequence[float], y: Sequence[float]) -> list[tuple[float, float]]:
    """Every cut between neighbouring different x, with the sum of squares after it."""
    at, of = np.asarray(x, float), np.asarray(y, float)
    distinct = np.unique(at)
    middles = midpoints(distinct[:-1], distinct[1:])
    return [(float(cut), squares_of(of[at <= cut]) + squares_of(of[at > cut])) for cut in middles]


def without_rows(named: Named) -> Named:
    """The same working with plain numbers, for where no rows can be shown."""
    return replace(named, body=as_written(named.body))


def as_written(formula: Formula) -> Formula:
    """The formula with plain numbers for counts; a share of 1 is the number itself."""

    def change(part: Formula) -> Formula | None:
        match part:
            case Ratio(top=Count(value=value), bottom=Count(value=whole)) if abs(whole - 1) < 1e-9:
                return Number(value)
            case Count(value=value):
                return Number(value)
        return None

    return replace_parts(formula, change)


def _signed(value: float) -> tuple[int, Formula]:
    """A term of a sum; a minus belongs to the sum, not to the number."""
    return (-1 if value < 0 else 1, Number(abs(value)))
