"""A file that somebody brings, and what has to come of it: its table, or a sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from dtcore.errors import DtError
from dttools.files import LIMITS, Chosen, Limits, Table, read

Cell = str | int | float | None
Columns = Mapping[str, "Sequence[Cell] | Levels"]


@dataclass(frozen=True)
class Levels:
    """A column whose format states its levels, in this order."""

    order: tuple[str, ...]
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class Case:
    """``expects`` is the whole table, or words of the sentence that refuses the file.

    ``told`` are words of the story; with ``quiet`` no switch may be on in it, so that nothing was
    left out or joined. ``offers`` are the (column, key) that have to be offered; with ``asks``
    False nothing may be. ``readings`` is an encoding that has to be among those to choose from.
    """

    name: str
    content: bytes | Callable[[], bytes]
    expects: Columns | str
    told: tuple[str, ...] = ()
    quiet: bool = False
    chosen: Chosen = Chosen()
    offers: tuple[tuple[str, str], ...] = ()
    asks: bool = True
    readings: str | None = None
    limits: Limits = LIMITS

    @property
    def bytes(self) -> bytes:
        return self.content() if callable(self.content) else self.content


def wrong(case: Case) -> list[str]:
    """What is not as it should be, in words; empty where all is right."""
    try:
        table = read(case.bytes, case.chosen, limits=case.limits)
    except DtError as error:
        if isinstance(case.expects, str):
            said = str(error)
            return [] if case.expects in said else [f"refused with: {said}"]
        return [f"refused: {error}"]
    if isinstance(case.expects, str):
        return [f"read as {as_lists(table.frame)}", *map(str, table.notes)]
    if case.readings is not None and case.readings in [one for one, _ in table.readings]:
        return []
    return [*_of_frame(table.frame, case.expects), *_of_story(table, case)]


def _of_frame(frame: pd.DataFrame, expects: Columns) -> Iterable[str]:
    names = [str(name) for name in frame.columns]
    if names != list(expects):
        yield f"columns are {names}"
        return
    for name, column in expects.items():
        cells = column.cells if isinstance(column, Levels) else column
        found = as_lists(frame)[name]
        if kind(frame[name]) != kind_of(column):
            yield f"{name} is {kind(frame[name])}: {found}"
        elif not same(found, cells):
            yield f"{name} holds {found}"
        elif isinstance(column, Levels) and tuple(frame[name].cat.categories) != column.order:
            yield f"{name} has the levels {list(frame[name].cat.categories)}"


def _of_story(table: Table, case: Case) -> Iterable[str]:
    story = "\n".join(map(str, table.notes))
    for words in case.told:
        if words not in story:
            yield f"“{words}” is not told, but: {story}"
    if case.quiet:
        yield from (f"told: {one.said}" for one in table.story if one.key and one.on)
    offered = [(offer.column, offer.key) for offer in table.offers]
    if offered and not case.asks:
        yield f"offered: {offered}"
    for offer in case.offers:
        if offer not in offered:
            yield f"{offer} is not offered, but {offered}"


def same(found: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    return len(found) == len(cells) and all(map(_same, found, cells))


def _same(found: Cell, cell: Cell) -> bool:
    if isinstance(found, float) and isinstance(cell, int | float):
        return math.isclose(found, cell, rel_tol=1e-12)
    return found == cell


def as_lists(frame: pd.DataFrame) -> dict[str, list[Cell]]:
    """The columns as lists, what is missing as None."""
    both = ((str(name), column, column.isna()) for name, column in frame.items())
    return {
        name: [None if gone else cell for cell, gone in zip(column.tolist(), missing, strict=True)]
        for name, column, missing in both
    }


def kind(column: pd.Series) -> str:
    if isinstance(column.dtype, pd.CategoricalDtype):
        return "levels" if column.cat.ordered else "unordered levels"
    return {"i": "whole numbers", "f": "numbers"}.get(column.dtype.kind, "text")


def kind_of(column: Sequence[Cell] | Levels) -> str:
    if isinstance(column, Levels):
        return "levels"
    if all(type(cell) is int for cell in column):
        return "whole numbers"
    return "text" if any(isinstance(cell, str) for cell in column) else "numbers"


def csv_of(columns: Columns, separator: str = ",", decimal: str = ".", end: str = "\n") -> str:
    """The table as a text, no cell quoted, what is missing empty."""
    header, *rows = records_of(columns)
    texts = [[_text(cell, decimal) for cell in row] for row in [header, *rows]]
    return "".join(separator.join(row) + end for row in texts)


def records_of(columns: Columns) -> list[list[Cell]]:
    """The header and the rows."""
    cells = [one.cells if isinstance(one, Levels) else one for one in columns.values()]
    return [list(columns), *map(list, zip(*cells, strict=True))]


def _text(cell: Cell, decimal: str) -> str:
    if cell is None:
        return ""
    return str(cell).replace(".", decimal) if isinstance(cell, float) else str(cell)
