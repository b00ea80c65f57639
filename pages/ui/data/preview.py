"""The first rows of a table, and how an uploaded file was read, with the way to change that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtcore.reading import Dialect
from pages.ui.data import draft
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.shell import cache, session
from pages.ui.shell.places import column_label
from pages.ui.wording.language import _, joined, ngettext, sentence

Again = Callable[..., None]

PREAMBLE: Final = session.Widget[int | None]("data_preamble", None)
HEADER: Final = session.Widget("data_header", True)
ROWS: Final = 50
NOTES: Final = 5


def preview(choice: TableChoice) -> None:
    frame = session.frame(choice)
    shown = _labelled(frame.head(ROWS), choice)
    shown.index = pd.RangeIndex(1, len(shown) + 1)
    st.dataframe(
        shown,
        height=min(38 + 35 * len(shown), 353),
        placeholder="?",
        alt=_("The first rows of the table"),
    )
    if len(frame) > ROWS:
        st.caption(_("The first {shown} of {all} rows.").format(shown=ROWS, all=f"{len(frame):,}"))


def _labelled(frame: pd.DataFrame, choice: TableChoice) -> pd.DataFrame:
    """Names and values as the session's language has them."""
    values = cache.labels(choice.key, session.language()).values
    return pd.DataFrame(
        {
            column_label(choice, str(name)): frame[name]
            if pd.api.types.is_numeric_dtype(frame[name])
            else frame[name].astype(object).map(values[str(name)].__getitem__, na_action="ignore")
            for name in frame.columns
        }
    )


def reading(choice: TableChoice) -> None:
    """How the file of an upload was read, with the way to change that; nothing of other tables."""
    upload = session.uploads().get(choice.key)
    if upload is None:
        return
    draft.heading(_("How the file was read"))
    dialect = upload.table.dialect
    if dialect is None:  # no text
        return
    header_control(dialect, lambda **chosen: draft.read_again(upload, **chosen))
    parts = [
        _("{encoding} text.").format(encoding=encodings()[dialect.encoding]),
        _("Cells are separated by a {separator}; the decimal sign is a {decimal}.").format(
            separator=_separators()[dialect.separator], decimal=_decimals()[dialect.decimal]
        ),
    ]
    if dialect.preamble:
        parts.append(
            ngettext(
                "{n} line above the table is skipped.",
                "{n} lines above the table are skipped.",
                dialect.preamble,
            )
        )
    st.markdown(joined(*parts))
    notes = [sentence(note) for note in upload.table.notes]
    if len(notes) > NOTES:
        more = ngettext("{n} more note", "{n} more notes", len(notes) - NOTES)
        notes = [*notes[:NOTES], more]
    if notes:
        st.caption("\n".join(f"- {note}" for note in notes))
    draft.show_refusal("file")
    with st.expander(_("Read the file in another way"), key="data_reading"):
        reading_controls(dialect, lambda **chosen: draft.read_again(upload, **chosen))


def reading_controls(dialect: Dialect, again: Again) -> None:
    """How a file is read; ``again`` is called with what is chosen instead."""
    first, second = st.columns(2)
    _select(first, dialect, again, "encoding")
    _select(second, dialect, again, "separator")
    _select(first, dialect, again, "decimal")
    second.number_input(
        _("Lines to skip at the top"),
        min_value=0,
        max_value=1000,
        step=1,
        key=PREAMBLE.showing(dialect.preamble),
        on_change=lambda: again(preamble=PREAMBLE.value or 0),
    )


def header_control(dialect: Dialect, again: Again) -> None:
    """Whether the first line is a header."""
    st.toggle(
        _("The first line holds the column names"),
        key=HEADER.showing(dialect.header),
        on_change=lambda: again(header=HEADER.value),
    )


def _select(place: DeltaGenerator, dialect: Dialect, again: Again, part: str) -> None:
    label, names = {
        "encoding": (_("Encoding"), encodings()),
        "separator": (_("Separator"), _separators()),
        "decimal": (_("Decimal sign"), _decimals()),
    }[part]
    control = session.Widget(f"data_{part}", "")
    place.selectbox(
        label,
        list(names),
        format_func=names.__getitem__,
        key=control.showing(getattr(dialect, part)),
        on_change=lambda: again(**{part: control.value}),
    )


def encodings() -> dict[str, str]:
    """What each encoding is called."""
    return {
        "utf-8": "UTF-8",
        "utf-16-le": "UTF-16 LE",
        "utf-16-be": "UTF-16 BE",
        "gb18030": _("GBK / GB18030 (simplified Chinese)"),
        "big5": _("Big5 (traditional Chinese)"),
        "cp1252": _("Windows-1252 (Western)"),
    }


def _separators() -> dict[str, str]:
    return {",": _("comma"), ";": _("semicolon"), "\t": _("tab"), "|": _("vertical bar")}


def _decimals() -> dict[str, str]:
    return {".": _("point"), ",": _("comma")}
