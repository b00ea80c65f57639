"""The fewest rows that hold a split, beside all sets of rows there are."""

from dataclasses import astuple
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.explain import headline
from dtcore.model import ROOT
from dtcore.policies import Verdict
from dtcore.stepping.evidence import weigh
from dtcore.stepping.moves import apply
from dtcore.stepping.problem import Problem, begin, node_rows_of
from dttools.teach import SplitSupport, split_support
from dttools.teach.split_support import MOST_CELLS, PARTS, Scores
from tests.small_tables import dataset, table
from tests.strategies import fitting, seeds

MOST_ROWS = 7


def winner(data: dt.Dataset, recipe: dt.Recipe) -> int | None:
    problem = Problem.of(data, recipe)
    return weigh(problem, begin(problem), ROOT).winner


def found(data: dt.Dataset, recipe: dt.Recipe, **most: int) -> SplitSupport:
    problem = Problem.of(data, recipe)
    return split_support(problem, begin(problem), ROOT, **most)


def without(data: dt.Dataset, rows: tuple[int, ...]) -> dt.Dataset:
    return data.part(np.setdiff1d(np.arange(len(data)), rows))


def by_trying(data: dt.Dataset, recipe: dt.Recipe, first: int) -> int | None:
    """How many rows the smallest set has, by taking out every set there is."""
    for size in range(1, len(data) - 1):
        for rows in combinations(range(len(data)), size):
            if winner(without(data, rows), recipe) not in (first, None):
                return size
    return None


def scores(data: dt.Dataset, recipe: dt.Recipe, result: SplitSupport) -> Scores:
    """What the two columns score at the root of this table."""
    problem = Problem.of(data, recipe)
    candidates = weigh(problem, begin(problem), ROOT).candidates
    both = [candidates[column] for column in (result.winner, result.instead or 0)]
    best = (Verdict.WINS, Verdict.TIED, Verdict.REFUSED)
    able, name = (*best, Verdict.LOWER), headline(recipe)
    tied = all(c.verdict in best for c in both)
    return Scores(*(c.scores[name] if c.verdict in able else None for c in both), tied=tied)


def lead(found: Scores) -> float:
    """Of the winner over the other."""
    assert found.winner is not None
    assert found.instead is not None
    return found.winner - found.instead


def made(seed: int) -> dt.Dataset:
    """Few rows and few values, so that rows are alike and scores tie; in turn with numbers, with
    a target that is one, with missing cells, and with weights."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(4, MOST_ROWS + 1))
    columns = {
        name: rng.integers(0, 3, rows).astype(float)
        if seed % 3 == 0 and name == "x"
        else rng.choice(["u", "v", "w"][: rng.integers(2, 4)], rows)
        for name in ("x", "y1", "z")
    }
    frame = pd.DataFrame(columns)
    if seed % 4 == 1:
        frame = frame.mask(rng.random(frame.shape) < 0.15)
    frame["w"] = rng.choice([1.0, 2.0, 0.75], rows) if seed % 7 == 2 else 1.0
    if seed % 5 == 4:
        frame["y"] = rng.choice([0.0, 1.0, 5.0], rows)
    else:
        frame["y"] = [*"ab", *rng.choice(["a", "b"], rows - 2)]
    kinds = {"y": "numeric" if seed % 5 == 4 else "nominal"}
    return dt.Dataset.from_frame(frame, target="y", weights="w", kinds=kinds)


def case(seed: int) -> tuple[dt.Dataset, dt.Recipe]:
    """A table, and a recipe by which a column wins at its root."""
    data = made(seed)
    able = [recipe for recipe in fitting(data) if winner(data, recipe) is not None]
    return data, able[seed % len(able)]


@pytest.mark.on_push(10)
@pytest.mark.parametrize("seed", seeds(7.5))
def test_no_smaller_set_of_rows_makes_another_column_win(seed: int) -> None:
    data, recipe = case(seed)
    first = winner(data, recipe)
    assert first is not None
    result = found(data, recipe)
    least = by_trying(data, recipe, first)
    assert result.exact
    assert result.winner == first
    assert result.least == least
    assert len(result.rows) == (least or 0)
    assert result == found(data, recipe)
    if least is not None:
        assert winner(without(data, result.rows), recipe) == result.instead != first
        assert result.before == scores(data, recipe, result)
        after = scores(without(data, result.rows), recipe, result)
        np.testing.assert_allclose(  # None, where a column is ruled out, is no number there
            *(np.array(astuple(one), float) for one in (result.after, after)), 1e-9, 1e-12
        )
        for one, ahead in ((result.before, 1), (result.after, -1)):
            assert None in astuple(one) or one.tied or ahead * lead(one) > 0


@pytest.mark.on_push(6)
@pytest.mark.parametrize("seed", seeds(2.5))
def test_below_the_root_it_is_held_under_the_same_question(seed: int) -> None:
    data, recipe = case(seed)
    problem = Problem.of(data, recipe)
    best = weigh(problem, begin(problem), ROOT).best
    assert best is not None
    assert best.split is not None
    move = dt.Expand(ROOT, best.split)
    state = apply(problem, begin(problem), move)
    if (first := weigh(problem, state, (0,)).winner) is None:
        return
    result = split_support(problem, state, (0,))
    at = node_rows_of(problem, state, (0,)).rows.tolist()

    def other(rows: tuple[int, ...]) -> int | None:
        """The column that wins in place of the first, under the same split of the root; None if
        it is the first, or a row without a value comes or goes where the larger branch is another.
        """
        less = Problem.of(without(data, rows), recipe)
        below = apply(less, begin(less), move)
        kept = np.setdiff1d(np.arange(len(data)), rows)[node_rows_of(less, below, (0,)).rows]
        now = weigh(less, below, (0,)).winner
        return now if now != first and {*kept} == {*at} - {*rows} else None

    sets = (rows for size in range(1, len(at) - 1) for rows in combinations(at, size))
    least = next((len(rows) for rows in sets if other(rows) is not None), None)
    assert result.least == least
    assert other(result.rows) == result.instead


def test_the_scores_are_those_of_the_candidates() -> None:
    """Play tennis: Outlook is ahead of Humidity by 0.2467 - 0.1518 bits (Mitchell 1997, §3.4)."""
    result = found(dataset("playtennis"), dt.recipe("id3"))
    names = [column.name for column in dataset("playtennis").columns]
    assert [names[result.winner], names[result.instead or 0]] == ["Outlook", "Humidity"]
    assert result.before is not None
    assert lead(result.before) == pytest.approx(0.2467 - 0.1518, abs=1e-4)


@pytest.mark.parametrize(("rows", "columns"), [(600, 4), (300, 40), (3000, 2)])
def test_large_nodes_take_no_more_work_than_small_ones(rows: int, columns: int) -> None:
    """However many rows and columns there are, and however wide the lead is."""
    rng = np.random.default_rng(rows)
    frame = pd.DataFrame(
        rng.normal(size=(rows, columns)), columns=[f"x{i}" for i in range(columns)]
    )
    frame["y"] = np.where(frame["x0"] > 0, "a", "b")
    data, shares, sets = dt.Dataset.from_frame(frame, target="y"), [0.0], [0]
    problem, most = Problem.of(data, dt.recipe("cart")), 200_000

    def heard(share: float, weighed: int) -> None:
        shares.append(share)
        sets.append(weighed)

    result = split_support(problem, begin(problem), ROOT, most, heard)
    assert result.least is not None
    assert shares == sorted(shares)
    assert sets[-1] * rows * columns <= PARTS * most


def test_nodes_of_twelve_rows_never_need_a_bound() -> None:
    """All sets of one to ten of them, each with the rows that it leaves, in a hundred columns."""
    assert sum(comb(12, k) * (12 - k) * 100 for k in range(1, 11)) <= MOST_CELLS


def test_more_rows_than_that_are_a_sentence() -> None:
    wide = table("ab" * 1501, x=["u", "v"] * 1501, z=["u"] * 3002)
    with pytest.raises(dt.MoveError, match="3002 rows"):
        found(wide, dt.recipe("id3"))


@pytest.mark.parametrize("recipe", ["id3", "c45", "cart", "assistant"])
def test_play_tennis_is_held_by_as_many_rows_as_its_own_tree_says(recipe: str) -> None:
    data, plan = dataset("playtennis"), dt.recipe(recipe)
    result = found(data, plan)
    assert result.exact
    assert result.instead is not None
    assert winner(without(data, result.rows), plan) == result.instead
    assert result == found(data, plan)


@pytest.mark.parametrize("most", [0, 50, 400])
def test_a_bound_is_a_set_that_does_and_no_smaller_than_the_smallest(most: int) -> None:
    data, recipe = dataset("playtennis"), dt.recipe("cart")
    exact, bound = found(data, recipe), found(data, recipe, most=most)
    assert bound.least is not None
    assert exact.least is not None
    assert bound.least <= exact.least
    if bound.instead is not None:
        assert len(bound.rows) >= exact.least
        assert winner(without(data, bound.rows), recipe) == bound.instead


def test_numbers_are_held_too() -> None:
    data, recipe = dataset("mtcars"), dt.recipe("regression")
    result = found(data, recipe)
    assert result.instead is not None
    assert winner(without(data, result.rows), recipe) == result.instead


def test_where_nothing_wins_nothing_is_held() -> None:
    with pytest.raises(dt.MoveError, match="No question wins"):
        found(table("ab", x=["u", "u"]), dt.recipe("id3"))
