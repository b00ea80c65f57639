"""How a file was read: a line for all that was found in it, with the switch that undoes it.

Below stand what is to be chosen where a guess is weak (encodings, sheets), and in a place of its
own the rest. Not done here: what columns are taken for (``listing``).
"""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from dtcore.words import Sentence
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import N_, _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.files import Dialect, Finding
from pages.ui.bring import draft
from pages.ui.bring.ways_to_read import (
    Again,
    decimal_name,
    encoding_name,
    header_control,
    separator_name,
    sheet_controls,
    text_controls,
)
from pages.ui.shell import session
from pages.ui.tables.upload import Upload

ENCODING: Final = session.Widget[str | None]("data_readings", None)
SHEET: Final = session.Widget[str | None]("data_sheet", None)
PLAIN: Final = 5
"""Lines without a switch that are shown; of more, how many."""


def how_read(choice: TableChoice) -> None:
    """The file's story; nothing of a table that is no file."""
    upload = session.uploads().get(choice.key)
    if upload is None:
        return

    def again(**chosen: Any) -> None:
        draft.read_again(upload, **chosen)

    by_hand = upload.by_hand
    draft.heading(_("How the cells were read") if by_hand else _("How the file was read"))
    draft.show_refusal("file")
    with st.container(key="data_story", gap="small"):
        _story(upload, again)
        _readings(upload, again)
        _sheets(upload, again)
        _written(upload, again)


def _story(upload: Upload, again: Again) -> None:
    """Whether there is a header; what has a switch; what has none."""
    _header(upload, again)
    story = upload.table.story
    for number, finding in enumerate(one for one in story if one.key and not one.firm):
        _switch(number, finding, upload, again)
    plain = [sentence(finding.said) for finding in story if finding.firm or not finding.key]
    if len(plain) > PLAIN:
        more = ngettext("{n} more note", "{n} more notes", len(plain) - PLAIN)
        plain = [*plain[:PLAIN], more]
    if plain:
        st.caption("\n".join(f"- {note}" for note in plain))


def _header(upload: Upload, again: Again) -> None:
    """Parquet and the like state the names themselves."""
    dialect, header = upload.table.dialect, upload.table.header
    if dialect is not None:
        header_control("data", dialect.header, again)
    elif header is not None:  # to take back what was chosen is to let it be guessed
        guessed_so = upload.chosen.header is None
        header_control("data", header, lambda header: again(header=header if guessed_so else None))
    if upload.chosen.header is False:  # what is chosen as it would be guessed is not kept
        st.caption(_("The first line looks like column names."))


def _switch(number: int, finding: Finding, upload: Upload, again: Again) -> None:
    on = session.Widget(f"data_story_{number}", True)
    asks = _ASKS.get(finding.key)
    st.toggle(
        sentence(Sentence(asks, **finding.said.fields) if asks else finding.said),
        key=on.showing(finding.on),
        on_change=lambda: again(off=upload.chosen.off ^ {finding.key}),
    )


# As a switch asks it, on or off; the story itself tells what was done.
_ASKS: Final = {
    "above": N_("Skip what lies above the table: {count} (the first: “{line}”)"),
    "two_headers": N_("Join the names of lines {first} and {second} (such as “{name}”)"),
    "labels": N_("Leave out labels below the header: {count} (line {line}: “{label}”)"),
    "repeated_header": N_("Leave out repeated headers: {count} (line {lines})"),
    "remarks_below": N_("Leave out lines below the table: {count} (line {line}: “{text}”)"),
    "totals": N_("Leave out totals: {count} (line {lines}: “{name}”)"),
    "row_numbers": N_("Leave out the first column, which has no name and only numbers the rows"),
    "empty_columns": N_(
        "Leave out columns with neither a name nor a value: {count} (position {positions})"
    ),
    "merged": N_("Fill the rows of merged cells: {count} (the first in row {row})"),
}


def _readings(upload: Upload, again: Again) -> None:
    """Where the guess of the encoding is weak: the first line as each of the likeliest has it."""
    lines, dialect = dict(upload.table.readings), upload.table.dialect
    if len(lines) < 2 or dialect is None:
        return
    now = dialect.encoding if dialect.encoding in lines else None
    st.radio(
        _("Which of these lines looks right?"),
        list(lines),
        format_func=lambda encoding: literal(lines[encoding], 60),
        captions=[encoding_name(encoding) for encoding in lines],
        key=ENCODING.showing(now),
        on_change=lambda: again(encoding=ENCODING.value),
    )


def _sheets(upload: Upload, again: Again) -> None:
    """Another sheet is another table: nothing that was chosen of this one holds there."""
    sheets, sheet = upload.table.sheets, upload.table.sheet
    if len(sheets) < 2:
        return

    def take() -> None:
        if SHEET.value not in (None, sheet):
            again(sheet=SHEET.value, header=None, preamble=None, off=frozenset(), cells={})

    said = _("Sheet “{sheet}” of {count} · choose another")
    name = said.format(sheet=literal(sheet, 40), count=len(sheets))
    with st.popover(name, type="tertiary", key="data_sheets"):
        st.selectbox(_("Sheet"), sheets, key=SHEET.showing(sheet), on_change=take)


def _written(upload: Upload, again: Again) -> None:
    """How the cells are written, and the way to change that."""
    dialect, chosen = upload.table.dialect, upload.chosen
    if dialect is None and not upload.table.sheets:
        return
    if dialect is not None:
        st.caption(_how_written(dialect, by_hand=upload.by_hand))
    again_name = _("Read the cells differently")
    name = again_name if upload.by_hand else _("Read the file differently")
    with st.expander(name, key="data_reading"):
        if dialect is not None:
            text_controls("data", dialect, again)
        else:
            sheet_controls("data", chosen.decimal or ".", chosen.preamble, again)


def _how_written(dialect: Dialect, *, by_hand: bool) -> str:
    """What separates the cells, and of a file how its text is encoded."""
    text = _("Cells are separated by a {separator}; the decimal sign is a {decimal}.").format(
        separator=separator_name(dialect.separator), decimal=decimal_name(dialect.decimal)
    )
    if by_hand:
        return text
    return joined(_("{encoding} text.").format(encoding=encoding_name(dialect.encoding)), text)
