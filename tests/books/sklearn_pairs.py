"""A tree of the engine beside scikit-learn's: the same, node by node, up to ties.

scikit-learn breaks ties at random. Where the two ask different questions, both must lower the
impurity by the same amount, the engine must have counted a tie, and the comparison ends there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtcore as dt
from dtcore.model.nodes import NodeId
from dtcore.stepping.problem import State

CRITERIA = {"gini": dt.Gini(), "entropy": dt.Entropy(), "squared_error": dt.Variance()}
OF_CLASSES = ("gini", "entropy")
REAL = (load_iris, load_breast_cancer)
LIMITS_OF_REAL = (
    {"max_depth": 3},
    {"min_samples_leaf": 7},
    {"min_samples_split": 60},
    {"min_impurity_decrease": 0.01},
    {"max_leaf_nodes": 9},
    {"max_leaf_nodes": 20, "max_depth": 5, "min_samples_leaf": 3},
)
LIMITED = ("gini", "squared_error")
"""The criteria under which limits are compared, and one-hot tables."""
RANDOM, WITH_GAPS, WITH_WEIGHTS, LARGER, ONE_HOT = map(range, (14, 10, 6, 100, 20))
"""The seeds of the random tables."""


def trees_compared() -> int:
    """How many trees of scikit-learn stand beside ours, node by node."""
    of_real = len(REAL) * len(OF_CLASSES) + len(LIMITS_OF_REAL) * len(LIMITED)
    by_criterion = (len(RANDOM) + len(WITH_GAPS)) * len(CRITERIA)
    return of_real + by_criterion + len(WITH_WEIGHTS) + len(LARGER) + len(ONE_HOT) * len(LIMITED)


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
    return Pair(dt.Problem.of(data, recipe), dt.grow(data, recipe), theirs)


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
