"""The rows as a grid to type in, columns to add, name and take out, and the way back.

What is typed stands in the grid until it is used, all of it as one edit that can be undone.
Not done here: what an edit does to a table (``dtshow.tables.edits``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from dtshow.tables.edits import (
    AddColumn,
    DropColumn,
    Edit,
    EditRows,
    RenameColumn,
    in_text,
)
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from pages.ui.bring import draft
from pages.ui.data.preview import preview
from pages.ui.shell import session
from pages.ui.shell.places import column_label

COLUMN: Final = session.Widget[str | None]("edit_column", None)
NAME: Final = session.Widget("edit_name", "")
NEW: Final = session.Widget("edit_new", "")
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
        preview(choice)
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
    session.keep(replace(session.view(EditView), open=False))
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
        st.text_input(_("New column"), key=NEW.showing(""), on_change=_add, width=200)
        st.selectbox(
            _("Column"),
            names,
            index=None,
            format_func=lambda name: column_label(choice, name),
            placeholder=_("Choose a column"),
            key=COLUMN.key,
            width=220,
        )
        chosen = COLUMN.value if COLUMN.value in names else None
        st.text_input(
            _("Its new name"),
            key=NAME.showing(""),
            disabled=chosen is None,
            on_change=lambda: _edit(RenameColumn(str(chosen), NAME.value.strip())),
            width=200,
        )
        st.button(
            _("Delete column"),
            key="edit_drop",
            disabled=chosen is None,
            on_click=lambda: _edit(DropColumn(str(chosen))),
        )


def _add() -> None:
    _edit(AddColumn(NEW.value.strip()))


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
            parts = [
                (edit.cells, ngettext("{n} cell changed", "{n} cells changed", edit.cells)),
                (
                    len(edit.added),
                    ngettext("{n} row added", "{n} rows added", len(edit.added)),
                ),
                (
                    len(edit.dropped),
                    ngettext("{n} row removed", "{n} rows removed", len(edit.dropped)),
                ),
            ]
            told = _(", ").join(text for count, text in parts if count)
            return _("{changes}.").format(changes=told)
