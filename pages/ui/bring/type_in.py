"""An empty grid to type a small table in: the exercise on a sheet of paper.

The first line holds the names of the columns, as in a file. Not done here: what becomes of the
table (``bring``), and how it is read (``dttools.files``).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from dtshow.words.language import _
from pages.ui.shell import session

GRID: Final = session.CellsWidget("type_in_grid")
COLUMNS: Final = 8
LINES: Final = 12
MARK: Final = "line"
"""The column that says which line holds names, and numbers the rows."""
SEEN: Final = 7
"""Lines in sight at once."""


def type_in(use: Callable[[bytes], None]) -> None:
    """The grid; ``use`` hears the table as CSV in UTF-8."""
    st.caption(
        _(
            "The first line holds the column names; each line below is a row. Type, or "
            "paste from a spreadsheet into column A. New lines are added at the end as "
            "you need them."
        )
    )
    # As long as it is in sight of its button on a small screen; the other lines scroll.
    empty = pd.DataFrame("", index=range(LINES), columns=[*"ABCDEFGH"][:COLUMNS])
    names = list(empty.columns)
    empty.insert(0, MARK, [_("Names"), *map(str, range(1, LINES))])
    st.data_editor(
        empty,
        key=GRID.key,
        num_rows="dynamic",
        height=38 + 35 * SEEN,
        column_config={
            MARK: st.column_config.TextColumn("", width=70, disabled=True, pinned=True),
            **{name: st.column_config.TextColumn(width=120) for name in names},
        },
    )
    if st.button(_("Read the table"), type="primary", key="type_in_read"):
        use(as_csv(lines_of(GRID.typed, names)))


def lines_of(typed: Mapping[str, Any], names: Sequence[str]) -> list[list[str]]:
    """What was typed, line by line; lines and columns in which nothing stands are left out."""
    lines: list[Mapping[str, Any]] = [{} for _line in range(LINES)]
    for at, cells in typed.get("edited_rows", {}).items():
        lines[int(at)] = cells
    gone = set(typed.get("deleted_rows", ()))
    lines = [line for at, line in enumerate(lines) if at not in gone]
    lines += typed.get("added_rows", ())
    cells = [[str(line.get(name) or "").strip() for name in names] for line in lines]
    cells = [line for line in cells if any(line)]
    used = [at for at in range(len(names)) if any(line[at] for line in cells)]
    return [[line[at] for at in used] for line in cells]


def as_csv(lines: Sequence[Sequence[str]]) -> bytes:
    """The lines as a file that is read as it was typed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(lines)
    return out.getvalue().encode()
