"""A weight does the work of repeated rows, except where a tool's limit counts rows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from tests.small_tables import CLASSES, dataset

CELLS = dataset("titanic_counts")


def passengers() -> dt.Dataset:
    """The 2,201 people one by one, in the order of the cells."""
    frame = pd.read_csv("datasets/titanic_counts.csv")
    frame["Age"] = pd.Categorical(frame["Age"], ["Child", "Adult"], ordered=True)
    repeated = frame.loc[frame.index.repeat(frame["Freq"])].drop(columns="Freq")
    return dt.Dataset.from_frame(repeated, target="Survived")


PEOPLE = passengers()


@pytest.mark.parametrize("recipe", CLASSES)
def test_the_titanic_as_cells_and_as_people(recipe: str) -> None:
    """32 cells, of which eight count nobody, are 2,201 rows."""
    assert (len(CELLS), len(PEOPLE), CELLS.weight) == (24, 2201, 2201)
    one, other = (dt.grow(data, dt.recipe(recipe)) for data in (CELLS, PEOPLE))
    assert one == other
    assert len(one) > 5
    stepped = dt.start(CELLS, dt.recipe(recipe)).finish().state.tree
    assert stepped == one


@pytest.mark.parametrize(
    "change",
    [
        {"impurity": dt.Gini()},
        {"impurity": dt.Twoing()},
        {"stopping": (dt.Pure(), dt.MinRows(300), dt.MinLeaf(40))},
        {"stopping": (dt.Pure(), dt.MaxLeaves(4)), "ordering": dt.BestFirst()},
        {"stopping": (dt.Pure(), dt.MinDecrease(0.004))},
        {"classes": dt.ClassWeights((1.0, 2.0))},
        {"m": 3.0},
    ],
    ids=str,
)
def test_other_policies_count_weights_as_well(change: dict) -> None:
    recipe = replace(dt.recipe("cart"), **change)
    assert dt.grow(CELLS, recipe) == dt.grow(PEOPLE, recipe)


def test_intervals_count_weights_as_well() -> None:
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"x": random.normal(size=40).round(1), "w": random.integers(1, 5, 40)})
    frame["y"] = np.where(frame["x"] + random.normal(size=40) > 0, "u", "v")
    repeated = frame.loc[frame.index.repeat(frame["w"])].drop(columns="w")
    one = dt.Dataset.from_frame(frame, target="y", weights="w")
    other = dt.Dataset.from_frame(repeated, target="y")
    for bins in (dt.EqualWidth(4), dt.EqualFrequency(4), dt.MdlBins()):
        recipe = replace(dt.recipe("id3"), bins=bins)
        assert dt.grow(one, recipe) == dt.grow(other, recipe)


def test_limits_of_tools_count_rows() -> None:
    """rpart wants 20 rows to split a node: there are 24 cells, and 12 on either side of Sex."""
    cells, people = (dt.grow(data, dt.recipe("cart_rpart")) for data in (CELLS, PEOPLE))
    assert cells[()].split == people[()].split
    assert (cells.leaves, people.leaves > 2) == (2, True)
    few = dt.recipe("cart_sklearn").limited(leaf=30)
    assert dt.grow(CELLS, few).leaves == 1
    assert dt.grow(PEOPLE, few).leaves > 1


def test_the_search_over_trees_counts_weights_as_well() -> None:
    one, other = dt.search.bfs_id3(CELLS), dt.search.bfs_id3(PEOPLE)
    assert one.tree == other.tree
    assert (one.errors, one.looked_at) == (other.errors, other.looked_at)
