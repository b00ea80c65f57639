"""Rank codes: each cell as the number of its value among the sorted values of its column.

All that growing does with numbers and words alike is done with these codes; the values come back
only where a cut is named. A table is coded once, and its parts take their codes from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore.model.columns import BoolArray, Column, FloatArray, IntArray, frozen
from dtcore.progress import ShareProgress, unheard

SMALL: Final = 1 << 16
"""Cells that are worked on in one go; of larger tables, a column at a time."""

PACK: Final = 1 << 8
"""So many combinations of codes are counted at once: one byte names them."""

SPAN: Final = 1 << 16
"""Whole numbers no further apart than this are looked up in a table, not sorted."""


@dataclass(frozen=True, eq=False)
class ColumnCodes:
    """``codes`` (n,) of a small unsigned type, from 0 to ``size`` - 1.

    ``values`` (V,) sorted, where code i stands for ``values[i]``; None for levels, whose codes
    stay as they are. ``missing`` is the code of missing cells, the last one; None without any.
    """

    codes: NDArray[Any]
    values: FloatArray | None
    size: int
    missing: int | None = None

    @cached_property
    def closest(self) -> float:
        """How far apart the two nearest of ``values`` are; infinite if there are no two."""
        with np.errstate(over="ignore"):
            apart = np.diff(self.values) if self.values is not None else np.zeros(0)
        return float(apart.min(initial=np.inf))


@dataclass(frozen=True, eq=False)
class Pack:
    """Columns of very few values as one column of all their combinations, ``size`` in all.

    ``codes`` (n,) uint8: the codes of ``columns`` as digits of a number, the first one leading.
    """

    columns: tuple[int, ...]
    codes: NDArray[np.uint8]
    size: int


@dataclass(frozen=True, eq=False)
class Codes:
    """The codes of each column of a table of ``n_rows``. ``near_by_gap``: what
    ``near`` has found."""

    columns: tuple[ColumnCodes, ...]
    n_rows: int
    near_by_gap: dict[float, tuple[BoolArray, IntArray]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, columns: Sequence[Column], n_rows: int, progress: ShareProgress = unheard) -> Codes:
        """Code ``columns``; ``progress`` hears what share is done, and may raise."""
        coded: dict[int, ColumnCodes] = {}
        numeric = [place for place, column in enumerate(columns) if column.numeric]
        if n_rows * len(numeric) <= SMALL and numeric:
            ranked = _ranked(np.stack([columns[place].values for place in numeric]))
            coded = dict(zip(numeric, ranked, strict=True))
        for place, column in enumerate(columns):
            progress(place / len(columns))
            if not column.numeric:
                coded[place] = _of_levels(column)
            elif place not in coded:
                whole = _of_whole_numbers(column.values)
                coded[place] = whole or _ranked(column.values[None])[0]
        return cls(tuple(coded[place] for place in range(len(columns))), n_rows)

    def part(self, rows: IntArray) -> Codes:
        """The codes of ``rows`` (m,) alone; what they stand for stays, be it absent."""
        columns = (replace(c, codes=frozen(c.codes[rows])) for c in self.columns)
        return Codes(tuple(columns), len(rows))

    @cached_property
    def sizes(self) -> IntArray:
        """(d,) how many codes each column has."""
        return np.array([column.size for column in self.columns], np.intp)

    @cached_property
    def missing(self) -> IntArray:
        """(d,) the code of missing cells of each column, -1 where there are none."""
        return np.array([-1 if c.missing is None else c.missing for c in self.columns], np.intp)

    @cached_property
    def closest(self) -> FloatArray:
        """(d,) the least distance of two numbers of each column."""
        return np.array([column.closest for column in self.columns])

    def numbers(self, columns: IntArray, codes: IntArray) -> FloatArray:
        """(w,) what ``codes`` (w,) of columns of numbers stand for."""
        if self.joint is not None:
            values, first = self._numbers
            return values.take(first.take(columns) + codes)
        numbers = np.empty(len(codes))
        for j in np.flatnonzero(np.bincount(columns, minlength=len(self.columns))).tolist():
            mine = np.flatnonzero(columns == j)
            numbers[mine] = np.asarray(self.columns[j].values).take(codes[mine])
        return numbers

    def near(self, columns: IntArray, codes: IntArray, min_gap: float) -> BoolArray:
        """(w,) whether the number after that of each of ``codes`` (w,) is no more than ``min_gap``
        above it: of numbers that are further apart none can be nearer at a node."""
        if min_gap not in self.near_by_gap:
            each = [c.values if c.values is not None else np.zeros(0) for c in self.columns]
            with np.errstate(over="ignore"):
                parts = [np.append(np.diff(one) <= min_gap, [False, False]) for one in each]
            sizes = np.array([len(part) for part in parts], np.intp)
            self.near_by_gap[min_gap] = np.concatenate(parts), np.cumsum(sizes) - sizes
        flags, first = self.near_by_gap[min_gap]
        return np.asarray(flags.take(first.take(columns) + codes))

    @cached_property
    def _numbers(self) -> tuple[FloatArray, IntArray]:
        """The numbers of all columns of a small table, and (d,) where each begins."""
        each = [np.zeros(0) if c.values is None else c.values for c in self.columns]
        sizes = np.array([len(values) for values in each], np.intp)
        return np.concatenate([np.zeros(0), *each]), np.cumsum(sizes) - sizes

    def each(self, columns: IntArray, rows: IntArray) -> IntArray:
        """(m,) the code of each of ``rows`` (m,) in the column of ``columns`` (m,)."""
        if self.joint is not None:
            return self.joint.ravel().take(columns * self.n_rows + rows).astype(np.intp)
        codes = np.empty(len(rows), np.intp)
        for j in np.flatnonzero(np.bincount(columns, minlength=len(self.columns))).tolist():
            mine = np.flatnonzero(columns == j)
            codes[mine] = self.columns[j].codes.take(rows.take(mine))
        return codes

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """Neighbouring columns that have at most ``PACK`` combinations of codes, two or more."""
        packs: list[Pack] = []
        members: list[int] = []
        combinations = 1
        for j, size in enumerate([*self.sizes.tolist(), PACK + 1]):
            if combinations * size > PACK:
                if len(members) > 1:
                    packs.append(self._pack(members, combinations))
                members, combinations = [], 1
            if size <= PACK:
                members.append(j)
                combinations *= size
        return tuple(packs)

    def _pack(self, members: list[int], combinations: int) -> Pack:
        codes = np.zeros(self.n_rows, np.uint8)
        for j in members:
            codes *= np.uint8(self.columns[j].size)  # below 256, as there is another column
            codes += self.columns[j].codes.astype(np.uint8)
        return Pack(tuple(members), frozen(codes), combinations)

    @cached_property
    def joint(self) -> NDArray[Any] | None:
        """(d, n_rows) the codes of a small table, to be looked up at once."""
        if not self.columns or self.n_rows * len(self.columns) > SMALL:
            return None
        return frozen(np.stack([column.codes for column in self.columns]))

    def at(self, rows: IntArray, columns: Sequence[int]) -> NDArray[Any]:
        """(b, m) the codes of ``columns`` (b,) at ``rows`` (m,)."""
        if self.joint is None or len(columns) < len(self.columns):
            cells = [self.columns[j].codes.take(rows, mode="clip") for j in columns]
            return cells[0][None] if len(cells) == 1 else np.stack(cells)
        return self.joint.take(rows, axis=1, mode="clip")


def unsigned(codes: NDArray[Any], size: int) -> NDArray[Any]:
    """``codes`` below ``size`` as the smallest type that will do, read-only."""
    wide = np.uint8 if size <= 1 << 8 else np.uint16 if size <= 1 << 16 else np.uint32
    return frozen(codes.astype(wide, copy=False))


def _of_levels(column: Column) -> ColumnCodes:
    """Codes of levels; a column without any is missing everywhere."""
    known = len(column.levels or ())
    if not column.missing:
        return ColumnCodes(unsigned(column.values, known), None, max(known, 1))
    codes = np.where(column.values < 0, known, column.values)
    return ColumnCodes(unsigned(codes, known + 1), None, known + 1, known)


def _of_whole_numbers(values: FloatArray) -> ColumnCodes | None:
    """The codes of whole numbers that are not far apart; None if ``values`` (n,) are none."""
    if not len(values):
        return None
    low, high = values.min(), values.max()
    if not (low > -(2.0**31) and high < 2.0**31 and high - low < SPAN):  # nor if one is missing
        return None
    numbers = values.astype(np.int32)
    if not (numbers == values).all():
        return None
    numbers -= np.int32(low)
    present = np.bincount(numbers) > 0
    rank = unsigned(np.cumsum(present) - 1, len(present))
    distinct = np.flatnonzero(present) + low
    codes = unsigned(rank.take(numbers, mode="clip"), len(distinct))
    return ColumnCodes(codes, frozen(distinct), len(distinct))


def _ranked(cells: FloatArray) -> list[ColumnCodes]:
    """The codes of columns ``cells`` (b, n), by sorting them."""
    missing: NDArray[np.bool_] = np.logical_or.reduce(np.isnan(cells), axis=1)
    plain = cells.size <= SMALL or bool(missing.any())
    order = np.argsort(cells, axis=1) if plain else _by_value(cells)  # missing cells come last
    order += np.arange(0, cells.size, cells.shape[1] or 1)[:, None]
    cells = cells.ravel().take(order)
    new = np.ones(cells.shape, bool)
    np.not_equal(cells[:, 1:], cells[:, :-1], out=new[:, 1:])
    for j in np.flatnonzero(missing):  # which differ from themselves
        new[j, np.searchsorted(cells[j], np.nan) + 1 :] = False
    rank = new.cumsum(axis=1, dtype=np.uint32)
    rank -= np.uint32(1)
    codes = np.empty_like(rank)
    codes.ravel()[order] = rank
    sizes = np.add.reduce(new, axis=1)
    codes, values = unsigned(codes, int(sizes.max(initial=1))), frozen(cells[new] + 0.0)
    ends = zip(codes, sizes.tolist(), sizes.cumsum().tolist(), missing.tolist(), strict=True)
    return [
        # -0.0 is 0.0 here, and the last value of a column with gaps is none
        ColumnCodes(one, values[end - size : end - gap], max(size, 1), size - 1 if gap else None)
        for one, size, end, gap in ends
    ]


def _by_value(cells: FloatArray) -> IntArray:
    """(b, n) where the numbers of each column are, by rising value; none is missing.

    Sorting numbers is faster than sorting where they are: so the last bits of each say where it
    is, and those that differ in their last bits alone are sorted again.
    """
    low = (1 << (cells.shape[1] - 1).bit_length()) - 1
    bits = cells.view(np.int64)
    keys = bits >> 63  # bits rise as numbers do, those of negative ones after a turn
    keys &= np.int64(2**63 - 1)
    keys ^= bits
    keys &= ~low
    keys |= np.arange(cells.shape[1])
    keys.sort(axis=1)
    order: IntArray = (keys & low).astype(np.intp)
    for key, places, column in zip(keys & ~low, order, cells, strict=True):
        same = key[1:] == key[:-1]
        if same.any():
            again = np.append(same, False)
            again[1:] |= same
            some = places[again]
            places[again] = some[np.argsort(column[some])]
    return order
