"""Recipes: what they refuse, with the ways out; which suits a table; other limits."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd
import pytest

import dtcore as dt
from dtcore.growth.collapse import Collapse
from dtcore.policies.splits import Groups, Splitter
from tests.small_tables import dataset, table


@pytest.mark.parametrize("recipe", ["id3", "id3_lihang", "c45_textbook"])
def test_missing_cells_are_refused_with_the_ways_out(recipe: str) -> None:
    frame = pd.DataFrame({"x": ["a", "b", None], "z": [None, "c", None], "y": list("uvu")})
    data = dt.Dataset.from_frame(frame, target="y")
    with pytest.raises(dt.DataError, match=r"“x” \(1\), “z” \(2\).*Leave out the rows"):
        dt.grow(data, dt.recipe(recipe))
    complete = dt.Dataset.from_frame(frame.assign(z="c"), target="y", complete=True)
    assert (len(complete), complete.left_out) == (2, {"missing cells": 1})
    dt.grow(complete, dt.recipe(recipe))


@pytest.mark.parametrize("recipe", ["id3", "id3_lihang"])
def test_id3_refuses_numbers_and_names_recipes_that_do_not(recipe: str) -> None:
    with pytest.raises(dt.RecipeError, match=r"numeric: “temperature”, “humidity”.*C4.5 or CART"):
        dt.start(dataset("golf"), dt.recipe(recipe))


def test_too_many_groupings_are_refused_with_the_ways_out() -> None:
    """2^11 - 1 groupings of twelve levels are too many for three classes, and not for two."""
    levels = "abcdefghijkl" * 2
    with pytest.raises(dt.RecipeError, match=r"12 levels. With 3 classes.*10 levels is the limit"):
        dt.start(table("uvw" * 8, x=levels), dt.recipe("cart"))
    dt.grow(table("uv" * 12, x=levels), dt.recipe("cart"))
    dt.grow(table("uvw" * 8, x=levels), dt.recipe("cart_sklearn"))
    wider = replace(dt.recipe("cart"), splitter=Splitter(Groups(limit=12)))
    dt.grow(table("uvw" * 8, x=levels), wider)


@pytest.mark.parametrize(
    ("recipe", "y", "sentence"),
    [("cart", [1.0, 2.5], "holds numbers"), ("regression", "uv", "holds classes")],
)
def test_a_target_of_the_other_kind_is_refused(
    recipe: str, y: Sequence[object], sentence: str
) -> None:
    with pytest.raises(dt.RecipeError, match=sentence):
        dt.start(table(y, x="ab"), dt.recipe(recipe))


def test_policies_that_cannot_go_together_are_refused() -> None:
    with pytest.raises(dt.RecipeError, match="needs entropy"):
        replace(dt.recipe("c45"), impurity=dt.Gini())
    with pytest.raises(dt.RecipeError, match="needs classes"):
        replace(dt.recipe("regression"), collapse=Collapse())
    with pytest.raises(dt.RecipeError, match=r"There are: id3, .*regression"):
        dt.recipe("c5.0")
    with pytest.raises(dt.RecipeError, match="limit on the leaves"):
        replace(dt.recipe("id3"), stopping=(dt.Pure(), dt.MaxLeaves(4)))
    with pytest.raises(dt.RecipeError, match=r"in bits \(base 2\).*base 10"):
        dt.Entropy(10)


@pytest.mark.parametrize(
    ("key", "recipe"),
    [("playtennis", "id3"), ("golf", "c45"), ("iris", "cart"), ("hitters", "regression")],
)
def test_a_table_is_begun_with_a_recipe_that_takes_it(key: str, recipe: str) -> None:
    """Words alone by ID3, numbers alone by CART, both by C4.5."""
    assert dt.fitting(dataset(key)).name == recipe
    dt.start(dataset(key), dt.fitting(dataset(key)))


def test_limits_take_the_place_of_those_of_their_kind() -> None:
    cart, c45 = dt.recipe("cart"), dt.recipe("c45")
    assert cart.limited() == cart
    assert cart.limited(leaf=5).stopping == (dt.Pure(), dt.MinRows(2), dt.MinLeaf(5), dt.SomeGain())
    assert c45.limited(leaf=5, depth=2).stopping == (
        dt.Pure(),
        dt.TwoBranches(5),
        dt.MaxDepth(2),
    )
    sklearn = dt.recipe("cart_sklearn").limited(leaf=5)
    assert dt.MinLeaf(5, weighted=False) in sklearn.stopping  # it counts rows as before
    assert cart.limited(gain=0.1).limited(gain=0.2).stopping[-1] == dt.MinGain(0.2)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: dt.MaxLeaves(0), r"MaxLeaves\(leaves=0\): give a whole number, 1 or more\."),
        (lambda: dt.MaxLeaves(2.5), "whole number, 1 or more"),
        (lambda: dt.MaxDepth(-1), "whole number, 0 or more"),
        (lambda: dt.MaxDepth(math.inf), "whole number, 0 or more"),
        (
            lambda: dt.MinLeaf(math.nan),
            r"MinLeaf\(rows=nan.*number that is zero or more\.",
        ),
        (lambda: dt.MinLeaf(math.inf), "zero or more"),
        (lambda: dt.MinRows(-2), "zero or more"),
        (lambda: dt.MinGain(math.nan), "zero or more"),
        (lambda: dt.MinDecrease(-0.1), "zero or more"),
        (lambda: dt.SomeGain(-1.0), "zero or more"),
        (lambda: dt.TwoBranches(0), r"TwoBranches\(rows=0.*a finite number above zero\."),
        (lambda: dt.TwoBranches(2, slack=math.nan), "zero or more"),
        (lambda: dt.EqualWidth(0), "whole number, 1 or more"),
        (lambda: dt.EqualFrequency(2.5), "whole number, 1 or more"),
        (lambda: dt.Surrogates(limit=-1), "whole number, 0 or more"),
        (lambda: Groups(limit=math.nan), "whole number, 2 or more"),
        (lambda: dt.GuardedGainRatio(slack=math.nan), "zero or more"),
        (lambda: Collapse(slack=-1.0), "zero or more"),
        (lambda: replace(dt.recipe("cart"), m=math.nan), "m-estimate must be zero or more"),
        (lambda: replace(dt.recipe("cart"), cp=-0.01), "cp of a recipe must be zero or more"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(dt.RecipeError, match=sentence):
        make()


def test_a_limit_that_limits_nothing_may_be_given() -> None:
    data = dataset("playtennis")
    none = (dt.Pure(), dt.MinRows(0), dt.MinLeaf(0), dt.MinGain(0), dt.SomeGain(0))
    free = replace(dt.recipe("cart"), stopping=none)
    assert dt.grow(data, free).splits == dt.grow(data, dt.recipe("cart")).splits


def test_the_price_of_a_choice_is_in_the_unit_of_the_gain() -> None:
    """Golf by C4.5: the best of t cuts pays log(t) / 14, and the tree is the same in nats."""
    data = dataset("golf")
    bits = dt.recipe("c45")
    nats = replace(bits, impurity=dt.Entropy(None))
    prices = []
    for recipe in (bits, nats):
        lesson = dt.start(data, recipe)
        weighed = dt.weigh(lesson.problem, lesson.state, ())
        [mine] = [c for c in weighed.candidates if data.columns[c.column].name == "humidity"]
        formula = dt.explain.score(recipe, data.schema, weighed, mine, "correction")
        assert formula.value == pytest.approx(mine.scores["correction"])
        prices.append(mine.scores["correction"])
    assert prices[1] == pytest.approx(prices[0] * math.log(2))
    assert prices[0] == pytest.approx(math.log2(mine.scores["tries"]) / 14)
    assert dt.grow(data, nats).splits == dt.grow(data, bits).splits
