"""Growing in sight: how far it is is told as it is, and stopping it leaves everything as it was."""

import gc
import weakref
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.growth.collapse import Collapse
from dtcore.policies.ordering import Ordering
from dtcore.stepping.evidence import Weighed
from dtcore.stepping.grow import complete
from dtcore.stepping.moves import Step
from dtcore.stepping.steps import (
    KEEP_WEIGHED,
    MadeSteps,
    StepsAhead,
    collapse_ahead,
    growth_ahead,
)
from dtcore.stepping.timeline import KEEP_FEW, Memory
from tests.strategies import Table, law, problems

CART = dt.recipe("cart")
ORDERED = (
    CART,
    replace(CART, stopping=(dt.Pure(), dt.MaxDepth(3))),
    replace(CART, stopping=(dt.Pure(), dt.MaxLeaves(5)), ordering=dt.BestFirst()),
    replace(CART, ordering=dt.BestFirst()),
    dt.recipe("c45"),
    dt.recipe("cart_rpart"),
)


class EnoughError(Exception):
    pass


def noise(rows: int = 300, gaps: bool = False) -> dt.Dataset:
    random = np.random.default_rng(5)
    frame = pd.DataFrame(random.normal(size=(rows, 3)), columns=list("abc"))
    if gaps:
        frame.loc[::7, "a"] = np.nan
    frame["y"] = np.where((frame.b > 0) ^ (random.random(rows) < 0.2), "p", "q")
    return dt.Dataset.from_frame(frame, target="y")


@pytest.mark.parametrize("recipe", ORDERED)
@pytest.mark.parametrize("gaps", [False, True])
def test_the_share_rises_to_one_with_the_nodes(recipe: dt.Recipe, gaps: bool) -> None:
    told: list[tuple[float, int]] = []
    tree = dt.grow(noise(gaps=gaps), recipe, lambda *at: told.append(at))
    shares, nodes = zip(*told, strict=True)
    assert list(shares) == sorted(shares)
    assert list(nodes) == sorted(nodes)
    assert nodes[0] == 0  # the columns are sorted first
    assert 0 <= shares[0] < shares[-1] == 1
    assert nodes[-1] == len(dt.grow(noise(gaps=gaps), replace(recipe, collapse=None)))
    assert tree == dt.grow(noise(gaps=gaps), recipe)


def test_what_is_sorted_is_not_sorted_again() -> None:
    data, told = noise(gaps=True), list[int]()
    assert not data.sorted
    dt.grow(data, CART)
    assert data.sorted
    dt.grow(data, CART, lambda share, nodes: told.append(nodes))
    assert told[0] == 1


def test_the_depth_allowed_counts_where_few_rows_have_settled() -> None:
    """Noise to depth 2: after one level no leaf is closed, but half of the levels are done.

    A tenth is for sorting, also where that was done before: how far a link is hangs on it alone.
    """
    told: list[float] = []
    shallow = replace(CART, stopping=(dt.Pure(), dt.MaxDepth(2)))
    data = noise()
    data.sort(lambda share: None)
    dt.grow(data, shallow, lambda share, nodes: told.append(share))
    assert told == [0.1, 0.55, 1.0]


@pytest.mark.on_push(6)
@pytest.mark.parametrize("recipe", ORDERED)
@pytest.mark.parametrize("calls", [0, 1, 3])
def test_stopping_leaves_nothing_behind(recipe: dt.Recipe, calls: int) -> None:
    data, left = noise(), calls
    lesson = dt.start(data, recipe)

    def stop(share: float, nodes: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise EnoughError

    with pytest.raises(EnoughError):
        lesson.look_ahead(stop)
    assert not lesson.grown
    assert lesson.cursor == 0
    assert not lesson.steps
    assert len(lesson.state.tree) == 1
    whole = dt.start(noise(), recipe).finish()
    assert lesson.look_ahead(lambda share, nodes: None) == len(whole.steps)
    assert lesson.finish().state == whole.state


@pytest.mark.parametrize("recipe", ORDERED)
def test_looking_ahead_is_remembered_by_all_on_the_same_steps(recipe: dt.Recipe) -> None:
    lesson = dt.start(noise(), recipe).step()
    other = lesson.step()
    assert not other.grown
    told: list[float] = []
    length = lesson.look_ahead(lambda share, nodes: told.append(share))
    assert told[-1] == 1
    assert other.grown
    assert other.shared is lesson.shared
    assert other.length == length == len(other.finish().steps)
    assert lesson.look_ahead(lambda share, nodes: pytest.fail("it is known")) == length


def grounds(step: Step) -> object:
    """A step with what was weighed for it, to be compared."""
    candidates = step.evidence.candidates if isinstance(step.evidence, Weighed) else ()
    scores = [(one.split, dict(one.scores), one.verdict) for one in candidates]
    return step.move, step.reason, scores


@pytest.mark.parametrize("recipe", ORDERED)
def test_steps_that_are_foreseen_have_the_grounds_of_those_that_are_made(recipe: dt.Recipe) -> None:
    here = dt.start(noise(80), recipe)
    for foreseen in here.finish().steps:
        here = here.step()
        assert grounds(foreseen) == grounds(here.last)
    assert here.step() is here


@pytest.mark.on_push(1)
@pytest.mark.parametrize("ordering", [dt.DepthFirst(), dt.BestFirst()])
def test_the_evidence_of_few_steps_is_kept(ordering: Ordering) -> None:
    lesson = dt.start(noise(), replace(CART, ordering=ordering)).finish()
    seen = [weakref.ref(step.evidence) for step in lesson.steps if step.evidence]
    gc.collect()
    kept = [evidence for evidence in seen if evidence()]
    assert len(kept) <= KEEP_WEIGHED < len(seen)


@law
@given(
    problems(),
    st.integers(0, 3),
    st.sampled_from([dt.DepthFirst(), dt.BreadthFirst(), dt.BestFirst()]),
)
def test_every_state_on_the_way_is_cut_from_the_full_tree(
    case: tuple[Table, dt.Recipe], made: int, ordering: Ordering
) -> None:
    """From any state of growth, and through the collapse: as making the moves one by one."""
    recipe = replace(case[1], ordering=ordering)
    lesson = dt.start(case[0].data(), recipe).jump(made)
    problem, state = lesson.problem, lesson.state
    whole = complete(problem, state)
    if state.node_rows:
        growing = growth_ahead(problem, state)
        for count, step in enumerate(growing, start=1):
            assert growing.number(step.move.node) == count - 1
            assert grounds(step) == grounds(dt.propose(problem, state))
            state = dt.apply(problem, state, step.move)
            assert growing.state_after(problem, count) == state
    if recipe.collapse:
        falling = collapse_ahead(problem, recipe.collapse.compared(whole))
        for count in range(1, len(falling) + 1):
            step = falling[count - 1]
            assert falling.number(step.move.node) == count - 1
            assert step.evidence == recipe.collapse.next(state.tree)
            state = dt.apply(problem, state, step.move)
            assert falling.state_after(problem, count) == state
        assert recipe.collapse.next(state.tree) is None


def test_steps_in_pieces_are_as_steps_in_a_row() -> None:
    """Two steps, a long growth that is foretold, and one by hand on top of it."""
    lesson = dt.start(noise(), CART).step().step().finish()
    lesson = lesson.do(dt.Prune((0,)))
    steps, row = lesson.steps, list(lesson.steps)
    assert [type(piece) for piece, _ in steps.pieces] == [MadeSteps, StepsAhead, MadeSteps]
    assert len(steps) == len(row) > 100
    assert steps == row
    assert steps != row[:-1]
    for k in (0, 1, 2, 3, 50, len(row) - 1, len(row)):
        assert steps[:k] == row[:k]
        assert list(steps[k:]) == row[k:]
    assert list(steps.runs()) == [len(row) - 1, row[-1]]
    assert list(steps[:50].runs()) == [50]
    assert steps[-1] is row[-1]
    assert steps[7] == row[7]
    with pytest.raises(IndexError):
        steps[len(row)]
    for node in {step.move.node for step in row}:
        assert steps.about(node) == next(s for s in reversed(row) if s.move.node == node)
    assert steps.about((9,)) is None


def test_a_step_of_a_large_tree_is_an_object_when_asked_for() -> None:
    """Weighing what has been looked at before is not done again."""
    beginning = dt.start(noise(), CART)
    weighed = beginning.step()
    there = beginning.finish()
    assert there.steps[0] is weighed.steps[0]
    assert there.steps[3] == there.steps[3]
    assert there.steps[3] != there.steps[4]
    assert there.steps[3].evidence is there.steps[3].evidence


def test_few_states_of_a_large_tree_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dtcore.stepping.timeline.LARGE", 20)
    memory = Memory()
    lesson = dt.start(noise(), CART, memory).finish()
    for k in range(lesson.cursor, lesson.cursor - 10, -1):
        state = lesson.jump(k).state
        assert lesson.jump(k).state is state
    large = [state for state in memory.states.values() if len(state.tree) > 20]
    assert len(large) == KEEP_FEW


def test_collapse_compares_each_subtree_as_it_stands() -> None:
    """By hand: two leaves below (0,) save nothing and fall; the root then saves one row."""
    nodes = [
        dt.Node((), np.array([4.0, 3.0]), dt.Threshold(0, 1.0), 2),
        dt.Node((0,), np.array([1.0, 2.0]), dt.Threshold(0, 0.0), 2),
        dt.Node((0, 0), np.array([1.0, 1.0])),
        dt.Node((0, 1), np.array([0.0, 1.0])),
        dt.Node((1,), np.array([3.0, 1.0])),
    ]
    tree = dt.Tree.of(nodes, noise().schema, dt.Gini())
    found = Collapse().compared(tree)
    assert found.falls.tolist() == [False, True, False, False, False]
    assert found.subtree[:2].tolist() == [2.0, 1.0]
    assert found.leaf[:2].tolist() == [3.0, 1.0]
    assert [node.id for node in Collapse().all(tree)] == [(), (0,), (1,)]
