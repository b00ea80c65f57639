"""Lessons and links, with no Streamlit: beats, selections, hand-made moves, addresses."""

import math
from dataclasses import replace

import pandas as pd
import pytest

import dtcore as dt
from dtcore.model import ROOT
from dtcore.model.splits import Split
from dtcore.stepping.problem import Problem
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.verdicts import why
from dtshow.tables.table_choice import TableChoice
from dttools.printing import Digits
from pages.ui.shell import cache
from tests.small_tables import table


def dataset(choice: TableChoice) -> dt.Dataset:
    return cache.dataset(choice, "en")


def opened(**params: str) -> Lesson:
    return link.read(params, dataset)


def beats(lesson: Lesson) -> list[tuple[int, object, object]]:
    out = []
    while True:
        out.append((lesson.timeline.cursor, lesson.weighed, lesson.node))
        further = lesson.next()
        if further is lesson:
            return out
        lesson = further


def test_playtennis_has_eight_steps_and_three_arguments() -> None:
    lesson = opened()
    assert lesson.timeline.length == 8
    seen = beats(lesson)
    assert len(seen) == 1 + 8 + 3  # the start, eight moves, and three weighings before splits
    assert seen[-1][0] == 8


def test_back_undoes_each_beat_exactly() -> None:
    lesson = opened(data="golf", recipe="c45")
    forward = beats(lesson)
    lesson = lesson.finish()
    backward = [(lesson.timeline.cursor, lesson.weighed, lesson.node)]
    while not lesson.at_start:
        lesson = lesson.back()
        backward.append((lesson.timeline.cursor, lesson.weighed, lesson.node))
    assert backward[::-1] == forward


@pytest.mark.parametrize("key", ["playtennis", "iris"])
def test_what_a_link_opens_goes_back_and_on_as_what_was_stepped(key: str) -> None:
    lesson = opened(data=key).finish()
    there = lesson
    while there.timeline.cursor:
        there = there.back()
        again = there.next()
        assert not again.timeline.done.by_hand
        assert link.write(again.back()) == link.write(there)
    while not there.finished:
        there = there.next()
    assert link.write(there) == link.write(lesson)


def test_both_beats_at_once() -> None:
    lesson = opened().next(both_beats=True)
    assert (lesson.timeline.cursor, lesson.weighed) == (1, None)


def test_the_argument_comes_before_the_answer() -> None:
    lesson = opened()
    assert not lesson.seen
    assert lesson.next().seen
    assert not lesson.next().next().select((1,)).seen
    assert lesson.next().next().select((0,)).show_candidates((0,)).seen


def test_any_candidate_can_be_taken_and_the_rest_goes_on() -> None:
    lesson = opened(step="1").do(dt.Expand((2,), dt.Multiway(0 + 1)))
    assert lesson.timeline.last is not None
    assert lesson.timeline.last.by_hand
    finished = lesson.finish()
    assert finished.finished
    assert finished.tree[(2,)].split == dt.Multiway(1)


def test_the_candidate_on_show_is_the_winner_until_one_is_chosen() -> None:
    lesson = opened(weigh="root")
    assert lesson.candidate is not None
    assert lesson.candidate.column == 0
    chosen = lesson.look_at(2).candidate
    assert chosen is not None
    assert chosen.column == 2


def test_at_a_node_split_by_hand_the_split_made_is_on_show() -> None:
    """Of hair the best cut is 14; once the column is chosen, its best cut is looked at."""
    lesson = opened(data="gender", recipe="cart", moves="x:c1<=20", step="1")
    made, best = lesson.candidate, lesson.look_at(1).candidate
    assert made is not None
    assert best is not None
    assert (made.split, best.split) == (dt.Threshold(1, 20.0), dt.Threshold(1, 14.0))
    assert made.scores["impurity_after"] == pytest.approx(5 / 27)
    assert best.scores["impurity_after"] == 0


def test_what_the_recipe_cannot_score_leaves_the_best_on_show() -> None:
    """Twoing compares two branches; Outlook was split into three."""
    lesson = opened(data="playtennis", recipe="cart", impurity="twoing", moves="x:m0", step="1")
    best = lesson.evidence.candidates[0]
    assert lesson.candidate is best


def test_a_split_by_hand_may_score_more_than_the_algorithm_may_make() -> None:
    """CART asks for two groups of a column; three branches are purer."""
    lesson = opened(data="playtennis", recipe="cart", moves="x:m0", step="1")
    assert lesson.candidate is not None
    said = why(lesson, lesson.candidate, Digits())
    assert said.startswith("This split scores 0.1163. The best that this algorithm may make here")
    assert "a split of Outlook, with 0.1020" in said


def test_another_cut_that_parts_the_rows_alike_wins_as_well() -> None:
    lesson = opened(data="gender", recipe="cart", moves="x:c1<=13.5", step="1")
    assert lesson.candidate is not None
    assert lesson.candidate.split == dt.Threshold(1, 13.5)
    assert lesson.candidate.verdict == dt.Verdict.WINS


def test_a_lesson_survives_its_address_with_hand_made_moves() -> None:
    lesson = opened(data="iris", recipe="cart", step="3")
    lesson = lesson.do(dt.Expand((), dt.Threshold(3, 0.1 + 0.2 + 0.5))).next().next().next()
    again = opened(**link.write(lesson))
    assert again.tree == lesson.tree
    assert again.weighed == lesson.weighed
    assert link.write(again) == link.write(lesson)


def test_more_steps_before_a_move_by_hand_than_one_number_may_say_survive() -> None:
    lesson = opened(data="made:xor-20000-0-0.3-1", recipe="cart", moves="2000~7~p0~5")
    assert lesson.timeline.cursor == 2013
    address = link.write(lesson)
    assert address["moves"] == "2000~7~p0~5"
    assert opened(**address).timeline.cursor == 2013


def test_groups_of_levels_survive_the_address() -> None:
    lesson = opened(data="contact_lenses", recipe="cart", step="0")
    lesson = lesson.do(dt.Expand((), dt.Subset(0, (0, 2), (1,))))
    assert opened(**link.write(lesson)).tree == lesson.tree


@pytest.mark.parametrize(
    "params",
    [
        {"data": "nowhere"},
        {"data": "../../etc/passwd"},
        {"recipe": "id4"},
        {"step": "-1"},
        {"step": "1e3"},
        {"impurity": "heat", "recipe": "cart"},
        {"target": "Nothing"},
        {"ignore": "Nothing"},
        {"moves": "x:q1"},
        {"moves": "x:m99"},
        {"moves": "c~c"},
        {"moves": "x0:m1"},
        {"moves": "x:c0<=5"},
        {"moves": "x:s0=0|0"},
        {"moves": "__import__('os')"},
        {"data": "iris", "recipe": "cart", "moves": "x:c0<=nan"},
        {"data": "iris", "recipe": "id3"},
        {"recipe": "id3", "depth": "deep"},
        {"recipe": "id3_lihang", "eps": "inf"},
    ],
)
def test_a_bad_address_is_refused_with_a_sentence(params: dict[str, str]) -> None:
    with pytest.raises(dt.DtError, match=r"\.$"):
        opened(**params)


def test_an_endless_address_is_cut() -> None:
    assert opened(step="999999").finished


def test_a_large_tree_that_is_finished_is_looked_at_from_its_root() -> None:
    """By its address, to the end at once, or by the last step; a small one at its last leaf."""
    large = {"data": "biopsy", "recipe": "cart", "complete": "1"}
    end = opened(**large, step="63")
    before = end.back()
    assert before.node != ROOT
    for lesson in (end, before.next(), before.finish(), before.jump(63)):
        assert lesson.finished
        assert lesson.node == lesson.stands == ROOT
    small = opened(step="8")
    assert small.finished
    assert small.node == small.stands != ROOT


def test_the_same_lesson_under_other_names() -> None:
    lesson = opened(step="3")
    chinese = lesson.under(cache.dataset(lesson.choice, "zh"))
    assert chinese.tree.splits == lesson.tree.splits
    assert chinese.tree.schema.columns[0].name == "天气"
    assert lesson.tree.schema.columns[0].name == "Outlook"


@pytest.mark.parametrize(
    "split",
    [
        dt.Threshold(0, 2.5, 1),
        dt.Threshold(0, 2.5, 0),
        dt.Threshold(0, math.inf, 1),
        dt.Threshold(0, 2.5),
        dt.Subset(1, (0,), (1,), 0),
        dt.Subset(1, (0, 1), (), 1),
        dt.Subset(1, (0,), (1,)),
        dt.Multiway(1, 2),
        dt.Multiway(1),
    ],
)
def test_a_split_by_hand_keeps_its_branch_of_missing_cells(split: Split) -> None:
    columns = {"n": [1.0, 2, 3, 4, None, None], "x": [*list("aabb"), None, "a"]}
    frame = pd.DataFrame({**columns, "y": list("uuvvuv")})
    data = dt.Dataset.from_frame(frame, target="y")
    recipe = replace(dt.recipe("cart_sklearn"), missing=dt.OwnBranch())
    lesson = dt.start(data, recipe).do(dt.Expand((), split)).finish()
    written = link.write_moves(lesson)
    again = link.read_moves(dt.start(data, recipe), written)
    assert again.state == lesson.state
    assert again.steps[0].move.split == split


@pytest.mark.parametrize("before", ["", "p", "x:m", "x:m0?", "x:s0=0|", "x"])
def test_a_number_of_thousands_of_digits_in_an_address(before: str) -> None:
    with pytest.raises(dt.LinkError, match="number that cannot be read"):
        link.read_moves(
            dt.start(table("uuvv", x="aabb", z="abab"), dt.recipe("id3")), before + "9" * 5000
        )


@pytest.mark.parametrize("moves", ["x:m0", "1~x:m0"])
def test_a_tree_that_is_being_pruned_is_not_split(moves: str) -> None:
    data, recipe = table("uuvv", x="aabb", z="abab"), dt.recipe("id3")
    pruner = dt.pruning.WeakestLink()
    lesson = dt.prune(Problem.of(data, recipe), dt.grow(data, recipe), pruner)
    with pytest.raises(dt.LinkError, match="splits a node of a tree that is being pruned"):
        link.read_moves(lesson, moves)
    with pytest.raises(dt.MoveError, match="no node can be split"):
        lesson.do(dt.Expand((), dt.Multiway(0)))


@pytest.mark.parametrize(
    "moves", ["x:c0<=2.5?2", "x:c0<=inf", "x:s1=0.1|", "x:m1?1", "x:c2<=1?1", "x:s1=0|1?7", "x?1"]
)
def test_a_branch_of_missing_cells_that_cannot_be(moves: str) -> None:
    columns = {"n": [1.0, 2, 3, None], "x": ["a", "b", "b", None], "m": [1.0, 2, 3, 4]}
    data = dt.Dataset.from_frame(pd.DataFrame({**columns, "y": list("uuvv")}), target="y")
    with pytest.raises(dt.LinkError):
        link.read_moves(dt.start(data, dt.recipe("cart_sklearn")), moves)


def test_a_limit_on_every_branch_does_not_speak_of_two() -> None:
    """ID3 with leaves of at least 5 rows: Outlook has 5, 4 and 5, two of which hold as many."""
    lesson = opened(data="playtennis", recipe="id3", leaf="5", step="0", weigh="root")
    said = why(lesson, lesson.evidence.candidates[0], Digits())
    assert said == "Ruled out: its branches would hold too few rows."
