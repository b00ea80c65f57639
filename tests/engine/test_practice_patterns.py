"""What is planted in a table to practise on is there, with its noise, and a tree finds it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dttools.teach import PATTERNS, Practice
from tests.engine.practice_tables import cells, recipes
from tests.strategies import law


@law
@given(recipes(), st.integers(0, 50))
def test_more_noise_flips_the_same_rows_and_some_others(recipe: Practice, noise: int) -> None:
    if recipe.kind.numeric or recipe.pattern == "coin":
        return
    clean = cells(replace(recipe, noise=0).make(), "class")
    less, more = sorted((recipe.noise, noise))
    flipped = [cells(replace(recipe, noise=n).make(), "class") != clean for n in (less, more)]
    assert not (flipped[0] & ~flipped[1]).any()


@pytest.mark.parametrize("noise", [0, 5, 20, 50])
@pytest.mark.parametrize("pattern", [p for p, kind in PATTERNS.items() if not kind.numeric])
def test_the_share_of_flipped_classes_is_the_noise(pattern: str, noise: int) -> None:
    """Within four standard deviations of a count of 20,000."""
    low, _, high = PATTERNS[pattern].noise
    noise, rows = min(max(noise, low), high), 20_000
    recipe = Practice(pattern, rows, 0, noise, seed=3)
    frame = recipe.make()
    asked = [cells(frame, name) * _grid(recipe) for name in recipe.inputs[: recipe.asks]]
    whole = [np.rint(values).astype(np.int64) for values in asked]
    planted = recipe.kind.rule(whole, _grid(recipe), recipe.size)
    share = (cells(frame, "class") != planted).mean()
    assert abs(share - noise / 100) <= 4 * np.sqrt(0.25 / rows) * bool(noise)


def _grid(recipe: Practice) -> int:
    return 1 if recipe.kind.nominal else 10**recipe.digits


@pytest.mark.parametrize("pattern", ["steps", "curve"])
def test_the_noise_of_a_number_has_the_deviation_that_is_said(pattern: str) -> None:
    """A tenth of the range of 10; the deviation of 20,000 normal numbers is known to 2 %."""
    clean, noisy = (Practice(pattern, 20_000, 0, noise).make()["y"] for noise in (0, 10))
    apart = (noisy - clean).to_numpy()
    assert apart.std() == pytest.approx(1, abs=0.03)
    assert apart.mean() == pytest.approx(0, abs=0.03)
    assert clean.between(0, 10).all()


def test_xor_is_where_exactly_one_is_below_a_half() -> None:
    frame = Practice("xor", noise=0).make()
    one = (frame["x1"] < 0.5) != (frame["x2"] < 0.5)
    assert (one == (frame["class"] == "B")).all()


def test_parity_needs_every_switch() -> None:
    """No set of fewer switches tells anything: over all combinations, the classes are even."""
    frame = Practice("parity", 4000, 1, 0, size=4).make()
    on = sum(frame[f"x{i}"] == "on" for i in range(1, 5))
    assert (on % 2 == (frame["class"] == "B").astype(int)).all()


def test_a_slanted_border_is_the_diagonal() -> None:
    frame = Practice("stripes", noise=0).make()
    assert ((frame["x1"] + frame["x2"] >= 0.985) == (frame["class"] == "B")).all()


def test_the_inner_circle_takes_half_of_the_square() -> None:
    frame = Practice("rings", 20_000, noise=0).make()
    assert (frame["class"] == "A").mean() == pytest.approx(np.pi * 0.4**2, abs=0.015)


def test_squares_take_turns() -> None:
    frame = Practice("checkerboard", noise=0, size=5).make()
    square = (frame["x1"] * 5 + 1e-9).astype(int) + (frame["x2"] * 5 + 1e-9).astype(int)
    assert (square % 2 == (frame["class"] == "B").astype(int)).all()


def test_a_tree_finds_the_steps_and_no_more() -> None:
    """Steps are what a regression tree can say: as many leaves, and no error left."""
    data = dt.Dataset.from_frame(
        Practice("steps", noise=0, size=6).make(), target="y", kinds={"y": "numeric"}
    )
    tree = dt.grow(data, dt.recipe("regression"))
    assert tree.leaves == 6
    assert sum(tree.impurity(node.id) for node in tree if node.split is None) < 1e-9


def test_of_pure_noise_half_is_wrong_on_new_rows() -> None:
    grown, fresh = (Practice("coin", 2000, seed=seed).make() for seed in (1, 2))
    tree = dt.grow(dt.Dataset.from_frame(grown, target="class"), dt.recipe("cart"))
    assert (np.asarray(dt.predict(tree, fresh)) == fresh["class"].astype(str)).mean() < 0.55
