"""Impurities: their formulas, their values, and where they lie."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.formula import Query
from tests.policies import usual
from tests.strategies import law

OF_CLASSES = [c for c in usual(dt.ImpurityCriterion) if not c.numeric and c.is_decrease]
shares = st.lists(st.integers(0, 40), min_size=2, max_size=4).filter(any)


@law
@given(shares, st.sampled_from(OF_CLASSES))
def test_an_impurity_is_what_its_formula_says(
    counts: list[int], measure: dt.ImpurityCriterion
) -> None:
    stats = np.array(counts, float)
    formula = measure.formula(stats, Query(()))
    assert formula.value == pytest.approx(float(measure.of(stats)), rel=0, abs=1e-15 * 4)


@pytest.mark.parametrize(
    ("measure", "counts", "value"),
    [
        (dt.Entropy(), [9, 5], 0.9402859586706309),
        (dt.Entropy(), [1, 1, 1, 1], 2.0),
        (dt.Entropy(None), [1, 1], math.log(2)),
        (dt.Entropy(), [7, 0], 0.0),
        (dt.Gini(), [9, 5], 1 - (81 + 25) / 196),
        (dt.Gini(), [1, 1, 1], 2 / 3),
        (dt.Gini(), [7, 0], 0.0),
        (dt.ErrorRate(), [9, 5], 5 / 14),
        (dt.ErrorRate(), [0, 7], 0.0),
        (dt.Variance(), [4, 0, 20], 5.0),
    ],
)
def test_impurities(measure: dt.ImpurityCriterion, counts: list[float], value: float) -> None:
    assert float(measure.of(np.array(counts, float))) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("measure", usual(dt.ImpurityCriterion))
def test_no_rows_have_no_impurity(measure: dt.ImpurityCriterion) -> None:
    nothing = np.zeros(3)
    assert float(measure.of(nothing)) == 0.0
    assert measure.formula(nothing, Query(())).value == 0.0


@law
@given(shares, st.sampled_from(OF_CLASSES))
def test_impurity_lies_between_pure_and_even(
    counts: list[int], measure: dt.ImpurityCriterion
) -> None:
    """At least 0, reached by one class; at most that of equal shares."""
    value = float(measure.of(np.array(counts, float)))
    even = float(measure.of(np.ones(len(counts))))
    assert 0.0 <= value <= even + 1e-15
    assert (value == 0.0) == (sum(n > 0 for n in counts) == 1)


@law
@given(shares, shares, st.sampled_from(OF_CLASSES))
def test_a_split_never_raises_the_impurity(
    one: list[int], other: list[int], measure: dt.ImpurityCriterion
) -> None:
    """Concavity: the weighted impurity of two parts is at most that of the whole."""
    size = max(len(one), len(other))
    parts = np.array([counts + [0] * (size - len(counts)) for counts in (one, other)], float)
    weights = parts.sum(axis=1)
    inside = (weights * measure.of(parts)).sum() / weights.sum()
    assert inside <= float(measure.of(parts.sum(axis=0))) + 1e-15 * 4
