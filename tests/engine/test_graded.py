"""The parts of an exercise: right answers and known mistakes, apart from each other."""

from itertools import combinations

import pytest
from hypothesis import given

import dtcore as dt
from dttools.printing import Digits
from dttools.teach import Mistake, diagnose
from dttools.teach.exercise import Exercise, exercises
from dttools.teach.graded import GradedChoice, GradedNumber, GradedPart, graded
from tests.small_tables import dataset
from tests.strategies import Table, law, problems


def parts(lesson: dt.Timeline, most: int = 3) -> list[tuple[Exercise, list[GradedPart]]]:
    digits = Digits.for_scale(lesson.state.tree.impurity(()))
    return [(one, graded(lesson, one, digits)) for one in exercises(lesson, most)]


def of(key: str, recipe: str, most: int = 3) -> list[tuple[Exercise, list[GradedPart]]]:
    return parts(dt.start(dataset(key), dt.recipe(recipe)).finish(), most)


def numbers(found: list[GradedPart]) -> list[GradedNumber]:
    return [part for part in found if isinstance(part, GradedNumber)]


def choices(found: list[GradedPart]) -> list[GradedChoice]:
    return [part for part in found if isinstance(part, GradedChoice)]


def right(choice: GradedChoice) -> list[str]:
    return [str(option.text) for option in choice.options if option.right]


def test_the_first_step_of_playtennis() -> None:
    """Mitchell 1997, §3.4.2."""
    (_root, found), (_sunny, below), _rain = of("playtennis", "id3")
    shown = {str(one.text): one.printed for one in numbers(found)}
    assert shown == {
        "entropy of the node": "0.9403",
        "gain of Outlook": "0.2467",
        "gain of Temperature": "0.0292",
        "gain of Humidity": "0.1518",
        "gain of Wind": "0.0481",
    }
    winner, *branches = choices(found)
    assert right(winner) == ["Outlook"]
    assert [right(one) for one in branches] == [
        ["not a leaf yet"],
        ["a leaf: Yes"],
        ["not a leaf yet"],
    ]
    assert [right(one) for one in choices(below)[1:]] == [["a leaf: No"], ["a leaf: Yes"]]
    assert [one.marks for one in found] == [1, 2, 2, 2, 2, 2, 1, 1, 1]


def test_a_mistake_is_worth_what_it_shows() -> None:
    (_root, found), *_ = of("playtennis", "id3")
    gain = numbers(found)[1]
    worth = {one.mistake: (f"{one.made.value:.4f}", one.share) for one in gain.mistakes}
    assert worth[Mistake.ROUNDED_EARLY] == ("0.2500", 1.0)  # 0.94 - 0.69
    assert worth[Mistake.NATURAL_LOG] == ("0.1710", 0.5)
    assert worth[Mistake.CHILDREN] == ("0.6935", 0.5)
    assert worth[Mistake.DIVIDED] == ("0.1564", 0.0)
    taken = next(one for one in choices(found)[0].options if str(one.text) == "Humidity")
    made = "0.940286 − (0.985228 + 0.591673) = −0.6366"
    assert f"without weights ({made})" in str(taken.feedback[0])


def test_a_blank_guess_earns_nothing() -> None:
    """Humidity makes the branches of Sunny pure, so that nothing is left after the split."""
    _root, (_sunny, found), *_ = of("playtennis", "id3")
    humidity = next(one for one in numbers(found) if str(one.text) == "gain of Humidity")
    (nothing,) = [one for one in humidity.mistakes if one.mistake is Mistake.CHILDREN]
    assert (nothing.made.value, nothing.share) == (0.0, 0.0)


def test_a_leaf_at_which_nothing_is_split() -> None:
    """XOR: all gains are nothing, and the recipe asks for some."""
    ((_only, found),) = of("xor", "id3_lihang")
    assert [right(one) for one in choices(found)] == [["none: it becomes a leaf"], ["off"]]


@pytest.mark.parametrize(
    ("key", "recipe"), [("golf", "c45"), ("iris", "cart"), ("hitters", "regression")]
)
def test_the_app_calls_each_mistake_by_the_same_name(key: str, recipe: str) -> None:
    lesson = dt.start(dataset(key), dt.recipe(recipe)).finish()
    for exercise, found in parts(lesson, 2):
        for one in numbers(found)[1:]:
            given_ = one.asked.recipe, one.asked.schema, exercise.weighed, one.asked.candidate
            assert diagnose(*given_, one.printed).good
            for known in one.mistakes:
                said = diagnose(*given_, f"{known.made.value:.6f}")
                assert said.mistake is known.mistake, (str(one.text), known)


@law
@given(problems())
def test_no_answer_is_two(case: tuple[Table, dt.Recipe]) -> None:
    """What is right and what is a mistake are told apart by a number alone, and one may choose
    right wherever one may choose."""
    for _exercise, found in parts(dt.start(case[0].data(), case[1]).finish()):
        for one in numbers(found):
            assert abs(one.value - one.asked.right.value) <= one.tolerance
            free = (0, one.asked.before.value)
            assert not any(m.share == 0.5 and m.made.value in free for m in one.mistakes)
            answers = [(one.asked.right.value, one.tolerance)]
            answers += [(known.made.value, known.tolerance) for known in one.mistakes]
            for (a, care), (b, other) in combinations(answers, 2):
                assert abs(a - b) >= (care + other) * (1 - 1e-9)
        for choice in choices(found):
            texts = [str(option.text) for option in choice.options]
            assert len(set(texts)) == len(texts)
            assert right(choice)
            assert all(str(said) for option in choice.options for said in option.feedback)
