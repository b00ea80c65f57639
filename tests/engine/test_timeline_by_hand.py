"""Moves by hand on a timeline: what they replace, forget and keep, and which are refused."""

from dataclasses import replace

import pytest

import dtcore as dt
from dtcore.model.splits import Split
from dtcore.stepping import problem
from tests.small_tables import dataset, table


def golf() -> dt.Timeline:
    """Quinlan's golf by C4.5: sunny, overcast and rain are the branches of the root."""
    return dt.start(dataset("golf"), dt.recipe("c45"))


def test_two_futures_of_one_timeline_do_not_mix() -> None:
    """A timeline is a value: having stepped on from it changes nothing about it."""
    before = golf()
    stepped = before.step()
    assert stepped.state.tree.splits[0] == dt.Multiway(0)
    by_hand = before.do(dt.Expand((), dt.Threshold(2, 75.0)))
    assert by_hand.state.tree.splits[0] == dt.Threshold(2, 75.0)


def test_undo_redo_redo_after_a_replacement() -> None:
    """Golf by C4.5: the root's split is replaced, which drops all the steps below it."""
    lesson = golf().finish()
    replaced = lesson.do(dt.Expand((), dt.Threshold(2, 75.0)))
    assert [step.move.node for step in replaced.steps] == [()]
    assert replaced.steps[0].by_hand
    assert replaced.undo().state == lesson.state
    assert replaced.undo().redo().state == replaced.state


def test_replacing_a_split_keeps_the_moves_elsewhere() -> None:
    """Under sunny another cut of humidity; overcast and rain stay as they were split."""
    lesson = golf().finish()
    changed = lesson.do(dt.Expand((0,), dt.Threshold(2, 85.0)))
    kept = {s.move.node for s in lesson.steps} - {(0,), (0, 0), (0, 1)}
    assert {s.move.node for s in changed.steps} == kept | {(0,)}
    assert changed.state.tree[(0,)].split == dt.Threshold(2, 85.0)
    assert set(changed.state.node_rows) == {(0, 0), (0, 1)}


def test_replacing_an_early_split_forgets_the_states_after_it() -> None:
    """Level by level (0,) is split before (1,) is closed; every state on the way was looked at."""
    lesson = dt.start(dataset("playtennis"), replace(dt.recipe("id3"), ordering=dt.BreadthFirst()))
    for _ in range(3):
        lesson = lesson.step()
        assert len(lesson.state.tree) >= 4
    changed = lesson.do(dt.Expand((0,), dt.Multiway(3)))
    assert [step.move.node for step in changed.steps] == [(), (1,), (0,)]
    assert changed.state.tree[(0,)].split == dt.Multiway(3)
    assert changed.jump(2).state.tree[(0,)].leaf


def test_a_closed_leaf_can_be_expanded_by_hand_and_undone() -> None:
    """Rain and windy is pure, so C4.5 closed it; a person may ask on all the same."""
    lesson = golf().finish()
    asked = lesson.do(dt.Expand((2, 0), dt.Threshold(1, 65.0)))
    assert asked.state.tree.leaves == lesson.state.tree.leaves + 1
    assert set(asked.state.node_rows) == {(2, 0, 0), (2, 0, 1)}
    assert asked.undo().state == lesson.state


def test_pruning_by_hand_closes_the_node_and_can_be_undone() -> None:
    lesson = golf().jump(3)
    pruned = lesson.do(dt.Prune(()))
    assert len(pruned.state.tree) == 1
    assert not pruned.state.node_rows
    assert pruned.propose() is None
    assert pruned.undo().state == lesson.state


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (dt.Expand((0,), dt.Multiway(3)), "no such node"),
        (dt.Prune(()), "leaf already"),
        (dt.Expand((), dt.Threshold(1, 85.0)), "one side empty"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused(made: dt.Expand | dt.Prune, sentence: str) -> None:
    lesson = golf()
    with pytest.raises(dt.MoveError, match=sentence):
        lesson.do(made)
    assert not lesson.steps


def test_only_an_open_node_can_be_closed_and_only_a_leaf_be_split() -> None:
    lesson = golf().step()
    with pytest.raises(dt.MoveError, match="not open"):
        dt.apply(lesson.problem, lesson.state, dt.MakeLeaf(()))
    with pytest.raises(dt.MoveError, match="split already"):
        dt.apply(lesson.problem, lesson.state, dt.Expand((), dt.Multiway(3)))


def test_two_lessons_from_one_beginning_share_their_steps() -> None:
    """What one student has had computed, the other need not wait for."""
    beginning = golf()
    one, other = beginning.step().step(), beginning.step().step()
    assert one.steps == other.steps
    assert one.state is other.state


def test_replaying_moves_by_hand_and_proposals() -> None:
    """What a share link holds: None where the algorithm's own proposal was taken."""
    problem = golf().problem
    by_hand = dt.Expand((0,), dt.Threshold(2, 85.0))
    lesson = dt.replay(problem, [None, by_hand, None])
    assert [step.by_hand for step in lesson.steps] == [False, True, False]
    assert lesson.steps[1].move == by_hand
    with pytest.raises(dt.MoveError, match="after the algorithm is done"):
        dt.replay(problem, [None] * 20)


def test_the_step_of_a_node_is_the_one_in_force() -> None:
    lesson = golf().finish()
    assert lesson.step_of(()).move == dt.Expand((), dt.Multiway(0))
    assert lesson.step_of((1,)).reason.rule == dt.Pure()
    assert lesson.jump(0).step_of(()) is None
    assert lesson.do(dt.Prune(())).step_of(()).move == dt.Prune(())


def test_other_names_keep_the_lesson() -> None:
    """The same moves on the relabelled table: another language, the same tree."""
    lesson = golf().finish()
    chinese = {"outlook": "天气"}, {"outlook": {"sunny": "晴"}}
    there = lesson.on(lesson.problem.dataset.relabel(*chinese))
    assert there.steps == lesson.steps
    assert there.state.tree.splits == lesson.state.tree.splits
    assert [str(c) for c in there.state.tree.conditions((0,))] == ["天气 = 晴"]


@pytest.mark.parametrize(
    ("split", "sentence"),
    [
        (dt.Threshold(0, 1.0), "“outlook” has levels, and only numbers can be cut"),
        (dt.Multiway(1), "“temperature” is numeric and has no levels to split by"),
        (dt.Subset(2, (0,), (1,)), "“humidity” is numeric and has no levels to split by"),
        (dt.Subset(0, (0,), (7,)), "“outlook” has no such level: here they are numbered from 0"),
        (dt.Threshold(9, 1.0), "There is no column number 9: here they go from 0 to 3"),
        (dt.Multiway(-1), "There is no column number -1"),
    ],
)
def test_a_split_that_does_not_fit_its_column_is_refused(split: Split, sentence: str) -> None:
    lesson = dt.start(dataset("golf"), dt.recipe("c45"))
    with pytest.raises(dt.MoveError, match=sentence):
        dt.judge(lesson.problem, lesson.state, (), split)
    with pytest.raises(dt.MoveError, match=sentence):
        lesson.do(dt.Expand((), split))


def test_what_is_not_there_cannot_be_judged() -> None:
    lesson = dt.start(dataset("golf"), dt.recipe("c45"))
    with pytest.raises(dt.MoveError, match="no such node"):
        dt.judge(lesson.problem, lesson.state, (5,), dt.Multiway(0))
    with pytest.raises(dt.MoveError, match="no column number 4"):
        dt.curve(lesson.problem, lesson.state, (), 4)


def test_the_rows_of_a_closed_node_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = table("uuvvuv", x="aabbcc", z="cdcdcd")
    lesson = dt.start(data, dt.recipe("id3")).finish()
    state = lesson.state
    first = problem.node_rows_of(lesson.problem, state, ())
    assert first == data.all_rows
    monkeypatch.setattr(problem, "rows_at_each", lambda *_: pytest.fail("looked for again"))
    assert problem.node_rows_of(lesson.problem, state, ()) is first
