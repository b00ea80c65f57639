"""What can be said of a table's columns before any tree is grown, and how each is spread: a few
bars split by the classes of the target. No Streamlit here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import Column, IntArray, guess_kind, guess_target_kind, id_like
from dtshow.tables.catalogue import Labels, in_words
from dtshow.tables.looks import column, column_in, once
from dtshow.tables.table_choice import TableChoice
from dttools.study import numbers_rows, rises

FEW_VALUES: Final = 4
MOST_LEVELS: Final = 40
NUMBER_BARS: Final = 12
"""Bars of a column of numbers."""
LEVEL_BARS: Final = 8
"""Bars of a column of levels; rarer ones share the last."""
SPLIT_CLASSES: Final = 6
"""Of a target with more, or of a number, the bars are not split."""


@dataclass(frozen=True)
class ColumnFacts:
    """One column of the raw table. ``levels`` and ``counts`` are the first few, in branch order.

    ``as_numbers``: its cells can be read as numbers; ``as_classes``: it is a column of few
    whole numbers, which a target may take as classes; ``rises``: by 1 from row to row, from 0 or 1;
    ``row_number``: it does nothing else, as far as its name says.
    """

    name: str
    kind: str
    present: int
    distinct: int
    missing: int
    levels: tuple[str, ...]
    counts: tuple[int, ...]
    low: float
    high: float
    as_numbers: bool
    as_classes: bool
    identifier: bool
    rises: bool
    row_number: bool

    @property
    def numeric(self) -> bool:
        return self.kind == "numeric"

    @property
    def empty(self) -> bool:
        return not self.present

    @property
    def constant(self) -> bool:
        return self.distinct == 1

    @property
    def all_different(self) -> bool:
        return self.distinct == self.present > 1

    @property
    def few_numbers(self) -> bool:
        """Numbers that may be codes."""
        few = 2 <= self.distinct <= FEW_VALUES
        return self.numeric and few and self.present >= 3 * self.distinct


@dataclass(frozen=True)
class RootGain:
    """The gain of an identifier at the root beside that of the best other column, and what is
    ``tied`` with that one."""

    before: float
    gain: float
    best: str | None
    best_gain: float
    tied: tuple[str, ...] = ()


def dataset_of(frame: pd.DataFrame, choice: TableChoice) -> dt.Dataset:
    """The table taken as chosen, under its own names. Raises DataError."""
    return dt.Dataset.from_frame(
        frame,
        target=choice.target,
        roles=choice.roles,
        kinds=choice.kinds,
        costs=choice.costs,
        log=choice.log,
        complete=choice.complete,
        columns=lambda name, kind: column(frame, name, kind),
    )


def under(names: Labels, frame: pd.DataFrame, made: dt.Dataset) -> dt.Dataset:
    """``made`` of the raw table ``frame``, with columns and values as ``names`` call them."""
    logs = {f"log({name})": f"log({names.columns[name]})" for name in frame.columns}
    columns = logs | {name: names.columns[name] for name in frame.columns} | dict(names.columns)
    return made.relabel(columns, {name: names.values[name] for name in frame.columns})


def displayed(frame: pd.DataFrame, names: Labels, made: dt.Dataset, log: bool) -> pd.DataFrame:
    """The rows of ``made``, which is ``under`` these names, as people read them: all columns, the
    target as its logarithm if that is predicted, and rows numbered from 1 on."""
    whole = len(made.origin) == len(frame)
    shown = frame if whole else frame.iloc[made.origin].reset_index(drop=True)
    shown = in_words(shown, names)
    if log:
        shown[made.target.name] = made.target.values
    return numbered(shown)


def numbered(rows: pd.DataFrame) -> pd.DataFrame:
    """Named as people count, from 1 on."""
    return rows.set_axis(pd.RangeIndex(1, len(rows) + 1))


def kind_of(frame: pd.DataFrame, name: str, choice: TableChoice) -> str:
    guessed = guess_target_kind if name == choice.target else guess_kind
    return choice.kinds.get(name) or guessed(frame[name])


@dataclass(frozen=True)
class Gaps:
    """``rows``: how many there are; ``gappy``: how many of them miss a cell of an input;
    ``cells``: the missing cells of each input that has some."""

    rows: int
    gappy: int
    cells: Mapping[str, int]


def gaps_of(frame: pd.DataFrame, choice: TableChoice, rows: IntArray | None) -> Gaps:
    """The missing cells in the rows at these places."""
    inputs = [name for name in map(str, frame.columns) if choice.role(name) == "input"]
    missing = (frame if rows is None else frame.iloc[rows])[inputs].isna()
    cells = {name: int(missing[name].sum()) for name in inputs}
    return Gaps(len(missing), int(missing.any(axis=1).sum()), {n: c for n, c in cells.items() if c})


def root_gain_of(frame: pd.DataFrame, choice: TableChoice, name: str) -> RootGain:
    """What the engine says of ``name`` at the root, one branch a value, of the rows that are used.

    Where rows with gaps are used, a column with gaps gains what C4.5 says: the gain of the rows
    that have a value, times their share. Raises DataError.
    """
    roles = {column: role for column, role in choice.roles.items() if column != name}
    dataset = dataset_of(frame, replace(choice, roles=roles))
    measure = dt.Variance() if dataset.target.numeric else dt.Entropy()
    recipe = replace(
        dt.recipe("c45_textbook"),
        impurity=measure,
        selection=dt.Gain(),
        missing=dt.recipe("c45").missing,
    )
    timeline = dt.start(dataset, recipe)
    weighed = dt.weigh(timeline.problem, timeline.state, ())
    gains = {
        column.name: candidate.scores.get("gain", 0.0)
        for column, candidate in zip(dataset.columns, weighed.candidates, strict=True)
    }
    honest = {c.name: gains[c.name] for c in dataset.columns if c.name != name and not id_like(c)}
    best = max(honest, key=lambda column: honest[column], default=None)
    most = honest[best] if best is not None else 0.0
    tied = tuple(c for c, gain in honest.items() if c != best and math.isclose(gain, most))
    before = float(measure.of(timeline.state.tree.stats)[0])
    return RootGain(before, gains[name], best, most, tied)


def facts_of(
    frame: pd.DataFrame, name: str, kind: str, rows: IntArray | None = None
) -> ColumnFacts:
    """Facts of a column over all rows of the table, or over those at ``rows`` (m,)."""
    if rows is not None:
        return _facts(frame, name, kind, rows)
    return once(frame, ("facts", name, kind), lambda: _facts(frame, name, kind, None))


def _facts(frame: pd.DataFrame, name: str, kind: str, rows: IntArray | None) -> ColumnFacts:
    series = frame[name]
    one = column_in(frame, name, kind, rows)
    levels, counts = _levels(one)
    numbers = one.distinct if one.numeric else np.array([])
    return ColumnFacts(
        name=name,
        kind="numeric" if one.numeric else "nominal",
        present=len(one.values) - one.missing,
        distinct=len(one.distinct),
        missing=one.missing,
        levels=levels,
        counts=counts,
        low=float(numbers[0]) if len(numbers) else float("nan"),
        high=float(numbers[-1]) if len(numbers) else float("nan"),
        as_numbers=one.numeric or _are_numbers(one.levels or ()),
        as_classes=guess_kind(series) == "numeric" and guess_target_kind(series) == "nominal",
        identifier=len(one.distinct) > 0 and id_like(one),
        rises=one.numeric and rises(series),
        row_number=one.numeric and numbers_rows(series),
    )


def _levels(column: Column) -> tuple[tuple[str, ...], tuple[int, ...]]:
    if column.levels is None:
        return (), ()
    counts = np.bincount(column.values[column.values >= 0], minlength=len(column.levels))
    return column.levels[:MOST_LEVELS], tuple(map(int, counts[:MOST_LEVELS]))


def _are_numbers(levels: Sequence[str]) -> bool:
    """Words come after numbers, so most columns are judged by their last level."""
    return _numbers(levels[-1:]) and _numbers(levels)


def _numbers(levels: Sequence[str]) -> bool:
    values = pd.to_numeric(pd.Series(levels, dtype=object), errors="coerce").to_numpy(float)
    return bool(len(levels)) and bool(np.isfinite(values).all())


ClassBars = tuple[tuple[int, ...], ...]
"""For each bar, the rows of each class; one number a bar if it is not split."""


def bars_of(
    frame: pd.DataFrame,
    facts: Sequence[ColumnFacts],
    choice: TableChoice,
    rows: IntArray | None = None,
) -> tuple[ClassBars, ...]:
    """The bars of each column, over all rows of the table or those at ``rows`` (m,)."""
    target = column_in(frame, choice.target, kind_of(frame, choice.target, choice), rows)
    split = 0 < len(target.levels or ()) <= SPLIT_CLASSES
    known = np.asarray(target.values >= 0) if target.levels else np.isfinite(target.values)
    classes = np.where(known & split, target.values, 0).astype(int)
    columns = (column_in(frame, column.name, column.kind, rows) for column in facts)
    return tuple(_bars(column, classes, known) for column in columns)


def _bars(column: Column, classes: np.ndarray, known: np.ndarray) -> ClassBars:
    places, bars = _places(column)
    there = known & (places >= 0)
    wide = int(classes.max(initial=0)) + 1
    counts = np.bincount(places[there] * wide + classes[there], minlength=bars * wide)
    return tuple(tuple(map(int, bar)) for bar in counts.reshape(bars, wide))


def _places(column: Column) -> tuple[np.ndarray, int]:
    """The bar of each row, -1 where the cell is missing, and how many bars there are."""
    values = column.values
    if column.levels is not None:
        return np.minimum(values, LEVEL_BARS - 1), max(1, min(LEVEL_BARS, len(column.levels)))
    distinct, there = column.distinct, np.isfinite(values)
    if len(distinct) <= NUMBER_BARS:
        places, bars = np.searchsorted(distinct, values), max(1, len(distinct))
    else:
        edges = np.linspace(distinct[0], distinct[-1], NUMBER_BARS + 1)[1:-1]
        places, bars = np.searchsorted(edges, values, side="right"), NUMBER_BARS
    return np.where(there, places, -1), bars
