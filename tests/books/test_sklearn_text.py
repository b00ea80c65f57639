"""``sklearn_text`` is what scikit-learn's ``export_text`` prints, where the trees are equal."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, export_text

import dttools as dt
from tests.books.sklearn_pairs import CRITERIA, OF_CLASSES, compare, grown, sklearn_recipe
from tests.small_tables import dataset


@pytest.mark.parametrize("criterion", CRITERIA)
def test_random_trees_print_alike(criterion: str) -> None:
    """Where no tie lets them part, which is nearly everywhere."""
    alike = 0
    for seed in range(8):
        random = np.random.default_rng(seed)
        X = random.normal(size=(90, 3)) * [1, 100, 0.01]
        score = X @ [1.0, 0.01, 100.0] + random.normal(size=90)
        y = score if criterion == "squared_error" else np.digitize(score, [-1.0, 1.0])
        pair = grown(X, y, criterion, max_depth=3 + seed % 2, min_samples_leaf=8)
        if compare(pair):
            continue
        alike += 1
        for decimals, depth in ((2, 10), (4, 1), (0, 2)):
            more = {"decimals": decimals, "max_depth": depth}
            theirs = export_text(pair.theirs, feature_names=["x0", "x1", "x2"], **more)
            assert dt.export.sklearn_text(pair.ours, decimals, depth) == theirs
    assert alike >= 6


@pytest.mark.parametrize("key", ["iris", "biopsy", "kyphosis", "hitters", "mtcars", "carseats"])
def test_the_numbers_of_a_bundled_table_print_alike(key: str) -> None:
    """Where the trees are equal; on iris two columns tie at the root, and they never are."""
    data = dataset(key)
    X = np.stack([column.values for column in data.columns if column.levels is None], axis=1)
    known, alike = ~np.isnan(X).any(axis=1), 0
    names = [f"x{i}" for i in range(X.shape[1])]
    criteria = [name for name in CRITERIA if (name in OF_CLASSES) == bool(data.target.levels)]
    limits = ({"max_depth": 2}, {"max_depth": 3, "min_samples_leaf": 7}, {"min_samples_leaf": 15})
    for criterion, limit in product(criteria, limits):
        pair = grown(X[known], data.target.values[known], criterion, **limit)
        theirs = export_text(pair.theirs, feature_names=names)
        equal = not compare(pair)
        assert (dt.export.sklearn_text(pair.ours) == theirs) == equal
        alike += equal
    assert bool(alike) == (key != "iris")


def test_iris_and_a_single_leaf() -> None:
    data = dataset("iris", roles={"Petal.Length": "ignore"})
    X = np.stack([column.values for column in data.columns], axis=1)
    y = np.array(data.target.levels)[data.target.values]
    names = [column.name for column in data.columns]
    for leaf in (40, 60):  # with 60 to a leaf, no split is left
        model = DecisionTreeClassifier(min_samples_leaf=leaf, random_state=0).fit(X, y)
        tree = dt.grow(data, sklearn_recipe("gini", min_samples_leaf=leaf))
        assert dt.export.sklearn_text(tree) == export_text(model, feature_names=names)


def test_levels_print_as_one_hot_columns() -> None:
    frame = pd.DataFrame({"c": list("aabbccaabbcc"), "y": list("uuvvwwuuvwww")})
    one_hot = pd.get_dummies(frame[["c"]])
    model = DecisionTreeClassifier(random_state=0, max_depth=1).fit(one_hot, frame["y"])
    data = dt.Dataset.from_frame(frame, target="y")
    tree = dt.grow(data, sklearn_recipe("gini", max_depth=1))
    ours, theirs = dt.export.sklearn_text(tree), export_text(model, feature_names=[*one_hot])
    assert ours == theirs
    assert ours.startswith("|--- c_")


def test_what_scikit_learn_cannot_ask_is_said() -> None:
    text = dt.export.sklearn_text(dt.grow(dataset("playtennis"), dt.recipe("id3")))
    assert text.startswith("# Not as scikit-learn")
    assert "|--- Outlook = Sunny\n|   |--- Humidity = High\n|   |   |--- class: No\n" in text
