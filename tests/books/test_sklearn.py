"""``cart_sklearn`` against scikit-learn itself: the same tree, node by node, up to ties.

scikit-learn breaks ties at random. Where the two ask different questions, both must lower the
impurity by the same amount, the engine must have counted a tie, and the comparison ends there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtcore as dt
from dtcore.model.tree import NodeId
from dtcore.stepping.problem import State

CRITERIA = {"gini": dt.Gini(), "entropy": dt.Entropy(), "squared_error": dt.Variance()}


@dataclass(frozen=True)
class Pair:
    """A tree of the engine beside one of scikit-learn's, on the same table."""

    problem: dt.Problem
    ours: dt.Tree
    theirs: DecisionTreeClassifier | DecisionTreeRegressor

    def nodes(self) -> Iterator[tuple[NodeId, int]]:
        """Pairs of nodes that hold the same rows, down to where the trees part."""
        tree, waiting = self.theirs.tree_, [((), 0)]
        while waiting:
            node, place = waiting.pop()
            yield node, place
            if self.same_split(node, place):
                children = (tree.children_left[place], tree.children_right[place])
                waiting += zip(self.ours.children(node), children, strict=True)

    def same_split(self, node: NodeId, place: int) -> bool:
        """The same column, and the same cut up to the single precision that both work in."""
        split, tree = self.ours[node].split, self.theirs.tree_
        if not isinstance(split, dt.Threshold) or split.column != tree.feature[place]:
            return False
        return bool(np.isclose(split.cut, tree.threshold[place], rtol=1e-7, atol=0))

    def tied(self, node: NodeId) -> bool:
        weighed = dt.weigh(self.problem, State(self.ours, {}), node)
        tied = [c for c in weighed.candidates if c.verdict == dt.Verdict.TIED]
        return bool(tied) or weighed.candidates[weighed.winner].tied > 0


RULES = {
    "max_depth": dt.MaxDepth,
    "max_leaf_nodes": dt.MaxLeaves,
    "min_impurity_decrease": dt.MinDecrease,
    "min_samples_leaf": partial(dt.MinLeaf, weighted=False),
    "min_samples_split": partial(dt.MinRows, weighted=False),
}


def sklearn_recipe(criterion: str, **limits: float) -> dt.Recipe:
    """``cart_sklearn`` with scikit-learn's own names for the limits."""
    recipe = dt.recipe("cart_sklearn")
    stopping = (*recipe.stopping, *(RULES[name](value) for name, value in limits.items()))
    ordering = dt.BestFirst() if "max_leaf_nodes" in limits else recipe.ordering
    return replace(recipe, impurity=CRITERIA[criterion], stopping=stopping, ordering=ordering)


def grown(
    X: np.ndarray,
    y: np.ndarray,
    criterion: str,
    weights: np.ndarray | None = None,
    class_weight: dict[int, float] | None = None,
    **limits: float,
) -> Pair:
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])]).assign(y=y)
    regression = criterion == "squared_error"
    kinds = {"y": "numeric" if regression else "nominal"}
    if weights is not None:
        frame["w"] = weights
    column = None if weights is None else "w"
    data = dt.Dataset.from_frame(frame, target="y", kinds=kinds, weights=column)
    recipe = sklearn_recipe(criterion, **limits)
    more = {"class_weight": class_weight} if class_weight else {}
    if class_weight:
        recipe = replace(recipe, classes=dt.ClassWeights(tuple(class_weight.values())))
    model = DecisionTreeRegressor if regression else DecisionTreeClassifier
    theirs = model(criterion=criterion, random_state=0, **limits, **more).fit(X, y, weights)
    return Pair(dt.Problem(data, recipe), dt.grow(data, recipe), theirs)


def decrease_of_theirs(tree: object, place: int) -> float:
    parts = (tree.children_left[place], tree.children_right[place])
    weights = tree.weighted_n_node_samples
    after = sum(weights[part] * tree.impurity[part] for part in parts) / weights[place]
    return tree.impurity[place] - after


def decrease_of_ours(tree: dt.Tree, node: NodeId) -> float:
    after = sum(tree.weight(part) * tree.impurity(part) for part in tree.children(node))
    return tree.impurity(node) - after / tree.weight(node)


def compare(pair: Pair) -> int:
    """Assert that the trees agree; the number of nodes where they part at a tie."""
    ours, theirs, parted = pair.ours, pair.theirs.tree_, 0
    near = {"rel": 1e-9, "abs": 1e-9 * theirs.impurity[0]}
    for node, place in pair.nodes():
        weight = pytest.approx(theirs.weighted_n_node_samples[place], rel=1e-12)
        assert ours.weight(node) == weight
        assert ours.impurity(node) == pytest.approx(theirs.impurity[place], **near)
        assert ours[node].leaf == (theirs.children_left[place] < 0)
        if ours[node].leaf:
            told = theirs.value[place][0]
            value = told[0] if pair.problem.dataset.target.numeric else told.argmax()
            assert ours.prediction(node) == pytest.approx(value, rel=1e-12)
        else:
            decrease = decrease_of_theirs(theirs, place)
            assert decrease_of_ours(ours, node) == pytest.approx(decrease, **near)
            if not pair.same_split(node, place):
                assert pair.tied(node)
                parted += 1
    return parted


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("load", [load_iris, load_breast_cancer])
def test_classes_of_real_tables(load: object, criterion: str) -> None:
    compare(grown(*load(return_X_y=True), criterion))


def test_a_regression_of_a_real_table() -> None:
    compare(grown(*load_diabetes(return_X_y=True), "squared_error"))


@pytest.mark.parametrize(
    "limits",
    [
        {"max_depth": 3},
        {"min_samples_leaf": 7},
        {"min_samples_split": 60},
        {"min_impurity_decrease": 0.01},
        {"max_leaf_nodes": 9},
        {"max_leaf_nodes": 20, "max_depth": 5, "min_samples_leaf": 3},
    ],
)
@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
def test_limits_mean_the_same(criterion: str, limits: dict[str, float]) -> None:
    load = load_diabetes if criterion == "squared_error" else load_breast_cancer
    pair = grown(*load(return_X_y=True), criterion, **limits)
    compare(pair)
    assert pair.ours.leaves == pair.theirs.get_n_leaves()


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("seed", range(14))
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
