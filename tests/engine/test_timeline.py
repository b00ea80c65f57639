"""Stepping, jumping, undoing: a lesson goes back exactly as it came."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, takewhile

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.stepping import timeline as stepping
from dtcore.stepping.evidence import Weighed
from dtcore.stepping.timeline import KEEP_EVERY, KEEP_LAST, Memory
from tests.small_tables import dataset, stepped, stepped_to_the_end, table
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


def move(
    timeline: dt.Timeline, kind: str, number: int
) -> dt.Expand | dt.Prune | dt.MakeLeaf | None:
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
            waiting = sorted(timeline.state.node_rows)
            return dt.MakeLeaf(waiting[number % len(waiting)]) if waiting else None


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


def test_a_node_is_not_blurred_by_its_neighbour() -> None:
    """Squares of 4e18 on the left, of 10 on the right: growing weighs both at a time.

    On the right 0 and 1 part from 3 and 4. One running sum over all nodes of a level, from which
    what came before is taken off again, leaves no digit of that.
    """
    far = 5e9
    y = [-1e9, 1e9, -1e9, 1e9, far, far + 1, far + 3, far + 4]
    data = table(y, x=[0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0, 13.0])
    tree = stepped(data, dt.recipe("regression"))
    assert tree[(1,)].split == dt.Threshold(0, 11.5)
    assert dt.grow(data, dt.recipe("regression")) == tree


@law
@given(problems(), moves)
@example(CASE, [("prune", 0), ("step", 0), ("prune", 0)])
def test_the_length_is_foreseen(case: Case, story: Story) -> None:
    timeline = tell(begun(case), story)[-1]
    assert len(timeline.finish().steps) == timeline.length


def falls(node: tuple[int, ...], before: dt.Tree, after: dt.Tree) -> bool:
    """Whether from one tree to the next a node is gone, or what hung below it is."""
    if node not in before or node not in after:
        return node in before
    return after[node].leaf and not before[node].leaf


@law
@given(problems(), moves)
def test_what_is_taken_back_later_is_known_before(case: Case, story: Story) -> None:
    here = tell(begun(case), story)[-1]
    assert here.taken_back >= 0  # asked early, it is no other later
    last = here.finish()
    trees = [last.jump(k).state.tree for k in range(last.length + 1)]
    undone = [
        any(falls(step.move.node, *pair) for pair in pairwise(trees[k:]))
        for k, step in enumerate(last.steps, start=1)
    ]
    for k in range(last.length + 1):
        assert last.jump(k).taken_back == len(list(takewhile(bool, undone[k:])))


@pytest.mark.parametrize(("name", "runs"), [("golf", []), ("iris", [3, 3]), ("titanic", [3, 3])])
def test_runs_of_steps_that_collapse_are_passed_in_one(name: str, runs: list[int]) -> None:
    here, passed = dt.start(dataset(name), dt.recipe("c45")), list[int]()
    end = here.finish()
    assert here.taken_back == 0  # nobody has asked how the tree comes out
    assert here.length == end.length
    while here.cursor < end.cursor:
        if here.taken_back > 1:
            passed.append(here.taken_back)
        here = here.jump(here.cursor + max(1, here.taken_back))
    assert passed == runs
    assert here.state == end.state


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


def test_a_long_lesson_keeps_few_states_and_replays_the_rest() -> None:
    frame = pd.DataFrame({"x": [float(i) for i in range(60)], "y": list("pq" * 30)})
    data, memory = dt.Dataset.from_frame(frame, target="y"), Memory()
    lesson = dt.start(data, dt.recipe("cart"), memory).finish()
    assert len(lesson.steps) == 119  # 59 splits and 60 leaves
    for k in (119, 3, 64, 65, 1, 118):
        assert len(lesson.jump(k).state.tree) == 1 + 2 * sum(
            isinstance(step.move, dt.Expand) for step in lesson.steps[:k]
        )
    assert len(memory.states) <= 119 // KEEP_EVERY + KEEP_LAST


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


@pytest.mark.on_push(1)
@pytest.mark.slow
@pytest.mark.parametrize("ordering", [dt.DepthFirst(), dt.BreadthFirst()])
def test_states_far_from_any_that_was_kept(ordering: dt.DepthFirst | dt.BreadthFirst) -> None:
    """Cut out of the full tree they are what making the moves one by one gives: those next to
    one that is kept, and those midway."""
    frame = pd.DataFrame({"x": [float(i) for i in range(34)], "y": list("pq" * 17)})
    recipe = replace(dt.recipe("cart"), ordering=ordering)
    data = dt.Dataset.from_frame(frame, target="y")
    end = dt.start(data, recipe).finish()
    assert len(end.steps) > 2 * KEEP_EVERY
    state = dt.start(data, recipe).state
    for k, step in enumerate(end.steps, start=1):
        state = dt.apply(end.problem, state, step.move)
        if k % (KEEP_EVERY // 2) in (0, 1, KEEP_EVERY // 2 - 1):
            assert dt.start(data, recipe).finish().jump(k).state == state


def test_a_class_that_comes_at_once_weighs_a_node_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second asks while the first is at it."""
    asked, second_asks, made = list[int](), threading.Event(), stepping.propose

    def counted(*given: object) -> object:
        asked.append(1)
        second_asks.wait(5)
        return made(*given)  # type: ignore[arg-type]

    def second() -> object:
        second_asks.set()
        return lesson.propose()

    monkeypatch.setattr(stepping, "propose", counted)
    data = dt.Dataset.from_frame(XOR[["n0", "x1", "y"]], "y")
    lesson, again = (dt.start(data, dt.recipe("cart"), memory) for memory in [Memory()] * 2)
    with ThreadPoolExecutor(2) as threads:
        first, other = threads.submit(again.propose), threads.submit(second)
        assert first.result() is other.result()
    assert len(asked) == 1
