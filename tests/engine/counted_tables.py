"""A table in memory as if it were only counted: the counter of the laws, by numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import dtcore as dt
from dtcore.model.columns import frozen
from dttools.large.counted import CountedColumn, CountedTable, Tally, ToCount


@dataclass(frozen=True, eq=False)
class Counting:
    """Counts rows of codes; ``passes`` notes how many nodes each pass has counted."""

    codes: tuple[np.ndarray, ...]
    n_codes: tuple[int, ...]
    target: np.ndarray
    classes: int
    passes: list[int]

    def count(self, nodes: Sequence[ToCount]) -> list[Tally]:
        self.passes.append(len(nodes))
        return [self._node(node) for node in nodes]

    def _node(self, node: ToCount) -> Tally:
        here = np.ones(len(self.target), bool)
        for column, codes in node.codes.items():
            here &= codes[self.codes[column]]
        target = self.target[here]
        return tuple(
            self._column(codes[here], n, target, node.origin)
            for codes, n in zip(self.codes, self.n_codes, strict=True)
        )

    def _column(self, codes: np.ndarray, n: int, target: np.ndarray, origin: float) -> np.ndarray:
        if self.classes:
            cell = codes * self.classes + target
            return np.bincount(cell, minlength=n * self.classes).reshape(n, -1).astype(float)
        d, low, high = target - origin, np.full(n, np.inf), np.full(n, -np.inf)
        np.minimum.at(low, codes, target)
        np.maximum.at(high, codes, target)
        sums = (np.bincount(codes, power, n) for power in (np.ones(len(d)), d, d * d))
        return np.stack([*sums, low, high], axis=1)


def counted(data: dt.Dataset, groups: int = 10**9) -> CountedTable:
    """``data`` to be counted, its numbers in at most so many groups of neighbours."""
    low, high, codes = [], [], []
    for column in data.columns:
        ends = column.distinct if column.numeric else np.zeros(0)
        starts = np.unique(np.linspace(0, len(ends), min(groups, len(ends)) + 1).astype(int))[:-1]
        low.append(ends[starts])
        high.append(ends[np.append(starts[1:], len(ends)) - 1] if len(ends) else ends)
        place = np.searchsorted(high[-1], column.values) if column.numeric else column.values
        codes.append(place)
    target, classes = data.target, len(data.schema.classes)
    n_codes = [len(ends) or len(c.levels or ()) for c, ends in zip(data.columns, high, strict=True)]
    counting = Counting(tuple(codes), tuple(n_codes), target.values, classes, [])
    columns = tuple(
        CountedColumn(c.field, np.union1d(a, b) if c.numeric else np.arange(len(c.levels)), c.cost)
        for c, a, b in zip(data.columns, low, high, strict=True)
    )
    ends = [target.values.min(), target.values.max()]
    return CountedTable(
        columns,
        CountedColumn(target.field, range(classes) if classes else ends),
        frozen(np.zeros(0)),
        frozen(np.zeros(0, np.int64)),
        low=tuple(low),
        high=tuple(high),
        n_rows=len(data),
        whole=dt.grow(data, STUMP[bool(classes)]).stats[0],
        name=data.digest,
        counter=counting,
    )


STUMP = {True: dt.recipe("cart").limited(0), False: dt.recipe("regression").limited(0)}
