"""The counts of nodes as one query over a coded copy.

Where the engine has GROUPING SETS, each row is read once for all columns::

    SELECT node, c0, c1, y, count(*) ... GROUP BY GROUPING SETS ((node, c0, y), (node, c1, y))

and one column of the answer is not NULL in each line: the one that was counted. Elsewhere each
column is a GROUP BY of its own, and all are joined by UNION ALL. Not done here: no score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from threading import Lock
from typing import Any, Final

import numpy as np

from dtcore.model.columns import BoolArray
from dttools.large.counted import Tally, ToCount
from dttools.large.source import while_counting

GROUPING_SETS: Final = frozenset({"duckdb", "pyspark"})
NAME: Final = "coded"


@dataclass(frozen=True, eq=False)
class Queries:
    """The counter of a coded copy; ``n_codes`` (c,) by column, ``classes`` 0 for a number.

    ``source`` is the table that was coded, an expression of Ibis, and ``raw`` the values of its
    nominal columns by code. One query runs at a time.
    """

    connection: Any
    coded: Any
    n_codes: tuple[int, ...]
    classes: int
    source: Any
    raw: Mapping[str, Sequence[Any]]
    lock: Any

    @classmethod
    def of(
        cls,
        connection: Any,
        path: Path,
        n_codes: Sequence[int],
        classes: int,
        source: Any,
        raw: Mapping[str, Sequence[Any]],
    ) -> Queries:
        if connection.name == "duckdb":
            connection.raw_sql("SET preserve_insertion_order = false")
            # with the file's pages kept, a step over 1e8 rows takes 800 MB in place of 300
            connection.raw_sql("SET enable_external_file_cache = false")
        coded = connection.read_parquet(str(path), table_name=NAME)
        return cls(connection, coded, tuple(n_codes), classes, source, raw, Lock())

    def count(self, nodes: Sequence[ToCount]) -> list[Tally]:
        """What lies at each of ``nodes``, in one pass."""
        with self.lock, while_counting():
            if self.connection.name in GROUPING_SETS:
                answer = self.connection.sql(self._sql(nodes)).to_pyarrow()
            else:
                answer = self._union(nodes).to_pyarrow()
        return self._tallies(answer, len(nodes))

    def _sql(self, nodes: Sequence[ToCount]) -> str:
        names = [f"c{i}" for i in range(len(self.n_codes))]
        by = ["node", *(["y"] if self.classes else [])]
        sets = ", ".join(f"({', '.join([name, *by])})" for name in names)
        cases = " ".join(f"WHEN {_where(node)} THEN {i}" for i, node in enumerate(nodes))
        several = len(nodes) > 1
        node = f"CASE {cases} END" if several else "0"
        kept = "node IS NOT NULL" if several else "true"
        inside = f"SELECT *, {node} AS node FROM {NAME}"
        inside += "" if several else f" WHERE {_where(nodes[0])}"
        counted = "count(*) AS n"
        if not self.classes:
            origins = " ".join(
                f"WHEN {i} THEN CAST('{n.origin!r}' AS DOUBLE)" for i, n in enumerate(nodes)
            )
            inside = f"SELECT *, y - CASE node {origins} END AS d FROM ({inside})"
            counted += ", sum(d) AS s, sum(d * d) AS q, min(y) AS low, max(y) AS high"
        chosen = ", ".join([*by, *names, counted])
        return f"SELECT {chosen} FROM ({inside}) WHERE {kept} GROUP BY GROUPING SETS ({sets})"

    def _union(self, nodes: Sequence[ToCount]) -> Any:
        """The same, a GROUP BY for each node and column."""
        import ibis

        parts = []
        for number, node in enumerate(nodes):
            here = self.coded.filter(*self._conditions(node)) if node.codes else self.coded
            if not self.classes:
                here = here.mutate(d=here.y - node.origin)
            for column in range(len(self.n_codes)):
                by = [here[f"c{column}"].cast("int64").name("code")]
                by += [here.y.cast("int64").name("y")] if self.classes else []
                found = here.group_by(by).agg(**self._sums(here))
                parts.append(
                    found.mutate(
                        node=ibis.literal(number, "int64"), column=ibis.literal(column, "int64")
                    )
                )
        return ibis.union(*parts) if len(parts) > 1 else parts[0]

    def _sums(self, here: Any) -> dict[str, Any]:
        if self.classes:
            return {"n": here.count()}
        sums = {"n": here.count(), "s": here.d.sum(), "q": (here.d * here.d).sum()}
        return {**sums, "low": here.y.min(), "high": here.y.max()}

    def _conditions(self, node: ToCount) -> list[Any]:
        return [
            reduce(lambda a, b: a | b, (self._between(i, *r) for r in ranges(codes)))
            for i, codes in node.codes.items()
        ]

    def _between(self, column: int, first: int, last: int) -> Any:
        return self.coded[f"c{column}"].between(first, last)

    def _tallies(self, answer: Any, nodes: int) -> list[Tally]:
        columns = {name: answer.column(name).to_numpy() for name in answer.column_names}
        result = [self._empty() for _ in range(nodes)]
        for column in range(len(self.n_codes)):
            if "code" in columns:
                here, codes = columns["column"] == column, columns["code"]
            else:
                cells = answer.column(f"c{column}")
                here = cells.is_valid().to_numpy()
                codes = cells.fill_null(0).to_numpy()
            lines = np.flatnonzero(here)
            code, node = codes[lines].astype(np.intp), columns["node"][lines].astype(np.intp)
            for number in range(nodes):
                at = lines[node == number]
                cells = result[number][column]
                if self.classes:
                    cells[code[node == number], columns["y"][at].astype(np.intp)] = columns["n"][at]
                else:
                    parts = [columns[name][at] for name in ("n", "s", "q", "low", "high")]
                    cells[code[node == number]] = np.stack(parts, axis=1)
        return result

    def _empty(self) -> Tally:
        if self.classes:
            return tuple(np.zeros((n, self.classes)) for n in self.n_codes)
        return tuple(np.tile([0.0, 0.0, 0.0, np.inf, -np.inf], (n, 1)) for n in self.n_codes)


def _where(node: ToCount) -> str:
    """What is true of the rows at a node, in SQL."""
    parts = []
    for column, codes in node.codes.items():
        runs = (f"c{column} BETWEEN {first} AND {last}" for first, last in ranges(codes))
        parts.append(f"({' OR '.join(runs) or 'false'})")
    return " AND ".join(parts) or "true"


def ranges(codes: BoolArray) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of codes that are marked."""
    steps = np.flatnonzero(np.diff(np.concatenate([[0], codes.astype(np.int8), [0]])))
    yield from zip(steps[::2].tolist(), (steps[1::2] - 1).tolist(), strict=True)
