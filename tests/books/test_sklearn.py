"""``cart_sklearn`` against scikit-learn itself: the same tree, node by node, up to ties.

scikit-learn breaks ties at random. Where the two ask different questions, both must lower the
impurity by the same amount, the engine must have counted a tie, and the comparison ends there.
"""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris

import dtcore as dt
from tests.books.sklearn_pairs import (
    CRITERIA,
    LIMITED,
    LIMITS_OF_REAL,
    OF_CLASSES,
    RANDOM,
    REAL,
    compare,
    grown,
)


@pytest.mark.parametrize("criterion", OF_CLASSES)
@pytest.mark.parametrize("load", REAL)
def test_classes_of_real_tables(load: object, criterion: str) -> None:
    compare(grown(*load(return_X_y=True), criterion))


def test_a_regression_of_a_real_table() -> None:
    compare(grown(*load_diabetes(return_X_y=True), "squared_error"))


@pytest.mark.parametrize("limits", LIMITS_OF_REAL)
@pytest.mark.parametrize("criterion", LIMITED)
def test_limits_mean_the_same(criterion: str, limits: dict[str, float]) -> None:
    load = load_diabetes if criterion == "squared_error" else load_breast_cancer
    pair = grown(*load(return_X_y=True), criterion, **limits)
    compare(pair)
    assert pair.ours.leaves == pair.theirs.get_n_leaves()


@pytest.mark.on_push(12)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", RANDOM)
def test_random_tables(seed: int, criterion: str) -> None:
    """Half of them with few values, so that cuts and columns tie and rows contradict each other.

    Numeric targets are quarters, since scikit-learn splits nodes of equal values whose sum of
    squares it does not find to be exactly zero.
    """
    random = np.random.default_rng(seed)
    n, columns = int(random.integers(20, 200)), int(random.integers(1, 6))
    X = random.normal(size=(n, columns)).round(1 if seed % 2 else 9)
    noise = random.normal(size=n)
    y = np.where(X.sum(axis=1) + noise > 0, 0, random.integers(1, 4, n))
    quarters = np.round(4 * (y + noise)) / 4
    compare(grown(X, quarters if criterion == "squared_error" else y, criterion))


def test_without_ties_the_trees_are_equal() -> None:
    """Random numbers, and leaves of five rows, since all columns tie at a node of two."""
    random = np.random.default_rng(7)
    X, y = random.normal(size=(300, 4)), random.normal(size=300)
    pair = grown(X, y, "squared_error", min_samples_leaf=5)
    assert compare(pair) == 0
    assert len(pair.ours) == pair.theirs.tree_.node_count
    assert dt.predict(pair.ours, pair.problem.dataset) == pytest.approx(pair.theirs.predict(X))


def test_zero_gain_is_taken_as_scikit_learn_takes_it() -> None:
    """XOR: no cut gains anything at the root, and the tree is complete all the same."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 3, float)
    pair = grown(X, (X[:, 0] != X[:, 1]).astype(int), "gini")
    assert pair.ours.leaves == pair.theirs.get_n_leaves() == 4
    compare(pair)


@pytest.mark.parametrize("seed", range(6))
def test_new_rows_are_compared_in_single_precision(seed: int) -> None:
    """At the printed cuts and beside them, where double precision would tell otherwise: 0.35 is
    in single precision at most the cut of 0 and 0.7, which is below it."""
    random = np.random.default_rng(seed)
    X = random.integers(0, 101, (12, 1)) / 10
    X[:2, 0] = 0.0, 0.7
    pair = grown(X, random.integers(0, 3, 12), "gini")
    cuts = np.array([s.cut for s in pair.ours.splits if isinstance(s, dt.Threshold)])
    assert set(cuts) == set(pair.theirs.tree_.threshold[pair.theirs.tree_.feature >= 0])
    beside = [cuts, cuts.round(2), *(np.nextafter(cuts.round(2), end) for end in (-9, 99))]
    rows = np.concatenate([*beside, cuts * (1 - 1e-8), cuts * (1 + 1e-8)])[:, None]
    told = dt.predict(pair.ours, pd.DataFrame(rows, columns=["x0"]))
    assert told.tolist() == [str(label) for label in pair.theirs.predict(rows)]


def test_a_flower_on_a_cut() -> None:
    """The tree of iris is printed alike, and this flower is told alike: it is on two cuts."""
    X, y = load_iris(return_X_y=True)
    pair = grown(X, y, "gini")
    flower = np.array([[6.95, 2.8, 5.0, 1.60]])
    told = dt.predict(pair.ours, pd.DataFrame(flower, columns=[f"x{i}" for i in range(4)]))
    assert told.tolist() == [str(label) for label in pair.theirs.predict(flower)]
