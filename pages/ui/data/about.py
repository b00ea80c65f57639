"""What a table is: its size, its source, its recipe if it was made, and where one's own is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from dtshow.lesson.narration import gaps_left_out
from dtshow.tables.find import find
from dtshow.tables.generated import GeneratedTable
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, ngettext, sentence
from dttools import export
from pages.ui.bring import draft
from pages.ui.components.controls import download
from pages.ui.practice.generator import generator
from pages.ui.shell import session
from pages.ui.shell.links import before_it_is_brought, lost_by_a_reload
from pages.ui.shell.places import go_to
from pages.ui.textbook.sentences import of_table

MOST_CELLS: Final = 2_000_000
"""Of a file to download: more would take long to write, and the recipe is the better copy."""


def counted(choice: TableChoice) -> str:
    """One sentence for the size, one for each reason to leave rows out, one for what remains."""
    frame = session.frame(choice)
    size = _("{rows}, {columns}.").format(
        rows=ngettext("{n} row", "{n} rows", len(frame)),
        columns=ngettext("{n} column", "{n} columns", len(frame.columns)),
    )
    dataset = draft.dataset()
    if dataset is None or not dataset.left_out:
        return size
    remain = ngettext("{n} row remains.", "{n} rows remain.", len(dataset))
    return joined(size, *_left_out(choice, dataset.left_out), remain)


def _left_out(choice: TableChoice, left_out: Mapping[str, int]) -> list[str]:
    phrases = {
        "no target": lambda n: ngettext(
            "{n} row without a target value left out.",
            "{n} rows without a target value left out.",
            n,
        ),
        "weight zero": lambda n: ngettext(
            "{n} row of weight zero left out.", "{n} rows of weight zero left out.", n
        ),
        "missing cells": lambda n: gaps_left_out(choice, session.lesson().recipe_choice, n),
    }
    return [phrases[reason](count) for reason, count in left_out.items()]


def recipe(choice: TableChoice) -> None:
    """The way back to the controls of a made table; nothing of any other."""
    entry = find(choice.key)
    if not isinstance(entry, GeneratedTable):
        return
    place = st.expander(
        _("Change its settings, or draw another sample"),
        key=session.Widget("data_practice", False).staying(),
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
    file = f"{entry.practice}.csv", "text/csv"
    download(_("Download as CSV"), lambda: export.csv_text(frame), file, "data_csv")


def kept(choice: TableChoice) -> None:
    """Nothing of a table that is not one's own."""
    if not choice.uploaded:
        return
    as_kept = session.kept_as(choice)
    with st.container(key="data_kept"):
        if as_kept.problem is not None:
            st.warning(joined(sentence(as_kept.problem), lost_by_a_reload()))
        else:
            guess = _(
                "Nobody can guess the address of this page; whoever has it can open the table."
            )
            where = joined(before_it_is_brought(), guess) if as_kept.name else lost_by_a_reload()
            st.caption(where)
        st.button(_("Delete my tables now"), key="data_forget", type="tertiary", on_click=_forget)


def _forget() -> None:
    with session.trouble_told():
        session.forget_uploads()
        draft.forget_draft()
        st.toast(_("Your tables are deleted."))
        go_to("home")
