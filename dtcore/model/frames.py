"""A data frame taken apart: which rows are kept, and which columns are inputs, of what kind.

A frame that will not do is refused with a sentence. Not done here: how the cells of a column are
read (``dtcore.model.columns``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import (
    BoolArray,
    Column,
    Field,
    FloatArray,
    IntArray,
    column_of,
    frozen,
    guess_kind,
    guess_target_kind,
    numbers_of,
)
from dtcore.words import Listed

if TYPE_CHECKING:
    import pandas as pd

LEAST: Final = 1e-150
MOST: Final = 1e150
"""Between these a number has a square, and a float can hold it."""


def with_text_names(frame: pd.DataFrame) -> pd.DataFrame:
    """``frame`` under the text of its column names. Raises DataError if two are the same."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise DataError(
            "A table is a data frame here, and this is of type {kind}. Write pd.read_csv(path) for "
            'a file, or pd.DataFrame(X).assign(y=y) for arrays X and y, with target="y".',
            kind=type(frame).__name__,
        )
    names = list(map(str, frame.columns))
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise DataError(
            "More than one column is called {columns}. Give each a name of its own.",
            columns=Listed(f"“{name}”" for name in twice),
        )
    return frame.set_axis(names, axis="columns")


def column_name(argument: str, given: Hashable) -> str:
    """The text of a name; ``argument`` is what it was given as."""
    try:
        hash(given)
    except TypeError:
        raise DataError(
            "“{argument}” takes the name of a column, not its values. Write "
            'X.assign({argument}=values) for the frame, and {argument}="{argument}".',
            argument=argument,
        ) from None
    return str(given)


def check_different(names: Sequence[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise DataError(
            "Two different things cannot both be called “{name}”. Choose another name.",
            name=twice[0],
        )


def logarithm(target: Column) -> Column:
    if not target.numeric or bool(np.any(target.values <= 0)):
        raise DataError(
            "The logarithm needs a target of positive numbers, and “{column}” is not. "
            "Switch the logarithm off.",
            column=target.name,
        )
    return Column(Field(f"log({target.name})"), frozen(np.log(target.values)))


def weights_of(frame: pd.DataFrame, name: str | None) -> FloatArray:
    """(n_rows,) the column ``name``, or 1 for each row if it is None."""
    if name is None:
        return np.ones(len(frame))
    weights = numbers_of(frame[name])
    if bool(np.any(~np.isfinite(weights) | (weights < 0))):
        raise DataError(
            "The weights in “{column}” must be numbers that are zero or more, none of them "
            "missing or infinite. Choose another column, or none.",
            column=name,
        )
    return weights


def check_names(frame: pd.DataFrame, target: str, others: list[str]) -> None:
    for name in [target, *others]:
        if name not in frame.columns:
            raise DataError("There is no column “{column}” in this table.", column=name)


def check_target_alone(target: str, weights: str | None, role: str) -> None:
    """``role`` is what the target was given besides."""
    if target == weights or role == "ignore":
        raise DataError(
            "“{column}” is the target; it cannot be ignored or be the weights too. Choose another "
            "column for that, or another target.",
            column=target,
        )


def check_costs(costs: Mapping[str, float]) -> None:
    for name, cost in costs.items():
        if not (np.isfinite(cost) and cost > 0):
            raise DataError(
                "The cost of “{column}” must be a number above zero. Choose another.", column=name
            )


def check_any(rows: int) -> None:
    if rows == 0:
        raise DataError("This table has no rows; a tree needs at least two. Choose another table.")
    if rows == 1:
        raise DataError(
            "This table has only one row; a tree needs at least two. Choose another table."
        )


def check_rows(has_target: BoolArray, counts: BoolArray, target: str, weights: str | None) -> None:
    """Say what it is that leaves fewer than two rows; ``counts``: those of a weight above 0."""
    check_any(len(has_target))
    _check_target_known(int(has_target.sum()), target)
    _check_weighted(int(counts.sum()), weights)
    if (has_target & counts).sum() < 2:
        raise DataError(
            "Fewer than two rows have both a value in the target “{column}” and a weight above 0; "
            "a tree needs at least two. Choose another target, or other weights.",
            column=target,
        )


def _check_target_known(rows: int, target: str) -> None:
    if rows == 0:
        raise DataError(
            "No row has a value in the target “{column}”; a tree needs at least two that have. "
            "Choose another target.",
            column=target,
        )
    if rows == 1:
        raise DataError(
            "Only one row has a value in the target “{column}”; a tree needs at least two. "
            "Choose another target.",
            column=target,
        )


def _check_weighted(rows: int, weights: str | None) -> None:
    if rows == 0:
        raise DataError(
            "No row has a weight above 0 in “{column}”; a tree needs at least two that have. "
            "Choose another column of weights, or none.",
            column=weights,
        )
    if rows == 1:
        raise DataError(
            "Only one row has a weight above 0 in “{column}”; a tree needs at least two. "
            "Choose another column of weights, or none.",
            column=weights,
        )


def check_complete(rows: int) -> None:
    if rows < 2:
        raise DataError(
            "Fewer than two rows have a value in every column; a tree needs at least two. Keep "
            "the rows with missing cells, or ignore the columns that have most of them."
        )


def check_usable(inputs: tuple[Column, ...], target: Column, left_out: Mapping[str, int]) -> None:
    if target.levels is not None and len(np.unique(target.values)) < 2:
        if left_out:
            raise DataError(
                "The rows that are left all have the same class in “{column}”; the others lack a "
                "value there, a weight above 0, or another cell. Keep more rows, or choose another "
                "target.",
                column=target.name,
            )
        raise DataError(
            "All rows have the same class in “{column}”, so there is nothing to tell apart. "
            "Choose another target.",
            column=target.name,
        )
    if not inputs:
        raise DataError("No column is left to split on. Give at least one the role “input”.")


def check_sums(target: Column, weights: FloatArray, name: str | None) -> None:
    """Raise DataError if floats cannot hold what is summed: weights, and the squares of a numeric
    target. ``name`` is that of the column of weights."""
    total = sum(weights.tolist())  # infinite without a warning
    if not (weights.min() >= LEAST and total <= MOST):
        raise DataError(
            "The weights in “{column}” must add up to at most 1e150, and those that are not 0 "
            "must be at least 1e-150. Multiply or divide the column by a power of ten.",
            column=name,
        )
    if not target.numeric:
        return
    low, high = float(target.values.min()), float(target.values.max())
    if max(-low, high) * max(total, 1.0) > MOST:
        raise DataError(
            "The numbers in “{column}” are too large for the sum of their squares. Divide the "
            "column by a power of ten.",
            column=target.name,
        )
    if 0 < (high - low) * min(total, 1.0) < LEAST:
        raise DataError(
            "The numbers in “{column}” differ by so little that the squares of the differences "
            "vanish. Multiply the column by a power of ten.",
            column=target.name,
        )


Parts = tuple[tuple[Column, ...], Column, FloatArray, IntArray, dict[str, int]]
"""Inputs, target, weights (n_rows,), places in the frame (n_rows,), and rows left out by reason."""


@dataclass(frozen=True)
class Choices:
    """What is to become of a frame; the fields are the arguments of ``Dataset.from_frame``."""

    target: Hashable
    roles: Mapping[Any, str]
    kinds: Mapping[Any, str]
    weights: Hashable | None
    log: bool
    complete: bool
    costs: Mapping[Any, float]
    columns: Callable[[str, str], Column] | None = None


def parts_of(frame: pd.DataFrame, choices: Choices) -> Parts:
    """What a ``Dataset`` is made of."""
    frame, target = with_text_names(frame), column_name("target", choices.target)
    roles, kinds, costs = _by_text(choices.roles), _by_text(choices.kinds), _by_text(choices.costs)
    by_role = next((name for name, role in roles.items() if role == "weight"), None)
    column = by_role if choices.weights is None else choices.weights
    weights = None if column is None else column_name("weights", column)
    check_names(frame, target, [*roles, *kinds, *costs, *([] if weights is None else [weights])])
    check_target_alone(target, weights, roles.get(target, "input"))
    check_costs(costs)
    names = [
        name
        for name in frame.columns
        if name not in (target, weights) and roles.get(name, "input") == "input"
    ]
    weight_of_row = weights_of(frame, weights)
    has_target, counts = frame[target].notna().to_numpy(), weight_of_row > 0
    check_rows(has_target, counts, target, weights)
    gappy = frame[names].isna().any(axis=1).to_numpy() & choices.complete
    kept, left_out = _sift(has_target, counts, gappy)
    check_complete(len(kept))
    whole = len(kept) == len(frame)
    part = frame if whole else frame.iloc[kept]
    made = (choices.columns if whole else None) or partial(column_of, part)
    goal = made(target, kinds.get(target) or guess_target_kind(frame[target]))
    goal = logarithm(goal) if choices.log else goal
    inputs = tuple(
        replace(
            made(name, kinds.get(name) or guess_kind(frame[name])),
            cost=float(costs.get(name, 1.0)),
        )
        for name in names
    )
    check_usable(inputs, goal, left_out)
    counted = frozen(weight_of_row[kept])
    check_sums(goal, counted, weights)
    return inputs, goal, counted, frozen(kept.astype(np.intp)), left_out


T = TypeVar("T")


def _by_text(given: Mapping[Any, T]) -> dict[str, T]:
    """What is given of columns, by the text of their names."""
    return {str(name): value for name, value in given.items()}


def _sift(
    has_target: BoolArray, counts: BoolArray, gappy: BoolArray
) -> tuple[IntArray, dict[str, int]]:
    """(m,) the places of the rows that are kept, and how many are not, by the first reason;
    arguments (n_rows,)."""
    left_out = {
        "no target": int((~has_target).sum()),
        "weight zero": int((has_target & ~counts).sum()),
        "missing cells": int((has_target & counts & gappy).sum()),
    }
    kept = np.flatnonzero(has_target & counts & ~gappy)
    return kept, {reason: count for reason, count in left_out.items() if count}
