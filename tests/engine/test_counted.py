"""A table that is only counted: the same candidates and the same tree as with its rows."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from dtcore.model.splits import weight_text
from dtcore.stepping import weigh
from dttools.large import range_of
from dttools.large.counted import CountedTable
from tests.engine.counted_tables import counted
from tests.engine.random_frames import cases, frame_of, same, some_cases
from tests.strategies import seeds

REFUSED = {"assistant"}


def pairs(seed: int) -> Iterator[tuple[dt.Dataset, CountedTable, dt.Recipe]]:
    """A random table and itself as it is counted, with some of the recipes that take counts."""
    for data, recipe in some_cases(frame_of(seed), seed, every=8):
        if recipe.name not in REFUSED:
            yield data, counted(data), recipe


def test_playtennis_is_counted_as_in_mitchell() -> None:
    """Mitchell 1997, p. 60: Outlook .246, Humidity .151, Wind .048, Temperature .029."""
    frame = pd.read_csv("datasets/playtennis.csv")
    target = frame.columns[-1]
    data = dt.Dataset.from_frame(frame, target=target, roles={"Day": "ignore"})
    found = dt.start(counted(data), dt.recipe("id3")).propose().evidence
    gains = {data.columns[c.column].name: c.scores["gain"] for c in found.candidates}
    printed = {"Outlook": 0.246, "Humidity": 0.151, "Wind": 0.048, "Temperature": 0.029}
    assert all(abs(gains[name] - value) < 0.0011 for name, value in printed.items())


@pytest.mark.on_push(12)
@pytest.mark.parametrize("seed", seeds(4))
def test_counts_give_the_tree_of_the_rows(seed: int) -> None:
    for data, table, recipe in pairs(seed):
        same(dt.grow(table, recipe), dt.grow(data, recipe))


@pytest.mark.on_push(12)
@pytest.mark.parametrize("seed", seeds(4))
def test_counts_give_the_candidates_of_the_rows(seed: int) -> None:
    """Equal for classes, and to 1e-12 of the node's impurity for numbers."""
    for data, table, recipe in pairs(seed):
        here, there = dt.start(data, recipe), dt.start(table, recipe)
        while (step := here.propose()) and here.cursor < 5:
            told = there.propose()
            assert told is not None
            assert told.move == step.move
            for ours, theirs in zip(_candidates(step), _candidates(told), strict=True):
                _same_candidate(ours, theirs, 0.0 if table.schema.classes else 1e-12)
            here, there = here.step(), there.step()


def _candidates(step: dt.stepping.Step) -> tuple[dt.stepping.Candidate, ...]:
    return getattr(step.evidence, "candidates", ())


def _same_candidate(
    ours: dt.stepping.Candidate, theirs: dt.stepping.Candidate, share: float
) -> None:
    assert (ours.split, ours.verdict, ours.tied) == (theirs.split, theirs.verdict, theirs.tied)
    if isinstance(ours.split, dt.Threshold):
        assert ours.split.gap == theirs.split.gap
    scale = max((abs(value) for value in ours.scores.values()), default=0.0)
    assert ours.scores.keys() == theirs.scores.keys()
    assert all(abs(ours.scores[k] - theirs.scores[k]) <= share * scale for k in ours.scores)


@pytest.mark.parametrize("seed", seeds(0.5, step=10))
def test_groups_of_numbers_send_rows_as_their_largest_number_would(seed: int) -> None:
    """The grown tree asks the same columns and has the same counts at every node."""
    frame = frame_of(seed)
    numbers = [name for name in frame if str(name).startswith("x")]
    grouped = frame.copy()
    for name in numbers:
        distinct = np.unique(frame[name])
        starts = np.unique(np.linspace(0, len(distinct), min(4, len(distinct)) + 1).astype(int))
        high = distinct[starts[1:] - 1]
        grouped[name] = high[np.searchsorted(high, frame[name])]
    recipe = dt.recipe("cart")
    for (data, at), (other, _) in zip(cases(frame), cases(grouped), strict=True):
        if at == recipe:
            tree, plain = dt.grow(counted(data, groups=4), recipe), dt.grow(other, recipe)
            np.testing.assert_array_equal(tree.stats, plain.stats)
            asked = [[split and split.column for split in t.splits] for t in (tree, plain)]
            assert asked[0] == asked[1]


@pytest.mark.parametrize("seed", seeds(1, step=4))
def test_the_exact_cut_lies_where_a_group_may_hold_it(seed: int) -> None:
    """At the root: no cut inside any other group scores more than the best between groups."""
    for data, recipe in some_cases(frame_of(seed), seed // 4):
        if recipe.name in REFUSED:
            continue
        here, there = dt.start(data, recipe), dt.start(counted(data, groups=3), recipe)
        for exact, mine in zip(*(_candidates_of(one) for one in (here, there)), strict=True):
            if isinstance(mine.split, dt.Threshold) and isinstance(exact.split, dt.Threshold):
                by, best = recipe.selection.cuts_by, mine.scores[recipe.selection.cuts_by]
                if exact.scores[by] > best * (1 + 1e-9) + 1e-12:
                    within = range_of(there.problem, there.state, (), mine)
                    assert within.low <= exact.split.cut <= within.high
                    assert within.groups[_holding(there.problem.dataset, exact.split)].all()


def _holding(table: dt.Dataset, split: dt.Threshold) -> np.ndarray:
    """Which groups of a column a cut goes through."""
    assert isinstance(table, CountedTable)
    low, high = (ends[split.column] for ends in (table.low, table.high))
    return (low <= split.gap[0]) & (split.gap[1] <= high)


def _candidates_of(lesson: dt.stepping.Timeline) -> tuple[dt.stepping.Candidate, ...]:
    return weigh(lesson.problem, lesson.state, ()).candidates


def table_of(**columns: object) -> dt.Dataset:
    return dt.Dataset.from_frame(pd.DataFrame(columns), target="y", kinds={"y": "nominal"})


def test_a_level_is_counted_in_one_pass() -> None:
    random = np.random.default_rng(0)
    x = random.normal(size=(400, 3))
    data = table_of(a=x[:, 0], b=x[:, 1], c=x[:, 2], y=x[:, 0] * x[:, 1] + x[:, 2] > 0)
    table = counted(data)
    tree = dt.grow(table, dt.recipe("cart"))
    assert tree == dt.grow(data, dt.recipe("cart"))
    assert len(table.counter.passes) <= 2 * max(tree.depths)
    assert sum(table.counter.passes) <= tree.leaves


def test_a_lesson_goes_forth_and_back_and_by_hand() -> None:
    x = np.arange(40.0)
    data = table_of(x=x, n=[f"v{i % 3}" for i in range(40)], y=(x % 7 > 3).astype(int))
    recipe, hand = dt.recipe("cart"), dt.Expand((0,), dt.Threshold(0, 2.5))
    here, there = dt.start(data, recipe), dt.start(counted(data), recipe)
    for move in ("step", "step", "undo", "step"):
        here, there = getattr(here, move)(), getattr(there, move)()
        assert here.state.tree == there.state.tree
    here, there = here.do(hand).finish(), there.do(hand).finish()
    assert here.state.tree == there.state.tree
    assert len(here.steps) == len(there.steps) == there.length
    for k in (0, 3, len(here.steps)):
        assert here.jump(k).state.tree == there.jump(k).state.tree
    ours, theirs = (dt.pruning.cost_complexity(lesson.state.tree) for lesson in (here, there))
    assert (ours.alphas == theirs.alphas).all()
    split = dt.Threshold(0, 10.5)
    one, other = (dt.judge(a.problem, a.state, (1,), split) for a in (here, there))
    _same_candidate(one, other, 0.0)


def test_ten_million_rows_are_written_in_full() -> None:
    assert weight_text(1e7) == "10,000,000"
    assert weight_text(1234567.25) == "1,234,567.25"
    assert weight_text(1000.0) == "1,000"


def test_a_cut_within_a_group_is_refused() -> None:
    table = counted(table_of(x=np.arange(12.0), y=[0, 1] * 6), groups=3)
    assert table.grouped(0)
    lesson = dt.start(table, dt.recipe("cart"))
    assert lesson.do(dt.Expand((), dt.Threshold(0, 3.5))).state.tree.leaves == 2
    with pytest.raises(dt.MoveError, match="from 4 to 7 are counted as one"):
        lesson.do(dt.Expand((), dt.Threshold(0, 5.5)))


def test_what_needs_rows_is_refused_with_a_way_out() -> None:
    data = table_of(x=np.arange(12.0), n=list("abc") * 4, y=[0, 1] * 6)
    table, words = counted(data), table_of(n=list("abc") * 4, y=[0, 1] * 6)
    cart = dt.recipe("cart")
    for recipe in (
        dt.recipe("assistant"),
        replace(cart, classes=dt.Balanced()),
        replace(cart, bins=dt.EqualWidth(3)),
        replace(cart, missing=replace(cart.missing, always=True)),
    ):
        with pytest.raises(dt.RecipeError, match="open a sample of the table"):
            dt.start(table, recipe)
    lesson = dt.start(table, cart)
    for rows in (
        lambda: dt.stepping.node_rows_of(lesson.problem, lesson.state, ()),
        lambda: dt.pruning.cross_validate(table, cart, 3),
        lambda: dt.search.bfs_id3(counted(words), 3),
        lambda: table.part(np.arange(3)),
    ):
        with pytest.raises(dt.DataError, match="Open a sample"):
            rows()
    with pytest.raises(dt.MoveError, match="needs a branch"):
        lesson.do(dt.Expand((), dt.Subset(1, (0,), (1,))))
