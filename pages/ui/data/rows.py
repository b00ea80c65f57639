"""The rows, to be read or as a grid to type in; columns to add, name and take out; the way back.

What is typed stands in the grid until it is used, all of it as one edit that can be undone.
Not done here: what an edit does to a table (``dtshow.tables.edits``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import streamlit as st

from dtshow.tables.edits import AddColumn, DropColumn, Edit, EditRows, RenameColumn, in_text
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.shell import session
from pages.ui.shell.places import column_label

FIRST_ROWS: Final = 50
MOST_CELLS: Final = 100_000
"""A larger table would keep a browser busy."""


@dataclass(frozen=True)
class EditView:
    """``open``: whether the rows are a grid; ``times``: how often it was begun, so that each
    begins without what was typed before."""

    open: bool = False
    times: int = 0


def rows(choice: TableChoice) -> None:
    """The rows of the table: to be read, or to be edited."""
    view, small = session.view(EditView), session.frame(choice).size <= MOST_CELLS
    editing = view.open and small
    with st.container(key="data_rows", horizontal=True, vertical_alignment="center"):
        draft.heading(_("Rows"))
        if small:
            st.button(
                _("Leave as it was") if editing else _("Edit the table"),
                key="edit_open",
                type="tertiary",
                on_click=_turn,
            )
    _changes(choice)
    draft.show_refusal("rows")
    if editing:
        _grid(choice, view.times)
        _columns(choice)
    else:
        _preview(choice)
        if not small:
            st.caption(
                _(
                    "This table has too many cells to edit here. Edit it in a "
                    "spreadsheet and upload the file again."
                )
            )


def _turn() -> None:
    view = session.view(EditView)
    session.keep(EditView(not view.open, view.times + 1))


def _grid(choice: TableChoice, times: int) -> None:
    texts = in_text(session.frame(choice))
    grid = _cells(choice, times)
    names = [str(name) for name in texts.columns]
    st.data_editor(
        texts,
        key=grid.key,
        num_rows="dynamic",
        hide_index=True,
        height=min(38 + 35 * (len(texts) + 1), 423),
        column_config={
            name: st.column_config.TextColumn(column_label(choice, name)) for name in names
        },
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Use these rows"), key="edit_use", on_click=_use, args=(grid,))
        st.caption(
            _(
                "Type in any cell, or paste from a spreadsheet. The empty line at the "
                "end adds a row; the bin above deletes the chosen rows."
            )
        )


def _cells(choice: TableChoice, times: int) -> session.CellsWidget:
    return session.CellsWidget(f"edit_grid_{choice.key}_{times}")


def _use(grid: session.CellsWidget) -> None:
    typed = _typed(grid.typed)
    session.change(EditView, open=False)
    if typed != EditRows():
        draft.edit(typed)


def _typed(state: Mapping[str, Any]) -> EditRows:
    """What the grid says was done in it."""

    def cells(row: Mapping[str, Any]) -> dict[str, str]:
        return {name: str(value or "") for name, value in row.items() if name != "_index"}

    return EditRows(
        {int(place): cells(row) for place, row in state.get("edited_rows", {}).items()},
        tuple(state.get("deleted_rows", ())),
        tuple(row for row in map(cells, state.get("added_rows", ())) if any(row.values())),
    )


def _columns(choice: TableChoice) -> None:
    """What cannot be typed in the grid."""
    names = [str(name) for name in session.frame(choice).columns]
    with st.container(horizontal=True, vertical_alignment="bottom", key="edit_columns"):
        new = session.control("edit_new", "", lambda name: _edit(AddColumn(name.strip())))
        st.text_input(_("New column"), width=200, **new)
        chosen = st.selectbox(
            _("Column"),
            names,
            index=None,
            format_func=lambda name: column_label(choice, name),
            placeholder=_("Choose a column"),
            key="edit_column",
            width=220,
        )
        name = session.control(
            "edit_name", "", lambda name: _edit(RenameColumn(str(chosen), name.strip()))
        )
        st.text_input(_("Its new name"), disabled=chosen is None, width=200, **name)
        st.button(
            _("Delete column"),
            key="edit_drop",
            disabled=chosen is None,
            on_click=lambda: _edit(DropColumn(str(chosen))),
        )


def _edit(change: Edit) -> None:
    """A column's change; what was typed in the cells before goes with it."""
    typed = _typed(_cells(draft.shown(), session.view(EditView).times).typed)
    if typed != EditRows():
        draft.edit(typed)
    draft.edit(change)


def _changes(choice: TableChoice) -> None:
    """What was changed in the table, a line each; the last can be taken back."""
    upload = session.uploads().get(choice.key)
    if upload is None or not upload.edits:
        return
    with st.container(key="data_edits", horizontal=True, vertical_alignment="center"):
        st.markdown(joined(*(_told(edit) for edit in upload.edits)), width="content")
        st.button(_("Undo"), key="edit_undo", type="tertiary", on_click=draft.undo_edit)


def _told(edit: Edit) -> str:
    match edit:
        case AddColumn(name):
            return _("Column {name} added.").format(name=literal(name, 40))
        case DropColumn(name):
            return _("Column {name} deleted.").format(name=literal(name, 40))
        case RenameColumn(name, to):
            text = _("Column {name} renamed to {to}.")
            return text.format(name=literal(name, 40), to=literal(to, 40))
        case EditRows():
            added, dropped = len(edit.added), len(edit.dropped)
            parts = [
                (edit.cells, ngettext("{n} cell changed", "{n} cells changed", edit.cells)),
                (added, ngettext("{n} row added", "{n} rows added", added)),
                (dropped, ngettext("{n} row removed", "{n} rows removed", dropped)),
            ]
            told = _(", ").join(text for count, text in parts if count)
            return _("{changes}.").format(changes=told)


def _preview(choice: TableChoice) -> None:
    frame = session.frame(choice)
    shown = _labelled(frame.head(FIRST_ROWS), choice)
    shown.index = pd.RangeIndex(1, len(shown) + 1)
    st.dataframe(
        shown,
        height=min(38 + 35 * len(shown), 353),
        placeholder="?",
        alt=_("The first rows of the table"),
    )
    if len(frame) > FIRST_ROWS:
        text = _("The first {shown} of {all} rows.")
        st.caption(text.format(shown=FIRST_ROWS, all=f"{len(frame):,}"))


def _labelled(frame: pd.DataFrame, choice: TableChoice) -> pd.DataFrame:
    """Names and values as the session's language has them."""
    values = session.labels(choice).values
    return pd.DataFrame(
        {
            column_label(choice, str(name)): frame[name]
            if pd.api.types.is_numeric_dtype(frame[name])
            else frame[name].astype(object).map(values[str(name)].__getitem__, na_action="ignore")
            for name in frame.columns
        }
    )
