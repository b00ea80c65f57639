"""What a recipe makes of a table before the tree is grown: its numbers in intervals or in single
precision, and weights of classes; and what the table's weights make of its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Column, Field, FloatArray, LeafRule, frozen
from dtcore.model.cut import codes_of, cut_text, gap_of, names_of, read_cut
from dtcore.model.data import Dataset
from dtcore.policies.missing import Surrogates
from dtcore.policies.stopping import MinLeaf, MinRows


def prepared(recipe: Recipe, dataset: Dataset) -> Dataset:
    """The table as ``recipe`` grows a tree on it; preparing it again changes nothing.

    Raises RecipeError if what is said of the classes does not fit them.
    """
    given = dataset.given or dataset
    made = _with_reading(recipe, _with_numbers(recipe, given))
    return made if made is given or made.given is given else replace(made, given=given)


def counting_rows(recipe: Recipe, dataset: Dataset) -> Recipe:
    """``recipe`` with limits that say rows counting rows, where weights are fractions and do not:
    those of the table, or those that its classes have been given."""
    of_classes = not dataset.schema.grouped and bool(np.mod(dataset.weights, 1).any())
    if not (dataset.fractional or of_classes):
        return recipe
    kinds = MinRows, MinLeaf
    rules = [replace(r, weighted=False) if isinstance(r, kinds) else r for r in recipe.stopping]
    missing = recipe.missing
    if isinstance(missing, Surrogates):
        missing = replace(missing, weighted=False)
    return replace(recipe, stopping=tuple(rules), missing=missing)


def _with_numbers(recipe: Recipe, dataset: Dataset) -> Dataset:
    """The columns of numbers as the recipe compares them."""
    if recipe.bins is None and recipe.splitter.numeric and recipe.splitter.numeric.single:
        return dataset.in_single
    numbers = [place for place, column in enumerate(dataset.columns) if column.numeric]
    if recipe.bins is None or not numbers:
        return dataset
    cuts = {}
    for place in numbers:
        values = dataset.columns[place].values
        known = ~np.isnan(values)
        codes = dataset.target.values[known].astype(np.intp)
        cuts[place] = recipe.bins.cuts(values[known], dataset.weights[known], codes)
    return in_intervals(dataset, cuts)


def in_intervals(dataset: Dataset, cuts: Mapping[int, FloatArray]) -> Dataset:
    """``dataset`` with the numeric columns at these places cut into intervals."""
    columns = tuple(
        _binned(column, cuts[place]) if place in cuts else column
        for place, column in enumerate(dataset.columns)
    )
    return replace(dataset, columns=columns)


def _binned(column: Column, cuts: FloatArray) -> Column:
    # one may lie anywhere between its neighbours: where it can be written short
    short = tuple(read_cut(cut_text(cut, *gap_of(cut, column.distinct))) for cut in cuts.tolist())
    points = short if len(set(short)) == len(cuts) else tuple(cuts.tolist())
    field = Field(column.name, names_of(points), points)
    return replace(column, field=field, values=frozen(codes_of(column.values, points)))


def _with_reading(recipe: Recipe, dataset: Dataset) -> Dataset:
    if recipe.classes is None and not recipe.m:
        return dataset
    weight = _weight_of_classes(dataset, dataset.weights)
    leaf_rule = recipe.classes.leaf_rule(weight) if recipe.classes else LeafRule()
    weights = dataset.weights
    if leaf_rule.factors:
        weights = frozen(weights * np.array(leaf_rule.factors)[dataset.target.values])
    if recipe.m:
        told = leaf_rule.adjusted_weights(_weight_of_classes(dataset, weights))
        priors = tuple(map(float, told / told.sum()))
        leaf_rule = replace(leaf_rule, m=recipe.m, priors=priors)
    return replace(dataset, weights=weights, leaf_rule=leaf_rule)


def _weight_of_classes(dataset: Dataset, weights: FloatArray) -> FloatArray:
    """(k,) the weight of each class."""
    return np.asarray(
        np.bincount(dataset.target.values, weights, len(dataset.schema.classes)), np.float64
    )
