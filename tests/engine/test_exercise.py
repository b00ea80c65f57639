"""The exercises of a lesson: its first steps, with the numbers of the books as answers."""

from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems


def test_the_first_steps_of_playtennis() -> None:
    """Mitchell 1997, §3.4.2."""
    found = list(exercises(dt.start(dataset("playtennis"), dt.recipe("id3")), 3))
    assert [exercise.number for exercise in found] == [1, 2, 3]
    root, sunny, rain = found
    assert root.lines[-1].symbol == "g(D,A)"
    assert [Digits().show(c.scores["gain"]) for c in root.asked] == [
        "0.2467",
        "0.0292",
        "0.1518",
        "0.0481",
    ]
    assert [Digits().show(line.value) for line in sunny.lines][-1] == "0.9710"
    assert rain.node == (2,)
    assert [exercise.closed for exercise in found] == [((1,),), ((0, 0), (0, 1)), ((2, 0), (2, 1))]


def test_a_lesson_is_told_from_its_beginning_and_to_its_end() -> None:
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).finish()
    found = list(exercises(lesson, 100))
    assert [exercise.end for exercise in found] == [1, 2, 6]  # others make leaves
    assert [len(exercise.tree) for exercise in found] == [1, 4, 6]


def test_a_root_that_is_a_leaf_is_a_step() -> None:
    alike = table([5.0, 5.0, 5.0], x=[1.0, 2.0, 3.0])
    (only,) = exercises(dt.start(alike, dt.recipe("regression")), 3)
    assert (only.node, only.asked, only.closed) == ((), (), ())


@law
@given(problems(), st.integers(1, 6))
def test_no_step_is_a_leaf_with_nothing_to_work_out(
    case: tuple[Table, dt.Recipe], most: int
) -> None:
    """All steps are told: as one of their own, or with the split above."""
    lesson = dt.start(case[0].data(), case[1]).finish()
    found = list(exercises(lesson, most))
    told = {exercise.node for exercise in found} | {n for e in found for n in e.closed}
    assert {step.move.node for step in lesson.steps[: found[-1].end]} <= told
    for exercise in found[1:]:
        assert exercise.step.evidence is not None


def test_a_split_by_hand_is_worked_out_too() -> None:
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).do(dt.Expand((), dt.Multiway(3)))
    first = next(exercises(lesson, 1))
    assert first.step.by_hand
    assert first.taken.column == 3
    assert Digits().show(first.lines[-1].value) == "0.0481"


def test_a_cut_of_ones_own_is_worked_out_too() -> None:
    lesson = dt.start(dataset("iris"), dt.recipe("cart")).do(dt.Expand((), dt.Threshold(2, 4.9)))
    first = next(exercises(lesson, 1))
    assert first.taken.split == dt.Threshold(2, 4.9)
    assert first.lines[-1].value == first.taken.scores["gain"]
