"""A data frame taken apart: which rows are kept, and which columns are inputs, of what kind.

Not done here: the sentences for frames that will not do (``dtcore.model.checks``), and how the
cells of a column are read (``dtcore.model.columns``).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from dtcore.model.checks import (
    check_complete,
    check_costs,
    check_names,
    check_rows,
    check_sums,
    check_target_alone,
    check_usable,
    column_name,
    logarithm,
    named,
    weights_of,
)
from dtcore.model.columns import (
    BoolArray,
    Column,
    FloatArray,
    IntArray,
    column_of,
    frozen,
    guess_kind,
    guess_target_kind,
)

Parts = tuple[tuple[Column, ...], Column, FloatArray, IntArray, dict[str, int]]
"""Inputs, target, weights (n_rows,), places in the frame (n_rows,), and rows left out by reason."""


def parts_of(
    frame: pd.DataFrame,
    target: Hashable,
    roles: Mapping[Any, str],
    kinds: Mapping[Any, str],
    weights: Hashable | None,
    log: bool,
    complete: bool,
    costs: Mapping[Any, float],
) -> Parts:
    """What a ``Dataset`` is made of; the arguments are those of ``Dataset.from_frame``."""
    frame, target = named(frame), column_name("target", target)
    roles, kinds, costs = _by_text(roles), _by_text(kinds), _by_text(costs)
    if weights is None:
        weights = next((name for name, role in roles.items() if role == "weight"), None)
    weights = None if weights is None else column_name("weights", weights)
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
    gappy = frame[names].isna().any(axis=1).to_numpy() & complete
    kept, left_out = _sifted(has_target, counts, gappy)
    check_complete(len(kept))
    part = frame if len(kept) == len(frame) else frame.iloc[kept]
    goal = column_of(part, target, kinds.get(target) or guess_target_kind(frame[target]))
    goal = logarithm(goal) if log else goal
    inputs = tuple(
        replace(
            column_of(part, name, kinds.get(name) or guess_kind(frame[name])),
            cost=float(costs.get(name, 1.0)),
        )
        for name in names
    )
    check_usable(inputs, goal, left_out)
    counted = frozen(weight_of_row[kept])
    check_sums(goal, counted, weights)
    return inputs, goal, counted, frozen(kept.astype(np.int64)), left_out


T = TypeVar("T")


def _by_text(said: Mapping[Any, T]) -> dict[str, T]:
    """What is said of columns, by the text of their names."""
    return {str(name): value for name, value in said.items()}


def _sifted(
    has_target: BoolArray, counts: BoolArray, gappy: BoolArray
) -> tuple[IntArray, dict[str, int]]:
    """The places of the rows that are kept, and how many are not, by the first reason."""
    left_out = {
        "no target": int((~has_target).sum()),
        "weight zero": int((has_target & ~counts).sum()),
        "missing cells": int((has_target & counts & gappy).sum()),
    }
    kept = np.flatnonzero(has_target & counts & ~gappy)
    return kept, {reason: count for reason, count in left_out.items() if count}
