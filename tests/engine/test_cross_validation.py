"""Cross-validation against doing it by hand, tree by tree; and the slides' two examples."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

import dtcore as dt
from dtcore.growth.forest import grow_each
from dtcore.pruning import cost_complexity, cross_validate
from dtcore.pruning.validation import holdout, k_folds
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

CART, REGRESSION = dt.recipe("cart"), dt.recipe("regression")


def by_hand(data: dt.Dataset, recipe: dt.Recipe, fold: np.ndarray, alphas: np.ndarray) -> list:
    """For each fold and α per row: grow on the others, prune, and send the fold's rows down."""
    found = []
    for number in range(fold.max() + 1):
        seen, unseen = (
            data.part(np.flatnonzero(rows)) for rows in (fold != number, fold == number)
        )
        path = cost_complexity(dt.grow(seen, recipe))
        trees = (path.subtree(-1 if np.isinf(a) else path.step_at(a * seen.weight)) for a in alphas)
        found.append([comparison(tree, unseen) for tree in trees])
    return found


def comparison(tree: dt.Tree, unseen: dt.Dataset) -> float:
    """The loss per row. A row in fractions counts at each of its leaves by its share there."""
    told, lost = {node.id: tree.prediction(node.id) for node in tree}, 0.0
    for row, shares in enumerate(dt.leaf_shares(tree, unseen)):
        for node, share in shares.items():
            off = unseen.target.values[row] - told[node]
            wrong = off != 0 if tree.schema.classes else off * off
            lost += unseen.weights[row] * share * wrong
    return float(lost / unseen.weight)


@pytest.mark.on_push(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "recipe"),
    [
        ("iris", CART),
        ("golf", dt.recipe("c45")),
        ("hitters", REGRESSION),
        ("playtennis", dt.recipe("id3")),
        ("biopsy", CART),  # with its gaps: the same row is in several folds' trees at once
        ("biopsy", dt.recipe("c45")),
    ],
)
def test_each_fold_is_pruned_and_judged(key: str, recipe: dt.Recipe) -> None:
    data = dataset(key)
    found = cross_validate(data, recipe, 4, seed=3)
    again = by_hand(data, recipe, found.fold, found.alphas)
    scale = found.by_fold.max()
    assert found.by_fold == pytest.approx(np.array(again), rel=1e-9, abs=1e-9 * scale)
    sizes = np.bincount(found.fold)
    assert found.risk == pytest.approx(sizes @ found.by_fold / len(data), rel=1e-12)
    error = found.by_fold.std(axis=0, ddof=1) / np.sqrt(4)
    assert found.error == pytest.approx(error, rel=1e-12)
    means = np.sqrt(found.path.per_row[:-1] * found.path.per_row[1:])
    assert found.alphas.tolist() == [*means, np.inf]


def test_the_choices() -> None:
    found = cross_validate(dataset("iris"), CART, seed=1)
    best, one = found.best, found.one_error
    assert found.risk[best] == found.risk.min()
    assert (found.risk[best + 1 :] > found.risk[best]).all()
    assert one >= best
    within = found.risk <= found.risk[best] + found.error[best]
    assert within[one]
    assert not within[one + 1 :].any()


def test_a_seed_says_it_all() -> None:
    data = dataset("iris")
    one, same, other = (cross_validate(data, CART, 5, seed=seed) for seed in (1, 1, 2))
    assert one.by_fold.tolist() == same.by_fold.tolist()
    assert one.fold.tolist() != other.fold.tolist()
    given_folds = cross_validate(data, CART, one.fold.tolist())
    assert given_folds.by_fold.tolist() == one.by_fold.tolist()


class EnoughError(Exception):
    pass


def test_progress_is_told_and_can_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr("dtcore.pruning.validation.AT_ONCE", 400)
    data = dataset("iris")
    split = cross_validate(data, CART, 5, progress=lambda *where: told.append(where))
    shares, done = zip(*told, strict=True)
    assert list(shares) == sorted(shares)
    assert {0, 2 / 6, 4 / 6, 1} < set(shares)  # two trees at a time, and in between as they grow
    assert {0, 2, 4, 6} <= set(done)
    monkeypatch.undo()
    assert split.by_fold.tolist() == cross_validate(data, CART, 5).by_fold.tolist()

    def stop(share: float, trees: int) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        cross_validate(data, CART, 5, progress=stop)


def test_the_number_of_folds_may_be_numpys() -> None:
    data = dataset("iris")
    five = cross_validate(data, CART, 5)
    assert cross_validate(data, CART, np.int64(5)).fold.tolist() == five.fold.tolist()
    assert k_folds(data, np.uint8(5)).tolist() == five.fold.tolist()


UNEVEN = [(np.arange(10), np.arange(2)), (np.arange(9), np.arange(3))]
"""Rows to grow on and to judge by, as scikit-learn's ``KFold().split`` gives them."""


@pytest.mark.parametrize(
    "folds",
    [
        *(1, 151, 2.5, 5.0, "5", np.array(5.0)),
        *([0] * 150, [0, 1], [1, 2] * 75, [0, 1, np.nan] * 50),
        *(np.array([[0], [1]] * 75), UNEVEN),
    ],
)
def test_folds_that_cannot_be(folds: int | list[int]) -> None:
    with pytest.raises(dt.DataError, match="fold"):
        cross_validate(dataset("iris"), CART, folds)


def test_a_limit_on_leaves_holds_in_every_fold() -> None:
    few = replace(CART, stopping=(dt.Pure(), dt.MaxLeaves(4)), ordering=dt.BestFirst())
    split = cross_validate(dataset("iris"), few, 5)
    assert split.path.leaves[0] == 4
    # none of the folds has a larger tree, which would have its own error without any pruning
    assert split.by_fold.shape == (5, len(split.path.alphas))
    assert split.risk[0] < cross_validate(dataset("iris"), CART, 5).risk[-1]


def side_by_side(
    data: dt.Dataset, recipe: dt.Recipe, rows: Sequence[np.ndarray]
) -> Sequence[dt.Tree]:
    """The trees on some rows each, as folds are grown."""
    return grow_each(data, recipe, [data.all_rows.take(some) for some in rows])


@law
@given(problems(), st.data())
def test_trees_grown_side_by_side_are_the_trees_grown_alone(
    case: tuple[Table, dt.Recipe], draw: st.DataObject
) -> None:
    """Of bags that are the whole table; what C4.5 takes from the table is then the same."""
    problem = dt.Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    if recipe.in_order:
        return
    rows = [np.arange(len(data))] * draw.draw(st.integers(1, 3))
    for tree in side_by_side(data, recipe, rows):
        alone = dt.grow(data, recipe)
        assert (recipe.collapse.all(tree) if recipe.collapse else tree) == alone


@law
@given(problems(), st.data())
def test_a_tree_on_some_rows_is_that_of_a_table_of_them(
    case: tuple[Table, dt.Recipe], draw: st.DataObject
) -> None:
    data = case[0].data()
    recipe = dt.Problem.of(data, case[1]).recipe
    if not recipe.name.startswith(("cart", "id3", "regression")) or recipe.in_order:
        return
    parts = draw.draw(
        st.lists(st.sets(st.integers(0, len(data) - 1), min_size=1), min_size=1, max_size=4)
    )
    rows = [np.array(sorted(part)) for part in parts]
    for tree, some in zip(side_by_side(data, recipe, rows), rows, strict=True):
        alone = dt.grow(data.part(some), recipe)
        assert [node.id for node in tree] == [node.id for node in alone]
        assert tree.splits == alone.splits


@pytest.mark.parametrize("step", [3.4e-6, 4e-6])
def test_a_fold_is_cut_between_its_own_values(step: float) -> None:
    """In single precision the midpoint lies a little below ``step``, which is another fold's."""
    x = [*[0.0] * 6, step, 2 * step]
    data, rows = table("uuuuuuvv", x=x), np.array([0, 7])
    recipe = dt.recipe("cart_sklearn")
    (tree,) = side_by_side(dt.Problem.of(data, recipe).dataset, recipe, [rows])
    reference = DecisionTreeClassifier().fit(np.array(x)[rows, None], ["u", "v"])
    cut = float(reference.tree_.threshold[0])
    assert cut < step
    assert tree[()].split == dt.grow(data.part(rows), recipe)[()].split == dt.Threshold(0, cut)


def test_each_fold_of_a_cross_validation_fills_by_its_own_rows() -> None:
    """The rows of several trees lie side by side in one table."""
    random = np.random.default_rng(0)
    frame = pd.DataFrame({f"x{i}": random.choice(list("abc"), 60) for i in range(3)})
    frame = frame.mask(random.random(frame.shape) < 0.2)
    frame["y"] = random.choice(list("uv"), 60)
    data = dt.Dataset.from_frame(frame, target="y")
    for policy in (dt.MostCommon(), dt.MostCommon(of_class=True)):
        rules = (dt.Pure(), dt.MinRows(5))
        recipe = replace(dt.recipe("id3"), missing=policy, stopping=rules)
        rows = [np.flatnonzero(np.arange(60) % 3 != fold) for fold in range(3)]
        assert [tree.stats.tolist() for tree in side_by_side(data, recipe, rows)] == [
            dt.grow(data.part(some), recipe).stats.tolist() for some in rows
        ]


def slides(key: str, rows: int, recipe: dt.Recipe, seed: int) -> tuple[dt.Dataset, object]:
    """As many random rows as the slides took; which ones they were is not known."""
    data = dataset(key, complete=True) if key == "biopsy" else dataset(key)
    chosen = np.random.default_rng(seed).permutation(len(data))[:rows]
    some = data.part(np.sort(chosen))
    return some, cross_validate(some, recipe, 10, seed=seed)


def test_biopsy_has_the_least_error_at_a_small_tree() -> None:
    """Fang, example 9-5: 500 rows. Grown to the end, the curve turns at six leaves of 26.

    This is for one sample; in others the least error is at 6 to 15 leaves.
    """
    _, found = slides("biopsy", 500, CART, seed=8)
    assert (found.path.leaves[0], found.path.leaves[found.best]) == (26, 6)
    assert found.path.leaves[found.one_error] == 4
    assert found.risk[found.best] < found.risk[0] < found.risk[-1] / 4
    assert found.risk[found.best] < found.risk[found.best + 1]


def test_biopsy_can_come_out_as_on_the_slides() -> None:
    """Leaves of five rows, as R's ``tree`` has them: four leaves are best, by V3, V6 and V2."""
    limits = (dt.Pure(), dt.MinRows(10), dt.MinLeaf(5), dt.SomeGain())
    some, found = slides("biopsy", 500, replace(CART, stopping=limits), seed=1)
    small = found.path.subtree(found.best)
    assert (found.path.leaves[0], small.leaves) == (14, 4)
    asked = {some.schema.columns[split.column].name for split in small.splits if split}
    assert asked == {"V2", "V3", "V6"}


def test_carseats_has_the_least_error_at_a_small_tree() -> None:
    """Fang, example 9-6: 300 rows, a tree cut to seven leaves.

    Here the least error is at twelve of 298 leaves, and seven are within a standard error of it.
    In other samples it is at 13 to 73, far from both ends all the same.
    """
    _, found = slides("carseats", 300, REGRESSION, seed=3)
    leaves = found.path.leaves
    assert (leaves[0], leaves[found.best], leaves[found.one_error]) == (298, 12, 7)
    assert found.risk[found.best] < 0.85 * found.risk[0]
    assert found.risk[found.best] < 0.65 * found.risk[-1]


def test_folds_and_holdout_are_fair() -> None:
    data = dataset("iris")
    fold = k_folds(data, 7, seed=5)
    sizes = np.array([np.bincount(data.target.values[fold == f], minlength=3) for f in range(7)])
    assert sizes.max(axis=0).tolist() == [8, 8, 8]
    assert sizes.min(axis=0).tolist() == [7, 7, 7]
    assert set(sizes.sum(axis=1)) == {21, 22}
    kept, out = holdout(data, 0.3, seed=5)
    assert (len(kept), len(out)) == (105, 45)
    assert np.bincount(out.target.values).tolist() == [15, 15, 15]
    assert sorted([*kept.origin, *out.origin]) == list(range(150))


@law
@given(st.integers(2, 40), st.floats(0.01, 0.99), st.integers(0, 5), st.booleans())
def test_a_holdout_has_its_share(n: int, share: float, seed: int, stratified: bool) -> None:
    data = table("".join("ab"[i % 3 % 2] for i in range(n)), x=list(range(n)))
    kept, out = holdout(data, share, seed, stratified)
    assert len(out) == min(max(round(share * n), 1), n - 1)
    assert len(kept) + len(out) == n
    assert not set(kept.origin) & set(out.origin)
    fold = k_folds(data, 2, seed, stratified)
    assert abs(int((fold == 0).sum()) - int((fold == 1).sum())) <= 1


def test_shares_that_cannot_be() -> None:
    for share in (0.0, 1.0, -1.0):
        with pytest.raises(dt.DataError, match="between 0 and 1"):
            holdout(dataset("iris"), share)
