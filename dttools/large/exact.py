"""The cut of a column that is counted in groups, found exactly.

Cuts between groups are counted already. Inside a group a cut may score higher; which groups may
hold such a cut is known from their counts (``dttools.large.bounds``). One query over the table
itself counts each value of those at the node, and the same scoring finds the best of all cuts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Final

import numpy as np

from dtcore.errors import DataError, MoveError
from dtcore.model.columns import BoolArray, FloatArray, frozen, to_single
from dtcore.model.cut import of_raw
from dtcore.model.nodes import NodeId
from dtcore.model.splits import Split, Threshold
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import Candidate, weigh
from dtcore.stepping.problem import Problem, State, rows_at
from dttools.large.bounds import may_hold
from dttools.large.counted import CountedColumn, CountedTable, NodePath
from dttools.large.queries import Queries, ranges
from dttools.large.source import ibis

MOST_ROWS: Final = 3_000_000
"""In the groups whose values are counted: there may be as many values."""


@dataclass(frozen=True, eq=False)
class CutRange:
    """The exact cut lies from ``low`` to ``high``: the best counted cut, or one inside one of the
    marked ``groups``, which hold ``rows``."""

    low: float
    high: float
    groups: BoolArray
    rows: float

    @property
    def known(self) -> bool:
        """Whether no group can hold a better cut, so that the counted one is the exact one."""
        return not self.groups.any()


def exact_cut(problem: Problem, state: State, node: NodeId, column: int) -> Candidate:
    """By one query: the best of all cuts of a column at ``node``.

    Raises DataError if the table is not one that is counted, or too many rows would have to be
    looked at, and MoveError if there is no cut.
    """
    table = problem.dataset
    if not isinstance(table, CountedTable) or not isinstance(table.counter, Queries):
        raise DataError("Every value of this table is counted, so its cuts are exact.")
    candidate = weigh(problem, state, node).candidates[column]
    if not isinstance(candidate.split, Threshold):
        raise MoveError("This column has no cut here. Choose another one.")
    within = range_of(problem, state, node, candidate)
    if within.known:
        return candidate
    if within.rows > MOST_ROWS:
        raise DataError(
            "The exact cut may lie anywhere among {rows} rows, too many to count each of their "
            "values. Try again further down the tree, where there are fewer.",
            rows=f"{within.rows:,.0f}",
        )
    here = rows_at(problem, state, node)
    assert isinstance(here, NodePath)
    refined = _refined(table, table.counter, here, column, within.groups)
    return weigh(replace(problem, dataset=refined), state, node).candidates[column]


def range_of(problem: Problem, state: State, node: NodeId, candidate: Candidate) -> CutRange:
    """Where the exact cut of a candidate lies. ``candidate`` is one of ``node`` whose column is
    counted in groups and cut at a threshold."""
    table, split, recipe = problem.dataset, candidate.split, problem.recipe
    assert isinstance(table, CountedTable)
    assert isinstance(split, Threshold)
    here = rows_at(problem, state, node)
    assert isinstance(here, NodePath)
    cells = table.tallied([here])[0][split.column]
    before = float(recipe.impurity.of(here.stats))
    origin = None if table.schema.classes else table.mean_at(here)
    too_few = candidate.verdict == Verdict.TOO_FEW_ROWS  # so it has no score to be beaten
    best = 0.0 if too_few else candidate.scores[recipe.selection.cuts_by]
    wide = table.low[split.column] < table.high[split.column]
    groups = may_hold(recipe, cells, origin, best, before) & wide
    ends = table.high[split.column], table.low[split.column]
    low, high = _next_to(split.cut, *ends)
    if groups.any():
        low = min(low, float(table.low[split.column][groups].min()))
        high = max(high, float(table.high[split.column][groups].max()))
    counted = cells[groups] if origin is None else cells[groups, :1]
    return CutRange(low, high, groups, float(counted.sum()))


def _next_to(cut: float, highs: FloatArray, lows: FloatArray) -> tuple[float, float]:
    """The last value of a group below a cut, and the first of one above."""
    return float(highs[highs <= cut].max()), float(lows[lows > cut].min())


def _refined(
    table: CountedTable, queries: Queries, node: NodePath, column: int, groups: BoolArray
) -> CountedTable:
    """The table with each value of ``groups`` counted apart at ``node``."""
    values, cells = _counted(table, queries, node, column, groups)
    (tally,) = table.tallied([node])
    _check_same(tally[column][groups], cells, bool(table.schema.classes))
    values = to_single(values) if table.columns[column].field.single else values
    order = np.argsort(np.concatenate([table.low[column][~groups], values]))

    def with_values(of_groups: FloatArray, of_values: FloatArray) -> FloatArray:
        return frozen(np.concatenate([of_groups[~groups], of_values])[order])

    lows, highs = (with_values(ends[column], values) for ends in (table.low, table.high))
    columns = list(table.columns)
    columns[column] = CountedColumn(columns[column].field, np.union1d(lows, highs))
    result = replace(
        table,
        columns=tuple(columns),
        low=(*table.low[:column], lows, *table.low[column + 1 :]),
        high=(*table.high[:column], highs, *table.high[column + 1 :]),
    )
    return result.told(
        node, (*tally[:column], with_values(tally[column], cells), *tally[column + 1 :])
    )


def _check_same(of_groups: FloatArray, of_values: FloatArray, classes: bool) -> None:
    """That the table still holds the rows that were coded."""
    parts = slice(None) if classes else 0  # of a numeric target, the number of rows
    if not np.array_equal(of_groups[..., parts].sum(axis=0), of_values[..., parts].sum(axis=0)):
        raise DataError("The table has changed since it was opened. Open it again.")


def _counted(
    table: CountedTable, queries: Queries, node: NodePath, column: int, groups: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Values (v,) of a column in ``groups`` at a node, and what was counted of each (v, ...)."""
    source, target = queries.source, table.target.name
    for split, branch in node.path:
        source = source.filter(_condition(table, queries, source, split, branch))
    name = table.columns[column].name
    as_given = table.given or table  # a recipe may have rounded the ends of groups
    assert isinstance(as_given, CountedTable)
    low, high = (ends[column] for ends in (as_given.low, as_given.high))
    within = [
        source[name].between(_number(float(low[first])), _number(float(high[last])))
        for first, last in ranges(groups)
    ]
    source = source.filter(reduce(lambda a, b: a | b, within))
    by = [source[name].cast("float64").name("value")]
    if table.schema.classes:
        found = source.group_by([*by, source[target].name("y")]).agg(n=source.count())
        answer = found.to_pyarrow()
        values, place = np.unique(answer.column("value").to_numpy(), return_inverse=True)
        code = {raw: code for code, raw in enumerate(_raw(queries, target))}
        cells = np.zeros((len(values), len(table.schema.classes)))
        labels = [code[raw] for raw in answer.column("y").to_pylist()]
        cells[place, labels] = answer.column("n").to_numpy()
        return values, cells
    source = source.mutate(d=source[target].cast("float64") - _number(table.mean_at(node)))
    sums = {"n": source.count(), "s": source.d.sum(), "q": (source.d * source.d).sum()}
    sums |= {"low": source[target].min(), "high": source[target].max()}
    answer = source.group_by([source[name].cast("float64").name("value")]).agg(**sums)
    answer = answer.order_by("value").to_pyarrow()
    parts = [answer.column(part).to_numpy().astype(float) for part in sums]
    return answer.column("value").to_numpy(), np.stack(parts, axis=1)


def _condition(
    table: CountedTable, queries: Queries, source: Any, split: Split, branch: int
) -> Any:
    """What is true of the rows of a branch, of the table itself."""
    cells = source[table.columns[split.column].name]
    if isinstance(split, Threshold):
        single = table.columns[split.column].field.single
        cut = _number(of_raw(split.cut) if single else split.cut)
        return cells <= cut if branch == 0 else cells > cut
    raw = _raw(queries, table.columns[split.column].name)
    return cells.isin([raw[code] for code in np.flatnonzero(table.sides(split) == branch).tolist()])


def _number(value: float) -> Any:
    """As it is. Written with a point it would be a decimal to DuckDB, which may read it as the
    number next to it: the value at the end of a group would not be counted."""
    return ibis().literal(repr(float(value))).cast("float64")


def _raw(queries: Queries, column: str) -> Sequence[Any]:
    """The values of a nominal column by code. Raises DataError if they cannot be asked for."""
    raw = queries.raw[column]
    if not raw:
        raise DataError(
            "“{column}” holds values that are neither words nor numbers, so rows cannot be asked "
            "for by them. Turn them into words in the file.",
            column=column,
        )
    return raw
