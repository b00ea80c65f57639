"""Changes that a person made to a table: cells, rows and columns, one value each.

A table is edited as text, so that a column of numbers may become one of words and back: what a
cell says is judged as in a file (``dttools.files``). ``edited`` makes them one after another on
the table as read, so that the last one can be taken back. Not done here: nothing is drawn or kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from dtcore.errors import ReadingError
from dttools.files import values_of

LEAST_COLUMNS: Final = 2
LEAST_ROWS: Final = 2


@dataclass(frozen=True)
class EditRows:
    """Cells that were changed and rows that were taken out, by their place from 0 on before the
    edit, and rows that were added, each with the cells that were filled."""

    changed: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    dropped: tuple[int, ...] = ()
    added: tuple[Mapping[str, str], ...] = ()

    @property
    def cells(self) -> int:
        return sum(map(len, self.changed.values()))


@dataclass(frozen=True)
class AddColumn:
    """A new column at the end, all of its cells missing."""

    name: str


@dataclass(frozen=True)
class DropColumn:
    name: str


@dataclass(frozen=True)
class RenameColumn:
    name: str
    to: str


Edit: TypeAlias = EditRows | AddColumn | DropColumn | RenameColumn


def edited(frame: pd.DataFrame, edits: Sequence[Edit]) -> pd.DataFrame:
    """The table after all edits; ``frame`` itself stays. Raises ReadingError if one cannot be."""
    return reduce(_after, edits, frame)


def renamed(frame: pd.DataFrame, edits: Sequence[Edit]) -> pd.DataFrame:
    """Other rows under the names that the edits gave to columns."""
    for edit in edits:
        if isinstance(edit, RenameColumn) and edit.to not in frame:
            frame = frame.rename(columns={edit.name: edit.to})
    return frame


def _after(frame: pd.DataFrame, edit: Edit) -> pd.DataFrame:
    match edit:
        case EditRows():
            return _with_rows(frame, edit)
        case AddColumn(name):
            _check_new(frame, name)
            nothing = pd.Series(np.full(len(frame), None, dtype=object), index=frame.index)
            return frame.assign(**{name: nothing})
        case DropColumn(name):
            if frame.shape[1] <= LEAST_COLUMNS:
                raise ReadingError(
                    "A table needs at least two columns, one of them to predict. Add a "
                    "column before you delete this one."
                )
            return frame.drop(columns=[name])
        case RenameColumn(name, to):
            if name != to:
                _check_new(frame, to)
            return frame.rename(columns={name: to})


def _check_new(frame: pd.DataFrame, name: str) -> None:
    if not name.strip():
        raise ReadingError("A column needs a name. Type one.")
    if name in frame.columns:
        raise ReadingError(
            "There is a column “{column}” already. Choose another name.", column=name
        )


def _with_rows(frame: pd.DataFrame, edit: EditRows) -> pd.DataFrame:
    gone = set(edit.dropped)
    kept = [place for place in range(len(frame)) if place not in gone]
    if len(kept) + len(edit.added) < LEAST_ROWS:
        raise ReadingError("A tree needs at least two rows to tell apart. Keep two, or add some.")
    touched = {name for cells in edit.changed.values() for name in cells}
    columns = {
        name: _column(frame[name], edit, kept, name in touched) for name in map(str, frame.columns)
    }
    return pd.DataFrame(columns)


def _column(old: pd.Series[Any], edit: EditRows, kept: list[int], touched: bool) -> pd.Series[Any]:
    """One column after the rows were edited; as it was where nothing in it changed."""
    if not touched and not edit.added:
        return old.iloc[kept].reset_index(drop=True)
    texts = as_text(old)
    for place, cells in edit.changed.items():
        texts[place] = cells.get(str(old.name), texts[place])
    added = [row.get(str(old.name), "") for row in edit.added]
    return _judged(old, [*(texts[place] for place in kept), *added])


def _judged(old: pd.Series[Any], texts: Sequence[str]) -> pd.Series[Any]:
    """What the texts say; stated levels keep their order, and new ones come after them."""
    if isinstance(old.dtype, pd.CategoricalDtype):
        levels = [*old.cat.categories]
        levels += [level for level in dict.fromkeys(texts) if level and level not in levels]
        return pd.Series(pd.Categorical([text or None for text in texts], levels, ordered=True))
    values = values_of(texts)
    return pd.Series(values, dtype=values.dtype)


def as_text(column: pd.Series[Any]) -> list[str]:
    """The cells as one would type them: "" where one is missing, 5 and not 5.0."""
    return [
        "" if missing else _typed(cell)
        for cell, missing in zip(column.tolist(), column.isna().tolist(), strict=True)
    ]


def _typed(cell: object) -> str:
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    return str(cell)


def in_text(frame: pd.DataFrame) -> pd.DataFrame:
    """The table as it is edited: text in all cells."""
    texts = {str(name): pd.Series(as_text(frame[name]), dtype=object) for name in frame.columns}
    return pd.DataFrame(texts)
