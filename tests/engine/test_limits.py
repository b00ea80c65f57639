"""The upper limits of an error rate by which C4.5 prunes: printed ones, laws, exact ones."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.pruning import Limit
from dtcore.pruning.pessimistic import TABLE
from dttools.evaluation.exact_limit import exact_limit, probability_of_at_most
from tests.strategies import law


@pytest.mark.parametrize(
    ("errors", "rows", "printed"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157)]
)
def test_limits_that_quinlan_prints(errors: int, rows: int, printed: float) -> None:
    assert round(Limit().of(errors, rows), 3) == printed


def test_z_is_read_from_a_table_or_worked_out() -> None:
    assert Limit().deviations == pytest.approx(0.6925, abs=1e-15)
    assert Limit(z="exact").deviations == pytest.approx(0.674490, abs=5e-7)
    for confidence, z in TABLE[1:-1]:
        assert Limit(confidence).deviations == pytest.approx(z, abs=1e-15)


def test_any_confidence_above_zero_has_its_z() -> None:
    """1 - CF is 1 in floating point; z of 1e-20 is 9.2623 in the tables of the normal law."""
    assert Limit(1e-20, "exact").deviations == pytest.approx(9.262340, abs=5e-7)


def binomial(errors: int, rows: int, rate: float) -> float:
    terms = (math.comb(rows, k) * rate**k * (1 - rate) ** (rows - k) for k in range(errors + 1))
    return math.fsum(terms)


@law
@given(st.integers(1, 80), st.data(), st.floats(0.001, 0.999))
def test_the_beta_integral_is_the_binomial_sum(rows: int, data: st.DataObject, p: float) -> None:
    errors = data.draw(st.integers(0, rows - 1))
    assert probability_of_at_most(errors, rows, p) == pytest.approx(
        binomial(errors, rows, p), rel=1e-9, abs=1e-12
    )


@law
@given(st.integers(1, 80), st.data(), st.floats(0.01, 0.5))
def test_the_exact_limit_is_where_so_few_errors_are_that_unlikely(
    rows: int, data: st.DataObject, confidence: float
) -> None:
    errors = data.draw(st.integers(0, rows))
    limit = exact_limit(errors, rows, confidence)
    if errors == rows:
        assert limit == 1
    else:
        assert errors / rows < limit < 1
        assert binomial(errors, rows, limit) == pytest.approx(confidence, rel=1e-9)


@law
@given(
    st.integers(1, 60), st.data(), st.floats(0.05, 0.5), st.sampled_from(["interpolated", "exact"])
)
def test_laws_of_the_approximation(rows: int, data: st.DataObject, cf: float, z: str) -> None:
    limit = Limit(cf, z)
    seen = data.draw(st.integers(0, rows - 1))
    assert seen / rows <= limit.of(seen, rows) <= 1
    assert limit.of(seen, 2 * rows) <= limit.of(seen, rows) + 1e-12
    assert Limit(cf / 2, z).of(seen, rows) >= limit.of(seen, rows) - 1e-12
    if seen == 0:
        assert limit.of(0, rows) == pytest.approx(exact_limit(0, rows, cf), rel=1e-12)


def test_exact_and_approximate_limits_are_near() -> None:
    """U(1, 16): .1567 in C4.5, .1596 in truth, a tenth of an error among 16 rows apart."""
    assert Limit().of(1, 16) == pytest.approx(0.156681, abs=5e-7)
    assert exact_limit(1, 16) == pytest.approx(0.159611, abs=5e-7)


def test_few_errors_by_fractions_lie_between() -> None:
    limit = Limit()
    steps = [limit.of(e / 10, 12) for e in range(11)]
    rises = [high - low for low, high in pairwise(steps)]
    assert rises == pytest.approx([rises[0]] * 10, rel=1e-9)


def test_nearly_all_wrong() -> None:
    """Release 8 takes .67 of what is left for wrong too, J48 all of it."""
    assert Limit().expected(3.6, 4) == pytest.approx(3.6 + 0.67 * 0.4)
    assert Limit(z="exact").expected(3.6, 4) == pytest.approx(4)


@pytest.mark.parametrize(
    ("confidence", "z", "words"),
    [
        (0, "interpolated", "above 0 and below 1"),
        (1, "interpolated", "above 0 and below 1"),
        (math.nan, "exact", "above 0 and below 1"),
        (0.6, "exact", "confidence must be at most 0.5"),
    ],
)
def test_a_confidence_out_of_range_is_refused(confidence: float, z: str, words: str) -> None:
    with pytest.raises(dt.PruningError, match=words):
        Limit(confidence, z)
    with pytest.raises(dt.PruningError, match="Release 8"):
        Limit(0.25, "guessed")
