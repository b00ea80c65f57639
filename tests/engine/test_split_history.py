"""Split history: after any moves of a lesson, what ``evaluate`` says of each tree on the way."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.columns import FloatArray, IntArray
from dttools.evaluation import ClassEvaluation, SplitHistory, split_history
from tests.engine.any_recipe import cases
from tests.engine.counted_tables import counted
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table
from tests.strategies import fits, law_of, problems

MOVES = ["step", "step", "step", "back", "finish", "split", "split", "prune"]


def judged(tree: dt.Tree, rows: dt.Dataset) -> float:
    found = dt.evaluate(tree, rows)
    score = found.accuracy if isinstance(found, ClassEvaluation) else found.r2
    return np.nan if score.value is None else score.value


def values(lesson: dt.Timeline, history: SplitHistory) -> list[float]:
    """After each of the lesson's steps."""
    return [history.values[history.at(k)] for k in range(len(lesson.steps) + 1)]


def one_by_one(lesson: dt.Timeline, rows: dt.Dataset) -> list[float]:
    return [judged(lesson.state_at(k).tree, rows) for k in range(len(lesson.steps) + 1)]


def moved(lesson: dt.Timeline, move: str, draw: st.DrawFn) -> dt.Timeline:
    """By the algorithm or by hand; a move that cannot be made leaves all as it was."""
    tree = lesson.state.tree
    node = draw(st.sampled_from([node.id for node in tree]))
    match move:
        case "step":
            return lesson.step()
        case "back":
            return lesson.jump(lesson.cursor - 1)
        case "finish":
            return lesson.finish()
        case "prune":
            return lesson if tree[node].leaf else lesson.do(dt.Prune(node))
    candidates = dt.weigh(lesson.problem, lesson.state, node).candidates
    splits = [found.split for found in candidates if found.split is not None]
    if not splits:
        return lesson
    try:
        return lesson.do(dt.Expand(node, draw(st.sampled_from(splits))))
    except dt.MoveError:
        return lesson


@given(
    cases()
    | gappy().map(lambda both: (both[0].data(), both[1]))
    | problems().map(lambda both: (both[0].data(), both[1])),
    st.data(),
)
@law_of(2, deadline=None)
def test_it_says_of_each_tree_what_evaluate_says(
    case: tuple[dt.Dataset, dt.Recipe], data: st.DataObject
) -> None:
    """On the training rows and on those held out, whatever was done and taken back; going on from
    what is known of fewer steps tells the same as beginning anew."""
    whole, recipe = case
    training, unseen = dt.validation.holdout(whole, 0.3, data.draw(st.integers(0, 3)), False)
    assume(fits(recipe, training))
    lesson = dt.start(training, recipe)
    known: dict[tuple[object, str], SplitHistory] = {}
    for move in data.draw(st.lists(st.sampled_from(MOVES), min_size=1, max_size=6)):
        lesson = moved(lesson, move, data.draw)
        for name, rows in (("training", lesson.problem.dataset), ("held out", unseen)):
            before = known.get((lesson.shared, name))
            history = known[lesson.shared, name] = split_history(lesson, rows, before)
            expected = one_by_one(lesson, rows)
            # R² may be millions below 0, and sums of such numbers round as these do
            near = 1e-9 * np.nanmax(np.abs([1.0, *expected]))
            assert values(lesson, history) == pytest.approx(expected, abs=near, nan_ok=True)


@pytest.mark.parametrize("recipe", ["cart", "regression"])
def test_a_table_that_is_counted_where_it_lies_is_told_by_its_nodes(recipe: str) -> None:
    data = dataset("carseats" if recipe == "regression" else "iris")
    here, there = (dt.start(rows, dt.recipe(recipe)) for rows in (data, counted(data)))
    for _step in range(6):
        here, there = here.step(), there.step()
    histories = [split_history(one, one.problem.dataset) for one in (here, there)]
    assert values(there, histories[1]) == pytest.approx(values(here, histories[0]))


def test_a_split_looks_at_the_rows_of_its_node_alone() -> None:
    """However large the table: what is known goes on, and no row is sent down the tree anew."""
    lesson = dt.start(dataset("iris"), dt.recipe("cart")).jump(4)
    rows = lesson.problem.dataset
    known = split_history(lesson, rows)
    judge, seen = known.judge, list[int]()

    class Counting(type(judge)):  # type: ignore[misc]
        def points(self, some: IntArray, told: FloatArray) -> FloatArray:
            seen.append(len(some))
            return super().points(some, told)

    watched = Counting(judge.root, judge.data, judge.truth, judge.weights)
    further = lesson.step()
    history = split_history(further, rows, replace(known, judge=watched))
    node = further.steps[-1].move.node
    assert max(seen) == further.state.tree.rows(node) < len(rows)
    assert values(further, history) == pytest.approx(one_by_one(further, rows))


def test_it_is_undefined_where_all_rows_have_the_same_number() -> None:
    data = table([1.0, 2.0, 3.0, 3.0], x=[1, 2, 3, 4])
    lesson = dt.start(data, dt.recipe("regression")).finish()
    same = data.part(np.array([2, 3]))
    assert np.isnan(split_history(lesson, same).values).all()
    assert split_history(lesson, data).values[0] == 0
