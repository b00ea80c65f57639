"""Where growing stops, the rule that is given for it, and the order of the steps."""

from dataclasses import replace

import pytest

import dtcore as dt
from dtcore.policies.stopping import Stopping
from tests.small_tables import dataset, table


def stop_of(data: dt.Dataset, recipe: dt.Recipe | str, *rules: Stopping) -> object:
    """The rule for which the root is closed; None if no candidate was left."""
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    recipe = replace(recipe, stopping=(*recipe.stopping, *rules)) if rules else recipe
    step = dt.start(data, recipe).propose()
    assert step.move == dt.MakeLeaf(())
    return step.reason.rule


def test_the_rule_that_stopped_a_node_is_given() -> None:
    four, contradiction = table("uuvv", x="aabb"), table("uv", x="aa")
    assert stop_of(four, "cart", dt.MaxDepth(0)) == dt.MaxDepth(0)
    assert stop_of(four, "cart", dt.MinRows(5)) == dt.MinRows(5)
    assert stop_of(four, "cart", dt.MinLeaf(3)) is None
    assert stop_of(four, "cart", dt.MinGain(0.6)) == dt.MinGain(0.6)
    assert stop_of(contradiction, "cart") is None
    assert stop_of(table("uvuv", x="aabb"), "cart") == dt.SomeGain()
    assert stop_of(table("uv", x="ab"), "c45") == dt.TwoBranches(2)
    assert stop_of(table("uvuv", x="aabb"), "id3_lihang") == dt.MinGain(0.01)


def test_rules_are_exact_at_their_limits() -> None:
    """At least so many rows, no deeper than so deep, a gain of at least so much."""
    four = table("uuvv", x="aabb")  # a gain of 0.5
    rules = (dt.Pure(), dt.MinRows(4), dt.MinLeaf(2), dt.MinGain(0.5), dt.MaxDepth(1))
    tree = dt.grow(four, replace(dt.recipe("cart"), stopping=rules))
    assert tree.leaves == 2


def test_id3_stops_where_no_column_is_left() -> None:
    lesson = dt.start(table("uvvv", x="aabb"), dt.recipe("id3")).finish()
    assert lesson.step_of((0,)).reason.rule == dt.NoColumnLeft()
    assert lesson.step_of((1,)).reason.rule == dt.Pure()


def test_play_tennis_by_id3_takes_eight_steps() -> None:
    """Three questions and five leaves, branch by branch."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).finish()
    ids = [step.move.node for step in lesson.steps]
    assert ids == [(), (0,), (0, 0), (0, 1), (1,), (2,), (2, 0), (2, 1)]
    assert lesson.length == 8


def test_breadth_first_changes_the_lesson_and_not_the_tree() -> None:
    data, id3 = dataset("playtennis"), dt.recipe("id3")
    level_by_level = replace(id3, ordering=dt.BreadthFirst())
    lesson = dt.start(data, level_by_level).finish()
    ids = [step.move.node for step in lesson.steps]
    assert ids == [(), (0,), (1,), (2,), (0, 0), (0, 1), (2, 0), (2, 1)]
    assert lesson.state.tree == dt.grow(data, id3)


def test_a_sufficient_majority_stops_at_its_share_and_not_below() -> None:
    """Orange's sufficient_majority: 19 rows of 20 are 95%, 18 are not."""
    nineteen, eighteen = (
        table("u" * n + "v" * (20 - n), x="a" * n + "b" * (20 - n)) for n in (19, 18)
    )
    assert stop_of(nineteen, "cart", dt.SufficientMajority()) == dt.SufficientMajority(0.95)
    lesson = dt.start(eighteen, dt.recipe("cart").with_rule(dt.SufficientMajority()))
    assert lesson.propose().move != dt.MakeLeaf(())
    assert stop_of(eighteen, "cart", dt.SufficientMajority(0.9)) == dt.SufficientMajority(0.9)


def test_a_share_that_falls_short_by_rounding_is_sufficient() -> None:
    """0.55 times 100 is 55.00000000000001 in floating point, and 55 rows are 55%."""
    data = table("u" * 55 + "v" * 45, x="a" * 55 + "b" * 45)
    assert 0.55 * 100 > 55
    assert stop_of(data, "cart", dt.SufficientMajority(0.55)) == dt.SufficientMajority(0.55)


def test_a_majority_is_one_of_weights_and_says_so() -> None:
    """Two rows of three are the majority until the third weighs as much as they do."""
    data, rule = table("uuv", x="aab"), dt.SufficientMajority(0.6)
    recipe = dt.recipe("cart").with_rule(rule)
    step = dt.start(data, recipe).propose()
    assert str(step.why(data.schema)) == (
        "One class makes up at least 0.6 of its rows, a sufficient majority."
    )
    balanced = replace(recipe, classes=dt.Balanced())
    assert dt.start(data, balanced).propose().move != dt.MakeLeaf(())
    lighter = replace(recipe, classes=dt.ClassWeights((3.0, 1.0)))
    lesson = dt.start(data, lighter)
    assert "of the weight of its rows" in str(lesson.propose().why(lesson.state.tree.schema))


def test_the_majority_of_all_rows_is_a_pure_node() -> None:
    data = dataset("iris")
    pure = replace(dt.recipe("cart"), stopping=(dt.Pure(),))
    whole = replace(pure, stopping=(dt.SufficientMajority(1.0),))
    assert dt.grow(data, whole) == dt.grow(data, pure)


def test_numbers_have_no_majority() -> None:
    with pytest.raises(dt.RecipeError, match="To stop when one class makes up"):
        dt.recipe("regression").with_rule(dt.SufficientMajority())


@pytest.mark.parametrize("share", [0.0, 1.1, float("nan")])
def test_a_sufficient_majority_is_a_share(share: float) -> None:
    with pytest.raises(dt.RecipeError, match="a share above 0, at most 1"):
        dt.SufficientMajority(share)
