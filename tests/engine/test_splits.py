"""Splits send rows to branch numbers. No tree is needed to see that they do."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.columns import MISSING, UNKNOWN, Column, Field
from dtcore.model.splits import NOWHERE, Condition, Split, describe, number
from tests.strategies import law

SIZE = Field("size", ("small", "middle", "large", "huge"))
LENGTH = Field("length")
ROWS = np.arange(6)
DATA = dt.Dataset(
    (
        Column(SIZE, np.array([0, 1, 2, 3, MISSING, UNKNOWN])),
        Column(LENGTH, np.array([1.0, 2.0, 2.5, 3.0, np.nan, -np.inf])),
    ),
    Column(Field("y", ("no", "yes")), np.array([0, 1, 0, 1, 0, 1])),
    np.ones(6),
    ROWS,
)


@pytest.mark.parametrize(
    ("split", "branches"),
    [
        (dt.Threshold(1, 2.0), [0, 0, 1, 1, NOWHERE, 0]),
        (dt.Threshold(1, 1.9), [0, 1, 1, 1, NOWHERE, 0]),
        (dt.Multiway(0), [0, 1, 2, 3, NOWHERE, NOWHERE]),
        (dt.Subset(0, (0, 2), (1, 3)), [0, 1, 0, 1, NOWHERE, NOWHERE]),
        (dt.Subset(0, (0,), (2,)), [0, NOWHERE, 1, NOWHERE, NOWHERE, NOWHERE]),
    ],
)
def test_each_row_goes_to_its_branch(split: Split, branches: list[int]) -> None:
    """A missing cell, an unknown level and a level of neither group go nowhere."""
    assert split.branch(DATA, ROWS).tolist() == branches
    assert split.branch(DATA, ROWS[::-2]).tolist() == branches[::-2]
    assert split.branch(DATA, ROWS[:0]).tolist() == []


@pytest.mark.parametrize(
    ("split", "arity"),
    [(dt.Threshold(1, 2.0), 2), (dt.Multiway(0), 4), (dt.Subset(0, (0,), (1,)), 2)],
)
def test_how_many_branches(split: Split, arity: int) -> None:
    assert split.arity(DATA.schema) == arity


@pytest.mark.parametrize(
    ("split", "conditions"),
    [
        (dt.Threshold(1, 2.0), ["length ≤ 2", "length > 2"]),
        (dt.Subset(0, (0,), (1, 3)), ["size = small", "size ∈ {middle, huge}"]),
        (dt.Multiway(0), ["size = small", "size = middle", "size = large", "size = huge"]),
    ],
)
def test_what_holds_on_each_branch(split: Split, conditions: list[str]) -> None:
    branches = range(split.arity(DATA.schema))
    assert [str(split.condition(DATA.schema, branch)) for branch in branches] == conditions


def test_a_condition_has_its_parts() -> None:
    """So that a page can translate the names and keep the sign."""
    assert dt.Threshold(1, 0.1 + 0.2).condition(DATA.schema, 1) == Condition(
        "length", ">", ("≈0.3",)
    )
    both = dt.Subset(0, (0, 2), (1, 3)).condition(DATA.schema, 0)
    assert (both.operator, both.values) == ("∈", ("small", "large"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"),
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (117.5, "117.5"),
        (float(np.float32(2.45)), "2.45"),
        (2.0**24 + 1, "16777217"),
        (123456789.5, "123456789.5"),
        (1e15, "1e+15"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


@law
@given(st.floats(-1e12, 1e12))
def test_a_short_number_is_the_number_but_for_noise(value: float) -> None:
    """The noise of single precision at most: a 16-millionth part, and never 0.00001."""
    assert abs(float(number(value)) - value) <= min(6e-8 * abs(value), 1e-5)


@pytest.mark.parametrize(
    ("split", "words"),
    [
        (dt.Threshold(1, 2.0), "length ≤ 2"),
        (dt.Subset(0, (0,), (1, 3)), "size: small | middle, huge"),
        (dt.Multiway(0), "size"),
    ],
)
def test_a_split_in_a_few_words(split: Split, words: str) -> None:
    assert describe(split, DATA.schema) == words


def test_a_row_between_two_splits_of_one_column() -> None:
    """≤ takes the cut itself, as R, rpart and scikit-learn do; Quinlan's > leaves it out."""
    frame = pd.DataFrame({"x": [4.0, 4.5, 5.0], "y": list("uvu")})
    data = dt.Dataset.from_frame(frame, target="y")
    assert dt.Threshold(0, 4.5).branch(data, np.arange(3)).tolist() == [0, 0, 1]
