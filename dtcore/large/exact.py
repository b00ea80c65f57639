"""The cut of a column that is counted in groups, found exactly between two of them.

A cut between groups i and i + 1 is the best of those that are counted. One query over the table
itself counts each value of these two groups at the node; then the same scoring finds the best cut
among them. Not done here: values of other groups, where a cut inside may score higher still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dtcore.errors import DataError, MoveError
from dtcore.growth.counted import CountedColumn, CountedTable, NodePath
from dtcore.large.queries import Queries
from dtcore.large.source import ibis
from dtcore.model.columns import FloatArray, frozen
from dtcore.model.node_id import NodeId
from dtcore.model.splits import Split, Threshold
from dtcore.stepping.evidence import Candidate, weigh
from dtcore.stepping.problem import Problem, State, rows_at


@dataclass(frozen=True, eq=False)
class ExactCut:
    """The best cut among all values from ``low`` to ``high``, scored as a candidate."""

    candidate: Candidate
    low: float
    high: float


def exact_cut(problem: Problem, state: State, node: NodeId, column: int) -> ExactCut:
    """By one query: where a column is best cut at ``node``, around the best of its counted cuts.

    Raises DataError if the table is not one that is counted, MoveError if there is no cut.
    """
    table = problem.dataset
    if not isinstance(table, CountedTable) or not isinstance(table.counter, Queries):
        raise DataError("Every value of this table is counted, so its cuts are exact.")
    split = weigh(problem, state, node).candidates[column].split
    if not isinstance(split, Threshold):
        raise MoveError("This column has no cut here. Choose another one.")
    here = rows_at(problem, state, node)
    assert isinstance(here, NodePath)
    low, high = table.beside(split)
    refined = _refined(table, table.counter, here, column, (low, high))
    within = replace(problem, dataset=refined)
    return ExactCut(weigh(within, state, node).candidates[column], low, high)


def _refined(
    table: CountedTable, queries: Queries, node: NodePath, column: int, ends: tuple[float, float]
) -> CountedTable:
    """The table with each value between ``ends`` counted apart at ``node``."""
    values, cells = _counted(table, queries, node, column, ends)
    low, high = table.low[column], table.high[column]
    first, last = int(np.searchsorted(high, ends[0])), int(np.searchsorted(low, ends[1], "right"))
    (tally,) = table.tallied([node])
    _check_same(tally[column][first:last], cells, bool(table.schema.classes))

    def with_values(of_groups: FloatArray, of_values: FloatArray) -> FloatArray:
        return frozen(np.concatenate([of_groups[:first], of_values, of_groups[last:]]))

    lows, highs = with_values(low, values), with_values(high, values)
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
    table: CountedTable, queries: Queries, node: NodePath, column: int, ends: tuple[float, float]
) -> tuple[FloatArray, FloatArray]:
    """Values (v,) of a column between ``ends`` at a node, and what was counted of each (v, ...)."""
    source, target = queries.source, table.target.name
    for split, branch in node.path:
        source = source.filter(_condition(table, queries, source, split, branch))
    name = table.columns[column].name
    source = source.filter(source[name].between(*map(_number, ends)))
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
        cut = _number(split.cut)
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
