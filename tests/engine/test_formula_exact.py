"""What a number is worth as a fraction: printed ones, by hand, and never other than its value."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.formula import Count, Formula, Log, Named, Number, Query, Raised, Ratio, Root
from dtcore.formula import named_parts as lines_of
from dtcore.model import ROOT
from dttools.printing import exact
from tests.engine.every_formula import Case, formulas
from tests.small_tables import dataset, table, weighed
from tests.strategies import law, problems


def gain(data: dt.Dataset, column: int, recipe: str = "cart") -> Named:
    found = weighed(data, dt.recipe(recipe))
    return dt.explain.score(dt.recipe(recipe), data.schema, found, found.candidates[column], "gain")


def test_the_course_text_on_hair_and_height() -> None:
    """gender_numpy_article, §2.1.4: of six with short hair five are male, gini = 5/18, and over
    both branches (3/9)·0 + (6/9)(5/18) = 1 - 0.8148."""
    data = dataset("gender")
    here = dt.explain.impurity(dt.Gini(), np.array([1.0, 5.0]), ROOT)
    assert exact(here) == Fraction(5, 18)
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Threshold(1, 20.0)))
    tree = lesson.state.tree
    after = sum(
        Fraction(int(tree.weight(node)), 9) * exact(impurity_at(tree, node))
        for node in ((0,), (1,))
    )
    assert after == Fraction(5, 27)
    assert float(1 - after) == pytest.approx(0.8148, abs=5e-5)


def impurity_at(tree: dt.Tree, node: tuple[int, ...]) -> Named:
    return dt.explain.impurity(dt.Gini(), tree[node].stats, node)


def test_a_gain_of_an_eighteenth() -> None:
    """By hand: three of a and three of b, parted two to one either way: 1/2 - 4/9."""
    found = gain(table("aababb", x="pppqqq"), 0)
    assert [exact(line) for line in lines_of(found)] == [
        Fraction(1, 2), Fraction(4, 9), Fraction(4, 9), Fraction(4, 9), Fraction(1, 18),
    ]  # fmt: skip
    assert exact(gain(dataset("playtennis"), 0)) == Fraction(5, 49)


@pytest.mark.parametrize(
    "formula",
    [
        Log(Number(4)),
        Root(Number(9)),
        Number(0.5),
        Ratio(Number(1), Log(Number(8))),
        Count(2.5, Query(())),
        Raised(Number(2), Number(0.5)),
        Raised(Number(2), Number(1000)),
        Number(float("nan")),
    ],
)
def test_what_has_no_fraction(formula: Formula) -> None:
    assert exact(formula) is None


def test_a_share_of_no_rows_is_nothing() -> None:
    assert exact(Ratio(Number(0), Number(0))) == 0
    assert exact(Raised(Number(2), Number(3))) == 8


@law
@given(problems())
def test_a_fraction_is_the_value(case: Case) -> None:
    for _tree, _candidate, _name, formula in formulas(case[0].data(), case[1]):
        for line in lines_of(formula):
            found = exact(line)
            assert found is None or float(found) == pytest.approx(line.value, rel=1e-12, abs=1e-12)


@law
@given(st.lists(st.integers(0, 400), min_size=1, max_size=9).filter(any))
def test_gini_and_error_of_counts_always_have_one(counts: list[int]) -> None:
    for measure in (dt.Gini(), dt.ErrorRate()):
        formula = dt.explain.impurity(measure, np.array(counts, float), ROOT)
        found = exact(formula)
        assert found is not None
        assert float(found) == pytest.approx(formula.value, abs=1e-12)
