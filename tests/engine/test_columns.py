"""Columns of a frame: their kind, how a cell is called as a level, and the order of levels."""

import math
import re
from contextlib import suppress

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model import columns
from dtcore.model.columns import (
    column_of,
    guess_kind,
    guess_target_kind,
    id_like,
    level_name,
    natural_order,
)
from tests.strategies import law


@pytest.mark.parametrize(
    ("names", "ordered"),
    [
        (["x10", "x2", "x1"], ["x1", "x2", "x10"]),
        (["10", "9", "-1", "-10", "2.5"], ["-10", "-1", "2.5", "9", "10"]),
        (["b", "10", "a", "9"], ["9", "10", "a", "b"]),
        (["a10b2", "a10b10", "a9b99"], ["a9b99", "a10b2", "a10b10"]),
        (["<30", "30-40", ">40"], ["30-40", "<30", ">40"]),
    ],
)
def test_names_are_sorted_as_people_count(names: list[str], ordered: list[str]) -> None:
    assert natural_order(names) == ordered


words = st.text(st.sampled_from("aB0123-.e٣²中 "), max_size=4)


@law
@given(st.lists(words | st.sampled_from(["inf", "-inf", "1e9"]), unique=True), st.randoms())
def test_the_natural_order_does_not_depend_on_the_order_before(
    names: list[str], random: st.randoms
) -> None:
    shuffled = names.copy()
    random.shuffle(shuffled)
    assert natural_order(shuffled) == natural_order(names)


def _pieces(name: str) -> tuple[object, ...]:
    """The natural order as it is defined: numbers, then words and runs of digits by turns."""
    with suppress(ValueError):
        if math.isfinite(number := float(name)):
            return (0, number, name)
    parts = re.split(r"(\d+)", name)
    return (1, [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], name)


odd = st.text(st.sampled_from("aB0123-.e٣²中 \0\1\2\n"), max_size=6)


@law
@given(st.lists(odd | st.sampled_from(["inf", "nan", "1e9", "1_0"]), unique=True))
def test_the_natural_order_is_that_of_the_pieces_of_a_name(names: list[str]) -> None:
    assert natural_order(names) == sorted(names, key=_pieces)


@pytest.mark.parametrize(
    "cells",
    [["a", "b", None, "c"], [1, 2, 3], [1.5, 2.0, float("nan"), 0.0], [True, False]],
    ids=["words", "whole", "numbers", "booleans"],
)
def test_a_level_is_named_at_most_once_and_not_in_each_cell(
    cells: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[object] = []
    monkeypatch.setattr(columns, "level_name", lambda cell: named.append(cell) or level_name(cell))
    series = pd.Series(cells * 50)
    column = column_of(pd.DataFrame({"x": series}), "x", "nominal")
    assert len(column.levels or ()) == series.nunique() >= len(named)


def test_a_level_called_nan_has_one_place() -> None:
    assert natural_order(["2", "nan", "1"]) == natural_order(["1", "nan", "2"])


@pytest.mark.parametrize(
    ("value", "name"),
    [(1.0, "1"), (1, "1"), (1.5, "1.5"), (True, "True"), ("1.0", "1.0"), (-0.0, "0"), ("", "")],
)
def test_what_a_cell_is_called_as_a_level(value: object, name: str) -> None:
    assert level_name(value) == name


@pytest.mark.parametrize(
    ("cells", "kind", "as_target"),
    [
        ([1, 2, 3], "numeric", "nominal"),
        ([1.0, 2.0, None], "numeric", "nominal"),
        ([1.0, 2.5], "numeric", "numeric"),
        (list(range(10)), "numeric", "nominal"),
        (list(range(11)), "numeric", "numeric"),
        ([True, False], "nominal", "nominal"),
        (["1", "2"], "nominal", "nominal"),
    ],
)
def test_kinds_are_guessed(cells: list[object], kind: str, as_target: str) -> None:
    """A few whole numbers as a target are classes (grades, 0 and 1), ten at most."""
    series = pd.Series(cells)
    assert (guess_kind(series), guess_target_kind(series)) == (kind, as_target)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["a", "b", "c", "d", "e"], True),
        (["a", "b", "c", "d", "d"], False),
        (["a", "b", "c", "d"], False),
        ([1.0, 2.0, 3.0, 4.0, 5.0], False),
    ],
)
def test_a_column_that_only_names_rows_is_noticed(cells: list[object], expected: bool) -> None:
    frame = pd.DataFrame({"x": cells, "y": ["u", "v", "u", "v", "u"][: len(cells)]})
    assert id_like(dt.Dataset.from_frame(frame, target="y").columns[0]) == expected


@pytest.mark.parametrize("target", [False, True])
def test_levels_go_by_the_text_of_the_cell(target: bool) -> None:
    """1, 1.0 and True are equal in Python, so one of them hid the others."""
    cells = pd.Series([1, "1", 1.0, True, 0, False, None], dtype=object)
    frame = pd.DataFrame({"x": cells, "y": cells if target else list("uvuvuvu")})
    data = dt.Dataset.from_frame(frame, target="y")
    column = data.target if target else data.columns[0]
    assert column.levels == ("0", "1", "False", "True")
    assert column.values.tolist() == [1, 1, 1, 3, 0, 2, -1][: len(data)]


def test_a_prediction_goes_by_the_text_of_the_cell() -> None:
    frame = pd.DataFrame({"x": pd.Series([True, "1", 1, "True"], dtype=object), "y": list("tfft")})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3"))
    asked = pd.DataFrame({"x": pd.Series([1.0, True, 1, "True"], dtype=object)})
    assert dt.predict(tree, asked).tolist() == list("ftft")


cells = st.one_of(
    st.integers(-2, 2), st.sampled_from(["1", "True", "x", 1.0, 0.5, None]), st.booleans()
)


@law
@given(st.lists(cells, min_size=1, max_size=8))
def test_a_cell_has_the_level_of_its_text_whatever_stands_beside_it(given: list[object]) -> None:
    column = column_of(pd.DataFrame({"x": pd.Series(given, dtype=object)}), "x", "nominal")
    levels = column.levels or ()
    told = [levels[code] if code >= 0 else None for code in column.values]
    assert told == [None if cell is None else level_name(cell) for cell in given]


@pytest.mark.parametrize("cell", [10**5000, "9" * 5000, -(10**5000)], ids=["int", "text", "minus"])
@pytest.mark.parametrize("column", ["x", "y"])
def test_a_number_of_thousands_of_digits_gets_a_sentence(cell: object, column: str) -> None:
    """Python writes and reads no whole number of more than 4,300 digits."""
    frame = pd.DataFrame({"x": list("abc"), "y": list("uvu")}, dtype=object)
    frame[column] = pd.Series([cell, "b", "c"], dtype=object)
    with pytest.raises(dt.DataError, match=rf"Column “{column}” .* thousands of digits"):
        dt.Dataset.from_frame(frame, target="y")


@pytest.mark.parametrize("role", ["input", "weight"])
def test_a_number_beyond_all_floats_gets_a_sentence(role: str) -> None:
    frame = pd.DataFrame({"x": pd.Series([10**400, 2, 3], dtype=object), "y": list("uvu"), "z": 1})
    with pytest.raises(dt.DataError, match=r"“x” .* beyond 1\.8e308"):
        dt.Dataset.from_frame(frame, target="y", kinds={"x": "numeric"}, roles={"x": role})


def test_a_prediction_refuses_what_a_table_refuses() -> None:
    frame = pd.DataFrame({"x": list("ab"), "y": list("uv")})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3"))
    with pytest.raises(dt.DataError, match="thousands of digits"):
        dt.predict(tree, pd.DataFrame({"x": pd.Series([10**5000], dtype=object)}))
