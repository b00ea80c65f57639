"""Why a candidate wins or is ruled out, in words: each case with its own reason and numbers."""

import re

import pytest

import dtcore as dt
from dtcore.model.nodes import NodeId
from dtshow.lesson import narration
from dtshow.lesson import verdicts as reasons
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import introduction
from dtshow.tables.catalogue import catalogue
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools.printing import Digits
from tests.small_tables import dataset, table, verdicts


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
        "Ruled out before ratios are compared: its gain of 0 is below the average of 0.5000."
    )


def test_a_cut_that_gains_less_than_the_average_has_paid_for_its_choice() -> None:
    """n ≤ 2 parts 2:0 from 2:4: 1 - 6/8 × .9183 = .3113 bits, of which log2(5)/8 = .2902 goes."""
    data = table("uuuuvvvv", x="aaaabbbb", n=[1.0, 2.0, 5.0, 6.0, 3.0, 4.0, 7.0, 8.0])
    assert told(data, 1) == (
        "Ruled out before ratios are compared: its gain of 0.3113, less a penalty of 0.2902 for "
        "choosing among 5 cuts, is below the average of 0.5105."
    )


def test_where_nothing_makes_an_average_it_is_not_for_the_numbers_that_gain_too_little() -> None:
    """The name has as many values as rows; n gains less than its price, and is no name."""
    data = table("uvuvuvuv", name="aabbccdd", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    assert told(data, 0).startswith(
        "Ruled out: it has so many values that its gain is left out of the average. All columns "
        "that would count in it are ruled out, too."
    )


def test_two_columns_may_tell_together_where_two_are_left() -> None:
    """XOR: both gain nothing. With one of them alone, or where its rows are alike, nothing may."""
    together = "two columns together may tell what neither tells alone."
    xor, alone = table("uvvu", x="aabb", z="cdcd"), table("uvuv", x="aabb")
    assert why(xor, "id3", 0).startswith("Tied at 0: x, z.")
    assert why(xor, "id3", 0).endswith(together)
    assert why(alone, "id3", 0) == (
        "It gains nothing, but no other column may be asked here, and this algorithm requires no "
        "gain."
    )
    one_value = table("uvuv", x="aabb", z="cccc")
    assert why(one_value, "id3", 0) == why(alone, "id3", 0)
    pure = table("uuvvv", x="aabbb", z="cdccd")
    assert why(pure, "id3", 1, (0,)) == (
        "This node is a leaf, so it asks none of these questions. "
        "All rows here have the same target value, so no split gains anything."
    )


def test_a_collapsed_node_says_no_more_than_that_its_errors_are_no_fewer() -> None:
    """x parts uuuu from uuvv: purer, and two rows are wrong either way."""
    data = table("uuuuuuvv", x="aaaabbbb")
    lesson = Lesson.begin(TableChoice("small", "y"), RecipeChoice("c45"), data).finish()
    assert narration.stop_words(lesson.step, lesson.tree) == (
        "These splits saved no training error, so the branch becomes a leaf: 2 with them, "
        "2 without."
    )
    assert why(data, "c45", 0) == (
        "The splits below were made, and cut away since. x wins: gain ratio 0.3113. "
        "No other question is left to compare."
    )


def test_a_rule_that_asks_for_no_gain_is_not_told_as_one_that_does() -> None:
    """XOR: nothing gains at the root, and ID3 splits it all the same, but for the limit."""
    data = table("uvvu", x="aabb", z="cdcd")
    assert verdicts(data, "id3") == ["WINS", "TIED"]
    choice = RecipeChoice.of("id3", chi2=0.05)
    lesson = Lesson.begin(TableChoice("small", "y"), choice, data).finish().select(())
    said = reasons.why(lesson, lesson.evidence.candidates[0], Digits())
    assert "chi-squared" in said
    assert "gains nothing" not in said


def test_the_best_split_that_is_allowed_is_told_from_all() -> None:
    """J48: x gains nothing; n would, .0488 bits, but log2(5)/8 is more than that."""
    data = table("uvuvuvuv", x="aabbaabb", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    lesson = Lesson.begin(TableChoice("small", "y"), RecipeChoice("j48"), data).finish()
    assert narration.stop_words(lesson.step, lesson.tree) == (
        "No allowed split gains anything, so the algorithm stops here."
    )
    assert why(data, "j48", 1).startswith(
        "Ruled out: the penalty for choosing among 5 cuts, 0.2902, uses up its gain of 0.0488."
    )


def test_a_single_cut_that_gains_nothing_has_no_price_to_pay() -> None:
    data = table("uvuvuvuv", x="abababab", n=[1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 2.0])
    assert verdicts(data, "c45") == ["WINS", "NO_GAIN"]
    assert why(data, "c45", 1) == "Ruled out: its gain, 0, counts as none."


def test_a_column_that_is_below_the_average_is_not_called_ruled_out_by_the_winner() -> None:
    data = table("uuuuvvvv", x="aaaabbbb", z="cdcdcdcd")
    assert why(data, "c45", 0) == (
        "x wins: gain ratio 1.0000. Every other question is below the average gain."
    )


def test_where_others_are_ruled_out_for_several_reasons_a_winner_names_none() -> None:
    """n alone has too few rows on one side."""
    data = table("uuuuvvvv", x="aaaabbbb", z="cdcdcdcd", n=[1.0, *[2.0] * 7])
    assert verdicts(data, "c45") == ["WINS", "BELOW_AVERAGE_GAIN", "TOO_FEW_ROWS"]
    assert why(data, "c45", 0) == "x wins: gain ratio 1.0000. Every other question is ruled out."


def test_a_name_that_asks_is_asked_once() -> None:
    data = table("uuvv", **{"Prior maths?": "aabb"})
    weighed = Lesson.begin(TableChoice("small", "y"), RecipeChoice("id3"), data).next()
    assert "split on Prior maths?**" in introduction(weighed, weighed.evidence.candidates[0])


TABLES = [key for key, entry in catalogue().items() if entry.rows < 900]
NUMBER = r"(\d+(?:\.\d+)?)"


@pytest.mark.parametrize("key", TABLES)
def test_what_a_split_lowers_and_by_how_much_it_wins_can_be_worked_out(key: str) -> None:
    """Of the winner of each node, from the counts of its branches and from what is shown."""
    recipe = catalogue()[key].recipe
    lesson = Lesson.begin(TableChoice(key, "y"), RecipeChoice(recipe), dataset(key)).finish()
    with spoken("en"):
        for node in list(lesson.tree)[:12]:
            here = lesson.select(node.id)
            if node.leaf or (best := here.evidence.best) is None:
                continue
            text = reasons.why(here, best, Digits()).replace("\\", "")
            assert "later splits" not in text
            if shown := re.search(rf"lowers the .* from {NUMBER} to {NUMBER}\.$", text):
                weights = best.branch_stats.sum(axis=1)
                inside = lesson.recipe.impurity.of(best.branch_stats)
                after = float((weights * inside).sum() / weights.sum())
                near = pytest.approx((lesson.tree.impurity(node.id), after), abs=5.1e-5)
                assert tuple(map(float, shown.groups())) == near
                assert float(shown[1]) > float(shown[2])
            pattern = rf"wins: \D*{NUMBER}.*, {NUMBER} times as much as .* \({NUMBER}\)"
            if shown := re.search(pattern, text):
                mine, times, theirs = map(float, shown.groups())
                assert times == float(f"{mine / theirs:.2g}")


def test_names_that_begin_alike_are_told_apart() -> None:
    """Headers of a survey, of 60 letters and more."""
    speed = "How satisfied are you with the speed at which your order "
    data = table("uuvv", **{f"{speed}was sent?": "aabb", f"{speed}was taken?": "abbb"})
    told = why(data, "cart", 0)
    assert "order was sent?" in told
    assert "order was taken?" in told
