"""What may be changed of a recipe: knobs make plans, and links carry them."""

from contextlib import suppress

import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.settings import (
    AMOUNTS,
    CLASSES,
    LIMITS,
    NUMBERS,
    OPTIONS,
    SETTINGS,
    TAUGHT,
    shown,
    typed,
)
from tests.pages.drawn_trees import lesson as opened


def test_a_plan_says_what_was_changed() -> None:
    assert not RecipeChoice("cart").changed
    recipe_choice = RecipeChoice.of("cart", impurity="entropy", depth=2, leaf=5)
    assert recipe_choice.changed
    assert recipe_choice.recipe.impurity == dt.Entropy()
    assert dt.MinLeaf(5) in recipe_choice.recipe.stopping
    assert dt.MaxDepth(2) in recipe_choice.recipe.stopping
    assert dt.MinLeaf(1) not in recipe_choice.recipe.stopping
    assert recipe_choice.with_setting("impurity", None).recipe.impurity == dt.Gini()
    assert (
        not recipe_choice.with_setting("impurity", None)
        .with_setting("depth", None)
        .with_setting("leaf", 1)
        .changed
    )


def test_knobs_turned_in_any_order_make_the_same_plan() -> None:
    assert RecipeChoice.of("cart", depth=2, impurity="error") == RecipeChoice.of(
        "cart", impurity="error", depth=2
    )
    # Gini goes only with gain, and both come together
    assert RecipeChoice.of("c45", impurity="gini", selection="gain").recipe.impurity == dt.Gini()


def test_no_two_knobs_share_a_key() -> None:
    keys = [setting.key for setting in SETTINGS]
    assert len({*keys}) == len(keys)


@pytest.mark.parametrize("name", dt.RECIPES)
def test_at_most_six_settings_of_a_recipe_are_seen_first(name: str) -> None:
    assert {setting.key for setting in SETTINGS} >= TAUGHT
    recipe = dt.recipe(name)
    had = [one.key for one in OPTIONS] + [one.key for one in NUMBERS if one.has(recipe)]
    assert len(TAUGHT.intersection(had)) in range(3, 7)


@pytest.mark.parametrize("name", dt.RECIPES)
def test_every_knob_finds_what_it_has_put(name: str) -> None:
    recipe = dt.recipe(name)
    for number in (*LIMITS, *AMOUNTS):
        if number.has(recipe):
            value = min(7, number.control.high)
            assert number.of(number.put(recipe, value)) == value
    for options in OPTIONS:
        assert options.of(recipe) is not None or recipe.impurity.numeric
        for option in options.policies:
            with suppress(dt.RecipeError):
                assert options.of(options.put(recipe, option)) == option
    assert CLASSES.of(recipe) is None


@pytest.mark.parametrize("name", dt.RECIPES)
def test_a_knob_at_what_the_recipe_has_changes_nothing(name: str) -> None:
    """Release 8's gain ratio is not J48's, and rpart's groups are not CART's."""
    recipe = dt.recipe(name)
    for options in OPTIONS:
        now = options.of(recipe)
        if now is not None:
            assert options.put(recipe, now) == recipe
            assert not RecipeChoice.of(name, **{options.key: now}).changed


RULES = {
    "balanced": dt.Balanced(),
    "w:1_3": dt.ClassWeights((1.0, 3.0)),
    "p:0.3_0.7": dt.Priors((0.3, 0.7)),
    "l:0_1~5_0": dt.Losses(((0.0, 1.0), (5.0, 0.0))),
}


@pytest.mark.parametrize(("text", "rule"), RULES.items())
def test_how_classes_count_goes_through_a_link(text: str, rule: object) -> None:
    lesson = opened(data="titanic", recipe="cart", classes=text)
    assert lesson.recipe_choice.recipe.classes == rule
    assert link.write(lesson)["classes"] == text
    assert opened(**link.write(lesson)).timeline.problem.dataset == lesson.timeline.problem.dataset


def test_how_classes_count_as_a_person_types_it() -> None:
    assert typed("w", "1, 3") == "w:1_3"
    assert typed("l", "0, 1; 5, 0") == "l:0_1~5_0"
    assert typed("l", "0，1；5，0") == "l:0_1~5_0"
    assert shown("l:0_1~5_0") == "0, 1; 5, 0"


def test_the_chi_squared_test_is_off_until_a_link_asks_for_it() -> None:
    usual = opened(data="playtennis", recipe="id3")
    asked = opened(data="playtennis", recipe="id3", chi2="0.05")
    assert not any(isinstance(rule, dt.ChiSquared) for rule in usual.recipe.stopping)
    assert dt.ChiSquared(0.05) in asked.recipe.stopping
    assert link.write(asked)["chi2"] == "0.05"


def test_costs_and_numbers_of_policies_go_through_a_link() -> None:
    params = {"recipe": "id3", "selection": "againstcost", "w": "0.8", "cost": "Outlook:10"}
    lesson = opened(data="playtennis", **params)
    assert lesson.recipe.selection == dt.GainAgainstCost(0.8)
    assert {c.name: c.cost for c in lesson.dataset.columns}["Outlook"] == 10
    again = opened(**link.write(lesson))
    assert again.choice == lesson.choice
    assert again.recipe_choice == lesson.recipe_choice


def test_numbers_in_intervals_let_id3_take_them() -> None:
    lesson = opened(data="iris", recipe="id3", bins="frequency", intervals="3")
    assert lesson.recipe.bins == dt.EqualFrequency(3)
    assert all(not column.numeric for column in lesson.dataset.columns)
    with pytest.raises(dt.RecipeError, match="numeric"):
        opened(data="iris", recipe="id3")


@pytest.mark.parametrize(
    "params",
    [
        {"impurity": "magic"},
        {"depth": "0"},
        {"depth": "-1"},
        {"leaf": "1e9"},
        {"order": "$x$"},
        {"classes": "w:1"},
        {"classes": "l:x"},
        {"cost": "Outlook:0"},
        {"cost": "nothing:2"},
    ],
)
def test_a_link_with_an_impossible_knob_is_refused(params: dict[str, str]) -> None:
    with pytest.raises((dt.LinkError, dt.RecipeError, dt.DataError)):
        opened(recipe="cart", **params)


def test_a_sufficient_majority_is_off_until_a_link_asks_for_it() -> None:
    asked = opened(data="iris", recipe="cart", majority="0.9")
    assert dt.SufficientMajority(0.9) in asked.recipe.stopping
    assert link.write(asked)["majority"] == "0.9"
    assert asked.finish().tree.leaves < opened(data="iris", recipe="cart").finish().tree.leaves
    majority = next(limit for limit in LIMITS if limit.key == "majority")
    assert majority.has(dt.recipe("id3"))
    assert not majority.has(dt.recipe("regression"))
    with pytest.raises(dt.LinkError, match=r"majority.*from 0\.5 to 1"):
        opened(data="iris", recipe="cart", majority="0.4")
