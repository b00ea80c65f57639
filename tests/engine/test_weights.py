"""A weight does the work of repeated rows, except where a tool's limit counts rows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model import ROOT
from tests.small_tables import CLASSES, dataset, stepped
from tests.strategies import FRACTIONS, WHOLE, law, problems, tables

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
    assert stepped(CELLS, dt.recipe(recipe)) == one


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


@law
@given(problems(tables(weights=(WHOLE, (0.5, 3.0), FRACTIONS))), st.data())
def test_a_row_stands_for_as_many_in_any_part_of_its_table(
    case: tuple, drawn: st.DataObject
) -> None:
    """Whether weights count rows is a fact of the table: in its folds, samples and held-out rows
    a line is as many rows, and a limit counts the same."""
    data, recipe = case[0].data(), case[1]
    lines = st.lists(st.integers(0, len(data) - 1), min_size=2, max_size=len(data))
    problem = dt.Problem.of(data, recipe)
    for table in (data, problem.dataset):
        kept = np.sort(drawn.draw(lines))
        part = table.part(kept)
        assert part.row_counts.tolist() == data.row_counts[kept].tolist()
        assert part.row_count == pytest.approx(data.row_counts[kept].sum())
        assert part.unweighed.weights.tolist() == data.row_counts[kept].tolist()
        assert part.schema.fractional == data.schema.fractional
        assert dt.Problem.of(part, recipe).recipe == problem.recipe
        assert dt.grow(part, recipe).rows(ROOT) == pytest.approx(data.row_counts[kept].sum())
        held_out = dt.pruning.held_out_counts(dt.grow(data, recipe), part)[0]
        told = held_out.sum() if data.schema.classes else held_out[0]
        assert told == pytest.approx(data.row_counts[kept].sum())


def test_a_judgement_of_some_rows_counts_them_as_their_table_does() -> None:
    """Of lines that weigh 3 and one that weighs a half, the first are one row each."""
    frame = pd.DataFrame({"x": range(12), "w": [3.0] * 11 + [0.5], "y": [*"ab"] * 6})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    found = dt.evaluate(dt.grow(data, dt.recipe("cart")), data.part(np.arange(11)))
    assert repr(found).startswith("<ClassEvaluation: rows 11,")


def test_a_part_whose_weights_are_whole_is_not_the_table_that_counts_them() -> None:
    frame = pd.DataFrame({"x": range(4), "y": list("aabb"), "w": [3.0, 3.0, 3.0, 0.5]})
    whole, part = (
        dt.Dataset.from_frame(frame.head(3), target="y", weights="w"),
        dt.Dataset.from_frame(frame, target="y", weights="w").part(np.arange(3)),
    )
    assert (whole.row_count, part.row_count) == (9, 3)
    assert whole != part
