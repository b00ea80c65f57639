"""The engine's trees in scikit-learn's hands: its checks, its searches, its tree beside them."""

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

import dtcore as dt
from dttools.estimators import TreeClassifier, TreeRegressor

OF_NUMBERS = [
    TreeRegressor(name) if recipe.impurity.numeric else TreeClassifier(name)
    for name, recipe in dt.RECIPES.items()
    if recipe.splitter.numeric
]
IN_INTERVALS = [TreeClassifier("id3", bins=dt.EqualFrequency(4))]
USUAL = [TreeClassifier(), TreeRegressor()]


def failing(estimator: object) -> dict[str, str]:
    if getattr(estimator, "recipe", None) != "cart_rpart":
        return {}
    rows = "rpart's limits count rows, whatever these weigh (Therneau and Atkinson, §4)"
    return {"check_sample_weight_equivalence_on_dense_data": rows}


@parametrize_with_checks(USUAL)
def test_scikit_learn_takes_them(estimator, check):
    check(estimator)


@pytest.mark.nightly
@parametrize_with_checks([*OF_NUMBERS, *IN_INTERVALS], expected_failed_checks=failing)
def test_scikit_learn_takes_every_recipe_of_numbers(estimator, check):
    check(estimator)


@pytest.mark.on_push("numbers")
@pytest.mark.parametrize(
    ("ours", "theirs", "load"),
    [
        (TreeClassifier(), DecisionTreeClassifier(random_state=0), load_breast_cancer),
        (TreeRegressor(), DecisionTreeRegressor(random_state=0), load_diabetes),
    ],
    ids=["classes", "numbers"],
)
def test_a_grid_search_finds_what_it_finds_with_scikit_learns_tree(ours, theirs, load):
    """Where no limit is so loose that two splits tie, which scikit-learn decides by chance."""
    X, y = load(return_X_y=True)
    found = []
    for model, leaf in ((ours, "min_leaf"), (theirs, "min_samples_leaf")):
        grid = {"max_depth": [1, 2, 3], leaf: [10, 40], "ccp_alpha": [0.0, 0.005 * y.var()]}
        search = GridSearchCV(model, grid, cv=3).fit(X, y)
        found.append((search.cv_results_["mean_test_score"], search.best_estimator_))
    (scores, best), (their_scores, their_best) = found
    assert scores == pytest.approx(their_scores, rel=1e-9)
    assert len(set(scores)) > 2
    assert best.feature_importances_ == pytest.approx(their_best.feature_importances_, rel=1e-9)
    assert best.tree_.leaves == their_best.get_n_leaves()


def test_the_path_is_scikit_learns():
    X, y = load_diabetes(return_X_y=True)
    ours = TreeRegressor(max_depth=4, min_leaf=10).cost_complexity_pruning_path(X, y)
    tree = DecisionTreeRegressor(max_depth=4, min_samples_leaf=10)
    theirs = tree.cost_complexity_pruning_path(X, y)
    assert ours.ccp_alphas == pytest.approx(theirs.ccp_alphas, abs=1e-9)
    assert ours.impurities == pytest.approx(theirs.impurities, rel=1e-9)


@pytest.mark.parametrize("recipe", ["c45", "cart", "id3"])
def test_a_frame_keeps_its_words_and_gaps(recipe):
    table = pd.read_csv("datasets/vote.csv")
    target = "Class"
    if recipe == "id3":  # which has no rule for gaps
        table = table.replace("?", "unknown")
    table = table.replace("?", np.nan)
    X, y = table.drop(columns=target), table[target]
    model = TreeClassifier(recipe).fit(X, y)
    data = dt.Dataset.from_frame(table, target=target)
    tree = dt.grow(data, dt.recipe(recipe))
    assert model.tree_ == tree
    assert model.tree_.schema.target.name == target
    assert list(model.predict(X)) == list(dt.predict(tree, X))
    assert model.predict_proba(X) == pytest.approx(dt.predict_proba(tree, X))
    assert cross_val_score(TreeClassifier(recipe), X, y, cv=3).min() > 0.9


def test_a_pipeline_and_a_pickle_keep_the_lesson():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    line = make_pipeline(SimpleImputer().set_output(transform="pandas"), TreeClassifier("c45"))
    model = pickle.loads(pickle.dumps(line.fit(X, y)))[-1]
    assert model.lesson_.finish().state.tree == model.tree_
    first = model.lesson_.propose()
    assert first.move.split == model.tree_[()].split
    assert model.tree_.schema.columns[first.move.split.column].name in X.columns


def test_policies_are_parameters():
    X, y = load_breast_cancer(return_X_y=True)
    model = TreeClassifier("cart", impurity=dt.Entropy(), classes=dt.Balanced(), max_depth=2)
    recipe = clone(model).fit(X, y).recipe_
    cart = dt.recipe("cart").limited(depth=2)
    assert recipe == replace(cart, impurity=dt.Entropy(), classes=dt.Balanced())
    own = TreeClassifier(recipe).fit(X, y)
    assert own.tree_ == clone(model).fit(X, y).tree_
    search = GridSearchCV(model, {"impurity": [dt.Gini(), dt.Entropy()]}, cv=3).fit(X, y)
    assert search.best_params_["impurity"] in (dt.Gini(), dt.Entropy())


def test_a_snipped_tree_goes_on_in_scikit_learn():
    X, y = load_breast_cancer(return_X_y=True)
    model = TreeClassifier(max_depth=3).fit(X, y)
    snipped = model.snip([(0,)])
    assert snipped.tree_ == model.tree_.prune((0,))
    assert model.tree_.leaves > snipped.tree_.leaves
    left = dt.predict_proba(model.tree_, pd.DataFrame(X, columns=[f"x{k}" for k in range(30)]))
    assert snipped.predict_proba(X).shape == left.shape
    assert snipped.score(X, y) <= model.score(X, y)
    with pytest.raises(ValueError, match="node"):
        model.snip([(5, 5)])


def test_labels_come_back_as_they_were_given():
    X = np.arange(12.0).reshape(-1, 1)
    for labels in ([3, 10, 7], [True, False], ["b", "a", "c"], [2.0, 10.0]):
        y = np.array(labels)[np.arange(12) * len(labels) // 12]
        model = TreeClassifier().fit(X, y)
        assert list(model.predict(X)) == list(y)
        assert model.predict(X).dtype == y.dtype
        assert (model.classes_[model.predict_proba(X).argmax(1)] == y).all()


def test_rows_of_one_class_are_a_leaf_and_a_recipe_says_what_it_needs():
    X = np.arange(8.0).reshape(-1, 2)
    y = np.array(["yes", "yes", "no", "no"])
    model = TreeClassifier("c45").fit(X, y, sample_weight=[1, 2, 0, 0])
    assert (model.tree_.leaves, list(model.predict(X))) == (1, ["yes"] * 4)
    assert model.predict_proba(X).tolist() == [[0, 1]] * 4
    with pytest.raises(dt.RecipeError, match="splits only nominal columns"):
        TreeClassifier("id3").fit(X, y)
