"""Stepping, jumping, undoing: a lesson goes back exactly as it came."""

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.growth.memory import KEEP_EVERY, KEEP_LAST
from dtcore.growth.weighing import Weighed
from dtcore.model.splits import Split
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

Case = tuple[Table, dt.Recipe]
Story = list[tuple[str, int]]

moves = st.lists(
    st.tuples(st.sampled_from(["step", "split", "prune", "close"]), st.integers(0, 99)), max_size=8
)
stories = st.lists(
    st.tuples(
        st.sampled_from(["step", "split", "prune", "close", "undo", "redo", "jump"]),
        st.integers(0, 99),
    ),
    max_size=10,
)


XOR = pd.DataFrame({"n0": list("aabb"), "x1": [0.0, 1.0, 0.0, 1.0], "y": list("pqqp"), "w": 1.0})
CASE = (Table(XOR), dt.recipe("cart_sklearn"))


def golf() -> dt.Timeline:
    """Quinlan's golf by C4.5: sunny, overcast and rain are the branches of the root."""
    return dt.start(dataset("golf"), dt.recipe("c45"))


def move(timeline: dt.Timeline, kind: str, number: int) -> dt.Expand | dt.Prune | dt.Close | None:
    """A move of this kind that can be made now; ``number`` picks one of several."""
    tree, problem = timeline.state.tree, timeline.problem
    ids = [node.id for node in tree]
    match kind:
        case "split":
            node = ids[number % len(ids)]
            if tree.weight(node) == 0:
                return None
            candidates = dt.weigh(problem, timeline.state, node).candidates
            splits = [c.split for c in candidates if c.split]
            splits = [s for s in splits if parts(timeline, node, s) > 1]
            return dt.Expand(node, splits[number % len(splits)]) if splits else None
        case "prune":
            inner = [node.id for node in tree if not node.leaf]
            return dt.Prune(inner[number % len(inner)]) if inner else None
        case _:
            waiting = sorted(timeline.state.bags)
            return dt.Close(waiting[number % len(waiting)]) if waiting else None


def parts(timeline: dt.Timeline, node: tuple[int, ...], split: dt.Threshold) -> int:
    data = timeline.problem.dataset
    rows = [
        r for r, at in enumerate(dt.leaf_ids(timeline.state.tree, data)) if at[: len(node)] == node
    ]
    return len({int(b) for b in split.branch(data, data.all_rows.rows[rows])})


def tell(timeline: dt.Timeline, story: Story) -> list[dt.Timeline]:
    """The timelines that a story passes through; a turn that cannot be made is left out."""
    passed = [timeline]
    for kind, number in story:
        here = passed[-1]
        match kind:
            case "step":
                there = here.step()
            case "undo":
                there = here.undo()
            case "redo":
                there = here.redo()
            case "jump":
                there = here.jump(number % (len(here.steps) + 1))
            case _:
                made = move(here, kind, number)
                there = here.do(made) if made else here
        if there is not here:
            passed.append(there)
    return passed


def begun(case: Case) -> dt.Timeline:
    return dt.start(case[0].data(), case[1])


@law
@given(problems())
def test_growing_is_stepping_to_the_end(case: Case) -> None:
    timeline = begun(case).finish()
    assert timeline.state.tree == dt.grow(timeline.problem.dataset, timeline.problem.recipe)
    assert not timeline.state.bags
    assert timeline.propose() is None
    assert timeline.step() is timeline


def test_a_node_is_not_blurred_by_its_neighbour() -> None:
    """Squares of 4e18 on the left, of 10 on the right: growing weighs both at a time.

    On the right 0 and 1 part from 3 and 4. One running sum over all nodes of a level, from which
    what came before is taken off again, leaves no digit of that.
    """
    far = 5e9
    y = [-1e9, 1e9, -1e9, 1e9, far, far + 1, far + 3, far + 4]
    data = table(y, x=[0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0, 13.0])
    recipe = dt.recipe("regression")
    stepped = dt.start(data, recipe).finish().state.tree
    assert stepped[(1,)].split == dt.Threshold(0, 11.5)
    assert dt.grow(data, recipe) == stepped


@law
@given(problems(), moves)
@example(CASE, [("prune", 0), ("step", 0), ("prune", 0)])
def test_the_length_is_foreseen(case: Case, story: Story) -> None:
    timeline = tell(begun(case), story)[-1]
    assert len(timeline.finish().steps) == timeline.length


@law
@given(problems(), moves)
def test_any_past_state_can_be_jumped_to(case: Case, story: Story) -> None:
    """With moves alone, the k-th state is what was seen after k moves, unless one replaced some."""
    passed = tell(begun(case), story)
    last = passed[-1]
    for timeline in passed:
        if last.steps[: timeline.cursor] == timeline.steps[: timeline.cursor]:
            assert last.jump(timeline.cursor).state == timeline.state


@law
@given(problems(), stories)
def test_every_state_follows_from_the_moves_alone(case: Case, story: Story) -> None:
    """Whatever was kept of other states: apply the moves one by one, and compare."""
    timeline = tell(begun(case), story)[-1]
    state = dt.start(timeline.problem.dataset, timeline.problem.recipe).state
    for step in timeline.done:
        state = dt.apply(timeline.problem, state, step.move)
    assert timeline.state == state


@law
@given(problems(), stories, st.integers(0, 99), st.sampled_from(["split", "prune", "close"]))
@example(CASE, [*[("step", 0)] * 4, ("split", 1), ("jump", 1)], 1, "split")
def test_undoing_a_move_restores_the_state(
    case: Case, story: Story, number: int, kind: str
) -> None:
    before = tell(begun(case), story)[-1]
    made = move(before, kind, number)
    if made:
        after = before.do(made)
        assert after.undo().state == before.state
        assert after.undo().redo().state == after.state


@law
@given(problems(), stories)
@example(CASE, [*[("step", 0)] * 4, ("split", 1), ("jump", 1)])
def test_undoing_a_step_restores_the_state(case: Case, story: Story) -> None:
    before = tell(begun(case), story)[-1]
    after = before.step()
    if after is not before:
        assert after.undo().state == before.state
        assert after.undo().redo().state == after.state


@law
@given(problems(), stories)
@example(CASE, [*[("step", 0)] * 4, ("split", 1), ("jump", 1)])
def test_undoing_what_was_redone_restores_the_state(case: Case, story: Story) -> None:
    before = tell(begun(case), story)[-1]
    after = before.redo()
    if after.state != before.state:
        assert after.undo().state == before.state


@law
@given(problems(), moves)
@example(CASE, [("step", 0), ("step", 0), ("step", 0), ("split", 0)])
def test_undoing_all_and_redoing_all_passes_the_same_states(case: Case, story: Story) -> None:
    passed = tell(begun(case), story)
    here = passed[-1]
    for earlier in passed[-2::-1]:
        here = here.undo()
        assert here.state == earlier.state
    assert here.undo().state == here.state
    for later in passed[1:]:
        here = here.redo()
        assert here.state == later.state


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
    assert set(changed.state.bags) == {(0, 0), (0, 1)}


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
    assert set(asked.state.bags) == {(2, 0, 0), (2, 0, 1)}
    assert asked.undo().state == lesson.state


def test_pruning_by_hand_closes_the_node_and_can_be_undone() -> None:
    lesson = golf().jump(3)
    pruned = lesson.do(dt.Prune(()))
    assert len(pruned.state.tree) == 1
    assert not pruned.state.bags
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
        dt.apply(lesson.problem, lesson.state, dt.Close(()))
    with pytest.raises(dt.MoveError, match="split already"):
        dt.apply(lesson.problem, lesson.state, dt.Expand((), dt.Multiway(3)))


def test_a_long_lesson_keeps_few_states_and_replays_the_rest() -> None:
    frame = pd.DataFrame({"x": [float(i) for i in range(60)], "y": list("pq" * 30)})
    lesson = dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("cart")).finish()
    assert len(lesson.steps) == 119  # 59 splits and 60 leaves
    for k in (119, 3, 64, 65, 1, 118):
        assert len(lesson.jump(k).state.tree) == 1 + 2 * sum(
            isinstance(step.move, dt.Expand) for step in lesson.steps[:k]
        )
    assert len(lesson._memory.states) <= 119 // KEEP_EVERY + KEEP_LAST


def stepped_to_the_end(timeline: dt.Timeline) -> dt.Timeline:
    while (further := timeline.step()) is not timeline:
        timeline = further
    return timeline


@law
@given(problems(), stories)
@example(CASE, [*[("step", 0)] * 4, ("split", 1), ("jump", 1)])
def test_finishing_is_stepping_to_the_end(case: Case, story: Story) -> None:
    """The same moves for the same reasons, each with the same candidates."""
    before = tell(begun(case), story)[-1]
    at_once, one_by_one = before.finish(), stepped_to_the_end(before)
    assert at_once.state == one_by_one.state
    for foreseen, made in zip(at_once.steps, one_by_one.steps, strict=True):
        assert (foreseen.move, foreseen.reason) == (made.move, made.reason)
        assert foreseen.by_hand == made.by_hand
        assert type(foreseen.evidence) is type(made.evidence)
        if isinstance(made.evidence, Weighed) and isinstance(foreseen.evidence, Weighed):
            assert foreseen.evidence.winner == made.evidence.winner
            assert [c.split for c in foreseen.evidence.candidates] == [
                c.split for c in made.evidence.candidates
            ]
            assert [c.scores for c in foreseen.evidence.candidates] == [
                c.scores for c in made.evidence.candidates
            ]


@pytest.mark.parametrize("ordering", [dt.DepthFirst(), dt.BreadthFirst()])
def test_states_far_from_any_that_was_kept(ordering: dt.DepthFirst | dt.BreadthFirst) -> None:
    """Cut out of the full tree they are what making the moves one by one gives."""
    frame = pd.DataFrame({"x": [float(i) for i in range(60)], "y": list("pq" * 30)})
    recipe = replace(dt.recipe("cart"), ordering=ordering)
    data = dt.Dataset.from_frame(frame, target="y")
    end = dt.start(data, recipe).finish()
    assert len(end.steps) > 2 * KEEP_EVERY
    state = dt.start(data, recipe).state
    for k, step in enumerate(end.steps, start=1):
        state = dt.apply(end.problem, state, step.move)
        assert dt.start(data, recipe).finish().jump(k).state == state


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
