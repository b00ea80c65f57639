"""What a frame must be to make a table to grow a tree on, said in sentences where it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from dtcore.errors import DataError
from dtcore.model.columns import Column, Field, FloatArray, frozen


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
    if name is None:
        return np.ones(len(frame))
    weights = pd.to_numeric(frame[name], errors="coerce").to_numpy(np.float64)
    if bool(np.any(~np.isfinite(weights) | (weights < 0))):
        raise DataError(
            "The weights in “{column}” must be numbers that are zero or more. "
            "Choose another column, or none.",
            column=name,
        )
    return weights


def check_names(frame: pd.DataFrame, target: str, others: list[str]) -> None:
    for name in [target, *others]:
        if name not in frame.columns:
            raise DataError("There is no column “{column}” in this table.", column=name)


def check_costs(costs: Mapping[str, float]) -> None:
    for name, cost in costs.items():
        if not (np.isfinite(cost) and cost > 0):
            raise DataError(
                "The cost of “{column}” must be a number above zero. Choose another.", column=name
            )


def check_usable(inputs: tuple[Column, ...], target: Column) -> None:
    if len(target.values) < 2:
        raise DataError(
            "Only {rows} row has a value in the target “{column}”; a tree needs at least two. "
            "Choose another target.",
            rows=len(target.values),
            column=target.name,
        )
    if target.levels is not None and len(np.unique(target.values)) < 2:
        raise DataError(
            "All rows have the same class in “{column}”, so there is nothing to tell apart. "
            "Choose another target.",
            column=target.name,
        )
    if not inputs:
        raise DataError("No column is left to split on. Give at least one the role “input”.")
