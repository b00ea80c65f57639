"""Twoing: Breiman, Friedman, Olshen and Stone 1984, §4.3.2."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dttools.printing import Digits, plain
from tests.small_tables import dataset, table, weighed
from tests.strategies import law

TWOING = replace(dt.recipe("cart"), impurity=dt.Twoing())
COUNTS = st.lists(st.integers(0, 9), min_size=4, max_size=4)


def of(left: list[float], right: list[float]) -> float:
    branches = np.array([[left, right]], float)
    return float(dt.Twoing().of_splits(branches, branches.sum(axis=2), np.zeros(1))[0])


def test_two_pairs_of_classes_are_told_apart_fully() -> None:
    """Half the rows left and half right, no class in common: 1/2 · 1/2 / 4 · 2² = 1/4."""
    assert of([5, 5, 0, 0], [0, 0, 5, 5]) == 0.25
    assert of([5, 5, 5, 5], [5, 5, 5, 5]) == 0
    assert of([0, 0], [3, 4]) == 0


@law
@given(COUNTS, COUNTS)
def test_it_is_the_best_two_class_problem(left: list[int], right: list[int]) -> None:
    """Theorem 4.10: the largest decrease of p(1 - p) over all ways to make two superclasses."""
    if not sum(left) or not sum(right):
        return
    n = sum(left) + sum(right)

    def decrease(group: tuple[int, ...]) -> float:
        def mixed(counts: list[int]) -> float:
            share = sum(counts[k] for k in group) / sum(counts)
            return share * (1 - share)

        both = [a + b for a, b in zip(left, right, strict=True)]
        return mixed(both) - sum(sum(side) / n * mixed(side) for side in (left, right))

    groups = [group for size in range(5) for group in combinations(range(4), size)]
    assert of(left, right) == pytest.approx(max(map(decrease, groups)), abs=1e-12)


def test_for_two_classes_it_is_half_of_the_gini_decrease() -> None:
    data = dataset("biopsy", complete=True)
    twoing, gini = (weighed(data, recipe).candidates for recipe in (TWOING, dt.recipe("cart")))
    for one, other in zip(twoing, gini, strict=True):
        assert one.scores["gain"] == pytest.approx(other.scores["gain"] / 2, rel=1e-12)
        assert one.split == other.split
    assert dt.grow(data, TWOING).splits == dt.grow(data, dt.recipe("cart")).splits


def test_it_prefers_an_even_split_of_the_classes() -> None:
    """Four classes: Gini sets the largest apart, twoing makes two pairs of them."""
    data = table("uuuvvwwxx", one="aaabbbbbb", pairs="aaaaabbbb")
    gini, twoing = weighed(data, "cart"), weighed(data, TWOING)
    assert (gini.winner, twoing.winner) == (0, 1)


def test_its_working() -> None:
    """The superclass is of those that are more common on the left: here u."""
    found = weighed(table("uuvw", x="aabb"), TWOING)
    schema = table("uuvw", x="aabb").schema
    formula = dt.explain.score(TWOING, schema, found, found.candidates[0], "gain")
    assert plain(formula, Digits()) == "2/4 × 2/4 × (2/2 − 0)^2"
    assert formula.value == found.candidates[0].scores["gain"] == 0.25


def test_only_splits_in_two_can_be_compared() -> None:
    with pytest.raises(dt.RecipeError, match="Twoing compares two branches"):
        replace(dt.recipe("id3"), impurity=dt.Twoing())
    data = dataset("playtennis")
    lesson = dt.start(data, TWOING)
    with pytest.raises(dt.MoveError, match="Twoing compares two branches"):
        dt.judge(lesson.problem, lesson.state, (), dt.Multiway(0))
