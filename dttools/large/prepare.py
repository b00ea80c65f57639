"""A large table prepared once: a copy of one byte a cell beside it, with what the bytes mean.

Two passes over batches of rows. The first finds what the columns hold (``profile``), the second
writes each cell as its code, 0, 1, 2 ..., and a numeric target in full. The copy is a Parquet file,
with its meaning as JSON in the file's metadata, and serves again as long as the table is the same.
Not done here: no node is counted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import Column, Field, FloatArray, IntArray, frozen
from dtcore.model.data import Dataset, digest_of
from dtcore.model.frames import check_any, check_complete, check_usable
from dtcore.progress import ShareProgress, unheard
from dttools.large.counted import CountedColumn, CountedTable
from dttools.large.profile import SAMPLE, ColumnProfile, as_numbers, complete_rows
from dttools.large.queries import Queries
from dttools.large.source import Source, engine, in_words, source_of

VERSION: Final = 3
BATCH: Final = 1 << 19
"""Rows that are worked on at a time."""
SHOWN: Final = 200
"""Rows that are taken as a sample, to be shown."""
KEY: Final = b"dtcore"
ENDING: Final = ".coded"


@dataclass(frozen=True)
class Wanted:
    """What is taken of a table, as in ``Dataset.from_frame``: ``kinds`` where the guess is not
    wanted; ``complete``: leave out rows with missing cells."""

    target: str
    ignore: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    complete: bool = False


def open(
    given: Any,
    target: str,
    *,
    ignore: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
    complete: bool = False,
    table: str | None = None,
    copy: str | Path | None = None,
    counting: str = "duckdb://",
    progress: ShareProgress = unheard,
) -> CountedTable:
    """A table that is larger than memory, to be stepped and grown as others are.

    ``given`` is a file (Parquet, CSV, DuckDB), a folder or pattern of files, an address such as
    ``postgres://host/db`` or an expression of Ibis, with ``table`` the name of one in a database.
    ``kinds``: column -> "nominal" | "numeric" where the guess is not wanted. ``copy``: where to
    keep the coded copy, else beside the table. ``counting``: who counts it, "duckdb://",
    "polars://" or "pyspark://". Raises ReadingError, or DataError if no tree can grow on it.
    """
    source = source_of(given, table)
    wanted = Wanted(target, tuple(ignore), tuple(sorted((kinds or {}).items())), complete)
    path = Path(copy) if copy else _beside(source)
    meaning = _kept(path, source, wanted)
    if meaning is None:
        with in_words(source.name):
            meaning = _prepare(source, wanted, path, progress)
    progress(1.0)
    return _table(meaning, path, _taken(source, wanted), counting)


def _taken(source: Source, wanted: Wanted) -> Source:
    """The rows and columns that were coded."""
    names = [name for name in source.table.columns if name not in wanted.ignore]
    table = source.table.select(*names)
    if wanted.complete:
        floats = [name for name in names if table[name].type().is_floating()]
        table = table.drop_null()
        for name in floats:
            table = table.filter(~table[name].isnan())
    return replace(source, table=table)


def _beside(source: Source) -> Path:
    if source.beside is None:
        raise DataError(
            "A table of a database has no place for a copy beside it. Say where to keep one: copy=…"
        )
    return source.beside.with_name(source.beside.name + ENDING)


def _kept(path: Path, source: Source, wanted: Wanted) -> dict[str, Any] | None:
    """What the copy at ``path`` means, None if it is not of this table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path).metadata or {}
        meaning: dict[str, Any] = json.loads(metadata[KEY])
    except (OSError, KeyError, ValueError, pa.ArrowException):
        return None
    mark = _mark(source, wanted)
    return meaning if source.signature and meaning.get("mark") == mark else None


def _mark(source: Source, wanted: Wanted) -> str:
    return digest_of([f"{VERSION} {source.signature} {wanted!r}".encode()])


def _prepare(source: Source, wanted: Wanted, path: Path, progress: ShareProgress) -> dict[str, Any]:
    """Make the copy; what it means. It takes its place once it is whole."""
    progress(0.0)  # nobody has counted the rows yet
    _check_names(source.table.columns, wanted)
    names = [name for name in source.table.columns if name not in wanted.ignore]
    n_rows = int(source.table.count().to_pyarrow().as_py())
    check_any(n_rows)
    reading = _Reading(source.table.select(*names), names, wanted, n_rows, progress)
    profiles = reading.profiles()
    part = path.with_name(path.name + f".{os.getpid()}.part")
    try:
        meaning = reading.write(profiles, part, _mark(source, wanted))
        os.replace(part, path)
    except OSError as error:
        raise DataError(
            "The copy “{path}” cannot be written: {reason}. Say where to keep it: copy=…",
            path=str(path),
            reason=error.strerror or str(error),
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return meaning


def _check_names(columns: Sequence[str], wanted: Wanted) -> None:
    for name in (wanted.target, *wanted.ignore, *dict(wanted.kinds)):
        if name not in columns:
            raise DataError(
                "There is no column “{column}”. There are: {columns}.",
                column=name,
                columns=", ".join(columns),
            )


@dataclass(frozen=True, eq=False)
class _Reading:
    """The rows of a table in batches, twice."""

    table: Any
    names: Sequence[str]
    wanted: Wanted
    n_rows: int
    progress: ShareProgress

    def batches(self, begin: float, end: float) -> Iterator[Any]:
        """Batches without missing cells; tells shares from ``begin`` to ``end``."""
        done = 0
        for batch in self.table.to_pyarrow_batches(chunk_size=BATCH):
            self.progress(begin + (end - begin) * min(1.0, done / max(self.n_rows, 1)))
            done += batch.num_rows
            known = complete_rows(batch, self.names)
            if not known.all():
                self._refuse_missing(batch)
                batch = batch.filter(known)
            if batch.num_rows:
                yield batch

    def _refuse_missing(self, batch: Any) -> None:
        if not self.wanted.complete:
            gappy = [name for name in self.names if not complete_rows(batch, [name]).all()]
            raise DataError(
                "Cells are missing in {columns}, and a table that is counted where it lies must "
                "be complete. Leave out the rows with missing cells, or ignore these columns.",
                columns=", ".join(f"“{name}”" for name in gappy),
            )

    def profiles(self) -> list[ColumnProfile]:
        """The first pass."""
        kinds, profiles = dict(self.wanted.kinds), list[ColumnProfile]()
        random, share = np.random.default_rng(0), SAMPLE / max(self.n_rows, 1)
        for batch in self.batches(0.0, 0.4):
            if not profiles:
                for name, cells in zip(self.names, batch.columns, strict=True):
                    kind = kinds.get(name, "numeric" if _is_number(cells.type) else "nominal")
                    profiles.append(
                        ColumnProfile(name, kind == "numeric", name == self.wanted.target)
                    )
            sampled = np.flatnonzero(random.random(batch.num_rows) < share)
            for profile, cells in zip(profiles, batch.columns, strict=True):
                profile.add(cells, sampled)
        if not profiles:
            raise DataError("The table has no complete row. Fill cells in, or ignore columns.")
        for profile in profiles:
            if profile.name not in kinds:
                profile.decide()
        check_complete(profiles[0].count)
        inputs = tuple(profile.column for profile in profiles if not profile.target)
        (target,) = (profile.column for profile in profiles if profile.target)
        check_usable(inputs, target, {})
        return profiles

    def write(self, profiles: list[ColumnProfile], path: Path, mark: str) -> dict[str, Any]:
        """The second pass; what the codes mean."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        inputs = [profile for profile in profiles if not profile.target]
        (target,) = (profile for profile in profiles if profile.target)
        coders = [Coder.of(profile) for profile in inputs]
        aim = TargetCoder.of(target)
        names = [*(f"c{i}" for i in range(len(inputs))), "y"]
        types = [*(pa.uint8() for _ in inputs), pa.float64() if target.numeric else pa.uint8()]
        schema = pa.schema(list(zip(names, types, strict=True)))
        sample = RowSample.of(target.count, [*inputs, target])
        with pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for batch in self.batches(0.4, 1.0):
                cells = [
                    coder.codes(batch.column(profile.name))
                    for coder, profile in zip(coders, inputs, strict=True)
                ]
                cells.append(aim.cells(batch.column(target.name)))
                sample.add(batch, cells)
                writer.write_table(pa.table(cells, schema=schema), row_group_size=BATCH)
            columns = [
                {**_field(profile), "low": _list(coder.low), "high": _list(coder.high)}
                for coder, profile in zip(coders, inputs, strict=True)
            ]
            meaning = {
                "mark": mark,
                "n_rows": aim.n_rows,
                "columns": columns,
                "target": {**_field(target), "ends": [target.least, target.largest]},
                "whole": aim.whole,
                "sample": sample.columns,
            }
            writer.add_key_value_metadata({KEY: json.dumps(meaning).encode()})
        return meaning


def _is_number(kind: Any) -> bool:
    """Whether a type of Arrow's is one of numbers; truth values are names."""
    import pyarrow as pa

    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    return any(is_one(kind) for is_one in known)


def _list(numbers: FloatArray) -> list[float]:
    return [float(number) for number in numbers]


def _field(profile: ColumnProfile) -> dict[str, Any]:
    levels = profile.column.levels
    return {"name": profile.name, "levels": levels, "raw": None if levels is None else profile.raw}


@dataclass(eq=False)
class RowSample:
    """Rows drawn from all over the table, to be shown. Not a value: it fills as batches come.

    ``rows`` (s,) are their numbers, rising; ``columns`` their numbers, and codes of levels.
    """

    rows: IntArray
    profiles: Sequence[ColumnProfile]
    columns: list[list[float]]
    seen: int = 0

    @classmethod
    def of(cls, n_rows: int, profiles: Sequence[ColumnProfile]) -> RowSample:
        drawn = np.random.default_rng(1).choice(n_rows, min(n_rows, SHOWN), replace=False)
        return cls(np.sort(drawn), profiles, [[] for _ in profiles])

    def add(self, batch: Any, coded: Sequence[Any]) -> None:
        """The rows of a batch that were drawn; ``coded`` by column, codes where it has levels."""
        ends = np.searchsorted(self.rows, [self.seen, self.seen + batch.num_rows])
        places = self.rows[slice(*ends)] - self.seen
        self.seen += batch.num_rows
        for profile, codes, kept in zip(self.profiles, coded, self.columns, strict=True):
            cells = batch.column(profile.name).take(places) if len(places) else codes.slice(0, 0)
            if profile.numeric:
                kept += _list(as_numbers(cells))
            else:
                kept += codes.to_numpy(zero_copy_only=False)[places].tolist()


@dataclass(eq=False)
class Coder:
    """Cells of an input to codes. Not a value: ``low`` (n_codes,), the least number of each code,
    falls as cells come."""

    high: FloatArray
    low: FloatArray
    distinct: Any
    code_of: Any

    @classmethod
    def of(cls, profile: ColumnProfile) -> Coder:
        high = profile.ends
        low = np.full(len(high), np.inf) if profile.many else high
        code_of = None if profile.numeric else profile.column.values.astype(np.uint8)
        return cls(high, low, profile.distinct, code_of)

    def codes(self, cells: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        if self.code_of is not None:
            places = pc.index_in(cells, value_set=self.distinct)
            return pa.array(self.code_of[places.to_numpy(zero_copy_only=False)])
        numbers = as_numbers(cells)
        codes = np.searchsorted(self.high, numbers).astype(np.uint8)
        if self.low is not self.high:
            np.minimum.at(self.low, codes, numbers)
        return pa.array(codes)


@dataclass(eq=False)
class TargetCoder:
    """The target as codes of classes, or as it is; and its statistics, which grow as cells come."""

    classes: Coder | None
    mean: float
    centre: float
    sums: FloatArray
    n_rows: int = 0

    @classmethod
    def of(cls, profile: ColumnProfile) -> TargetCoder:
        centre = float(np.clip(0.0, profile.least, profile.largest)) if profile.numeric else 0.0
        if profile.numeric:
            return cls(None, profile.total / profile.count, centre, np.zeros(2))
        return cls(Coder.of(profile), 0.0, 0.0, np.zeros(len(profile.column.levels or ())))

    def cells(self, cells: Any) -> Any:
        import pyarrow as pa

        self.n_rows += len(cells)
        if self.classes is not None:
            codes = self.classes.codes(cells)
            self.sums += np.bincount(codes.to_numpy(), minlength=len(self.sums))
            return codes
        numbers = as_numbers(cells)
        away = numbers - self.mean
        self.sums += away.sum(), (away * away).sum()
        return pa.array(numbers)

    @property
    def whole(self) -> list[float]:
        """(k,) the statistics of all rows, as a tree keeps them."""
        if self.classes is not None:
            return _list(self.sums)
        total, squares = self.sums.tolist()
        about = max(squares - total * total / max(self.n_rows, 1), 0.0)
        return [float(self.n_rows), total + self.n_rows * (self.mean - self.centre), about]


def _table(meaning: dict[str, Any], path: Path, source: Source, counting: str) -> CountedTable:
    columns, low, high = [], [], []
    for kept in meaning["columns"]:
        ends = np.array(kept["low"]), np.array(kept["high"])
        levels = None if kept["levels"] is None else tuple(kept["levels"])
        values = np.arange(len(levels)) if levels is not None else np.union1d(*ends)
        columns.append(CountedColumn(Field(kept["name"], levels), values))
        low.append(frozen(ends[0]))
        high.append(frozen(ends[1]))
    kept = meaning["target"]
    classes = None if kept["levels"] is None else tuple(kept["levels"])
    known = kept["ends"] if classes is None else range(len(classes))
    n_codes = [len(h) or len(c.levels or ()) for c, h in zip(columns, high, strict=True)]
    raw = {kept["name"]: kept["raw"] for kept in (*meaning["columns"], meaning["target"])}
    asked = Queries.of(engine(counting), path, n_codes, len(classes or ()), source.table, raw)
    fields = [column.field for column in columns] + [Field(kept["name"], classes)]
    return CountedTable(
        tuple(columns),
        CountedColumn(Field(kept["name"], classes), known),
        frozen(np.zeros(0)),
        frozen(np.zeros(0, np.intp)),
        low=tuple(low),
        high=tuple(high),
        n_rows=meaning["n_rows"],
        whole=frozen(np.array(meaning["whole"])),
        name=digest_of([json.dumps(meaning).encode()]),
        sample=_sampled(fields, meaning["sample"]),
        counter=asked,
    )


def _sampled(fields: Sequence[Field], cells: Sequence[Sequence[float]]) -> Dataset:
    """The rows that were taken as a sample, with the levels and classes of the whole table."""
    *inputs, target = (
        Column(field, frozen(np.array(values, np.float64 if field.numeric else np.intp)))
        for field, values in zip(fields, cells, strict=True)
    )
    n_rows = len(target.values)
    return Dataset(tuple(inputs), target, frozen(np.ones(n_rows)), frozen(np.arange(n_rows)))
