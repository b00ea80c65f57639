"""Predictions for all rows of a file: answer, shares, leaf, the way in words, and what was unusual.

Not done here: nothing is read or drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import NodeId, Tree
from pages.ui.scene.tree.records import name_of
from pages.ui.wording import number_format
from pages.ui.wording.language import _


@dataclass(frozen=True, eq=False)
class Predictions:
    """``table``: a line for each row of the file. ``absent``: columns that the tree asks and the
    file lacks. ``noted``: so many rows had a cell that no branch takes."""

    table: pd.DataFrame
    absent: tuple[str, ...]
    noted: int

    def csv(self) -> bytes:
        """For spreadsheets too: no cell of it, nor a heading, is a formula."""
        return ("\ufeff" + dt.export.csv_text(self.table)).encode()


def predictions(
    tree: Tree, frame: pd.DataFrame, tell: Callable[[float], None] = lambda share: None
) -> Predictions:
    """Of each row; a column that is not there counts as not known. ``tell`` hears the share that
    is done between parts of the work, and ends it by raising. Raises DataError."""
    frame = frame.set_axis([*map(str, frame.columns)], axis=1)
    names = [field.name for field in tree.schema.columns]
    absent = [name for name in names if name not in frame.columns]
    whole = frame.assign(**dict.fromkeys(absent, np.nan))
    notes = _notes(tree, whole, set(absent))
    tell(0.3)
    ends = dt.leaf_shares(tree, whole)
    tell(0.6)
    columns: dict[str, object] = {_("prediction"): dt.predict(tree, whole)}
    if tree.schema.classes:
        shares = dt.predict_proba(tree, whole)
        for label, name in enumerate(tree.schema.classes):
            columns[_("share of {answer}").format(answer=name)] = shares[:, label]
    met = {node for shares in ends for node in shares}
    ways = {node: _way(tree, node) for node in met}
    tell(0.8)
    columns[_("leaf")] = [_each(shares, name_of) for shares in ends]
    columns[_("way")] = [_each(shares, ways.__getitem__) for shares in ends]
    columns[_("to note")] = [notes.get(row, "") for row in range(len(frame))]
    made = pd.DataFrame(columns)
    given = frame.reset_index(drop=True)
    given = given.rename(columns={c: f"{c} " for c in given.columns if c in made.columns})
    asked = {split.column for split in tree.splits if split is not None}
    wanted = tuple(names[c] for c in sorted(asked) if names[c] in absent)
    return Predictions(pd.concat([made, given], axis=1), wanted, len(notes))


def _each(shares: Mapping[NodeId, float], said: Callable[[NodeId], str]) -> str:
    """Of all nodes at which a row rests, with what share of it if they are several."""
    if len(shares) == 1:
        return said(next(iter(shares)))
    return "; ".join(f"{said(node)} ({share:.1%})" for node, share in shares.items())


def _way(tree: Tree, node: NodeId) -> str:
    return " ∧ ".join(number_format.told(c) for c in tree.conditions(node)) or _("all rows")


def _notes(tree: Tree, frame: pd.DataFrame, absent: set[str]) -> dict[int, str]:
    """By row, what no branch takes; of columns that are absent nothing, for that is said once."""
    said = {
        "MISSING": _("{column} is not known"),
        "NOT_A_NUMBER": _("{column} is no number"),
        "UNSEEN": _("{column} has a level that the tree has never seen"),
        "NOT_HERE": _("{column} has a level that the tree has not seen at this node"),
    }
    notes: dict[int, list[str]] = {}
    for cell in dt.report(tree, frame).unplaced:
        if cell.column not in absent:
            notes.setdefault(cell.row, []).append(said[cell.reason.name].format(column=cell.column))
    return {row: "; ".join(texts) for row, texts in notes.items()}
