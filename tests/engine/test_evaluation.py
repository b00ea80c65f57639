"""How good a tree is: numbers that books print, laws, and scikit-learn and scipy."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn import metrics

import dttools as dt
from dtcore.formula import Count, Number, walk
from dtcore.pruning.validation import holdout, k_folds
from dttools.evaluation import (
    ClassEvaluation,
    NumberEvaluation,
    Score,
    accuracy,
    confusion,
    evaluate_folds,
    loss,
    wilson,
)
from tests.engine.gappy_tables import gappy
from tests.engine.prunings import split_tables
from tests.small_tables import dataset, table
from tests.strategies import law

BIOPSY = dataset("biopsy")


def of_counts(counts: list[list[int]], shares: list[float] | None = None) -> ClassEvaluation:
    """An evaluation with this confusion matrix, whose rows are in its order."""
    cells = [(i, k) for i, row in enumerate(counts) for k, n in enumerate(row) for _ in range(n)]
    truth, told = np.array(cells, np.int64).reshape(-1, 2).T
    n, k = len(cells), len(counts)
    share = np.zeros((n, k)) if shares is None else np.array([[1 - s, s] for s in shares])
    names = tuple(f"k{i}" for i in range(k))
    return ClassEvaluation(names, k, truth, told, share, np.ones(n), np.arange(n), 0)


def test_the_interval_of_wilson() -> None:
    """Newcombe 1998, table I: 81 of 263 and 15 of 148, 0 of 20 and 1 of 29, at 95 per cent."""
    printed = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605)}
    printed |= {(0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (right, n), ends in printed.items():
        found = [end.value for end in wilson(Number(right), Number(n))]
        assert found == pytest.approx(ends, abs=5e-5)


@law
@given(st.integers(1, 60), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
def test_the_interval_is_scipys(n: int, data: st.DataObject, level: float) -> None:
    right = data.draw(st.integers(0, n))
    theirs = binomtest(right, n).proportion_ci(level, "wilson")
    z = NormalDist().inv_cdf((1 + level) / 2)
    low, high = wilson(Number(right), Number(n), z)
    assert (low.value, high.value) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert 0 <= low.value <= right / n <= high.value <= 1


def test_precision_and_recall_by_hand() -> None:
    """Of 60 rows of the class 20 are told so, and 20 others too: 20/40, 20/60, 40/100."""
    found = of_counts([[900, 20], [40, 20]])
    scores = (found.precision(1), found.recall(1), found.f1(1))
    assert [score.value for score in scores] == pytest.approx([1 / 2, 1 / 3, 2 / 5])


def test_what_divides_nothing_by_nothing_is_undefined() -> None:
    found = of_counts([[3, 0, 0], [1, 0, 0], [0, 0, 0]])
    assert (found.precision(0).value, found.recall(0).value) == (3 / 4, 1)
    assert (found.precision(1).value, found.recall(1).value, found.f1(1).value) == (None, 0, 0)
    assert [s.value for s in (found.precision(2), found.recall(2), found.f1(2))] == [None] * 3


def test_classes_are_scored_as_scikit_learn_scores_them() -> None:
    kept, out = holdout(dataset("iris"), 0.4, seed=2)
    tree = dt.grow(kept, dt.recipe("cart").limited(depth=2))
    found = dt.evaluate(tree, out)
    assert isinstance(found, ClassEvaluation)
    truth, told = out.target.values, found.told
    ours = [[found.precision(k).value, found.recall(k).value, found.f1(k).value] for k in range(3)]
    theirs = metrics.precision_recall_fscore_support(truth, told)[:3]
    assert pytest.approx(np.array(theirs)) == np.array(ours).T
    assert found.accuracy.value == metrics.accuracy_score(truth, told)
    assert found.counts.tolist() == metrics.confusion_matrix(truth, told).tolist()
    assert found.baseline.value == pytest.approx((truth == found.usual).mean())


def opens(score: Score) -> bool:
    """Whether the formula holds counts or numbers, and none of them is a placeholder."""
    return not any(np.isnan(part.value) for part in walk(score.formula))


def names_of(data: dt.Dataset) -> np.ndarray:
    return np.array(data.schema.classes, object)[data.target.values]


@law
@given(split_tables())
def test_counts_open_exactly_their_rows(case: object) -> None:
    tree, _data, held_out, _recipe = case
    found = dt.evaluate(tree, held_out)
    assert all(opens(score) for score in found.scores())
    if isinstance(found, NumberEvaluation):
        assert found.rmse.value == pytest.approx(loss(tree, held_out) ** 0.5)
        return
    assert isinstance(found, ClassEvaluation)
    told, names = dt.predict(tree, held_out), held_out.schema.classes
    for i, k in np.ndindex(found.counts.shape):
        rows = found.rows_of(i, k)
        assert held_out.weights[rows].sum() == pytest.approx(found.counts[i, k])
        assert all(names[held_out.target.values[row]] == found.classes[i] for row in rows)
        assert all(told[row] == found.classes[k] for row in rows)
    for score in found.scores():
        for part in walk(score.formula):
            if isinstance(part, Count):
                rows = found.rows_asked(part.query)
                assert held_out.weights[rows].sum() == pytest.approx(part.value)
    known = len(tree.schema.classes)
    assert found.counts[:known] == pytest.approx(confusion(tree, held_out))
    assert found.accuracy.value == pytest.approx(accuracy(tree, held_out))
    assert found.errors.tolist() == np.flatnonzero(names_of(held_out) != told).tolist()


def test_a_class_never_seen_has_a_row_of_its_own() -> None:
    tree = dt.grow(table("aabb", x=[1, 1, 2, 2]), dt.recipe("cart"))
    found = dt.evaluate(tree, table("abz", x=[1, 2, 2]))
    assert isinstance(found, ClassEvaluation)
    assert (found.classes, found.known) == (("a", "b", "z"), 2)
    assert found.counts.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert found.accuracy.value == pytest.approx(2 / 3)
    assert (found.recall(2).value, found.precision(2).value) == (0, None)
    assert found.rows_of(truth=2).tolist() == [2]


def test_a_frame_is_judged_by_its_column() -> None:
    """Rows without an answer are left out, and the others keep their numbers."""
    tree = dt.grow(table("aabb", x=[1, 1, 2, 2]), dt.recipe("cart"))
    frame = pd.DataFrame({"x": [1, 2, 2, 1], "y": ["a", None, "a", "q"]})
    found = dt.evaluate(tree, frame)
    assert isinstance(found, ClassEvaluation)
    assert found.rows.tolist() == [0, 2, 3]
    assert found.errors.tolist() == [2, 3]
    for wrong in (frame[["x"]], frame.assign(y=None)):
        with pytest.raises(dt.DataError, match="“y”"):
            dt.evaluate(tree, wrong)


def test_losses_are_charged_as_they_are_written() -> None:
    costly = dt.Losses(((0.0, 1.0), (5.0, 0.0)))
    recipe = replace(dt.recipe("cart").limited(depth=2), classes=costly)
    kept, out = holdout(BIOPSY, seed=1)
    tree = dt.grow(kept, recipe)
    found = dt.evaluate(tree, out)
    assert isinstance(found, ClassEvaluation)
    assert found.cost is not None
    assert found.cost.value == pytest.approx(loss(tree, out))
    by_hand = (found.counts * np.array(costly.matrix)).sum() / len(out)
    assert found.cost.value == pytest.approx(by_hand)
    assert dt.evaluate(dt.grow(kept, dt.recipe("cart")), out).cost is None


# ------------------------------------------------------------------------------- the curve


def test_the_curve_of_fawcett() -> None:
    """Fawcett 2006, figure 3: twenty instances, ranked; AUC 0.68."""
    ranked = "ppnpppnnpnpnpnnnpnpn"  # p p n p p p n n p n p n p n n n p n p n
    positive = [letter == "p" for letter in ranked]
    shares = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    shares += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1]
    order = sorted(range(20), key=lambda i: positive[i])
    found = of_counts([[10, 0], [10, 0]], [shares[i] for i in order]).roc()
    assert found.area.value == pytest.approx(0.68)
    assert found.points[6] == dt.evaluation.RocPoint(0.54, 5, 1)
    assert len(found.points) == 21


@law
@given(st.lists(st.tuples(st.booleans(), st.sampled_from([0, 0.2, 0.5, 0.9]), st.integers(1, 3))))
def test_the_area_is_scikit_learns(rows: list[tuple[bool, float, int]]) -> None:
    """Ties, weights, and undefined where the rows are all of one class."""
    rows = [*rows, (True, 0.4, 1)]
    truth, share, weights = (np.array(part) for part in zip(*rows, strict=True))
    found = dt.evaluation.Roc(truth, share, weights.astype(float), np.arange(len(rows)))
    if truth.all():
        assert found.area.value is None
        assert found.curve is None
        return
    assert found.area.value == pytest.approx(
        metrics.roc_auc_score(truth, share, sample_weight=weights)
    )
    assert found.curve is not None
    assert np.trapezoid(found.curve[:, 1], found.curve[:, 0]) == pytest.approx(found.area.value)
    won = sum(step.won for step in found.steps)
    n, m = found.points[-1].right, found.points[-1].wrong
    assert won / (n * m) == pytest.approx(found.area.value)
    assert [(s.cut, s.below) for s in found.steps] == [
        (p.cut, m - p.wrong) for p in found.points[1:]
    ]
    theirs = metrics.roc_curve(truth, share, sample_weight=weights, drop_intermediate=False)
    assert found.curve == pytest.approx(np.array(theirs[:2]).T)
    for number, point in enumerate(found.points):
        assert weights[found.rows_at(number, True)].sum() == point.right
        assert weights[found.rows_at(number, False)].sum() == point.wrong


def test_the_curve_needs_two_classes() -> None:
    tree = dt.grow(dataset("iris"), dt.recipe("cart"))
    with pytest.raises(dt.DataError, match="two classes"):
        dt.evaluate(tree, dataset("iris")).roc()


@law
@given(gappy())
def test_rows_in_fractions_are_judged_by_what_is_predicted(case: object) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    found = dt.evaluate(tree, data)
    told = dt.predict(tree, data)
    if isinstance(found, NumberEvaluation):
        assert found.told == pytest.approx(told)
        return
    assert [found.classes[k] for k in found.told] == told.tolist()
    assert found.shares == pytest.approx(dt.predict_proba(tree, data))


# --------------------------------------------------------------------------------- numbers


def test_numbers_are_scored_as_scikit_learn_scores_them() -> None:
    kept, out = holdout(dataset("carseats"), 0.25, seed=1)
    tree = dt.grow(kept, dt.recipe("regression").limited(depth=3))
    found = dt.evaluate(tree, out)
    assert isinstance(found, NumberEvaluation)
    truth, told = out.target.values, dt.predict(tree, out)
    assert found.rmse.value == pytest.approx(metrics.root_mean_squared_error(truth, told))
    assert found.mae.value == pytest.approx(metrics.mean_absolute_error(truth, told))
    assert found.r2.value == pytest.approx(metrics.r2_score(truth, told))
    assert found.residuals == pytest.approx(truth - told)
    assert abs(found.residuals[found.errors[0]]) == max(abs(found.residuals))


def test_few_rows_are_written_out() -> None:
    tree = dt.grow(table([1.0, 2.0, 3.0], x=[1.0, 2.0, 3.0]), dt.recipe("regression").limited(0))
    found = dt.evaluate(tree, table([-1.0, 5.0], x=[1.0, 2.0]))
    assert isinstance(found, NumberEvaluation)
    text = dt.printing.plain(found.mae.formula, dt.printing.Digits.for_scale(1))
    assert text == "(|−1 − 2| + |5 − 2|)/2"
    assert (found.mae.value, found.rmse.value) == (3, 3)
    assert found.r2.value == 1 - 18 / 18
    same = dt.evaluate(tree, table([5.0, 5.0], x=[1.0, 2.0]))
    assert same.r2.value is None


# ----------------------------------------------------------------------------------- folds


def test_folds_tell_how_far_they_are() -> None:
    heard: list[tuple[float, int]] = []
    evaluate_folds(
        dataset("iris"), dt.recipe("cart"), 4, progress=lambda share, n: heard.append((share, n))
    )
    assert heard == sorted(heard)
    assert {n for _share, n in heard} == {0, 1, 2, 3}
    assert heard[-1][0] == 1

    def ends(share: float, n: int) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        evaluate_folds(dataset("iris"), dt.recipe("cart"), 4, progress=ends)


def test_each_row_is_judged_by_the_tree_of_the_other_folds() -> None:
    data, recipe = dataset("iris"), dt.recipe("cart").limited(depth=3)
    fold = k_folds(data, 5, seed=3)
    found = evaluate_folds(data, recipe, 5, 3)
    assert isinstance(found, ClassEvaluation)
    assert found.rows.tolist() == list(range(150))
    for number in range(5):
        tree = dt.grow(data.part(np.flatnonzero(fold != number)), recipe)
        told = dt.predict(tree, data.part(np.flatnonzero(fold == number)))
        assert [found.classes[k] for k in found.told[fold == number]] == told.tolist()
    by_hand = evaluate_folds(data, recipe, fold)
    assert by_hand.accuracy.value == found.accuracy.value
    stumps = evaluate_folds(data, recipe, 5, 3, finish=lambda tree: tree.prune(()))
    assert stumps.accuracy.value == pytest.approx(1 / 3)
    numbers = evaluate_folds(dataset("mtcars"), dt.recipe("regression"), 4)
    assert isinstance(numbers, NumberEvaluation)
    assert numbers.truth.tolist() == dataset("mtcars").target.values.tolist()
