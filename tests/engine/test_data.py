"""Frames into datasets: what is taken, left out and refused; digests and other names."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model import digest_of
from dtcore.model.columns import (
    Field,
)
from tests.strategies import Table, law, tables

FRAME = pd.DataFrame(
    {
        "id": ["r1", "r2", "r3", "r4", "r5"],
        "size": ["x10", "x2", None, "x2", "x10"],
        "length": [1.5, -0.0, 2.0, np.nan, 3.0],
        "times": [1.0, 2.0, 1.0, 0.0, 0.5],
        "y": ["no", "yes", "no", "yes", None],
    }
)


def data(**arguments: object) -> dt.Dataset:
    return dt.Dataset.from_frame(FRAME, **{"target": "y", **arguments})


def test_columns_are_codes_or_numbers() -> None:
    made = data(roles={"id": "ignore", "times": "ignore"})
    size, length = made.columns
    assert (size.name, size.levels, size.numeric) == ("size", ("x2", "x10"), False)
    assert size.values.tolist() == [1, 0, -1, 0]
    assert (length.name, length.levels, length.numeric) == ("length", None, True)
    np.testing.assert_array_equal(length.values, [1.5, 0.0, 2.0, np.nan])
    assert made.target.values.tolist() == [0, 1, 0, 1]
    assert made.schema.classes == ("no", "yes")


def test_missing_cells_are_counted_and_not_among_the_distinct_values() -> None:
    size, length = data(roles={"id": "ignore", "times": "ignore"}).columns
    assert (size.missing, length.missing) == (1, 1)
    assert size.distinct.tolist() == [0, 1]
    assert length.distinct.tolist() == [0.0, 1.5, 2.0]


@pytest.mark.parametrize(
    ("arguments", "origin", "left_out"),
    [
        ({}, [0, 1, 2, 3], {"no target": 1}),
        ({"weights": "times"}, [0, 1, 2], {"no target": 1, "weight zero": 1}),
        ({"complete": True}, [0, 1], {"no target": 1, "missing cells": 2}),
        (
            {"complete": True, "roles": {"times": "weight", "length": "ignore"}},
            [0, 1],
            {"no target": 1, "weight zero": 1, "missing cells": 1},
        ),
    ],
)
def test_rows_that_do_not_count_are_left_out_and_counted(
    arguments: dict, origin: list[int], left_out: dict[str, int]
) -> None:
    made = data(**arguments)
    assert (made.origin.tolist(), dict(made.left_out)) == (origin, left_out)
    assert len(made) == len(origin)


def test_weights_come_from_a_column_that_is_then_no_input() -> None:
    by_name, by_role = data(weights="times"), data(roles={"times": "weight"})
    assert by_name == by_role
    assert by_name.weights.tolist() == [1.0, 2.0, 1.0]
    assert "times" not in [column.name for column in by_name.columns]


def test_the_order_of_an_ordered_categorical_is_kept() -> None:
    """Levels that do not occur too; any other column is sorted as people count."""
    given_order = pd.Categorical(["b", "c", "b"], ["c", "b", "a"], ordered=True)
    frame = pd.DataFrame({"x": given_order, "u": pd.Categorical(["b", "c", "b"]), "y": [1, 2, 1]})
    made = dt.Dataset.from_frame(frame, target="y")
    assert [column.levels for column in made.columns] == [("c", "b", "a"), ("b", "c")]


def test_a_kind_can_be_chosen() -> None:
    frame = pd.DataFrame({"zip": [10115, 20095, 10115], "y": [1, 2, 1]})
    made = dt.Dataset.from_frame(frame, target="y", kinds={"zip": "nominal", "y": "numeric"})
    assert made.columns[0].levels == ("10115", "20095")
    assert made.target.values.tolist() == [1.0, 2.0, 1.0]


def test_the_logarithm_of_a_target() -> None:
    frame = pd.DataFrame({"x": [1, 2], "pay": [1.0, np.e]})
    made = dt.Dataset.from_frame(frame, target="pay", kinds={"pay": "numeric"}, log=True)
    assert made.target.name == "log(pay)"
    assert made.target.values.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("y", "centre"), [([1e9, 1e9 + 4], 1e9), ([-7.5, -1e18], -7.5), ([-1.5, 1e18], 0.0)]
)
def test_the_centre_is_the_number_nearest_to_0_in_the_range(y: list[float], centre: float) -> None:
    """Neither a common offset nor a far outlier costs digits of a sum of y - centre."""
    frame = pd.DataFrame({"x": [1, 2], "y": y})
    made = dt.Dataset.from_frame(frame, target="y", kinds={"y": "numeric"})
    assert made.schema.centre == centre


def changed(**columns: list[object]) -> pd.DataFrame:
    return pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"], **columns})


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (lambda: data(target="z"), "no column “z”"),
        (lambda: data(roles={"z": "ignore"}), "no column “z”"),
        (lambda: data(roles={"y": "ignore"}), "“y” is the target; it cannot be ignored"),
        (lambda: data(roles={"y": "weight"}), "“y” is the target; it cannot be .* the weights"),
        (lambda: data(target="times", weights="times"), "“times” is the target;"),
        (lambda: data(weights="size"), "weights in “size” must be numbers"),
        (lambda: data(kinds={"id": "numeric"}), "“id” holds cells that are not numbers"),
        (lambda: data(target="length", log=True), "logarithm needs a target of positive numbers"),
        (lambda: data(log=True), "logarithm needs a target of positive numbers"),
        (lambda: dt.Dataset.from_frame(changed(y=["u", None]), target="y"), "Only one row"),
        (lambda: dt.Dataset.from_frame(changed(y=["u", "u"]), target="y"), "same class in “y”"),
        (lambda: dt.Dataset.from_frame(changed(), target="y", roles={"x": "ignore"}), "No column"),
        (
            lambda: dt.Dataset.from_frame(changed(w=[-1.0, 1.0]), target="y", weights="w"),
            "zero or more",
        ),
        (
            lambda: dt.Dataset.from_frame(changed(w=[np.inf, 1.0]), target="y", weights="w"),
            "zero or more",
        ),
    ],
)
def test_a_table_that_will_not_do_gets_a_sentence(
    refused: Callable[[], dt.Dataset], sentence: str
) -> None:
    with pytest.raises(dt.DataError, match=sentence):
        refused()


def few(y: str, w: list[float], x: str = "abcd") -> pd.DataFrame:
    """A row for each letter of ``y``; a blank is a missing cell."""
    cells = {
        name: [None if cell == " " else cell for cell in text]
        for name, text in (("x", x), ("y", y))
    }
    return pd.DataFrame(cells | {"w": w}, index=range(len(y)))


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (few("", [], ""), "This table has no rows;"),
        (few("u", [1], "a"), "This table has only one row;"),
        (few("    ", [1, 1, 1, 1]), "No row has a value in the target “y”;"),
        (few("u   ", [1, 0, 1, 1]), "Only one row has a value in the target “y”;"),
        (few("uvuv", [0, 0, 0, 0]), "No row has a weight above 0 in “w”;"),
        (few("uv  ", [0, 1, 0, 0]), "Only one row has a weight above 0 in “w”;"),
        (few("uv  ", [0, 1, 1, 1]), "Fewer than two rows have both a value in the target “y”"),
        (few("uvuv", [1, 1, 1, 1], "a   "), "Fewer than two rows have a value in every column;"),
        (few("uuv ", [1, 1, 0, 1]), "The rows that are left all have the same class in “y”;"),
        (few("uuv", [1, 1, 1], "ab "), "The rows that are left all have the same class in “y”;"),
        (few("uuuu", [1, 1, 1, 1]), "All rows have the same class in “y”,"),
        (few("uvuv", [1, 1, 1, np.nan]), "weights in “w” must be numbers .* missing or infinite"),
        (few("uvuv", [1, 1, 1, np.inf]), "weights in “w” must be numbers .* missing or infinite"),
        (few("uvuv", [1, 1, 1, -1]), "weights in “w” must be numbers that are zero or more"),
    ],
)
def test_a_refusal_names_the_true_cause(frame: pd.DataFrame, sentence: str) -> None:
    with pytest.raises(dt.DataError, match=f"^(The )?{sentence}"):
        dt.Dataset.from_frame(frame, target="y", weights="w", complete=True)


@pytest.mark.parametrize("target", ["x", "y"])
def test_infinite_numbers_are_refused(target: str) -> None:
    """Neither a mean nor a midpoint can be made of them, nor a JSON file."""
    frame = pd.DataFrame({"x": [1.5, 2.0, 3.0], "y": [0.5, np.inf, 1.5]})
    with pytest.raises(dt.DataError, match="y"):
        dt.Dataset.from_frame(frame, target=target, kinds={target: "numeric"})


def test_arrays_are_read_only_and_not_those_of_the_frame() -> None:
    frame = changed(n=[1.0, 2.0])
    made = dt.Dataset.from_frame(frame, target="y")
    for array in (*(column.values for column in made.columns), made.weights, made.origin):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    frame["n"] = [5.0, 6.0]
    assert made.columns[1].values.tolist() == [1.0, 2.0]


@law
@given(tables(), st.integers(0, 99), st.integers(0, 99))
def test_a_digest_names_the_content(table: Table, row: int, column: int) -> None:
    """Equal tables have one digest; another cell, weight or name makes another."""
    made = table.data()
    assert made == table.data()
    assert hash(made) == hash(table.data())
    frame = table.frame.copy()
    row, name = row % len(frame), frame.columns[column % len(frame.columns)]
    if isinstance(frame[name].dtype, pd.CategoricalDtype):
        others = [level for level in frame[name].cat.categories if level != frame.at[row, name]]
        if not others or name == "y":
            return
        frame.loc[row, name] = others[0]
    else:
        frame.loc[row, name] += 1.0
    assert Table(frame).data() != made
    assert made.relabel({made.columns[0].name: "other"}, {}) != made


@law
@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_parts_do_not_run_together(one: list[bytes], other: list[bytes]) -> None:
    assert (digest_of(one) == digest_of(other)) == (one == other)
    assert digest_of([b"".join(one), b""]) != digest_of([b"", b"".join(one)]) or not any(one)
    assert len(digest_of(one)) == 32


def test_relabelling_changes_names_and_keeps_codes() -> None:
    made = data(roles={"times": "ignore"})
    new = made.relabel({"size": "大小"}, {"size": {"x2": "小"}, "y": {"no": "否", "yes": "是"}})
    assert new.columns[1].field == Field("大小", ("小", "x10"))
    assert new.columns[1].values is made.columns[1].values
    assert new.schema.classes == ("否", "是")
    assert new.columns[0].field == made.columns[0].field


@pytest.mark.parametrize(
    ("columns", "values"),
    [({"size": "length"}, {}), ({"size": "y"}, {}), ({}, {"size": {"x2": "x10"}})],
)
def test_two_things_cannot_get_one_name(
    columns: dict[str, str], values: dict[str, dict[str, str]]
) -> None:
    made = data()
    with pytest.raises(dt.DataError, match="Two different things"):
        made.relabel(columns, values)
