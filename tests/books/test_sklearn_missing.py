"""``cart_sklearn`` against scikit-learn itself on tables with missing cells."""

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from tests.books.sklearn_pairs import CRITERIA, WITH_GAPS, WITH_WEIGHTS, Pair, compare, grown

pytestmark = pytest.mark.slow


def sides(pair: Pair) -> int:
    """Assert that missing cells go to the same side at equal splits; how many were looked at."""
    looked = 0
    for node, place in pair.nodes():
        split = pair.ours[node].split
        if pair.same_split(node, place) and split.missing >= 0 and not pair.tied(node):
            assert (split.missing == 0) == bool(pair.theirs.tree_.missing_go_to_left[place])
            looked += 1
    return looked


def random_table(seed: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of which a ``share`` is missing, more often where y is 1."""
    random = np.random.default_rng(seed)
    n, columns = int(random.integers(30, 150)), int(random.integers(2, 5))
    X = random.normal(size=(n, columns)).round(2 if seed % 2 else 9)
    y = np.where(X.sum(axis=1) + random.normal(size=n) > 0, 0, random.integers(1, 3, n))
    X[random.random((n, columns)) < share * (1 + y[:, None])] = np.nan
    return X, y


@pytest.mark.on_push(8)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", WITH_GAPS)
def test_random_tables_with_missing_cells(seed: int, criterion: str) -> None:
    X, y = random_table(seed, 0.1)
    noise = np.random.default_rng(seed).normal(size=len(y))
    target = np.round(4 * (y + noise)) / 4 if criterion == "squared_error" else y
    pair = grown(X, target, criterion, min_samples_leaf=1 + seed % 4)
    compare(pair)
    assert sides(pair)


@pytest.mark.parametrize("seed", WITH_WEIGHTS)
def test_weighted_tables_with_missing_cells(seed: int) -> None:
    X, y = random_table(seed, 0.1)
    weights = np.random.default_rng(seed).integers(1, 4, len(y)).astype(float)
    pair = grown(X, y, "gini", weights, max_depth=4)
    compare(pair)
    assert sides(pair)


@pytest.mark.parametrize("seed", range(6))
def test_where_none_was_missing_a_row_goes_where_scikit_learn_sends_it(seed: int) -> None:
    """To the child with more rows, the right one of two that are as large."""
    X, y = random_table(seed, 0.0)
    pair = grown(X, y, "gini", max_depth=1)
    rows = pd.DataFrame(np.full((1, X.shape[1]), np.nan), columns=pair_columns(pair))
    [theirs] = pair.theirs.predict(rows.to_numpy())
    assert pair.same_split((), 0)
    assert dt.predict(pair.ours, rows).tolist() == [str(theirs)]


def test_two_children_of_a_size() -> None:
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([0, 0, 1, 1])
    pair = grown(X, y, "gini")
    rows = pd.DataFrame({"x0": [np.nan]})
    assert dt.predict(pair.ours, rows).tolist() == [str(pair.theirs.predict(rows.to_numpy())[0])]


def pair_columns(pair: Pair) -> list[str]:
    return [field.name for field in pair.ours.schema.columns]
