"""Growing a level at a time: by two threads, in pieces, from anywhere.

That it is stepping is a law of ``test_any_recipe``; what it owes to no order of rows, to no names
and to weights are laws of ``test_laws``.
"""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.splits import Splits
from tests.engine.random_frames import CART, RECIPES, cases, data_of, frame_of, same
from tests.small_tables import stepped
from tests.strategies import fitting, seeds


@pytest.mark.on_push(5)
@pytest.mark.parametrize("seed", seeds(2))
def test_two_threads_grow_at_once_on_data_of_which_nothing_is_known_yet(seed: int) -> None:
    """Each recipe in its turn, since what one has learned of the data the next one knows."""
    frame, both_ready = frame_of(seed), Barrier(2)

    def grown(data: dt.Dataset, recipe: dt.Recipe) -> dt.Tree:
        both_ready.wait()
        return dt.grow(data, recipe)

    with ThreadPoolExecutor(2) as threads:
        for target in ("class", "number"):
            known, cold = data_of(frame, target), data_of(frame, target)
            recipes = fitting(known, RECIPES)
            recipe = recipes[seed % len(recipes)]
            for tree in threads.map(grown, [cold] * 2, [recipe] * 2):
                assert tree == dt.grow(known, recipe)


PIECES = ("kernel.counting.PIECE", "kernel.tallies.SMALL", "kernel.sorting.PIECE")
"""How much of a table is worked on at a time."""


@pytest.mark.on_push(2)
@pytest.mark.parametrize("seed", seeds(0.6))
def test_large_tables_are_worked_on_in_pieces(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a few rows were large: a column at a time, and some nodes of it at a time."""
    frame = frame_of(seed)
    whole = [dt.grow(data, recipe) for data, recipe in cases(frame)]
    for constant in PIECES:
        monkeypatch.setattr(f"dtcore.{constant}", 8)
    for tree, (data, recipe) in zip(whole, cases(frame), strict=True):
        assert tree == dt.grow(data, recipe)


@pytest.mark.parametrize("seed", seeds(0.2))
def test_a_part_grows_the_same_tree_by_the_codes_of_the_whole(seed: int) -> None:
    for data, recipe in cases(frame_of(seed)):
        rows = np.arange(0, len(data), 2)
        cold = dt.grow(data.part(rows), recipe)
        assert data.codes.n_rows == len(data)  # from now on its parts take theirs from it
        same(dt.grow(data.part(rows), recipe), cold)


def test_splits_are_a_sequence_like_any_other() -> None:
    written = (dt.Multiway(0), None, dt.Threshold(1, 2.5), None, None, dt.Subset(0, (0,), (1,)))
    splits = Splits.of(written)
    assert tuple(splits) == written
    assert (splits[2], splits[-1], splits[1:3]) == (written[2], written[5], written[1:3])
    assert splits == written
    assert written == splits
    assert splits != (*written[:2], dt.Threshold(1, 2.0), *written[3:])
    assert (splits != written[:5], splits == "no splits") == (True, False)
    with pytest.raises(IndexError):
        splits[6]


def test_a_lesson_can_be_completed_from_anywhere() -> None:
    """Growing on from a half-grown tree, whatever its open leaves' depths."""
    data = data_of(frame_of(2), "class")
    lesson = dt.start(data, CART)
    whole = dt.grow(data, CART)
    for _ in range(len(whole)):
        assert lesson.length == len(whole)
        lesson = lesson.step()


@pytest.mark.parametrize("recipe", ["cart", "cart_sklearn", "c45", "regression"])
def test_keys_of_64_bits_name_the_cuts_that_keys_of_32_bits_do(recipe: str) -> None:
    """70,000 different numbers and weights: what a key has to hold is more than 32 bits."""
    draw, many = np.random.default_rng(1), 70_000
    x, noise = draw.permutation(many) / 8, draw.random(many)
    y = x / x.max() + noise
    frame = pd.DataFrame({"x": x, "w": draw.integers(1, 4, many)})
    frame["y"] = y if recipe == "regression" else np.where(y > 1, "a", "b")
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    shallow = dt.recipe(recipe).limited(depth=2)
    lesson = dt.start(data, shallow).finish()
    assert lesson.state.tree == dt.grow(data, shallow) == stepped(data, shallow)
    curve = dt.curve(lesson.problem, lesson.state, (), 0)
    root = lesson.state.tree[()].split
    assert isinstance(root, dt.Threshold)
    assert curve.key[curve.rank.argmax()] == pytest.approx(root.cut, abs=1 / 8)


@pytest.mark.parametrize("recipe", ["cart", "cart_rpart", "c45", "id3"])
def test_a_row_too_light_to_count_beside_the_others_has_its_level(recipe: str) -> None:
    frame = pd.DataFrame({"a": list("uvwuvw"), "y": list("ppqqpq")})
    frame["w"] = [1.0, 1e-20, 1.0, 2.0, 1e-20, 1.0]
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    assert dt.grow(data, dt.recipe(recipe)) == stepped(data, dt.recipe(recipe))
