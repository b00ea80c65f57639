"""How much a tree hangs on its rows: counted again the long way, by seeds, and laws."""

import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model import NodeId, Threshold
from dttools.evaluation import (
    Bootstrap,
    LeaveOut,
    Sampling,
    Shake,
    Spread,
    Stability,
    Votes,
    resampled,
    stability,
)
from tests.small_tables import dataset
from tests.strategies import Table, fits, law, problems

CART = dt.recipe("cart")
TABLES = (
    ("biopsy", CART),
    ("titanic", dt.recipe("c45")),
    ("carseats", dt.recipe("regression").limited(depth=4)),
    ("iris", replace(dt.recipe("id3"), bins=dt.MdlBins())),
    ("iris", replace(CART, classes=dt.Balanced())),
)


def found(name: str, recipe: dt.Recipe, sampling: Sampling, **how: int) -> Stability:
    data = dataset(name, complete=True)
    return stability(dt.grow(data, recipe), data, resampled(data, recipe, sampling, **how))


def meets(tree: dt.Tree, original: dt.Tree, node: NodeId) -> bool:
    """Whether all questions on the way to ``node`` are about the same columns."""
    above = [node[:depth] for depth in range(len(node))]
    return node in tree and all(
        (split := tree[up].split) is not None and split.column == original[up].split.column
        for up in above
    )


@pytest.mark.parametrize(("name", "recipe"), TABLES)
def test_all_is_as_counted_tree_by_tree_and_row_by_row(name: str, recipe: dt.Recipe) -> None:
    data = dataset(name, complete=True)
    original = dt.grow(data, recipe)
    trees = list(resampled(data, recipe, Bootstrap(), trees=9, seed=3))
    result = stability(original, data, trees, examples=4)
    for node in original:
        here = [tree[node.id].split for tree in trees if meets(tree, original, node.id)]
        asked = Counter(None if split is None else split.column for split in here)
        at = result.at(node.id)
        assert (at.reached, dict(at.columns)) == (len(here), dict(asked))
        assert list(at.columns.values()) == sorted(at.columns.values(), reverse=True)
        assert at.same == sum(
            (split and split.column) == (node.split and node.split.column) for split in here
        )
        assert at.identical == here.count(node.split)
        for column in at.cuts:
            cuts = [s.cut for s in here if isinstance(s, Threshold) and s.column == column]
            assert at.quartiles(column) == pytest.approx(
                tuple(np.quantile(cuts, [0.25, 0.5, 0.75]))
            )
    told = np.array([dt.predict(tree, data) for tree in trees])
    if isinstance(result.rows, Votes):
        differs = (told != dt.predict(original, data)).sum(axis=0)
        assert result.rows.changed.tolist() == differs.tolist()
        for k, label in enumerate(original.schema.classes):
            assert result.rows.counts[:, k].tolist() == (told == label).sum(axis=0).tolist()
    else:
        told = told.astype(float)
        assert result.rows.told == pytest.approx(dt.predict(original, data))
        assert result.rows.mean == pytest.approx(told.mean(axis=0))
        assert result.rows.deviation == pytest.approx(told.std(axis=0), abs=1e-12)
    assert result.leaves.tolist() == [tree.leaves for tree in trees]
    assert result.depths.tolist() == [max(len(node.id) for node in tree) for tree in trees]
    assert list(result.examples) == trees[:4]


@pytest.mark.parametrize("sampling", [Bootstrap(), LeaveOut(0.2), Shake(0.2)])
def test_the_same_seed_gives_the_same_trees_whatever_their_number(sampling: Sampling) -> None:
    data = dataset("iris")
    few, again, other = (
        list(resampled(data, CART, sampling, trees=n, seed=seed))
        for n, seed in ((4, 7), (6, 7), (4, 8))
    )
    assert few == again[:4]
    assert few != other
    assert len({repr(tree.splits) for tree in again}) > 1


@given(problems(), st.sampled_from([LeaveOut(0.0), Shake(0.0)]))
@law
def test_where_nothing_is_left_out_or_shaken_nothing_changes(
    problem: tuple[Table, dt.Recipe], sampling: Sampling
) -> None:
    table, recipe = problem
    data = table.data()
    original = dt.grow(data, recipe)
    trees = list(resampled(data, recipe, sampling, trees=2))
    assert trees == [original] * 2
    result = stability(original, data, trees)
    assert all(at.reached == at.same == at.identical == 2 for at in result.positions)
    rows = result.rows
    assert not (rows.deviation if isinstance(rows, Spread) else rows.changed).any()


@given(problems(), st.sampled_from([Bootstrap(), LeaveOut(0.3)]))
@law
def test_each_tree_is_that_of_the_sample_as_a_table_of_its_own(
    problem: tuple[Table, dt.Recipe], sampling: Sampling
) -> None:
    """Also where trees on several samples are grown side by side."""
    table, recipe = problem
    data = table.data()
    assume(len(data) > 2)
    randoms = (np.random.default_rng([5, number]) for number in range(4))
    alone = [dt.grow(sampling.sample(data, random), recipe) for random in randoms]
    assert list(resampled(data, recipe, sampling, trees=4, seed=5)) == alone


@pytest.mark.on_push(10)
@pytest.mark.parametrize("name", ["iris", "biopsy", "contact_lenses", "titanic_counts"])
@pytest.mark.parametrize("key", dt.RECIPES)
def test_so_it_is_on_tables_and_by_recipes_of_courses(name: str, key: str) -> None:
    data, recipe = dataset(name, complete=True), dt.recipe(key)
    if fits(recipe, data):
        randoms = (np.random.default_rng([0, number]) for number in range(6))
        alone = [dt.grow(Bootstrap().sample(data, random), recipe) for random in randoms]
        assert list(resampled(data, recipe, Bootstrap(), trees=6)) == alone


def test_a_bootstrap_draws_as_many_rows_and_some_of_them_twice() -> None:
    data = dataset("iris")
    drawn = Bootstrap().sample(data, np.random.default_rng(1))
    assert len(drawn) == len(data)
    times = np.bincount(drawn.origin, minlength=len(data))
    assert times.max() > 1
    assert (times == 0).mean() == pytest.approx(np.exp(-1), abs=0.1)
    assert drawn == data.part(drawn.origin)


@pytest.mark.parametrize(("share", "left"), [(0.0, 150), (0.1, 135), (0.333, 100), (0.999, 1)])
def test_so_many_rows_are_left_out(share: float, left: int) -> None:
    data = dataset("iris")
    kept = LeaveOut(share).sample(data, np.random.default_rng(1))
    assert len(set(kept.origin.tolist())) == len(kept) == left
    assert kept == data.part(kept.origin)


def test_shaken_cells_come_from_other_rows_of_their_column() -> None:
    data = dataset("carseats")
    shaken = Shake(0.1).sample(data, np.random.default_rng(1))
    assert np.array_equal(shaken.target.values, data.target.values)
    wrong = []
    for column, own in zip(shaken.columns, data.columns, strict=True):
        assert set(column.values) <= set(own.values)
        wrong.append(np.flatnonzero(column.values != own.values))
        assert len(wrong[-1]) <= round(0.1 * len(data))
    assert max(map(len, wrong)) == 40  # of 400 rows; nearly all prices differ
    assert not np.array_equal(*[rows for rows in wrong if len(rows) > 30][:2])


def test_more_is_shaken_more_changes() -> None:
    changed = [
        found("iris", CART, Shake(share), trees=20).rows.changed.mean()
        for share in (0.0, 0.05, 0.4)
    ]
    assert changed == sorted(changed)
    assert changed[0] < changed[1] < changed[2]


def test_how_far_it_is_is_told_and_it_can_be_given_up() -> None:
    told: list[tuple[float, int]] = []

    class EnoughError(Exception):
        pass

    def tell(share: float, count: int) -> None:
        told.append((share, count))
        if count >= 30:
            raise EnoughError

    with pytest.raises(EnoughError):
        list(resampled(dataset("iris"), CART, Bootstrap(), trees=60, progress=tell))
    assert told == sorted(told)
    assert 30 / 60 <= told[-1][0] < 1
    assert told[-1][1] < 60


def test_what_cannot_be_is_refused() -> None:
    data = dataset("playtennis")
    tree = dt.grow(data, CART)
    for make in (lambda: LeaveOut(1.0), lambda: Shake(-0.1), lambda: Shake(float("nan"))):
        with pytest.raises(dt.DataError, match="0 or more and less than 1"):
            make()
    with pytest.raises(dt.DataError, match="one tree"):
        resampled(data, CART, Bootstrap(), trees=0)
    with pytest.raises(dt.DataError, match="one tree"):
        stability(tree, data, [])
    with pytest.raises(KeyError):
        stability(tree, data, [tree]).at((5,))


def test_a_hundred_trees_of_biopsy_take_less_than_five_seconds() -> None:
    start = time.process_time()
    result = found("biopsy", CART, Bootstrap())
    assert time.process_time() - start < 5
    assert len(result) == 100
    assert 0 < result.positions[0].same < 100
