"""The chi-squared test as a stopping rule: Quinlan 1986, "Induction of decision trees", §5."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency

import dtcore as dt
from dtcore import explain
from dtcore.explain.nodes import rows_of
from dtcore.formula import Count, named_parts, walk
from dtcore.policies.chi_squared import (
    critical_value,
    degrees_of_freedom,
    expected_counts,
    statistic,
    upper_tail,
)
from dtcore.stepping.evidence import Weighed
from dttools.printing import Digits, plain
from tests.engine.random_frames import data_of, frame_of, same
from tests.small_tables import dataset, stepped_to_the_end, table, weighed, with_gaps
from tests.strategies import law, seeds

OUTLOOK = ((3, 2), (0, 4), (2, 3))
"""PlayTennis: No and Yes where it is sunny, overcast, rain. Mitchell 1997, table 3.2."""
TABLES = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=2, max_size=5)
)


def with_test(recipe: str, level: float = 0.05) -> dt.Recipe:
    return dt.recipe(recipe).with_rule(dt.ChiSquared(level))


# ------------------------------------------------------------------ the numbers in the book


def test_play_tennis_by_hand() -> None:
    """p' = p (p_i + n_i) / (p + n): 45/14 of the 5 sunny days are expected to be Yes."""
    columns = [Fraction(sum(column)) for column in zip(*OUTLOOK, strict=True)]
    n = sum(columns)
    by_hand = sum(
        (o - e) ** 2 / e
        for row in OUTLOOK
        for o, e in ((o, sum(row) * c / n) for o, c in zip(row, columns, strict=True))
    )
    assert by_hand == Fraction(266, 75)
    observed = np.array(OUTLOOK, float)
    assert expected_counts(observed)[0, 1] == float(Fraction(45, 14))
    assert statistic(observed) == pytest.approx(float(by_hand), rel=1e-15)
    assert degrees_of_freedom(observed) == 2
    assert round(critical_value(0.05, 2), 3) == 5.991  # as every table of the distribution has it


def test_with_play_tennis_id3_asks_nothing_at_five_per_cent() -> None:
    """266/75 is below 5.991; on 2 degrees of freedom it is exceeded in e^-(133/75), 17 per cent."""
    data = dataset("playtennis")
    step = dt.start(data, with_test("id3")).propose()
    assert step.move == dt.MakeLeaf(())
    assert step.reason.rule == dt.ChiSquared(0.05)
    assert step.evidence.candidates[0].verdict == dt.Verdict.REFUSED
    assert len(dt.grow(data, with_test("id3"))) == 1
    assert upper_tail(266 / 75, 2) == pytest.approx(math.exp(-133 / 75), rel=1e-14)
    assert dt.start(data, with_test("id3", 0.17)).propose().move == dt.Expand((), dt.Multiway(0))


def test_a_table_of_the_distribution() -> None:
    """Fisher and Yates, table IV."""
    printed = {(0.05, 1): 3.841, (0.01, 1): 6.635, (0.05, 4): 9.488, (0.01, 10): 23.209}
    for (level, degrees), value in printed.items():
        assert round(critical_value(level, degrees), 3) == value


def test_its_working() -> None:
    """Observed and expected counts, the statistic, its degrees of freedom, the critical value."""
    data = table("uuuvvv", x="aaaabb")
    found = weighed(data, with_test("cart"))
    opened = explain.tests(with_test("cart"), found, found.candidates[0])
    tests = {formula.symbol: (formula, str(meaning)) for formula, meaning in opened}
    chi, degrees, critical = (tests[symbol] for symbol in ("χ²", "ν", "χ²_{α,ν}"))
    assert [part.symbol for part in named_parts(chi[0])] == [
        "e_{1,1}", "e_{1,2}", "e_{2,1}", "e_{2,2}", "χ²",
    ]  # fmt: skip
    assert plain(named_parts(chi[0])[0], Digits()) == "(4 × 3)/6"
    text = "(3 − 2)^2/2 + (1 − 2)^2/2 + (0 − 1)^2/1 + (2 − 1)^2/1"
    assert plain(chi[0], Digits()) == text
    assert (chi[0].value, degrees[0].value) == (3, 1)
    assert critical[0].value == critical_value(0.05, 1)
    assert critical[1] == "critical value at significance level 0.05"
    assert "r branches" in degrees[1]


def test_every_count_of_the_working_has_its_rows() -> None:
    data = with_gaps("uuvvuv", x="aabb?a")
    recipe = replace(with_test("cart", 0.4), missing=dt.MajorityBranch())
    lesson = dt.start(data, recipe)
    found = dt.weigh(lesson.problem, lesson.state, ())
    for formula, _ in explain.tests(recipe, found, found.candidates[0]):
        for part in walk(formula):
            if isinstance(part, Count):
                at_node = rows_of(lesson.problem, lesson.state, part.query)
                assert at_node.weights.sum() == part.value


# ------------------------------------------------------------------ what it needs, and warns of


def test_small_expected_counts_are_pointed_out() -> None:
    """Cochran 1954: below 5 the distribution is approximate."""
    rule = dt.ChiSquared()
    assert rule.caution(np.array([[10.0, 10.0], [10.0, 10.0]])) is None
    assert rule.caution(np.array([[5.0, 5.0], [5.0, 5.0], [0.0, 0.0]])) is None
    said = str(rule.caution(np.array(OUTLOOK, float)))
    assert "1.43" in said
    assert "Cochran" in said


def test_a_number_as_the_target_has_no_classes_to_count() -> None:
    with pytest.raises(dt.RecipeError, match=r"chi-squared test.*, the target must be classes"):
        with_test("regression")


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, float("nan")])
def test_the_level_is_a_probability(level: float) -> None:
    with pytest.raises(dt.RecipeError, match="above 0 and below 1"):
        dt.ChiSquared(level)


def test_two_columns_together_are_not_seen() -> None:
    """XOR: no column depends on the class by itself, so the root stays a leaf."""
    data = table("uvvu", x="aabb", z="abab")
    assert len(dt.grow(data, dt.recipe("id3"))) > 1
    assert len(dt.grow(data, with_test("id3", 0.5))) == 1


# ------------------------------------------------------------------ laws and references


@pytest.mark.parametrize("level", [1e-9, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 0.99])
def test_the_critical_value_is_scipys(level: float) -> None:
    for degrees in (*range(1, 31), 40, 50, 75, 99, 100, 250, 500, 1000, 5000):
        theirs = chi2.isf(level, degrees)
        assert critical_value(level, degrees) == pytest.approx(theirs, rel=1e-12)
        assert upper_tail(theirs, degrees) == pytest.approx(level, rel=1e-10)


@law
@given(TABLES)
def test_the_test_is_scipys(counts: list[list[int]]) -> None:
    """Lines without a row are left out, as scipy asks."""
    observed = np.array(counts, float)
    full = observed[observed.sum(axis=1) > 0][:, observed.sum(axis=0) > 0]
    if not full.size or min(full.shape) < 2:
        assert degrees_of_freedom(observed) == 0
        return
    theirs = chi2_contingency(full, correction=False)
    assert statistic(observed) == pytest.approx(theirs.statistic, rel=1e-10, abs=1e-10)
    assert degrees_of_freedom(observed) == theirs.dof


@pytest.mark.on_push(12)
@pytest.mark.parametrize("recipe", ["id3", "cart", "c45", "cart_sklearn"])
@pytest.mark.parametrize("seed", seeds(1))
def test_every_split_of_a_tree_depends_on_the_class(seed: int, recipe: str) -> None:
    """Whole levels and single steps agree; each step's own formulas say why it was taken."""
    data, chosen = (
        data_of(frame_of(seed), "class", "w" if seed % 5 == 0 else None),
        with_test(recipe),
    )
    try:
        chosen.check(data)
    except dt.DtError:
        return
    lesson = stepped_to_the_end(dt.start(data, replace(chosen, collapse=None)))
    same(dt.grow(data, replace(chosen, collapse=None)), lesson.state.tree)
    for step in lesson.steps:
        if isinstance(step.evidence, Weighed) and step.evidence.best:
            formulas = explain.tests(chosen, step.evidence, step.evidence.best)
            chi, degrees, critical = (formula.value for formula, _ in formulas)
            stats = step.evidence.best.branch_stats
            assert chi == pytest.approx(float(statistic(stats)), rel=1e-12)
            assert degrees == degrees_of_freedom(stats)
            if isinstance(step.move, dt.Expand):
                assert chi >= critical > 0
            elif step.reason.rule == chosen.stopping[-1]:
                assert chi < critical or degrees == 0
