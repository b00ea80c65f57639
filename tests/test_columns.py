"""Columns of a frame: their kind, how a cell is called as a level, and the order of levels."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.columns import (
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
