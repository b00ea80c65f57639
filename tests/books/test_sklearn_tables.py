"""``cart_sklearn`` against scikit-learn on a hundred random tables, and on one-hot columns."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.class_weight import compute_sample_weight

import dtcore as dt
from dtcore.stepping.problem import State
from tests.books.sklearn_pairs import (
    CRITERIA,
    LARGER,
    LIMITED,
    ONE_HOT,
    Pair,
    compare,
    decrease_of_ours,
    decrease_of_theirs,
    grown,
    sklearn_recipe,
)

pytestmark = pytest.mark.slow

LIMITS = (
    {},
    {"max_depth": 4},
    {"max_leaf_nodes": 7},
    {"min_samples_leaf": 5},
    {"min_samples_split": 12, "min_impurity_decrease": 0.005},
    {"max_leaf_nodes": 12, "min_samples_leaf": 2, "max_depth": 6},
)


def random_table(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Continuous columns, so that few cuts tie; every third table has weights.

    Weights are eighths, whose sums are exact: of others scikit-learn splits pure nodes, where the
    impurity that it computes is not quite 0.
    """
    random = np.random.default_rng(1000 + seed)
    n, columns = int(random.integers(30, 150)), int(random.integers(1, 6))
    X = random.normal(size=(n, columns))
    weights = random.integers(1, 40, n) / 8 if seed % 3 == 0 else None
    return X, X.sum(axis=1) + random.normal(size=n), weights


def order_ties(pair: Pair) -> bool:
    """Whether two open nodes ever gain the same, so that scikit-learn's heap decides."""
    lesson = dt.start(pair.problem.dataset, pair.problem.recipe)
    known: dict[tuple[int, ...], float] = {}
    while waiting := lesson.state.node_rows:
        known |= {node: worth_of(lesson, node) for node in waiting if node not in known}
        worth = sorted((known[node] for node in waiting), reverse=True)
        if len(worth) > 1 and worth[0] - worth[1] <= 1e-9 * worth[0] and worth[0] > 0:
            return True
        lesson = lesson.step()
    return False


def worth_of(lesson: dt.Timeline, node: tuple[int, ...]) -> float:
    """By how much splitting an open node lowers the tree's impurity, as a share of all rows."""
    found, tree = dt.weigh(lesson.problem, lesson.state, node), lesson.state.tree
    gain = 0.0 if found.winner is None else found.candidates[found.winner].scores["gain"]
    return gain * tree.weight(node) / tree.weight(())


@pytest.mark.on_push(8)
@pytest.mark.parametrize("seed", LARGER)
def test_a_hundred_tables_with_weights_and_limits(seed: int) -> None:
    """Criteria, limits, weights of rows and of classes by turns.

    Where the order of two nodes is decided by a tie, the trees have equally many leaves.
    """
    X, score, weights = random_table(seed)
    criterion = list(CRITERIA)[seed % len(CRITERIA)]
    limits = LIMITS[seed % len(LIMITS)] if seed % 2 else LIMITS[seed // 2 % len(LIMITS)]
    regression = criterion == "squared_error"
    y = score if regression else np.digitize(score, np.quantile(score, [0.3, 0.8]))
    heavier = {0: 1.0, 1: 2.5, 2: 0.75} if seed % 4 == 1 and not regression else None
    pair = grown(X, y, criterion, weights, heavier, **limits)
    if "max_leaf_nodes" in limits and order_ties(pair):
        assert pair.ours.leaves == pair.theirs.get_n_leaves()
        return
    parted = compare(pair)
    if not parted:
        assert len(pair.ours) == pair.theirs.tree_.node_count


@pytest.mark.on_push(4)
@pytest.mark.parametrize("seed", ONE_HOT)
def test_nominal_columns_are_asked_as_a_one_hot_table_is(seed: int) -> None:
    """Each level against the rest; the sides may be the other way round."""
    random = np.random.default_rng(seed)
    n = int(random.integers(30, 120))
    levels = [[f"{name}{i}" for i in range(3 + column)] for column, name in enumerate("pqr")]
    frame = pd.DataFrame({f"n{i}": random.choice(names, n) for i, names in enumerate(levels)})
    effect = sum(column.map(lambda v: hash_of(v, seed)) for _, column in frame.items())
    y = effect + random.normal(size=n)
    for criterion in LIMITED:
        target = y if criterion == "squared_error" else np.where(y > y.median(), "u", "v")
        one_hot = pd.get_dummies(frame)
        data = dt.Dataset.from_frame(frame.assign(y=target), target="y")
        recipe = sklearn_recipe(criterion, min_samples_leaf=4)
        model = DecisionTreeClassifier if criterion == "gini" else DecisionTreeRegressor
        theirs = model(criterion=criterion, min_samples_leaf=4, random_state=0)
        theirs.fit(one_hot, target)
        tree = dt.grow(data, recipe)
        compare_one_hot(dt.Problem.of(data, recipe), tree, theirs.tree_, list(one_hot.columns))


def hash_of(level: str, seed: int) -> float:
    return float(np.random.default_rng([seed, *level.encode()]).normal())


def compare_one_hot(problem: dt.Problem, tree: dt.Tree, theirs: object, names: list[str]) -> None:
    """Walk both trees down to where they part at a tie."""
    waiting = [((), 0)]
    while waiting:
        node, place = waiting.pop()
        assert tree.weight(node) == theirs.weighted_n_node_samples[place]
        assert tree[node].leaf == (theirs.children_left[place] < 0)
        if tree[node].leaf:
            continue
        decrease = decrease_of_theirs(theirs, place)
        assert decrease_of_ours(tree, node) == pytest.approx(decrease, rel=1e-9, abs=1e-12)
        column, level = names[theirs.feature[place]].split("_")
        split = tree[node].split
        field = tree.schema.columns[split.column]
        sides = [{field.levels[code] for code in side} for side in (split.left, split.right)]
        if field.name == column and {level} in sides:
            with_level = sides.index({level})
            left, right = theirs.children_left[place], theirs.children_right[place]
            waiting += [((*node, with_level), right), ((*node, 1 - with_level), left)]
        else:
            found = dt.weigh(problem, State(tree, {}), node)
            tied = any(c.verdict == dt.Verdict.TIED for c in found.candidates)
            assert tied or found.candidates[found.winner].tied


def test_balanced_classes_are_those_of_scikit_learn() -> None:
    """The weights alone, since they are no exact fractions: n / (k n_k)."""
    y = np.array([0] * 5 + [1] * 20 + [2] * 35)
    data = dt.Dataset.from_frame(
        pd.DataFrame({"x": np.arange(60.0), "y": y}), target="y", kinds={"y": "nominal"}
    )
    problem = dt.Problem.of(data, replace(dt.recipe("cart_sklearn"), classes=dt.Balanced()))
    assert problem.dataset.weights == pytest.approx(compute_sample_weight("balanced", y))
