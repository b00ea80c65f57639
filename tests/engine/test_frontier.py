"""A level at a time or a node at a time, with weights or with repeated rows: the same tree."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from threading import Barrier

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.growth.cuts import best_cuts
from dtcore.growth.frontier import Frontier
from dtcore.model.data import NodeRows
from dtcore.model.splits import Splits
from tests.engine.random_frames import CART, cases, data_of, fitting, frame_of, same
from tests.strategies import counts_rows, law

SEEDS = range(5 * law.max_examples)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tree_is_the_same_by_steps_and_whatever_the_order_of_rows_and_classes(seed: int) -> None:
    """Every other recipe on each frame: the same law is tried on reference tables, too."""
    frame = frame_of(seed)
    pairs = zip(cases(frame), cases(shuffled(frame, seed)), strict=True)
    for (data, recipe), (other, _) in islice(pairs, seed % 2, None, 2):
        tree, turned = dt.grow(data, recipe), dt.grow(other, recipe)
        same(tree, dt.start(data, recipe).finish().state.tree)
        if tree.schema.classes:
            turned = replace(turned, stats=turned.stats[:, ::-1])
        same(tree, turned)


def shuffled(frame: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The rows in another order, and the classes in the opposite one under other names."""
    names = frame["class"].cat.categories
    renamed = frame["class"].cat.rename_categories(lambda name: f"Z{name}")
    renamed = renamed.cat.reorder_categories([f"Z{name}" for name in names[::-1]])
    return frame.assign(**{"class": renamed}).sample(frac=1, random_state=seed, ignore_index=True)


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_weighted_rows_give_the_tree_of_stepping(seed: int) -> None:
    for data, recipe in cases(frame_of(seed), "w"):
        same(dt.grow(data, recipe), dt.start(data, recipe).finish().state.tree)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_threads_grow_at_once_on_data_of_which_nothing_is_known_yet(seed: int) -> None:
    """Each recipe in its turn, since what one has learned of the data the next one knows."""
    frame, both_ready = frame_of(seed), Barrier(2)

    def grown(data: dt.Dataset, recipe: dt.Recipe) -> dt.Tree:
        both_ready.wait()
        return dt.grow(data, recipe)

    with ThreadPoolExecutor(2) as threads:
        for target in ("class", "number"):
            known, cold = data_of(frame, target), data_of(frame, target)
            recipes = fitting(known)
            recipe = recipes[seed % len(recipes)]
            for tree in threads.map(grown, [cold] * 2, [recipe] * 2):
                assert tree == dt.grow(known, recipe)


@pytest.mark.parametrize("seed", SEEDS[::8])
def test_large_tables_are_worked_on_in_pieces(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a few rows were large: a column at a time, and some nodes of it at a time."""
    frame = frame_of(seed)
    whole = [dt.grow(data, recipe) for data, recipe in cases(frame)]
    monkeypatch.setattr("dtcore.model.presort.BLOCK", 8)
    for module in ("growth.cuts", "kernel.orders"):
        monkeypatch.setattr(f"dtcore.{module}.PIECE", 8)
    for tree, (data, recipe) in zip(whole, cases(frame), strict=True):
        assert tree == dt.grow(data, recipe)


@pytest.mark.parametrize("seed", SEEDS[::4])
def test_a_weight_is_as_many_rows(seed: int) -> None:
    """Rows with whole weights take the path of fractions, repeated rows that of whole rows."""
    frame = frame_of(seed)
    repeated = frame.loc[frame.index.repeat(frame["w"])].reset_index(drop=True)
    for (data, recipe), (other, _) in zip(cases(frame, "w"), cases(repeated), strict=True):
        if counts_rows(recipe):
            continue
        same(dt.grow(data, recipe), dt.grow(other, recipe), tolerance=1e-11)


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


def test_an_empty_node_can_be_weighed() -> None:
    data = data_of(frame_of(1), "class")
    nobody = NodeRows(np.zeros(0, np.int64), np.zeros(0))
    best = best_cuts(CART, Frontier.of(data, [nobody]), np.zeros(1))
    assert (best.at == -1).all()
    assert not best.several.any()
