"""Why a candidate is ruled out, in words: each case with its own reason and its own numbers."""

import dtcore as dt
from dtcore.formula import Digits
from pages.ui import reasons
from pages.ui.lesson import Choice, Lesson
from pages.ui.plan import Plan
from tests.small_tables import table


def told(data: dt.Dataset, column: int) -> str:
    lesson = Lesson.begin(Choice("small", "y"), Plan("c45"), data)
    candidate = lesson.evidence.candidates[column]
    assert candidate.verdict == dt.Verdict.BELOW_AVERAGE_GAIN
    return reasons.why(lesson, candidate, Digits())


def test_a_column_that_gains_less_than_the_average() -> None:
    """x tells all, 1 bit; z nothing: the average is half a bit."""
    data = table("uuuuvvvv", x="aaaabbbb", z="cdcdcdcd")
    assert told(data, 1) == (
        "Ruled out, whatever its ratio: it gains 0.0000, and the average of the candidates is "
        "0.5000."
    )


def test_a_cut_that_gains_less_than_the_average_has_paid_for_its_choice() -> None:
    """n ≤ 2 parts 2:0 from 2:4: 1 - 6/8 × .9183 = .3113 bits, of which log2(5)/8 = .2902 goes."""
    data = table("uuuuvvvv", x="aaaabbbb", n=[1.0, 2.0, 5.0, 6.0, 3.0, 4.0, 7.0, 8.0])
    assert told(data, 1).startswith(
        "Ruled out, whatever its ratio: it gains 0.3113, less 0.2902 for choosing among 5 cuts, "
        "and the average of the candidates is 0.5105."
    )


def test_where_nothing_makes_an_average_it_is_not_for_the_numbers_that_gain_too_little() -> None:
    """The name has as many values as rows; n gains less than its price, and is no name."""
    data = table("uvuvuvuv", name="aabbccdd", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    assert told(data, 0).startswith(
        "Ruled out: it has too many values for so few rows to count for the average gain, and "
        "every column that would count is ruled out itself."
    )
