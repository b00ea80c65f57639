"""Counting rows by node and code by sorting them: for columns of many values.

The node, the code and the class of a row make one whole number; where these are sorted, rows of
the same node and code lie together, and what is summed up to a place is at that place. Numbers
and weights, which are no small part of a key, are fetched by the place of their row, which is
the last part then. Nothing is carried from level to level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.kernel.counting import starts_of
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import IntArray
from dtcore.model.runs import MANY, RunTable, Summands

EIGHT_ONES: Final = np.uint64(0x0101_0101_0101_0101)


def sorted_tables(codes: Codes, level: Summands, columns: IntArray) -> Iterator[RunTable]:
    """The runs of ``columns`` (b,): some nodes at a time, and of large nodes a column."""
    for nodes, places in _pieces(level.sizes):
        part = _part(level, nodes, places)
        node = np.arange(nodes.start, nodes.stop)
        width = max(1, SMALL // len(part.rows))
        piece = _Piece(part, {"rows": np.arange(1, len(part.rows) + 1)})
        for first in range(0, len(columns), width):
            some = columns[first : first + width]
            cell = (node * len(codes.columns) + some[:, None]).ravel()
            cells = codes.at(part.rows, some.tolist())
            yield piece.table(cells, int(codes.sizes[some].max()), cell)


def _pieces(sizes: IntArray) -> Iterator[tuple[slice, slice]]:
    """Nodes of about ``SMALL`` rows together, and the places of these rows."""
    ends, first = sizes.cumsum(), 0
    while first < len(ends):
        start = int(ends[first] - sizes[first])
        last = max(first + 1, int(ends.searchsorted(start + SMALL, side="right")))
        yield slice(first, last), slice(start, int(ends[last - 1]))
        first = last


def _part(level: Summands, nodes: slice, places: slice) -> Summands:
    """Some nodes of a level, numbered from 0."""
    if nodes == slice(0, len(level.sizes)):
        return level
    weights = None if level.weights is None else level.weights[places]
    return Summands(
        level.rows[places],
        level.node[places] - nodes.start,
        level.sizes[nodes],
        level.target[places],
        None if level.squares is None else level.squares[places],
        weights,
        level.classes,
    )


@dataclass(frozen=True, eq=False)
class _Piece:
    """The rows of some nodes, whose columns are sorted, some at a time.

    ``memory`` is for those who score them, ``bases`` for what the keys of rows have in common.
    """

    level: Summands
    memory: dict[Any, NDArray[Any]]
    bases: dict[int, NDArray[Any]] = field(default_factory=dict)

    @property
    def by_class(self) -> bool:
        """Whether the last part of a key is the class of the row, not its place."""
        return bool(self.level.classes) and self.level.weights is None

    @property
    def bits(self) -> int:
        """How many bits the last part of a key has."""
        last = self.level.classes if self.by_class else len(self.level.rows)
        return (last - 1).bit_length()

    def table(self, cells: NDArray[Any], size: int, cell: IntArray) -> RunTable:
        """The runs of codes ``cells`` (b, m), all below ``size``."""
        level, bits = self.level, self.bits
        base = self._base(size)
        keys = np.left_shift(cells, base.dtype.type(bits), dtype=base.dtype)
        keys += base
        keys.sort(axis=1)
        end_of, kind = (1 << bits) - 1, keys.dtype.type
        new = np.ones(cells.shape, bool)
        np.greater(keys[:, 1:] ^ keys[:, :-1], kind(end_of), out=new[:, :-1])
        flat, ends = keys.ravel(), new.ravel()
        # what a byte cuts off is no part of the class
        rest: NDArray[Any] = flat.astype(np.uint8 if self.by_class and bits <= 8 else np.intp)
        rest &= rest.dtype.type(end_of)
        begins, many = self._begins(cells.shape), self.by_class and level.classes > MANY
        last: IntArray | None = None if ends.all() else ends.nonzero()[0]
        rows = np.arange(1, len(flat) + 1) if last is None else last + 1
        return RunTable(
            cell,
            begins if last is None else starts_of(ends, begins[:-1]),
            rows,
            rows if level.weights is None else _running(level.weights, rest, last),
            np.empty((0, len(rows)), np.intp) if many else _sums(level, rest, rows, last),
            lambda runs: (flat.take(rows.take(runs) - 1) >> kind(bits)).astype(np.intp) % size,
            self.memory,
            rest if many else None,
        )

    def _base(self, size: int) -> NDArray[Any]:
        """(m,) the keys of the rows, had all the code 0."""
        level, bits = self.level, self.bits
        if size not in self.bases:
            narrow = (len(level.sizes) * size) << bits <= 1 << 32  # which sort in half the time
            kind: Any = np.uint32 if narrow else np.uint64
            base = level.node.astype(kind) * kind(size << bits)
            base += (level.target if self.by_class else np.arange(len(base))).astype(kind)
            self.bases[size] = base
        return self.bases[size]

    def _begins(self, shape: tuple[int, ...]) -> IntArray:
        """(c + 1,) the places in the flattened cells (b, m) at which nodes begin, and the end."""
        sizes, (width, m) = self.level.sizes, shape
        begins = np.zeros(width * len(sizes) + 1, np.intp)
        np.add(
            sizes.cumsum(), np.arange(0, width * m, m)[:, None], out=begins[1:].reshape(width, -1)
        )
        return begins


def _sums(
    level: Summands, rest: NDArray[Any], rows: IntArray, last: IntArray | None
) -> NDArray[Any]:
    """(q, r) running sums of runs that end at ``last`` (r,), or with every row if None; ``rest``
    the class of each row or its place, ``rows`` (r,) up to each run."""
    if not level.classes:
        both = [_running(np.asarray(one), rest, last) for one in (level.target, level.squares)]
        return np.stack(both)
    if level.weights is not None:
        labels = [1] if level.classes == 2 else range(level.classes)
        of_class = (np.where(level.target == label, level.weights, 0) for label in labels)
        return np.stack([_running(one, rest, last) for one in of_class])
    if level.classes == 2:
        ones = cumulative_ones(rest)
        return (ones if last is None else ones.take(last))[None]
    return _class_counts(rest, rows, level.classes)


def _running(values: NDArray[Any], place: IntArray, last: IntArray | None) -> NDArray[Any]:
    """(r,) running sums of ``values`` in the order of ``place``, up to each ``last`` (r,)."""
    sums = values.take(place)
    np.cumsum(sums, out=sums)
    return sums if last is None else sums.take(last)


def _class_counts(label: NDArray[Any], rows: IntArray, k: int) -> IntArray:
    """(k, r) the rows of each class up to and with each run; ``rows`` (r,) in all classes."""
    run = np.repeat(np.arange(len(rows)), np.diff(rows, prepend=0))
    run += label.astype(np.intp) * len(rows)
    counts = np.bincount(run, minlength=k * len(rows)).reshape(k, len(rows))
    return np.cumsum(counts, axis=1, out=counts)


def cumulative_ones(cells: NDArray[np.uint8]) -> NDArray[np.int32]:
    """(m,) running counts of ``cells`` (m,) that hold 0 or 1.

    One product sums eight cells at a time: each byte of ``word * 0x0101...01`` is the sum of
    the bytes of ``word`` up to it.
    """
    padded = np.zeros(-(-cells.size // 8) * 8, np.uint8)
    padded[: cells.size] = cells
    sums = (padded.view("<u8") * EIGHT_ONES).view(np.uint8)
    words = sums[7::8].astype(np.int32)
    words[1:] = words[:-1].cumsum()
    words[0] = 0
    every = words.repeat(8)
    every += sums
    return every[: cells.size]
