"""Reports on predicted rows: which could not be placed, why, and what becomes of them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from tests.small_tables import with_gaps


def test_rows_that_cannot_be_placed_are_reported_and_predicted_where_they_rest() -> None:
    data = with_gaps("uuvvww", x="aabbab", n=[1.0, 2.0, 3.0, 4.0, 9.0, 9.5])
    rows = pd.DataFrame({"x": ["a", "c", None, "b"], "n": ["1", "9", "two", None]})
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Reject()))
    assert tree[()].split.column == 1
    found = dt.report(tree, rows)
    told = [(a.row, a.column, a.reason.name, a.routed) for a in found.unplaced]
    assert told == [(2, "n", "NOT_A_NUMBER", False), (3, "n", "MISSING", False)]
    assert found.values.tolist() == dt.predict(tree, rows).tolist() == ["u", "w", "u", "u"]


def test_a_policy_predicts_what_it_reports() -> None:
    data = with_gaps("uuvv", x="aabb", z="cdcd")
    tree = dt.grow(data, replace(dt.recipe("c45"), missing=dt.Fractions()))
    found = dt.report(tree, pd.DataFrame({"x": ["zebra", "b"], "z": ["c", None]}))
    assert [(a.row, a.column, a.reason.name, a.routed) for a in found.unplaced] == [
        (0, "x", "UNSEEN", True)
    ]
    assert found.values.tolist() == ["u", "v"]


def test_a_level_that_no_row_had_at_the_node_is_reported() -> None:
    levels = pd.Categorical(list("aabb"), list("abc"), ordered=True)
    data = dt.Dataset.from_frame(pd.DataFrame({"x": levels, "y": list("uuvv")}), target="y")
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Reject()))
    [unplaced] = dt.report(tree, pd.DataFrame({"x": ["c"]})).unplaced
    assert (unplaced.reason.name, unplaced.routed) == ("NOT_HERE", False)


def test_a_row_without_a_number_gets_the_mean_of_the_node_at_which_it_rests() -> None:
    frame = pd.DataFrame({"n": [1.0, 2.0, 8.0, 9.0], "y": [1.0, 1.0, 5.5, 5.5]})
    data = dt.Dataset.from_frame(frame, target="y")
    tree = dt.grow(data, replace(dt.recipe("regression"), missing=dt.Reject()))
    found = dt.report(tree, pd.DataFrame({"n": [1.0, np.nan]}))
    assert found.values.tolist() == [1.0, 3.25]


def test_a_column_that_is_not_there_may_count_as_missing() -> None:
    data = with_gaps("uuvvww", x="aabbab", n=[1.0, 2.0, 3.0, 4.0, 9.0, 9.5])
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Reject()))
    rows = pd.DataFrame({"n": [9.0, 1.0]})
    found = dt.report(tree, rows, absent=True)
    assert found.absent == ("x",)
    assert found.values.tolist() == ["w", "u"]
    assert dt.report(tree, rows.assign(x="a")).absent == ()
    for frame, absent in ((rows, False), (rows.rename(columns={"n": "m"}), True)):
        with pytest.raises(dt.DataError, match="“x”"):
            dt.report(tree, frame, absent)


def test_of_an_interval_a_word_is_no_number() -> None:
    data = with_gaps("uuvv", n=[1.0, 2.0, 8.0, 9.0])
    tree = dt.grow(data, replace(dt.recipe("id3"), bins=dt.EqualWidth(2)))
    found = dt.report(tree, pd.DataFrame({"n": ["two", None, "8"]}))
    assert [cell.reason.name for cell in found.unplaced] == ["NOT_A_NUMBER", "MISSING"]
