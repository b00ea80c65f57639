"""What columns contribute: rpart's printed numbers, laws, and scikit-learn."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.pruning.validation import holdout
from dttools.evaluation import loss
from dttools.evaluation.importance import decreases, orders
from tests.books.sklearn_pairs import CRITERIA, compare, grown
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table
from tests.strategies import law, problems

RPART = replace(
    dt.recipe("cart"),
    stopping=(dt.Pure(), dt.MinRows(20), dt.MinLeaf(7)),
    missing=dt.Surrogates(always=True),
)
"""As rpart grows unless told otherwise; its cp of 0.01 stops nothing here."""


def test_kyphosis_as_rpart_prints_it() -> None:
    """``fit$variable.importance`` of ``rpart(Kyphosis ~ ., data = kyphosis)``, as the README of
    the package treezy prints it: its surrogates are in these sums."""
    tree = dt.grow(dataset("kyphosis"), RPART)
    found = {column.name: column.rpart for column in dt.importance(tree)}
    assert found == pytest.approx(
        {"Age": 3.101801, "Number": 1.521863, "Start": 8.198442}, abs=5e-7
    )
    assert sum(column.share for column in dt.importance(tree)) == pytest.approx(1)
    start = dt.importance(tree)[2]
    assert start.nodes == ((), (1,))
    assert start.splits[0].value == pytest.approx(6.762330, abs=5e-7)  # improve at the root


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", range(4))
def test_shares_are_scikit_learns(criterion: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    X = random.normal(size=(90, 4))
    score = X @ [3.0, 1.0, 0.5, 0.0] + random.normal(size=90)
    y = score if criterion == "squared_error" else np.digitize(score, [-1.0, 1.0])
    weights = random.integers(1, 5, 90) / 4
    pair = grown(X, y, criterion, weights, max_depth=4, min_samples_leaf=8)
    assert compare(pair) == 0
    found = dt.importance(pair.ours)
    assert [c.share for c in found] == pytest.approx(pair.theirs.feature_importances_)
    raw = pair.theirs.tree_.compute_feature_importances(normalize=False)
    assert [c.raw for c in found] == pytest.approx(raw)


def test_shuffled_columns_lose_what_scikit_learn_loses_on_them() -> None:
    """The same orders of the same cells, given to both."""
    random = np.random.default_rng(5)
    X = random.normal(size=(120, 3))
    y = (X @ [2.0, 1.0, 0.0] > 0).astype(int)
    pair = grown(X[:80], y[:80], "gini", max_depth=3)
    frame = pd.DataFrame(X[80:], columns=["x0", "x1", "x2"]).assign(y=y[80:])
    held_out = dt.Dataset.from_frame(frame, target="y")
    for place, column in enumerate(dt.importance(pair.ours, held_out, repeats=4, seed=9)):
        shuffled = [X[80:].copy() for _ in range(4)]
        for copy, order in zip(shuffled, orders(9, place, 40, 4), strict=True):
            copy[:, place] = copy[order, place]
        right = [pair.theirs.score(copy, y[80:]) for copy in shuffled]
        assert column.permuted is not None
        assert 1 - column.permuted.after == pytest.approx(right)
        assert 1 - column.permuted.before == pytest.approx(pair.theirs.score(X[80:], y[80:]))


def test_a_seed_gives_the_same_again() -> None:
    kept, out = holdout(dataset("titanic"), seed=4)
    tree = dt.grow(kept, dt.recipe("c45").limited(depth=1))
    one, again, other = (
        [c.permuted.mean for c in dt.importance(tree, out, repeats=3, seed=seed)]
        for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other
    unasked = [c for c in dt.importance(tree, out) if not c.terms]
    assert unasked
    assert all(c.permuted.mean == c.permuted.deviation == c.share == 0 for c in unasked)
    with pytest.raises(dt.DataError, match="once or more"):
        dt.importance(tree, out, repeats=0)


@law
@given(problems())
def test_decreases_add_up_to_what_the_leaves_leave(case: object) -> None:
    tree = dt.grow(case[0].data(), case[1])
    found = dt.importance(tree)
    amount = [tree.weight(node.id) * tree.impurity(node.id) for node in tree]
    left = sum(part for part, node in zip(amount, tree, strict=True) if node.leaf)
    scale = 1e-9 * amount[0]
    assert sum(c.decrease for c in found) == pytest.approx(amount[0] - left, abs=scale)
    assert decreases(tree).sum() == pytest.approx(amount[0] - left, abs=scale)
    asked = sorted(node for c in found for node in c.nodes)
    assert asked == [node.id for node in tree if not node.leaf]


@law
@given(gappy(), st.integers(0, 3))
def test_each_opens_into_its_sum(case: object, seed: int) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    scale = 1e-9 * max(tree.weight(()) * tree.impurity(()), 1e-300)
    for column in dt.importance(tree, data, repeats=2, seed=seed):
        assert column.permuted is not None
        assert column.permuted.before == loss(tree, data)
        values = {
            "decrease": column.decrease,
            "share": column.share,
            "raw": column.raw,
            "rpart": column.rpart,
            "permuted": column.permuted.mean,
        }
        for score in dt.evaluation.opened(tree, column):
            near = {"rel": 1e-9, "abs": scale}
            assert (score.value or 0.0) == pytest.approx(values[score.name], **near)


def test_intervals_are_made_of_given_numbers() -> None:
    """A recipe that cuts numbers first: held-out rows come with their numbers."""
    recipe = replace(dt.recipe("id3"), bins=dt.EqualWidth(3))
    data = table("aaabbb", x=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    [column] = dt.importance(dt.grow(data, recipe), data)
    assert column.permuted is not None
    assert column.permuted.before == pytest.approx(loss_of(recipe, data))


def loss_of(recipe: dt.Recipe, data: dt.Dataset) -> float:
    tree = dt.grow(data, recipe)
    return float((dt.predict(tree, data) != np.array(list("aaabbb"))).mean())
