"""A far outlier of the target says nothing about the leaves that it is not in."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeRegressor

import dtcore as dt
from dtcore.pruning.held_out import held_out_costs
from tests.small_tables import table, weighed
from tests.strategies import law

REGRESSION = dt.recipe("regression")
FAR = (1e12, 1e15, 1e18, -1e12, -1e18)
NEAR = [1.1, 2.2, 3.3, 4.4, 5.5]


def exact(values: list[float]) -> tuple[float, float]:
    """Mean and sum of squares about it, by fractions."""
    cells = [Fraction(value) for value in values]
    mean = sum(cells) / len(cells)
    return float(mean), float(sum((cell - mean) ** 2 for cell in cells))


@pytest.mark.parametrize("far", FAR)
def test_each_row_is_predicted_as_it_is(far: float) -> None:
    tree = dt.grow(table([*NEAR, far], x=range(6)), REGRESSION)
    told = dt.predict(tree, pd.DataFrame({"x": range(6)}))
    assert told[0] == 1.1
    assert told == pytest.approx([*NEAR, far], rel=1e-15)


@pytest.mark.parametrize("far", FAR)
def test_levels_without_the_outlier_are_counted_exactly(far: float) -> None:
    """u, u, v, v hold 1, 2, 4, 7: mean 3.5, squares 6.25 + 2.25 + .25 + 12.25 = 21."""
    data = table([1.0, 2.0, 4.0, 7.0, far], a="uuvvw", x=[0, 0, 0, 0, 1])
    nominal, numeric = weighed(data, REGRESSION).candidates
    assert nominal.split == dt.Subset(0, (0, 1), (2,))
    assert nominal.branch_stats.tolist() == numeric.branch_stats.tolist()
    for found in (nominal, numeric):
        assert found.branch_stats[0, 2] == found.scores["squares_after"] == 21.0


@pytest.mark.parametrize("far", FAR)
def test_held_out_rows_are_judged_where_they_fall(far: float) -> None:
    """OnProgress 1.5 and 3.5, 1, 2, 3, 4 are off by a half; told the mean of their node, by it."""
    tree = dt.grow(table([1.0, 2.0, 3.0, 4.0, far], x=[0, 0, 1, 1, 2]), REGRESSION)
    held_out = table([1.0, 2.0, 3.0, 4.0], x=[0, 0, 1, 1])
    wanted = [
        sum((value - Fraction(tree.prediction(tree.id_at(place)))) ** 2 for value in rows)
        for place, rows in enumerate(([1, 2, 3, 4], [1, 2, 3, 4], [1, 2], [3, 4], []))
    ]
    assert held_out_costs(tree, held_out).leaf == pytest.approx([float(w) for w in wanted])
    assert wanted[1:] == [5, 0.5, 0.5, 0]


def test_held_out_rows_far_from_zero_are_judged_beside_one_near_it() -> None:
    """1.7e9 seconds, and a 0 for who has no date: the others are off by an eighth each."""
    late = 1.7e9
    tree = dt.grow(
        table([late, late + 0.25, late + 1, late + 1, 0.0], x=[0, 0, 1, 1, 2]), REGRESSION
    )
    costs = held_out_costs(tree, table([late, late + 0.25], x=[0, 0]))
    assert costs.leaf[tree.place((0, 0))] == 2 * 0.125**2


def test_squares_of_the_known_rows_are_those_about_their_mean() -> None:
    """A million and 0, ..., 0, 1 at the node of x ≤ 1, of which z is known at the first four."""
    late, z = 1e6, [0.0, 0.0, 1.0, 1.0, np.nan, 0.0]
    y = [late, late + 0.1, late + 0.3, late + 0.7, late, 0.0]
    data = table(y, x=[0, 0, 0, 0, 0, 2], z=z)
    lesson = dt.start(data, REGRESSION).step()
    found = dt.weigh(lesson.problem, lesson.state, (0,))
    formula = dt.explain.score(
        REGRESSION, data.schema, found, found.candidates[1], "squares_before"
    )
    assert formula.value == pytest.approx(exact(y[:4])[1], rel=1e-12)


CELLS = st.lists(st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6), min_size=1)


@law
@given(CELLS, st.sampled_from(FAR), st.sampled_from([0.0, 1e9]))
def test_a_leaf_is_told_the_mean_of_its_own_rows(
    near: list[float], far: float, offset: float
) -> None:
    near = [value + offset for value in near]
    x = [0.0] * len(near) + [1.0]
    tree = dt.grow(table([*near, far], x=x), REGRESSION)
    mean, squares = exact(near)
    largest = max(map(abs, near))
    assert tree.weight((0,)) == len(near)
    assert abs(tree.prediction((0,)) - mean) <= 1e-12 * largest
    assert tree[(0,)].stats[2] == pytest.approx(squares, rel=1e-9, abs=1e-24 * largest**2)


@pytest.mark.parametrize("far", FAR)
def test_the_other_rows_are_split_as_scikit_learn_splits_them(far: float) -> None:
    draw = np.random.default_rng(12)
    x, y = draw.permutation(60).astype(float), draw.normal(size=60)
    y[x.argmax()] = far
    recipe = dt.recipe("regression").limited(6, 3)
    tree = dt.grow(table(y.tolist(), x=x.tolist()), recipe)
    theirs = DecisionTreeRegressor(max_depth=6, min_samples_leaf=3).fit(x[:, None], y)
    mine, other = dt.predict(tree, pd.DataFrame({"x": x})), theirs.predict(x[:, None])
    assert tree.leaves == theirs.get_n_leaves()
    assert mine == pytest.approx(other, rel=1e-12)
