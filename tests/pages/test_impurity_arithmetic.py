"""The sums of the Impurity page agree with the engine, and typed numbers are read or refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.formula import Count, walk
from dttools.printing import Digits, plain
from pages.ui.impurity import arithmetic, typed
from tests.pages.measures import BITS, GINI, MEASURES, PLAY
from tests.strategies import law

p_values = st.integers(0, 100).map(lambda n: n / 100)

# ------------------------------------------------------------------ the arithmetic


@law
@given(p_values)
def test_formulas_of_a_share_agree_with_the_engine(p: float) -> None:
    for measure in MEASURES:
        value = float(measure.of(np.array([p, 1 - p])))
        assert arithmetic.of_share(measure, p).value == pytest.approx(value, abs=1e-12)
        peak = float(measure.of(np.array([0.5, 0.5])))
        scaled = arithmetic.scaled(measure, p)
        assert scaled.value == pytest.approx(0.5 * value / peak, abs=1e-12)


def test_a_share_is_written_as_typed() -> None:
    written = plain(arithmetic.of_share(BITS, 0.36), Digits())
    assert written == "−0.36 log2(0.36) − 0.64 log2(0.64)"
    assert plain(arithmetic.of_share(GINI, 0.07), Digits()) == "1 − (0.07)^2 − (0.93)^2"
    assert plain(arithmetic.of_share(BITS, 1.0), Digits()) == "−1 log2(1)"


def test_typed_counts_are_numbers_and_no_buttons() -> None:
    formula = arithmetic.of_counts(BITS, PLAY)
    assert not any(isinstance(part, Count) for part in walk(formula))
    assert plain(formula, Digits()) == "−9/14 log2(9/14) − 5/14 log2(5/14)"
    assert formula.value == pytest.approx(0.940286, abs=1e-6)


def test_no_entropy_is_above_the_bound() -> None:
    for k in range(2, 9):
        most = arithmetic.most_entropy(BITS, k).value
        assert most == pytest.approx(float(BITS.of(np.ones(k))))
        assert most == pytest.approx(math.log2(k))


def test_variance_worked_out() -> None:
    formula = arithmetic.variance([2, 3, 7, -8])
    assert formula.value == pytest.approx(np.var([2, 3, 7, -8]))
    assert plain(arithmetic.mean([2, 3, 7, -8]), Digits()) == "(2 + 3 + 7 − 8)/4"
    assert plain(arithmetic.mean([2, -3]), Digits()) == "(2 − 3)/2"


numbers = st.lists(st.floats(-1e4, 1e4).map(lambda v: round(v, 3)), min_size=2, max_size=30)


@law
@given(numbers)
def test_squares_agree_with_the_engine_however_many(values: list[float]) -> None:
    away = np.array(values) - np.mean(values)
    stats = np.array([len(values), away.sum(), (away * away).sum()])
    engine = float(dt.Variance().of(stats))
    scale = max(1.0, engine)
    assert arithmetic.variance(values).value == pytest.approx(engine, abs=1e-9 * scale)


@law
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-9, 9)), min_size=2, max_size=12))
def test_no_cut_adds_squares_and_each_equals_its_formula(pairs: list[tuple[int, int]]) -> None:
    x, y = [float(a) for a, _b in pairs], [float(b) for _a, b in pairs]
    before = arithmetic.squares_of(y)
    for cut, after in arithmetic.cuts_of(x, y):
        assert after <= before + 1e-9
        left = [b for a, b in zip(x, y, strict=True) if a <= cut]
        right = [b for a, b in zip(x, y, strict=True) if a > cut]
        assert arithmetic.decrease(left, right).value == pytest.approx(before - after, abs=1e-9)


def test_the_first_cut_of_li_hangs_regression_example() -> None:
    """Li Hang, exercise 5.2: x = 6.5 leaves 1.93, the least of all nine cuts."""
    y = [5.56, 5.70, 5.91, 6.40, 6.80, 7.05, 8.90, 8.70, 9.00, 9.05]
    cut, after = min(arithmetic.cuts_of(range(1, 11), y), key=lambda pair: pair[1])
    assert cut == 6.5
    assert after == pytest.approx(1.93, abs=5e-3)


# ------------------------------------------------------------------ typed numbers


@pytest.mark.parametrize("text", ["9, 5", "9 5", "9，5", "9、5", " 9;5, ", "9.0\n5."])
def test_counts_are_read_as_people_write_them(text: str) -> None:
    assert typed.counts(text) == [9, 5]


def test_minus_signs_of_both_kinds() -> None:
    assert typed.values("-1, −2.5, +3") == [-1, -2.5, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Give 2 to 8 counts"),
        ("9", "Give 2 to 8 counts"),
        ("1 2 3 4 5 6 7 8 9", "not 9."),
        ("9, -5", "fewer than 0"),
        ("0, 0", "All counts are 0"),
        ("nine, 5", "“nine” is not a number"),
        ("nan, 5", "“nan” is not a number"),
        ("100000, 5", "too large"),
    ],
)
def test_what_cannot_be_counted_is_said(text: str, said: str) -> None:
    with pytest.raises(dt.DataError, match=said):
        typed.counts(text)


def test_places_default_to_the_order() -> None:
    assert typed.places("", 3) == [1, 2, 3]
    with pytest.raises(dt.DataError, match="2 x for 3 values"):
        typed.places("1 2", 3)
    with pytest.raises(dt.DataError, match="All x are the same"):
        typed.places("4 4 4", 3)
