"""Numbers near the ends of what a float holds: right, or refused with a sentence."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from dttools.study.histogram import histogram
from dttools.study.plane import Plane, middle
from dttools.study.regions import regions
from dttools.teach import worksheet
from tests.engine.command_line import refusal
from tests.small_tables import stepped, table

REGRESSION = dt.recipe("regression")
Y = [1.0, 1.0, 2.0, 4.0, 4.0, 5.0]
"""Cut into 1, 1, 2 | 4, 4, 5: squares of 89/6 fall by 27/2."""
LARGE, SMALL, WEIGHTS = "too large for the sum", "differ by so little", "must add up to at most"


@pytest.fixture(autouse=True)
def _no_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def weighted(y: object, weights: list[float]) -> dt.Dataset:
    frame = pd.DataFrame({"x": range(len(weights)), "y": y, "w": weights})
    kinds = {"y": "nominal" if isinstance(y, list) and isinstance(y[0], str) else "numeric"}
    return dt.Dataset.from_frame(frame, target="y", weights="w", kinds=kinds)


# ---------------------------------------------------------------- the target


@pytest.mark.parametrize("scale", [1e148, -1e148, 1e100, 1e-100, 1e-149, -1e-149])
@pytest.mark.parametrize("weight", [1.0, 0.75])
def test_what_squares_can_hold_gives_the_same_tree(scale: float, weight: float) -> None:
    plain, data = ([factor * y for y in Y] for factor in (1.0, scale))
    recipe = replace(REGRESSION, stopping=(dt.Pure(), dt.SomeGain()))
    small, large = (dt.grow(weighted(y, [weight] * len(y)), recipe) for y in (plain, data))
    assert [node.id for node in large] == [node.id for node in small]
    assert [node.split for node in large] == [node.split for node in small]
    assert small[()].split == dt.Threshold(0, 2.5)
    fallen = large[()].stats[2] - large.stats[[large.place((0,)), large.place((1,))], 2].sum()
    assert fallen == pytest.approx(13.5 * weight * scale * scale, rel=1e-9)
    assert stepped(weighted(data, [weight] * 6), recipe) == large


@pytest.mark.parametrize(
    ("y", "words"),
    [
        ([1e200, 2.0, 3.5], LARGE),
        ([-1.7e308, 1.7e308, 0.5], LARGE),
        ([1e150, 0.5, 1.0], LARGE),
        ([1e-200, 2e-200, 3e-200], SMALL),
        ([0.0, 0.0, 1e-160], SMALL),
        ([0.0, 5e-324, 1e-323], SMALL),
    ],
)
def test_a_target_beyond_squares_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, y: list[float], words: str
) -> None:
    with pytest.raises(dt.DataError, match=f"“y” {words if words == SMALL else 'are ' + words}"):
        table(y, x=[1, 2, 3])
    path = tmp_path / "table.csv"
    path.write_text("x,y\n" + "".join(f"{x},{value!r}\n" for x, value in enumerate(y)))
    assert words in refusal(capsys, str(path), "--target", "y", "--numeric", "y")


@pytest.mark.parametrize("y", [[0.0] * 3, [1e-200] * 3, [0.0, 1e-200, 1.0]])
def test_small_numbers_do_where_their_squares_do_not_count(y: list[float]) -> None:
    tree = dt.grow(table(y, x=[1, 2, 3]), REGRESSION)
    assert np.isfinite(tree.stats).all()
    assert tree.prediction(()) == pytest.approx(sum(y) / 3)


@pytest.mark.parametrize("exponent", [450, -450])
def test_cross_validation_is_but_a_scale(exponent: int) -> None:
    """α and losses are squares of the target, and their squares no float holds."""
    plain = [0.0, 3.0, 1.0, 4.0, 8.0, 7.0, 9.0, 8.5]
    x, folds = list(range(8)), [0, 1, 0, 1, 0, 1, 1, 0]
    small, large = (
        dt.pruning.cross_validate(table([y * scale for y in plain], x=x), REGRESSION, folds)
        for scale in (1.0, 2.0**exponent)
    )
    assert np.isfinite(large.by_fold).all()
    for name in ("alphas", "by_fold", "risk", "error"):
        assert getattr(large, name) == pytest.approx(getattr(small, name) * 4.0**exponent, abs=0)


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize("weights", [[1e308] * 3, [5e149] * 3, [1.0, 1.0, 1e-200], [5e-324] * 3])
@pytest.mark.parametrize("y", [["u", "v", "v"], [1.0, 2.0, 2.0]])
def test_weights_that_do_not_add_up_are_refused(y: list[object], weights: list[float]) -> None:
    with pytest.raises(dt.DataError, match=f"weights in “w” {WEIGHTS}"):
        weighted(y, weights)


@pytest.mark.parametrize("weight", [1e148, 1e-149])
def test_weights_are_but_a_scale(weight: float) -> None:
    for recipe in (
        replace(REGRESSION, stopping=(dt.Pure(),)),
        replace(dt.recipe("cart"), stopping=()),
    ):
        y = Y if recipe.impurity.numeric else list("uuvvuv")
        large, plain = (dt.grow(weighted(y, [w] * 6), recipe) for w in (weight, 1.0))
        assert [node.split for node in large] == [node.split for node in plain]


@pytest.mark.parametrize(
    "classes",
    [
        dt.ClassWeights((1e308, 1e308)),
        dt.ClassWeights((1.0, 1e-200)),
        dt.Priors((1e308, 1e308)),
        dt.Losses(((0.0, 1e308), (1e308, 0.0))),
    ],
    ids=repr,
)
def test_weights_of_classes_that_do_not_add_up_are_refused(classes: object) -> None:
    with pytest.raises(dt.RecipeError, match="to 1e150"):
        dt.grow(table("uvv", x=[1, 2, 3]), replace(dt.recipe("cart"), classes=classes))


# ---------------------------------------------------------------- columns of numbers

END = 1.7e308


@pytest.mark.parametrize(
    ("x", "cut", "named"),
    [
        ([-END, -END, END, END, END], 0.0, -END),
        ([-END, 0.0, 1.0, END, END], 0.5, 0.0),
        ([-END, -END, 0.0, 1.0, END], -END / 2, -END),
    ],
)
@pytest.mark.parametrize("recipe", ["cart", "c45", "j48", "c45_textbook", "regression"])
def test_columns_to_the_ends_are_cut_without_a_warning(
    recipe: str, x: list[float], cut: float, named: float
) -> None:
    numeric = dt.recipe(recipe).impurity.numeric
    data = table([1.0, 1.0, 2.0, 2.0, 2.0] if numeric else "uuvvv", x=x)
    tree = dt.grow(data, dt.recipe(recipe))
    lesson = dt.start(data, dt.recipe(recipe))
    assert tree[()].split == dt.Threshold(0, named if recipe in ("c45", "j48") else cut)
    assert stepped(data, dt.recipe(recipe)) == tree
    curve = dt.curve(lesson.problem, lesson.state, (), 0)
    assert curve.key.tolist() == [lo / 2 + hi / 2 for lo, hi in pairwise(sorted(set(x)))]
    found = histogram(data, data.all_rows, tree[()].split)
    assert found.stats[:, 0].sum() == (5 if numeric else 2)
    assert len(regions(tree, Plane((0,), middle(data, data.all_rows)))) == tree.leaves
    assert dt.export.text(tree)
    assert list(worksheet.worksheet_text(lesson))
