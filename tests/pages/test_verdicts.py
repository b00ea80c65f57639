"""Why a candidate wins or is ruled out, in words: each case with its own reason and numbers."""

import dtcore as dt
from dtcore.formula import Digits
from dtcore.model.tree import NodeId
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import Lesson, TableChoice
from pages.ui.wording import narration
from pages.ui.wording import verdicts as reasons
from tests.small_tables import table, verdicts


def why(data: dt.Dataset, recipe: str, column: int, node: NodeId = ()) -> str:
    """What is said of a column at a node of the finished tree."""
    lesson = (
        Lesson.begin(TableChoice("small", "y"), RecipeChoice(recipe), data).finish().select(node)
    )
    return reasons.why(lesson, lesson.evidence.candidates[column], Digits())


def told(data: dt.Dataset, column: int) -> str:
    assert verdicts(data, "c45")[column] == "BELOW_AVERAGE_GAIN"
    return why(data, "c45", column)


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


def test_two_columns_may_tell_together_where_two_are_left() -> None:
    """XOR: both gain nothing. With one of them alone, or where its rows are alike, nothing may."""
    together = "for two columns together may tell what neither tells alone."
    xor, alone = table("uvvu", x="aabb", z="cdcd"), table("uvuv", x="aabb")
    assert why(xor, "id3", 0).startswith("A tie: x, z score the same, 0.0000.")
    assert why(xor, "id3", 0).endswith(together)
    assert why(alone, "id3", 0) == (
        "It gains nothing, and no other question may be asked here; this algorithm requires no "
        "gain."
    )
    one_value = table("uvuv", x="aabb", z="cccc")
    assert why(one_value, "id3", 0) == why(alone, "id3", 0)
    pure = table("uuvvv", x="aabbb", z="cdccd")
    assert why(pure, "id3", 1, (0,)) == "The rows here are all alike, so no split gains anything."


def test_a_collapsed_node_says_no_more_than_that_its_errors_are_no_fewer() -> None:
    """x parts uuuu from uuvv: purer, and two rows are wrong either way."""
    data = table("uuuuuuvv", x="aaaabbbb")
    lesson = Lesson.begin(TableChoice("small", "y"), RecipeChoice("c45"), data).finish()
    assert narration.stop_words(lesson.step, lesson.tree) == (
        "Collapsed: training errors of the subtree 2, of a leaf 2, so splitting did not lower them."
    )
    assert "so by itself it gets no more rows right. What it lowers is the entropy" in why(
        data, "c45", 0
    )


def test_the_best_split_that_is_allowed_is_told_from_all() -> None:
    """J48: x gains nothing; n would, .0488 bits, but log2(5)/8 is more than that."""
    data = table("uvuvuvuv", x="aabbaabb", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    lesson = Lesson.begin(TableChoice("small", "y"), RecipeChoice("j48"), data).finish()
    assert narration.stop_words(lesson.step, lesson.tree) == (
        "The best split that is allowed gains nothing here, so the algorithm stops."
    )
    assert why(data, "j48", 1).startswith("Ruled out: it gains 0.0488")
