"""The fewest rows that hold a split, beside all sets of rows there are."""

from itertools import combinations

import numpy as np
import pytest

import dtcore as dt
from dtcore.explain import Holding, holding
from dtcore.model import ROOT
from dtcore.stepping.evidence import weigh
from dtcore.stepping.problem import Problem, begin
from tests.small_tables import dataset, table
from tests.strategies import fitting

MOST_ROWS = 7


def winner(data: dt.Dataset, recipe: dt.Recipe) -> int | None:
    problem = Problem.of(data, recipe)
    return weigh(problem, begin(problem), ROOT).winner


def found(data: dt.Dataset, recipe: dt.Recipe, **most: int) -> Holding:
    problem = Problem.of(data, recipe)
    return holding(problem, begin(problem), ROOT, **most)


def without(data: dt.Dataset, rows: tuple[int, ...]) -> dt.Dataset:
    return data.part(np.setdiff1d(np.arange(len(data)), rows))


def by_trying(data: dt.Dataset, recipe: dt.Recipe, first: int) -> int | None:
    """How many rows the smallest set has, by taking out every set there is."""
    for size in range(1, len(data) - 1):
        for rows in combinations(range(len(data)), size):
            if winner(without(data, rows), recipe) not in (first, None):
                return size
    return None


def made(seed: int) -> dt.Dataset:
    """Few rows and few values, so that rows are alike and scores tie."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(4, MOST_ROWS + 1))
    numbers = bool(seed % 3 == 0)
    columns = {
        name: rng.integers(0, 3, rows).astype(float)
        if numbers and name == "x"
        else rng.choice(["u", "v", "w"][: rng.integers(2, 4)], rows).tolist()
        for name in ("x", "y1", "z")
    }
    return table("ab" + "".join(rng.choice(["a", "b"], rows - 2)), **columns)


@pytest.mark.parametrize("seed", range(300))
def test_no_smaller_set_of_rows_makes_another_column_win(seed: int) -> None:
    data = made(seed)
    able = [recipe for recipe in fitting(data) if winner(data, recipe) is not None]
    if not able:
        return
    recipe = able[seed % len(able)]
    first = winner(data, recipe)
    assert first is not None
    result = found(data, recipe)
    least = by_trying(data, recipe, first)
    assert result.exact
    assert result.winner == first
    assert result.least == least
    assert len(result.rows) == (least or 0)
    if least is not None:
        assert winner(without(data, result.rows), recipe) == result.instead != first


@pytest.mark.parametrize("recipe", ["id3", "c45", "cart", "assistant"])
def test_play_tennis_is_held_by_as_many_rows_as_its_own_tree_says(recipe: str) -> None:
    data, plan = dataset("playtennis"), dt.recipe(recipe)
    result = found(data, plan)
    assert result.exact
    assert result.instead is not None
    assert winner(without(data, result.rows), plan) == result.instead
    assert result == found(data, plan)


@pytest.mark.parametrize("most", [0, 50, 400])
def test_a_bound_is_a_set_that_does_and_no_smaller_than_the_smallest(most: int) -> None:
    data, recipe = dataset("playtennis"), dt.recipe("cart")
    exact, bound = found(data, recipe), found(data, recipe, most=most)
    assert bound.least is not None
    assert exact.least is not None
    assert bound.least <= exact.least
    if bound.instead is not None:
        assert len(bound.rows) >= exact.least
        assert winner(without(data, bound.rows), recipe) == bound.instead


def test_numbers_are_held_too() -> None:
    data, recipe = dataset("mtcars"), dt.recipe("regression")
    result = found(data, recipe)
    assert result.instead is not None
    assert winner(without(data, result.rows), recipe) == result.instead


def test_where_nothing_wins_nothing_is_held() -> None:
    with pytest.raises(dt.MoveError, match="No question wins"):
        found(table("ab", x=["u", "u"]), dt.recipe("id3"))
