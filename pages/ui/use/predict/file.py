"""Many rows: a file is read as any table is, and each of its rows is predicted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pandas as pd
import streamlit as st

from dtcore.errors import DtError
from dtcore.model import digest_of
from dtcore.progress import Progress
from dtshow.lesson.lesson import Lesson
from dtshow.scene.lesson_key import lesson_key
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext, sentence, speaking, spoken
from dtshow.words.markdown import literal
from dtshow.words.number_format import PERCENT
from dttools.files import Chosen, LeftOut, Limits, Table
from pages.ui.components.file_button import name_its_button
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.progress import worked_out
from pages.ui.tables.upload import read_file
from pages.ui.use.predict.many import Predictions, predictions
from pages.work.jobs import Job
from pages.work.settings import settings

FILE: Final = session.Widget["st.runtime.uploaded_file_manager.UploadedFile | None"](
    "use_file", None
)
MOST: Final = 1000
"""Rows that are shown; all are downloaded."""
READ: Final = 0.6
"""Of the bar; the rest is predicting."""


@dataclass(frozen=True, eq=False)
class FileView:
    """The file that was chosen last."""

    name: str = ""
    content: bytes = b""


def file(lesson: Lesson) -> None:
    """Choose a file; then a line for each of its rows."""
    needed = [literal(field.name, 40) for field in lesson.tree.schema.columns]
    text = _(
        "A table with the columns {columns}; its rows need no answer. Empty lines, "
        "repeated headers and totals are skipped."
    )
    st.markdown(text.format(columns=_(", ").join(needed[:12]) + (" …" if needed[12:] else "")))
    with st.container(key="bring_row_use"):
        st.file_uploader(
            _("A file with rows"),
            key=FILE.key,
            max_upload_size=settings().limits.megabytes,
            on_change=_keep,
            label_visibility="collapsed",
        )
        name_its_button("use", _("Choose a file"), _("Or drop it here."))
    kept = session.view(FileView)
    if not kept.name:
        return
    found = _found(lesson, kept.content)
    if isinstance(found, DtError):
        show_problem(found)
    else:
        _shown(kept.name, found)


def _keep() -> None:
    given = FILE.value
    session.keep(FileView() if given is None else FileView(given.name, given.getvalue()))


def _found(lesson: Lesson, content: bytes) -> Predictions | DtError:
    """Worked out once for a file and a tree, in sight if it takes long."""
    tree, language, limits = lesson.tree, speaking(), settings().limits
    known_as = cache.other_names(lesson.choice.key, language)

    def make(tell: Progress) -> Predictions | DtError:
        with spoken(language):
            try:
                table = to_predict(content, limits, tell)
                tell(READ, 0)
                left = 1 - READ
                found = predictions(
                    tree,
                    table.frame,
                    lambda share: tell(READ + share * left, 0),
                    table.lines,
                    known_as,
                )
                return replace(found, left_out=table.left_out)
            except DtError as problem:
                return problem

    key = ("predicted", *lesson_key(lesson), language, digest_of([content]))
    result: Predictions | DtError = worked_out(key, make, True, _said)
    return result


def to_predict(content: bytes, limits: Limits, tell: Progress) -> Table:
    """The rows of a file, be it one of one column: its names say which columns it has."""
    least = replace(limits, least_rows=1, least_columns=1)
    chosen = Chosen(header=True)
    return read_file(content, chosen, lambda share: tell(READ * share, 0), least)


def _said(work: Job) -> str:
    return _("Reading the file…") if work.share < READ else _("Predicting its rows…")


def _shown(name: str, found: Predictions) -> None:
    rows = number_format.rows_count(len(found.table))
    st.markdown(f"**{literal(name, 80)}**: {rows}")
    if found.absent:
        columns = _(", ").join(literal(column, 40) for column in found.absent)
        text = _("Not in the file: {columns}. In every row this counts as not known.")
        st.warning(text.format(columns=columns))
    if found.noted:
        text = ngettext(
            "{n} row has a cell that is empty or that the tree does not know: see its note.",
            "{n} rows have a cell that is empty or that the tree does not know: see their notes.",
            found.noted,
        )
        st.caption(text.format(n=f"{found.noted:,}"))
    _left_out(found.left_out)
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
    text = _(
        "The file holds only the rows, so that any program can read it: note yourself "
        "which tree it is from."
    )
    st.caption(joined(text, _("Leaves are numbered as on Rules.")))
    shares = [*found.shares]
    st.dataframe(
        found.table.head(MOST).assign(**100 * found.table.head(MOST)[shares]),
        hide_index=True,
        key="use_predicted",
        placeholder="",
        column_config=dict.fromkeys(shares, st.column_config.NumberColumn(format=PERCENT)),
    )
    if len(found.table) > MOST:
        st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))


def _left_out(lines: tuple[LeftOut, ...]) -> None:
    """Each line of the file that is no row, and why it is none."""
    if not lines:
        return
    text = ngettext(
        "{n} line of the file was not predicted, because it is not a row:",
        "{n} lines of the file were not predicted, because they are not rows:",
        len(lines),
    )
    st.caption(text.format(n=f"{len(lines):,}"))
    columns: dict[str, list[object]] = {
        _("line"): [one.line for one in lines[:MOST]],
        _("why"): [sentence(one.why) for one in lines[:MOST]],
        _("text"): [one.text for one in lines[:MOST]],
    }
    height = min(37 + 35 * len(lines), 212)
    st.dataframe(pd.DataFrame(columns), hide_index=True, key="use_left_out", height=height)
