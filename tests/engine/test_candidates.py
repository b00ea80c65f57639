"""Candidates against every split there is, scored in plain Python."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.nodes import weight_of
from dtcore.model.splits import Split
from dtcore.policies.selection import TIE, GainAgainstCost, GainPerCost, Selection
from dtcore.policies.splits import Groups
from dtcore.stepping.evidence import Candidate, Weighed
from dtcore.stepping.problem import Problem
from dttools.study import cut_scores
from tests import by_hand
from tests.by_hand import Rows
from tests.strategies import Table, law, problems

OUT = (dt.Verdict.TOO_FEW_ROWS, dt.Verdict.USED_ON_PATH, dt.Verdict.ONE_VALUE)


def weighed(data: dt.Dataset, recipe: dt.Recipe) -> Iterator[tuple[Weighed, Rows]]:
    """Every node of the finished tree, weighed, with its rows."""
    timeline = dt.start(data, recipe).finish()
    for node in timeline.state.tree:
        rows = by_hand.rows_at(timeline.state.tree, data, node.id)
        if rows:
            yield dt.weigh(timeline.problem, timeline.state, node.id), rows


def rank(recipe: dt.Recipe, data: dt.Dataset, rows: Rows, parts: list[Rows]) -> float:
    """What the splits of one column are compared by."""
    gain = by_hand.gain(recipe.impurity, data, rows, parts)
    if not isinstance(recipe.selection, dt.GainRatio):
        return gain
    info = by_hand.split_info(recipe.impurity, data, rows, parts)
    return gain / info if info else 0.0


def by_order(recipe: dt.Recipe, data: dt.Dataset, column: int) -> bool:
    """Whether groups of levels are found by ordering the levels, not by trying them all."""
    groups = isinstance(recipe.splitter.nominal, Groups) and len(data.schema.classes) <= 2
    return groups and not data.columns[column].numeric


def tried(
    recipe: dt.Recipe, data: dt.Dataset, column: int, rows: Rows
) -> list[tuple[Split, float]]:
    """The splits of a column that the recipe admits, with what they are compared by."""
    found = []
    for split in by_hand.every_split(recipe, data, column, rows):
        parts = by_hand.parts_of(split, data, rows, split.arity(data.schema))
        if by_hand.admitted(recipe, data, split, parts):
            found.append((split, rank(recipe, data, rows, parts)))
    return found


@law
@given(problems())
def test_the_best_split_of_each_column_is_the_first_of_the_best(
    case: tuple[Table, dt.Recipe],
) -> None:
    """The lowest cut, or the lexicographically smallest left group, among those that tie."""
    problem = Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    for found, rows in weighed(data, recipe):
        before = by_hand.impurity(recipe.impurity, data, rows)
        for candidate in found.candidates:
            splits = tried(recipe, data, candidate.column, rows)
            if candidate.verdict in OUT:
                continue
            best = max(value for _, value in splits)
            near = TIE * max(abs(best), before)
            tied = [split for split, value in splits if best - value <= near]
            assert candidate.split == tied[0]
            if "tries" in candidate.scores:
                assert candidate.scores["tries"] == len(splits)
            if not by_order(recipe, data, candidate.column):
                assert candidate.tied == len(tied) - 1


@law
@given(problems())
def test_what_is_ruled_out_has_nothing_to_offer(case: tuple[Table, dt.Recipe]) -> None:
    problem = Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    for found, rows in weighed(data, recipe):
        for candidate in found.candidates:
            every = by_hand.every_split(recipe, data, candidate.column, rows)
            if candidate.verdict == dt.Verdict.ONE_VALUE:
                assert every == []
            if candidate.verdict == dt.Verdict.TOO_FEW_ROWS:
                assert every
                assert not tried(recipe, data, candidate.column, rows)


@law
@given(problems())
def test_scores_are_those_of_the_split(case: tuple[Table, dt.Recipe]) -> None:
    problem = Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    for found, rows in weighed(data, recipe):
        before = by_hand.impurity(recipe.impurity, data, rows)
        for candidate in found.candidates:
            if candidate.split is None:
                continue
            parts = by_hand.parts_of(candidate.split, data, rows, len(candidate.branch_stats))
            scores = candidate.scores
            near = {"rel": 1e-12, "abs": 1e-12 * before}
            gain = by_hand.gain(recipe.impurity, data, rows, parts)
            assert scores["gain"] == pytest.approx(gain, **near)
            assert scores["impurity_before"] == pytest.approx(before, **near)
            fall = by_hand.decrease(recipe.impurity, data, rows, parts)
            assert scores["impurity_after"] == pytest.approx(before - fall, **near)
            info = by_hand.split_info(recipe.impurity, data, rows, parts)
            assert scores["split_info"] == pytest.approx(info, rel=1e-12, abs=1e-12)


@law
@given(problems())
def test_branches_add_up_to_the_node(case: tuple[Table, dt.Recipe]) -> None:
    """Class weights add up; so do weights and sums of a numeric target, and squares are split."""
    problem = Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    for found, rows in weighed(data, recipe):
        additive = slice(0, 2) if data.target.numeric else slice(None)
        scale = abs(found.stats).max()
        for candidate in found.candidates:
            if candidate.split is None:
                continue
            stats = candidate.branch_stats
            total = stats.sum(axis=0)
            assert total[additive] == pytest.approx(found.stats[additive], abs=1e-12 * scale)
            parts = by_hand.parts_of(candidate.split, data, rows, len(stats))
            weights = [by_hand.weight(data, part) for part in parts]
            assert weight_of(stats, data.schema) == pytest.approx(weights, abs=1e-12 * scale)
            if data.target.numeric:
                squares = [by_hand.squares(data, part) for part in parts]
                near = 1e-12 * by_hand.squares(data, rows)
                assert stats[:, 2] == pytest.approx(squares, abs=near)


@law
@given(problems(), st.integers(0, 99))
def test_any_split_can_be_judged(case: tuple[Table, dt.Recipe], number: int) -> None:
    """A split that a person tries has the scores that a candidate with this split has."""
    problem = Problem.of(case[0].data(), case[1])
    data, recipe = problem.dataset, problem.recipe
    lesson = dt.start(data, recipe)
    rows = list(range(len(data)))
    for column in range(len(data.columns)):
        splits = by_hand.every_split(recipe, data, column, rows)
        if splits:
            split = splits[number % len(splits)]
            found = dt.judge(lesson.problem, lesson.state, (), split)
            parts = by_hand.parts_of(split, data, rows, split.arity(data.schema))
            before = by_hand.impurity(recipe.impurity, data, rows)
            near = {"rel": 1e-12, "abs": 1e-12 * before}
            gain = by_hand.gain(recipe.impurity, data, rows, parts)
            assert found.scores["gain"] == pytest.approx(gain, **near)
            assert found.scores["impurity_before"] == pytest.approx(before, **near)
            info = by_hand.split_info(recipe.impurity, data, rows, parts)
            assert found.scores["split_info"] == pytest.approx(info, abs=1e-12)
            weights = [by_hand.weight(data, part) for part in parts]
            assert weight_of(found.branch_stats, data.schema) == pytest.approx(weights, rel=1e-12)
            assert (found.split, found.column) == (split, column)


def candidate_of(cells: list[str], labels: str, recipe: str, levels: str) -> Candidate:
    column = pd.Categorical(cells, list(levels), ordered=True)
    data = dt.Dataset.from_frame(pd.DataFrame({"x": column, "y": list(labels)}), target="y")
    timeline = dt.start(data, dt.recipe(recipe))
    return dt.weigh(timeline.problem, timeline.state, ()).candidates[0]


@pytest.mark.parametrize(
    ("labels", "recipe", "levels"),
    [
        ("pqpp", "cart", "ab"),
        ("pqpp", "cart_sklearn", "ab"),
        ("pqrr", "cart", "abc"),
    ],
)
def test_a_column_with_one_possible_split_ties_with_nothing(
    labels: str, recipe: str, levels: str
) -> None:
    """{a} | {b} and {b} | {a} are one question, and so is {a} | {b, c} where no c occurs."""
    candidate = candidate_of(list("aabb"), labels, recipe, levels)
    assert candidate.split == dt.Subset(0, (0,), (1,))
    assert candidate.tied == 0


def test_other_cuts_that_score_the_same_are_counted() -> None:
    """0 1 0 1 0 by value: all four cuts are mirrored, so the outer two tie, and the inner two."""
    frame = pd.DataFrame({"x": [0.0, 1.0, 2.0, 3.0, 4.0], "y": list("pqpqp")})
    data = dt.Dataset.from_frame(frame, target="y")
    timeline = dt.start(data, dt.recipe("cart"))
    [candidate] = dt.weigh(timeline.problem, timeline.state, ()).candidates
    assert candidate.split == dt.Threshold(0, 0.5)
    assert candidate.tied == 1
    curve = dt.curve(timeline.problem, timeline.state, (), 0)
    np.testing.assert_array_equal(curve.key, [0.5, 1.5, 2.5, 3.5])
    np.testing.assert_allclose(curve.gain, [0.48 - 0.4, 0.48 - 7 / 15, 0.48 - 7 / 15, 0.48 - 0.4])


@pytest.mark.parametrize("recipe", ["c45", "c45_textbook", "cart", "cart_sklearn"])
def test_a_split_tried_by_hand_scores_what_the_candidate_scores(recipe: str) -> None:
    """Quinlan's golf: the same cut has one gain ratio, in the table, alone, and on the curve."""
    chosen = dt.recipe(recipe)
    frame = pd.read_csv("datasets/golf.csv")
    lesson = dt.start(dt.Dataset.from_frame(frame, target="play"), chosen)
    here = lesson.problem, lesson.state, ()
    name = dt.explain.headline(chosen)
    for candidate in dt.weigh(*here).candidates:
        assert dt.judge(*here, candidate.split).scores == pytest.approx(candidate.scores)
        if "tries" in candidate.scores:
            shown = cut_scores(chosen, dt.curve(*here, candidate.column), 14)
            assert candidate.scores[name] == pytest.approx(
                shown[np.abs(shown - candidate.scores[name]).argmin()]
            )


@pytest.mark.parametrize("rule", [GainPerCost(), GainAgainstCost(0.5)])
def test_the_curve_of_a_dear_column_is_of_gain_against_its_cost(rule: Selection) -> None:
    """Golf with a costly thermometer: what wins lies on the curve, at its top."""
    chosen = replace(dt.recipe("c45_textbook"), selection=rule)
    frame = pd.read_csv("datasets/golf.csv")
    data = dt.Dataset.from_frame(frame, target="play", costs={"temperature": 5.0})
    lesson = dt.start(data, chosen)
    here = lesson.problem, lesson.state, ()
    [dear] = [c for c in dt.weigh(*here).candidates if data.columns[c.column].cost == 5]
    curve = dt.curve(*here, dear.column)
    shown = cut_scores(chosen, curve, 14, 5.0)
    gain = curve.gain.max()
    worth = gain**2 / 5 if rule == GainPerCost() else (2**gain - 1) / 6**0.5
    assert shown.max() == pytest.approx(worth) == pytest.approx(dear.scores[rule.score])


def test_a_column_without_a_level_has_no_curve() -> None:
    frame = pd.DataFrame({"empty": [None] * 4, "x": list("aabb"), "y": list("uuvv")})
    data = dt.Dataset.from_frame(frame, target="y")
    lesson = dt.start(data, dt.recipe("cart"))
    with pytest.raises(dt.DataError, match="No row has a value in “empty”"):
        dt.curve(lesson.problem, lesson.state, (), 0)
