"""Missing as a value of its own: one more branch, level or side of a cut, as in scikit-learn."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from tests.small_tables import with_gaps


def test_missing_is_one_more_branch() -> None:
    data = with_gaps("uuvvww", x="aabb??")
    recipe = replace(dt.recipe("c45"), missing=dt.OwnBranch())
    tree = dt.grow(data, recipe)
    assert tree[()].split == dt.Multiway(0, missing=2)
    assert dt.export.text(tree).splitlines() == ["x = a: u (2)", "x = b: v (2)", "x = ?: w (2)"]
    assert dt.leaf_ids(tree, pd.DataFrame({"x": [None, "a", "zebra"]})) == [(2,), (0,), (2,)]


def test_known_against_missing_is_one_more_cut() -> None:
    data = with_gaps("uuuvvv", n=[1.0, 2.0, 3.0, None, None, None])
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Threshold(0, np.inf, 1)
    assert [str(tree.conditions(child)[0]) for child in tree.children(())] == ["n ≠ ?", "n = ?"]


@pytest.mark.parametrize(("low", "side"), [("u", 0), ("v", 1)])
def test_missing_cells_are_tried_on_either_side_of_a_cut(low: str, side: int) -> None:
    classes = ["u", "u", "v", "v", low]
    data = with_gaps("".join(classes), n=[1.0, 2.0, 3.0, 4.0, None])
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Threshold(0, 2.5, side)
    assert tree.leaves == 2
    here = f"n {'≤' if side == 0 else '>'} 2.5, ?"
    assert str(tree.conditions((side,))[0]) == here


def test_missing_is_a_level_like_the_others() -> None:
    data = with_gaps("uuvvvv", x="aab?b?")
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Subset(0, (0,), (1,), missing=1)
    assert str(tree.conditions((1,))[0]) == "x ∈ {b, ?}"


def test_where_none_was_missing_a_row_goes_to_the_larger_child() -> None:
    tree = dt.grow(with_gaps("uuuvv", n=[1.0, 2.0, 3.0, 8.0, 9.0]), dt.recipe("cart_sklearn"))
    assert list(dt.predict(tree, pd.DataFrame({"n": [np.nan]}))) == ["u"]
