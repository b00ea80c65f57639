"""Where books and tools part about numbers: what a cut tells apart, and what it is called."""

import math
from dataclasses import replace

import pytest

import dtcore as dt
from tests.small_tables import dataset, table, verdicts


def test_xor_for_a_numeric_target_stops() -> None:
    data = table([0.0, 1.0, 1.0, 0.0], a="ppqq", b="pqpq")
    step = dt.start(data, dt.recipe("regression")).propose()
    assert step.move == dt.MakeLeaf(())
    assert step.reason.rule == dt.SomeGain()


def test_a_numeric_target_that_does_not_vary_is_a_leaf() -> None:
    data = table([0.1 + 0.2] * 5, x=[1.0, 2.0, 3.0, 4.0, 5.0])
    step = dt.start(data, dt.recipe("regression")).propose()
    assert (step.move, step.reason.rule) == (dt.MakeLeaf(()), dt.Pure())


# ---------------------------------------------------------------- numbers


def test_the_textbook_and_release_8_part_on_golf() -> None:
    """The largest ratio of any midpoint is that of temperature ≤ 84, which sets one day apart."""
    data = dataset("golf")
    textbook = dt.start(data, dt.recipe("c45_textbook")).propose()
    assert textbook.move.split == dt.Threshold(1, 84.0)
    assert textbook.evidence.candidates[1].branch_stats.tolist() == [[9, 4], [0, 1]]
    assert dt.start(data, dt.recipe("c45")).propose().move.split == dt.Multiway(0)
    assert verdicts(data, "c45") == ["WINS", "NO_GAIN", "NO_GAIN", "BELOW_AVERAGE_GAIN"]


@pytest.mark.parametrize(
    ("recipe", "cut"), [("c45", 2.0), ("c45_textbook", 3.5), ("cart", 3.5), ("cart_sklearn", 3.5)]
)
def test_what_a_cut_is_called(recipe: str, cut: float) -> None:
    """Between 2 and 5 Release 8 prints the data value, the others the midpoint."""
    data = table("uuvv", x=[1.0, 2.0, 5.0, 6.0])
    assert dt.start(data, dt.recipe(recipe)).propose().move.split == dt.Threshold(0, cut)


@pytest.mark.parametrize(
    ("recipe", "apart", "seen"),
    [
        ("c45", 0.9e-5, False),
        ("c45", 1e-5, False),
        ("c45", 1.1e-5, True),
        ("cart_sklearn", 0.9e-7, False),
        ("cart_sklearn", 1.1e-7, True),
        ("c45_textbook", 1e-12, True),
        ("cart", 1e-12, True),
    ],
)
def test_values_that_are_too_close_are_not_told_apart(
    recipe: str, apart: float, seen: bool
) -> None:
    """1e-5 in Release 8, 1e-7 in scikit-learn."""
    data = table("uuvv", x=[0.0, 0.0, apart, apart])
    assert (verdicts(data, recipe) == ["WINS"]) == seen
    assert (verdicts(data, recipe) == ["ONE_VALUE"]) == (not seen)


@pytest.mark.parametrize("number", [3.5e38, -1e300])
def test_a_number_too_large_for_single_precision_is_refused_by_scikit_learn(number: float) -> None:
    data = table("uuv", x=[1.0, 2.0, number])
    with pytest.raises(dt.DataError, match=r"“x” holds numbers beyond 3.4e38.*Choose CART"):
        dt.start(data, dt.recipe("cart_sklearn"))
    dt.grow(data, dt.recipe("cart"))


def test_scikit_learn_sees_single_precision() -> None:
    """2**24 + 1 is no float32, so scikit-learn takes it for 2**24; CART does not."""
    data = table("uv", x=[2.0**24, 2.0**24 + 1])
    assert verdicts(data, "cart_sklearn") == ["ONE_VALUE"]
    assert verdicts(data, "cart") == ["WINS"]


def test_a_row_goes_where_it_was_counted_in_single_precision() -> None:
    """2**24 + 3 is 2**24 + 4 in single precision, and the midpoint to 2**24 + 2 is 2**24 + 3.

    Growing at once would not end: the split leaves all rows on the left, again and again.
    """
    data = table("uv", x=[2.0**24 + 2, 2.0**24 + 3])
    tree = dt.start(data, dt.recipe("cart_sklearn")).step().state.tree
    assert [node.stats.tolist() for node in tree] == [[1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize("recipe", ["cart", "regression"])
@pytest.mark.parametrize("low", [1.0, math.nextafter(1.0, 2.0)])
def test_neighbours_in_floating_point_can_be_cut(recipe: str, low: float) -> None:
    """No number lies between them, and half their sum may round to either: the cut is the lower."""
    high = math.nextafter(low, 2.0)
    data = table("uv" if recipe == "cart" else [0.0, 1.0], x=[low, high])
    tree = dt.grow(data, dt.recipe(recipe))
    assert tree[()].split == dt.Threshold(0, low)
    assert [tree.weight(node) for node in tree.children(())] == [1, 1]


@pytest.mark.parametrize("scale", [1e308, -1e308, 1e-320])
def test_very_large_and_very_small_values_can_be_cut(scale: float) -> None:
    """The sum of two large values would be infinite; half of each is not."""
    x = sorted([0.0, 1.25 * scale, 1.5 * scale, 1.75 * scale])
    tree = dt.grow(table("uvvv" if scale < 0 else "uuuv", x=x), dt.recipe("cart"))
    assert tree[()].split.cut == pytest.approx(1.625 * scale, abs=5e-324)
    assert {tree.weight(node) for node in tree.children(())} == {1, 3}


# ---------------------------------------------------------------- regression


def test_the_small_tree_of_the_baseball_salaries() -> None:
    """James et al., An Introduction to Statistical Learning, figure 8.1: Years, then Hits.

    The book prints 5.11, 6.00 and 6.74 in the figure, 5.107, 5.999 and 6.740 in the text.
    """
    recipe = replace(dt.recipe("regression"), stopping=(dt.Pure(), dt.MaxDepth(2)))
    data = dataset("hitters")
    assert (len(data), data.left_out) == (263, {"no target": 59})
    tree = dt.grow(data, recipe)
    conditions = [str(condition) for condition in tree.conditions((1, 0))]
    assert conditions == ["Years > 4.5", "Hits ≤ 117.5"]
    regions = [(0,), (1, 0), (1, 1)]
    assert [tree.weight(node) for node in regions] == [90, 90, 83]
    means = [tree.prediction(node) for node in regions]
    assert means == pytest.approx([5.106790, 5.998380, 6.739687], abs=5e-7)


def test_squares_stay_exact_far_from_zero() -> None:
    """Values near a billion that differ by thousandths: the node's own mean is the centre."""
    far = 2.0**30
    data = table([far, far + 2**-10, far + 1, far + 1 + 2**-10], x="aabb")
    tree = dt.grow(data, dt.recipe("regression"))
    assert tree.prediction((0,)) == far + 2**-11
    assert tree[(0,)].stats[2] == 2 * (2**-11) ** 2
