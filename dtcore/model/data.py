"""A table as the engine sees it: columns, a target, weights, and the rows at a node.

Everything is read-only, so a dataset can be shared between threads and sessions. Not done
here: reading files (``dtcore.reading``), and any repair of missing cells; rows without a
target, and rows of weight zero, are left out and counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.model.columns import (
    Column,
    Field,
    FloatArray,
    IntArray,
    Schema,
    column_of,
    frozen,
    guess_kind,
    guess_target_kind,
)
from dtcore.model.presort import Presorted


@dataclass(frozen=True, eq=False)
class Bag:
    """The rows at a node: ``rows`` (m,) int64 into the dataset, ``weights`` (m,) float64."""

    rows: IntArray
    weights: FloatArray

    def take(self, places: IntArray | NDArray[np.bool_]) -> Bag:
        return Bag(self.rows[places], self.weights[places])


@dataclass(frozen=True, eq=False)
class Dataset:
    """Input columns, a target, and a weight for each row.

    ``origin`` (n_rows,) gives each row's place in the frame it came from; ``left_out`` says
    how many rows of the frame are not here, by reason ("no target", "weight zero",
    "missing cells").
    Two datasets are equal if their ``digest`` is.
    """

    columns: tuple[Column, ...]
    target: Column
    weights: FloatArray
    origin: IntArray
    left_out: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        *,
        target: str,
        roles: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
        weights: str | None = None,
        log: bool = False,
        complete: bool = False,
    ) -> Dataset:
        """Take ``target`` and the other columns of ``frame`` as inputs.

        ``roles``: column -> "input" | "ignore" | "weight"; ``kinds``: column -> "nominal" |
        "numeric", where the guess (``guess_kind``) is not wanted; ``log``: the natural
        logarithm of a positive numeric target; ``complete``: leave out rows with missing
        cells. Level order is that of an ordered categorical, else natural order. Raises
        DataError if this cannot make a table to grow a tree on.
        """
        roles, kinds = dict(roles or {}), dict(kinds or {})
        if weights is None:
            weights = next((c for c, role in roles.items() if role == "weight"), None)
        _check_names(frame, target, [*roles, *kinds, *([weights] if weights else [])])
        weight_of_row = _weights(frame, weights)
        has_target = frame[target].notna().to_numpy()
        names = [
            name
            for name in map(str, frame.columns)
            if name not in (target, weights) and roles.get(name, "input") == "input"
        ]
        counts = weight_of_row > 0
        gappy = frame[names].isna().any(axis=1).to_numpy() & complete
        kept = np.flatnonzero(has_target & counts & ~gappy)
        left_out = {
            "no target": int((~has_target).sum()),
            "weight zero": int((has_target & ~counts).sum()),
            "missing cells": int((has_target & counts & gappy).sum()),
        }
        part = frame.iloc[kept]
        goal = column_of(part, target, kinds.get(target) or guess_target_kind(frame[target]))
        goal = _log(goal) if log else goal
        inputs = tuple(
            column_of(part, name, kinds.get(name) or guess_kind(frame[name])) for name in names
        )
        _check_usable(inputs, goal)
        return cls(
            inputs,
            goal,
            frozen(weight_of_row[kept]),
            frozen(kept.astype(np.int64)),
            {reason: count for reason, count in left_out.items() if count},
        )

    def __len__(self) -> int:
        return len(self.target.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def schema(self) -> Schema:
        centre = 0.0
        if self.target.numeric:
            values = self.target.values
            centre = float(values[0] + np.average(values - values[0], weights=self.weights))
        return Schema(tuple(c.field for c in self.columns), self.target.field, centre)

    @cached_property
    def digest(self) -> str:
        """A name for the content: equal content, equal digest, in any process."""
        sha = hashlib.sha256()
        for column in (*self.columns, self.target):
            sha.update(repr((column.name, column.levels)).encode())
            sha.update(np.ascontiguousarray(column.values).tobytes())
        sha.update(self.weights.tobytes())
        return sha.hexdigest()[:16]

    @cached_property
    def presorted(self) -> Presorted:
        """The numeric columns, sorted once for all that grows on them."""
        return Presorted.of(self.columns, len(self))

    @cached_property
    def n_levels(self) -> IntArray:
        """(c,) how many levels each column has, 0 for numeric ones."""
        return np.array([len(column.levels or ()) for column in self.columns], np.int64)

    @cached_property
    def weight(self) -> float:
        """The weight of all rows."""
        return float(self.weights.sum())

    @cached_property
    def weighted(self) -> bool:
        """Whether some row counts for more or less than one."""
        return bool((self.weights != 1.0).any())

    @cached_property
    def all_rows(self) -> Bag:
        """The bag of the root."""
        return Bag(frozen(np.arange(len(self), dtype=np.int64)), self.weights)

    def part(self, rows: IntArray) -> Dataset:
        """The table of ``rows`` (m,) alone; levels and classes stay as they are."""
        columns = (replace(c, values=frozen(c.values[rows])) for c in (*self.columns, self.target))
        *inputs, target = columns
        weights, origin = frozen(self.weights[rows]), frozen(self.origin[rows])
        return Dataset(tuple(inputs), target, weights, origin)

    def relabel(
        self, columns: Mapping[str, str], values: Mapping[str, Mapping[str, str]]
    ) -> Dataset:
        """The same table under other names; level order, and so every tree, stays as it is.

        Raises DataError if two columns, or two levels of a column, would get the same name.
        """

        def renamed(column: Column) -> Column:
            new = values.get(column.name, {})
            levels = column.levels and tuple(new.get(level, level) for level in column.levels)
            name = columns.get(column.name, column.name)
            _check_different(levels or ())
            return replace(column, field=Field(name, levels))

        inputs, target = tuple(map(renamed, self.columns)), renamed(self.target)
        _check_different([column.name for column in (*inputs, target)])
        return replace(self, columns=inputs, target=target)


def _check_different(names: Sequence[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise DataError(
            "Two different things cannot both be called “{name}”. Choose another name.",
            name=twice[0],
        )


def _log(target: Column) -> Column:
    if not target.numeric or bool(np.any(target.values <= 0)):
        raise DataError(
            "The logarithm needs a target of positive numbers, and “{column}” is not. "
            "Switch the logarithm off.",
            column=target.name,
        )
    return Column(Field(f"log({target.name})"), frozen(np.log(target.values)))


def _weights(frame: pd.DataFrame, name: str | None) -> FloatArray:
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


def _check_names(frame: pd.DataFrame, target: str, others: list[str]) -> None:
    for name in [target, *others]:
        if name not in frame.columns:
            raise DataError("There is no column “{column}” in this table.", column=name)


def _check_usable(inputs: tuple[Column, ...], target: Column) -> None:
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
