"""The path of cost-complexity pruning: other programs' numbers, brute force, and laws."""

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine

import dtcore as dt
from dtcore.model.nodes import NodeId, errors_of
from dtcore.pruning import PruningPath, cost_complexity
from tests.books.sklearn_pairs import Pair, grown
from tests.engine.prunings import CART, RISKS, own_risk, tree_of
from tests.references import name_of
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

KEYS = {"impurity": "ccp_impurity", "error": "ccp_misclassification"}


PATHS = [(entry, risk) for entry in CART for risk in RISKS if entry.get(KEYS[risk])]


def test_every_table_has_its_paths() -> None:
    classes = sum(entry["criterion"] != "sse" for entry in CART)
    assert len(PATHS) == len(CART) + classes == 60 + classes


@pytest.mark.on_push(12)
@pytest.mark.parametrize(("entry", "risk"), PATHS, ids=name_of)
def test_the_path_is_that_of_the_reference(entry: dict, risk: str) -> None:
    path, there = cost_complexity(tree_of(entry), risk), entry[KEYS[risk]]
    near = {"rel": 1e-9, "abs": 1e-12 * entry["nodes"][0]["impurity_total"]}
    assert path.leaves.tolist() == there["leaves"]
    assert path.alphas.tolist() == pytest.approx(there["alphas"], **near)
    assert path.risks.tolist() == pytest.approx(there["risk"], **near)


def prunings(tree: dt.Tree, node: NodeId, risk: str) -> Iterator[tuple[int, float]]:
    """The leaves and the risk of every pruning of the subtree at ``node``."""
    yield 1, own_risk(tree, node, risk)
    if not tree[node].leaf:
        below = [list(prunings(tree, child, risk)) for child in tree.children(node)]
        for parts in product(*below):
            yield sum(leaves for leaves, _ in parts), sum(r for _, r in parts)


def minimises(path: PruningPath, every: list[tuple[int, float]]) -> None:
    """Each subtree has the least cost where it says, and no smaller one has as little."""
    near = 1e-9 * max(float(path.risks[-1]), 1e-300)
    tops = [*path.alphas[1:], 2 * path.alphas[-1] + 1]
    for k, (low, high) in enumerate(zip(path.alphas, tops, strict=True)):
        for alpha in (low, (low + high) / 2):
            mine = path.risks[k] + alpha * path.leaves[k]
            costs = [(risk + alpha * leaves, leaves) for leaves, risk in every]
            least = min(cost for cost, _ in costs)
            assert mine == pytest.approx(least, rel=1e-9, abs=near)
            # where two α all but tie, a difference of nothing must not decide
            smaller = min(leaves for cost, leaves in costs if cost <= least + 1e-13 * least)
            assert path.leaves[k] <= smaller


@pytest.mark.on_push(8)
@pytest.mark.parametrize(("entry", "risk"), PATHS, ids=name_of)
def test_each_tree_of_the_path_is_a_minimiser(entry: dict, risk: str) -> None:
    tree = tree_of(entry)
    every = list(set(prunings(tree, (), risk)))
    minimises(cost_complexity(tree, risk), every)


def facts(tree: dt.Tree, risk: str) -> tuple[int, float]:
    return tree.leaves, sum(own_risk(tree, node.id, risk) for node in tree if node.leaf)


@law
@given(problems())
def test_laws_of_the_path(case: tuple[Table, dt.Recipe]) -> None:
    tree = dt.grow(case[0].data(), case[1])
    for risk in RISKS:
        path = cost_complexity(tree, risk)
        whole = max(own_risk(tree, (), risk), 1e-300)
        assert path.alphas[0] == 0
        assert all(a < b for a, b in pairwise(path.alphas))
        assert all(a > b for a, b in pairwise(path.leaves))
        assert path.leaves[-1] == 1
        trees = [path.subtree(k) for k in range(len(path))]
        for k, tree_k in enumerate(trees):
            leaves, total = facts(tree_k, risk)
            assert leaves == path.leaves[k]
            assert path.risks[k] == pytest.approx(total, abs=1e-11 * whole)
            assert path.at(float(path.alphas[k])) == tree_k
        for large, small in pairwise(trees):
            assert {node.id for node in small} <= {node.id for node in large}
        # a path says what the path of its own trees says
        again = cost_complexity(trees[0], risk)
        assert again.alphas == pytest.approx(path.alphas, rel=1e-9, abs=1e-12 * whole)
        if tree.leaves <= 9:
            minimises(path, list(set(prunings(tree, (), risk))))


def test_links_that_tie_are_cut_at_one_alpha() -> None:
    """Two halves alike: each inner node saves two errors with one leaf more."""
    data = table("ppqq" * 2, half=[0] * 4 + [9] * 4, x=[1, 2, 3, 4] * 2)
    tree = dt.start(data, dt.recipe("cart"))
    for node, split in (((), dt.Threshold(0, 4.5)), ((0,), dt.Threshold(1, 2.5))):
        tree = tree.do(dt.Expand(node, split))
    tree = tree.do(dt.Expand((1,), dt.Threshold(1, 2.5))).state.tree
    path = cost_complexity(tree, "error")
    assert path.alphas.tolist() == [0, 4 / 3]
    assert path.leaves.tolist() == [4, 1]
    assert path.risks.tolist() == [0, 4]


def test_alpha_per_row() -> None:
    path = cost_complexity(dt.grow(dataset("iris"), dt.recipe("cart")))
    assert path.per_row.tolist() == [alpha / 150 for alpha in path.alphas]


def test_a_price_below_zero_is_refused() -> None:
    path = cost_complexity(dt.grow(dataset("iris"), dt.recipe("cart")))
    for alpha in (-1.0, float("nan")):
        with pytest.raises(dt.PruningError, match="zero or more"):
            path.at(alpha)


def test_a_risk_that_nobody_knows_is_refused() -> None:
    tree = dt.grow(dataset("iris"), dt.recipe("cart"))
    with pytest.raises(dt.PruningError, match="impurity"):
        cost_complexity(tree, "deviance")  # type: ignore[arg-type]


LOADS = (load_iris, load_breast_cancer, load_wine, load_diabetes)
LIMITS = [{}, *({"min_samples_leaf": n} for n in (5, 7, 10, 20)), {"max_depth": 3}]


def alike(pair: Pair) -> bool:
    """Whether the trees part the rows alike, be it by another of two tied columns."""
    tree, waiting = pair.theirs.tree_, [((), 0)]
    while waiting:
        node, place = waiting.pop()
        here = (pair.ours.weight(node), pair.ours.impurity(node), pair.ours[node].leaf)
        weight, leaf = tree.weighted_n_node_samples[place], tree.children_left[place] < 0
        if here != pytest.approx((weight, tree.impurity[place], leaf), rel=1e-9, abs=1e-12):
            return False
        if not leaf:
            children = (tree.children_left[place], tree.children_right[place])
            waiting += zip(pair.ours.children(node), children, strict=True)
    return True


@pytest.mark.on_push(1)
@pytest.mark.parametrize("load", LOADS)
def test_scikit_learn_has_the_same_path_where_its_tree_is_the_same(load: object) -> None:
    criteria = ["squared_error"] if load is load_diabetes else ["gini", "entropy"]
    compared = 0
    for criterion, limits in product(criteria, LIMITS):
        X, y = load(return_X_y=True)
        pair = grown(X, y, criterion, **limits)
        if not alike(pair):
            continue
        compared += 1
        theirs = pair.theirs.cost_complexity_pruning_path(X, y)
        ours = cost_complexity(pair.ours)
        near = 1e-9 * theirs.impurities[-1]
        # scikit-learn takes one link at a time, so tied ones come one after the other
        last = np.append(np.diff(theirs.ccp_alphas) > near, True)
        assert ours.per_row == pytest.approx(theirs.ccp_alphas[last], rel=1e-9, abs=near)
        risks = ours.risks / ours.weight
        assert risks == pytest.approx(theirs.impurities[last], rel=1e-9, abs=near)
    assert compared >= len(criteria)


def test_rparts_cp_is_a_share_of_the_errors_at_the_root() -> None:
    """Iris by rpart: 100 errors at the root, 50 after the first cut and 6 after the second; a
    third would have to save one. printcp has CP .50, .44 and .01."""
    recipe = dt.recipe("cart_rpart")
    grown = dt.grow(dataset("iris"), recipe)
    at = {cp: dt.pruning.at_cp(grown, cp) for cp in (0.0, recipe.cp, 0.4399, 0.44, 0.5)}
    assert [tree.leaves for tree in at.values()] == [3, 3, 3, 2, 1]
    assert grown.leaves > 3
    assert errors_of(at[0.01].stats[at[0.01].arity == 0]).sum() == 6
    with pytest.raises(dt.PruningError):
        dt.pruning.at_cp(grown, -0.1)


@law
@given(problems())
def test_a_cp_is_an_alpha_on_the_scale_of_the_root(case: tuple[Table, dt.Recipe]) -> None:
    tree = dt.grow(case[0].data(), case[1])
    root = own_risk(tree, (), "error")
    for cp in (0.0, 0.01, 0.3, 1.0):
        assert dt.pruning.at_cp(tree, cp) == cost_complexity(tree, "error").at(cp * root)
    assert dt.pruning.at_cp(tree, 1.0).leaves == 1
