"""Variants of an exercise: the same shape of tree, one clear winner at each node, other numbers."""

from contextlib import suppress
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.explain import headline
from dtcore.policies import Claim
from dttools.printing import Digits
from dttools.teach import variants as made
from dttools.teach.exercise import Exercise
from dttools.teach.variants import APART, Variant, answers, variants
from tests.small_tables import dataset, quinlan, table
from tests.strategies import Table, law, problems

BOOKS = [("playtennis", "id3", 3), ("golf", "c45", 3), ("iris", "cart", 3)]


def columns_of(exercise: Exercise) -> dict[tuple[int, ...], int]:
    """Which column each node of the tree after an exercise is split on."""
    return {n.id: n.split.column for n in exercise.grown if n.split is not None}


def is_of(lesson: dt.Timeline, variant: Variant) -> None:
    """Its last tree has the nodes of the lesson's, split on the same columns; what was pure is
    pure, and what was not is not; and a lesson on its table takes the same steps again."""
    last = variant.exercises[-1]
    tree = lesson.jump(last.end).state.tree
    assert [n.id for n in last.grown] == [n.id for n in tree]
    assert columns_of(last) == {n.id: n.split.column for n in tree if n.split is not None}
    pure = [[tree_.impurity(n.id) == 0 for n in tree_] for tree_ in (tree, last.grown)]
    assert pure[0] == pure[1]
    assert variant.timeline.jump(last.end).state.tree == last.grown


def wins_clearly(recipe: dt.Recipe, exercise: Exercise) -> None:
    """With its last digit wrong by two, no other column that is allowed comes near."""
    name = headline(recipe)
    allowed = [c for c in exercise.asked if Claim.RULED_OUT not in c.verdict.claims]
    first, *others = sorted((Digits().rounded(c.scores[name]) for c in allowed), reverse=True)
    assert first == Digits().rounded(exercise.taken.scores[name])
    assert all(first - other > 4e-4 for other in others)


def are_different(recipe: dt.Recipe, found: list[Variant]) -> None:
    """No exercise is the same on two sheets, and sheets close by have no number in common."""
    for one, other in combinations(found, 2):
        for here, there in zip(one.exercises, other.exercises, strict=True):
            pairs = zip(*(answers(e, recipe, Digits()) for e in (here, there)), strict=True)
            same = [a == b for a, b in pairs]
            assert not all(same)
            assert other.number - one.number > APART or not any(same)


def check(name: str, recipe: str, steps: int, n: int) -> list[Variant]:
    lesson = dt.start(dataset(name), dt.recipe(recipe))
    found = variants(lesson, steps, n)
    assert [one.number for one in found] == [*range(1, n + 1)]
    rows = [len(one.timeline.problem.dataset) for one in found]
    assert np.mean(rows) > max(rows) - 0.5  # nearly all have as many
    are_different(lesson.problem.recipe, found)
    for one in found:
        is_of(lesson, one)
        for exercise in one.exercises:
            wins_clearly(lesson.problem.recipe, exercise)
    return found


def test_variants_of_play_tennis() -> None:
    found = check("playtennis", "id3", 3, 4)
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3"))
    tables = [one.timeline.problem.dataset for one in found]
    again = [one.timeline.problem.dataset for one in variants(lesson, 3, 2)]
    assert again == tables[:2]  # fewer are the first of more
    assert variants(lesson, 3, 1, seed=2)[0].timeline.problem.dataset not in tables


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "recipe", "steps"), [*BOOKS, ("golf", "cart", 2)])
def test_thirty_of_each(name: str, recipe: str, steps: int) -> None:
    check(name, recipe, steps, 30)


def test_numbers_stay_on_their_grid() -> None:
    data = dataset("iris")
    for one in check("iris", "cart", 2, 2):
        for new, old in zip(one.timeline.problem.dataset.columns, data.columns, strict=True):
            assert np.array_equal(new.values, np.round(new.values, 1))
            assert old.extremes[0] <= new.extremes[0] < new.extremes[1] <= old.extremes[1]


def test_a_split_by_hand_stays() -> None:
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).do(dt.Expand((), dt.Multiway(3)))
    (one,) = variants(lesson, 2, 1)
    assert one.exercises[0].taken.column == 3
    is_of(lesson, one)


def test_cells_that_are_missing() -> None:
    lesson = dt.start(quinlan(), dt.recipe("c45"))
    (one,) = variants(lesson, 1, 1)
    is_of(lesson, one)


def test_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two rows there are only two tables."""
    monkeypatch.setattr(made, "PATIENCE", 20)
    lesson = dt.start(table("ab", x="uv"), dt.recipe("id3"))
    with pytest.raises(dt.DataError, match=r"^Found \d of 9 variants: choose fewer"):
        variants(lesson, 1, 9)
    monkeypatch.setattr(made, "CELLS", 1)  # the table has four, and a quarter of the draws
    heard: list[tuple[float, int]] = []
    with pytest.raises(dt.DataError):
        variants(lesson, 1, 9, progress=lambda *now: heard.append(now))
    in_vain = [share for share, count in heard if count == heard[-1][1]]
    assert len(in_vain) == 6  # before each draw, and after the last
    assert in_vain == sorted({*in_vain})
    monkeypatch.setattr(made, "LONGEST", 1e-9)  # however many draws are left
    with pytest.raises(dt.DataError, match=r"^Found 0 of 9 variants"):
        variants(lesson, 1, 9)
    large = dt.start(dataset("iris").part(np.arange(2_001) % 150), dt.recipe("cart"))
    with pytest.raises(dt.DataError, match=r"up to 2000 rows, and this one has 2001"):
        variants(large, 1, 1)


@law
@given(problems(), st.integers(1, 3))
def test_of_any_table_they_are_found_or_it_is_said(
    case: tuple[Table, dt.Recipe], steps: int
) -> None:
    lesson = dt.start(case[0].data(), case[1])
    with pytest.MonkeyPatch.context() as patch, suppress(dt.DataError):
        patch.setattr(made, "PATIENCE", 8)
        for one in variants(lesson, steps, 1):
            is_of(lesson, one)
