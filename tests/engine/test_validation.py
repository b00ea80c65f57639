"""Counting what a tree gets right, and how that changes while it grows."""

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import confusion_matrix

import dtcore as dt
from dtcore.pruning.validation import holdout, k_folds, standard_error
from dttools.evaluation import accuracy, confusion, loss, overfitting_curve
from tests.engine.prunings import split_tables
from tests.small_tables import dataset, table
from tests.strategies import law


def test_confusion_is_scikit_learns() -> None:
    kept, out = holdout(dataset("iris"), 0.4, seed=2)
    tree = dt.grow(kept, dt.recipe("cart").limited(depth=2))
    names = np.array(out.target.levels)[out.target.values]
    told = dt.predict(tree, out).astype(str)
    counts = confusion(tree, out)
    assert counts.tolist() == confusion_matrix(names, told).tolist()
    assert accuracy(tree, out) == counts.trace() / len(out) == (names == told).mean()


def test_a_class_never_seen_counts_as_wrong() -> None:
    tree = dt.grow(table("aabb", x=[1, 1, 2, 2]), dt.recipe("cart"))
    other = table("abz", x=[1, 2, 2])
    assert confusion(tree, other).tolist() == [[1, 0], [0, 1]]
    assert accuracy(tree, other) == pytest.approx(2 / 3)


def test_a_numeric_target_has_no_confusion() -> None:
    data = dataset("carseats")
    tree = dt.grow(data, dt.recipe("regression").limited(depth=2))
    with pytest.raises(dt.DataError, match="numeric"):
        confusion(tree, data)
    leaves = sum(node.stats[2] for node in tree if node.leaf)
    assert loss(tree, data) == pytest.approx(leaves / len(data), rel=1e-9)


@law
@given(split_tables())
def test_the_curve_is_what_each_smaller_tree_loses(case: object) -> None:
    tree, data, held_out, recipe = case
    lesson = dt.start(data, recipe).finish()
    grown = [step.move.node for step in lesson.steps if isinstance(step.move, dt.Expand)]
    inner = [node.id for node in tree if not node.leaf]
    curve = overfitting_curve(tree, data, held_out, grown if sorted(grown) == inner else None)
    assert sorted(curve.order) == inner
    smaller = tree if tree[()].leaf else tree.prune(())
    scale = 1e-9 * max(loss(smaller, data), loss(smaller, held_out), 1e-300)
    for j in range(len(curve.order) + 1):
        made = set(curve.order[:j])
        falls = np.array([node.id not in made for node in tree])
        one = tree.pruned(falls)
        assert (len(one), one.leaves) == (curve.nodes[j], curve.leaves[j])
        assert curve.training[j] == pytest.approx(loss(one, data), abs=scale)
        assert curve.held_out[j] == pytest.approx(loss(one, held_out), abs=scale)


def test_a_tree_can_fit_too_well() -> None:
    """Mitchell 1997, figure 3.6: training accuracy rises, held-out accuracy turns down."""
    kept, out = holdout(dataset("biopsy", complete=True), 0.3, seed=4)
    tree = dt.grow(kept, dt.recipe("cart"))
    curve = overfitting_curve(tree, kept, out)
    assert (np.diff(curve.training) <= 1e-12).all()
    assert curve.training[-1] == 0
    assert 0 < curve.best < len(curve.order)
    assert curve.held_out[curve.best] < curve.held_out[-1]
    assert curve.after(()) == 1


def test_too_few_rows_are_said_to_be_too_few() -> None:
    data = dataset("iris")
    one, none = (data.part(np.arange(rows)) for rows in (1, 0))
    tree = dt.grow(data, dt.recipe("cart"))
    with pytest.raises(dt.DataError, match=r"too few rows: 1\. Take 2"):
        holdout(one)
    with pytest.raises(dt.DataError, match=r"Two folds need two rows .* is 1\."):
        k_folds(one, 2)
    for comparison in (accuracy, loss, confusion, dt.pruning.reduced_error):
        with pytest.raises(dt.DataError, match=r"too few rows: 0\. Take 1"):
            comparison(tree, none)


def test_an_order_that_cannot_be() -> None:
    data = dataset("iris")
    tree = dt.grow(data, dt.recipe("cart").limited(depth=2))
    inner = [node.id for node in tree if not node.leaf]
    with pytest.raises(ValueError, match="each inner node once"):
        overfitting_curve(tree, data, data, inner[:-1])
    with pytest.raises(ValueError, match="after its parent"):
        overfitting_curve(tree, data, data, inner[::-1])


def test_folds_that_are_alike_leave_no_doubt() -> None:
    """The mean of ten thirds is not a third."""
    losses = np.array([[1 / 3, 0.1]] * 9 + [[1 / 3, 0.2]])
    alike, unlike = standard_error(losses)
    assert alike == 0.0
    assert unlike == pytest.approx(0.1 / 10)
