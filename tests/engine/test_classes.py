"""Weights of classes, priors and losses: Breiman et al. 1984, §4.4, and scikit-learn's weights."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from tests.small_tables import dataset, table
from tests.strategies import ONES, WHOLE, Table, law, tables

CART = dt.recipe("cart")
SKEWED = table("u" * 6 + "v" * 2, x="a" * 5 + "b" + "ab")
FAIR = ((0.0, 1.0), (1.0, 0.0))


def grown(data: dt.Dataset, classes: object) -> dt.Tree:
    return dt.grow(data, replace(CART, classes=classes))


@law
@given(tables(target="classes", weights=(ONES, WHOLE)), st.data())
def test_a_whole_factor_is_as_many_equal_rows(found: Table, data: st.DataObject) -> None:
    """As with a weight: the rows of a class repeated."""
    classes = found.frame["y"].cat.categories
    factors = data.draw(st.lists(st.integers(1, 3), min_size=len(classes), max_size=len(classes)))
    times = found.frame["y"].cat.codes.map(dict(enumerate(factors)))
    repeated = Table(found.frame.loc[found.frame.index.repeat(times)].reset_index(drop=True))
    one = grown(found.data(), dt.ClassWeights(tuple(map(float, factors))))
    other = dt.grow(repeated.data(), CART)
    assert one.splits == other.splits
    np.testing.assert_array_equal(one.stats, other.stats)


def test_priors_are_the_shares_of_the_root_whatever_the_table_has() -> None:
    tree = grown(SKEWED, dt.Priors((0.5, 0.5)))
    assert tree[()].stats == pytest.approx([4, 4])
    assert tree.impurity(()) == pytest.approx(0.5)
    assert tree.weight(()) == pytest.approx(8)
    usual = grown(SKEWED, dt.Priors((6.0, 2.0)))
    assert usual.stats == pytest.approx(dt.grow(SKEWED, CART).stats)


@pytest.mark.parametrize("classes", [dt.Balanced(), dt.Priors((1.0, 1.0, 2.0))])
def test_a_class_without_rows_takes_no_weight_from_the_others(classes: object) -> None:
    """Six rows of u and two of v count 4 to 4, as in scikit-learn, which knows of no w."""
    y = pd.Categorical(list("uuuuuuvv"), list("uvw"), ordered=True)
    frame = pd.DataFrame({"x": list("aaaaabab"), "y": y})
    tree = grown(dt.Dataset.from_frame(frame, target="y"), classes)
    assert tree[()].stats == pytest.approx([4, 4, 0])


def test_losses_count_the_rows_of_a_class_as_often_as_its_errors_cost() -> None:
    """A v that is called u costs three: v counts threefold, and the whole weight stays 8."""
    tree = grown(SKEWED, dt.Losses(((0.0, 1.0), (3.0, 0.0))))
    assert tree[()].stats == pytest.approx([4, 4])
    plain = grown(SKEWED, dt.Losses(FAIR))
    assert plain.stats == pytest.approx(dt.grow(SKEWED, CART).stats)


@pytest.mark.parametrize(("cost", "said"), [(1.9, "u"), (2.0, "u"), (2.1, "v"), (9.0, "v")])
def test_a_leaf_says_what_costs_least(cost: float, said: str) -> None:
    """Two of u and one of v: to say u costs one error of v, to say v two of u."""
    data = table("uuv", x="aaa")
    tree = grown(data, dt.Losses(((0.0, 1.0), (cost, 0.0))))
    assert set(dt.predict(tree, data)) == {said}
    assert dt.predict_proba(tree, data)[0] == pytest.approx([2 / 3, 1 / 3])


def test_with_three_classes_the_loss_decides_and_not_the_largest_share() -> None:
    """w is never dear to say, so it is said, though fewer rows are of it than of any other."""
    data = table("uuuvvvww", x="aaaaaaaa")
    matrix = ((0.0, 9.0, 1.0), (9.0, 0.0, 1.0), (1.0, 1.0, 0.0))
    tree = grown(data, dt.Losses(matrix))
    costs = np.array([3.0, 3.0, 2.0]) @ np.array(matrix)
    assert set(dt.predict(tree, data)) == {"uvw"[int(costs.argmin())]} == {"w"}
    assert dt.export.text(tree).endswith("w (8/6)")  # in altered weights u and v have 3.75 each
    assert dt.export.weights(tree, ()) == "3.75 u · 3.75 v · 0.5 w"


def test_priors_and_losses_go_together() -> None:
    tree = grown(SKEWED, dt.Losses(((0.0, 1.0), (3.0, 0.0)), priors=(0.9, 0.1)))
    assert tree[()].stats == pytest.approx([8 * 0.9 / 1.2, 8 * 0.3 / 1.2])
    assert dt.predict_proba(tree, SKEWED).mean(axis=0).shape == (2,)


def test_rows_are_counted_as_they_are_where_a_limit_counts_rows() -> None:
    data = table("uuuv", x="aaab")
    for rule, leaves in ((dt.MinLeaf(2), 2), (dt.MinLeaf(2, weighted=False), 1)):
        recipe = replace(CART, classes=dt.ClassWeights((1.0, 5.0)), stopping=(dt.Pure(), rule))
        assert dt.grow(data, recipe).leaves == leaves


def test_other_names_keep_the_tree() -> None:
    recipe = replace(CART, classes=dt.Losses(((0.0, 1.0), (3.0, 0.0))))
    lesson = dt.start(SKEWED, recipe).finish()
    renamed = SKEWED.relabel({}, {"y": {"u": "否", "v": "是"}})
    assert lesson.on(renamed).state.tree.stats.tolist() == lesson.state.tree.stats.tolist()
    again = replace(lesson.problem, held_out=SKEWED)
    assert again.dataset == lesson.problem.dataset


def test_an_m_estimate_adds_rows_of_the_whole_table() -> None:
    """Cestnik 1990: (n_k + m p_k)/(n + m); one row of v with two of 6:2 is 1.5 to 1.5."""
    assistant = dt.recipe("assistant")
    tree = dt.grow(table("uuuuuuvv", x="aaaaaaab"), assistant)
    unsure = dt.predict_proba(tree, pd.DataFrame({"x": ["b"]}))
    assert unsure.tolist() == [[0.5, 0.5]]
    plain = dt.grow(table("uuuuuuvv", x="aaaaaaab"), replace(assistant, m=0.0))
    assert dt.predict_proba(plain, pd.DataFrame({"x": ["b"]})).tolist() == [[0.0, 1.0]]
    assert tree.splits == plain.splits


def test_assistant_groups_the_values_in_two_by_gain() -> None:
    """PlayTennis: Overcast on one side, Sunny and Rain on the other, 0.226 bits."""
    step = dt.start(dataset("playtennis"), dt.recipe("assistant")).propose()
    outlook = step.evidence.candidates[0]
    assert step.move.split == outlook.split == dt.Subset(0, (0, 2), (1,))
    assert outlook.scores["gain"] == pytest.approx(0.226000, abs=1e-6)


@pytest.mark.parametrize(
    ("classes", "sentence"),
    [
        (dt.ClassWeights((1.0,)), "each of the 2 classes"),
        (dt.Priors((1.0, 0.0)), "above zero"),
        (dt.Losses(((0.0, 1.0),)), "square table"),
        (dt.Losses(((0.0, -1.0), (1.0, 0.0))), "square table"),
        (dt.Losses(((1.0, 1.0), (1.0, 0.0))), "right answer must cost nothing"),
        (dt.Losses(((0.0, 0.0), (1.0, 0.0))), "must have a wrong one"),
    ],
)
def test_what_does_not_fit_the_classes_is_refused(classes: object, sentence: str) -> None:
    with pytest.raises(dt.RecipeError, match=sentence):
        grown(SKEWED, classes)


def test_a_numeric_target_has_no_classes() -> None:
    for changed in ({"classes": dt.Balanced()}, {"m": 2.0}, {"bins": dt.EqualWidth()}):
        with pytest.raises(dt.RecipeError, match="need classes as the target"):
            replace(dt.recipe("regression"), **changed)
    with pytest.raises(dt.RecipeError, match="zero or more"):
        replace(CART, m=-1.0)
