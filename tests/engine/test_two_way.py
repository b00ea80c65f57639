"""Entropies of two-way tables: the numbers of the books, then laws of information."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dtcore.formula import Count, named_parts, walk
from dtcore.model.columns import FloatArray
from dtcore.policies.impurity import Entropy
from dttools.printing import Digits, plain
from dttools.study.two_way import TwoWay
from tests.strategies import law_of

OUTLOOK = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])
HUMIDITY = np.array([[3.0, 4.0], [6.0, 1.0]])
WIND = np.array([[6.0, 2.0], [3.0, 3.0]])
HOUSE = np.array([[6.0, 0.0], [3.0, 6.0]])
JOB = np.array([[5.0, 0.0], [4.0, 6.0]])

tables = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 5), st.integers(1, 4)),
    elements=st.one_of(st.integers(0, 40).map(float), st.floats(0.01, 30)),
).filter(lambda table: table.sum() > 0)
law = law_of(2.5)
units = st.sampled_from([Entropy(), Entropy(base=None)])


@pytest.mark.parametrize(
    ("table", "printed"),
    [(OUTLOOK, 0.246), (HUMIDITY, 0.151), (WIND, 0.048)],
    ids=["Outlook", "Humidity", "Wind"],
)
def test_gains_of_playtennis(table: FloatArray, printed: float) -> None:
    """Mitchell 1997, §3.4.2; the book cuts the digits off where others round."""
    two_way = TwoWay(table)
    assert two_way.of_y().value == pytest.approx(0.940286, abs=1e-6)
    assert math.floor(two_way.mutual().value * 1000) / 1000 == pytest.approx(printed)


@pytest.mark.parametrize(("table", "printed"), [(HOUSE, 0.420), (JOB, 0.324)])
def test_gains_of_the_loan_table(table: FloatArray, printed: float) -> None:
    """Li Hang, Statistical Learning Methods, example 5.2."""
    two_way = TwoWay(table)
    assert two_way.of_y().value == pytest.approx(0.971, abs=5e-4)
    assert two_way.mutual().value == pytest.approx(printed, abs=5e-4)


def test_house_leaves_0_551() -> None:
    """Li Hang, example 5.2: 9/15 of the applicants have no house; 3 of the 9 get the loan."""
    left = TwoWay(HOUSE).y_given_x()
    assert left.value == pytest.approx(0.551, abs=5e-4)
    assert [part.symbol for part in named_parts(left)] == ["H(Y|X=x_{1})", "H(Y|X=x_{2})", "H(Y|X)"]
    assert [part.branch for part in named_parts(left)] == [0, 1, None]


def test_a_pure_value_needs_no_logarithm_of_zero() -> None:
    within = named_parts(TwoWay(HOUSE).y_given_x())[0]
    assert plain(within, Digits()) == "−6/6 log2(6/6)"
    assert Digits().show(within.value) == "0"


def test_values_that_never_occur_are_left_out() -> None:
    table = np.array([[2.0, 1.0], [0.0, 0.0], [1.0, 3.0]])
    symbols = [part.symbol for part in named_parts(TwoWay(table).y_given_x())]
    assert symbols == ["H(Y|X=x_{1})", "H(Y|X=x_{3})", "H(Y|X)"]


def test_counts_say_which_cell_they_are() -> None:
    counts = [part for part in walk(TwoWay(WIND).joint()) if isinstance(part, Count)]
    for count in counts:
        where = count.query
        if where.branch is not None and where.label is not None:
            assert count.value == WIND[where.branch, where.label]
        else:
            assert count.value == WIND.sum()


@law
@given(tables, units)
def test_formulas_agree_with_the_engine(table: FloatArray, unit: Entropy) -> None:
    two_way = TwoWay(table, unit)
    assert two_way.of_y().value == pytest.approx(float(unit.of(table.sum(axis=0))), abs=1e-12)
    assert two_way.of_x().value == pytest.approx(float(unit.of(table.sum(axis=1))), abs=1e-12)
    assert two_way.joint().value == pytest.approx(float(unit.of(table.reshape(-1))), abs=1e-12)
    weights = table.sum(axis=1) / table.sum()
    left = float((weights * unit.of(table)).sum())
    assert two_way.y_given_x().value == pytest.approx(left, abs=1e-12)


@law
@given(tables, units)
def test_chain_rule(table: FloatArray, unit: Entropy) -> None:
    two_way = TwoWay(table, unit)
    assert two_way.chain().value == pytest.approx(two_way.joint().value, abs=1e-12)
    other_way = two_way.of_y().value + two_way.x_given_y().value
    assert other_way == pytest.approx(two_way.joint().value, abs=1e-12)


@law
@given(tables, units)
def test_information_is_symmetric_and_within_its_bounds(table: FloatArray, unit: Entropy) -> None:
    one_way, other_way = TwoWay(table, unit).mutual(), TwoWay(table.T, unit).mutual()
    assert one_way.value == pytest.approx(other_way.value, abs=1e-12)
    least = min(TwoWay(table, unit).of_x().value, TwoWay(table, unit).of_y().value)
    assert -1e-12 <= one_way.value <= least + 1e-12


@law
@given(tables)
def test_the_transposed_table_swaps_the_letters(table: FloatArray) -> None:
    assert TwoWay(table).x_given_y().value == pytest.approx(TwoWay(table.T).y_given_x().value)


@law
@given(hnp.arrays(np.float64, 4, elements=st.floats(0.1, 9)), st.floats(0.1, 5))
def test_proportional_rows_tell_nothing(row: FloatArray, times: float) -> None:
    assert TwoWay(np.stack([row, times * row])).mutual().value == pytest.approx(0, abs=1e-12)


@law
@given(tables)
def test_nats_are_bits_by_a_constant(table: FloatArray) -> None:
    bits, nats = TwoWay(table).mutual().value, TwoWay(table, Entropy(base=None)).mutual().value
    assert nats == pytest.approx(bits * math.log(2), abs=1e-12)
