"""A table as the engine sees it: columns, a target, weights, and the rows at a node.

What ``Dataset.from_frame`` makes is read-only, so it can be shared between threads and sessions.
Not done here: reading files (``dttools.files``), taking a frame apart (``dtcore.model.frames``),
and any repair of missing cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from html import escape
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dtcore.errors import DataError
from dtcore.model.codes import Codes
from dtcore.model.columns import (
    BoolArray,
    Column,
    FloatArray,
    IntArray,
    LeafRule,
    Schema,
    frozen,
)
from dtcore.model.frames import Choices, check_different, parts_of
from dtcore.progress import ShareProgress, unheard

if TYPE_CHECKING:
    import pandas as pd


def digest_of(parts: Iterable[bytes | NDArray[Any]]) -> str:
    """128 bits as 32 hexadecimal digits of arrays (...) or bytes. Each part comes with its
    length, so that no two sequences of parts run together into the same."""
    total = blake2b(digest_size=16)
    for part in parts:
        content = part if isinstance(part, bytes) else part.tobytes()
        total.update(len(content).to_bytes(8, "big"))
        total.update(content)
    return total.hexdigest()


@dataclass(frozen=True, eq=False)
class NodeRows:
    """The rows at a node: ``rows`` (m,) intp into the dataset, ``weights`` (m,) float64.

    A row of which only a fraction is here has that part of its weight.
    """

    rows: IntArray
    weights: FloatArray

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, NodeRows)
            and np.array_equal(self.rows, other.rows)
            and np.array_equal(self.weights, other.weights)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def weight(self) -> float:
        return float(self.weights.sum())

    def take(self, places: IntArray | BoolArray) -> NodeRows:
        return NodeRows(self.rows[places], self.weights[places])


class AtNode(Protocol):
    """The rows at a node, or what is true of them where they are elsewhere."""

    @property
    def size(self) -> int:
        """How many rows there are."""

    @property
    def weight(self) -> float: ...


PATIENCE: Final = 0.2
"""Seconds between two reports of progress while another thread sorts."""


@dataclass(eq=False)
class Sorting:
    """The codes of a table, None where nobody has asked for them.

    Threads may share it: one of them sorts, the others wait for it in ``line``.
    """

    codes: Codes | None = None
    line: RLock = field(default_factory=RLock, init=False, repr=False)

    def __reduce__(self) -> tuple[type[Sorting], tuple[()]]:
        """A copy, in another process too, sorts for itself: a lock cannot be copied."""
        return Sorting, ()


@dataclass(frozen=True, eq=False)
class Dataset:
    """Input columns, a target, and a weight for each row.

    ``origin`` (n_rows,) gives each row's place in the frame it came from; ``left_out`` says
    how many rows of the frame are not here, by reason ("no target", "weight zero",
    "missing cells"). A recipe may have made it of another table, ``given``, by cutting numbers
    into intervals, by rounding them or by letting classes count for more; ``leaf_rule`` says what
    leaves predict then. Two datasets are equal if their ``digest`` is.
    """

    columns: tuple[Column, ...]
    target: Column
    weights: FloatArray
    origin: IntArray
    left_out: Mapping[str, int] = field(default_factory=dict)
    leaf_rule: LeafRule = LeafRule()
    given: Dataset | None = None
    _fractional: bool | None = field(default=None, kw_only=True, repr=False)
    _sorting: Sorting = field(default_factory=Sorting, init=False, repr=False)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        target: Hashable,
        *,
        roles: Mapping[Any, str] | None = None,
        kinds: Mapping[Any, str] | None = None,
        weights: Hashable | None = None,
        log: bool = False,
        complete: bool = False,
        costs: Mapping[Any, float] | None = None,
        columns: Callable[[str, str], Column] | None = None,
    ) -> Dataset:
        """Take ``target`` and the other columns of ``frame`` as inputs.

        ``roles``: column -> "input" | "ignore" | "weight"; ``kinds``: column -> "nominal" |
        "numeric", where the guess (``guess_kind``) is not wanted; ``log``: the natural
        logarithm of a positive numeric target; ``complete``: leave out rows with missing
        cells; ``costs``: what it takes to learn an input's value, 1 if nothing is said;
        ``columns``: gives a column of the whole frame by name and kind, if it is kept. Columns go
        by the text of their names. Level order is that of an ordered categorical, else natural
        order. Raises DataError if this cannot make a table to grow a tree on.
        """
        choices = Choices(
            target, roles or {}, kinds or {}, weights, log, complete, costs or {}, columns
        )
        return cls(*parts_of(frame, choices))

    def __len__(self) -> int:
        return len(self.target.values)

    def __repr__(self) -> str:
        size = f"rows {len(self)}, columns {len(self.columns)}"
        return f"<Dataset for {self.target.name!r}: {size}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: a line for each column."""
        columns = (*self.columns, self.target)
        lines = ((c.name, "a number" if c.numeric else ", ".join(c.levels or ())) for c in columns)
        cells = "".join(f"<tr><td>{escape(a)}</td><td>{escape(b)}</td></tr>" for a, b in lines)
        return f"<p>{escape(repr(self))}</p><table>{cells}</table>"

    @property
    def cells(self) -> int:
        """How many cells are held, those of the target included."""
        return len(self) * (len(self.columns) + 1)

    @property
    def counted(self) -> bool:
        """Whether the rows are elsewhere, and only counts of them come here."""
        return False

    def need_rows(self) -> None:
        """Raises DataError if the rows are elsewhere."""

    @property
    def at_hand(self) -> Dataset:
        """The rows that can be shown: all of them, or a sample of those that are elsewhere."""
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def schema(self) -> Schema:
        centre = 0.0
        if self.target.numeric:
            # no further from any mean than 0 is, so that no far outlier drags it away from one
            centre = float(np.clip(0.0, *self.target.extremes))
        columns = tuple(c.field for c in self.columns)
        grouped = not self.fractional and (self.given or self).weighted
        return Schema(columns, self.target.field, centre, self.leaf_rule, self.fractional, grouped)

    @cached_property
    def digest(self) -> str:
        """A name for the content: equal content, equal digest, in any process."""
        return digest_of(self._content())

    def _content(self) -> Iterator[bytes | NDArray[Any]]:
        for column in (*self.columns, self.target):
            yield repr((column.name, column.levels, column.cost)).encode()
            yield column.values
        yield self.weights
        yield repr(self.leaf_rule).encode()
        if self.fractional and not np.mod(self.weights, 1).any():
            yield b"a part of a table whose weights are fractions"

    @property
    def codes(self) -> Codes:
        """The columns as rank codes, made once for all that grows on them."""
        if self._sorting.codes is None:
            self.sort(unheard)
        assert self._sorting.codes is not None
        return self._sorting.codes

    @property
    def sorted(self) -> bool:
        """Whether what is to be sorted has been sorted."""
        return self._sorting.codes is not None or not any(c.numeric for c in self.columns)

    def sort(self, progress: ShareProgress) -> None:
        """Sort now, not when the codes are first asked for; a large table takes seconds.

        ``progress`` hears what share is done; what it raises ends the work.
        """
        sorting = self._sorting
        while not sorting.line.acquire(timeout=PATIENCE):
            progress(0.0)  # which may have had enough of waiting
        try:
            if sorting.codes is None:
                sorting.codes = Codes.of(self.columns, len(self), progress)
        finally:
            sorting.line.release()

    @cached_property
    def n_levels(self) -> IntArray:
        """(c,) how many levels each column has, 0 for numeric ones."""
        return np.array([len(column.levels or ()) for column in self.columns], np.intp)

    @cached_property
    def numeric(self) -> BoolArray:
        """(c,) whether each column holds numbers."""
        return np.array([column.numeric for column in self.columns], bool)

    @cached_property
    def of_numbers(self) -> tuple[int, ...]:
        """The places of the columns of numbers."""
        return tuple(self.numeric.nonzero()[0].tolist())

    @cached_property
    def costs(self) -> FloatArray:
        """(c,) what it takes to learn each column's value."""
        return np.array([column.cost for column in self.columns], np.float64)

    @cached_property
    def weight(self) -> float:
        """The weight of all rows."""
        return float(self.weights.sum())

    @cached_property
    def weighted(self) -> bool:
        """Whether some row counts for more or less than one."""
        return bool((self.weights != 1.0).any())

    @cached_property
    def fractional(self) -> bool:
        """Whether the table's own weights are fractions: whole ones count rows. A part of a
        table, be all weights in it whole, has this from the table."""
        if self._fractional is not None:
            return self._fractional
        return bool((np.mod((self.given or self).weights, 1) != 0).any())

    @cached_property
    def row_counts(self) -> FloatArray:
        """(n_rows,) how many rows each row stands for: its weight in the table, if that counts."""
        return np.ones(len(self)) if self.fractional else (self.given or self).weights

    @property
    def row_count(self) -> float:
        """How many rows all of them stand for."""
        return float(len(self)) if self.fractional else (self.given or self).weight

    @property
    def unweighed(self) -> Dataset:
        """The table as it was given, each row counting for as many as it stands for."""
        return replace(self.given or self, weights=self.row_counts)

    def rows_in(self, at_node: NodeRows) -> FloatArray:
        """(m,) how many rows each row at a node stands for there, whatever it weighs."""
        shares = at_node.weights / self.weights[at_node.rows]
        return np.asarray(shares * self.row_counts[at_node.rows])

    @cached_property
    def gappy(self) -> tuple[int, ...]:
        """The places of the columns with missing cells."""
        return tuple(place for place, column in enumerate(self.columns) if column.missing)

    @cached_property
    def all_rows(self) -> NodeRows:
        """The rows of the root."""
        return NodeRows(frozen(np.arange(len(self), dtype=np.intp)), self.weights)

    @property
    def root(self) -> AtNode:
        """As ``all_rows``, or what is true of them."""
        return self.all_rows

    @cached_property
    def in_single(self) -> Dataset:
        """This table with its numbers rounded to single precision, sorted once for all."""
        if not any(column.numeric for column in self.columns):
            return self
        return replace(self, columns=tuple(c.in_single for c in self.columns), given=self)

    def part(self, rows: IntArray) -> Dataset:
        """The table of ``rows`` (m,) alone; levels, classes and codes stay as they are."""
        columns = (replace(c, values=frozen(c.values[rows])) for c in (*self.columns, self.target))
        *inputs, target = columns
        weights, origin = frozen(self.weights[rows]), frozen(self.origin[rows])
        given = self.given and self.given.part(rows)
        part = Dataset(
            tuple(inputs),
            target,
            weights,
            origin,
            leaf_rule=self.leaf_rule,
            given=given,
            _fractional=self.fractional,
        )
        if self._sorting.codes is not None:
            part._sorting.codes = self._sorting.codes.part(rows)
        return part

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
            check_different(levels or ())
            return replace(column, field=replace(column.field, name=name, levels=levels))

        inputs, target = tuple(map(renamed, self.columns)), renamed(self.target)
        check_different([column.name for column in (*inputs, target)])
        given = self.given and self.given.relabel(columns, values)
        return replace(self, columns=inputs, target=target, given=given)


def check_dataset(given: object, least: int = 0) -> None:
    """Raises DataError if it is none, or has fewer than ``least`` rows."""
    if not isinstance(given, Dataset):
        raise DataError(
            "A dataset belongs here, and this is of type {kind}. Write "
            'dt.Dataset.from_frame(frame, target="y").',
            kind=type(given).__name__,
        )
    if len(given) < least:
        raise DataError(
            "This dataset has too few rows: {rows}. Take {least} or more.",
            rows=len(given),
            least=least,
        )
