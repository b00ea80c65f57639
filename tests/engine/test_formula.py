"""Formulas as values: what they evaluate to, how they print, and when a line adds up."""

import math
from fractions import Fraction

import numpy as np
import pytest

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
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    named_parts,
    replace_parts,
    size,
    symbol_parts,
    walk,
    within,
)
from dttools.printing import Digits, exact, plain

HERE = Query(())


def count(value: float) -> Count:
    return Count(value, HERE)


NINE, FIVE, FOURTEEN = count(9.0), count(5.0), count(14.0)
THIRD = Named("p", Ratio(Symbol("a"), Symbol("b")), Ratio(count(1.0), count(3.0)))
PRINTED: list[tuple[Formula, float, str, Fraction | None]] = [
    (Number(0.5), 0.5, "0.5", None),
    (Number(161.29437), 161.29437, "161.29437", None),
    (NINE, 9.0, "9", Fraction(9)),
    (count(2.5), 2.5, "2.5", None),
    (Ratio(NINE, FOURTEEN), 9 / 14, "9/14", Fraction(9, 14)),
    (Log(Ratio(NINE, FOURTEEN)), math.log2(9 / 14), "log2(9/14)", None),
    (Log(FIVE, None), math.log(5), "ln(5)", None),
    (Power(Ratio(NINE, FOURTEEN), 2), 81 / 196, "(9/14)^2", Fraction(81, 196)),
    (Max((NINE, FIVE)), 9.0, "max(9, 5)", Fraction(9)),
    (Product((NINE, FIVE)), 45.0, "9 × 5", Fraction(45)),
    (Product((NINE, Log(FIVE))), 9 * math.log2(5), "9 log2(5)", None),
    (Sum(()), 0.0, "0", Fraction(0)),
    (Sum(((1, NINE), (-1, FIVE), (1, NINE))), 13.0, "9 − 5 + 9", Fraction(13)),
    (Sum(((-1, NINE),)), -9.0, "−9", Fraction(-9)),
    (Product((Sum(((1, NINE), (-1, FIVE))), FIVE)), 20.0, "(9 − 5) × 5", Fraction(20)),
    (Ratio(Sum(((1, NINE), (1, FIVE))), FIVE), 2.8, "(9 + 5)/5", Fraction(14, 5)),
    (Ratio(NINE, Product((FIVE, FIVE))), 0.36, "9/(5 × 5)", Fraction(9, 25)),
    (Squares(2.0, 1 / 3, HERE), 2.0, "Σ(y − 0.333333)²", None),
    (THIRD, 1 / 3, "1/3", Fraction(1, 3)),
    (Sum(((1, THIRD), (1, THIRD))), 2 / 3, "0.333333 + 0.333333", Fraction(2, 3)),
]


@pytest.mark.parametrize(("formula", "value", "text", "fraction"), PRINTED)
def test_a_formula_evaluates_and_prints_itself(
    formula: Formula, value: float, text: str, fraction: Fraction | None
) -> None:
    assert formula.value == pytest.approx(value, rel=1e-15)
    assert plain(formula, Digits(4)) == text
    assert exact(formula) == fraction


def test_a_share_of_no_rows_is_nothing() -> None:
    assert Ratio(count(0.0), count(0.0)).value == 0.0


def test_walking_meets_every_part_outermost_first() -> None:
    formula = Sum(((1, THIRD), (-1, Log(NINE))))
    assert list(walk(formula)) == [
        formula,
        THIRD,
        THIRD.body,
        count(1.0),
        count(3.0),
        Log(NINE),
        NINE,
    ]


def test_named_parts_come_innermost_first_and_once() -> None:
    inner = Named("a", Symbol("a"), NINE)
    middle = Named("b", Symbol("b"), Sum(((1, inner), (1, inner))))
    outer = Named("c", Symbol("c"), Product((middle, inner)))
    assert [part.symbol for part in named_parts(outer)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("scale", "value", "shown"),
    [
        (1.0, 2 / 3, "0.6667"),
        (0.94, 0.2467498, "0.2467"),
        (3e-6, 1.23456e-6, "0.000001235"),
        (207.15, 92.0949, "92.0949"),
        (3e7, 1234567.891, "1234567.89"),
        (3e12, 1234567.891, "1234568"),
        (0.0, 0.5, "0.5000"),
        (math.inf, 0.5, "0.5000"),
        (1.0, -1e-9, "0.0000"),
        (1.0, -0.25, "−0.2500"),
    ],
)
def test_digits_fit_the_scale(scale: float, value: float, shown: str) -> None:
    assert Digits.for_scale(scale).show(value) == shown


@pytest.mark.parametrize(
    ("value", "part"),
    [
        (9.0, "9"),
        (-2.0, "−2"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.5, "0.5"),
        (-4.25, "−4.25"),
        (1 / 3, "0.333333"),
        (0.4999999, "0.500000"),  # rounded, and it shows
        (1e-9, "0.000000"),
        (0.9999999999999999, "1"),  # as a mean of sixths comes out
        (-126.00000000000001, "−126"),
    ],
)
def test_parts_are_shown_whole_where_they_fit(value: float, part: str) -> None:
    assert Digits(4).part(value) == part


def test_a_line_that_does_not_add_up_is_told_from_one_that_does() -> None:
    """Printed, 300 thirds make 99.9999; 3 of them make 0.999999, which rounds to 1."""
    assert Digits(4).adds_up(Sum(((1, THIRD),) * 3))
    assert not Digits(4).adds_up(Sum(((1, THIRD),) * 300))
    assert plain(Sum(((1, THIRD),) * 3), Digits(4)) == "0.333333 + 0.333333 + 0.333333"


def test_a_line_has_more_decimals_where_it_adds_up_only_with_them() -> None:
    """The gain of Outlook: six decimals make 0.246750, which is no more 0.2467 than 0.2468."""
    gain = Sum(((1, Number(0.9402859586706311)), (-1, Number(0.6935361388961918))))
    assert not Digits().adds_up(gain)
    assert plain(gain, Digits().of_line(gain)) == "0.9402860 − 0.6935361"
    assert Digits().of_line(gain).show(gain.value) == "0.2467"
    thirds = Sum(((1, THIRD),) * 3)
    assert Digits().of_line(thirds) == Digits()
    nothing = Ratio(Number(0.0), Number(0.0))
    assert Digits().of_line(nothing) == Digits()  # no decimals help


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (Ratio(NINE, Ratio(FIVE, FOURTEEN)), "9/(5/14)"),
        (Sum(((1, NINE), (-1, Sum(((1, FIVE), (-1, FOURTEEN)))))), "9 − (5 − 14)"),
    ],
)
def test_brackets_keep_the_meaning(formula: Formula, text: str) -> None:
    """No score needs these so far."""
    assert plain(formula, Digits()) == text


def test_a_constant_is_printed_in_full() -> None:
    """A price for 1,234,567 cuts tried."""
    assert plain(Number(1234567.0), Digits()) == "1234567"


def test_a_number_of_numpy_is_rounded_as_any_other() -> None:
    assert Digits().show(np.float64(0.01875)) == Digits().show(0.01875)


def test_parts_are_replaced_under_a_root_too() -> None:
    inner = Named("x", Symbol("x"), Number(9))
    formula = Root(Sum(((1, inner), (1, Number(7)))))
    changed = replace_parts(formula, lambda part: Number(2) if isinstance(part, Named) else None)
    assert changed == Root(Sum(((1, Number(2)), (1, Number(7)))))


def test_a_greek_letter_may_stand_below() -> None:
    found = symbol_parts("C_α(T)")
    assert found[:2] == [("it", "C"), ("sub", "α")]
    assert symbol_parts("R(T_t)")[2:4] == [("it", "T"), ("sub", "t")]


@pytest.mark.parametrize(
    ("least", "shown"),
    [(0.2467, "0.2467"), (0.0006, "0.0006"), (0.0004, "0.00040"), (5.7e-6, "0.0000057")],
)
def test_the_best_score_is_told_from_nothing(least: float, shown: str) -> None:
    assert Digits(4).down_to(least).show(least) == shown


def test_there_is_an_end_to_the_digits() -> None:
    assert Digits(4).down_to(1e-300) == Digits(9)
    assert Digits(4).down_to(0.0) == Digits(4).down_to(math.inf) == Digits(4)


# ----------------------------------------------------------------------- definitions

AWAY = Sum(((1, Symbol("y_i")), (-1, Symbol("ȳ"))))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (Over("k", Ratio(size("D_{1k}"), size("D_{1}"))), "∑_k |D_1k|/|D1|"),
        (Over("i∈D", Power(AWAY, 2)), "∑_i∈D (y_i − ȳ)^2"),
        (Over("k", AWAY, "max"), "max_k (y_i − ȳ)"),
        (Power(Symbol("z"), 2), "z^2"),
        (Product((Symbol("n"), Symbol("U_{CF}(e,n)"))), "n U_CF(e,n)"),
        (Bars(AWAY), "|y_i − ȳ|"),
        (Equal(Symbol("a"), Number(2)), "a = 2"),
    ],
)
def test_a_definition_prints_itself_and_has_no_value(formula: Formula, text: str) -> None:
    assert plain(formula, Digits()) == text
    assert math.isnan(formula.value)
    assert exact(formula) is None
    assert replace_parts(formula, lambda part: None) == formula
    changed = replace_parts(formula, lambda part: Number(2) if isinstance(part, Symbol) else None)
    assert not any(isinstance(part, Symbol) for part in walk(changed))


@pytest.mark.parametrize(
    ("whole", "index", "part"),
    [
        ("D", "k", "D_k"),
        ("D", "12", "D_{12}"),
        ("D'", "k", "D'_k"),
        ("D_{1}", "k", "D_{1k}"),
        ("D_{12}", "k", "D_{12k}"),
        ("D_t", "k", "D_{t,k}"),
        ("D_{1}", "2", "D_{1,2}"),
    ],
)
def test_a_part_of_a_set_has_its_index(whole: str, index: str, part: str) -> None:
    assert within(whole, index) == part
