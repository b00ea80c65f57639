"""Where a table is from: what it teaches, its source, and the recipe of one that was made."""

from __future__ import annotations

from typing import Final

import streamlit as st

import dttools as dt
from dtshow.tables.find import find
from dtshow.tables.generated import GeneratedTable
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _
from pages.ui.bring import draft
from pages.ui.practice.generator import generator
from pages.ui.shell import session
from pages.ui.textbook.sentences import of_table

PRACTICE: Final = session.Widget("data_practice", False)
MOST_CELLS: Final = 2_000_000
"""Of a file to download: more would take long to write, and the recipe is the better copy."""


def recipe(choice: TableChoice) -> None:
    """The way back to the controls of a made table; nothing of any other."""
    entry = find(choice.key)
    if not isinstance(entry, GeneratedTable):
        return
    place = st.expander(
        _("Change its settings, or draw another sample"),
        key=PRACTICE.staying(),
        icon=":material/scatter_plot:",
        on_change="rerun",
    )
    if place.open:
        with place:
            generator("data", entry.practice)


def about(choice: TableChoice) -> None:
    """What the catalogue, or the recipe, says of the table; of an upload it says nothing."""
    entry, language = find(choice.key), session.language()
    if entry is None:
        return
    draft.heading(_("About this table"))
    if text := entry.text("about", language):
        st.markdown(text)
    for line in of_table(choice.key):
        st.markdown(line)
    st.caption(
        _("Source: {source}. Licence: {licence}.").format(
            source=entry.text("source", language), licence=entry.text("licence", language)
        )
    )
    if isinstance(entry, GeneratedTable):
        _download(choice, entry)


def _download(choice: TableChoice, entry: GeneratedTable) -> None:
    """The table as a file, for other tools; with the names that it has everywhere."""
    if entry.practice.cells > MOST_CELLS:
        return
    frame = session.frame(choice)
    st.download_button(
        _("Download as CSV"),
        lambda: dt.export.csv_text(frame),
        file_name=f"{entry.practice}.csv",
        mime="text/csv",
        key="data_csv",
        on_click="ignore",
        icon=":material/download:",
    )
