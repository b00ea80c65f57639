"""Cuts and groupings that were not chosen: why not, and what they would have scored."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.model.nodes import weight_of
from dtcore.policies.splits import Groups, OneAgainstRest
from dttools.study import cut_scores
from dttools.study.alternatives import (
    Standing,
    each_against_the_rest,
    groupings,
    sends_missing,
    standings,
)
from tests import by_hand
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, table, weighed
from tests.strategies import Table, law, problems, tables

Case = tuple[Table, dt.Recipe]


def told(data: dt.Dataset, recipe: dt.Recipe | str, column: int) -> list[str]:
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    lesson = dt.start(data, recipe)
    scored = dt.curve(lesson.problem, lesson.state, (), column)
    return [one.name for one in standings(recipe, weighed(data, recipe), scored)]


def test_a_cut_between_neighbours_of_one_class_is_never_best() -> None:
    """Fayyad and Irani 1992: only cuts at the border of two classes can be."""
    data = table("aaabba", x=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    same, opened = "SAME_CLASS", "OPEN"
    assert told(data, "cart", 0) == [same, same, opened, same, opened]


def test_neighbours_that_share_a_value_are_told_apart_by_class() -> None:
    """At 2 there are both classes, so both cuts beside it are borders."""
    data = table("aabb", x=[1.0, 2.0, 2.0, 3.0])
    assert told(data, "cart", 0) == ["OPEN", "OPEN"]


def test_the_smaller_side_of_a_cut_holds_too_few_rows() -> None:
    recipe = dt.recipe("cart").limited(leaf=2)
    data = table("abab", x=[1.0, 2.0, 3.0, 4.0])
    assert told(data, recipe, 0) == ["TOO_FEW_ROWS", "OPEN", "TOO_FEW_ROWS"]


def test_below_the_average_gain() -> None:
    """Quinlan 1996: on golf the price of a cut leaves neither number a gain above the average."""
    assert set(told(dataset("golf"), "c45", 2)) <= {"TOO_FEW_ROWS", "BELOW_AVERAGE_GAIN"}


def test_a_number_as_target_has_no_classes_to_share() -> None:
    data = table([1.0, 1.0, 2.0], x=[1.0, 2.0, 3.0])
    assert told(data, "regression", 0) == ["OPEN", "OPEN"]


@law
@given(problems(tables(target="classes")))
def test_a_cut_with_the_highest_gain_is_open(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    found, lesson = weighed(data, recipe), dt.start(data, recipe)
    if isinstance(recipe.impurity, dt.ErrorRate):  # which does not fall at every border
        return
    for column, field in enumerate(data.columns):
        if field.numeric:
            scored = dt.curve(lesson.problem, lesson.state, (), column)
            kinds = standings(recipe, found, scored)
            highest = max(scored.gain, default=0.0)
            for kind, gain in zip(kinds, scored.gain, strict=True):
                if gain > highest - 1e-9 and highest > 1e-9:
                    assert kind is not Standing.SAME_CLASS


def test_outlook_in_three_ways() -> None:
    """Mitchell's Outlook: three branches, or Overcast against Sunny and Rain."""
    data = dataset("playtennis")
    lesson = dt.start(data, dt.recipe("id3"))
    found = groupings(lesson.problem, lesson.state, (), 0)
    assert list(found) == ["every", "groups", "one"]
    assert found["every"].split == dt.Multiway(0)
    assert found["every"].scores["gain"] == pytest.approx(0.24675, abs=1e-5)
    assert found["groups"].split == found["one"].split == dt.Subset(0, (0, 2), (1,))
    assert found["groups"].scores["gain"] == pytest.approx(0.22600, abs=1e-5)


def test_outlook_one_value_after_the_other() -> None:
    """9+,5- parted by one value: 4+,0- (Overcast); 2+,3- (Sunny); 3+,2- (Rain)."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3"))
    found = each_against_the_rest(lesson.problem, lesson.state, (), 0, 10)
    assert [one.split for one in found] == [
        dt.Subset(0, (0, 2), (1,)),
        dt.Subset(0, (0,), (1, 2)),
        dt.Subset(0, (0, 1), (2,)),
    ]
    gains = [one.scores["gain"] for one in found]
    assert gains == pytest.approx([0.22600, 0.10224, 0.00318], abs=1e-5)
    [best] = each_against_the_rest(lesson.problem, lesson.state, (), 0, 1)
    assert best.split == found[0].split


def test_the_best_of_each_value_is_the_one_that_decides() -> None:
    """C4.5 compares ratios: second class gains least of the Titanic, and divides it most evenly."""
    lesson = dt.start(dataset("titanic"), dt.recipe("c45"))
    column = [one.name for one in lesson.problem.dataset.columns].index("passengerClass")
    found = each_against_the_rest(lesson.problem, lesson.state, (), column, 10)
    ratios = [one.scores["gain_ratio"] for one in found]
    assert ratios == sorted(ratios, reverse=True)
    gains = [one.scores["gain"] for one in found]
    assert gains != sorted(gains, reverse=True)
    [best] = each_against_the_rest(lesson.problem, lesson.state, (), column, 1)
    assert best.split == found[0].split


@law
@given(problems(tables(target="classes", columns=2)))
def test_each_value_against_the_rest_is_asked_once_and_the_best_is_the_way_s(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe)
    for column in range(len(data.columns)):
        if data.columns[column].numeric:
            continue
        best = groupings(lesson.problem, lesson.state, (), column).get("one")
        if best is None:
            continue
        found = each_against_the_rest(lesson.problem, lesson.state, (), column, 100)
        assert len({one.split for one in found}) == len(found)
        scores = [one.scores.get(dt.explain.headline(recipe), -np.inf) for one in found]
        assert scores == sorted(scores, reverse=True)
        assert best.split in [one.split for one in found]


@law
@given(problems(tables(target="classes", columns=2)))
def test_each_way_is_the_best_of_its_kind(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe)
    rows = list(range(len(data)))
    for column in range(len(data.columns)):
        if data.columns[column].numeric:
            continue
        found = groupings(lesson.problem, lesson.state, (), column)
        for name, nominal in (("groups", Groups()), ("one", OneAgainstRest())):
            if name not in found or recipe.selection.cuts_by != "gain":
                continue
            kind = with_nominal(recipe, nominal)
            every = by_hand.every_split(kind, data, column, rows)
            if isinstance(recipe.impurity, dt.ErrorRate):
                continue
            halves = [(split, by_hand.parts_of(split, data, rows, 2)) for split in every]
            allowed = [
                parts for split, parts in halves if by_hand.admitted(kind, data, split, parts)
            ]
            tried = allowed or [parts for _, parts in halves]
            gains = [by_hand.gain(recipe.impurity, data, rows, parts) for parts in tried]
            assert found[name].scores["gain"] == pytest.approx(max(gains), abs=1e-9)


def with_nominal(recipe: dt.Recipe, nominal: object) -> dt.Recipe:
    return replace(recipe, splitter=replace(recipe.splitter, nominal=nominal))


def test_too_many_levels_to_group_leave_the_other_ways() -> None:
    cells = [f"v{i:02d}" for i in range(12)] * 2
    frame = pd.DataFrame({"n": cells, "y": [*"abcabcabcabc", *"bcabcabcabca"]})
    data = dt.Dataset.from_frame(frame, target="y")
    lesson = dt.start(data, dt.recipe("id3"))
    assert list(groupings(lesson.problem, lesson.state, (), 0)) == ["every", "one"]


def test_a_cut_is_judged_among_those_that_send_missing_cells_the_same_way() -> None:
    """Whichever way the missing ones go: 3 | 4 alone parts a from b."""
    data = table("aaabbba", x=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, None])
    recipe = dt.recipe("cart_sklearn")
    lesson = dt.start(data, recipe)
    scored = dt.curve(lesson.problem, lesson.state, (), 0)
    kinds = np.array([kind.name for kind in standings(recipe, weighed(data, recipe), scored)])
    same, opened = "SAME_CLASS", "OPEN"
    for branch in (0, 1):
        mine = sends_missing(scored, branch)
        assert scored.key[mine].tolist() == [1.5, 2.5, 3.5, 4.5, 5.5]
        assert kinds[mine].tolist() == [same, same, opened, same, same]
    assert not sends_missing(scored, -1).any()
    assert kinds[np.isinf(scored.key)].tolist() == [opened]


@law
@given(gappy())
def test_curves_with_missing_cells(case: Case) -> None:
    """The best of the cuts that go the same way is open, and the winner's score is on its curve."""
    data, recipe = case[0].data(), case[1]
    found, lesson = weighed(data, recipe), dt.start(data, recipe)
    weight, name = float(weight_of(found.stats, data.schema)), dt.explain.headline(recipe)
    for candidate in found.candidates:
        if not data.columns[candidate.column].numeric or candidate.split is None:
            continue
        scored = dt.curve(lesson.problem, lesson.state, (), candidate.column)
        shown = cut_scores(recipe, scored, weight)
        if name in ("gain", "gain_ratio", "squares_decrease") and scored.admitted.any():
            mine = candidate.scores[name]
            assert np.abs(shown - mine).min() <= 1e-9 * max(1.0, abs(mine))
        if isinstance(recipe.impurity, dt.ErrorRate):
            continue
        kinds = standings(recipe, found, scored)
        for branch in (-1, 0, 1):
            family = np.flatnonzero(sends_missing(scored, branch))
            highest = max(scored.gain[family], default=0.0)
            for place in family:
                if scored.gain[place] > highest - 1e-9 and highest > 1e-9:
                    assert kinds[place] is not Standing.SAME_CLASS
