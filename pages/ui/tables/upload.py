"""An uploaded table: its bytes, how they were read, and how it is first taken.

The key names the bytes and the way of reading them, so the same file read in another way is
another table. Not done here: nothing is kept (``pages.ui.shell.session`` does that) or drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

import pandas as pd

from dtcore.errors import ReadingError
from dtcore.model import guess_kind, guess_target_kind
from dtcore.reading import Chosen, Dialect, Table, guess, read, unheard
from pages.ui.lesson.table_choice import UPLOAD, TableChoice
from pages.ui.tables.column_facts import facts_of
from pages.ui.tables.target_guess import guess_target, target_kind


@dataclass(frozen=True, eq=False)
class Upload:
    """A file as it came and as it was read; ``chosen`` is what of the reading was chosen."""

    name: str
    content: bytes
    table: Table
    chosen: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def key(self) -> str:
        written = self.content + repr(self.table.dialect).encode()
        return f"{UPLOAD}:{sha256(written).hexdigest()}"

    @property
    def frame(self) -> pd.DataFrame:
        return self.table.frame

    def again(self, **chosen: Any) -> Upload:
        """The same bytes, with more of the reading chosen. Raises ReadingError."""
        return take(self.name, self.content, {**self.chosen, **chosen})


def take(
    name: str,
    content: bytes,
    chosen: Mapping[str, Any] | None = None,
    told: Callable[[float], None] = unheard,
) -> Upload:
    """Read a file; what is not ``chosen`` is guessed. ``told`` hears the share that is done.

    Raises ReadingError.
    """
    chosen = dict(chosen or {})
    table = read(content, Chosen(**chosen), told)
    return Upload(name, content, table, chosen)


def guessed(content: bytes, chosen: Mapping[str, Any]) -> Dialect | None:
    """How a file that could not be read seems to be written; None if it is no text at all."""
    try:
        return guess(content, **chosen)
    except ReadingError:
        return None


def first_choice(upload: Upload) -> TableChoice:
    """The target is a guess (``target_guess``), to be confirmed before anything is grown.

    Rows with missing cells stay, since the recipe that a table is begun with takes them; one that
    refuses them gets the others. Columns that only name rows are not used.
    """
    frame = upload.frame
    target = guess_target(frame).column
    names = [str(name) for name in frame.columns if str(name) != target]
    roles = {name: "ignore" for name in names if _names_rows(frame, name)}
    gaps = bool(frame.isna().any(axis=None))
    return predicting(TableChoice(upload.key, target, roles, as_recipe=gaps), frame, target)


def predicting(choice: TableChoice, frame: pd.DataFrame, name: str) -> TableChoice:
    """``choice`` with the target ``name``, as a number where its values hardly come twice."""
    made = choice.with_target(name)
    rare = target_kind(frame[name]) != guess_target_kind(frame[name])
    return made.with_kind([name], "numeric") if rare and name not in made.kinds else made


def carried_over(choice: TableChoice, upload: Upload) -> TableChoice:
    """``choice`` for a table that was read again: what it says of columns that are still there."""
    first = first_choice(upload)
    names = {str(name) for name in upload.frame.columns}
    if choice.target not in names:
        return first
    return TableChoice(
        upload.key,
        choice.target,
        {name: role for name, role in choice.roles.items() if name in names},
        {},  # what a column holds may have changed with the reading
        complete=choice.complete,
        as_recipe=choice.as_recipe,
    )


def _names_rows(frame: pd.DataFrame, name: str) -> bool:
    facts = facts_of(frame, name, guess_kind(frame[name]))
    return facts.identifier or facts.row_number
