"""Many rows: a file is read as any table is, and each of its rows is predicted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from dtcore.errors import DtError
from pages.ui.data.bring import name_its_button
from pages.ui.lesson.lesson import Lesson
from pages.ui.server.settings import settings
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.tables.upload import Upload, take
from pages.ui.use.predict.many import Predictions, predictions
from pages.ui.wording import number_format
from pages.ui.wording.language import _, ngettext
from pages.ui.wording.markdown import literal

FILE: Final = session.Widget["st.runtime.uploaded_file_manager.UploadedFile | None"](
    "use_file", None
)
MOST: Final = 1000
"""Rows that are shown; all are downloaded."""


@dataclass(frozen=True, eq=False)
class FileView:
    """The file that was read last, or why it could not be."""

    upload: Upload | None = None
    problem: DtError | None = None


def file(lesson: Lesson) -> None:
    """Choose a file; then a line for each of its rows."""
    needed = [literal(field.name, 40) for field in lesson.tree.schema.columns]
    text = _("A table with the columns {columns}; its rows need no answer.")
    st.markdown(text.format(columns=_(", ").join(needed[:12]) + (" …" if needed[12:] else "")))
    with st.container(key="bring_row_use"):
        st.file_uploader(
            _("A file with rows"),
            key=FILE.key,
            max_upload_size=settings().limits.megabytes,
            on_change=_read,
            label_visibility="collapsed",
        )
        name_its_button("use", _("Choose a file"), _("Or drop it here."))
    kept = session.view(FileView)
    if kept.problem is not None:
        show_problem(kept.problem)
    if kept.upload is not None:
        try:
            found = predictions(lesson.tree, kept.upload.frame)
        except DtError as problem:
            show_problem(problem)
        else:
            _shown(kept.upload.name, found)


def _read() -> None:
    given = FILE.value
    if given is None:
        session.keep(FileView())
        return
    try:
        session.keep(FileView(take(given.name, given.getvalue())))
    except DtError as problem:
        session.keep(FileView(problem=problem))


def _shown(name: str, found: Predictions) -> None:
    rows = number_format.rows_count(len(found.table))
    st.markdown(f"**{literal(name, 80)}**: {rows}")
    if found.absent:
        columns = _(", ").join(literal(column, 40) for column in found.absent)
        text = _("The file has no column {columns}: in every row it counts as not known.")
        st.warning(text.format(columns=columns))
    if found.noted:
        text = ngettext(
            "{n} row has a cell that no branch takes: see its note.",
            "{n} rows have a cell that no branch takes: see their notes.",
            found.noted,
        )
        st.caption(text.format(n=f"{found.noted:,}"))
    st.download_button(
        _("Download as CSV"),
        found.csv,
        "predictions.csv",
        "text/csv",
        key="use_predictions",
        icon=":material/download:",
        type="primary",
        on_click="ignore",
    )
    st.dataframe(found.table.head(MOST), hide_index=True, key="use_predicted")
    if len(found.table) > MOST:
        st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))
