"""Counting rows by node and code by sorting them: for columns of many values.

The node, the code and the class of a row make one whole number; where these are sorted, rows of
the same node and code lie together, and what is summed up to a place is at that place. Numbers
and weights, which are no small part of a key, are fetched by the place of their row, which is
the last part then. Nothing is carried from level to level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.kernel.counting import starts_of
from dtcore.model.codes import SMALL, Codes
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.runs import RunTable, Summands

PIECE: Final = 1 << 17
"""So many rows are worked on in one go."""

EIGHT_ONES: Final = np.uint64(0x0101_0101_0101_0101)


def sorted_tables(codes: Codes, level: Summands, columns: IntArray) -> Iterator[RunTable]:
    """The runs of ``columns`` (b,): some nodes at a time, and of large nodes a column."""
    for piece, _ in pieces(level):
        rows = piece.level.rows
        width = max(1, SMALL // len(rows))
        for first in range(0, len(columns), width):
            some = columns[first : first + width]
            yield piece.sorted(codes, some, codes.at(rows, some.tolist()))


def pieces(level: Summands) -> Iterator[tuple[Piece, slice]]:
    """Nodes of about ``PIECE`` rows together, and the places of these rows."""
    ends, first = level.sizes.cumsum(), 0
    while first < len(ends):
        start = int(ends[first] - level.sizes[first])
        last = max(first + 1, int(ends.searchsorted(start + PIECE, side="right")))
        nodes, places = slice(first, last), slice(start, int(ends[last - 1]))
        yield Piece(_part(level, nodes, places), first), places
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
class Piece:
    """The rows of some nodes, the first of which is ``first`` in its level.

    ``memory`` is for those who score them, ``bases`` for what the keys of rows have in common.
    """

    level: Summands
    first: int
    memory: dict[Any, NDArray[Any]] = field(default_factory=dict)
    bases: dict[int, NDArray[Any]] = field(default_factory=dict)
    places: dict[int, tuple[IntArray, IntArray]] = field(default_factory=dict)

    def sorted(self, codes: Codes, columns: IntArray, cells: NDArray[Any]) -> RunTable:
        """The runs of ``columns`` (b,) with codes ``cells`` (b, m), sorted."""
        level, size, bits = self.level, int(codes.sizes[columns].max()), last_bits(self.level)
        base = self._base(size)
        keys = np.left_shift(cells, base.dtype.type(bits), dtype=base.dtype)
        keys += base
        keys.sort(axis=1)
        end_of, kind = (1 << bits) - 1, keys.dtype.type
        new = np.ones(cells.shape, bool)
        np.greater(keys[:, 1:] ^ keys[:, :-1], kind(end_of), out=new[:, :-1])
        flat = keys.ravel()
        # what a smaller type cuts off is no part of the class, and small ones sort quickly
        small = np.uint8 if bits <= 8 else np.uint16
        rest: NDArray[Any] = flat.astype(small if level.by_class and bits <= 16 else np.intp)
        rest &= rest.dtype.type(end_of)

        def code(places: IntArray) -> IntArray:
            return np.asarray((flat.take(places) >> kind(bits)).astype(np.intp) % size)

        return self.table(self.cells(codes, columns), rest, None if new.all() else new, code)

    def cells(self, codes: Codes, columns: IntArray) -> IntArray:
        """(c,) the cells of ``columns`` (b,), by column, then by node."""
        node = np.arange(self.first, self.first + len(self.level.sizes))
        return (node * len(codes.columns) + columns[:, None]).ravel()

    def table(
        self,
        cell: IntArray,
        rest: NDArray[Any],
        new: BoolArray | None,
        code: Callable[[IntArray], IntArray],
    ) -> RunTable:
        """The runs of ``cell`` (c,), whose rows have class or place ``rest`` (b·m,). ``new``
        (b, m): whether another code comes next, None if it is so everywhere; ``code``: those at
        some of the b·m places."""
        level = self.level
        begins, every = self._begins(len(rest))
        last = None if new is None else new.ravel().nonzero()[0]
        rows = weight = every if last is None else last + 1
        if level.by_class:
            sums, more = _of_classes(level, rest, rows, last)
        else:
            added = self.added.take(rest, axis=0, mode="clip")
            cells = added.T if level.classes else added.T[:-1]
            running = [
                np.cumsum(one) if last is None else np.cumsum(one).take(last) for one in cells
            ]
            if level.weights is not None:
                weight = running.pop(0)
            sums = running[0][None] if len(running) == 1 else np.stack(running)
            more = None if level.classes else _sums_of(added[:, -1], rows)
        return RunTable(
            cell,
            begins if new is None else starts_of(new.ravel(), begins[:-1]),
            rows,
            weight,
            sums,
            lambda runs: code(rows.take(runs) - 1),
            self.memory,
            rest if level.by_class and level.classes > 2 else None,
            more,
        )

    @cached_property
    def added(self) -> IntArray:
        """(m, q) what each row adds: its weight, if it has one, and that of its class, or its
        distance and its square."""
        level = self.level
        added = [] if level.weights is None else [level.weights]
        if level.squares is not None:
            added += [level.target, level.squares]
        elif level.weights is not None:
            labels = [1] if level.classes == 2 else range(level.classes)
            added += [np.where(level.target == label, level.weights, 0) for label in labels]
        return np.stack(added, axis=1)

    def _begins(self, many: int) -> tuple[IntArray, IntArray]:
        """(c + 1,) the places among ``many`` at which nodes begin, and the end; and 1 to
        ``many``."""
        m = len(self.level.rows)
        if many not in self.places:
            self.memory.setdefault("rows", np.arange(1, m + 1))
            ends = self.level.sizes.cumsum() + np.arange(0, many, m)[:, None]
            every = self.memory["rows"] if many == m else np.arange(1, many + 1)
            self.places[many] = np.append(0, ends), every
        return self.places[many]

    def _base(self, size: int) -> NDArray[Any]:
        """(m,) the keys of the rows, had all the code 0."""
        level, bits = self.level, last_bits(self.level)
        if size not in self.bases:
            narrow = (len(level.sizes) * size) << bits <= 1 << 32  # which sort in half the time
            self.bases[size] = _keys(level, size, np.uint32 if narrow else np.uint64)
        return self.bases[size]


def last_bits(level: Summands) -> int:
    """How many bits the last part of a key has."""
    last = level.classes if level.by_class else len(level.rows)
    return (last - 1).bit_length()


def _keys(level: Summands, size: int, kind: Any) -> NDArray[Any]:
    """(m,) node and class, or node and place, with room for codes below ``size``."""
    base = level.node.astype(kind) * kind(size << last_bits(level))
    base += (level.target if level.by_class else np.arange(len(base))).astype(kind)
    return np.asarray(base)


More = Callable[[IntArray], NDArray[Any]]


def _of_classes(
    level: Summands, label: NDArray[Any], rows: IntArray, last: IntArray | None
) -> tuple[NDArray[Any], More | None]:
    """The sums of rows with ``label`` (b·m,) that weigh 1, and what counts more: of two classes
    the running counts, of others nothing is counted but at some runs."""
    if level.classes == 2:
        ones = cumulative_ones(label)
        return (ones if last is None else ones.take(last))[None], None
    classes = level.classes

    def more(runs: IntArray) -> NDArray[Any]:
        until, at = np.unique(rows.take(runs), return_inverse=True)
        part = np.arange(len(until)).repeat(np.diff(until, prepend=0))
        part *= classes
        part += label[: len(part)]
        counts = np.bincount(part, minlength=len(until) * classes).reshape(-1, classes)
        return np.cumsum(counts, axis=0).take(at, axis=0).T

    return np.empty((0, len(rows)), np.intp), more


def _sums_of(values: IntArray, rows: IntArray) -> More:
    """What sums ``values`` (b·m,) up to and with some runs."""

    def more(runs: IntArray) -> NDArray[Any]:
        until, at = np.unique(rows.take(runs), return_inverse=True)
        begin = np.append(0, until)
        parts = np.add.reduceat(values[: begin[-1]], begin[:-1])
        return parts.cumsum()[None].take(at, axis=1)

    return more


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
