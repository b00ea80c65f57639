"""Formulas: their values, the rows that their counts name, and which there are."""

from decimal import getcontext

import numpy as np
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.formula import Count, Formula, Named, Squares, named_parts, walk
from dtcore.stepping.evidence import Candidate
from dttools.printing import Digits, plain
from tests import by_hand
from tests.engine.every_formula import Case, formulas, golf, nodes
from tests.small_tables import dataset
from tests.strategies import law, problems, tables


def scale(candidate: Candidate, name: str, weight: float) -> float:
    """The node's impurity as large as it is among scores of this name."""
    before = candidate.scores["impurity_before"]
    match name:
        case "split_info" | "tries" | "correction" | "cost":
            return 1.0
        case "gain_per_cost":
            return before * before
        case "gain_ratio":
            return before / (candidate.scores["split_info"] or 1.0)
        case _:
            return before * (weight if name.startswith("squares") else 1.0)


@law
@given(problems())
def test_every_formula_evaluates_to_its_score(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    for tree, weighed in nodes(data, recipe):
        for candidate in weighed.candidates:
            for name, score in candidate.scores.items():
                formula = dt.explain.score(recipe, data.schema, weighed, candidate, name)
                near = 1e-12 * max(scale(candidate, name, tree.weight(weighed.node)), abs(score))
                assert formula.value == pytest.approx(score, rel=0, abs=near), name


@law
@given(problems())
def test_every_count_counts_the_rows_that_it_names(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    for tree, _, _, formula in formulas(data, recipe):
        for part in walk(formula):
            if isinstance(part, Count):
                rows = by_hand.rows_of(part.query, tree, data)
                assert rows
                near = 1e-12 * tree.weight(part.query.node)
                assert part.value == pytest.approx(by_hand.weight(data, rows), rel=0, abs=near)


@law
@given(problems(tables(target="numbers")))
def test_every_sum_of_squares_is_that_of_the_rows_it_names(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    spread = by_hand.squares(data, list(range(len(data)))) ** 0.5
    for tree, _, _, formula in formulas(data, recipe):
        for part in walk(formula):
            if isinstance(part, Squares):
                rows = by_hand.rows_of(part.query, tree, data)
                whole = by_hand.squares(data, by_hand.rows_at(tree, data, part.query.node))
                squares = by_hand.squares(data, rows)
                assert part.value == pytest.approx(squares, rel=0, abs=1e-12 * whole)
                mean = float(by_hand.mean(data, rows))
                assert part.mean == pytest.approx(mean, rel=1e-12, abs=1e-12 * spread)


@law
@given(problems())
def test_the_average_gain_is_the_one_that_was_compared_with(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    for _, weighed in nodes(data, recipe):
        formula = dt.explain.average_gain(recipe, data.schema, weighed)
        if weighed.average is None:
            assert formula is None
            assert not weighed.counted
        else:
            before = weighed.candidates[0].scores.get("impurity_before", 1.0)
            assert formula.value == pytest.approx(weighed.average, rel=1e-12, abs=1e-12 * before)


@law
@given(problems())
def test_a_name_means_one_number_within_a_formula(case: Case) -> None:
    """The lines of the working are listed by name, so two parts of a name must be equal."""
    data, recipe = case[0].data(), case[1]
    for _, _, _, formula in formulas(data, recipe):
        lines = {part.symbol: part.value for part in named_parts(formula)}
        for part in walk(formula):
            if isinstance(part, Named):
                assert part.value == lines[part.symbol]


getcontext().prec = 50


def test_there_is_no_formula_for_a_score_that_was_not_given() -> None:
    data, weighed = golf()
    with pytest.raises(KeyError, match="corrected_gain"):
        dt.explain.score(
            dt.recipe("c45"), data.schema, weighed, weighed.candidates[0], "corrected_gain"
        )


@pytest.mark.parametrize(
    ("recipe", "score"),
    [("id3", "gain"), ("c45", "gain_ratio"), ("cart", "gain"), ("regression", "squares_decrease")],
)
def test_the_score_that_a_recipe_shows(recipe: str, score: str) -> None:
    assert dt.explain.headline(dt.recipe(recipe)) == score


def test_the_decrease_of_squares_for_each_row_is_that_of_the_variance() -> None:
    data, recipe = dataset("mtcars"), dt.recipe("regression")
    weighed = dt.start(data, recipe).propose().evidence
    best = weighed.best
    squares = dt.explain.score(recipe, data.schema, weighed, best, "squares_decrease")
    fall = dt.explain.variance_decrease(data.schema, weighed, squares)
    assert plain(fall, Digits()).startswith("734.9273")
    assert plain(fall, Digits()).endswith("/32")
    assert fall.value == pytest.approx(best.scores["gain"])


def test_an_impurity_of_a_node_alone() -> None:
    """Mitchell 1997, §3.4.1.1: [9+, 5-] has an entropy of 0.940."""
    formula: Formula = dt.explain.impurity(dt.Entropy(), np.array([9.0, 5.0]), ())
    assert plain(formula, Digits()) == "−9/14 log2(9/14) − 5/14 log2(5/14)"
    assert formula.value == pytest.approx(0.940286, abs=1e-6)
